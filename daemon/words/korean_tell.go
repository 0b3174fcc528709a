package words

import (
	"slices"
	"strings"
)

// order reports whether a predicate tells the robot to do something.
func (p predicate) order(c clause) bool {
	return p.mood.in(orders, begs, bans) || p.plain && !c.is(markTold)
}

// hurries reports whether a verb says how to go: "뛰어가지 마" does not say where not to go.
func (p predicate) hurries() bool {
	return begins(p.text, "뛰지 뛰면 뛰어가 뛰어다니 뛰어다녀 뛰어들 달려가 달리 튀어가 왔다갔다")
}

// fetches reports whether a predicate is one of bringing: "가져와".
func (p predicate) fetches() bool { return begins(p.text, fetching) }

// fetching are the beginnings of the verbs of bringing.
const fetching = "가져오 가져와 가져올 갖고오 갖고와 갖고올 꺼내오 꺼내와 꺼내왔 가져왔 갖고왔 챙겨"

// sayWhere makes the claims of a clause that says where a thing is or was seen: "화장실에는
// 소파가 없어", "거실에서 봤어".
func (k *korean) sayWhere(p predicate, c clause) bool {
	if p.past && p.verb == verbBe {
		c.st.soften(Usual) // it may be elsewhere now
	}
	switch {
	case c.is(markNothing) && (len(c.not) > 0 || c.beside):
		return false // "부엌에 컵 말고는 아무것도 없어"
	case c.is(markNothing) && c.st.no && !c.hasThing() && c.hasRoom() && !p.past && p.verb == verbBe:
		c.st.soften(Usual)
		return k.steerTo(c, false) // "다락엔 아무것도 없어"
	case k.contradicts(p, c):
		k.claims = k.claims[:len(k.claims)-1] // "욕실에 책이 왜 있어 당연히 없지"
		if c.st.brief || !endsIn(p.text, "지 잖아 거든 더라 네 지요 죠") || len(k.things.keys) != 1 || len(k.places.keys) != 1 {
			return true // "있는 거야 없는 거야"
		}
		return k.at(k.things, k.places, c.st)
	case p.past && !p.no && p.verb == verbBe:
		found := c.is(markLasts) || endsOrIs(p.text, "있었네 있었네요 있었구나 있었구만 있었군")
		return found && k.locateAt(c) // "여기 있었네": it is
	}
	return k.locateAt(c)
}

// contradicts reports whether a clause without names denies the claim just made: "없지".
func (k *korean) contradicts(p predicate, c clause) bool {
	return p.verb == verbBe && c.st.no && p.mood == tells && len(c.groups) == 0 && k.toldWhere() &&
		len(k.claims) > 0 && k.claims[len(k.claims)-1].Relation == RelationIn
}

// sayGo makes the claims of a clause with a verb of going: "거실로 가", "의자가 거실로 갔어".
func (k *korean) sayGo(p predicate, c clause) bool {
	order := p.order(c)
	went := p.past && p.mood == tells
	switch {
	case went && c.onlyRoom() && c.any(group.toward) && k.toldNotWhere():
		return k.moved(p, c) // "하나도 안 남았어 죄다 차고로 나갔어"
	case p.cannot || strings.Contains(p.text, "놓고"):
		return false // "복도에 들어와 놓고"
	case comesOut(p, c):
		return k.locateAt(c)
	case order && goesForThing(p, c):
		k.mention(c)
		k.going, k.through = true, len(k.claims)
		return true
	case c.hasThing() && p.no && p.mood == tells && begins(p.text, "나간 벗어난"):
		c.st.no = false // "이 방에서 나간 적이 없어"
		return k.locateAt(c)
	case order && k.goesToSee(p, c):
		c.st.soften(Usual)
		k.sought = true
		return k.steerTo(c, false)
	case went && c.hasThing():
		return k.moved(p, c) // "의자가 거실로 갔어"
	case c.hasThing(), c.any(group.leaves), p.past && p.mood != begs, !order && !p.no:
		return false
	}
	return k.heads(p, c)
}

// comesOut reports whether a thing turned up in a room: "양말은 세탁실에서 나오더라".
func comesOut(p predicate, c clause) bool {
	return c.hasThing() && c.any(group.leaves) && p.mood == tells && (p.past || !p.plain || p.no) &&
		begins(strings.TrimPrefix(p.text, "안"), "나오 나왔 나온 나와")
}

// goesForThing reports whether the next clause may say what to do with a thing in a room:
// "화분은 복도 가서 찾아봐".
func goesForThing(p predicate, c clause) bool {
	if !p.plain || !p.more || c.st.no || !c.thingThenName() {
		return false
	}
	return !c.groups[0].loose && c.groups[1].room && !c.groups[1].loose && slices.Contains(goalParticles, c.groups[1].particle)
}

// goesToSee reports whether to look in a room for the thing that was spoken of: "물통
// 굴러다니던데 주방 가봐".
func (k *korean) goesToSee(p predicate, c clause) bool {
	return k.spokeOfOne() && c.hasRoom() && !c.hasThing() && !p.past && !c.st.no && !c.is(markTold) && strings.Contains(p.text, "가봐")
}

// heads claims where to go; the next clause may say what is there.
func (k *korean) heads(p predicate, c clause) bool {
	before := len(k.claims)
	if !k.steerTo(c, p.mood == bans) {
		return false
	}
	if p.plain && p.more && !c.st.no {
		k.through, k.going = before, true
	}
	return true
}

// sayLook makes the claims of a clause with a verb of looking: "서재 봐", "거실에서 소파 찾아".
func (k *korean) sayLook(p predicate, c clause) bool {
	order := p.order(c)
	switch {
	case order && len(c.groups) == 0 && k.asked.things != nil && !c.st.no && !strings.HasPrefix(p.text, "확인"):
		c.st.soften(Usual) // "식당에 곰인형 있나 보고 와"
		return k.at(k.asked.things.list, k.asked.places.list, c.st)
	case order && p.verb == verbSeek && len(c.groups) > 0 && !c.hasThing() && k.did == claimedWhere:
		c.st.soften(Usual)
		return k.locateAt(c)
	case p.verb == verbSeek && p.past && p.mood == tells && p.fetches():
		return k.moved(p, c) // "청소기 다용도실에서 꺼내왔어"
	case order && !p.past && p.fetches() && c.any(group.leaves):
		return false // "소파를 주방에서 가져와"
	case !order && searches(p, c):
		k.mention(c)
		if len(k.places.keys) > 0 {
			k.did, k.no, k.searched = claimedGoing, false, true
		}
		return true
	case c.hasThing() && looksThere(p, c):
		if !p.past && !p.can {
			c.st.soften(Usual)
		}
		if k.going && order && !c.hasRoom() {
			k.claims = k.claims[:k.through] // "거실에 가서 소파 찾아": to look there, no more
		}
		return k.locateAt(c)
	case p.verb == verbSeek && c.st.no && !c.hasThing() && (p.cannot || p.can):
		return false // "부엌에서는 못 찾을 거야": so of what is looked for now
	case lookedInVain(p, c):
		c.st = stance{no: true, weight: Usual}
		return k.steerTo(c, false)
	case p.past && p.mood != begs, !order && !p.no:
		return false
	case order && k.spokeOfOne() && !c.st.no && !c.is(markTold) && (k.going || c.hasRoom()):
		return k.lookForIt(c)
	}
	return k.heads(p, c)
}

// searches reports whether somebody is looking for a thing in a room: "침실에서 청소기 찾던데
// 거긴 없어".
func searches(p predicate, c clause) bool {
	return p.verb == verbSeek && c.hasThing() && c.hasRoom() && p.mood == tells && !p.past && !p.can && !p.no
}

// looksThere reports whether a clause that names a thing says where to look for it, or where
// it was seen: "거실에서 소파 찾아", "거실에서 소파 봤어".
func looksThere(p predicate, c clause) bool {
	switch {
	case c.is(markTold) && !p.past: // "내가 거실에서 소파 찾을게"
		return false
	case p.order(c):
		return true
	}
	return p.mood == tells && (p.past || p.can || p.no || p.verb == verbSeek)
}

// lookedInVain reports whether somebody who has looked in a room spares the robot the way:
// "다락은 내가 벌써 찾아봤어".
func lookedInVain(p predicate, c clause) bool {
	return p.past && p.mood == tells && !p.more && c.is(markTold) && !c.st.no && c.onlyRoom() && endsOrIs(c.groups[0].particle, "은 는 도")
}

// lookForIt claims that the thing that was spoken of is where to look: "물통 굴러다니던데 주방
// 가서 봐".
func (k *korean) lookForIt(c clause) bool {
	c.st.soften(Usual)
	if k.going {
		k.claims = k.claims[:k.through]
	}
	if len(c.groups) == 0 {
		return k.at(k.things, k.places, c.st)
	}
	k.sought = true
	return k.steerTo(c, false)
}

// sayPut makes the claims of a clause with a verb of putting or taking: "안경은 욕실에 뒀어",
// "의자를 베란다로 옮겼어".
func (k *korean) sayPut(p predicate, c clause) bool {
	order := p.order(c)
	switch {
	case p.verb == verbPut && c.st.no && p.mood == tells && c.hasRoom() && (c.hasThing() || k.spokeOfOne()):
		return k.locateAt(c) // "욕실엔 폰 안 놔뒀어"
	case p.verb == verbPut && endsIn(p.text, "다가"):
		k.mention(c)
		return true // "거실에 뒀다가 주방에 갖다 놨어"
	case order && leavesAlone(p, c), (order || p.more) && k.leavesOut(p, c):
		c.st.deny()
		return k.steerTo(c, false)
	case p.verb == verbPut && habitual(p, c):
		known := c.hasThing() || k.sought || k.spokeOfOne() && c.hasRoom()
		return known && k.locateAt(c)
	case p.mood != tells:
		return false
	}
	done := p.past || p.more || p.quoted || p.plain && p.verb == verbTake && !k.atEnd()
	return done && k.moved(p, c)
}

// leavesAlone reports whether nothing is to be done in a room: "서재는 그냥 놔둬".
func leavesAlone(p predicate, c clause) bool {
	return p.verb == verbPut && !p.past && !c.hasThing() && c.hasRoom() &&
		begins(p.text, "놔두 놔둬 내버려두 내버려둬 두세요 둬 냅둬") && endsOrIs(c.groups[0].particle, "은 는 긴")
}

// leavesOut reports whether a room is to be left out: "거실은 빼". "거실에서 빼" may be about
// the thing that was spoken of.
func (k *korean) leavesOut(p predicate, c clause) bool {
	return p.verb == verbTake && begins(p.text, "빼 뺄 뺍") && !c.hasThing() &&
		!c.any(func(g group) bool { return endsOrIs(g.particle, "로 에") }) &&
		!(k.spokeOfOne() && c.any(group.leaves))
}

// habitual reports whether a clause says where a thing is usually put: "기타는 지하실에 두거든".
func habitual(p predicate, c clause) bool {
	if p.mood != tells || p.past || p.weight == Perhaps {
		return false
	}
	// "기타는 지하실에 둬" orders, but not with such words.
	usually := len(c.not) > 0 || strings.HasSuffix(p.text, "요") || c.is(markTold) || c.st.firm || c.st.weight == Usual
	return !p.plain || usually && c.hasRoom()
}

// sayAvoid makes the claims of a clause that excludes a place: "거실은 빼고", "서재는 됐어".
func (k *korean) sayAvoid(p predicate, c clause) bool {
	switch {
	case p.mood == bans, p.past, c.hasThing(),
		c.soft && strings.HasPrefix(p.text, "금지"),
		len(c.groups) == 0 && strings.HasPrefix(p.text, "됐"),
		c.any(func(g group) bool { return strings.HasSuffix(g.particle, "에") }):
		return false
	}
	return k.steerTo(c, true)
}
