package words

import (
	"slices"
	"strings"
)

// search reads where somebody looked for something, before the result is said: "거실은 다
// 뒤졌는데", "컵을 주방에서 찾아봤는데". It claims nothing.
func (k *korean) search(p predicate, c clause) bool {
	if !looked(p) || c.st.no || !c.hasRoom() {
		return false
	}
	if sees := p.verb != verbSeek && begins(p.text, "봤 본"); c.hasThing() && (sees || p.verb == verbGo) {
		return false // "거실에서 컵 봤는데": it was there
	}
	var things, places list
	for _, g := range c.groups {
		if g.loose || g.inner {
			return false
		}
		if g.room {
			places.keys = append(places.keys, g.keys...)
		} else {
			things.keys = append(things.keys, g.keys...)
		}
	}
	if len(things.keys) > 0 {
		k.things = things
	}
	k.places, k.did, k.no, k.searched = places, claimedGoing, false, true
	return true
}

// looked reports whether a verb is one of looking, in the past, and the sentence goes on.
func looked(p predicate) bool {
	return p.past && p.more && p.mood == tells &&
		(p.verb.in(verbLook, verbGo) || p.verb == verbSeek && strings.Contains(p.text, "찾아봤"))
}

// missed reads that a search found nothing: "… 없더라", "… 리모컨은 안 보여".
func (k *korean) missed(p predicate, c clause) (said, ok bool) {
	lost := p.verb.in(verbBe, verbSee, verbSeek) || p.verb == verbGo && strings.Contains(p.text, "나")
	if !c.st.no || !lost || c.hasRoom() || k.question && !p.sure {
		return false, false
	}
	things := k.things
	for _, g := range c.groups {
		things = g.list
		if g.loose || !g.fits() {
			return false, true
		}
	}
	k.searched = false
	if len(things.keys) == 0 && k.atEnd() {
		c.st.soften(Usual)
		return k.steers(k.places, c.st), true // "다락은 다 봤는데 없더라", see [forThisSearch]
	}
	return len(things.keys) > 0 && k.at(things, k.places, c.st), true
}

// wonders reads a question of surprise: "칫솔이 왜 여기 있어", "왜 주방에서 컵을 찾아",
// "무슨 부엌에 침대가 있냐".
func (k *korean) wonders(p predicate, c clause) bool {
	if !c.hasRoom() || !c.hasThing() || c.is(markNo) {
		return false
	}
	c.st.soften(Usual)
	if c.is(markScoff) {
		return k.scoffs(p, c)
	}
	switch {
	case p.verb.in(verbLook, verbSeek) && !p.past && !c.st.no:
		c.st.deny()
	case p.verb.in(verbPut, verbOpen) && p.past && !c.st.no:
		return k.moved(p, c)
	case p.verb != verbBe, p.past, c.st.bad, !p.mood.in(tells, asks):
		return false
	}
	return k.locateAt(c)
}

// scoffs reads a question that means that it is not so: "부엌에 무슨 침대가 있냐".
func (k *korean) scoffs(p predicate, c clause) bool {
	last := &c.groups[len(c.groups)-1]
	switch {
	case p.verb == verbIs && !last.room:
		last.particle = "" // "부엌에 무슨 침대야"
	case p.verb != verbBe, c.st.no, !endsIn(p.text, "냐 냐고 다고 다고그래"):
		return false
	}
	c.st.deny()
	return k.locateAt(c)
}

// list reads names without a predicate: "머그컵은 부엌, 노트북은 서재", an answer to
// a question ("밥솥? 부엌"), a thing alone ("침대?").
func (k *korean) list(c clause) bool {
	last := group{}
	if n := len(c.groups); n > 0 {
		last = c.groups[n-1]
	}
	switch {
	case c.late && len(c.groups) > 1:
		return false // "소파는 거실에 …": what the last word says is not known
	case c.soft && !(c.thingThenRoom() && endsOrIs(last.particle, "에 에요") && !c.who && !c.near):
		return false
	case k.listsInstead(c, last):
		things := k.things // "토스터 식당 말고 주방"
		if !c.groups[0].room {
			things = c.groups[0].list
		}
		return k.away(c, things, c.st) && k.at(things, last.list, c.st)
	case c.alien, c.st.bad, c.name != "", len(c.not) > 0:
		return false
	case c.onlyRoom() && k.answers(last):
		return !last.loose && k.at(k.things, last.list, c.st)
	case c.thingThenRoom() && !k.question && !last.loose && among(c.groups[0].particle, "", "은", "는") && slices.Contains(atParticles, last.particle):
		c.st.soften(Usual)
		k.was = !c.is(markNo) && k.at(c.groups[0].list, last.list, c.st)
		return k.was
	case c.onlyThing() && (c.beside || k.asksFor(last)):
		k.mention(c)
		k.sought = c.beside || len(k.things.keys) > 0
		return true
	}
	return false
}

// listsInstead reports whether a clause says in which room a thing is, and in which it is not:
// "토스터 식당 말고 주방".
func (k *korean) listsInstead(c clause, last group) bool {
	if c.alien || !c.exceptsRoom() || !last.room || last.particle != "" || k.question {
		return false
	}
	return !c.st.no && !c.is(markNo) && (c.thingThenRoom() || c.onlyRoom() && k.sought)
}

// answers reports whether a room alone says where the thing is that was spoken of before.
func (k *korean) answers(room group) bool {
	if len(k.things.keys) == 0 || k.question {
		return false
	}
	return k.sought || k.toldNotWhere() && room.particle == "" // "다리미는 세탁실에 없고 아마 옷방"
}

// asksFor reports whether a thing alone is what is looked for: "침대?", "침대는 …".
func (k *korean) asksFor(thing group) bool {
	return k.question || !k.atEnd() || len(k.claims) == 0 || among(thing.particle, "은", "는")
}

// topical reads what a word that is not known means: "빽은 백팩이라고 알아들어", "킁킁이는 강아지
// 인형 말하는 거야".
func (k *korean) topical(c clause) bool {
	t, ok := token{}, false
	switch {
	case c.st.no || c.st.bad:
		return false
	case c.name != "" && len(c.groups) == 0:
		t, ok = exact(c.name)
	case c.name == "" && len(c.groups) == 1 && len(c.groups[0].keys) == 1 && !c.groups[0].or:
		t, ok = c.groups[0].token(), true
	}
	return ok && k.call(t, c.topic)
}

// callIt reads which name a room or a thing has: "서재는 사무실이라고 불러".
func (k *korean) callIt(c clause) bool {
	if c.st.no || c.st.bad || c.st.weight > 0 {
		return false
	}
	if len(c.groups) == 0 { // "라운지라고 하면 거실 말하는 거야"
		k.name = c.name
		return true
	}
	g := c.groups[0]
	if len(c.groups) != 1 || len(g.keys) != 1 || g.or || g.loose || !among(g.particle, "", "은", "는", "을", "를", "이", "가", "ㄹ") {
		return false
	}
	return k.call(g.token(), c.name)
}

// token is the first name of a group.
func (g group) token() token {
	if g.room {
		return token{room: g.keys[0]}
	}
	return token{object: g.keys[0]}
}
