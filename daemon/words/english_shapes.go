package words

import "strings"

// The shapes of English clauses. Each is named by an example.

// "there is no sofa in the bathroom"
func (e *english) thereIs() bool {
	st := e.opened
	if !e.word("there") || !e.be(&st) {
		return false
	}
	things, ok := e.objects()
	return ok && e.inRooms(things, st)
}

// "in the bathroom there is no sofa"
func (e *english) inThereIs() bool {
	st := e.opened
	if !e.oneOf(ins) {
		return false
	}
	places, ok := e.rooms()
	e.word(",")
	if !ok || !e.word("there") || !e.be(&st) {
		return false
	}
	things, ok := e.objects()
	e.tail(&st)
	return ok && e.place(things, places, st)
}

// "the sofa is in the living room", "it can be found in the bedroom"
func (e *english) thingIsIn() bool {
	st := e.opened
	things, ok := e.subject(&st)
	if !ok || !e.stands(&st) {
		return false
	}
	return e.inRooms(things, st)
}

// subject takes a list of objects, or a pronoun for the last one, which is as
// sure as the clause that it refers to.
func (e *english) subject(st *stance) (list, bool) {
	if e.word("it", "they") {
		st.soften(e.weight)
		return e.things, len(e.things.keys) > 0
	}
	return e.theseObjects()
}

// stands takes the verb between a thing and its place.
func (e *english) stands(st *stance) bool {
	e.adverbs(st)
	switch {
	case e.word("is", "are"):
		e.adverbs(st)
		e.word("located", "found", "kept", "stored", "placed")
		e.adverbs(st)
		return true
	case e.word("can"):
		e.adverbs(st)
		return e.phrase("be found")
	case e.word("do", "does"):
		e.adverbs(st)
		return st.no && e.word("belong", "stand")
	}
	return e.word("belong", "belongs", "stand", "stands")
}

// "the bathroom has no sofa", "bedrooms usually have TVs"
func (e *english) roomHas() bool {
	st := e.opened
	places, ok := e.theseRooms()
	if !ok {
		return false
	}
	e.adverbs(&st)
	if e.word("do", "does") {
		e.adverbs(&st)
		if !st.no {
			return false
		}
	}
	if !e.word("has", "have", "contains", "contain") {
		return false
	}
	e.adverbs(&st)
	things, ok := e.objects()
	e.tail(&st)
	return ok && e.place(things, places, st)
}

// "you will find the mug in the kitchen", "I saw a sofa in the living room"
func (e *english) findIn() bool {
	st := e.opened
	switch {
	case e.oneOf(saws):
	case e.word("you", "we") && e.word("will", "can"):
		e.adverbs(&st)
		if !e.word("find", "see") {
			return false
		}
	default:
		return false
	}
	things, ok := e.objects()
	return ok && e.inRooms(things, st)
}

// "look for the mug in the kitchen", "don't look for it in the bathroom"
func (e *english) lookFor() bool {
	st := e.opened
	e.order(&st)
	if !e.phrase("look for") && !e.phrase("search for") {
		return false
	}
	st.soften(Usual)
	things, ok := e.subject(&st)
	return ok && e.inRooms(things, st)
}

// "avoid the kitchen", "stay out of bedrooms"
func (e *english) shun() bool {
	st := e.opened
	e.wisher()
	e.oneOf(urges)
	if !e.oneOf(shuns) {
		return false
	}
	st.deny()
	return e.toRooms(st)
}

// "the kitchen is off limits"
func (e *english) offLimits() bool {
	st := e.opened
	places, ok := e.theseRooms()
	if !ok || !e.word("is", "are") || !e.oneOf(bans) {
		return false
	}
	st.deny()
	e.tail(&st)
	return e.steer(places, st)
}

// "go to the kitchen", "never enter the kitchen", "the user prefers corridors"
func (e *english) goTo() bool {
	st := e.opened
	if e.wisher() && !e.atPreference() {
		return false
	}
	e.order(&st)
	switch {
	case e.oneOf(goes), e.word("take", "use", "choose"):
	case !st.no && e.oneOf(likes):
	default:
		return false
	}
	return e.toRooms(st)
}

// wisher takes whose wish a sentence tells.
func (e *english) wisher() bool { return e.oneOf(wishers) }

func (e *english) atPreference() bool {
	t := e.next().text
	return t == "prefer" || t == "prefers"
}

// order takes what stands before the verb of an order or a ban.
func (e *english) order(st *stance) {
	switch {
	case e.oneOf(forbids):
		st.deny()
	default:
		e.oneOf(urges)
	}
}

// "the study is called office", "we call the study the office"
func (e *english) called() bool {
	st := e.opened
	ordered := e.oneOf(calls)
	e.oneOf(articles)
	t := e.next()
	e.pos++
	if !t.named() || st.weight > 0 {
		return false
	}
	if ordered {
		return e.calledName(t)
	}
	return e.word("is", "are") && e.oneOf(callings) && e.newName(t)
}

// calledName takes a name that follows without a verb. "Call the office
// tomorrow" has that form too, so it must be of the tables or have an article.
func (e *english) calledName(t token) bool {
	return (e.next().named() || atAny(e, articles)) && e.newName(t)
}

// newName takes the rest of the clause as a name for t: one name of the tables
// or at most two words that are no grammar.
func (e *english) newName(t token) bool {
	e.oneOf(articles)
	name := e.next().text
	known := e.next().named()
	if !known && !plain(name) {
		return false
	}
	e.pos++
	if second := e.next(); !known && !second.named() && plain(second.text) {
		name += " " + second.text
		e.pos++
	}
	return e.call(t, name)
}

// plain reports whether a word may be part of a name nobody knows.
func plain(word string) bool {
	return len(word) > 1 && !strings.HasSuffix(word, "ly") && !grammar()[word]
}

// "no sofa in the bathroom", only as the first clause
func (e *english) telegram() bool {
	st := e.opened
	things, ok := e.objects()
	if !ok || e.clause > 0 || !things.no && verbToo[things.keys[0]] {
		return false
	}
	if !things.no {
		st.soften(Usual)
	}
	e.adverbs(&st)
	return e.inRooms(things, st)
}

// "… but in the living room", "…, not the bathroom": the thing was named before
func (e *english) otherwise() bool {
	if e.clause == 0 {
		return false
	}
	st := stance{weight: e.weight}
	e.word("is", "are")
	e.adverbs(&st)
	return (st.no || atAny(e, ins)) && e.inOrBare(st)
}

func (e *english) inOrBare(st stance) bool {
	e.oneOf(ins)
	places, ok := e.rooms()
	e.tail(&st)
	return ok && e.place(e.things, places, st)
}

func atAny(e *english, phrases []string) bool {
	before := e.pos
	ok := e.oneOf(phrases)
	e.pos = before
	return ok
}

// be takes "is" or "are" with adverbs around. "was" counts only denied: what
// stood somewhere may stand elsewhere now.
func (e *english) be(st *stance) bool {
	e.adverbs(st)
	past := e.word("was", "were")
	if !past && !e.word("is", "are") {
		return false
	}
	e.adverbs(st)
	if !past {
		return true
	}
	st.soften(Usual)
	return st.no || e.next().text == "no"
}

// inRooms takes "in" and places, and claims the things there.
func (e *english) inRooms(things list, st stance) bool {
	e.adverbs(&st)
	if !e.oneOf(ins) {
		return false
	}
	places, ok := e.rooms()
	e.tail(&st)
	return ok && e.place(things, places, st)
}

// toRooms takes places and claims them preferred or avoided.
func (e *english) toRooms(st stance) bool {
	places, ok := e.rooms()
	if ok && !st.no && e.oneOf(ratherThans) {
		if _, ok := e.rooms(); !ok {
			return false
		}
	}
	e.tail(&st)
	return ok && e.steer(places, st)
}

// place claims and remembers the things for the next clause.
func (e *english) place(things, places list, st stance) bool {
	e.things, e.weight = things, st.weight
	e.things.no = false
	return e.locate(things, places, st)
}
