package words

import (
	"regexp"
	"slices"
	"strings"
)

// The functions below read names, and clauses that need those before them.

// called: "the study is called office".
func (e *english) called(c match, st stance) bool {
	s, n := c.group("s")[0], c.group("n")
	if n == nil && e.sought && len(e.things.keys) == 1 && !st.no {
		n = []piece{{sign: signThing, text: string(e.things.keys[0])}} // "the zapper, that is what we call the remote"
	}
	if n == nil {
		return false
	}
	if row := signs(c.pieces[:c.at[1]]); n[0].sign == row[0] && strings.Contains(row, "J") && !c.has("bQ") && c.pieces[len(n)].text != "means" {
		return false // "the mug, I mean the cup"
	}
	if st.no || st.bad || st.weight > 0 || len(s.list.keys) > 1 {
		return false
	}
	name := n[0].text
	for _, p := range n[1:] {
		name += " " + p.text
	}
	for q := range e.quoted {
		if strings.HasSuffix(q, " "+name) && strings.Count(q, " ") == strings.Count(name, " ")+1 {
			name = q // with an adjective: "main street"
		}
	}
	if !c.has("CJQ") && !e.quoted[name] {
		return false // "the kitchen is green"
	}
	for _, p := range n {
		if p.sign == signUnknown && (len(p.text) < 2 || strings.HasSuffix(p.text, "ly")) {
			return false
		}
	}
	t := token{}
	switch s.sign {
	case signIt:
		if len(e.places.keys)+len(e.things.keys) != 1 {
			return false
		}
		for _, k := range e.places.keys {
			t.room = k
		}
		for _, k := range e.things.keys {
			t.object = k
		}
	case signRoom:
		t.room = s.list.keys[0]
	case signThing:
		t.object = s.list.keys[0]
	default:
		t.room = e.here
	}
	if n[0].sign == signUnknown && !n[0].article && !e.proper[n[0].text] && c.pieces[c.at[0]].is("SEUC") && !c.has("J") {
		return false // "we call the office tomorrow"
	}
	return t.named() && e.call(t, name)
}

// contrary: "…, not the bathroom" denies for this place what was said of the last one.
func (e *english) contrary(c match, st stance) bool {
	places := e.placesOf(c, "p")
	switch {
	case e.did == claimedWhere || e.before == claimedWhere && e.opening && len(e.things.keys) > 0 || e.sought && len(e.things.keys) > 0:
		st.soften(e.weight)
		return e.place(e.things, places, st)
	case c.group("p")[0].sign == signThere && len(e.things.keys) == 1 && len(e.near.keys) == 1:
		return e.place(e.things, e.near, st) // "I went through the study for it, not there"
	case e.opening && e.did == claimedNothing && toldNext(e.pieces[len(c.pieces):]):
		e.past = past{was: list{keys: places.keys}}
		return true // "not the bedroom, my glasses are in the bathroom"
	case c.has("i") || e.did == claimedNothing && !e.opening:
		return false
	}
	return e.toward(places, st)
}

// toldNext reports whether the next run says in what room one thing is.
func toldNext(pieces []piece) bool {
	if len(pieces) < 2 || pieces[0].sign != ',' {
		return false
	}
	row := signs(upTo(pieces[1:], marksOfClauses))
	return strings.HasPrefix(row, "TbiR")
}

// overturns reads that what somebody says, or should be, is not so, or is so after all: "Mom
// said the mug is in the bedroom, but it isn't". It reports false, and changes nothing, if a run
// says no such thing of the one thing and the one room that the sentence spoke of.
func (e *english) overturns(run []piece) bool {
	if len(run) > 4 || len(e.things.keys) != 1 || len(e.places.keys) != 1 || !slices.Equal(e.near.keys, e.places.keys) && e.did != claimedWhere && len(e.was.keys) == 0 {
		return false
	}
	row := signs(run)
	if strings.ContainsAny(row, "TRHY") {
		return false
	}
	denied, st := e.did == claimedWhere && e.no, match{pieces: run}.stance(len(run))
	switch {
	case st.brief, !onlyDenies.MatchString(row) && !(e.but && onlyAffirms.MatchString(row)), row == "N" && !e.but:
		return false
	case strings.HasSuffix(row, "M") && !absent[run[len(run)-1].text]:
		return false
	case onlyAffirms.MatchString(row) && !strings.HasSuffix(row, "M"):
		if st.no = false; !denied {
			return false
		}
	case denied:
		return false
	default:
		st = stance{no: true}
	}
	things, places, usually := e.things, e.places, e.weight == Usual
	e.claims = slices.DeleteFunc(e.claims, func(c Claim) bool {
		return c.Subject == Target(things.keys[0]) && c.Object == string(places.keys[0])
	})
	e.was = list{}
	return usually && st.no || e.place(things, places, st)
}

// onlyDenies matches the signs of a run that only denies, "it isn't", "isn't there", "there is none",
// "it is gone", and onlyAffirms those of one that only affirms, "it is".
var (
	onlyDenies  = regexp.MustCompile(`^(?:[IE]?[bw]N|N|[IE]?[bw]Nr|I?mNb|I?mNbr|r[bw]N|r[bw][e?]|[IE]?bM)$`)
	onlyAffirms = regexp.MustCompile(`^(?:[IEr]?b|[IE]?br)$`)
)

// instead: "not in the kitchen but in the bedroom", "the mug? the kitchen".
func (e *english) instead(c match, st stance) bool {
	places := e.placesOf(c, "p")
	switch last := c.pieces[c.at[1]-1]; {
	case last.sign == 'Z':
		return false
	case c.pieces[0].is("n") && c.pieces[1].is("R"):
		return e.sought // "the basket: top of the stairs, in the hallway"
	case c.pieces[0].sign == 'x' && e.did == claimedWhere && !e.no && (c.pieces[0].text == "failing" || c.pieces[0].text == "otherwise"):
		st.soften(Perhaps)
		return e.place(e.things, places, st)
	case e.before == claimedGoing && e.no && e.opening && len(c.pieces) == 1 && !st.no:
		return e.toward(places, st) // "Not the study. The attic!"
	case e.sought && len(e.things.keys) > 0, e.did == claimedWhere && e.no, e.before == claimedWhere && e.no && e.opening && len(c.pieces) == 1 && !st.no:
		st.soften(e.weight)
		return e.place(e.things, places, st)
	case e.did == claimedGoing && (e.no || c.has("x")) && !c.has("i"):
		return e.toward(places, st)
	case (st.firm || c.pieces[0].text == "to") && !st.no && e.opening && len(c.pieces) <= 2:
		return e.toward(places, st) // "to the attic", "first the playroom", and then others
	}
	return c.has("i") && e.fronted(c, st)
}

// too: "and the kitchen too".
func (e *english) too(c match, st stance) bool {
	switch {
	case !st.no && e.no && e.did == claimedGoing && c.group("t") == nil:
		st.deny()
		return e.toward(e.placesOf(c, "p"), st)
	case st.no || e.no:
		return false
	case c.group("t") != nil && e.did == claimedWhere:
		return e.place(e.thingsOf(c, &st), e.places, st)
	case c.group("t") == nil && e.did == claimedWhere:
		return e.place(e.things, e.placesOf(c, "p"), st)
	case c.group("t") == nil && e.did == claimedGoing:
		return e.toward(e.placesOf(c, "p"), st)
	}
	return false
}

// telegram: "no sofa in the bathroom", "loads of them in the study".
func (e *english) telegram(c match, st stance) bool {
	t := c.group("t")[0]
	if t.sign == signIt && e.did != claimedWhere && !e.sought || t.sign == signThing && !t.list.no && !t.list.loose && !t.article && verbToo[t.list.keys[0]] {
		return false
	}
	if !t.list.no {
		st.soften(Usual)
	}
	return e.where(c, st)
}

// perched: "the thermometer is in the medicine cabinet", and then where that is.
func (e *english) perched(c match, st stance) bool {
	verb := c.pieces[1:c.at[1]]
	if c.has("wW") || st.no || len(c.pieces) > c.at[1] || !verb[0].is("bspmin") || c.pieces[0].list.no {
		return false
	}
	e.past = past{things: e.thingsOf(c, &st), weight: st.weight, sought: true}
	return true
}

// kept: "she left it on the couch", and then where that is.
func (e *english) kept(c match, st stance) bool {
	if st.no || c.planned() || c.had() || len(c.pieces) > c.at[1] || e.thingsOf(c, &st).no {
		return false
	}
	e.past = past{things: e.thingsOf(c, &st), weight: st.weight, sought: true}
	return true
}

// unseen: "I checked the study, and there is no sofa", "don't go to the kitchen, no sofa".
func (e *english) unseen(c match, st stance) bool {
	t := c.group("t")[0]
	things := e.thingsOf(c, &st)
	if len(c.pieces) > c.at[1] || !things.no && !st.no {
		return false
	}
	if e.did == claimedGoing && e.no || e.did == claimedWhere && t.list.no {
		return e.place(things, e.places, st)
	}
	return len(e.near.keys) == 1 && e.place(things, e.near, st)
}

// described: "the fridge in the garage is switched off" says where it is, whatever else it says.
func (e *english) described(c match, st stance) bool {
	t := c.pieces[0]
	if !t.article || t.list.no || t.list.or || st.no || slices.ContainsFunc(c.pieces[:c.at[1]], func(p piece) bool { return absent[p.text] || p.sign == 'M' && p.text != "switched" }) {
		return false
	}
	st.soften(Usual)
	return e.place(e.thingsOf(c, &st), e.placesOf(c, "p"), st)
}

// absent are words for a thing that is no longer where it was, or is not real.
var absent = wordSet("gone missing lost sold stolen fake imaginary elsewhere not never")

// fronted: "down in the cellar", and then what is there; with first, where to go.
func (e *english) fronted(c match, st stance) bool {
	if len(c.pieces) > c.at[1] || !e.opening || st.no {
		return false
	}
	e.past = past{places: lone(e.placesOf(c, "p")), atFront: true}
	return true
}

// shown: "you will see the basket", behind where.
func (e *english) shown(c match, st stance) bool {
	return e.atFront && !st.no && len(c.pieces) == c.at[1] && e.place(e.thingsOf(c, &st), e.places, st)
}

// verbToo are things whose name alone could be an order: "watch in the kitchen".
var verbToo = map[Key]bool{
	"watch": true, "book": true, "plant": true, "box": true, "safe": true, "fan": true, "pan": true, "picture": true, "plate": true, "shower": true, "door": true,
}
