package words

import (
	"slices"
	"strings"
)

// say makes the claims of a clause. It reports whether the clause was understood.
func (k *korean) say(p predicate, c clause) bool {
	c.st.soften(p.weight)
	if p.no {
		c.st.deny()
	}
	if p.mood == bans && p.verb != verbAvoid {
		c.st.deny()
	}
	if k.ignores(p, c) {
		return false
	}
	if c.is(markBut) && k.toldWhere() && k.weight == Perhaps && p.verb == verbBe && p.mood == tells && !c.st.no && c.onlyRoom() {
		k.claims, k.heard, k.weight = k.claims[:max(0, len(k.claims)-len(k.places.keys))], lone(k.places), 0 // "침실에 있대 근데 거실에 있어"
	}
	if said, done := k.replies(p, c); done {
		return said
	}
	if said, done := k.weighs(p, &c); done {
		return said
	}
	switch {
	case c.st.no && p.verb.in(verbGo, verbLook, verbSeek) && (c.is(markHow|markAlong) || p.hurries() || c.any(group.first)):
		return false // "부엌에 빨리 가지 마": how to go, and not whether
	case c.st.no && p.verb.in(verbIsNot, verbGo, verbLook, verbSeek) && c.any(group.only):
		return false // "주방만 보지 마": other rooms too, or none
	case k.sendsThere(p, c):
		return true
	}
	return k.sayVerb(p, c)
}

// ignores reports whether a clause claims nothing, whatever was said before it.
func (k *korean) ignores(p predicate, c clause) bool {
	switch {
	case p.fetches() && !p.past && c.any(group.toward):
		return true // "컵 찾으면 부엌으로 가져와"
	case c.is(markLater) && !p.past && p.verb.in(verbGo, verbLook, verbSeek, verbBe):
		return true // "나중에 가", "내일은 부엌에 있어"
	case c.is(markThem) && (p.mood.in(orders, begs, bans) || p.verb == verbAvoid): // "애들은 부엌에 가지 마"
		return true
	case c.is(markTold) && p.mood == bans && !p.quoted && strings.Contains(p.text, "면"): // "애들이 부엌에 들어가면 안 돼"
		return true
	case c.is(markWho) && !p.past && !p.quoted: // "부엌에 침대를 누가 둬": nobody does
		return true
	case k.strict && !(p.verb.in(verbPut, verbTake) && p.past && p.weight == 0):
		return true
	case c.is(markWhere): // "거실에 소파 어디 있어"
		return p.verb == verbGo || p.verb.in(verbBe, verbIs, verbOpen) && p.weight != Perhaps
	}
	return false
}

// sendsThere reports whether an order repeats where the thing is: "현관에 있어 거기로 가".
func (k *korean) sendsThere(p predicate, c clause) bool {
	return k.toldWhere() && len(c.groups) == 1 && slices.Equal(c.groups[0].keys, k.places.keys) &&
		p.verb.in(verbGo, verbLook, verbSeek) && p.order(c) && !c.st.no
}

// sayVerb makes the claims of a clause by the kind of its verb.
func (k *korean) sayVerb(p predicate, c clause) bool {
	switch p.verb {
	case verbBe, verbSee:
		return k.sayWhere(p, c)
	case verbIs:
		return (!p.past || c.is(markLasts)) && k.isAt(c)
	case verbIsNot:
		return k.isNotAt(p, c)
	case verbGo:
		return k.sayGo(p, c)
	case verbLook, verbSeek:
		return k.sayLook(p, c)
	case verbPut, verbTake:
		return k.sayPut(p, c)
	case verbOpen:
		known := c.hasThing() || k.sought || k.spoken || k.toldNotWhere() && c.hasRoom()
		return known && p.past && p.mood == tells && k.moved(p, c)
	case verbAvoid:
		return k.sayAvoid(p, c)
	case verbPrefer:
		return !c.hasThing() && k.steerTo(c, false)
	}
	return false
}

// replies makes the claims of a clause that depends on the clause before it, or that excludes
// a room by saying what is allowed; done reports whether it is one.
func (k *korean) replies(p predicate, c clause) (said, done bool) {
	if k.searched {
		if said, ok := k.missed(p, c); ok {
			return said, true
		}
	}
	switch {
	case k.search(p, c):
		return true, true
	case p.mood == allows && p.verb.in(verbLook, verbSeek) && c.st.no && !c.hasThing():
		return k.steerTo(c, true), true // "옥상은 안 봐도 돼"
	case p.mood == allows && p.verb.in(verbGo, verbLook) && len(c.groups) == 0 && c.exceptsRoom():
		c.st.deny() // "지하실 말고는 다 가도 돼"
		return !c.not[0].loose && k.steers(c.not[0].list, c.st), true
	case c.topic != "" && p.mood == tells && (p.verb == verbMean || p.verb == verbCall && strings.HasPrefix(p.text, "알아")):
		return k.topical(c), true
	}
	return false, false
}

// weighs makes the claims of a clause that gives a name, advises, wonders or seeks, and
// recognises clauses that claim nothing; done reports whether it is one of these. A request
// in the form of a denied question loses its denial.
func (k *korean) weighs(p predicate, c *clause) (said, done bool) {
	if p.mood == begs && c.st.no && k.question && strings.Contains(p.text, "래") {
		c.st.no = false // "안 가볼래?"
	}
	switch {
	case c.is(markAlias) && c.name == "":
		return false, true
	case c.is(markAdvice) && p.verb.in(verbGo, verbLook) && !c.st.no:
		c.st.soften(Usual)
		return !c.hasThing() && k.steerTo(*c, false), true
	case c.is(markWhy) || c.is(markScoff):
		return k.wonders(p, *c), true
	case k.leavesOpen(p, *c):
		return false, true
	case p.mood == seeking:
		return k.seeks(*c), true
	case p.verb == verbMean && k.name != "" && p.mood == tells:
		c.name, k.name = k.name, ""
		return k.callIt(*c), true
	case c.name != "":
		return p.verb == verbCall && k.callIt(*c), true
	}
	return false, false
}

// leavesOpen reports whether a clause does not say plainly whether it is so.
func (k *korean) leavesOpen(p predicate, c clause) bool {
	switch {
	case c.st.bad, p.mood.in(asks, doubts):
		return true
	case c.is(markNo) && !c.st.no: // "절대 있어"
		return true
	case p.mood == allows && !p.verb.in(verbBe, verbAvoid): // "가도 돼"
		return true
	}
	return k.question && !p.sure && !p.mood.in(begs, bans)
}

// seeks reads what is looked for, before it is said where to go: "소파 찾으려면".
func (k *korean) seeks(c clause) bool {
	if !c.onlyThing() {
		return false
	}
	k.past = past{things: c.groups[0].list, sought: true}
	return true
}

// A pair is things and the places where they are.
type pair struct{ things, places *group }

// pairs makes pairs of the names of a clause: "침대는 침실에, 변기는 욕실에".
func pairs(c clause) (all []pair, ok bool) {
	var p pair
	for i := range c.groups {
		g := &c.groups[i]
		if g.loose || !g.fits() {
			return nil, false
		}
		slot := &p.things
		if g.room {
			slot = &p.places
		}
		if *slot != nil {
			if p.things == nil || p.places == nil || p.places.particle == "" && !p.places.comma {
				return nil, false
			}
			all, p = append(all, p), pair{}
		}
		*slot = g
	}
	return append(all, p), true
}

// locateAt claims where things are: "화장실에는 소파가 없다". What a clause leaves out is
// taken from what was said before it.
func (k *korean) locateAt(c clause) bool {
	var was list
	if gs := c.groups; len(gs) > 2 && gs[0].room && !gs[1].room && gs[2].room {
		switch {
		case gs[0].particle == "" && !gs[0].inner && !gs[0].comma:
			c.groups = gs[1:] // "화장실 체중계 지금 안방에 있어"
		case gs[0].particle == "있던" && len(gs) == 3 && !c.st.no:
			was, c.groups = gs[0].list, gs[1:] // "손님방에 있던 침대 지금은 아이방에 있어"
		}
	}
	all, ok := pairs(c)
	if !ok || len(c.groups) == 0 {
		return false
	}
	for _, p := range all {
		if !k.locatePair(p, c, was) {
			return false
		}
	}
	return true
}

// locatePair claims where the things of a pair are, and that they are no longer where they
// were.
func (k *korean) locatePair(p pair, c clause, was list) bool {
	things, places, st := k.things, k.places, c.st
	if p.things != nil && p.things.only() || p.places != nil && p.places.only() {
		st.insist()
	}
	if p.things != nil {
		things = p.things.list
	} else {
		st.soften(k.weight)
	}
	switch {
	case p.places == nil && (k.did == claimedNothing || c.beside || k.did == claimedGoing && k.no):
		return false
	case p.places != nil && p.places.inner && st.no:
		return false // "거실 책상 위에 없어": it may be elsewhere in the room
	case p.places != nil:
		places = p.places.list
	}
	if len(was.keys) > 0 && !k.locate(things, was, stance{no: true}) {
		return false
	}
	return k.away(c, things, st) && k.at(things, places, st)
}

// away claims the opposite for the places before "말고".
func (k *korean) away(c clause, things list, st stance) bool {
	for _, g := range c.not {
		if !g.room {
			continue
		}
		if st.no || g.loose {
			return false
		}
		st.deny()
		if !k.at(things, g.list, st) {
			return false
		}
	}
	return true
}

func (k *korean) at(things, places list, st stance) bool {
	if k.going && !st.no && slices.Equal(places.keys, k.places.keys) {
		k.claims = k.claims[:min(k.through, len(k.claims))] // "부엌 가서 컵 있나 봐"
	}
	if !k.locate(things, places, st) {
		return false
	}
	if len(k.heard.keys) == 1 && !st.no && !slices.Contains(places.keys, k.heard.keys[0]) {
		k.locate(things, k.heard, stance{no: true, weight: Usual}) // "거실이라고 했는데 침실이야"
	}
	k.heard = list{}
	k.spoken, k.was = false, false
	k.past = past{things: things, places: places, weight: st.weight, did: claimedWhere, no: st.no}
	return true
}

// isAt reads which place it is: "소파는 거실이야", "네가 가야 할 곳은 거실이야".
func (k *korean) isAt(c clause) bool {
	if len(c.groups) == 0 {
		return k.was // "…, 둘 중 하나야"
	}
	last := c.groups[len(c.groups)-1]
	switch {
	case !last.room || last.loose:
		return false
	case c.is(markGoal) && len(c.groups) == 1:
		return k.steers(last.list, c.st)
	case k.goesInstead(c):
		st := c.st // "복도 말고 화장실이라고"
		st.deny()
		return k.steers(c.not[0].list, st) && k.steers(last.list, c.st)
	}
	things := k.things
	switch {
	case c.thingThenName():
		things = c.groups[0].list
	case len(c.groups) != 1 || !k.awaitsPlace():
		return false
	}
	k.was = k.away(c, things, c.st) && k.at(things, last.list, c.st)
	return k.was
}

// goesInstead reports whether a clause that ends its sentence says of no thing which room it
// is: then it is where to go.
func (k *korean) goesInstead(c clause) bool {
	return len(c.groups) == 1 && len(k.things.keys) == 0 && k.atEnd() &&
		c.exceptsRoom() && !c.not[0].loose && !c.st.no
}

// awaitsPlace reports whether the clause before left open where its thing is.
func (k *korean) awaitsPlace() bool {
	return k.sought || k.spokeOfOne() || k.toldNotWhere() || k.did == claimedWhere && k.was
}

// isNotAt reads which place it is not, before it is said where it is, or where to go:
// "소파는 거실이 아니라".
func (k *korean) isNotAt(p predicate, c clause) bool {
	if len(c.groups) == 0 || !c.groups[len(c.groups)-1].room {
		return false
	}
	last := c.groups[len(c.groups)-1]
	switch {
	case c.thingThenName():
		return k.at(c.groups[0].list, last.list, c.st)
	case len(c.groups) > 1:
		return false
	case p.more:
		k.contrast = c.groups
		return true
	}
	return k.toldWhere() && k.at(k.things, last.list, c.st)
}

// steerTo claims where to go or not to go: "주방에는 가지 마", "복도로 가". If a thing is looked
// for, it claims that the thing is there. A ban may leave out the place.
func (k *korean) steerTo(c clause, ban bool) bool {
	if slices.ContainsFunc(c.groups, func(g group) bool { return !g.goal(c.st.no) }) {
		return false
	}
	var place list
	switch n := len(c.groups); {
	case n == 1:
		place = c.groups[0].list
	case n == 0 && c.is(markOther) && c.exceptsRoom() && !c.st.no && !c.not[0].loose:
		c.st.deny() // "거실 말고 다른 데 찾아"
		return k.steers(c.not[0].list, c.st)
	case n == 0 && ban && len(k.places.keys) == 1:
		place = k.places
	default:
		return false
	}
	for _, g := range c.not {
		if !g.room {
			continue
		}
		away := c.st
		away.deny()
		if g.loose || c.st.no || !k.steers(g.list, away) {
			return false
		}
	}
	if k.sought && len(k.things.keys) > 0 {
		c.st.soften(Usual)
		return k.at(k.things, place, c.st)
	}
	return k.steers(place, c.st)
}

func (k *korean) steers(places list, st stance) bool {
	if k.cond || !k.steer(places, st) {
		return false
	}
	k.past = past{things: k.things, places: places, did: claimedGoing, no: st.no}
	return true
}
