package words

import "slices"

// list takes names joined by commas, "and" and "or", each by item. Behind a
// verb it stops before a name that begins the next clause; before the verb
// (subject) the verb belongs to the list.
func (e *english) list(item func(*list) bool, subject bool) (list, bool) {
	var l list
	if !item(&l) {
		return l, false
	}
	for {
		before, kept := e.pos, l
		or, ok := e.joint()
		if !ok || !item(&l) || !subject && e.clauseFollows() {
			e.pos = before
			return kept, true
		}
		l.or = l.or || or
	}
}

// joint takes what joins two names.
func (e *english) joint() (or, ok bool) {
	comma := e.word(",")
	switch {
	case e.word("or", "nor"):
		return true, true
	case e.word("and", "&"):
		return false, true
	}
	return false, comma
}

// clauseFollows looks whether the name just taken is the subject of a verb.
func (e *english) clauseFollows() bool {
	return slices.Contains(verbs, e.next().text)
}

// objects takes a list of things behind a verb.
func (e *english) objects() (list, bool) { return e.list(e.object, false) }

// rooms takes a list of place types behind a verb or preposition.
func (e *english) rooms() (list, bool) { return e.list(e.room, false) }

// theseObjects takes a list of things that a verb follows.
func (e *english) theseObjects() (list, bool) { return e.list(e.object, true) }

// theseRooms takes a list of place types that a verb follows.
func (e *english) theseRooms() (list, bool) { return e.list(e.room, true) }

func (e *english) object(l *list) bool {
	e.determiner(l)
	for modifiers[e.next().text] {
		e.pos++
		l.loose = true
	}
	k := e.next().object
	if k == "" {
		return false
	}
	e.pos++
	l.keys = append(l.keys, k)
	return true
}

func (e *english) room(l *list) bool {
	if e.word("both", "some") {
		return false
	}
	e.determiner(l)
	k := e.next().room
	if k == "" {
		return false
	}
	e.pos++
	l.keys = append(l.keys, k)
	return true
}

// determiner takes an article and the like. "no" counts only before the first
// name; later it would deny one name and not the others.
func (e *english) determiner(l *list) {
	switch {
	case e.word("no"):
		l.no = true
		l.loose = l.loose || len(l.keys) > 0
	case e.oneOf(counts):
		l.loose = true
	default:
		e.oneOf(articles)
	}
}
