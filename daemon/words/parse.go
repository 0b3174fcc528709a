package words

import (
	"slices"
	"strings"
)

// maxClaims is how many claims one clause may give, and one text. A list of
// that many places and things is no sentence a user wrote.
const maxClaims = 64

// A Reading is what a text says.
type Reading struct {
	Claims   []Claim
	Command  bool     // it only tells the robot how to move, and is about nothing that lasts
	Question bool     // it only asks, and claims nothing
	Reversal Reversal // it only takes back what was said, and claims nothing
	Passing  bool     // where it sends the robot, or what it forbids, is for now: "wrong, go to the bedroom", "not today"
	Orders   []Claim  // those of Claims that are for the search in which they are said: "go look in the bathroom", not "always look in the bathroom"
	Lapses   []Claim  // those of Claims that say where something is for a time only: "the sofa is in the bedroom today"
	Korean   bool     // it is written in Korean
}

// ParseClaims reads the claims of a text that is about no room in particular;
// see [Read].
func ParseClaims(text, source string) []Claim { return Read(text, source, "").Claims }

// Read reads free English or Korean text. "here" and "this room" mean the place
// type given; without one they make no claim.
//
// A clause makes a claim only if it names a thing and a room, or a room to go to,
// and its grammar makes plain whether that is so; a question, a condition or a double
// negation claims nothing, nor does a denial with an unknown word. What a clause says
// does not hang on what stands beside it, but for "it" and "there". Claims are never
// guessed.
//
// A sentence that takes the former ones back ("that is wrong", "아니야") drops
// their claims, and two claims that contradict each other drop both. Views are
// never read from text: a view number means nothing in the next panorama.
func Read(text, source string, here Key) Reading {
	var r Reading
	e := english{here: here, draft: draft{source: source}}
	k := korean{here: here, draft: draft{source: source}}
	var claims []Claim
	said := sentences(unfolded(timely(text)))
	for _, s := range said {
		toks, plain := scan(s.text), strings.TrimRight(Plain(s.text), ".!?~ ")
		r.Korean = r.Korean || hangul(toks)
		if at := retracts(toks); at >= 0 {
			comma := slices.IndexFunc(toks, func(t token) bool { return t.text == "," })
			claims = nil
			if rest, theirs := afterMistake(toks, at); rest != nil {
				if before := toks[:len(toks)-len(rest)]; theirs {
					e.sentence(before, false)
				} else {
					e.mentionRooms(before) // "sorry, I was wrong about the hallway, it is not there"
				}
				if toks, comma = rest, at; theirs && e.did == claimedWhere && !e.no {
					e.was = list{keys: lone(e.places).keys} // "she thinks it is in the study but she is mistaken, it is in the attic"
				}
			}
			if comma < at && !(hangul(toks) && slices.ContainsFunc(toks[at:], token.named)) {
				continue
			}
			if at == 0 {
				toks = toks[comma+1:] // "kidding, it is in the study"
			}
		}
		e.claims, k.claims = nil, nil
		if hangul(toks) {
			k.sentence(toks, s.question)
			kept, made := amend(claims, sober(meant(k.claims, toks, s.text), plain, true), plain, source)
			claims = append(kept, made...)
			continue
		}
		e.proper, e.quoted = proper(s.text), quoted(s.text)
		if mended := respell(s.text); mended != s.text {
			toks = scan(mended)
		}
		e.sentence(toks, s.question)
		kept, made := amend(claims, sober(meant(e.claims, toks, s.text), plain, false), plain, source)
		claims = append(kept, made...)
	}
	if r.Claims = settle(claims); len(r.Claims) > maxClaims {
		r.Claims = nil
	}
	plain := spelled(text)
	r.Claims = unsought(r.Claims, plain)
	seekInstead(r.Claims, text)
	weaken(r.Claims, plain)
	r.Passing, r.Orders, r.Lapses = passes(r.Claims, text) || forThisSearch(r.Claims, text), ordersIn(r.Claims, text), lapsing(r.Claims, plain)
	if wants := reversal(text, plain, claims); wants != Keeps {
		r.Reversal, r.Claims, r.Orders, r.Lapses = wants, nil, nil, nil // "you are allowed to go there" is no order
		return r
	}
	r.Command = len(claims) == 0 && isCommand(said)
	r.Question = len(claims) == 0 && isQuestion(said)
	return r
}

// OnlyAsks reports whether all sentences of a text ask. It is far cheaper than [Read], which
// also knows whether such a text claims something all the same.
func OnlyAsks(text string) bool { return isQuestion(sentences(text)) }

// isQuestion reports whether a text only asks.
func isQuestion(texts []sentence) (asks bool) {
	for _, s := range texts {
		if strings.TrimSpace(s.text) == "" {
			continue
		}
		if asks = s.question || asksWhere(s.text); !asks {
			return false
		}
	}
	return asks
}

// asksWhere reports whether a sentence without a question mark asks where something is.
func asksWhere(text string) bool {
	toks := scan(text)
	return len(toks) > 0 && (toks[0].text == "where" || toks[0].text == "where's" || strings.HasPrefix(toks[len(toks)-1].text, "어딨") ||
		len(toks) > 1 && strings.HasPrefix(toks[len(toks)-2].text, "어디") && strings.HasPrefix(toks[len(toks)-1].text, "있"))
}

// seekInstead makes of an order to go somewhere, where one thing is spoken of and nothing
// is claimed of it, where that thing is: "she keeps the broom in the pantry, so look there".
func seekInstead(claims []Claim, text string) {
	if len(claims) != 1 || claims[0].Relation != RelationPrefer {
		return
	}
	if _, things := Mentions(text); len(things) == 1 && !fixtures[things[0]] && !holders[things[0]] {
		_, place, _ := strings.Cut(claims[0].Subject, ":")
		claims[0] = In(things[0], Key(place), claims[0].Source, min(claims[0].Weight, Usual))
	}
}

// weaken makes claims less sure where the text, in plain spelling, names a case in which they do not hold: "don't
// go there, except when it is late", "거기는 가지 마, 늦을 때만 빼고". "Look everywhere except
// in the kitchen" names none.
func weaken(claims []Claim, plain string) {
	if len(claims) == 0 || !exceptsCase(plain) {
		return
	}
	for i := range claims {
		claims[i].Weight = min(claims[i].Weight, Perhaps)
	}
}

// exceptsCase reports whether a text in plain spelling names a case in which it does not hold.
func exceptsCase(plain string) bool {
	return excepts(plain) || strings.Contains(plain, "때") && holdsAny(strings.ReplaceAll(plain, " ", ""),
		"때빼고", "때는빼고", "때만빼고", "때제외", "때는제외", "때만제외", "때말고", "때는괜찮", "때는가도")
}

// excepts reports whether an English text in plain spelling excludes something else than a
// room.
func excepts(plain string) bool {
	for _, word := range []string{"except", "apart from", "aside from", "other than"} {
		if _, rest, found := strings.Cut(plain, word+" "); found {
			rest, _, _ = strings.Cut(rest, ".")
			if strings.HasPrefix(plain, word) {
				rest, _, _ = strings.Cut(rest, ",") // "except when I am away, never go there"
			}
			rooms, _ := Mentions(rest)
			return len(rooms) == 0
		}
	}
	return false
}

// holdsAny reports whether a text has one of some parts.
func holdsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
}

// fixtures are things that say of a room how it is.
var fixtures = map[Key]bool{"door": true, "window": true, "glass": true, "shower": true, "money": true, "key chain": true, "light switch": true, "paint can": true}

// SpeaksOfHere reports whether a text may mean something else at another place: see [Read].
// It only looks for words such as "here" and "this".
func SpeaksOfHere(text string) bool {
	plain := Plain(text)
	return ThisRoom(text) || holdsAny(plain, "here", "this", "current", "where you", "you are in", "you're in", "여기", "여긴", "여길", "이 방", "이방", "이 곳", "이곳", "지금")
}

func hangul(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return IsKorean(t.text)
	})
}

// retracts tells where a sentence takes back what was said before it; -1 where it
// does not.
func retracts(toks []token) int {
	for i, t := range toks {
		if t.text == "whoever" {
			return -1
		}
		if takesBack[t.text] || strings.HasPrefix(t.text, "틀렸") || strings.HasPrefix(t.text, "틀린") || strings.HasPrefix(t.text, "거짓") {
			return i
		}
		if i > 0 && begins(t.text, "뻥이야 뻥이지 뻥임 뻥인데 뻥이었 구라야 구라임 장난이야 장난임") && !endsOrIs(toks[i-1].text, "는 은 건 게 거 말 얘기 이야기 다니") {
			return i // "컵 부엌에 있음ㅋㅋ 뻥이야"
		}
		if i > 0 && toks[i-1].text == "not" && (t.text == "true" || t.text == "right" || t.text == "correct") {
			return i
		}
	}
	if len(toks) == 1 && denials[toks[0].text] {
		return 0
	}
	return -1
}

var (
	takesBack = wordSet("wrong false incorrect untrue mistaken joking kidding 농담이야 농담 잘못 잘못됐어 취소")
	denials   = wordSet("no nope 아니 아니야 아니다 아닙니다 아니요")
)

// afterMistake gives what follows the clause in which somebody says that they, or somebody
// else, were wrong: "I was wrong", "but she is mistaken"; nil where it is no such clause.
func afterMistake(toks []token, at int) (rest []token, theirs bool) {
	end := slices.IndexFunc(toks[at:], func(t token) bool { return t.text == "," })
	rest = toks[len(toks):]
	if end >= 0 {
		rest = toks[at+end+1:]
	}
	from := at
	for from > 0 && toks[from-1].text != "," && toks[from-1].text != "but" {
		from--
	}
	switch {
	case from > 0 && toks[from-1].text == "but" && at-from < 4:
		return rest, true
	case end >= 0 && toks[from].text == "i":
		return rest, false
	}
	return nil, false
}

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
	brief  bool    // it says so of a short time
	seen   bool    // it tells what was so when somebody last looked
	one    bool    // it is about one of several: no denial says so of all
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
	keys    []Key
	or      bool
	no      bool // begins with "no": the clause denies
	neither bool // begins with "neither", which places may too
	one     bool // "the small": one of several, of which a denial says nothing
	loose   bool // "every", "two", "red": says nothing once denied
}

// locate claims that things are, or are not, in places. It reports false when
// the words leave open what is meant.
func (d *draft) locate(things, places list, st stance) bool {
	if things.no || places.neither {
		st.deny()
	}
	switch {
	case st.bad, places.no && !places.neither, len(things.keys)*len(places.keys) == 0, len(things.keys)*len(places.keys) > maxClaims:
		return false
	case st.no && (st.one || things.loose || places.loose):
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
	if st.no && st.brief {
		st.soften(Perhaps)
	}
	if st.bad || st.no && (st.one || places.one) || places.no || len(places.keys) == 0 || len(places.keys) > maxClaims {
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
	if t.room != "" && t.object != "" || t.meansOther(name) {
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

// meansOther reports whether a name cannot be one of what t names: a thing with the name of a
// room ("the mug is called kitchen") or a room with that of a thing would change what every
// later sentence about that room, or thing, says.
func (t token) meansOther(name string) bool { return ofOtherKind(t.object != "", name) }

// ofOtherKind reports whether a name is a room in the tables and is to name a thing, or the other
// way round.
func ofOtherKind(thing bool, name string) bool {
	other := objectWords()
	if thing {
		other = roomWords()
	}
	_, taken := other.words[compact(name)]
	_, whole := other.whole[compact(name)]
	return taken || whole
}
