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
	case has("다고치자 다고치면 다고하자 다고가정 믿을게못 믿지마 못믿 안믿 의심"):
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

// typos corrects common typing errors: "잇음", "업어".
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
