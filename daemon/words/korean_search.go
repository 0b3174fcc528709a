package words

import (
	"slices"
	"strings"
)

// search reads where somebody looked for something, before the result is said: "거실은 다
// 뒤졌는데", "컵을 주방에서 찾아봤는데". It claims nothing.
func (k *korean) search(p predicate, c clause) bool {
	sees := p.verb != verbSeek && begins(p.text, "봤 본")
	looked := p.verb == verbLook || p.verb == verbGo || p.verb == verbSeek && strings.Contains(p.text, "찾아봤")
	if !looked || !p.past || !p.more || p.mood != tells || c.st.no || !hasRoom(c) || hasThing(c) && (sees || p.verb == verbGo) {
		return false
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

// missed reads that a search found nothing: "… 없더라", "… 리모컨은 안 보여".
func (k *korean) missed(p predicate, c clause) (said, ok bool) {
	no := c.st.no
	lost := no && (p.verb == verbBe || p.verb == verbSee || p.verb == verbSeek || p.verb == verbGo && strings.Contains(p.text, "나"))
	if !lost || hasRoom(c) || c.is(markNo) && !no || k.question && !p.sure {
		return false, false
	}
	things := k.things
	for _, g := range c.groups {
		things = g.list
		if g.loose || !takes(&g) {
			return false, true
		}
	}
	k.searched = false
	if len(things.keys) == 0 && k.pos == len(k.toks) {
		c.st.soften(Usual)
		return k.steers(k.places, c.st), true // "다락은 다 봤는데 없더라"
	}
	return len(things.keys) > 0 && k.at(things, k.places, c.st), true
}

// wonders reads a question of surprise: "칫솔이 왜 여기 있어", "왜 주방에서 컵을 찾아",
// "무슨 부엌에 침대가 있냐".
func (k *korean) wonders(p predicate, c clause) bool {
	if !hasRoom(c) || !hasThing(c) || c.is(markNo) {
		return false
	}
	c.st.soften(Usual)
	switch {
	case c.is(markScoff) && p.verb == verbIs && !c.groups[len(c.groups)-1].room:
		c.groups[len(c.groups)-1].particle = "" // "부엌에 무슨 침대야"
		c.st.deny()
	case c.is(markScoff):
		if p.verb != verbBe || c.st.no || !endsIn(p.text, "냐 냐고 다고 다고그래") {
			return false
		}
		c.st.deny()
	case (p.verb == verbLook || p.verb == verbSeek) && !c.st.no && !p.past:
		c.st.deny()
	case (p.verb == verbPut || p.verb == verbOpen) && p.past && !c.st.no:
		return k.moved(p, c)
	case p.verb != verbBe || p.past || c.st.bad || p.mood != tells && p.mood != asks:
		return false
	}
	return k.locateAt(c)
}

// list reads names without a predicate: "머그컵은 부엌, 노트북은 서재", an answer to
// a question ("밥솥? 부엌"), a thing alone ("침대?").
func (k *korean) list(c clause) bool {
	if n := len(c.groups); c.soft && (n != 2 || c.who || c.near || c.groups[0].room || !endsOrIs(c.groups[1].particle, "에 에요")) {
		return false
	}
	if n := len(c.groups); !c.alien && len(c.not) == 1 && c.not[0].room && n > 0 && n < 3 && c.groups[n-1].room && c.groups[n-1].particle == "" && !c.st.no && !c.is(markNo) && (n == 2 && !c.groups[0].room || n == 1 && k.sought) && !k.question {
		things := k.things // "토스터 식당 말고 주방"
		if n == 2 {
			things = c.groups[0].list
		}
		return k.away(c, things, c.st) && k.at(things, c.groups[n-1].list, c.st)
	}
	if c.alien || c.st.bad || c.name != "" || len(c.not) > 0 {
		return false
	}
	if len(c.groups) == 1 && c.groups[0].room && c.groups[0].particle == "" && k.did == claimedWhere && k.no && len(k.things.keys) > 0 && !k.question && !c.groups[0].loose {
		return k.at(k.things, c.groups[0].list, c.st) // "다리미는 세탁실에 없고 아마 옷방"
	}
	if len(c.groups) == 1 && c.groups[0].room && k.sought && len(k.things.keys) > 0 && !k.question {
		return !c.groups[0].loose && k.at(k.things, c.groups[0].list, c.st)
	}
	if len(c.groups) == 2 && !c.groups[0].room && slices.Contains([]string{"", "은", "는"}, c.groups[0].particle) && c.groups[1].room && slices.Contains(atParticles, c.groups[1].particle) && !k.question && !c.groups[1].loose {
		c.st.soften(Usual)
		said := !c.is(markNo) && k.at(c.groups[0].list, c.groups[1].list, c.st)
		k.was = said
		return said
	}
	if c.beside && len(c.groups) == 1 && !c.groups[0].room {
		k.mention(c) // "치약은 세면대 위, 그러니까 화장실"
		k.sought = true
		return true
	}
	if len(c.groups) == 1 && !c.groups[0].room && (k.question || k.pos < len(k.toks) || len(k.claims) == 0 || slices.Contains([]string{"은", "는"}, c.groups[0].particle)) {
		k.mention(c)
		k.sought = len(k.things.keys) > 0
		return true
	}
	return false
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
	if len(c.groups) != 1 || len(g.keys) != 1 || g.or || g.loose || !slices.Contains([]string{"", "은", "는", "을", "를", "이", "가", "ㄹ"}, g.particle) {
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
