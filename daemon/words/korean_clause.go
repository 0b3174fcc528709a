package words

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// one reads a clause, and its predicate if it has one.
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
		case n > 0 && p.verb == verbCall && c.name == "" && phrase == "함":
			k.pos += n
		case m > 0 && p.verb == verbIsNot && len(k.claims) > 0 && k.pos+m == len(k.toks), m > n && (n == 0 || !p.open) || m > 0 && m == n && len(c.groups) > 0:
			k.pos += m
			c.alien = k.quote(p) || c.alien
			return p, c, true
		case n == 1 && (phrase == "안" || phrase == "못") && k.pos+1 < len(k.toks) && !k.toks[k.pos+1].named() && endsIn(k.toks[k.pos+1].text, "게 도록 는 은 던 한 된 난"):
			k.pos += 2 // "손 안 닿게"
			c.soft, c.near = true, c.near || k.atName(0)
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

// purpose reports whether a word says why somebody wants a thing, before it is said where
// the thing is: "우산 필요하면".
func purpose(word string) bool {
	return endsIn(word, "려면 려거든 싶으면 거면 거라면") || endsIn(word, "면 거든 때 때는 땐 다면") &&
		begins(word, "필요 급하 급한 궁금 원하 없어졌 안보이 못찾")
}

// headed reads an unknown word after a thing without a particle. The word may be what is
// meant: "소파 커버", "식탁 밑바닥에". It reports false for words that look like an adverb.
func (c *clause) headed(word string) bool {
	last := c.groups[len(c.groups)-1]
	switch {
	case endsOrIs(word, moments), endsIn(word, "게 히 로 씩 째 서 쯤 껏 만 도 까지 부터 전 후 데 채 고 니 며 야 요 네"),
		slices.Contains(strings.Fields("쏙 또 막 콕 꽉 푹 쭉 딱 툭 확 꼭 몽땅 죄다 온통 도로 누가 걔가 홀랑 냉큼 그만"), word):
		return false
	case last.room: // "베란다 문", "화장실 가는 길에"
		c.groups, c.about = c.groups[:len(c.groups)-1], append(c.about, last)
	case endsIn(word, "에 에는 엔 에다 에다가 에서 에도 위 밑"):
		c.groups, c.beside = c.groups[:len(c.groups)-1], true
	default:
		c.alien = true
	}
	return true
}

// strange notes what an unknown word means for its clause; closes says whether the word has
// the ending of a verb.
func (c *clause) strange(word string, closes bool) {
	c.doubt = c.doubt || begins(word, rebuffs)
	ends := func(list string) bool { return endsIn(word, list) }
	switch {
	case isOf(word, states), begins(word, outsides+" 없는 없던"):
		c.alien = true
	case ends("에는 에선 에서는 엔 동안"), ends("를 한테 에게 랑 의") && len(c.groups) > 0:
		c.soft = true
	case ends("시는 하는 쓰는 찾는 입는 먹는 보는 두는 되는 주는 타는 있는 던"):
		c.soft = true
	case ends("은 는") && c.topic == "" && len(c.groups) == 0:
		_, last := utf8.DecodeLastRuneInString(word)
		c.topic, c.who = word[:len(word)-last], true
	case closes, ends("면 때 네 집 댁 도 만 처럼 보다 려고 려면 다가 더니 을까 말고 을 를 대신 빼고 않다 않아 않음 않네 의 랑 한테 에게 없이 마저 조차 없는 않은 아닌"):
		c.alien = true
	case ends("이 가 은 는 께서 분이"):
		c.who = true
	default:
		c.soft = true
		c.noun = c.noun || len(c.groups) == 0 && !endsIn(word, adverbial+" 에 에서 엔")
	}
}

// adverbial are the endings of words that are not nouns.
const adverbial = "게 히 로 씩 째 서 쯤 껏 만 도 까지 부터 전 후 데 채 고 니 며 야 요 네 는 은 던 한 된 난"

// moments are endings of words that look like a place but are a time: "이번에".
const moments = "번에 때문에 덕분에 동안에 전에 후에 김에 바람에 중에 날에 주에 달에 년에 시에 일에 밤에 낮에 오후에 오전에 새벽에 저녁에 아침에 점심에"

// rebuffs are the beginnings of words that take back what was said.
const rebuffs = "않 아니 아닌 아닐 못 거짓 뻥 헛소리 설마 의심 모르 몰라 틀린 틀렸 말도 그럴리 웃기 농담 착각 잘못"

// outsides are the beginnings of words for what lies outside a room: "거실 옆에".
const outsides = "옆 앞 뒤 밖 바깥 근처 사이 건너 맞은편 너머 외에 이외 쪽말고 반대 않 아닌 못 덜"

// clear reports whether the meaning of a clause is sure although it has unknown words: it
// names a thing and a room, and does not deny.
func (c clause) clear(p predicate, sought bool) bool {
	if !c.soft && !c.who || c.topic+c.name != "" && (p.verb == verbCall || p.verb == verbMean) {
		return true
	}
	if p.verb == verbPut && !c.hasThing() && (p.mood == orders || p.mood == begs || p.plain) && c.hasRoom() {
		return true // "서재는 놔둬"
	}
	if p.verb == verbLook && p.past && p.more && c.hasRoom() && !c.hasThing() && !c.st.no {
		return true // "욕실을 발칵 뒤집어 봤는데"
	}
	steers := !c.who && (p.mood == allows && p.verb == verbAvoid || p.mood == orders || p.mood == begs || p.mood == bans || p.plain) && (p.verb == verbGo || p.verb == verbLook || p.verb == verbSeek || p.verb == verbAvoid)
	if steers && c.hasRoom() && !c.st.no && (!p.no || p.verb == verbAvoid && !c.near) {
		return true
	}
	if p.verb == verbIsNot && p.more && !c.who && !c.near && len(c.not) == 0 && c.hasRoom() {
		return true
	}
	if no := p.no || c.st.no; !c.hasRoom() || !c.hasThing() && !sought || no && (c.near || c.who) || p.mood != tells || len(c.not) > 0 {
		return false
	}
	switch p.verb {
	case verbPut, verbTake, verbOpen, verbGo:
		return true
	case verbSeek, verbLook:
		return p.past
	case verbBe, verbSee, verbIs:
		return !c.who || p.quoted || c.hasThing()
	}
	return false
}

// quote reports whether something quoted claims nothing, because another verb follows it
// ("있다고 생각했는데 아니었어") or the sentence goes on ("있다고 했는데 없었어").
func (k *korean) quote(p predicate) (nothing bool) {
	if (p.quoted || saidOf(p.text)) && k.pos < len(k.toks) {
		q, n := k.predicate()
		said := k.toks[k.pos].text
		if n > 0 && q.mood != asks && q.mood != bans && begins(said, "하 해 했 들었 그랬 그래 말 얘기 이야기 기억 알고 믿 확신 장담") {
			k.pos += n
			return q.more && k.pos < len(k.toks)
		}
	}
	goesOn := p.quoted && (strings.HasSuffix(p.text, "던데") || strings.HasSuffix(p.text, "는데"))
	return (goesOn || saidOf(p.text)) && k.pos < len(k.toks) && k.toks[k.pos].text != "," && k.verbAhead()
}

// verbAhead reports whether a verb comes next, or an unknown word that ends a clause.
func (k *korean) verbAhead() bool {
	_, n := k.phrase()
	_, m := k.predicate()
	t := k.toks[k.pos]
	return m > n || n == 0 && !t.named() && place(t.text) == nil && endsAlien(t.text)
}

// saidOf reports whether a predicate has the form of a quotation: "있다고", "가라고".
func saidOf(text string) bool { return endsOrIs(text, "다고 라고 자고 다구 라구") }

// unknown reads an unknown word. The word ends the clause if it has the ending of a verb.
func (k *korean) unknown(c *clause, t token) (predicate, bool) {
	k.pos++
	closes := endsAlien(t.text) || t.text == "때" || t.text == "때는" || t.text == "땐"
	if len(c.groups) == 1 && !c.groups[0].room && purpose(t.text) {
		return predicate{verb: verbOpen, effect: effect{mood: ifs, more: true}}, true
	}
	if n := len(c.groups); n > 0 && !c.groups[n-1].room && endsIn(t.text, "는 은 던") && k.pos < len(k.toks) && slices.Contains([]string{"거", "것", "게", "건", "걸"}, k.toks[k.pos].text) {
		k.pos++ // "옷걸이 남는 거"
		c.soft = true
		return predicate{}, false
	}
	if n := len(c.groups); n > 0 && k.pos > 1 && !(k.pos < len(k.toks) && endsIn(k.toks[k.pos].text, "는 은 던 인 한 된")) && k.toks[k.pos-2].named() && c.groups[n-1].particle == "" && !c.groups[n-1].inner && !closes && c.headed(t.text) {
		return predicate{}, false
	}
	if took, ok := strings.CutSuffix(t.text, "다가"); ok && openVowel(took) && c.hasThing() && c.hasRoom() && !c.alien {
		return predicate{verb: verbTake, effect: effect{past: true, more: true}, text: t.text}, true // "소파에서 걷어다가"
	}
	c.strange(t.text, closes)
	c.near = c.near || k.atName(0) && !endsIn(t.text, "에 에서 로 게 히 고 서 도 까지 부터 이 가 은 는 을 를")
	return predicate{verb: verbOpen, effect: effect{mood: asks, more: true}, text: t.text}, closes
}

// part reads a name with what is joined to it, or an unknown word. Both may end the clause:
// "거실이야", and an unknown word with the ending of a verb.
func (k *korean) part(c *clause) (predicate, bool) {
	t := k.toks[k.pos]
	if c.is(markAlias) && len(c.groups)+len(c.about) == 1 {
		word := strings.ReplaceAll(t.text, " ", "")
		for at := range word { // "다용도실 별명이 뒷간이야"
			name, is := word[:at], word[at:]
			if p, closes := copula(is); closes && p.mood == tells && p.weight == 0 && name != "" && !(strings.HasPrefix(is, "이") && nickname(name)) {
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
		return k.unknown(c, t)
	}
	g, ok := k.group()
	if !ok {
		c.alien = true
		return predicate{}, false
	}
	if n := len(c.groups); n > 0 && !g.room && !c.groups[n-1].room && !t.named() && place(t.text)[0] == "it" {
		c.groups[n-1].particle = g.particle // "리코더 그거"
		return predicate{}, false
	}
	cop, closes := copula(g.particle)
	switch {
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
	if n := len(c.groups); n > 1 && !g.room && len(g.keys) > 0 && holders[g.keys[0]] && c.groups[n-1].room && c.groups[n-1].particle == "" && !c.groups[n-2].room {
		c.groups[n-1].inner = true
		return predicate{}, false // "건전지는 서재 서랍 확인해 봐"
	}
	if !g.room && k.landmark(g.particle) {
		c.beside = true
		return predicate{}, false
	}
	if g.room && (g.particle == "에" || g.particle == "") && (k.pos+1 >= len(k.toks) || k.toks[k.pos+1].text != "적이") && k.word("있던", "있었던") {
		g.particle = "있던"
	}
	if n := len(c.groups); n > 0 && !g.room && !c.groups[n-1].room && c.groups[n-1].particle == "" && !c.groups[n-1].comma && k.pos > 1 && k.toks[k.pos-2].object != "" {
		c.groups = c.groups[:n-1] // "청소기 충전기": the last is the head
	}
	c.groups = append(c.groups, g)
	return cop, closes
}

// sides are words for a position relative to a thing, without a particle.
var sides = strings.Fields("위쪽 아래쪽 뒤쪽 옆쪽 앞쪽 안쪽 밑 위 안 아래 속 옆 뒤 앞 틈 사이 곁 구석 한쪽 끝 가운데 바닥 벽 천장 문 창가 창문 입구 꼭대기 한구석 구석탱이 모퉁이 한켠 근처 맨위 맨아래 칸 쪽 주변")

// locatives are the particles that say where a thing is.
var locatives = strings.Fields("에요 에서요 에 에는 엔 에도 에다 에다가 에서 에선 에서는 안에 안에는 안엔 속에 쪽에 쪽에서 안에서")

// sideOf gives the particle of a word for a position: "위에", "밑에다".
func sideOf(word string) (string, bool) {
	for _, side := range sides {
		if rest, ok := strings.CutPrefix(word, side); ok && (rest == "" || slices.Contains(locatives, rest)) {
			return rest, true
		}
	}
	return "", false
}

// landmark reads the words for a position after a thing. It reports whether the thing only
// says where something else is: "소파에", "책상 밑에".
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

// inside reads a part of the room that was just named: "책장 꼭대기에", "끝에", "신발장 위". It
// gives the particle after it and how many words it has; 0 for what lies outside the room. A
// thing without a particle is such a part only at the end of a clause that has named another
// thing; last says that it has.
func (k *korean) inside(last bool) (particle string, n int) {
	for i := k.pos; i < min(len(k.toks), k.pos+6); i++ {
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
		if i == k.pos && begins(t.text, outsides+" 밑 아래") {
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
		if _, known := koreanPhrases()[t.text]; known && t.text != "맨" {
			break
		}
		if endsIn(t.text, "서랍 칸 선반 옷장 구석 바구니") || t.text == "맨" {
			if last && (i+1 == len(k.toks) || k.toks[i+1].text == ",") {
				return "", i - k.pos + 1 // "사무실 맨 윗서랍"
			}
			continue
		}
		if _, side := sideOf(k.toks[max(i-1, 0)].text); i > k.pos && !side && endsIn(k.toks[i-1].text, "는 은 던 을 를 이 가") {
			break
		}
		for _, at := range locatives {
			if noun, ok := strings.CutSuffix(t.text, at); ok && len(noun) > 3 && !endsOrIs(t.text, moments) {
				return at, i - k.pos + 1
			}
		}
		if _, ok := predicateOf(t.text); ok || endsAlien(t.text) || endsIn(t.text, "이 가 은 는 던 을 를 도 로 게") {
			break
		}
	}
	return "", 0
}

// longName reads a name of two words, or one with quotes between it and its particle:
// "아빠 방이라고", "“텃밭”이라고". It gives the name and how many words it read.
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
		if w, known := koreanPhrases()[first.text]; !ok || known && w.mark&markOwner == 0 && !w.adverb.one || endsIn(first.text, "은 는 이 가 에서 선 끼리 도") && !strings.HasSuffix(first.text, "의") {
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

// callAhead reports whether a verb of calling or meaning comes in the clause.
func (k *korean) callAhead() bool {
	at := k.pos
	defer func() { k.pos = at }()
	for k.pos++; k.pos < len(k.toks) && k.pos < at+6 && k.toks[k.pos].text != ","; k.pos++ {
		if p, n := k.predicate(); n > 0 {
			return p.verb == verbCall || p.verb == verbMean && !begins(p.text, "말하니 말했 말해")
		}
	}
	return false
}

// calledName gives the name before "라고". After a final consonant it is "이라고", so a word
// that ends in "이라고" has two possible names. The shorter counts, unless the longer is a
// known word or looks like a pet name.
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
	if !ok {
		name, ok = strings.CutSuffix(text, "이라")
		name += "이"
	}
	if short, consonant := strings.CutSuffix(name, "이"); ok && consonant && short != "" {
		if len(Notion(name)) > 0 || nickname(short) {
			return "", false
		}
		name = short
	}
	return name, ok && name != ""
}

// nickname reports whether 이 may be part of a name: "킁킁이", "곰돌이".
func nickname(short string) bool {
	rs := []rune(short)
	n := len(rs)
	return n > 1 && rs[n-1] == rs[n-2] || strings.ContainsRune("돌순둥식똘양동딩롱뽀", rs[n-1]) || (rs[n-1]-'가')%28 == 0
}

// place gives what a word like "여기" points to ("it", "here" or "there"), and the particle
// after it; nil for other words.
func place(text string) []string {
	for _, w := range pointing {
		if particle, ok := strings.CutPrefix(text, w.word); ok && (particle == "" || behindName(particle)) {
			return []string{w.means, particle}
		}
	}
	return nil
}

// particular adds the meaning of a phrase to its clause.
func (k *korean) particular(c *clause, phrase string) {
	w := koreanPhrases()[phrase]
	w.adverb.act(&c.st)
	if n := len(c.groups); w.mark&markAlong > 0 && n > 1 && !c.groups[n-1].room && slices.Contains([]string{"와", "과", "랑", "이랑", "하고"}, c.groups[n-1].particle) {
		c.groups = c.groups[:n-1] // "양초는 성냥이랑 같이"
	}
	c.mark |= w.mark
	c.st.one = c.st.one || w.mark&markOwner > 0 && k.pos < len(k.toks) && k.toks[k.pos].room != ""
	if w.mark&markSought > 0 {
		for _, g := range c.groups {
			if !g.room {
				k.past = past{things: g.list, sought: true}
			}
		}
		c.groups = nil
	}
}
