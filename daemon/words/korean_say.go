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
	if p.verb == verbSeek && !p.past && begins(p.text, fetching) && slices.ContainsFunc(c.groups, func(g group) bool { return g.room && strings.HasSuffix(g.particle, "로") }) {
		return false // "컵 찾으면 부엌으로 가져와"
	}
	if c.is(markLater) && !p.past && (p.verb == verbGo || p.verb == verbLook || p.verb == verbSeek || p.verb == verbBe) {
		return false // "나중에 가", "내일은 부엌에 있어"
	}
	if k.strict && !((p.verb == verbPut || p.verb == verbTake) && p.past && p.weight == 0) {
		return false
	}
	if c.is(markWhere) && p.verb == verbGo || c.is(markWhere) && p.weight != Perhaps && (p.verb == verbBe || p.verb == verbIs || p.verb == verbOpen) {
		return false // "거실에 소파 어디 있어"
	}
	if said, done := k.replies(p, c); done {
		return said
	}
	if said, done := k.weighs(p, &c); done {
		return said
	}
	if c.st.no && (p.verb == verbIsNot || p.verb == verbGo || p.verb == verbLook || p.verb == verbSeek) &&
		slices.ContainsFunc(c.groups, func(g group) bool { return strings.HasSuffix(g.particle, "만") }) {
		return false // "주방만 보지 마": other rooms too, or none
	}
	goes := p.verb == verbGo || p.verb == verbLook || p.verb == verbSeek
	if goes && k.did == claimedWhere && !k.no && len(c.groups) == 1 && slices.Equal(c.groups[0].keys, k.places.keys) && p.order(c) && !c.st.no {
		return true // "현관에 있어 거기로 가"
	}
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
		return (hasThing(c) || k.sought || k.spoken || k.did == claimedWhere && k.no && hasRoom(c)) && p.past && p.mood == tells && k.moved(p, c)
	case verbAvoid:
		return k.sayAvoid(p, c)
	case verbPrefer:
		return !hasThing(c) && k.steerTo(c, false)
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
	if k.search(p, c) {
		return true, true
	}
	if p.mood == allows && (p.verb == verbLook || p.verb == verbSeek) && c.st.no && !hasThing(c) {
		return k.steerTo(c, true), true // "옥상은 안 봐도 돼"
	}
	if p.mood == allows && len(c.groups) == 0 && len(c.not) == 1 && c.not[0].room && (p.verb == verbGo || p.verb == verbLook) {
		c.st.deny() // "지하실 말고는 다 가도 돼"
		return !c.not[0].loose && k.steers(c.not[0].list, c.st), true
	}
	if c.topic != "" && p.mood == tells && (p.verb == verbMean || p.verb == verbCall && strings.HasPrefix(p.text, "알아")) {
		return k.topical(c), true
	}
	return false, false
}

// weighs makes the claims of a clause that gives a name, advises, wonders or seeks, and
// recognises clauses that claim nothing; done reports whether it is one of these. A request
// in the form of a denied question loses its denial.
func (k *korean) weighs(p predicate, c *clause) (said, done bool) {
	if c.is(markAlias) && c.name == "" {
		return false, true
	}
	if p.mood == begs && c.st.no && k.question && strings.Contains(p.text, "래") {
		c.st.no = false // "안 가볼래?"
	}
	if c.is(markAdvice) && (p.verb == verbGo || p.verb == verbLook) && !c.st.no {
		c.st.soften(Usual)
		return !hasThing(*c) && k.steerTo(*c, false), true
	}
	if c.is(markWhy) || c.is(markScoff) {
		return k.wonders(p, *c), true
	}
	switch {
	case c.is(markNo) && !c.st.no, c.st.bad, p.mood == asks, p.mood == doubts, p.mood == allows && p.verb != verbBe && p.verb != verbAvoid:
		return false, true
	case k.question && !p.sure && p.mood != begs && p.mood != bans:
		return false, true
	case p.mood == seeking:
		return k.seeks(*c), true
	case p.verb == verbMean && k.name != "" && p.mood == tells:
		c.name, k.name = k.name, ""
		return k.callIt(*c), true
	case c.name != "":
		return p.verb == verbCall && p.mood != asks && k.callIt(*c), true
	}
	return false, false
}

func hasThing(c clause) bool {
	return slices.ContainsFunc(c.groups, func(g group) bool { return !g.room })
}

// fetching are the beginnings of the verbs of bringing.
const fetching = "가져오 가져와 가져올 갖고오 갖고와 갖고올 꺼내오 꺼내와 꺼내왔 가져왔 갖고왔 챙겨"

func hasRoom(c clause) bool {
	return slices.ContainsFunc(c.groups, func(g group) bool { return g.room })
}

// seeks reads what is looked for, before it is said where to go: "소파 찾으려면".
func (k *korean) seeks(c clause) bool {
	if len(c.groups) != 1 || c.groups[0].room {
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
		if g.loose || !takes(g) {
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

// takes reports whether the particle of a group fits the thing, or the place, of a statement
// about where a thing is.
func takes(g *group) bool {
	of := thingParticles
	if g.room {
		of = atParticles
	}
	return slices.Contains(of, strings.TrimSuffix(g.particle, "만"))
}

// locateAt claims where things are: "화장실에는 소파가 없다". What a clause leaves out is
// taken from what was said before it.
func (k *korean) locateAt(c clause) bool {
	if gs := c.groups; len(gs) > 2 && gs[0].room && gs[0].particle == "" && !gs[0].inner && !gs[0].comma && !gs[1].room && gs[2].room {
		c.groups = gs[1:] // "화장실 체중계 지금 안방에 있어"
	}
	var was list
	if gs := c.groups; len(gs) == 3 && gs[0].room && gs[0].particle == "있던" && !gs[1].room && gs[2].room && !c.st.no {
		was, c.groups = gs[0].list, gs[1:] // "손님방에 있던 침대 지금은 아이방에 있어"
	}
	all, ok := pairs(c)
	if !ok || len(c.groups) == 0 {
		return false
	}
	for _, p := range all {
		things, places, st := k.things, k.places, c.st
		for _, g := range []*group{p.things, p.places} {
			if g != nil && strings.HasSuffix(g.particle, "만") {
				st.insist()
			}
		}
		if p.things != nil {
			things = p.things.list
		} else {
			st.soften(k.weight)
		}
		if p.places != nil {
			if places = p.places.list; p.places.inner && st.no {
				return false
			}
		} else if k.did == claimedNothing || c.beside || k.did == claimedGoing && k.no {
			return false
		}
		if away := (stance{no: true}); len(was.keys) > 0 && !k.locate(things, was, away) || !k.away(c, things, st) || !k.at(things, places, st) {
			return false
		}
	}
	return true
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
	if !last.room || last.loose {
		return false
	}
	if c.is(markGoal) && len(c.groups) == 1 {
		return k.steers(last.list, c.st)
	}
	things := k.things
	if len(c.not) == 1 && c.not[0].room && len(c.groups) == 1 && len(things.keys) == 0 && k.pos == len(k.toks) && !c.not[0].loose && !c.st.no {
		st := c.st // "복도 말고 화장실이라고"
		st.deny()
		return k.steers(c.not[0].list, st) && k.steers(last.list, c.st)
	}
	switch {
	case len(c.groups) == 2 && !c.groups[0].room && takes(&c.groups[0]):
		things = c.groups[0].list
	case len(c.groups) != 1 || !k.sought && !(k.spoken && len(k.things.keys) == 1) && !(k.did == claimedWhere && (k.no || k.was)):
		return false
	}
	said := k.away(c, things, c.st) && k.at(things, last.list, c.st)
	k.was = said
	return said
}

// isNotAt reads which place it is not, before it is said where it is, or where to go:
// "소파는 거실이 아니라".
func (k *korean) isNotAt(p predicate, c clause) bool {
	if len(c.groups) == 0 || !c.groups[len(c.groups)-1].room {
		return false
	}
	last := c.groups[len(c.groups)-1]
	switch {
	case len(c.groups) == 2 && !c.groups[0].room && takes(&c.groups[0]):
		return k.at(c.groups[0].list, last.list, c.st)
	case len(c.groups) == 1 && k.did == claimedWhere && !k.no && !p.more:
		return k.at(k.things, last.list, c.st)
	case len(c.groups) == 1 && p.more:
		k.contrast = c.groups
		return true
	}
	return false
}

// steerTo claims where to go or not to go: "주방에는 가지 마", "복도로 가". If a thing is looked
// for, it claims that the thing is there. A ban may leave out the place.
func (k *korean) steerTo(c clause, ban bool) bool {
	var places []group
	for _, g := range c.groups {
		if !g.room || g.loose || !slices.Contains(goalParticles, strings.TrimSuffix(g.particle, "만")) || strings.HasSuffix(g.particle, "만") && c.st.no && g.particle != "만" {
			return false
		}
		places = append(places, g)
	}
	if len(places) == 0 && c.is(markOther) && len(c.not) == 1 && c.not[0].room && !c.st.no && !c.not[0].loose {
		c.st.deny() // "거실 말고 다른 데 찾아"
		return k.steers(c.not[0].list, c.st)
	}
	if len(places) == 0 && ban && len(k.places.keys) == 1 {
		places = []group{{list: k.places}}
	}
	if len(places) != 1 {
		return false
	}
	for _, g := range c.not {
		away := c.st
		if away.deny(); !g.room {
			continue
		}
		if g.loose || c.st.no || !k.steers(g.list, away) {
			return false
		}
	}
	if k.sought && len(k.things.keys) > 0 {
		c.st.soften(Usual)
		return k.at(k.things, places[0].list, c.st)
	}
	return k.steers(places[0].list, c.st)
}

func (k *korean) steers(places list, st stance) bool {
	if k.cond {
		return false
	}
	if !k.steer(places, st) {
		return false
	}
	k.past = past{things: k.things, places: places, did: claimedGoing, no: st.no}
	return true
}

// moved claims from where and to where a thing was moved: "의자를 부엌에서 베란다로 옮겼어",
// "화분은 서재에서 빼냈어".
func (k *korean) moved(p predicate, c clause) bool {
	things, away, to, out := k.things, list{}, list{}, false
	for i, g := range c.groups {
		if g.room && g.particle == "" && !g.inner && !g.loose && i == 0 && len(c.groups) > 1 && !c.groups[1].room && (p.verb == verbTake || p.verb == verbPut && len(c.groups) == 3 && c.groups[2].room) {
			away = g.list // "베란다 화분 거실로 들여놨어"
			continue
		}
		switch {
		case g.loose:
			return false
		case !g.room && slices.Contains(thingParticles, g.particle):
			things = g.list
		case g.room && slices.Contains(awayParticles, g.particle) && (p.verb != verbOpen || g.particle == "있던"):
			away = g.list
		case g.room && (slices.Contains(atParticles, g.particle) || slices.Contains(goalParticles, g.particle)):
			to, out = g.list, strings.HasSuffix(g.particle, "로")
		default:
			return false
		}
	}
	if p.verb == verbPut && len(to.keys) == 0 && begins(p.text, "두 둬 뒀 둡 놓 놔 놨 벗어") {
		to, away = away, list{} // "거실에서 벗어 뒀어"
	}
	if len(away.keys)+len(to.keys) == 0 && hasThing(c) && k.spoken && begins(p.text, "두고 놓고 놔두고") {
		to = k.places // "여기서 놀다가 채집통 두고 나갔어"
	}
	if len(away.keys)+len(to.keys) == 0 && hasThing(c) && c.is(markAlong) && k.did == claimedWhere && !k.no {
		to = k.places // "티비는 침실로 옮겼고 리모컨도 같이 가져갔어"
	}
	if len(away.keys) == 0 && len(to.keys) > 0 && !slices.Equal(k.from.keys, to.keys) {
		away = k.from // "지하실에 있던 거"
	}
	if len(things.keys) == 0 || c.st.no || len(away.keys)+len(to.keys) == 0 || p.verb == verbTake && len(to.keys) > 0 && !out && !strings.ContainsAny(p.text, "놓놨뒀두") {
		return false
	}
	if !k.away(c, things, c.st) {
		return false
	}
	if len(away.keys) > 0 {
		st := c.st
		st.deny()
		if !k.at(things, away, st) {
			return false
		}
	}
	return len(to.keys) == 0 || k.at(things, to, c.st)
}
