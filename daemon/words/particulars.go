package words

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Particulars gives what a text says beside the thing and the room of one of its claims, sorted:
// other things and rooms, what tells one of several from the others, where in the room it is, for
// when it is said, and words that no grammar knows: "red", "anna", "counter", "on the left",
// "2", "at night", and "not sink" where that is denied. Texts that have a claim in common say the same when their particulars are the
// same, in English as in Korean when there are none.
func Particulars(text string, c Claim) (said []string) {
	_, subject, _ := strings.Cut(c.Subject, ":")
	room := Key(c.Object)
	of, beside := Beside(room)
	is := func(k Key) bool { return k.Equal(Key(subject)) || k.Equal(room) || beside && k.Equal(of) }
	for _, s := range sentences(text) {
		toks, not := scan(s.text), ""
		for i := 0; i < len(toks); i++ {
			if t := toks[i]; t.named() {
				if is(t.room) || is(t.object) {
					not = "" // the claim itself says what was denied
				} else if t.object != "" {
					said = append(said, not+string(t.object))
				} else {
					said = append(said, string(t.room)) // claims tell which rooms are denied
				}
				continue
			}
			read := readEnglish
			if IsKorean(toks[i].text) {
				read = readKorean
			}
			p := read(toks[i:])
			switch {
			case p.denies:
				not = "not "
			case p.parts:
				not = ""
			case !p.plain && !(beside && p.text == "room"):
				said = append(said, not+p.text)
			}
			i += p.n - 1
		}
	}
	slices.Sort(said)
	return slices.Compact(said)
}

// A beginning is the phrase with which tokens begin.
type beginning struct {
	text   string
	n      int  // tokens
	plain  bool // it only joins what is named, or says how sure that is
	denies bool // what follows
	parts  bool // what was denied ends before it
}

func readEnglish(toks []token) (b beginning) {
	w, n := phraseAt(toks, 0)
	if n == 0 {
		word := toks[0].text
		letters := strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
		return beginning{text: word, n: 1, plain: word == "'s" || !letters, parts: word == ","}
	}
	var all []string
	for _, t := range toks[:n] {
		all = append(all, t.text)
	}
	b = beginning{text: strings.Join(all, " "), n: n, plain: true, denies: w.sign == signNot || w.sign == signNo, parts: w.sign == ',' || w.sign == ';'}
	switch spot := slices.ContainsFunc(all, func(word string) bool { return spotWords[word] }); {
	case w.sign == signKind, w.sign == signCount, w.sign == signUnknown, w.sign == signVoid, w.adverb.brief, w.adverb.one:
		b.plain = false
	case w.sign == 'n', w.sign == 'y':
		b.plain = !spot
	case n == 1 && len(toks) > 1:
		b.plain = !owns(toks) && !(spot && spotWords[toks[1].text]) // "mom's", "left side"
	}
	return b
}

// spotWords are words for where in a room something is, and for when.
var spotWords = wordSet(`left right corner middle back front bottom top side edge foot end cupboard above below under underneath behind
	beside between near close by opposite against before after during across beyond past outside weekends`)

// owns reports whether tokens begin with whose something is: "mom 's", not "it 's".
func owns(toks []token) bool {
	return len(toks) > 1 && toks[1].text == "'s" && !among(toks[0].text, "it", "that", "there", "here", "he", "she", "what", "where", "who", "this")
}

// counted matches how many of something: "두개", "세마리가".
var counted = regexp.MustCompile(`^(?:한|두|세|네|몇|여러|다섯)(?:개|짝|장|권|켤레|벌|자루|병|대|마리|통|박스|세트|쌍|송이|잔)`)

func readKorean(toks []token) beginning {
	k := korean{toks: toks}
	if phrase, n := k.longest(maxPhrase, pointsOut); n > 0 {
		return beginning{text: phrase, n: n, plain: true}
	}
	phrase, n := k.phrase()
	w := koreanPhrases()[phrase]
	if p, m := k.predicate(); m > n && p.verb != verbOther && p.verb != verbOpen {
		return beginning{text: toks[0].text, n: m, plain: true}
	}
	if n == 0 {
		return beginning{text: toks[0].text, n: 1}
	}
	spot := begins(phrase, "왼쪽 오른쪽 창가 창문 구석 한쪽 안쪽 가운데 한가운데 벽 문옆 입구 아침 많이 조금") || counted.MatchString(phrase)
	brief := w.adverb.brief && !begins(phrase, "지금")
	return beginning{text: phrase, n: n, plain: !spot && !w.adverb.one && !brief && w.mark&(markOwner|markLater) == 0}
}

// pointsOut reports whether a text is a word for a room that is not named, with any particle:
// "이 방에는", "여기", "옆방에".
func pointsOut(text string) bool {
	for _, p := range pointing {
		if rest, is := strings.CutPrefix(text, p.word); is && (rest == "" || slices.Contains(particles, rest)) {
			return true
		}
	}
	rest, is := strings.CutPrefix(text, "옆방")
	return is && (rest == "" || slices.Contains(particles, rest))
}

// SaidAs gives the name that a text has for a room or a thing, without a particle: "washroom"
// for bathroom, "밥그릇" for pet bowl; "" when it has none.
func SaidAs(text string, k Key) string {
	for _, s := range sentences(text) {
		for _, t := range scan(s.text) {
			if t.named() && (t.room.Equal(k) || t.object.Equal(k)) && k != "" {
				name := withoutParticle(t)
				if at := strings.Index(strings.ToLower(text), name); at >= 0 && at+len(name) <= len(text) && strings.EqualFold(text[at:at+len(name)], name) {
					name = text[at : at+len(name)] // "TV"
				}
				return name
			}
		}
	}
	return ""
}

// AsSaid gives claims of a text with its own names of things and rooms in place of keys, for
// showing. The room except stays as it is.
func AsSaid(text string, claims []Claim, except Key) []Claim {
	out := slices.Clone(claims)
	for i, c := range out {
		if kind, key := c.About(); kind != "view" && !key.Equal(except) {
			out[i].Subject = kind + ":" + cmp.Or(oneSaidAs(text, key, kind == "place"), string(key))
		}
		if room := Key(c.Object); c.Relation != RelationCalled && !room.Equal(except) {
			out[i].Object = cmp.Or(oneSaidAs(text, room, true), c.Object)
		}
	}
	return out
}

// oneSaidAs is [SaidAs], for a room in the singular: claims are about any of them.
func oneSaidAs(text string, k Key, room bool) string {
	name := SaidAs(text, k)
	if one, plural := strings.CutSuffix(name, "s"); room && plural && SaidAs(one, k) == one {
		return one
	}
	return name
}
