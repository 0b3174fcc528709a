package words

import (
	"strings"
	"unicode/utf8"
)

// unknown reads an unknown word. The word ends the clause if it has the ending of a verb.
func (k *korean) unknown(c *clause, t token) (predicate, bool) {
	k.pos++
	closes := endsAlien(t.text) || among(t.text, "때", "때는", "땐")
	switch {
	case c.onlyThing() && purpose(t.text):
		return predicate{verb: verbOpen, effect: effect{mood: ifs, more: true}}, true
	case k.suchThings(*c, t.text):
		k.pos++
		c.soft = true
		return predicate{}, false
	case !closes && k.afterBareName(*c) && c.headed(t.text):
		return predicate{}, false
	}
	if took, ok := strings.CutSuffix(t.text, "다가"); ok && openVowel(took) && c.hasThing() && c.hasRoom() && !c.alien {
		return predicate{verb: verbTake, effect: effect{past: true, more: true}, text: t.text}, true // "소파에서 걷어다가"
	}
	c.strange(t.text, closes)
	c.late = c.late || !describesNoun(t.text)
	c.near = c.near || k.atName(0) && !endsIn(t.text, "에 에서 로 게 히 고 서 도 까지 부터 이 가 은 는 을 를")
	return predicate{verb: verbOpen, effect: effect{mood: asks, more: true}, text: t.text}, closes
}

// describesNoun reports whether an unknown word stands before a noun, so that it ends no sentence:
// "걸린", "쓰던", "볼".
func describesNoun(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	final := (last - '가') % 28
	return last >= '가' && last <= '힣' && (final == 4 || final == 8) || isOf(word, "거 것 게 건 걸")
}

// suchThings reports whether an unknown word and the next describe the thing before them:
// "옷걸이 남는 거".
func (k *korean) suchThings(c clause, word string) bool {
	n := len(c.groups)
	return n > 0 && !c.groups[n-1].room && endsIn(word, "는 은 던") && !k.atEnd() && among(k.toks[k.pos].text, "거", "것", "게", "건", "걸")
}

// afterBareName reports whether the word just read stands behind a name without a particle
// and describes nothing that follows.
func (k *korean) afterBareName(c clause) bool {
	if len(c.groups) == 0 || k.pos < 2 || !k.toks[k.pos-2].named() {
		return false
	}
	last := c.groups[len(c.groups)-1]
	return last.particle == "" && !last.inner && (k.atEnd() || !endsIn(k.toks[k.pos].text, "는 은 던 인 한 된"))
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
		isOf(word, "쏙 또 막 콕 꽉 푹 쭉 딱 툭 확 꼭 몽땅 죄다 온통 도로 누가 걔가 홀랑 냉큼 그만"):
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
	if endsIn(word, "게 히 채 채로 발로 손으로") && !isOf(word, "감히 특히 영원히 완전히 확실히 엄격히") || redoubled(word) {
		c.mark |= markHow
	}
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

// redoubled reports whether a word says a syllable or two again, or half of them: "살금살금",
// "왔다갔다", as words for how somebody moves do.
func redoubled(word string) bool {
	rs := []rune(word)
	return len(rs) == 4 && rs[1] == rs[3] && rs[0] != rs[1]
}

// adverbial are the endings of words that are not nouns.
const adverbial = "게 히 로 씩 째 서 쯤 껏 만 도 까지 부터 전 후 데 채 고 니 며 야 요 네 는 은 던 한 된 난"

// moments are endings of words that look like a place but are a time: "이번에".
const moments = "번에 때문에 덕분에 동안에 전에 후에 김에 바람에 중에 날에 주에 달에 년에 시에 일에 밤에 낮에 오후에 오전에 새벽에 저녁에 아침에 점심에"

// rebuffs are the beginnings of words that take back what was said.
const rebuffs = "않 아니 아닌 아닐 못 거짓 뻥 헛소리 설마 의심 모르 몰라 틀린 틀렸 말도 그럴리 웃기 농담 착각 잘못"

// outsides are the beginnings of words for what lies outside a room: "거실 옆에".
const outsides = "옆 앞 뒤 밖 바깥 근처 사이 건너 맞은편 너머 외에 이외 쪽말고 반대 않 아닌 못 덜"
