package words

import (
	"slices"
	"strings"
)

// order reports whether a predicate tells the robot to do something.
func (p predicate) order(c clause) bool {
	return p.mood == orders || p.mood == begs || p.mood == bans || p.plain && !c.is(markTold)
}

// sayWhere makes the claims of a clause that says where a thing is or was seen: "화장실에는
// 소파가 없어", "거실에서 봤어".
func (k *korean) sayWhere(p predicate, c clause) bool {
	if p.past && p.verb == verbBe {
		c.st.soften(Usual) // it may be elsewhere now
	}
	if c.is(markNothing) && c.st.no && !hasThing(c) && hasRoom(c) && !p.past && p.verb == verbBe {
		c.st.soften(Usual)
		return k.steerTo(c, false) // "다락엔 아무것도 없어"
	}
	found := c.is(markLasts) || endsIn(p.text, "있었네 있었네요 있었구나 있었구만 있었군") || slices.Contains(strings.Fields("있었네 있었네요 있었구나 있었구만 있었군"), p.text)
	if p.verb == verbBe && c.st.no && p.mood == tells && len(c.groups) == 0 && k.did == claimedWhere && !k.no && len(k.claims) > 0 && k.claims[len(k.claims)-1].Relation == RelationIn {
		k.claims = k.claims[:len(k.claims)-1] // "욕실에 책이 왜 있어 당연히 없지"
		if c.st.brief || !endsIn(p.text, "지 잖아 거든 더라 네 지요 죠") || len(k.things.keys) != 1 || len(k.places.keys) != 1 {
			return true // "있는 거야 없는 거야"
		}
		return k.at(k.things, k.places, c.st)
	}
	return !(p.past && !p.no && p.verb == verbBe && !found) && k.locateAt(c) // "여기 있었네": it is
}

// sayGo makes the claims of a clause with a verb of going: "거실로 가", "의자가 거실로 갔어".
func (k *korean) sayGo(p predicate, c clause) bool {
	order := p.order(c)
	if p.past && p.mood == tells && !hasThing(c) && len(c.groups) == 1 && strings.HasSuffix(c.groups[0].particle, "로") && k.did == claimedWhere && k.no {
		return k.moved(p, c) // "하나도 안 남았어 죄다 차고로 나갔어"
	}
	if p.cannot || strings.Contains(p.text, "놓고") {
		return false // "복도에 들어와 놓고"
	}
	if hasThing(c) && p.mood == tells && begins(strings.TrimPrefix(p.text, "안"), "나오 나왔 나온 나와") && (p.past || !p.plain || p.no) && slices.ContainsFunc(c.groups, func(g group) bool { return g.room && slices.Contains(awayParticles, g.particle) }) {
		return k.locateAt(c) // "양말은 세탁실에서 나오더라"
	}
	if p.plain && p.more && order && !c.st.no && len(c.groups) == 2 && !c.groups[0].room && c.groups[1].room && !c.groups[1].loose && !c.groups[0].loose && takes(&c.groups[0]) && slices.Contains(goalParticles, c.groups[1].particle) {
		k.mention(c) // "화분은 복도 가서 찾아봐"
		k.going, k.through = true, len(k.claims)
		return true
	}
	if hasThing(c) && p.no && p.mood == tells && begins(p.text, "나간 벗어난") {
		c.st.no = false // "이 방에서 나간 적이 없어"
		return k.locateAt(c)
	}
	if k.spoken && len(k.things.keys) == 1 && order && !p.past && !c.st.no && !c.is(markTold) && hasRoom(c) && !hasThing(c) && strings.Contains(p.text, "가봐") {
		c.st.soften(Usual)
		k.sought = true
		return k.steerTo(c, false)
	}
	if hasThing(c) && p.past && p.mood == tells {
		return k.moved(p, c) // "의자가 거실로 갔어"
	}
	if hasThing(c) || slices.ContainsFunc(c.groups, func(g group) bool { return slices.Contains(awayParticles, g.particle) }) || p.past && p.mood != begs || !order && !p.no {
		return false
	}
	return k.heads(p, c)
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
	case p.verb == verbSeek && !hasThing(c) && order && k.did == claimedWhere && len(c.groups) > 0:
		c.st.soften(Usual)
		return k.locateAt(c)
	case p.verb == verbSeek && p.past && p.mood == tells && begins(p.text, fetching):
		return k.moved(p, c) // "청소기 다용도실에서 꺼내왔어"
	case order && !p.past && begins(p.text, fetching) && slices.ContainsFunc(c.groups, func(g group) bool { return g.room && slices.Contains(awayParticles, g.particle) }):
		return false // "소파를 주방에서 가져와"
	case p.verb == verbSeek && hasThing(c) && hasRoom(c) && !order && !p.past && !p.can && !p.no && p.mood == tells:
		k.mention(c) // "침실에서 청소기 찾던데 거긴 없어"
		if len(k.places.keys) > 0 {
			k.did, k.no, k.searched = claimedGoing, false, true
		}
		return true
	case hasThing(c) && (order || p.mood == tells && (p.past || p.can || p.no || p.verb == verbSeek)) && (p.past || !c.is(markTold)):
		if !p.past && !p.can {
			c.st.soften(Usual)
		}
		if k.going && order && !hasRoom(c) {
			k.claims = k.claims[:k.through] // "거실에 가서 소파 찾아": to look there, no more
		}
		return k.locateAt(c)
	case p.past && p.mood == tells && !p.more && c.is(markTold) && !c.st.no && !hasThing(c) && len(c.groups) == 1 && endsOrIs(c.groups[0].particle, "은 는 도"):
		c.st = stance{no: true, weight: Usual} // "다락은 내가 벌써 찾아봤어"
		return k.steerTo(c, false)
	case p.past && p.mood != begs, !order && !p.no:
		return false
	case k.spoken && len(k.things.keys) == 1 && order && !c.st.no && !c.is(markTold) && (k.going || hasRoom(c)):
		// "물통 굴러다니던데 주방 가서 봐": to look for it there
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
	return k.heads(p, c)
}

// sayPut makes the claims of a clause with a verb of putting or taking: "안경은 욕실에 뒀어",
// "의자를 베란다로 옮겼어".
func (k *korean) sayPut(p predicate, c clause) bool {
	order := p.order(c)
	if c.st.no && (hasThing(c) || k.spoken && len(k.things.keys) == 1) && hasRoom(c) && p.mood == tells && p.verb == verbPut {
		return k.locateAt(c) // "욕실엔 폰 안 놔뒀어"
	}
	if p.verb == verbPut && endsIn(p.text, "다가") {
		k.mention(c)
		return true // "거실에 뒀다가 주방에 갖다 놨어"
	}
	if p.verb == verbPut && !hasThing(c) && hasRoom(c) && order && !p.past && begins(p.text, "놔두 놔둬 내버려두 내버려둬 두세요 둬 냅둬") && endsOrIs(c.groups[0].particle, "은 는 긴") {
		c.st.deny() // "서재는 그냥 놔둬"
		return k.steerTo(c, false)
	}
	if p.verb == verbTake && !hasThing(c) && begins(p.text, "빼 뺄 뺍") && !slices.ContainsFunc(c.groups, func(g group) bool { return endsOrIs(g.particle, "로 에") }) && (order || p.more) && !(k.spoken && len(k.things.keys) == 1 && slices.ContainsFunc(c.groups, func(g group) bool { return slices.Contains(awayParticles, g.particle) })) {
		c.st.deny()
		return k.steerTo(c, false)
	}
	usually := len(c.not) > 0 || strings.HasSuffix(p.text, "요") || c.is(markTold) || c.st.firm || c.st.weight == Usual
	if p.mood == tells && !p.past && (!p.plain || usually && hasRoom(c)) && p.verb == verbPut && p.weight != Perhaps {
		return (hasThing(c) || k.sought || k.spoken && len(k.things.keys) == 1 && hasRoom(c)) && k.locateAt(c) // "기타는 지하실에 두거든"
	}
	return (p.past || p.mood == tells && p.more || p.quoted || p.plain && p.verb == verbTake && k.pos < len(k.toks)) && p.mood == tells && k.moved(p, c)
}

// sayAvoid makes the claims of a clause that excludes a place: "거실은 빼고", "서재는 됐어".
func (k *korean) sayAvoid(p predicate, c clause) bool {
	if c.soft && strings.HasPrefix(p.text, "금지") || p.mood == bans || p.past || len(c.groups) == 0 && strings.HasPrefix(p.text, "됐") {
		return false
	}
	return !hasThing(c) && !slices.ContainsFunc(c.groups, func(g group) bool { return strings.HasSuffix(g.particle, "에") }) && k.steerTo(c, true)
}
