package grounding

import (
	"slices"
	"strings"
	"sync"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// Attribute is what a statement says about its subject. An attribute has one value at a
// time.
type Attribute string

// The attributes.
const (
	Colour Attribute = "colour" // "the kitchen is green"
	Name   Attribute = "name"   // "the study is called office"
	Leaf   Attribute = "leaf"   // "the door is open", closed or locked
	Where  Attribute = "where"  // "the lamp is in the study": where a single object is
)

// Statement is a text that gives an attribute of something its value.
type Statement struct {
	Subject   string // target:<object key> or place:<type key>, as in [words.Claim]
	Attribute Attribute
	Value     string // in its one spelling
}

// ParseStatement reads a text, with or without a step, as a statement. It knows a few forms
// of sentences, and only subjects of the tables in package words, named as the only one
// ("the lamp", "램프는"; not "this lamp", "a lamp", "lamps"). The whole text must be such a
// sentence; anything else, with "not", "and" or a second sentence, gives false. So two
// statements with the same subject and attribute and different values cannot both be true.
//
// A text of more than [maxStatement] bytes is not read, because reading is expensive.
func ParseStatement(text string) (Statement, bool) {
	if len(text) > maxStatement {
		return Statement{}, false
	}
	text = strings.TrimRight(words.Plain(Bare(text)), ".!。 ")
	if s, ok := english(text); ok {
		return s, true
	}
	if s, ok := korean(text); ok {
		return s, true
	}
	return claimed(text)
}

// maxStatement is the longest statement, in bytes, including its step. The longest names are
// far shorter.
const maxStatement = 1000

// english reads "the kitchen is green".
func english(text string) (Statement, bool) {
	name, value, ok := strings.Cut(strings.TrimPrefix(text, "the "), " is ")
	if !ok {
		return Statement{}, false
	}
	value, _ = cutSuffix(strings.TrimPrefix(value, "now "), " now", " again")
	return state(name, value)
}

// korean reads "주방은 초록색이야": a name with a particle of the subject, and a
// value with an ending.
func korean(text string) (Statement, bool) {
	said := strings.Fields(text)
	for n := 1; n <= min(maxName, len(said)-1); n++ {
		name, particle := cutSuffix(strings.Join(said[:n], " "), "은", "는", "이", "가")
		if !particle {
			continue
		}
		value := strings.TrimPrefix(strings.Join(said[n:], " "), "지금 ")
		if s, ok := state(name, value); ok {
			return s, true
		}
		value, _ = cutSuffix(value, "입니다", "이에요", "이야", "이다", "예요", "야", "다")
		if s, ok := state(name, value); ok {
			return s, true
		}
	}
	return Statement{}, false
}

func cutSuffix(s string, suffixes ...string) (string, bool) {
	for _, suffix := range suffixes {
		if head, ok := strings.CutSuffix(s, suffix); ok {
			return head, true
		}
	}
	return s, false
}

// state makes a statement from the name of a subject and a word for a value.
func state(name, value string) (Statement, bool) {
	subject, ok := subjectOf(name)
	if !ok {
		return Statement{}, false
	}
	if colour, ok := valueIn(colours, value); ok {
		return Statement{subject, Colour, colour}, true
	}
	if leaf, ok := valueIn(leaves, value); ok {
		return Statement{subject, Leaf, leaf}, true
	}
	return Statement{}, false
}

// leafOf returns the subject for the door or window of a room: "bathroom door", "부엌 문".
func leafOf(name string) (string, bool) {
	for _, leaf := range []string{"door", "window", "창문", "문"} {
		room, is := strings.CutSuffix(name, leaf)
		if !is {
			continue
		}
		subject := subjectNames()[strings.ReplaceAll(room, " ", "")]
		if key, place := strings.CutPrefix(subject, words.Place("")); place {
			return words.Target(words.Key(key + " " + string(words.ObjectKey(leaf)))), true
		}
	}
	return "", false
}

// colours and leaves are lists of words, the first of which is the value.
const (
	colours = `red 빨강 빨간색 적색|orange 주황 주황색|yellow 노랑 노란색 황색|green 초록 초록색 녹색|blue 파랑 파란색 청색|
purple violet 보라 보라색|pink 분홍 분홍색|brown 갈색|black 검정 검은색 검정색|white 하양 하얀색 흰색|gray grey 회색`
	leaves = `open 열려있다 열려있어 열려있어요 열려있습니다 열렸다|closed shut 닫혀있다 닫혀있어 닫혀있어요 닫혀있습니다 닫혔다|
locked 잠겨있다 잠겨있어 잠겨있어요 잠겨있습니다 잠겼다`
)

// valueIn returns the first word of the list that has a word, ignoring spaces in it.
func valueIn(lists, word string) (string, bool) {
	word = strings.ReplaceAll(word, " ", "")
	for list := range strings.SplitSeq(lists, "|") {
		if names := strings.Fields(list); word != "" && slices.Contains(names, word) {
			return names[0], true
		}
	}
	return "", false
}

// subjectOf returns the subject with a name of the tables, ignoring spaces. It does not find
// plurals: each of several things may have its own value.
func subjectOf(name string) (string, bool) {
	if s, ok := subjectNames()[strings.ReplaceAll(name, " ", "")]; ok {
		return s, true
	}
	return leafOf(name)
}

// subjectNames has every name of the tables; a name that a room and a thing share is the
// room's.
var subjectNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	add := func(keys []words.Key, subject func(words.Key) string) {
		for _, key := range keys {
			for _, name := range words.Names(key) {
				if name = words.Key(words.Plain(name)).Compact(); names[name] == "" {
					names[name] = subject(key)
				}
			}
		}
	}
	add(words.Rooms(), words.Place)
	add(words.Objects(), words.Target)
	return names
})

// claimed reads a statement from the claims of a text: one name, or one place where a single
// thing is, possibly with places where it is not.
func claimed(text string) (Statement, bool) {
	subject, one := single(text)
	if !one && !names(text) {
		return Statement{}, false // neither form is possible, and reading claims is expensive
	}
	var s Statement
	for _, c := range words.ParseClaims(text, "") {
		switch {
		case s.Attribute == "" && c.Relation == words.RelationCalled && names(text):
			s = Statement{c.Subject, Name, c.Object}
		case s.Attribute == "" && c.Relation == words.RelationIn && c.Weight == words.Certain && one && subject == c.Subject:
			s = Statement{c.Subject, Where, c.Object}
		case c.Relation != words.RelationNotIn || c.Subject != subject || !one:
			return Statement{}, false
		}
	}
	return s, s.Attribute != ""
}

// names reports whether a text may give something its only name, unlike "also called" and
// "known as".
func names(text string) bool {
	if strings.Contains(text, "also") || strings.Contains(text, "known as") {
		return false
	}
	return strings.Contains(text, "call") || strings.Contains(text, "named") || strings.Contains(text, "라고")
}

// single returns the object that a text is about, if it names it as the only one there is:
// "the lamp", "my lamp", "램프는", "램프를". It may say by other things where that is, behind
// it: "the lamp is on the desk", not "the lamp on the desk is".
func single(text string) (subject string, ok bool) {
	hinted := false // a place may be named; looking for names is expensive
	for _, hint := range []string{" in ", " to ", " into ", " inside ", "에", "로"} {
		hinted = hinted || strings.Contains(text, hint)
	}
	if !hinted {
		return "", false
	}
	_, objects := words.Mentions(text)
	if len(objects) == 0 || len(objects) > 1+mostBeside {
		return "", false
	}
	subject = words.Target(objects[0])
	named, ok := nameOf(text, subject)
	return subject, ok && named.only && named.which == "" && (named.korean || len(objects) == 1 || slices.Contains(stands, named.behind))
}

// naming is how a text names a thing.
type naming struct {
	which  string // the words that tell it from others of its kind: "anna's", "blue"
	only   bool   // it is meant as the only one there is of those
	behind string // the word behind it
	korean bool
}

// nameOf finds the name of a thing in a text in plain spelling: "the lamp", "Anna's lamp", "램프를".
func nameOf(text, subject string) (naming, bool) {
	plain := strings.FieldsFunc(text, func(r rune) bool { return !feedback.InWord(r) && r != '\'' })
	is := func(name string) bool {
		if name == strings.TrimPrefix(subject, words.Target("")) {
			return true // a goal that the tables do not have
		}
		s, known := subjectOf(name)
		return known && s == subject
	}
	for i := range plain {
		for n := 1; n <= min(maxName, len(plain)-i); n++ {
			name := strings.Join(plain[i:i+n], " ")
			bare, topic := cutSuffix(name, "은", "는", "을", "를")
			korean := topic && is(bare)
			if !korean && !is(name) {
				continue
			}
			at := i
			for at > 0 && words.TellsApart(plain[at-1]) {
				at--
			}
			found := naming{which: strings.Join(plain[at:i], " "), korean: korean, behind: strings.Join(plain[i+n:min(i+n+1, len(plain))], "")}
			owned := at < i && strings.Contains(plain[at], "'")
			found.only = korean || owned || at > 0 && articles[plain[at-1]]
			return found, true
		}
	}
	return naming{}, false
}

// articles are the words before the only thing of its kind.
var articles = map[string]bool{"the": true, "my": true, "our": true}

// thingsIn lists the single things of which claims of a text in plain spelling say where they are,
// whatever else it says ("the keys are in the kitchen and the wallet is in the study"), and gives,
// by subject, the words that tell things from others of their kind: "anna's" of her phone.
func thingsIn(plain string, claims []words.Claim) (moved []string, which map[string]string) {
	places := map[string]int{}
	for _, c := range claims {
		switch {
		case c.Relation == words.RelationIn && c.Weight == words.Certain:
			places[c.Subject]++
		case c.Relation == words.RelationIn:
			places[c.Subject] += 2 // it may be there
		case c.Relation == words.RelationNotIn:
			places[c.Subject] += 0
		}
	}
	for subject, n := range places {
		named, _ := nameOf(plain, subject)
		if named.only && n == 1 {
			moved = append(moved, subject)
		}
		if named.which != "" {
			if which == nil {
				which = map[string]string{}
			}
			which[subject] = named.which
		}
	}
	return moved, which
}

// mostBeside is how many things a statement may name beside the one that it is about.
const mostBeside = 2

// stands are the words between a thing and where it is.
var stands = strings.Fields("is was stands sits lies lives hangs belongs")
