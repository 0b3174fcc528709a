package words

import (
	"slices"
	"strings"
	"unicode"
)

// maxClaims is how many claims one clause may give, and one text. A list of
// that many places and things is no sentence a user wrote.
const maxClaims = 64

// ParseClaims reads claims out of free English or Korean text. It knows a small
// grammar and only the words of the tables, and a sentence counts only when
// that grammar explains every word of it: one unknown word, a question, a
// condition or a double negation, and the sentence gives nothing. Claims are
// never guessed, so most text gives none; it stays text for the model.
//
// A sentence that takes the former ones back ("that is wrong", "아니야") drops
// their claims, and two claims that contradict each other drop both. Views are
// never read from text: a view number means nothing in the next panorama.
func ParseClaims(text, source string) []Claim {
	var claims []Claim
	for _, s := range sentences(text) {
		toks := scan(s.text)
		if retracts(toks) {
			claims = nil
			continue
		}
		if !s.question {
			claims = append(claims, parse(toks, source)...)
		}
	}
	claims = settle(claims)
	if len(claims) > maxClaims {
		return nil
	}
	return claims
}

// parse reads one sentence in the language it is written in.
func parse(toks []token, source string) []Claim {
	d := draft{source: source}
	if hangul(toks) {
		k := korean{toks: toks, draft: d}
		if !k.sentence() {
			return nil
		}
		return k.claims
	}
	e := english{toks: toks, draft: d}
	if !e.sentence() {
		return nil
	}
	return e.claims
}

func hangul(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return strings.ContainsFunc(t.text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
	})
}

// retracts reports whether a sentence takes back what was said before it.
func retracts(toks []token) bool {
	for i, t := range toks {
		if takesBack[t.text] || strings.HasPrefix(t.text, "틀렸") || strings.HasPrefix(t.text, "틀린") || strings.HasPrefix(t.text, "거짓") {
			return true
		}
		if i > 0 && toks[i-1].text == "not" && (t.text == "true" || t.text == "right" || t.text == "correct") {
			return true
		}
	}
	return len(toks) == 1 && denials[toks[0].text]
}

var (
	takesBack = map[string]bool{
		"wrong": true, "false": true, "incorrect": true, "untrue": true, "mistaken": true, "joking": true, "kidding": true,
		"농담이야": true, "농담": true, "잘못": true, "잘못됐어": true, "취소": true,
	}
	denials = map[string]bool{"no": true, "nope": true, "아니": true, "아니야": true, "아니다": true, "아닙니다": true, "아니요": true}
)

// settle drops repetitions and both sides of a contradiction.
func settle(claims []Claim) []Claim {
	const both = 1<<0 | 1<<2
	about := map[Claim]int{} // subject and object → a bit for each polarity seen
	for _, c := range claims {
		about[Claim{Subject: c.Subject, Object: c.Object}] |= 1 << (1 + c.Polarity)
	}
	var out []Claim
	seen := map[Claim]bool{}
	for _, c := range claims {
		same := Claim{Subject: c.Subject, Relation: c.Relation, Object: c.Object}
		if split := about[Claim{Subject: c.Subject, Object: c.Object}] == both; !split && !seen[same] {
			seen[same] = true
			out = append(out, c)
		}
	}
	return out
}

// A draft gathers the claims of one sentence.
type draft struct {
	source string
	claims []Claim
}

// A stance is how a clause says what it says.
type stance struct {
	no     bool    // it denies
	firm   bool    // "only", "always": under a denial these mean something else
	bad    bool    // two denials, or a denial of something firm
	weight float64 // 0 until something lowers it
}

// soften lowers the weight to w; 0 changes nothing.
func (s *stance) soften(w float64) {
	if w > 0 && (s.weight == 0 || w < s.weight) {
		s.weight = w
	}
}

// deny turns the clause round; a second time spoils it.
func (s *stance) deny() {
	s.bad = s.bad || s.no || s.firm
	s.no = true
}

// insist marks the clause firm; under a denial that spoils it.
func (s *stance) insist() {
	s.bad = s.bad || s.no
	s.firm = true
}

func (s stance) value() float64 {
	if s.weight == 0 {
		return Certain
	}
	return s.weight
}

// A list is names of one kind joined by "and" or "or".
type list struct {
	keys  []Key
	or    bool
	no    bool // begins with "no": the clause denies
	loose bool // "every", "two", "red": says nothing once denied
}

// locate claims that things are, or are not, in places. It reports false when
// the words leave open what is meant.
func (d *draft) locate(things, places list, st stance) bool {
	if things.no {
		st.deny()
	}
	switch {
	case st.bad, places.no, len(things.keys)*len(places.keys) == 0, len(things.keys)*len(places.keys) > maxClaims:
		return false
	case st.no && (things.loose || places.loose):
		return false
	case !st.no && things.or:
		return false
	case !st.no && places.or:
		st.soften(Perhaps)
	}
	claim := In
	if st.no {
		claim = NotIn
	}
	for _, t := range things.keys {
		for _, p := range places.keys {
			d.claims = append(d.claims, claim(t, p, d.source, st.value()))
		}
	}
	return true
}

// steer claims that places are to be preferred, or avoided when the stance denies.
func (d *draft) steer(places list, st stance) bool {
	if st.bad || places.no || len(places.keys) == 0 || len(places.keys) > maxClaims {
		return false
	}
	claim := Prefer
	if st.no {
		claim = Avoid
	}
	for _, p := range places.keys {
		d.claims = append(d.claims, claim(Place(p), d.source, st.value()))
	}
	return true
}

// call claims that what t names goes by another name, folded.
func (d *draft) call(t token, name string) bool {
	if t.room != "" && t.object != "" {
		return false
	}
	subject, key := Place(t.room), LabelKey(name)
	if t.object != "" {
		subject, key = Target(t.object), ObjectKey(name)
	}
	c := Called(subject, key, d.source, Certain)
	if c.Check() != nil {
		return false
	}
	d.claims = append(d.claims, c)
	return true
}
