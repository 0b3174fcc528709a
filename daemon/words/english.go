package words

import (
	"slices"
	"strings"
)

// english reads a sentence by trying the clause shapes of shapes at each
// clause. Every shape either takes the clause up to a separator or the end, or
// leaves the position as it was.
type english struct {
	draft
	toks   []token
	pos    int
	opened stance  // what the words before the first clause say: "maybe", "usually"
	things list    // what "it" and a clause without a subject mean
	weight float64 // of the clause that named them
	clause int
}

// A shape takes one clause if it is of its form.
type shape func(*english) bool

func (e *english) sentence() bool {
	if !e.open() {
		return false
	}
	for {
		if !e.one() {
			return false
		}
		if e.pos == len(e.toks) {
			return true
		}
		if !e.separator() {
			return false
		}
		e.clause++
	}
}

// shapes lists the forms of a clause in the order they are tried.
func shapes() []shape {
	return []shape{
		(*english).thereIs, (*english).inThereIs, (*english).thingIsIn, (*english).roomHas,
		(*english).findIn, (*english).lookFor, (*english).called,
		(*english).shun, (*english).offLimits, (*english).goTo,
		(*english).telegram, (*english).otherwise,
	}
}

// one takes a clause by the first shape that takes all of it.
func (e *english) one() bool {
	for _, try := range shapes() {
		before := *e
		if try(e) && (e.pos == len(e.toks) || e.atSeparator()) {
			return true
		}
		claims := e.claims[:len(before.claims)]
		*e = before
		e.claims = claims
	}
	return false
}

// open skips what may stand before the first clause, and reports whether
// anything is left.
func (e *english) open() bool {
	for {
		w, ok := e.opener()
		if !ok {
			return e.pos < len(e.toks)
		}
		e.opened.soften(w)
		e.word(",", ":")
	}
}

// opener takes one opening word or phrase and gives how much it softens.
func (e *english) opener() (float64, bool) {
	for _, o := range openers {
		if e.phrase(o.words) {
			return o.weight, true
		}
	}
	return 0, false
}

// word takes the next token if it is one of these.
func (e *english) word(any ...string) bool {
	if e.pos < len(e.toks) && slices.Contains(any, e.toks[e.pos].text) {
		e.pos++
		return true
	}
	return false
}

// phrase takes the next tokens if they are the words of p.
func (e *english) phrase(p string) bool {
	start := e.pos
	for w := range strings.FieldsSeq(p) {
		if !e.word(w) {
			e.pos = start
			return false
		}
	}
	return true
}

// oneOf takes the first of these phrases that comes next.
func (e *english) oneOf(phrases []string) bool {
	return slices.ContainsFunc(phrases, e.phrase)
}

func (e *english) next() token {
	if e.pos < len(e.toks) {
		return e.toks[e.pos]
	}
	return token{}
}

// atSeparator looks whether another clause may begin here.
func (e *english) atSeparator() bool {
	before := e.pos
	ok := e.separator()
	e.pos = before
	return ok
}

func (e *english) separator() bool {
	comma := e.word(",")
	return e.word("but", "and") || comma
}

// adverbs takes any adverbs and lets them act on the stance.
func (e *english) adverbs(st *stance) {
	for {
		if e.phrase("no longer") {
			st.deny()
			continue
		}
		a, ok := adverbs[e.next().text]
		if !ok {
			return
		}
		e.pos++
		a.act(st)
	}
}

// tail takes what may close a clause.
func (e *english) tail(st *stance) {
	for {
		switch {
		case e.oneOf(denyingTails):
			st.bad = st.bad || !st.no
		case e.word("only"):
			st.insist()
		case e.word("first", "always"):
			st.bad = st.bad || st.no
		case !e.word("please", "too", "now"):
			return
		}
	}
}
