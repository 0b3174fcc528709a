package words

import (
	"cmp"
	"slices"
	"strings"
)

// Key is a label in its one spelling: composed (NFC), lower case, words parted
// by single spaces, aliases replaced. Keys come from [LabelKey] for places and
// from [ObjectKey] for things; both give back a key of theirs unchanged.
// The empty key means that nothing readable was said.
type Key string

// LabelKey gives the type key of a place label: "LivingRoom", "living_room",
// "livingroom" and "거실" all become "living room". Words outside the table
// stay as they are, of whatever script.
func LabelKey(s string) Key { return Key(roomWords().canonical(fold(s))) }

// ObjectKey gives the key of a thing in the same spelling, with the aliases of
// things: "TVMonitor", "tv_monitor" and "텔레비전" become "television". Whose it is
// does not matter: "my keys", "Anna's keys" and "내 열쇠" are keys; nor does the colour
// or size of a thing of the table: a "small blue mug" is a mug.
func ObjectKey(s string) Key {
	key := objectWords().canonical(fold(s))
	if _, known := objectWords().byKey[Key(key)]; known || !strings.Contains(key, " ") {
		return Key(key)
	}
	said := strings.Fields(strings.ReplaceAll(s, "’", "'"))
	for len(said) > 1 && len(said[0]) > 2 && (strings.HasSuffix(said[0], "'s") || strings.HasSuffix(said[0], "s'")) {
		said = said[1:]
	}
	said = strings.Fields(fold(strings.Join(said, " ")))
	for len(said) > 1 && (articles[said[0]] || familys(said)) {
		said = said[1:]
	}
	key = objectWords().canonical(strings.Join(said, " "))
	for rest := said; len(rest) > 1 && shades[rest[0]]; {
		rest = rest[1:]
		plain := objectWords().canonical(strings.Join(rest, " "))
		if _, known := objectWords().byKey[Key(plain)]; known {
			return Key(plain)
		}
	}
	return Key(key)
}

// shades are the words for colours, sizes, ages and materials.
var shades = wordSet(`red yellow green blue purple violet pink brown black white grey gray beige navy big small large little tiny huge old new wooden metal plastic leather
	빨간 빨간색 노란 노란색 초록 초록색 파란 파란색 보라색 분홍 분홍색 갈색 검은 검은색 검정 까만 하얀 하얀색 흰 흰색 회색 큰 작은 새 헌 낡은 나무 가죽`)

// TellsApart reports whether a word before a thing tells it from others of its kind: whose it is,
// its colour, size or age ("anna's", "엄마", "민수의", "blue").
func TellsApart(word string) bool {
	owner := len(word) > 2 && (strings.HasSuffix(word, "'s") || strings.HasSuffix(word, "s'"))
	return owner || shades[word] || strings.HasSuffix(word, "의") && len(word) > len("의") || koreanPhrases()[word].mark&markOwner > 0
}

// familys reports whether a relative is named before a thing of the table: "엄마 안경".
func familys(said []string) bool {
	_, known := objectWords().byKey[Key(objectWords().canonical(strings.Join(said[1:], " ")))]
	return known && koreanPhrases()[said[0]].mark&markOwner > 0
}

var articles = wordSet("the a an my our your his her its their 내 나의 우리 저의 제 너의 네")

// Compact is the key without spaces: the form in which keys are compared and
// in which they may name a table row.
func (k Key) Compact() string { return strings.ReplaceAll(string(k), " ", "") }

// Equal reports whether two keys name the same, spaces left out of account:
// "sun deck" equals "sundeck".
func (k Key) Equal(o Key) bool { return k == o || k.Compact() == o.Compact() }

// IsCorridor reports whether the key speaks of a corridor, alone or among
// other words ("corridor to kitchen").
func (k Key) IsCorridor() bool { return strings.Contains(string(k), "corridor") }

// Unknown reports whether the key names no type. Such a key matches nothing,
// not even another one like it.
func (k Key) Unknown() bool { return k == "" || k == "unknown" }

// OrUnknown gives the key, "unknown" for an empty one.
func (k Key) OrUnknown() string { return string(cmp.Or(k, "unknown")) }

// Rooms lists the place types of the table, in its order.
func Rooms() []Key { return slices.Clone(roomWords().order) }

// Objects lists the things of the table, in its order.
func Objects() []Key { return slices.Clone(objectWords().order) }

// Names lists every name the tables have for a key, English and Korean, the key
// first; a key outside the tables is its own only name. An index stores them
// beside a text so that either language finds it.
func Names(k Key) []string {
	for _, l := range []*lexicon{roomWords(), objectWords()} {
		if r, ok := l.byKey[k]; ok {
			return append([]string{r.key}, r.names()...)
		}
	}
	return []string{string(k)}
}
