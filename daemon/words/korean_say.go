package words

import (
	"slices"
	"strings"
)

// say makes the claims of a clause, and reports whether it was understood.
func (k *korean) say(p predicate, c clause) bool {
	c.st.soften(p.weight)
	if p.no {
		c.st.deny()
	}
	if p.mood == bans && p.verb != verbAvoid {
		c.st.deny()
	}
	if c.later && (p.verb == verbGo || p.verb == verbLook || p.verb == verbSeek) {
		return false // "나중에 가"
	}
	if k.strict && !((p.verb == verbPut || p.verb == verbTake) && p.past && p.weight == 0) {
		return false
	}
	if c.where && p.verb == verbGo || c.where && p.weight != Perhaps && (p.verb == verbBe || p.verb == verbIs || p.verb == verbOpen) {
		return false // "거실에 소파 어디 있어"
	}
	if k.searched {
		if said, ok := k.missed(p, c); ok {
			return said
		}
	}
	if p.verb == verbBe && p.mood == asks && !p.no && !c.st.no && k.did == claimedGoing && !k.no && len(k.claims) > 0 && len(k.things.keys)+len(c.groups) > 0 {
		return k.lookFor(c)
	}
	if k.search(p, c) {
		return true
	}
	if p.mood == allows && p.verb == verbLook && c.st.no && !hasThing(c) {
		return k.steerTo(c, true) // "옥상은 안 봐도 돼"
	}
	if p.mood == bans && len(k.things.keys) == 1 && k.spoken && hasRoom(c) && !hasThing(c) && (strings.Contains(p.text, "봐야") || strings.Contains(p.text, "봤자")) && len(c.groups) == 1 {
		return k.at(k.things, c.groups[0].list, c.st) // "프린터 옮겨서 사무실 가봐야 없어"
	}
	if p.mood == allows && len(c.groups) == 0 && len(c.not) == 1 && c.not[0].room && (p.verb == verbGo || p.verb == verbLook) {
		c.st.deny() // "지하실 말고는 다 가도 돼"
		return !c.not[0].loose && k.steers(c.not[0].list, c.st)
	}
	if c.topic != "" && p.mood == tells && (p.verb == verbMean || p.verb == verbCall && strings.HasPrefix(p.text, "알아")) {
		return k.topical(c)
	}
	if c.alias && c.name == "" {
		return false
	}
	if p.mood == begs && c.st.no && k.question && strings.Contains(p.text, "래") {
		c.st.no = false // "안 가볼래?"
	}
	if c.advice && (p.verb == verbGo || p.verb == verbLook) && !c.st.no {
		c.st.soften(Usual)
		return !hasThing(c) && k.steerTo(c, false)
	}
	if c.why || c.scoff {
		return k.wonders(p, c)
	}
	switch {
	case c.needNo && !c.st.no, c.st.bad, p.mood == asks, p.mood == doubts, p.mood == allows && p.verb != verbBe && p.verb != verbAvoid:
		return false
	case k.question && !p.sure && p.mood != begs && p.mood != bans:
		return false
	case p.mood == seeking:
		return k.seeks(c)
	case p.verb == verbMean && k.name != "" && p.mood == tells:
		c.name, k.name = k.name, ""
		return k.callIt(c)
	case c.name != "":
		return p.verb == verbCall && p.mood != asks && k.callIt(c)
	}
	if c.st.no && (p.verb == verbIsNot || p.verb == verbGo || p.verb == verbLook || p.verb == verbSeek) &&
		slices.ContainsFunc(c.groups, func(g group) bool { return strings.HasSuffix(g.particle, "만") }) {
		return false // "주방만 보지 마": other rooms too, or none
	}
	order := p.mood == orders || p.mood == begs || p.mood == bans || p.plain && !c.told
	switch p.verb {
	case verbBe, verbSee:
		if p.past && p.verb == verbBe {
			c.st.soften(Usual) // it may stand elsewhere now
		}
		found := c.lasts || endsIn(p.text, "있었네 있었네요 있었구나 있었구만 있었군") || slices.Contains(strings.Fields("있었네 있었네요 있었구나 있었구만 있었군"), p.text)
		if p.verb == verbBe && c.st.no && p.mood == tells && len(c.groups) == 0 && k.did == claimedWhere && !k.no && len(k.claims) > 0 && k.claims[len(k.claims)-1].Relation == RelationIn {
			k.claims = k.claims[:len(k.claims)-1] // "욕실에 책이 왜 있어 당연히 없지"
			if c.st.brief || !endsIn(p.text, "지 잖아 거든 더라 네 지요 죠") || len(k.things.keys) != 1 || len(k.places.keys) != 1 {
				return true // "있는 거야 없는 거야"
			}
			return k.at(k.things, k.places, c.st)
		}
		return !(p.past && !p.no && p.verb == verbBe && !found) && k.locateAt(c) // "여기 있었네": it is
	case verbIs:
		return (!p.past || c.lasts) && k.isAt(c)
	case verbIsNot:
		return k.isNotAt(p, c)
	case verbGo:
		if p.past && p.mood == tells && !hasThing(c) && len(c.groups) == 1 && strings.HasSuffix(c.groups[0].particle, "로") && k.did == claimedWhere && k.no {
			return k.moved(p, c) // "하나도 안 남았어 죄다 차고로 나갔어"
		}
		if p.cannot || strings.Contains(p.text, "놓고") {
			return false // "복도에 들어와 놓고"
		}
		if hasThing(c) && p.mood == tells && slices.ContainsFunc([]string{"나오", "나왔", "나온", "나와"}, func(s string) bool { return strings.HasPrefix(strings.TrimPrefix(p.text, "안"), s) }) && (p.past || !p.plain || p.no) && slices.ContainsFunc(c.groups, func(g group) bool { return g.room && slices.Contains(awayParticles, g.particle) }) {
			return k.locateAt(c) // "양말은 세탁실에서 나오더라"
		}
		if p.plain && p.more && order && !c.st.no && len(c.groups) == 2 && !c.groups[0].room && c.groups[1].room && !c.groups[1].loose && !c.groups[0].loose && takes(&c.groups[0]) && slices.Contains(goalParticles, c.groups[1].particle) {
			k.mention(c) // "화분은 복도 가서 찾아봐"
			k.going, k.through = true, len(k.claims)
			return true
		}
		if hasThing(c) && p.no && p.mood == tells && (strings.HasPrefix(p.text, "나간") || strings.HasPrefix(p.text, "벗어난")) {
			c.st.no = false // "이 방에서 나간 적이 없어"
			return k.locateAt(c)
		}
		if k.did == claimedWhere && !k.no && len(c.groups) == 1 && slices.Equal(c.groups[0].keys, k.places.keys) && order && !c.st.no {
			return true // "현관에 있어 거기로 가"
		}
		if k.spoken && len(k.things.keys) == 1 && order && !p.past && !c.st.no && !c.told && hasRoom(c) && !hasThing(c) && strings.Contains(p.text, "가봐") {
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
		before := len(k.claims)
		if !k.steerTo(c, p.mood == bans) {
			return false
		}
		if p.plain && p.more && !c.st.no {
			k.through, k.going = before, true
		}
		return true
	case verbLook, verbSeek:
		switch {
		case k.did == claimedWhere && !k.no && len(c.groups) == 1 && slices.Equal(c.groups[0].keys, k.places.keys) && order && !c.st.no:
			return true // "현관에 있으니까 거기 봐"
		case order && len(c.groups) == 0 && k.asked.things != nil && !c.st.no && !strings.HasPrefix(p.text, "확인"):
			c.st.soften(Usual) // "식당에 곰인형 있나 보고 와"
			return k.at(k.asked.things.list, k.asked.places.list, c.st)
		case p.verb == verbSeek && !hasThing(c) && order && k.did == claimedWhere && len(c.groups) > 0:
			c.st.soften(Usual)
			return k.locateAt(c)
		case p.verb == verbSeek && p.past && p.mood == tells && fetches(p.text):
			return k.moved(p, c) // "청소기 다용도실에서 꺼내왔어"
		case order && !p.past && fetches(p.text) && slices.ContainsFunc(c.groups, func(g group) bool { return g.room && slices.Contains(awayParticles, g.particle) }):
			return false // "소파를 주방에서 가져와"
		case p.verb == verbSeek && hasThing(c) && hasRoom(c) && !order && !p.past && !p.can && !p.no && p.mood == tells:
			k.mention(c) // "침실에서 청소기 찾던데 거긴 없어"
			if len(k.places.keys) > 0 {
				k.did, k.no, k.searched = claimedGoing, false, true
			}
			return true
		case hasThing(c) && (order || p.mood == tells && (p.past || p.can || p.no || p.verb == verbSeek)) && (p.past || !c.told):
			if !p.past && !p.can {
				c.st.soften(Usual)
			}
			if k.going && order && !slices.ContainsFunc(c.groups, func(g group) bool { return g.room }) {
				k.claims = k.claims[:k.through] // "거실에 가서 소파 찾아": to look there, no more
			}
			return k.locateAt(c)
		case p.past && p.mood != begs, !order && !p.no:
			return false
		case k.spoken && len(k.things.keys) == 1 && order && !c.st.no && !c.told && (k.going || hasRoom(c)):
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
		before := len(k.claims)
		if !k.steerTo(c, p.mood == bans) {
			return false
		}
		if p.plain && p.more && !c.st.no {
			k.through, k.going = before, true
		}
		return true
	case verbPut, verbTake:
		if c.st.no && (hasThing(c) || k.spoken && len(k.things.keys) == 1) && hasRoom(c) && p.mood == tells && p.verb == verbPut {
			return k.locateAt(c) // "욕실엔 폰 안 놔뒀어"
		}
		if p.verb == verbPut && endsIn(p.text, "다가") {
			k.mention(c)
			return true // "거실에 뒀다가 주방에 갖다 놨어"
		}
		if p.verb == verbPut && !hasThing(c) && hasRoom(c) && order && !p.past && slices.ContainsFunc([]string{"놔두", "놔둬", "내버려두", "내버려둬", "두세요", "둬", "냅둬"}, func(s string) bool { return strings.HasPrefix(p.text, s) }) && endsIn("x"+c.groups[0].particle, "은 는 긴") {
			c.st.deny() // "서재는 그냥 놔둬"
			return k.steerTo(c, false)
		}
		if p.verb == verbTake && !hasThing(c) && (strings.HasPrefix(p.text, "빼") || strings.HasPrefix(p.text, "뺄") || strings.HasPrefix(p.text, "뺍")) && !slices.ContainsFunc(c.groups, func(g group) bool { return endsIn("x"+g.particle, "로 에") }) && (order || p.more) && !(k.spoken && len(k.things.keys) == 1 && slices.ContainsFunc(c.groups, func(g group) bool { return slices.Contains(awayParticles, g.particle) })) {
			c.st.deny()
			return k.steerTo(c, false)
		}
		usually := len(c.not) > 0 || strings.HasSuffix(p.text, "요") || c.told || c.st.firm || c.st.weight == Usual
		if p.mood == tells && !p.past && (!p.plain || usually && hasRoom(c)) && p.verb == verbPut && p.weight != Perhaps {
			return (hasThing(c) || k.sought || k.spoken && len(k.things.keys) == 1 && hasRoom(c)) && k.locateAt(c) // "기타는 지하실에 두거든"
		}
		return (p.past || p.mood == tells && p.more || p.quoted || p.plain && p.verb == verbTake && k.pos < len(k.toks)) && p.mood == tells && k.moved(p, c)
	case verbOpen:
		return (hasThing(c) || k.sought || k.spoken || k.did == claimedWhere && k.no && hasRoom(c)) && p.past && p.mood == tells && k.moved(p, c)
	case verbAvoid:
		if p.mood == bans || p.past || len(c.groups) == 0 && strings.HasPrefix(p.text, "됐") {
			return false
		}
		return !hasThing(c) && !slices.ContainsFunc(c.groups, func(g group) bool { return strings.HasSuffix(g.particle, "에") }) && k.steerTo(c, true)
	case verbPrefer:
		return !hasThing(c) && k.steerTo(c, false)
	}
	return false
}

func hasThing(c clause) bool {
	return slices.ContainsFunc(c.groups, func(g group) bool { return !g.room })
}

// fetches tells of the verbs of bringing.
func fetches(text string) bool {
	return slices.ContainsFunc([]string{"가져오", "가져와", "가져올", "갖고오", "갖고와", "갖고올", "꺼내오", "꺼내와", "꺼내왔", "가져왔", "갖고왔", "챙겨"}, func(s string) bool { return strings.HasPrefix(text, s) })
}

func hasRoom(c clause) bool {
	return slices.ContainsFunc(c.groups, func(g group) bool { return g.room })
}

// seeks: "소파 찾으려면", before where to go.
func (k *korean) seeks(c clause) bool {
	if len(c.groups) != 1 || c.groups[0].room {
		return false
	}
	k.past = past{things: c.groups[0].list, sought: true}
	return true
}

// A pair is things and where they are.
type pair struct{ things, places *group }

// pairs sorts the names of a clause: "침대는 침실에, 변기는 욕실에".
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
			if slot = &p.things; g.room {
				slot = &p.places
			}
		}
		*slot = g
	}
	return append(all, p), true
}

// takes reports whether a particle may stand behind a thing or a place of which
// it is said where it is.
func takes(g *group) bool {
	particle := strings.TrimSuffix(g.particle, "만")
	if g.room {
		return slices.Contains(atParticles, particle)
	}
	return slices.Contains(thingParticles, particle)
}

// locateAt: "화장실에는 소파가 없다". What a clause leaves out is what was said
// before it.
func (k *korean) locateAt(c clause) bool {
	if gs := c.groups; len(gs) > 2 && gs[0].room && gs[0].particle == "" && !gs[0].inner && !gs[0].comma && !gs[1].room && gs[2].room {
		c.groups = gs[1:] // "화장실 체중계 지금 안방에 있어"
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
		if !k.away(c, things, st) || !k.at(things, places, st) {
			return false
		}
	}
	return true
}

// away claims of the places before "말고" the contrary.
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
	if !k.locate(things, places, st) {
		return false
	}
	k.spoken, k.was = false, false
	k.past = past{things: things, places: places, weight: st.weight, did: claimedWhere, no: st.no}
	return true
}

// isAt: "소파는 거실이야", "네가 가야 할 곳은 거실이야".
func (k *korean) isAt(c clause) bool {
	if len(c.groups) == 0 {
		return k.was // "…, 둘 중 하나야"
	}
	last := c.groups[len(c.groups)-1]
	if !last.room || last.loose {
		return false
	}
	if c.goal && len(c.groups) == 1 {
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

// isNotAt: "소파는 거실이 아니라", before where it is, or where to go.
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

// steerTo: "주방에는 가지 마", "복도로 가"; where a thing is sought, that it is
// there. A ban may leave out the place.
func (k *korean) steerTo(c clause, ban bool) bool {
	var places []group
	for _, g := range c.groups {
		switch {
		case !g.room || g.loose || !slices.Contains(goalParticles, strings.TrimSuffix(g.particle, "만")) || strings.HasSuffix(g.particle, "만") && c.st.no && g.particle != "만":
			return false
		}
		places = append(places, g)
	}
	if len(places) == 0 && c.other && len(c.not) == 1 && c.not[0].room && !c.st.no && !c.not[0].loose {
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

// moved: "의자를 부엌에서 베란다로 옮겼어", "화분은 서재에서 빼냈어".
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
	if len(away.keys)+len(to.keys) == 0 && hasThing(c) && k.spoken && slices.ContainsFunc([]string{"두고", "놓고", "놔두고"}, func(s string) bool { return strings.HasPrefix(p.text, s) }) {
		to = k.places // "여기서 놀다가 채집통 두고 나갔어"
	}
	if len(away.keys)+len(to.keys) == 0 && hasThing(c) && c.along && k.did == claimedWhere && !k.no {
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
