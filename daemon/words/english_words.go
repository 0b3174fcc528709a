package words

import (
	"strings"
	"sync"
)

// The closed vocabulary of the English grammar. A word that is in none of these
// tables nor in those of rooms and objects makes its sentence give no claim.

// An adverb acts on the stance of its clause.
type adverb struct {
	no     bool
	firm   bool
	weight float64
}

func (a adverb) act(st *stance) {
	if a.no {
		st.deny()
	}
	if a.firm || a.weight == Perhaps {
		// "not always", "not maybe": the denial meets the adverb, not the clause.
		st.bad = st.bad || st.no
	}
	if a.firm {
		st.insist()
	}
	st.soften(a.weight)
}

var adverbs = map[string]adverb{
	"not": {no: true}, "never": {no: true},
	"rarely": {no: true, weight: Usual}, "seldom": {no: true, weight: Usual}, "hardly": {no: true, weight: Usual},
	"always": {firm: true}, "definitely": {firm: true}, "certainly": {firm: true}, "only": {firm: true},
	"usually": {weight: Usual}, "often": {weight: Usual}, "mostly": {weight: Usual}, "typically": {weight: Usual},
	"generally": {weight: Usual}, "normally": {weight: Usual}, "commonly": {weight: Usual}, "frequently": {weight: Usual},
	"probably": {weight: Perhaps}, "likely": {weight: Perhaps}, "maybe": {weight: Perhaps}, "perhaps": {weight: Perhaps},
	"possibly": {weight: Perhaps}, "sometimes": {weight: Perhaps}, "occasionally": {weight: Perhaps},
	"also": {}, "now": {}, "currently": {}, "still": {},
}

// An opener stands before the first clause and may soften the sentence.
type opener struct {
	words  string
	weight float64
}

var openers = []opener{
	{"i think that", Perhaps}, {"i think", Perhaps}, {"i believe that", Perhaps}, {"i believe", Perhaps},
	{"maybe", Perhaps}, {"perhaps", Perhaps}, {"probably", Perhaps},
	{"usually", Usual}, {"normally", Usual}, {"generally", Usual}, {"typically", Usual}, {"in general", Usual},
	{"please note that", 0}, {"please note", 0}, {"note that", 0}, {"note", 0},
	{"please remember that", 0}, {"please remember", 0}, {"remember that", 0}, {"remember", 0},
	{"no ,", 0}, {"yes ,", 0}, {"hey robot", 0}, {"robot ,", 0}, {"by the way", 0},
	{"please", 0}, {"actually", 0}, {"ok", 0}, {"okay", 0}, {"hey", 0}, {"btw", 0}, {"fyi", 0}, {"hint", 0}, {"tip", 0}, {"correction", 0},
}

// modifiers describe one thing of its kind: "a red sofa" is a sofa, "no red
// sofa" denies nothing of sofas.
var modifiers = map[string]bool{
	"red": true, "green": true, "blue": true, "yellow": true, "black": true, "white": true, "gray": true, "grey": true,
	"brown": true, "orange": true, "pink": true, "purple": true, "beige": true, "wooden": true, "leather": true,
	"big": true, "large": true, "small": true, "little": true, "long": true, "tall": true, "old": true, "new": true, "other": true, "second": true,
}

// verbToo are things whose name alone could be an order: "watch in the kitchen".
var verbToo = map[Key]bool{
	"watch": true, "book": true, "plant": true, "box": true, "safe": true, "fan": true, "pan": true, "picture": true, "plate": true, "shower": true, "door": true,
}

// verbs after a name make it the subject of a clause.
var verbs = []string{"is", "are", "has", "have", "contains", "contain", "do", "does", "can", "was", "were", "never", "usually", "always", "often"}

var (
	articles     = []string{"all of the", "the", "a", "an", "any", "my", "our", "your"}
	counts       = []string{"all the", "all", "every", "each", "some", "several", "many", "a lot of", "lots of", "one", "two", "three", "four", "five", "both the", "both"}
	ins          = []string{"inside of", "in", "inside", "within"}
	denyingTails = []string{"any more", "anymore", "at all", "again", "ever"}
	saws         = []string{"i saw", "i found", "i see", "we saw", "we found", "the robot saw", "the robot found", "you saw", "you found"}
	wishers      = []string{"the user", "user", "users", "i", "we"}
	urges        = []string{"you should always", "you should", "you must always", "you must", "always", "please", "robot should", "the robot should"}
	forbids      = []string{
		"please do not ever", "please do not", "please never", "do not ever", "do not", "never",
		"you should not", "you should never", "you must not", "you must never", "you can not", "you may not",
		"the robot should not", "the robot must not", "the robot should never", "the robot must never",
	}
	shuns = []string{"avoid going to", "avoid going into", "avoid entering", "avoid", "avoids", "stay out of", "stay away from", "keep out of", "keep away from", "skip"}
	bans  = []string{"off limits", "forbidden", "prohibited"}
	goes  = []string{
		"go in to", "go to", "go into", "go inside", "go through", "go toward", "go towards", "go via", "go in", "enter", "head to", "head for", "head into", "head towards",
		"move to", "move into", "walk to", "walk into", "drive to", "drive into", "navigate to", "visit", "explore", "search in", "search", "look in", "look inside", "look into", "check", "pass through",
	}
	likes       = []string{"prefer", "prefers", "favor", "favour", "try", "start with", "start in", "begin with"}
	ratherThans = []string{"over", "rather than", "instead of"}
	calls       = []string{"we call", "i call", "call", "people call"}
	callings    = []string{"also called", "called", "also named", "named", "also known as", "known as"}
)

// otherGrammar are words of English grammar that no table above has.
const otherGrammar = `when if by because as while for on at to of from with without that this so then than be it they he she
	what how why who which me us him her them its me out up off upon here there later until unless after before during very much
	tomorrow today yesterday tonight once twice back once again more less`

// grammar holds the words that are never part of an unknown name: those that
// mean something to the grammar here, and those that would to a better one.
var grammar = sync.OnceValue(func() map[string]bool {
	g := map[string]bool{}
	add := func(text string) {
		for w := range strings.FieldsSeq(text) {
			g[w] = true
		}
	}
	add(otherGrammar)
	for _, table := range [][]string{
		articles, counts, ins, denyingTails, saws, wishers, urges, forbids, shuns, bans, goes, likes, ratherThans, calls, callings, verbs,
	} {
		for _, phrase := range table {
			add(phrase)
		}
	}
	for w := range adverbs {
		add(w)
	}
	for _, o := range openers {
		add(o.words)
	}
	for _, full := range contractions {
		add(full)
	}
	add("first only too now please take use choose find see look search located found kept stored placed belong stand no and or but nor")
	return g
})
