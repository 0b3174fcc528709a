package words

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// korean reads a sentence whose verbs stand last: it gathers the names and
// adverbs of a clause until a predicate closes it, and lets the predicate say
// what was claimed. A predicate like "없고" leads on to the next clause; a clause
// with an unknown word claims nothing.
type korean struct {
	draft
	past
	here     Key
	toks     []token
	pos      int
	question bool
	name     string // "라운지라고 하면": what the next clause may explain
	contrast []group
	cond     bool // a condition went before: no order holds
	searched bool // the clause before said where was searched
	was      bool // the clause before said "P이다" of a thing
	asked    pair // what the clause before asked: "거실에 소파 있나"
	spoken   bool // the clause before spoke of a thing and claimed nothing of it
	going    bool // the clause before was "거실에 가서"
	through  int  // how many claims there were before it
}

// A group is a list of names and the particle behind the last of them.
type group struct {
	list
	room     bool
	particle string
	comma    bool // one stands behind it
	inner    bool // "거실 책상 위에": a part of the room alone
}

// A clause is what stands before a predicate.
type clause struct {
	groups []group
	not    []group // "거실 말고"
	name   string  // the name before "라고"
	st     stance
	needNo bool    // "절대", "전혀": sensible only with a denial
	told   bool    // it has a person as its subject: it tells, it does not order
	goal   bool    // "네가 가야 할 곳은"
	alien  bool    // it has a word that is not known and may change what it says
	lasts  bool    // "계속": what was, still is
	other  bool    // "다른 데"
	later  bool    // "나중에"
	alias  bool    // "별명이"
	where  bool    // "어디"
	along  bool    // "같이"
	topic  string  // a word that is not known before 은 or 는: "빽은"
	lead   []group // what a thing is part of: "폰 배터리가"
	why    bool    // "왜"
	scoff  bool    // "무슨"
	advice bool    // "나라면"
	near   bool    // a word that is not known stands right before a name
	doubt  bool    // it has a word that takes back what was said: "않다", "뻥이야"
	beside bool    // it says where in terms of a thing: "소파 밑에"
	about  []group // rooms that only tell of what, not where: "베란다 문"
	agent  bool    // a word behind a bare thing may be its head or who did it: "노트북 민수가"
	soft   bool    // it has one that stands beside what it says: "바닥에", "굴러다니는"
	who    bool    // it has one that may be its subject: "청소부가"
}

// sentence reads a sentence after the past, which it changes.
func (k *korean) sentence(toks []token, question bool) {
	k.toks, k.pos, k.question = split(toks), 0, question && !endsInTag(toks)
	k.did, k.name, k.contrast, k.cond, k.searched = claimedNothing, "", nil, false, false
	if slices.ContainsFunc(k.toks, isVoid) {
		k.past = past{}
		return
	}
	spurned := spurns(k.toks)
	for k.word("아니야", "아니", "아니요", "아니지", "응", "네", "아니아니", "아뇨", "노노", "아냐", "어") {
		k.word(",")
	}
	began := len(k.claims) // of the clauses since the last comma or connective
	var hung []said        // "손님방에도 없고 서재에도 없고 카메라는 …"
	var pending []group    // "서재엔 책장, 침실엔 램프 있어"
	var last struct {      // the clause that was closed last
		predicate
		clause
		past
		claims int
	}
	for k.pos < len(k.toks) {
		if k.word(",") {
			began = len(k.claims)
			continue
		}
		if len(k.claims) > 0 && k.word("아니", "아니다", "아니야", "아니지", "아냐", "아니아니", "아니요") {
			k.claims, began, last.verb = nil, 0, verbNone // "주방에 있어, 아니 침실에"
			continue
		}
		p, c, closed := k.one()
		if closed && len(c.about) == 1 && len(c.groups) == 0 && (p.verb == verbGo || p.verb == verbLook) && (p.mood != tells || p.plain) && p.mood != ifs && p.mood != seeking {
			c.groups, c.about = c.about, nil // "거실 한 바퀴 돌고 와"
		}
		if closed && (p.verb == verbBe || p.verb == verbSee) && p.no && p.mood == tells && !c.alien && !c.soft && !c.who && len(c.groups) == 1 && c.groups[0].room && len(k.things.keys) == 0 {
			hung = append(hung, said{p, c})
		} else if len(hung) > 0 && len(c.groups) == 1 && !c.groups[0].room && len(c.groups[0].keys) == 1 && !c.groups[0].loose {
			for _, h := range hung {
				h.clause.groups = append(h.clause.groups[:1:1], group{list: c.groups[0].list})
				k.say(h.predicate, h.clause)
			}
			hung = nil
			began = len(k.claims)
			continue
		}
		if closed && p.verb == verbBe && !c.alien && len(pending) > 0 && len(c.groups) == 2 && c.groups[0].room && !c.groups[1].room {
			c.groups = append(pending, c.groups...)
		}
		if pending = nil; !closed && !c.alien && !c.soft && !c.who && len(c.groups) == 2 && c.groups[0].room && !c.groups[1].room && len(c.groups[0].particle) > 0 && k.pos < len(k.toks) {
			pending = c.groups
			continue
		}
		if !closed && len(c.groups) == 0 && !c.alien && c.st.weight > 0 && last.verb != verbNone {
			for i := last.claims; i < len(k.claims); i++ { // "…, 아마"
				k.claims[i].Weight = min(k.claims[i].Weight, c.st.weight)
			}
		}
		switch {
		case p.mood == ifs && p.verb == verbCall && c.name != "":
			k.name = c.name // "라운지라고 하면"
			continue
		case p.mood == ifs && p.verb == verbIsNot && len(c.groups) == 0:
			continue // "아니면"
		case p.mood == ifs && len(c.groups) == 0 && len(c.about) == 0:
			k.cond = true // "내 기억이 맞으면"
			continue
		case p.mood == ifs && p.more && p.verb != verbBe && p.verb != verbSee && !c.alien && len(c.groups)+len(c.about) == 1 && !hasThing(c) && !p.no && !c.st.no:
			k.places = append(c.groups, c.about...)[0].list // "거실에 가면 소파가 있어"
			k.did, k.no, k.cond = claimedGoing, false, true
			continue
		case p.mood == ifs && p.verb == verbOpen && len(c.groups) == 1 && !c.groups[0].room && len(c.about) == 0:
			k.past = past{things: c.groups[0].list, sought: true} // "우산 필요하면"
			continue
		case p.mood == ifs, p.mood == seeking && p.verb == verbGo && hasRoom(c):
			if last.more && endsIn(last.text, "고 며 지만 는데") {
				k.claims = k.claims[:last.claims]
			}
			k.past, k.sought = past{}, false
			k.mention(c)
			k.places = list{}
			return
		case closed && p.verb == verbIsNot && !p.more && len(c.groups)+len(c.not) == 0 && len(k.claims) > 0 && k.claims[len(k.claims)-1].Relation == RelationIn:
			k.claims, k.past = nil, past{} // "세탁기는 세탁실에 있잖아 근데 우리 집은 아니야"
			continue
		case !closed && len(c.groups) == 0 && !c.alien && len(k.claims) > began:
			continue // "…, 뭘"
		case !closed && (len(c.groups) > 0 || c.alien):
			if later := last.clause; last.verb != verbNone && !last.more && len(later.groups) > 0 && k.pos == len(k.toks) && !c.alien && len(c.groups) > 0 {
				// "서재엔 없어, 그 지구본"
				now, claims := k.past, len(k.claims)
				later.groups = append(later.groups[:len(later.groups):len(later.groups)], c.groups...)
				if k.past, k.claims = last.past, k.claims[:last.claims]; k.say(last.predicate, later) {
					continue
				}
				k.past, k.claims = now, k.claims[:claims]
			}
			if len(c.groups) == 0 && last.verb != verbNone && last.verb != verbOther && !last.more && !c.doubt {
				continue // "… 있구만 으 냄새"
			}
			if last.verb != verbNone && !last.more && len(c.groups) == 1 && len(c.not) == 0 && c.groups[0].room && k.did != claimedNothing && slices.Equal(c.groups[0].keys, k.places.keys) {
				continue // "부엌으로 가 부엌"
			}
			if c.soft || !k.list(c) {
				// Words without a predicate: nothing around them is sure.
				k.claims = k.claims[:began]
				k.mention(c)
			}
			continue
		case !closed:
			continue
		}
		claims, going := len(k.claims), k.going
		last.predicate, last.clause, last.past, last.claims = p, c, k.past, claims
		if spurned && (p.mood == doubts || p.quoted) {
			if p.quoted || p.verb != verbBe || p.no || c.st.no || c.alien || !hasThing(c) || !hasRoom(c) {
				return
			}
			p.mood, p.no = tells, true // "침대가 부엌에 있다니 말도 안 돼"
		}
		if c.alien || c.st.bad || !c.clear(p, k.sought) || !k.say(p, c) {
			k.claims = k.claims[:claims]
			if p.verb == verbBe && p.no && p.more && !hasRoom(c) && len(c.lead) > 0 {
				c.groups = c.lead // "폰 배터리가 없어서"
			}
			k.mention(c)
			k.sought = k.sought || p.mood == asks && p.verb != verbOpen || k.question || p.verb == verbIs && p.mood == tells && len(c.groups) == 1 && !c.groups[0].room
			k.spoken = k.spoken && p.verb != verbLook && p.verb != verbNone && p.verb != verbSeek
		}
		k.asked = pair{}
		if all, ok := pairs(c); ok && len(all) == 1 && p.mood == asks && p.verb == verbBe && !p.no && !c.alien && !c.st.no && all[0].things != nil && all[0].places != nil {
			k.asked = all[0]
		}
		if going {
			k.going = false
		}
		if p.more {
			began = len(k.claims)
		}
	}
}

// said is a predicate with its clause.
type said struct {
	predicate
	clause
}

// isVoid tells of words that keep a sentence from claiming anything.
func isVoid(t token) bool {
	if !t.named() && len(t.text) > 9 && endsIn(t.text, "네는 네가 네집 네집은 네집에 네집엔 네집에는 네집이 네엔 네에는 네에 네도 댁에 댁은 댁에는 댁엔") && !strings.HasSuffix(t.text, "동네는") {
		return true // "형님네는"
	}
	return voidKorean[t.text] || !t.named() && slices.ContainsFunc(voidBegins, func(s string) bool { return strings.HasPrefix(t.text, s) })
}

// spurns tells whether a sentence calls what it says of others untrue.
func spurns(toks []token) bool {
	text := ""
	for _, t := range toks {
		if text += t.text; len(text) > 600 {
			return false
		}
	}
	text = strings.ReplaceAll(text, " ", "")
	return slices.ContainsFunc(strings.Fields("말도안 말이돼 말이되 그럴리 어이없 웃기고 무슨소리 헛소리 개뿔 뻥이 뻥치 거짓말 믿을게못 믿지마 못믿 안믿 말이안"), func(s string) bool { return strings.Contains(text, s) })
}

func endsInTag(toks []token) bool {
	return len(toks) > 0 && koreanTags[strings.TrimRight(toks[len(toks)-1].text, "요")]
}

// one reads a clause, and its predicate when it has one.
func (k *korean) one() (predicate, clause, bool) {
	c := clause{not: k.contrast}
	k.contrast = nil
	for k.pos < len(k.toks) && k.toks[k.pos].text != "," {
		if name, n := k.longName(&c); n > 0 {
			k.pos, c.name = k.pos+n, name
			continue
		}
		phrase, n := k.phrase()
		p, m := k.predicate()
		switch {
		case m > 0 && p.verb == verbIsNot && len(k.claims) > 0 && k.pos+m == len(k.toks), m > n && (n == 0 || !p.open) || m > 0 && m == n && len(c.groups) > 0:
			k.pos += m
			if p.verb == verbCall && c.name == "" && p.mood != ifs {
				p.verb, p.mood, p.more = verbOpen, asks, true // "숙제한다고"
			}
			c.alien = k.quote(p) || c.alien
			return p, c, true
		case n == 1 && (phrase == "안" || phrase == "못") && k.pos+1 < len(k.toks) && !k.toks[k.pos+1].named() && endsIn(k.toks[k.pos+1].text, "게 도록"):
			k.pos += 2 // "손 안 닿게"
			c.soft = true
		case n > 0:
			k.pos += n
			k.particular(&c, phrase)
		default:
			if p, ok := k.part(&c); ok {
				return p, c, true
			}
		}
	}
	return predicate{}, c, false
}

// purposes are what somebody says of a thing before where it is: "우산 필요하면".
var purposes = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("필요하면 필요하거든 필요하시면 필요할땐 필요할때 필요해지면 급하면 궁금하면 쓰려면 찾으면 찾거든 찾는다면 원하면 없어졌으면 안보이면 안보이거든 못찾겠으면 못찾겠거든 못찾으면 찾고싶으면 찾을땐 찾을때는 쓸거면") {
		m[w] = true
	}
	return m
}()

// headed takes an unknown word behind a bare thing, which may be the thing that is
// meant: "소파 커버", "식탁 밑바닥에". It reports false for words that look like an adverb.
func (c *clause) headed(word string) bool {
	last := c.groups[len(c.groups)-1]
	switch {
	case endsIn(word, "게 히 로 씩 째 서 쯤 껏 만 도 까지 부터 전 후 데 채 고 니 며 야 요 네"),
		slices.Contains(strings.Fields("쏙 또 막 콕 꽉 푹 쭉 딱 툭 확 꼭 몽땅 죄다 온통 도로 누가 걔가 홀랑 냉큼 그만"), word):
		return false
	case last.room: // "베란다 문", "화장실 가는 길에"
		c.groups, c.about = c.groups[:len(c.groups)-1], append(c.about, last)
	case endsIn(word, "에 에는 엔 에다 에다가 에서 에도 위 밑"):
		c.groups, c.beside = c.groups[:len(c.groups)-1], true
	case endsIn(word, "이 가"):
		c.agent = true
	default:
		c.alien = true
	}
	return true
}

func endsIn(word, list string) bool {
	return slices.ContainsFunc(strings.Fields(list), func(e string) bool { return strings.HasSuffix(word, e) && len(word) > len(e) })
}

// strange takes a word that is not known.
func (c *clause) strange(word string, closes bool) {
	c.doubt = c.doubt || slices.ContainsFunc(rebuffs, func(s string) bool { return strings.HasPrefix(word, s) })
	ends := func(list string) bool { return endsIn(word, list) }
	switch {
	case slices.Contains(states, word), slices.ContainsFunc(outsides, func(s string) bool { return strings.HasPrefix(word, s) }):
		c.alien = true
	case strings.HasPrefix(word, "없는"), strings.HasPrefix(word, "없던"):
		c.alien = true
	case ends("은 는") && c.topic == "" && len(c.groups) == 0:
		_, last := utf8.DecodeLastRuneInString(word)
		c.topic, c.who = word[:len(word)-last], true
	case closes, ends("면 때 네 집 댁 도 만 처럼 보다 려고 려면 다가 더니 을까 말고 을 를 대신 빼고 않다 않아 않음 않네 의 랑 한테 에게 없이 마저 조차 없는 않은 아닌"):
		c.alien = true
	case ends("이 가 은 는 께서 분이"):
		c.who = true
	default:
		c.soft = true
	}
}

// rebuffs begin words that take back what was said.
var rebuffs = strings.Fields("않 아니 아닌 아닐 못 거짓 뻥 헛소리 설마 의심 모르 몰라 틀린 틀렸 말도 그럴리 웃기 농담 착각 잘못")

// outsides begin words for what is no part of a room: "거실 옆에".
var outsides = []string{"옆", "앞", "뒤", "밖", "바깥", "근처", "사이", "건너", "맞은편", "너머", "외에", "이외", "쪽말고", "반대", "않", "아닌", "못", "덜"}

// clear tells whether what a clause says is plain in spite of unknown words: it
// names a thing and a room, and does not deny.
func (c clause) clear(p predicate, sought bool) bool {
	if !c.soft && !c.who || c.topic != "" && (p.verb == verbCall || p.verb == verbMean) || c.name != "" && (p.verb == verbCall || p.verb == verbMean) {
		return true
	}
	if p.verb == verbPut && !hasThing(c) && (p.mood == orders || p.mood == begs || p.plain) && hasRoom(c) {
		return true // "서재는 놔둬"
	}
	steers := !c.who && (p.mood == orders || p.mood == begs || p.mood == bans || p.plain) && (p.verb == verbGo || p.verb == verbLook || p.verb == verbSeek || p.verb == verbAvoid)
	if steers && hasRoom(c) && !c.st.no && (!p.no || p.verb == verbAvoid && !c.near) {
		return true
	}
	for i := 1; i < len(c.groups); i++ {
		if a, b := c.groups[i-1], c.groups[i]; a.room && !b.room && a.particle == "" && b.particle == "" {
			return false // "부엌 선반 맨 위 칸에"
		}
	}
	rooms := slices.ContainsFunc(c.groups, func(g group) bool { return g.room })
	if no := p.no || c.st.no; !rooms || !hasThing(c) && !sought || no && (c.near || c.who) || p.mood != tells || len(c.not) > 0 {
		return false
	}
	switch p.verb {
	case verbPut, verbTake, verbOpen, verbGo:
		return true
	case verbSeek, verbLook:
		return p.past
	case verbBe, verbSee, verbIs:
		return !c.who || p.quoted || hasThing(c)
	}
	return false
}

// quote takes a verb of saying behind what is quoted. It tells whether the quote
// says nothing, for what stands behind it is another verb ("있다고 생각했는데
// 아니었어") or goes on ("있다고 했는데 없었어").
func (k *korean) quote(p predicate) (nothing bool) {
	text := ""
	for n := range min(3, len(k.toks)-k.pos) {
		text += strings.ReplaceAll(k.toks[k.pos+n].text, " ", "")
		if said := strings.TrimSuffix(text, "요"); sayings[said] && (p.quoted || saidOf(p.text)) {
			k.pos += n + 1
			return (strings.HasSuffix(said, "는데") || strings.HasSuffix(said, "던데")) && k.pos < len(k.toks)
		}
	}
	goesOn := p.quoted && (strings.HasSuffix(p.text, "던데") || strings.HasSuffix(p.text, "는데"))
	return (goesOn || saidOf(p.text)) && k.pos < len(k.toks) && k.toks[k.pos].text != "," && k.verbAhead()
}

// verbAhead tells whether a verb stands next, or an unknown word that closes a
// clause.
func (k *korean) verbAhead() bool {
	_, n := k.phrase()
	_, m := k.predicate()
	t := k.toks[k.pos]
	return m > n || n == 0 && !t.named() && place(t.text) == nil && endsAlien(t.text)
}

// saidOf tells whether a predicate has a form that quotes: "있다고", "가라고".
func saidOf(text string) bool {
	return slices.ContainsFunc([]string{"다고", "라고", "자고", "다구", "라구"}, func(e string) bool { return strings.HasSuffix(text, e) })
}

// part reads a name with what is joined to it, or an unknown word. It may close
// the clause: "거실이야", and an unknown word with the ending of a verb.
func (k *korean) part(c *clause) (predicate, bool) {
	t := k.toks[k.pos]
	if c.alias && len(c.groups)+len(c.about) == 1 {
		for _, is := range particles { // "다용도실 별명이 뒷간이야"
			name, ok := strings.CutSuffix(strings.ReplaceAll(t.text, " ", ""), is)
			if p, closes := copulas[is]; ok && closes && p.mood == tells && p.weight == 0 && name != "" && !(strings.HasPrefix(is, "이") && nickname(name)) {
				k.pos++
				c.name, c.groups, c.about = name, append(c.groups, c.about...), nil
				c.groups[0].particle = ""
				return predicate{verb: verbCall, text: t.text}, true
			}
		}
	}
	if name, ok := calledName(t); ok && c.name == "" && k.callAhead() {
		k.pos++
		c.name = name
		return predicate{}, false
	}
	if !t.named() && place(t.text) == nil {
		k.pos++
		closes := endsAlien(t.text) || t.text == "때" || t.text == "때는" || t.text == "땐"
		if len(c.groups) == 1 && !c.groups[0].room && (endsIn(t.text, "려면 려거든 싶으면 거면 거라면") || purposes[t.text]) {
			return predicate{verb: verbOpen, mood: ifs, more: true}, true
		}
		if strings.HasSuffix(t.text, "면") && len(t.text) > 6 && !c.alien {
			return predicate{verb: verbOther, mood: ifs, more: true}, true
		}
		if n := len(c.groups); n > 0 && k.pos > 1 && !(k.pos < len(k.toks) && endsIn(k.toks[k.pos].text, "는 은 던 인 한 된")) && k.toks[k.pos-2].named() && c.groups[n-1].particle == "" && !c.groups[n-1].inner && !closes && c.headed(t.text) {
			return predicate{}, false
		}
		c.strange(t.text, closes)
		c.near = c.near || k.atName(0) && !endsIn(t.text, "에 에서 로 게 히 고 서 도 까지 부터 이 가 은 는 을 를")
		return predicate{verb: verbOpen, mood: asks, more: true}, closes
	}
	g, ok := k.group()
	if !ok {
		c.alien = true
		return predicate{}, false
	}
	if n := len(c.groups); n > 0 && !g.room && !c.groups[n-1].room && slices.Equal(pointed(t), []string{"it"}) {
		c.groups[n-1].particle = g.particle // "리코더 그거"
		return predicate{}, false
	}
	cop, closes := copulas[g.particle]
	switch {
	case (g.particle == "말고" || g.particle == "" && k.atWord("말고")) && !g.room && len(c.groups) > 0 && !c.groups[len(c.groups)-1].room:
		k.word("말고")
		return predicate{}, false // "신발 신발장 말고 베란다에 있어"
	case g.particle == "말고" || g.particle == "말구" || g.particle == "" && k.word("말고", "말구", "말고는", "대신말고"):
		c.not = append(c.not, g)
		return predicate{}, false
	case (g.particle == "보다" || g.particle == "보단") && g.room:
		return predicate{}, false
	}
	if g.room && (g.particle == "" || g.particle == "의" || g.particle == "쪽") {
		if particle, n := k.inside(len(c.groups) > 0 && !c.groups[len(c.groups)-1].room); n > 0 {
			k.pos += n
			g.particle, g.inner = particle, true
		}
	}
	if !g.room && k.landmark(g.particle) {
		c.beside = true
		return predicate{}, false
	}
	if g.room && g.particle == "에" && (k.pos+1 >= len(k.toks) || k.toks[k.pos+1].text != "적이") && k.word("있던", "있었던") {
		g.particle = "있던"
	}
	if n := len(c.groups); n > 0 && !g.room && !c.groups[n-1].room && c.groups[n-1].particle == "" && !c.groups[n-1].comma && t.named() && len(g.keys) == 1 && len(c.groups[n-1].keys) == 1 && k.pos > 1 && k.toks[k.pos-2].object != "" {
		c.lead = c.groups[n-1 : n : n]
		c.groups = c.groups[:n-1] // "청소기 충전기": the last is the head
	}
	c.groups = append(c.groups, g)
	return cop, closes
}

// sides are words for where something stands by a thing, before a particle.
var sides = strings.Fields("위쪽 아래쪽 뒤쪽 옆쪽 앞쪽 안쪽 밑 위 안 아래 속 옆 뒤 앞 틈 사이 곁 구석 한쪽 끝 가운데 바닥 벽 천장 문 창가 창문 입구 꼭대기 한구석 구석탱이 모퉁이 한켠 근처 맨위 맨아래 칸 쪽 주변")

// locatives are the particles of where a thing is.
var locatives = strings.Fields("에 에는 엔 에도 에다 에다가 에서 에선 에서는 안에 안에는 안엔 속에 쪽에 쪽에서 안에서")

// sideOf gives the particle of a word of place: "위에", "밑에다".
func sideOf(word string) (string, bool) {
	for _, side := range sides {
		if rest, ok := strings.CutPrefix(word, side); ok && (rest == "" || slices.Contains(locatives, rest)) {
			return rest, true
		}
	}
	return "", false
}

// landmark takes the words of place behind a thing, and tells whether it says only
// where something else is: "소파에", "책상 밑에".
func (k *korean) landmark(particle string) bool {
	if slices.Contains(locatives, particle) {
		return true
	}
	if particle != "" && particle != "의" {
		return false
	}
	found := false
	for k.pos < len(k.toks) && !k.toks[k.pos].named() {
		_, ok := sideOf(k.toks[k.pos].text)
		if ok && k.toks[k.pos].text == "안" && k.pos+1 < len(k.toks) {
			_, denies := predicateOf(k.toks[k.pos+1].text)
			ok = !denies // "욕실엔 폰 안 놔뒀어"
		}
		if !ok {
			break
		}
		k.pos++
		found = true
	}
	return found
}

// inside gives the particle behind a part of the room that was just named, and how
// many words it has: "책장 꼭대기에", "끝에", "신발장 위". None for what is beside it.
// A bare thing is a part only at the end of a clause that has named another.
func (k *korean) inside(last bool) (particle string, n int) {
	for i := k.pos; i < min(len(k.toks), k.pos+4); i++ {
		t := k.toks[i]
		if t.text == "," || t.room != "" || place(t.text) != nil {
			break
		}
		if t.named() {
			if slices.Contains(locatives, t.particle) {
				return t.particle, i - k.pos + 1
			}
			if (t.particle == "이" || t.particle == "가") && i+1 < len(k.toks) && strings.HasPrefix(k.toks[i+1].text, "아니") {
				return t.particle, i - k.pos + 1 // "안방 장롱이 아니라"
			}
			if t.particle != "" && t.particle != "의" {
				break
			}
			if last && (i+1 == len(k.toks) || k.toks[i+1].text == ",") {
				return "", i - k.pos + 1 // "돗자리는 베란다 수납장"
			}
			continue
		}
		if i == k.pos && (strings.HasPrefix(t.text, "밑") || strings.HasPrefix(t.text, "아래")) || i == k.pos && slices.ContainsFunc(outsides, func(s string) bool { return strings.HasPrefix(t.text, s) }) {
			break
		}
		if rest, ok := sideOf(t.text); ok {
			if rest != "" {
				return rest, i - k.pos + 1
			}
			if i+1 == len(k.toks) || k.toks[i+1].text == "," {
				return "", i - k.pos + 1
			}
			continue
		}
		if _, known := koreanPhrases()[t.text]; known {
			break
		}
		if _, side := sideOf(k.toks[max(i-1, 0)].text); i > k.pos && !side && endsIn(k.toks[i-1].text, "는 은 던 을 를 이 가") {
			break
		}
		for _, at := range locatives {
			if noun, ok := strings.CutSuffix(t.text, at); ok && len(noun) > 3 && (at != "에" || !strings.HasSuffix(noun, "때문")) {
				return at, i - k.pos + 1
			}
		}
		if _, ok := predicateOf(t.text); ok || endsAlien(t.text) || endsIn(t.text, "이 가 은 는 던 을 를 도 로 게") {
			break
		}
	}
	return "", 0
}

// longName reads a name of two words, or one parted from its particle by quotes:
// "아빠 방이라고", "“텃밭”이라고". It gives how many words it took.
func (k *korean) longName(c *clause) (string, int) {
	if c.name != "" || len(c.groups) == 0 || c.groups[len(c.groups)-1].particle == "" || k.pos+1 >= len(k.toks) {
		return "", 0
	}
	first, next := k.toks[k.pos], k.toks[k.pos+1]
	if first.particle != "" || first.text == "," || next.text == "," {
		return "", 0
	}
	name := first.text
	if !slices.Contains(strings.Fields("라고 이라고 라 이라 라구 이라구"), next.text) {
		last, ok := calledName(next)
		if w, known := koreanPhrases()[first.text]; !ok || known && !w.owner && !w.adverb.one || endsIn(first.text, "은 는 이 가 에서 선 끼리 도") && !strings.HasSuffix(first.text, "의") {
			return "", 0
		}
		name += " " + last
	}
	k.pos++
	defer func() { k.pos-- }()
	if !k.callAhead() {
		return "", 0
	}
	return name, 2
}

// callAhead looks whether a verb of calling or meaning stands in the clause.
func (k *korean) callAhead() bool {
	at := k.pos
	defer func() { k.pos = at }()
	for k.pos++; k.pos < len(k.toks) && k.pos < at+6 && k.toks[k.pos].text != ","; k.pos++ {
		if p, n := k.predicate(); n > 0 {
			return p.verb == verbCall || p.verb == verbMean
		}
	}
	return false
}

// calledName gives what stands before "라고". Behind a final consonant it is
// "이라고", so a word that ends so could be one of two names: the shorter, unless the
// longer is a word or looks like a pet name.
func calledName(t token) (string, bool) {
	if slices.Contains([]string{"라고", "이라고", "라", "이라", "라고도", "이라고도", "라구", "이라구"}, t.particle) {
		name, _ := strings.CutSuffix(strings.ReplaceAll(t.text, " ", ""), t.particle)
		return name, true
	}
	if t.named() {
		return "", false
	}
	text := strings.TrimSuffix(t.text, "도")
	name, ok := strings.CutSuffix(text, "라고")
	if short, consonant := strings.CutSuffix(name, "이"); ok && consonant && short != "" {
		if len(Notion(name)) > 0 || nickname(short) {
			return "", false
		}
		name = short
	}
	return name, ok && name != ""
}

// nickname tells of names that 이 may belong to: "킁킁이", "곰돌이".
func nickname(short string) bool {
	rs := []rune(short)
	n := len(rs)
	return n > 1 && rs[n-1] == rs[n-2] || strings.ContainsRune("돌순둥식똘양동딩롱뽀", rs[n-1]) || (rs[n-1]-'가')%28 == 0
}

// pointed gives what a word points to: "it", "here" or "there".
func pointed(t token) []string {
	if p := place(t.text); p != nil && !t.named() {
		return p[:1]
	}
	return nil
}

// place gives what "여기" and the like stand for, and the particle behind; nil
// for other words.
func place(text string) []string {
	for _, w := range pointing {
		if particle, ok := strings.CutPrefix(text, w.word); ok && (particle == "" || slices.Contains(particles, particle)) {
			return []string{w.means, particle}
		}
	}
	return nil
}

// group reads names of one kind, joined by particles, words or commas.
func (k *korean) group() (group, bool) {
	g := group{}
	for first := true; ; first = false {
		t := k.toks[k.pos]
		keys, particle := []Key{t.room + t.object}, t.particle
		isRoom := t.room != ""
		switch p := place(t.text); {
		case t.named():
		case p == nil:
			return g, false
		case p[0] == "it":
			keys, particle = k.things.keys, p[1]
		case p[0] == "there":
			keys, isRoom, particle = k.places.keys, true, p[1]
		default:
			keys, isRoom, particle = nil, true, p[1]
			if !k.here.Unknown() {
				keys = []Key{k.here}
			}
		}
		if first {
			g.room = isRoom
		}
		if isRoom != g.room || t.room != "" && t.object != "" {
			return g, false
		}
		k.pos++
		if n := k.suchAs(); particle == "" && !isRoom && n > 0 {
			k.pos += n
			particle = "는"
		}
		g.keys = append(g.keys, keys...)
		if len(keys) == 0 {
			g.loose = true
		}
		g.particle = particle
		if len(g.keys) > len(keys) && (particle == "이고" || particle == "고") {
			g.particle = "" // "부엌이고 안방이고"
		}
		or, joined := k.joint(particle, g.room)
		if !joined {
			g.comma = k.pos < len(k.toks) && k.toks[k.pos].text == ","
			return g, true
		}
		g.or = g.or || or
		if k.pos == len(k.toks) {
			return g, false
		}
	}
}

// suchAs counts the words of "같은 거" behind a thing.
func (k *korean) suchAs() int {
	text := ""
	for n := range min(2, len(k.toks)-k.pos) {
		text += k.toks[k.pos+n].text
		if slices.Contains(strings.Fields("같은거 같은건 같은게 같은것 같은것도 같은것은 같은거는 같은거도 같은걸 같은것을 따위 따위는 따위도 종류는"), text) {
			return n + 1
		}
	}
	return 0
}

// joint takes what joins the name just read to the next.
func (k *korean) joint(particle string, isRoom bool) (or, joined bool) {
	switch particle {
	case "와", "과", "랑", "이랑", "하고":
		k.word(",")
		return false, k.atName(0)
	case "나", "이나":
		return true, k.atName(0)
	case "도", "에도", "에서도", "이고", "고":
		// "침대도 소파도": one list if the next has the same particle.
		if k.atName(0) && (k.toks[k.pos].particle == particle || strings.HasSuffix(particle, "고") && strings.HasSuffix(k.toks[k.pos].particle, "고") && k.toks[k.pos].particle != "하고" && k.toks[k.pos].particle != "말고") && (k.toks[k.pos].room != "") == isRoom {
			return false, true
		}
		return false, false
	case "":
	default:
		return false, false
	}
	switch {
	case k.atName(1) && k.word("또는", "혹은", "아니면"):
		return true, true
	case k.atName(1) && k.word("및", "그리고"):
		return false, true
	case k.pos < len(k.toks) && k.toks[k.pos].text == "," && k.atName(1) && (k.toks[k.pos+1].room != "") == isRoom:
		k.pos++
		return false, true
	case k.pos+1 < len(k.toks) && k.toks[k.pos].text == "," && k.atName(2) && slices.Contains([]string{"그리고", "및", "또는"}, k.toks[k.pos+1].text):
		or = k.toks[k.pos+1].text == "또는"
		k.pos += 2
		return or, true
	}
	return false, false
}

func (k *korean) atName(n int) bool { return k.pos+n < len(k.toks) && k.toks[k.pos+n].named() }

func (k *korean) atWord(w string) bool { return k.pos < len(k.toks) && k.toks[k.pos].text == w }

func (k *korean) word(any ...string) bool {
	if k.pos < len(k.toks) && slices.Contains(any, k.toks[k.pos].text) {
		k.pos++
		return true
	}
	return false
}

// phrase gives the longest phrase of the tables at the next words, however they
// are spaced, and how many words it has.
func (k *korean) phrase() (string, int) {
	return k.longest(maxPhrase, func(text string) bool { _, ok := koreanPhrases()[text]; return ok })
}

// predicate gives the longest predicate at the next words.
func (k *korean) predicate() (best predicate, n int) {
	_, n = k.longest(maxPredicate, func(text string) bool {
		p, ok := predicateOf(text)
		for _, deny := range []string{"안", "못"} {
			if rest, cut := strings.CutPrefix(text, deny); cut && (!ok || p.open) {
				if q, known := predicateOf(rest); known && koreanVerbs().nouns[rest].stem == "" && q.verb != verbOther && q.verb != verbCall && q.verb != verbIsNot {
					p, ok = q, true
					p.no = !p.no
				}
			}
		}
		if first := k.toks[k.pos]; p.open && (first.named() || text != first.text && !endsIn(first.text, "있는 있던 놓은 둔 있을 있는거 있는게 놨던 뒀던") && !(hasPast(first.text) && goesOn(text[len(first.text):])) && !k.helped(text)) {
			ok = false
		}
		if next := k.pos + spanned(k.toks[k.pos:], text); ok && p.mood == asks && strings.HasSuffix(text, "니") && next < len(k.toks) && k.toks[next].text != "," {
			p.mood, p.more = tells, true // "위험하니 접근하지 마"
		}
		if ok {
			best, best.text = p, text
		}
		return ok
	})
	return best, n
}

// goesOn tells whether a text may stand behind a verb of the past: "널었던 것 같아".
func goesOn(text string) bool {
	return slices.ContainsFunc(strings.Fields("뻔 같 분명 틀림 확실 싶 맞 것 거 게 걸 듯 모양 수 적 지 던 을 는"), func(s string) bool { return strings.HasPrefix(text, s) })
}

// spanned counts the words that a text of words without spaces spans.
func spanned(toks []token, text string) int {
	n := 0
	for n < len(toks) && text != "" {
		text = strings.TrimPrefix(text, strings.ReplaceAll(toks[n].text, " ", ""))
		n++
	}
	return n
}

// helped tells whether a text is the next two words, an unknown verb and one that
// goes on behind it: "걸쳐 놨어".
func (k *korean) helped(text string) bool {
	if k.pos+1 >= len(k.toks) || !openVowel(k.toks[k.pos].text) {
		return false
	}
	next := k.toks[k.pos+1].text
	return text == k.toks[k.pos].text+next && strings.IndexAny(next, "놓놔놨두둬뒀있") == 0
}

// hasPast tells whether a word has a syllable of the past.
func hasPast(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return r >= '가' && r <= '힣' && (r-'가')%28 == 20 && r != '있' && r != '겠' })
}

func (k *korean) longest(most int, known func(string) bool) (found string, n int) {
	text := ""
	for i := k.pos; i < min(len(k.toks), k.pos+most) && k.toks[i].text != ","; i++ {
		if most == maxPredicate && i > k.pos && i+1 < len(k.toks) && between[k.toks[i].text] && endsIn("x"+text, "지 면") {
			continue // "가면 절대 안 돼"
		}
		if k.toks[i].named() && i > k.pos {
			break
		}
		if text += strings.ReplaceAll(k.toks[i].text, " ", ""); len(text) > maxWord {
			break
		}
		if (i > k.pos || !k.toks[i].named()) && known(text) {
			found, n = text, i-k.pos+1
		}
	}
	return found, n
}

// between may stand inside a predicate.
var between = map[string]bool{"좀": true, "절대": true, "절대로": true, "진짜": true, "제발": true, "정말": true, "아예": true, "전혀": true, "더": true, "이제": true, "그냥": true, "당분간": true, "부디": true, "함부로": true, "다신": true, "다시는": true, "큰일": true}

// maxWord is how many bytes the words of a phrase or predicate have at most.
const maxWord = 90

// particular lets a phrase act on its clause.
func (k *korean) particular(c *clause, phrase string) {
	w := koreanPhrases()[phrase]
	w.adverb.act(&c.st)
	c.needNo = c.needNo || w.needNo
	c.told = c.told || w.told
	c.goal = c.goal || w.goal
	c.along, c.where = c.along || w.along, c.where || w.where
	c.lasts, c.why, c.scoff, c.advice = c.lasts || w.lasting, c.why || w.why, c.scoff || w.scoff, c.advice || w.advice
	c.st.one = c.st.one || w.owner && k.pos < len(k.toks) && k.toks[k.pos].room != ""
	c.told = c.told || w.advice
	c.later, c.alias = c.later || w.later, c.alias || w.alias
	c.other = c.other || w.elsewhere
	if w.sought {
		for _, g := range c.groups {
			if !g.room {
				k.past = past{things: g.list, sought: true}
			}
		}
		c.groups = nil
	}
}

// topicOf gives what a clause is about: "글루건 누나가 숙제한다고".
func topicOf(c clause) *group {
	for i := range c.groups {
		if g := &c.groups[i]; !g.room && (g.particle == "은" || g.particle == "는" || i == 0 && g.particle == "") {
			return g
		}
	}
	return nil
}

// mention remembers what is spoken of where nothing is claimed.
func (k *korean) mention(c clause) {
	var things, places list
	for _, g := range slices.Concat(c.about, c.groups, c.not) {
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

// split parts words that people write as one: "침실로좀", "거실에있어", and takes
// the letters of laughter off.
func split(toks []token) (out []token) {
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if i+1 < len(toks) && (t.text == "이" || t.text == "그" || t.text == "지금") && place(t.text+toks[i+1].text) != nil {
			i++
			t = token{text: t.text + toks[i].text}
		}
		if n := whereYouAre(toks[i:]); n > 0 {
			_, particle, _ := strings.Cut(toks[i+n-1].text, "방")
			for len(out) > 0 && slices.Contains([]string{"네가", "니가", "너", "지금"}, out[len(out)-1].text) {
				out = out[:len(out)-1]
			}
			out = append(out, token{text: "여기" + particle})
			i += n - 1
			continue
		}
		if (t.text == "한번도" || t.text == "단한번도" || t.text == "전혀") && len(out) > 0 && strings.HasPrefix(out[len(out)-1].text, "적") {
			continue // "본 적은 한 번도 없어"
		}
		if t.text == "한" && i+1 < len(toks) && toks[i+1].text == "번도" && len(out) > 0 && strings.HasPrefix(out[len(out)-1].text, "적") {
			i++
			continue
		}
		if t.text == ":" {
			if t.text = ","; len(out) > 0 && out[len(out)-1].object != "" && out[len(out)-1].particle == "" {
				out[len(out)-1].particle = "는" // "머그컵: 부엌"
				continue
			}
		}
		if t.named() || len(t.text) > maxWord {
			out = append(out, t)
			continue
		}
		out = append(out, splitWord(t.text)...)
	}
	return out
}

// whereYouAre counts the words of "네가 지금 있는 방에", to its particle.
func whereYouAre(toks []token) int {
	you := false
	for i, t := range toks[:min(len(toks), 5)] {
		switch {
		case slices.Contains([]string{"네가", "니가", "너"}, t.text):
			you = true
		case you && (t.text == "지금" || t.text == "있는" || t.text == "그" || t.text == "이"):
		case you && i > 1 && strings.HasPrefix(t.text, "방") && (t.text == "방" || slices.Contains(particles, strings.TrimPrefix(t.text, "방"))) && slices.ContainsFunc(toks[:i], func(t token) bool { return t.text == "있는" }):
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

func splitWord(word string) []token {
	word = strings.TrimFunc(word, func(r rune) bool { return r >= 'ㄱ' && r <= 'ㅣ' })
	for short, full := range map[string]string{"여깄": "여기있", "거깄": "거기있"} {
		word = strings.Replace(word, short, full, 1)
	}
	if word == "" {
		return nil
	}
	if knownWord(word) {
		return []token{{text: word}}
	}
	for at := len(word); at > 0; at-- {
		if word[at-1]&0xC0 == 0x80 && at < len(word) && word[at]&0xC0 == 0x80 {
			continue // inside a letter
		}
		head, rest := word[:at], word[at:]
		t, ok := lookup(head)
		if !ok && place(head) != nil {
			t, ok = token{}, true
		}
		if !ok || len(head) < 6 {
			continue
		}
		if rest == "" {
			t.text = head
			return []token{t}
		}
		if tail := splitWord(rest); known(tail) {
			t.text = head
			return append([]token{t}, tail...)
		}
	}
	if fixed := typos.Replace(word); fixed != word {
		if toks := splitWord(fixed); known(toks) {
			return toks
		}
	}
	return []token{{text: word}}
}

// typos mends what people type in haste: "잇음", "업어".
var typos = strings.NewReplacer("잇", "있", "엇", "었", "앗", "았", "햇", "했", "갓", "갔", "왓", "왔", "놧", "놨", "됫", "됐", "겟", "겠", "낫", "났", "봣", "봤", "업어", "없어", "업음", "없음", "업다", "없다", "업네", "없네", "업고", "없고", "업는데", "없는데", "않돼", "안돼", "않되", "안돼", "안되", "안돼", "돼요", "돼요", "되요", "돼요")

func known(toks []token) bool {
	return len(toks) > 0 && !slices.ContainsFunc(toks, func(t token) bool { return !t.named() && place(t.text) == nil && !knownWord(t.text) })
}

func knownWord(word string) bool {
	if _, ok := koreanPhrases()[word]; ok || word == "말고" {
		return true
	}
	_, ok := predicateOf(word)
	return ok
}
