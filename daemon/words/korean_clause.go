package words

import (
	"strings"
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
			k.pos += n // "함 가 봐", and not "이라고 함"
		case m > 0 && k.closes(p, m, n, c) && !(n == m && koreanPhrases()[phrase].mark == markHow): // "오래"
			k.pos += m
			c.alien = k.unsaid(&p, c) || c.alien
			return p, c, true
		case n == 1 && k.deniesBeside(phrase):
			k.pos += 2 // "손 안 닿게"
			c.soft, c.near = true, c.near || k.atName(0)
		case n > 0:
			k.pos += n
			k.particular(&c, phrase)
		default:
			if p, ok := k.part(&c); ok {
				c.alien = k.unsaid(&p, c) || c.alien
				return p, c, true
			}
		}
	}
	return predicate{}, c, false
}

// closes reports whether a predicate of some words closes a clause, or a phrase that is made
// of the same words is read instead. The longer of the two counts.
func (k *korean) closes(p predicate, words, phrase int, c clause) bool {
	switch {
	case p.verb == verbIsNot && len(k.claims) > 0 && k.pos+words == len(k.toks):
		return true // "…, 아니야"
	case words > phrase:
		return phrase == 0 || !p.open
	}
	return words == phrase && len(c.groups) > 0
}

// deniesBeside reports whether "안" or "못" denies a word that says nothing of the place.
func (k *korean) deniesBeside(phrase string) bool {
	if phrase != "안" && phrase != "못" || k.pos+1 >= len(k.toks) {
		return false
	}
	next := k.toks[k.pos+1]
	return !next.named() && endsIn(next.text, "게 도록 는 은 던 한 된 난")
}

// clear reports whether the meaning of a clause is sure although it has unknown words: it
// names a thing and a room, and does not deny.
func (c clause) clear(p predicate, sought bool) bool {
	switch {
	case !c.soft && !c.who, c.topic+c.name != "" && p.verb.in(verbCall, verbMean):
		return true
	case !c.hasRoom():
		return false
	case p.verb == verbPut && !c.hasThing() && (p.mood.in(orders, begs) || p.plain):
		return true // "서재는 놔둬"
	case p.verb == verbLook && p.past && p.more && !c.hasThing() && !c.st.no:
		return true // "욕실을 발칵 뒤집어 봤는데"
	case p.verb == verbIsNot && p.more && !c.who && !c.near && len(c.not) == 0:
		return true
	}
	return c.clearlySteers(p) || c.clearlyLocates(p, sought)
}

// clearlySteers reports whether a clause with unknown words says where to go, or where not to.
func (c clause) clearlySteers(p predicate) bool {
	avoids := p.verb == verbAvoid
	switch {
	case c.who, c.st.no, p.no && !(avoids && !c.near), !avoids && !p.verb.in(verbGo, verbLook, verbSeek):
		return false
	}
	return p.mood.in(orders, begs, bans) || p.plain || avoids && p.mood == allows
}

// clearlyLocates reports whether a clause with unknown words that names a room says where a
// thing is.
func (c clause) clearlyLocates(p predicate, sought bool) bool {
	denies := p.no || c.st.no
	if !c.hasThing() && !sought || denies && (c.near || c.who) || p.mood != tells || len(c.not) > 0 {
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
// ("있다고 생각했는데 아니었어") or the sentence goes on ("있다고 했는데 거실에 있더라"). What is
// only said of a place ("거실이라고 해") is less sure.
func (k *korean) quote(p *predicate) (nothing bool) {
	if k.pos == len(k.toks) {
		return false
	}
	said := k.toks[k.pos].text
	if p.quoted || saidOf(p.text) || p.tellsPlainly() && begins(said, reports) {
		q, n := k.predicate()
		if n > 0 && q.mood != asks && q.mood != bans && begins(said, reports+" 하 해 했 합 한다 들었 말 얘기 이야기 기억 알고 믿 확신 장담") {
			if k.pos += n; p.verb == verbIs && begins(said, "하 해 했 합 한 그 들었") {
				p.weight = Usual
			}
			return q.more && (k.pos < len(k.toks) || p.verb == verbIs && !begins(said, "들었"))
		}
	}
	if p.quoted && p.more && endsIn(p.text, "했는데 했었는데 했지만 그랬는데 했더니 하더니 그러더니") {
		return true
	}
	goesOn := p.quoted && (strings.HasSuffix(p.text, "던데") || strings.HasSuffix(p.text, "는데"))
	return (goesOn || saidOf(p.text)) && said != "," && k.verbAhead()
}

// unsaid is quote, and remembers the one room of which nothing is claimed.
func (k *korean) unsaid(p *predicate, c clause) (nothing bool) {
	if nothing = k.quote(p); nothing && c.thingThenRoom() && !p.no && !c.st.no {
		k.heard = lone(c.groups[1].list)
	}
	return nothing
}

// reports are the beginnings of verbs of saying that may follow a statement as it was said:
// "거실에 있다 그랬는데", "거실에 있다 해놓고".
const reports = "그랬 그러더 그러시더 그러셨 그래놓 해놓 했는데 했었 하더 하던데 하길래 하셨"

// tellsPlainly reports whether a predicate ends as a statement that is quoted may: "있다".
func (p predicate) tellsPlainly() bool {
	return p.mood == tells && !p.more && endsIn(p.text, "다 음 래 대")
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

// part reads a name with what is joined to it, or an unknown word. Both may end the clause:
// "거실이야", and an unknown word with the ending of a verb.
func (k *korean) part(c *clause) (predicate, bool) {
	t := k.toks[k.pos]
	if p, ok := k.alias(c, t); ok {
		return p, true
	}
	if name, ok := calledName(t); ok && c.name == "" && k.callAhead() && !k.saysWhere(*c, t) {
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
	return k.addGroup(c, g)
}

// saysWhere reports whether a room before "라고" is where a thing is said to be, and no name:
// "컵은 부엌이라고 했는데 침실이야".
func (k *korean) saysWhere(c clause, t token) bool {
	if t.room == "" || !c.onlyThing() || k.pos+1 == len(k.toks) {
		return false
	}
	return among(c.groups[0].particle, "", "은", "는", "이", "가", "도") && begins(k.toks[k.pos+1].text, "하 해 했 합 한다 그")
}

// alias reads what the nickname of a room or a thing is: "다용도실 별명이 뒷간이야".
func (k *korean) alias(c *clause, t token) (predicate, bool) {
	if !c.is(markAlias) || len(c.groups)+len(c.about) != 1 {
		return predicate{}, false
	}
	word := strings.ReplaceAll(t.text, " ", "")
	for at := range word {
		name, is := word[:at], word[at:]
		if p, closes := copula(is); closes && p.mood == tells && p.weight == 0 && name != "" && !(strings.HasPrefix(is, "이") && nickname(name)) {
			k.pos++
			c.name, c.groups, c.about = name, append(c.groups, c.about...), nil
			c.groups[0].particle = ""
			return predicate{verb: verbCall, text: t.text}, true
		}
	}
	return predicate{}, false
}

// addGroup adds a group to a clause, or what the group says about the group before it. A form
// of "to be" behind it closes the clause.
func (k *korean) addGroup(c *clause, g group) (predicate, bool) {
	if among(g.particle, "말고", "말구") || g.particle == "" && k.word("말고", "말구", "말고는", "대신말고") {
		c.not = append(c.not, g)
		return predicate{}, false
	}
	if g.room && among(g.particle, "보다", "보단") {
		return predicate{}, false // "거실보다"
	}
	is, closes := copula(g.particle)
	if g.room && among(g.particle, "", "의", "쪽") {
		if particle, n := k.inside(len(c.groups) > 0 && !c.groups[len(c.groups)-1].room); n > 0 {
			k.pos += n
			g.particle, g.inner = particle, true
		}
	}
	if c.holds(g) {
		c.groups[len(c.groups)-1].inner = true
		return predicate{}, false // "건전지는 서재 서랍 확인해 봐"
	}
	if !g.room && k.landmark(g.particle) {
		c.beside = true
		return predicate{}, false
	}
	if k.formerly(g) {
		g.particle = "있던"
	}
	if k.isHead(*c, g) {
		c.groups = c.groups[:len(c.groups)-1] // "청소기 충전기": the last is the head
	}
	c.groups, c.late = append(c.groups, g), false
	return is, closes
}

// holds reports whether a thing is where something lies in the room before it: "… 서재 서랍".
func (c clause) holds(g group) bool {
	n := len(c.groups)
	return n > 1 && !g.room && len(g.keys) > 0 && holders[g.keys[0]] &&
		c.groups[n-1].room && c.groups[n-1].particle == "" && !c.groups[n-2].room
}

// formerly reads "있던" after a room: "지하실에 있던 거". "있던 적이" is no such word.
func (k *korean) formerly(g group) bool {
	if !g.room || !among(g.particle, "에", "") || k.pos+1 < len(k.toks) && k.toks[k.pos+1].text == "적이" {
		return false
	}
	return k.word("있던", "있었던")
}

// isHead reports whether a thing right behind another is what is meant: "청소기 충전기".
func (k *korean) isHead(c clause, g group) bool {
	if len(c.groups) == 0 || g.room || k.pos < 2 || k.toks[k.pos-2].object == "" {
		return false
	}
	last := c.groups[len(c.groups)-1]
	return !last.room && last.particle == "" && !last.comma
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
	if n := len(c.groups); w.mark&markAlong > 0 && n > 1 && !c.groups[n-1].room && among(c.groups[n-1].particle, "와", "과", "랑", "이랑", "하고") {
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
