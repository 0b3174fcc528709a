package words

import (
	"slices"
	"strings"
)

// isVoid reports whether a word keeps its sentence from claiming anything.
func isVoid(t token) bool {
	if !t.named() && len(t.text) > 9 && endsIn(t.text, "네는 네가 네집 네집은 네집에 네집엔 네집에는 네집이 네엔 네에는 네에 네도 댁에 댁은 댁에는 댁엔") && !strings.HasSuffix(t.text, "동네는") {
		return true // "형님네는"
	}
	return voidKorean[t.text] || !t.named() && slices.ContainsFunc(voidBegins, func(s string) bool { return strings.HasPrefix(t.text, s) })
}

// elsewhere reports whether a sentence speaks of somebody's home: "할머니 집에는".
func elsewhere(toks []token) bool {
	for i := 1; i < len(toks); i++ {
		home, of := toks[i].text, toks[i-1]
		if toks[i].named() || !holdsAny(home, "집", "댁", "아파트", "빌라", "오피스텔") || !begins(home, "집 댁 아파트 빌라 오피스텔") || !endsOrIs(home, "집 댁 집에 집에는 집엔 집에서 집에서는 집에선 집은 집에도 댁에 댁에는 댁엔 댁에서는 댁은 트에 트에는 트엔 라에는 텔에는") {
			continue
		}
		w, known := koreanPhrases()[of.text]
		switch {
		case of.named(), of.text == ",", known && w.mark&markOwner == 0 && of.text != "다른":
		case endsIn(of.text, "은 는 이 가 에 서 로 고 면 을 를 도 만 데 니까 지만 던 ㄴ"):
		case known, !knownWord(of.text):
			return true
		}
	}
	return false
}

// How far a sentence believes what others say.
const (
	believed = iota
	unsure   // "못 믿겠어"
	untrue   // "말도 안 돼"
)

// spurns tells whether a sentence believes, doubts or denies what others say.
func spurns(toks []token) int {
	text := ""
	for _, t := range toks {
		if text += t.text; len(text) > 600 {
			return believed
		}
	}
	text = strings.ReplaceAll(text, " ", "")
	has := func(list string) bool { return holdsAny(text, strings.Fields(list)...) }
	switch {
	case has("다고치자 다고치면 다고하자 다고가정 믿을게못 믿지마 못믿 안믿 의심 착각 오해 헷갈렸 속지마 속았 고우기 고우긴"):
		return unsure
	case has("말도안 말이돼 말이되냐 그럴리 어이없 웃기고 무슨소리 헛소리 개뿔 뻥이 뻥치 거짓말 말이안"):
		return untrue
	}
	return believed
}

func endsInTag(toks []token) bool {
	return len(toks) > 0 && koreanTags[strings.TrimRight(toks[len(toks)-1].text, "요")]
}

// split separates words that people write without a space, "침실로좀", "거실에있어", and drops
// letters that stand for laughter.
func split(toks []token) (out []token) {
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if i+1 < len(toks) && (slices.Contains([]string{"이", "그", "지금"}, t.text) && place(t.text+toks[i+1].text) != nil || t.text == "한" && toks[i+1].text == "번도") {
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

// whereYouAre counts the words of a phrase like "네가 지금 있는 방에", with its particle.
func whereYouAre(toks []token) int {
	you := false
	for i, t := range toks[:min(len(toks), 5)] {
		switch {
		case slices.Contains([]string{"네가", "니가", "너"}, t.text):
			you = true
		case you && (t.text == "지금" || t.text == "있는" || t.text == "그" || t.text == "이" || endsIn(t.text, "는")):
		case you && i > 1 && strings.HasPrefix(t.text, "방") && (t.text == "방" || behindName(strings.TrimPrefix(t.text, "방"))) && endsIn(toks[i-1].text, "는 그"):
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

func splitWord(word string) []token {
	if strings.Trim(word, "ㄴ") == "" {
		return []token{{text: "노노"}}
	}
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
	if fixed := typos.Replace(spoken(word)); fixed != word {
		if toks := splitWord(fixed); known(toks) {
			return toks
		}
	}
	return []token{{text: word}}
}

// typos corrects common typing errors: "잇음", "업어".
var typos = strings.NewReplacer("잇", "있", "이써", "있어", "이쓰", "있", "엇", "었", "앗", "았", "햇", "했", "갓", "갔", "왓", "왔", "놧", "놨", "됫", "됐", "겟", "겠", "낫", "났", "봣", "봤", "업어", "없어", "업음", "없음", "업다", "없다", "업네", "없네", "업고", "없고", "업는데", "없는데", "않돼", "안돼", "않되", "안돼", "안되", "안돼", "돼요", "돼요", "되요", "돼요")

// spoken writes a form of 있다 or 없다 that ends as people say it in some region, or type it in
// haste, in its plain form: "없당께", "읎슈", "엄써" become "없어". A question stays as it is.
func spoken(word string) string {
	for _, be := range []struct{ said, plain string }{{"있", "있어"}, {"잇", "있어"}, {"없", "없어"}, {"읎", "없어"}, {"엄", "없어"}, {"업", "없어"}} {
		if at := strings.LastIndex(word, be.said); at >= 0 && isOf(word[at+len(be.said):], endingsSaid) {
			return word[:at] + be.plain
		}
	}
	return word
}

// endingsSaid are the endings of a statement that [spoken] knows.
const endingsSaid = `어 당께 당게 당깨 당게요 다께 다니께 다닝께 단께 데이 다카이 다카니 다카네 다아이가 심더 심니더 심미더 습니더 슴더 어예 어유 어여 슈 쥬 지유 수다 지비 제 지라 제라 지라우 어라 어라우 구마 구마잉
	구먼유 구만유 드만유 더만유 쪄 쪄요 떠 떠요 떠염 져 죵 오 써 쏘 서 서요 써요 자나 자나요 잖여 잔아 잖아유 자녀 잖슈 다닌까 다닌깐 다니까안 셈 엄 엉 스 슴 음요 긔 다잉 따 땅`

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
