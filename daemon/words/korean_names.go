package words

import (
	"strings"
)

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
	if !isOf(next.text, "라고 이라고 라 이라 라구 이라구") {
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
	if isOf(t.particle, "라고 이라고 라 이라 라고도 이라고도 라구 이라구") {
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
