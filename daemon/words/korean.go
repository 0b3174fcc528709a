package words

import (
	"slices"
)

// korean reads a Korean sentence, in which the verb stands last. It collects the names and
// adverbs of a clause up to the predicate that ends the clause; the predicate decides what
// is claimed. After a predicate like "없고" another clause follows. A clause with a word that
// is not known claims nothing.
type korean struct {
	draft
	past
	here     Key
	toks     []token
	pos      int
	question bool
	name     string // "라운지라고 하면": a name that the next clause may explain
	contrast []group
	strict   bool // after a condition about where a thing is: only what somebody did is claimed
	from     list // where a thing was: "지하실에 있던 거"
	heard    list // where somebody says that a thing is, before it is said where it is
	cond     bool // after a condition: no order is claimed
	searched bool // the clause before said where was searched
	was      bool // the clause before said "P이다" of a thing
	asked    pair // what the clause before asked: "거실에 소파 있나"
	spoken   bool // the clause before named a thing and claimed nothing about it
	going    bool // the clause before was "거실에 가서"
	through  int  // how many claims there were before that clause
}

// A group is a list of names and the particle behind the last of them.
type group struct {
	list
	room     bool
	particle string
	comma    bool // a comma follows it
	inner    bool // it means only a part of the room: "거실 책상 위에"
}

// A clause is what stands before a predicate.
type clause struct {
	groups []group
	not    []group // names before "말고", not: "거실 말고"
	name   string  // the name before "라고"
	st     stance
	mark   mark    // what its phrases say about it
	alien  bool    // it has an unknown word that may change its meaning
	topic  string  // an unknown word before 은 or 는: "빽은"
	noun   bool    // it has an unknown word without a particle, which may be the thing that is meant
	near   bool    // an unknown word stands right before a name
	doubt  bool    // it has a word that takes back what was said: "않다", "뻥이야"
	beside bool    // it says where by naming a thing: "소파 밑에"
	about  []group // rooms that say which thing is meant, not where: "베란다 문"
	soft   bool    // it has an unknown word that does not change its meaning: "바닥에", "굴러다니는"
	who    bool    // it has an unknown word that may be its subject: "청소부가"
	late   bool    // it has an unknown word behind its last name
}

// A course is the state of reading a sentence.
type course struct {
	spurned int      // whether the sentence denies or doubts what it quotes
	began   int      // how many claims there were at the last comma or connective
	hung    []said   // clauses that wait for their thing: "손님방에도 없고 서재에도 없고 카메라는 …"
	pending []group  // names that wait for their predicate: "서재엔 책장, 침실엔 램프 있어"
	last    struct { // the last clause that has its predicate
		predicate
		clause
		past
		claims int
	}
}

// sentence reads a sentence, given what was said before it (past), and updates past.
func (k *korean) sentence(toks []token, question bool) {
	k.toks, k.pos, k.question = split(toks), 0, question && !endsInTag(toks)
	k.did, k.name, k.contrast, k.cond, k.strict, k.searched, k.from, k.heard = claimedNothing, "", nil, false, false, false, list{}, list{}
	if slices.ContainsFunc(k.toks, isVoid) || elsewhere(k.toks) {
		k.past = past{}
		return
	}
	s := course{spurned: spurns(k.toks)}
	for k.word("아니야", "아니", "아니요", "아니지", "응", "네", "아니아니", "아뇨", "노노", "아냐", "어") {
		k.word(",")
	}
	s.began = len(k.claims)
	for k.pos < len(k.toks) {
		if k.word(",") {
			s.began = len(k.claims)
			continue
		}
		if len(k.claims) > 0 && k.word("아니", "아니다", "아니야", "아니지", "아냐", "아니아니", "아니요") {
			k.claims, s.began, s.last.verb = nil, 0, verbNone // "주방에 있어, 아니 침실에"
			continue
		}
		p, c, closed := k.one()
		switch {
		case k.joins(&s, p, &c, closed), k.supposes(&s, p, c), k.trails(&s, p, c, closed):
		case k.concludes(&s, p, c):
			return
		}
	}
}

// joins adds to a clause what the clauses before it left open: rooms without a predicate,
// and rooms without a thing. It reports whether the clause is dealt with.
func (k *korean) joins(s *course, p predicate, c *clause, closed bool) bool {
	if closed && len(c.about) == 1 && len(c.groups) == 0 && tours(p) {
		c.groups, c.about = c.about, nil // "거실 한 바퀴 돌고 와"
	}
	switch {
	case closed && k.lacksThing(p, *c):
		s.hung = append(s.hung, said{p, *c})
	case len(s.hung) > 0 && c.suppliesThing():
		k.sayHung(s, c.groups[0].list)
		return true
	}
	if closed && p.verb == verbBe && !c.alien && len(s.pending) > 0 && c.roomThenThing() {
		c.groups = append(s.pending, c.groups...)
	}
	s.pending = nil
	switch {
	case closed:
		return false
	case c.familiar() && c.roomThenThing() && c.groups[0].particle != "" && !k.atEnd():
		s.pending = c.groups // "서재엔 책장, …"
		return true
	case len(c.groups) == 0 && !c.alien && c.st.weight > 0 && s.last.verb != verbNone:
		for i := s.last.claims; i < len(k.claims); i++ { // "…, 아마"
			k.claims[i].Weight = min(k.claims[i].Weight, c.st.weight)
		}
	}
	return false
}

// tours reports whether a predicate may be an order to go through a room, or half of one: "돌고".
func tours(p predicate) bool {
	switch {
	case !p.verb.in(verbGo, verbLook), p.mood.in(ifs, seeking):
		return false
	case p.mood == tells:
		return p.plain && (!p.more || p.verb == verbLook)
	}
	return true
}

// lacksThing reports whether a clause denies that something is in a room, but not what:
// "손님방에도 없고".
func (k *korean) lacksThing(p predicate, c clause) bool {
	return p.verb.in(verbBe, verbSee) && p.no && p.mood == tells && c.familiar() && c.onlyRoom() && len(k.things.keys) == 0
}

// suppliesThing reports whether a clause names the one thing that the clauses before are
// about: "… 카메라는".
func (c clause) suppliesThing() bool {
	return c.onlyThing() && len(c.groups[0].keys) == 1 && !c.groups[0].loose &&
		among(c.groups[0].particle, "", "은", "는", "이", "가")
}

// sayHung makes the claims of the clauses that waited for their thing.
func (k *korean) sayHung(s *course, thing list) {
	for _, h := range s.hung {
		h.clause.groups = append(h.clause.groups[:1:1], group{list: thing})
		k.say(h.predicate, h.clause)
	}
	s.hung, s.began = nil, len(k.claims)
}

// supposes reads a clause that is a condition. It reports whether the clause is one.
func (k *korean) supposes(s *course, p predicate, c clause) bool {
	switch {
	case p.mood == seeking && p.verb == verbGo && c.hasRoom(): // "거실에 가려면"
	case p.mood != ifs:
		return false
	case p.verb == verbCall && c.name != "":
		k.name = c.name // "라운지라고 하면"
		return true
	case p.verb == verbIsNot && len(c.groups) == 0:
		return true // "아니면"
	case len(c.groups)+len(c.about) == 0:
		k.cond = true // "내 기억이 맞으면"
		return true
	case visits(p, c):
		k.places = append(c.groups, c.about...)[0].list
		k.did, k.no, k.cond = claimedGoing, false, true
		return true
	case c.onlyThing() && len(c.about) == 0 && (p.verb == verbOpen || p.verb == verbSeek && !p.no):
		k.past = past{things: c.groups[0].list, sought: true} // "우산 필요하면"
		return true
	}
	if s.last.more && endsIn(s.last.text, "고 며 지만 는데") {
		k.claims = k.claims[:s.last.claims]
	}
	k.past, k.sought, k.cond, k.strict = past{}, false, true, true
	k.mention(c)
	k.places, s.last.verb = list{}, verbNone
	s.began = len(k.claims)
	return true
}

// visits reports whether a condition only says in which room to be: "거실에 가면 소파가 있어".
func visits(p predicate, c clause) bool {
	return p.more && !p.verb.in(verbBe, verbSee) && !p.no && !c.st.no &&
		!c.alien && len(c.groups)+len(c.about) == 1 && !c.hasThing()
}

// trails reads words without a predicate, and a denial of everything said before. It reports
// whether the clause is one of these.
func (k *korean) trails(s *course, p predicate, c clause, closed bool) bool {
	if closed {
		if !k.takesBack(p, c) {
			return false
		}
		k.claims, k.past = nil, past{} // "세탁기는 세탁실에 있잖아 근데 우리 집은 아니야"
		return true
	}
	over := s.last.verb != verbNone && !s.last.more // the clause before had its predicate
	switch {
	case len(c.groups) == 0 && !c.alien: // "…, 뭘"
	case over && k.completes(s, c): // "서재엔 없어, 그 지구본"
	case over && len(c.groups) == 0 && s.last.verb != verbOther && !c.doubt: // "… 있구만 으 냄새"
	case over && k.repeatsPlace(c): // "부엌으로 가 부엌"
	case k.list(c):
	default:
		// Words without a predicate: what stands around them is not sure.
		k.claims = k.claims[:s.began]
		k.mention(c)
	}
	return true
}

// takesBack reports whether a clause denies what was just said: "근데 우리 집은 아니야".
func (k *korean) takesBack(p predicate, c clause) bool {
	return p.verb == verbIsNot && !p.more && len(c.groups)+len(c.not) == 0 &&
		len(k.claims) > 0 && k.claims[len(k.claims)-1].Relation == RelationIn
}

// completes makes the claims of the last clause once more, with the names that end the
// sentence. It reports false, and changes nothing, if the two make no sense together.
func (k *korean) completes(s *course, c clause) bool {
	whole := s.last.clause
	if len(whole.groups) == 0 || len(c.groups) == 0 || c.alien || !k.atEnd() {
		return false
	}
	now, claims := k.past, len(k.claims)
	whole.groups = slices.Concat(whole.groups, c.groups)
	if k.past, k.claims = s.last.past, k.claims[:s.last.claims]; k.say(s.last.predicate, whole) {
		return true
	}
	k.past, k.claims = now, k.claims[:claims]
	return false
}

// repeatsPlace reports whether a clause is only the name of the room just spoken of.
func (k *korean) repeatsPlace(c clause) bool {
	return c.onlyRoom() && len(c.not) == 0 && len(k.claims) > 0 && slices.Equal(c.groups[0].keys, k.places.keys)
}

// concludes makes the claims of a clause with its predicate. If there are none, it notes
// what the clause speaks about. It reports whether the rest of the sentence claims nothing.
func (k *korean) concludes(s *course, p predicate, c clause) bool {
	claims, going := len(k.claims), k.going
	s.last.predicate, s.last.clause, s.last.past, s.last.claims = p, c, k.past, claims
	if s.spurned != believed && (p.mood == doubts || p.quoted) {
		if s.spurned == unsure || !refuted(p, c) {
			return true
		}
		p.mood, p.no = tells, true
	}
	if c.alien || c.st.bad || !c.clear(p, k.sought || k.spokeOfOne() && !c.noun) || !k.say(p, c) {
		k.claims = k.claims[:claims]
		if c.onlyThing() && p.more && begins(p.text, "빼고 제외하고") {
			k.past = past{} // "컵 빼고 다 부엌에 있어"
			return false
		}
		if looked(p) && len(c.groups)+len(c.about)+len(c.not) == 0 && !c.alien && k.toldWhere() {
			return false // "침실에 있대서 갔는데": what it found there may follow
		}
		k.mention(c)
		k.sought = k.sought || k.question || wants(p, c)
		k.spoken = k.spoken && !p.verb.in(verbLook, verbNone, verbSeek)
	}
	k.asked = askedPair(p, c)
	if going {
		k.going = false
	}
	if p.more && endsIn(p.text, "니까 니깐 라서 서") {
		k.cond = false
	}
	if p.more {
		s.began = len(k.claims)
	}
	return false
}

// refuted reports whether a clause that is quoted to deny it says plainly where a thing is:
// "침대가 부엌에 있다니 말도 안 돼".
func refuted(p predicate, c clause) bool {
	return p.verb == verbBe && !p.quoted && !p.no && !c.st.no && !c.alien && c.hasThing() && c.hasRoom()
}

// wants reports whether a clause makes one expect to hear where its thing is: "컵 있니", "찾는 건
// 컵이야", "컵을 찾아".
func wants(p predicate, c clause) bool {
	switch {
	case p.mood == asks:
		return p.verb != verbOpen
	case p.mood != tells:
		return false
	case p.verb == verbIs:
		return c.onlyThing()
	}
	return p.verb == verbSeek && !p.past && !p.no && c.hasThing() && !c.hasRoom()
}

// askedPair gives the thing and the place that a clause asks about: "식당에 의자 있나".
func askedPair(p predicate, c clause) pair {
	if p.mood != asks || p.verb != verbBe || p.no || c.alien || c.st.no {
		return pair{}
	}
	if all, ok := pairs(c); ok && len(all) == 1 && all[0].things != nil && all[0].places != nil {
		return all[0]
	}
	return pair{}
}

// said is a predicate with its clause.
type said struct {
	predicate
	clause
}

// topicOf gives the thing that a clause is about: "글루건 누나가 숙제한다고".
func topicOf(c clause) *group {
	for i := range c.groups {
		if g := &c.groups[i]; !g.room && (g.particle == "은" || g.particle == "는" || i == 0 && g.particle == "") {
			return g
		}
	}
	return nil
}

// mention remembers the names in a clause that claims nothing.
func (k *korean) mention(c clause) {
	var things, places list
	for _, g := range slices.Concat(c.about, c.groups, c.not) {
		if g.particle == "있던" {
			k.from = g.list
		}
		if g.room {
			places.keys = append(places.keys, g.keys...)
		} else {
			things.keys = append(things.keys, g.keys...)
		}
	}
	k.did, k.spoken = claimedNothing, true
	if k.sought && len(k.things.keys) > 0 && len(things.keys) > 0 && k.pos > 0 && !k.question {
		things.keys = nil // "줄자요? 커튼 달 때 쓰고 나서 공구실에 뒀어요"
	} else {
		k.sought = false
	}
	if topic := topicOf(c); topic != nil && len(things.keys) > 1 {
		things = topic.list
	}
	if len(things.keys) > 0 {
		k.things, k.weight = lone(things), 0
	}
	if len(places.keys) > 0 {
		k.places = lone(places)
	}
}
