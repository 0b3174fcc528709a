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
	k.did, k.name, k.contrast, k.cond, k.strict, k.searched, k.from = claimedNothing, "", nil, false, false, false, list{}
	if slices.ContainsFunc(k.toks, isVoid) {
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
	if closed && len(c.about) == 1 && len(c.groups) == 0 && (p.verb == verbGo || p.verb == verbLook) && (p.mood != tells || p.plain && (!p.more || p.verb == verbLook)) && p.mood != ifs && p.mood != seeking {
		c.groups, c.about = c.about, nil // "거실 한 바퀴 돌고 와"
	}
	if closed && (p.verb == verbBe || p.verb == verbSee) && p.no && p.mood == tells && !c.alien && !c.soft && !c.who && len(c.groups) == 1 && c.groups[0].room && len(k.things.keys) == 0 {
		s.hung = append(s.hung, said{p, *c})
	} else if len(s.hung) > 0 && len(c.groups) == 1 && !c.groups[0].room && slices.Contains([]string{"", "은", "는", "이", "가"}, c.groups[0].particle) && len(c.groups[0].keys) == 1 && !c.groups[0].loose {
		for _, h := range s.hung {
			h.clause.groups = append(h.clause.groups[:1:1], group{list: c.groups[0].list})
			k.say(h.predicate, h.clause)
		}
		s.hung = nil
		s.began = len(k.claims)
		return true
	}
	if closed && p.verb == verbBe && !c.alien && len(s.pending) > 0 && len(c.groups) == 2 && c.groups[0].room && !c.groups[1].room {
		c.groups = append(s.pending, c.groups...)
	}
	if s.pending = nil; !closed && !c.alien && !c.soft && !c.who && len(c.groups) == 2 && c.groups[0].room && !c.groups[1].room && len(c.groups[0].particle) > 0 && k.pos < len(k.toks) {
		s.pending = c.groups
		return true
	}
	if !closed && len(c.groups) == 0 && !c.alien && c.st.weight > 0 && s.last.verb != verbNone {
		for i := s.last.claims; i < len(k.claims); i++ { // "…, 아마"
			k.claims[i].Weight = min(k.claims[i].Weight, c.st.weight)
		}
	}
	return false
}

// supposes reads a clause that is a condition. It reports whether the clause is one.
func (k *korean) supposes(s *course, p predicate, c clause) bool {
	switch {
	case p.mood == ifs && p.verb == verbCall && c.name != "":
		k.name = c.name // "라운지라고 하면"
		return true
	case p.mood == ifs && p.verb == verbIsNot && len(c.groups) == 0:
		return true // "아니면"
	case p.mood == ifs && len(c.groups) == 0 && len(c.about) == 0:
		k.cond = true // "내 기억이 맞으면"
		return true
	case p.mood == ifs && p.more && p.verb != verbBe && p.verb != verbSee && !c.alien && len(c.groups)+len(c.about) == 1 && !c.hasThing() && !p.no && !c.st.no:
		k.places = append(c.groups, c.about...)[0].list // "거실에 가면 소파가 있어"
		k.did, k.no, k.cond = claimedGoing, false, true
		return true
	case p.mood == ifs && (p.verb == verbOpen || p.verb == verbSeek && !p.no) && len(c.groups) == 1 && !c.groups[0].room && len(c.about) == 0:
		k.past = past{things: c.groups[0].list, sought: true} // "우산 필요하면"
		return true
	case p.mood == ifs, p.mood == seeking && p.verb == verbGo && c.hasRoom():
		if s.last.more && endsIn(s.last.text, "고 며 지만 는데") {
			k.claims = k.claims[:s.last.claims]
		}
		k.past, k.sought, k.cond, k.strict = past{}, false, true, true
		k.mention(c)
		k.places, s.last.verb = list{}, verbNone
		s.began = len(k.claims)
		return true
	}
	return false
}

// trails reads words without a predicate, and a denial of everything said before. It reports
// whether the clause is one of these.
func (k *korean) trails(s *course, p predicate, c clause, closed bool) bool {
	switch {
	case closed && p.verb == verbIsNot && !p.more && len(c.groups)+len(c.not) == 0 && len(k.claims) > 0 && k.claims[len(k.claims)-1].Relation == RelationIn:
		k.claims, k.past = nil, past{} // "세탁기는 세탁실에 있잖아 근데 우리 집은 아니야"
		return true
	case !closed && len(c.groups) == 0 && !c.alien && len(k.claims) > s.began:
		return true // "…, 뭘"
	case !closed && (len(c.groups) > 0 || c.alien):
		if later := s.last.clause; s.last.verb != verbNone && !s.last.more && len(later.groups) > 0 && k.pos == len(k.toks) && !c.alien && len(c.groups) > 0 {
			// "서재엔 없어, 그 지구본"
			now, claims := k.past, len(k.claims)
			later.groups = append(later.groups[:len(later.groups):len(later.groups)], c.groups...)
			if k.past, k.claims = s.last.past, k.claims[:s.last.claims]; k.say(s.last.predicate, later) {
				return true
			}
			k.past, k.claims = now, k.claims[:claims]
		}
		if len(c.groups) == 0 && s.last.verb != verbNone && s.last.verb != verbOther && !s.last.more && !c.doubt {
			return true // "… 있구만 으 냄새"
		}
		if s.last.verb != verbNone && !s.last.more && len(c.groups) == 1 && len(c.not) == 0 && c.groups[0].room && len(k.claims) > 0 && slices.Equal(c.groups[0].keys, k.places.keys) {
			return true // "부엌으로 가 부엌"
		}
		if !k.list(c) {
			// Words without a predicate: what stands around them is not sure.
			k.claims = k.claims[:s.began]
			k.mention(c)
		}
		return true
	case !closed:
		return true
	}
	return false
}

// concludes makes the claims of a clause with its predicate. If there are none, it notes
// what the clause speaks about. It reports whether the rest of the sentence claims nothing.
func (k *korean) concludes(s *course, p predicate, c clause) bool {
	claims, going := len(k.claims), k.going
	s.last.predicate, s.last.clause, s.last.past, s.last.claims = p, c, k.past, claims
	if s.spurned != believed && (p.mood == doubts || p.quoted) {
		if s.spurned == unsure || p.quoted || p.verb != verbBe || p.no || c.st.no || c.alien || !c.hasThing() || !c.hasRoom() {
			return true
		}
		p.mood, p.no = tells, true // "침대가 부엌에 있다니 말도 안 돼"
	}
	if c.alien || c.st.bad || !c.clear(p, k.sought || k.spoken && len(k.things.keys) == 1 && !c.noun) || !k.say(p, c) {
		k.claims = k.claims[:claims]
		k.mention(c)
		k.sought = k.sought || p.mood == asks && p.verb != verbOpen || k.question || p.verb == verbIs && p.mood == tells && len(c.groups) == 1 && !c.groups[0].room ||
			p.verb == verbSeek && p.mood == tells && !p.past && !p.no && c.hasThing() && !c.hasRoom()
		k.spoken = k.spoken && p.verb != verbLook && p.verb != verbNone && p.verb != verbSeek
	}
	k.asked = pair{}
	if all, ok := pairs(c); ok && len(all) == 1 && p.mood == asks && p.verb == verbBe && !p.no && !c.alien && !c.st.no && all[0].things != nil && all[0].places != nil {
		k.asked = all[0]
	}
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
