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
// things: "TVMonitor", "tv_monitor" and "텔레비전" become "television".
func ObjectKey(s string) Key { return Key(objectWords().canonical(fold(s))) }

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
