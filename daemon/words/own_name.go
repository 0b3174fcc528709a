package words

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// OwnName is a name that people gave to a type of place or to a thing, in place of one of the
// tables: "Anna's room" for a bedroom, "Frank" for the sofa.
type OwnName struct {
	Name  Key  // as a claim with [RelationCalled] has it
	Of    Key  // type of the place, or key of the thing
	Thing bool // Of is a thing
}

// Own gives the name that a claim gives; false for other claims, and for names by which nothing
// can be read: those of other things and rooms, which are meant when they are said, and words
// that are no names.
func (c Claim) Own() (OwnName, bool) {
	kind, of := c.About()
	name := OwnName{Key(c.Object), of, kind == "target"}
	if c.Relation != RelationCalled || kind == "view" || noNames[c.Object] || ofOtherKind(name.Thing, c.Object) {
		return name, false
	}
	_, room := roomWords().byKey[name.Name]
	_, thing := objectWords().byKey[name.Name]
	return name, !thing && (!room || !name.Thing && (Within(name.Name, of) || looksLikeAny[name.Name]))
}

// noNames are words that the grammar takes for names, and that are none.
var noNames = wordSet("nothing mess home house room place it that this here there what who something hell 뭐 누구 방 집 여기 거기 나중 이름 그거 저거 이거 누구방 무슨방")

// Mine reports whether a name means the one who says it: "my room", "내 방".
func (n OwnName) Mine() bool {
	first, _, more := strings.Cut(string(n.Name), " ")
	return more && (first == "my" || first == "내" || first == "제")
}

// AsSaid gives a name in the spelling of a text that has it: "Anna's room". Without it there
// it is the key.
func (n OwnName) AsSaid(text string) string {
	said := strings.Fields(text)
	for i := range said {
		if took, _, particle, tail := ownAt(said[i:], []OwnName{n}); took > 0 {
			name := strings.Join(said[i:i+took], " ")
			return strings.TrimLeft(strings.TrimSuffix(strings.TrimSuffix(name, tail), particle), opening)
		}
	}
	return string(n.Name)
}

// longestOwn is how many words an own name has at most.
const longestOwn = 5

// WithoutOwn writes a text with the names of the tables in place of own names, so that it can
// be read: "the bear is in Anna's room" becomes "the bear is in the bedroom". Of two names that
// are the same the first counts, and the longest name of those that begin at one word. used has
// the indexes of the names that the text has; without any the text stays as it is.
func WithoutOwn(text string, names []OwnName) (plain string, used []int) {
	if len(names) == 0 {
		return text, nil
	}
	said := strings.Fields(text)
	var out []string
	for i := 0; i < len(said); {
		n, which, particle, tail := ownAt(said[i:], names)
		if n == 0 {
			out = append(out, said[i])
			i++
			continue
		}
		out = append(out, inTable(names[which].Of, particle, said[:i], said[i+n-1])+tail)
		if i += n; !slices.Contains(used, which) {
			used = append(used, which)
		}
	}
	if len(used) == 0 {
		return text, nil
	}
	return strings.Join(out, " "), used
}

// opening are the marks with which quotes and asides begin.
const opening = "\"'“‘("

// ownAt finds the longest own name with which words begin: how many of them it takes, which
// name it is, and what follows it in the last word: a particle and punctuation.
func ownAt(said []string, names []OwnName) (n, which int, particle, tail string) {
	for n = min(longestOwn, len(said)); n > 0; n-- {
		last := strings.TrimRight(said[n-1], ".,!?;:)\"'”’")
		tail = said[n-1][len(last):]
		last = strings.TrimLeft(last, opening)
		before := strings.TrimLeft(strings.Join(said[:n-1], " "), opening)
		if n > 1 && strings.ContainsAny(before, ".,!?;:") {
			continue
		}
		for _, particle := range append([]string{""}, particles...) {
			stem, ends := strings.CutSuffix(last, particle)
			if !ends || stem == "" {
				continue
			}
			if which := slices.IndexFunc(names, named(before+" "+stem)); which >= 0 {
				return n, which, particle, tail
			}
		}
	}
	return 0, 0, "", ""
}

// named tells whether a name is the one that a text has.
func named(text string) func(OwnName) bool {
	room, thing := LabelKey(text), ObjectKey(text)
	return func(n OwnName) bool {
		if n.Thing {
			return n.Name.Equal(thing)
		}
		return n.Name.Equal(room)
	}
}

// inTable is a name of the tables as a sentence has it in place of an own one: with an article,
// unless the words before have one, or in Korean with the particle that fits it.
func inTable(of Key, particle string, before []string, last string) string {
	if IsKorean(last) {
		if name := InKorean(of); name != string(of) {
			return WithParticle(name, particle)
		}
	}
	if len(before) > 0 && determiners[strings.ToLower(before[len(before)-1])] {
		return string(of)
	}
	return "the " + string(of)
}

var determiners = wordSet("the a an my our your his her their this that every each any no")

// InKorean is the first Korean name that the tables have for a key, else the key.
func InKorean(k Key) string {
	if room, is := Beside(k); is {
		return InKorean(room) + " 옆방"
	}
	for _, name := range Names(k) {
		if IsKorean(name) {
			return name
		}
	}
	return string(k)
}

// WithParticle gives a Korean name with a particle in the form that it takes: 는 after a vowel,
// 은 after a consonant.
func WithParticle(name, particle string) string { return name + fitting(name, particle) }

// fitting gives the form of a particle that a Korean name takes.
func fitting(name, particle string) string {
	final := finalOf(name)
	for _, pair := range [][2]string{{"은", "는"}, {"이나", "나"}, {"이랑", "랑"}, {"이라", "라"}, {"이", "가"}, {"을", "를"}, {"과", "와"}, {"으로", "로"}} {
		for _, form := range pair {
			rest, is := strings.CutPrefix(particle, form)
			switch {
			case !is:
			case final == 0, pair[1] == "로" && final == 8: // ㄹ
				return pair[1] + rest
			default:
				return pair[0] + rest
			}
		}
	}
	return particle
}

// finalOf is the consonant in which a name ends when it is spoken, as the index of a Hangul
// final, 0 for none: 1 is 일, and of Latin letters l, m and n sound. What stands in brackets at
// its end is not spoken.
func finalOf(name string) rune {
	if before, _, is := strings.Cut(name, "("); is && strings.HasSuffix(name, ")") && before != "" {
		name = strings.TrimSpace(before)
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	switch {
	case last >= '가' && last <= '힣':
		return (last - '가') % 28
	case strings.ContainsRune("178lL", last):
		return 8 // ㄹ
	case strings.ContainsRune("036mnMN", last):
		return 4 // ㄴ stands for those of 영, 삼, 육, m and n too
	}
	return 0
}

// Which gives the room of a text that is one of several of its type and is told from the others
// by a word before it: "the small bedroom", "Anna's bedroom", "왼쪽 침실". phrase is what a person
// would name it by. ok is false where a text has no such room, or several.
func Which(text string) (phrase string, of Key, ok bool) {
	for _, s := range sentences(text) {
		toks := scan(s.text)
		for i, t := range toks {
			if t.room == "" || i == 0 {
				continue
			}
			before, from := toks[i-1].text, i-1
			if before == "'s" && i > 1 && !which[toks[i-2].text] {
				before, from = toks[i-2].text+"'s", i-2
			} else if !which[before] {
				continue
			}
			if of != "" && (of != t.room || phrase != before+" "+withoutParticle(t)) || toks[from].named() {
				return "", "", false
			}
			phrase, of = before+" "+withoutParticle(t), t.room
		}
	}
	if at := strings.Index(strings.ToLower(text), phrase); at >= 0 && at+len(phrase) <= len(text) && strings.EqualFold(text[at:at+len(phrase)], phrase) {
		phrase = text[at : at+len(phrase)] // "Anna's bedroom"
	}
	return phrase, of, of != ""
}

// withoutParticle is the text of a name without its Korean particle.
func withoutParticle(t token) string {
	return strings.TrimSpace(strings.TrimSuffix(t.text, t.particle))
}

// which are the words that tell one room of a type from the others.
var which = wordSet(`small smaller smallest little big bigger biggest large larger largest left right other first second third upstairs downstairs upper lower front back old new
	큰 작은 왼쪽 오른쪽 다른 또다른 첫째 둘째 셋째 첫번째 두번째 세번째 위층 윗층 아래층 일층 이층`)
