package words

import (
	"slices"
	"strings"
)

// group reads names of one kind, joined by particles, words or commas.
func (k *korean) group() (group, bool) {
	g := group{}
	for first := true; ; first = false {
		t := k.toks[k.pos]
		keys, particle := []Key{t.room + t.object}, t.particle
		isRoom := t.room != ""
		if in, ok := roomIn(t.text); ok && t.object != "" && slices.Contains(locatives, particle) {
			keys, isRoom, g.inner = []Key{in}, true, true // "욕실 수납장에"
		}
		switch p := place(t.text); {
		case t.room != "" && k.pos > 0 && k.toks[k.pos-1].text == "이" && !t.room.Equal(k.here):
			keys = nil // "이 침실", but the robot is in another room
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

// first reports whether a group is where to go first: "거실부터".
func (g group) first() bool { return strings.HasPrefix(g.particle, "부터") }

// suchAs counts the words of "같은 거" after a thing.
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

// joint reads what joins the last name to the next: joined says that something does, or that
// it means or.
func (k *korean) joint(particle string, isRoom bool) (or, joined bool) {
	switch particle {
	case "와", "과", "랑", "이랑", "하고":
		k.word(",")
		return false, k.atName(0)
	case "나", "이나":
		return true, k.atName(0)
	case "도", "에도", "에서도", "이고", "고":
		// "침대도 소파도": one list if the next name has the same particle.
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

func (k *korean) word(any ...string) bool {
	if k.pos < len(k.toks) && slices.Contains(any, k.toks[k.pos].text) {
		k.pos++
		return true
	}
	return false
}

// phrase gives the longest phrase of the tables that the next words make, whatever the
// spaces between them, and how many words it has.
func (k *korean) phrase() (string, int) {
	return k.longest(maxPhrase, func(text string) bool { _, ok := koreanPhrases()[text]; return ok })
}

// predicate gives the longest predicate that the next words make, and how many words it has.
func (k *korean) predicate() (best predicate, n int) {
	_, n = k.longest(maxPredicate, func(text string) bool {
		p, ok := predicateOf(text)
		for _, deny := range []string{"안", "못"} {
			if rest, cut := strings.CutPrefix(text, deny); cut && (!ok || p.open) {
				if q, known := predicateOf(rest); known && !q.bare && q.verb != verbOther && q.verb != verbCall && q.verb != verbIsNot {
					p, ok = q, true
					if deny == "못" && q.verb == verbSeek && q.may {
						p.mood = tells // "못 찾겠어"
					}
					p.no, p.cannot = !p.no, deny == "못"
				}
			}
		}
		if first := k.toks[k.pos]; p.open && (first.named() || text != first.text && !endsIn(first.text, "있는 있던 놓은 둔 있을 있는거 있는게 놨던 뒀던") && !(hasPast(first.text) && begins(text[len(first.text):], afterPast)) && !k.helped(text)) {
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

// afterPast are the beginnings of what may follow a verb in the past tense: "널었던 것 같아".
const afterPast = "뻔 같 분명 틀림 확실 싶 맞 것 거 게 걸 듯 모양 수 적 지 던 을 는"

// spanned counts the words that a text, which is words without spaces, is made of.
func spanned(toks []token, text string) int {
	n := 0
	for n < len(toks) && text != "" {
		text = strings.TrimPrefix(text, strings.ReplaceAll(toks[n].text, " ", ""))
		n++
	}
	return n
}

// helped reports whether a text is the next two words, an unknown verb and an auxiliary verb
// after it: "걸쳐 놨어".
func (k *korean) helped(text string) bool {
	if k.pos+1 >= len(k.toks) {
		return false
	}
	verb, next := k.toks[k.pos].text, k.toks[k.pos+1].text
	switch {
	case strings.HasSuffix(verb, "고") && strings.HasPrefix(next, "있"), strings.HasSuffix(verb, "는") && strings.HasPrefix(next, "중"):
		return text == verb+next // "덮고 있어", "말리는 중이야"
	case !openVowel(verb):
		return false
	}
	return text == k.toks[k.pos].text+next && strings.IndexAny(next, "놓놔놨두둬뒀있") == 0
}

// hasPast reports whether a word has a syllable that ends in ㅆ, as the past tense does.
func hasPast(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return r >= '가' && r <= '힣' && (r-'가')%28 == 20 && r != '있' && r != '겠' })
}

func (k *korean) longest(most int, known func(string) bool) (found string, n int) {
	text := ""
	for i := k.pos; i < min(len(k.toks), k.pos+most) && k.toks[i].text != ","; i++ {
		if most == maxPredicate && i > k.pos && i+1 < len(k.toks) && between[k.toks[i].text] && endsOrIs(text, "지 면") {
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

// between are the words that may stand inside a predicate.
var between = wordSet("좀 절대 절대로 진짜 제발 정말 아예 전혀 더 이제 그냥 당분간 부디 함부로 다신 다시는 큰일")

// maxWord is the most bytes that the words of a phrase or predicate have.
const maxWord = 90
