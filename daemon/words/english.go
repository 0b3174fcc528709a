package words

import (
	"slices"
	"strings"
)

// english reads a sentence clause by clause. Its words become pieces, each with
// a sign for what it is (a thing, a room, "in", "not", a verb of going); a clause
// is a row of signs that matches one of the shapes in english_shapes.go.
type english struct {
	draft
	past
	here    Key
	pieces  []piece
	proper  map[string]bool // words with a capital letter, not at the beginning of a sentence
	quoted  map[string]bool // texts in quotes, folded, without their articles
	wish    bool            // "could you"
	opening bool            // nothing of the sentence was read yet
	before  deed            // the last claim of the sentence before
	near    list            // the room that the sentence spoke of last
	noted   bool            // a colon stands before: "swap: the clock in the study"
	but     bool            // "but" stands before
}

// A piece is a word or a phrase of the grammar, or names with their articles.
type piece struct {
	sign          byte
	text          string // its first word
	words         int    // how many it has
	list          list   // of names
	article       bool
	open          bool     // a thing that no table has
	before, after []adverb // those before it, and at the end of a run those behind it
}

// The signs of pieces that the code names; english_words.go has the others.
const (
	signThing      = 'T'
	signRoom       = 'R'
	signThisRoom   = 'H'
	signThatRoom   = 'Y'
	signHere       = 'h'
	signThere      = 'r'
	signIt         = 'I'
	signNot        = 'N'
	signStop       = 'B' // "stop going"
	signShun       = 'X' // "stay out of"
	signWas        = 'w'
	signAdverb     = 'a' // not in the row of signs: it acts on the stance
	signFiller     = '_' // not in the row of signs
	signArticle    = 'd'
	signPointer    = 'P' // "this", "that"
	signNo         = 'e'
	signCount      = 'c'
	signKind       = 'j' // "red"
	signUnknown    = '?'
	signVoid       = '!' // the sentence says nothing: "if"
	marksOfClauses = ",;&|"
	tailSigns      = "yUSon" // pieces that begin an end of a clause without meaning
)

// past is what was said before a clause: what "it" and "there" mean, and what is
// left out.
type past struct {
	things, places list
	was            list // where the things were, by the clause before
	weight         float64
	did            deed // what the clause before claimed
	no             bool // it denied
	atFront        bool // it said only where: "in the cellar"
	sought         bool // the things are looked for, says this clause or the next
}

type deed int

const (
	claimedNothing deed = iota
	claimedWhere
	claimedGoing
)

// sentence reads a sentence, given what was said before it, which it updates.
func (e *english) sentence(toks []token, question bool) {
	e.before = e.did
	e.did, e.near, e.atFront, e.but = claimedNothing, list{}, false, false
	toks = possessed(toks)
	e.lex(toks)
	if question && !e.wish && !tagged(toks) && !(len(toks) > 0 && (toks[0].text == "maybe" || toks[0].text == "perhaps")) {
		e.mention(e.pieces)
		e.sought = len(e.things.keys) > 0
		return
	}
	e.pieces = e.cutThought(cutWhen(e.pieces))
	if slices.ContainsFunc(e.pieces, func(p piece) bool { return p.sign == signVoid }) {
		e.past = past{}
		return
	}
	e.join()
	e.backward()
	e.colon()
	e.opening = true
	var who []piece
	for len(e.pieces) > 0 {
		n := len(upTo(e.pieces, marksOfClauses))
		if n > 0 {
			who = e.goOn(who, n)
			e.opening = false
		}
		if n < len(e.pieces) && e.pieces[n].sign == '|' {
			// "or" between clauses: neither is claimed.
			e.claims, e.past = nil, past{}
			return
		}
		e.but = n < len(e.pieces) && (contraries[e.pieces[n].text] || e.but && (n == 0 || e.pieces[n].sign == '&'))
		e.pieces = e.pieces[min(n+1, len(e.pieces)):]
	}
}

func (p piece) is(any string) bool { return strings.IndexByte(any, p.sign) >= 0 }

// contraries are the words before what contradicts a statement: "…, but it isn't".
var contraries = wordSet("but though although however yet except")

// goOn reads the next n pieces as a run. A run that begins with a deed has the subject of
// the run before: "we took it out of the study and put it in the attic". It returns what
// may be the subject of the next run.
func (e *english) goOn(who []piece, n int) []piece {
	run := e.pieces[:n]
	if len(who) > 0 && run[0].verbal() && n > 1 {
		run = append(who[:1:1], run...)
	}
	e.run(run)
	if n == len(e.pieces) || e.pieces[n].sign != '&' || !run[0].is("ES") || !slices.ContainsFunc(run, piece.verbal) {
		return nil
	}
	return run[:1]
}

// run reads the pieces between two marks as a row of clauses. If the clauses do not cover
// all of it, it claims nothing.
func (e *english) run(pieces []piece) {
	if e.overturns(pieces) {
		return
	}
	before, claims := e.past, len(e.claims)
	for rest := pieces; len(rest) > 0; {
		n := e.clause(rest, false)
		for lead := 1; n == 0 && lead < min(len(rest), longestLead) && rest[lead-1].leads(); lead++ {
			if last := rest[lead-1]; !last.is("?:U") || slices.Contains(noLeads, last.text) || strings.HasSuffix(last.text, "ing") {
				continue
			}
			e.noted = rest[lead-1].sign == ':'
			if n = e.told(rest[lead:]); n > 0 {
				n += lead
			}
		}
		if n == 0 {
			e.past, e.claims = before, e.claims[:claims]
			if corrects(pieces) {
				e.claims = nil
			}
			e.mention(pieces)
			e.plain(pieces)
			return
		}
		rest, e.opening = rest[n:], false
	}
}

// corrects reports whether a run that no shape fits takes back what was said before it:
// "no wait", "I mean the bedroom", "not", and a room alone.
func corrects(run []piece) bool {
	first := run[0]
	switch {
	case first.is("?eJ"):
		return first.sign == 'J' && first.text == "i" || slices.Contains([]string{"no", "nope", "wait", "scratch", "rather", "correction"}, first.text)
	case first.is("it") && len(run) == 2:
		return run[1].sign == signRoom
	}
	return len(run) == 1 && first.is("NR")
}

// longestLead is one more than the most pieces that may stand before a statement.
const longestLead = 7

// leads reports whether a piece may stand before a statement without changing it: "my wife says", "weirdly enough".
func (p piece) leads() bool {
	return (p.is("?SE:nUmA") || p.open) && !slices.Contains(deniers, p.text) && !slices.ContainsFunc(append(p.before[:len(p.before):len(p.before)], p.after...), adverb.turns)
}

var (
	// deniers are words after which nothing is claimed.
	deniers = []string{"nobody", "noone", "none", "nothing", "who", "neither", "refuses", "deny", "assume", "assuming", "say", "pretending"}
	// noLeads cannot stand right before a statement.
	noLeads = []string{"of", "with", "than", "like", "as", "except", "without"}
)

// told reads the rest of a run as one clause that says where something is.
func (e *english) told(run []piece) int {
	before, claims := e.past, len(e.claims)
	if n := e.clause(run, true); n == len(run) {
		return n
	}
	e.past, e.claims = before, e.claims[:claims]
	return 0
}

// clause reads the longest clause that a shape fits, and a tail without meaning, and returns
// how many pieces they have; 0 if there is none. With telling it reads only clauses that
// say where something is.
func (e *english) clause(run []piece, telling bool) int {
	row := signs(run[:min(len(run), longestClause)])
	var fit []match // the longest
	for i, s := range shapes() {
		at := s.pattern.FindStringSubmatchIndex(row)
		switch {
		case at == nil, !s.tells && telling, len(fit) > 0 && at[1] < fit[0].at[1]:
			continue
		case len(fit) > 0 && at[1] > fit[0].at[1]:
			fit = fit[:0]
		}
		fit = append(fit, match{pieces: run, shape: &shapes()[i], lead: telling && !e.noted, at: at})
	}
	for _, c := range fit {
		n := c.at[1] + c.tail()
		if !c.shape.tells && slices.ContainsFunc(run[:n], func(p piece) bool { return p.text == "did" }) {
			continue // "you did not go": no order
		}
		if c.orders(n) {
			continue
		}
		st := c.stance(n)
		st.limit(run[c.at[1]:n])
		if c.shape.say(e, c, st) {
			return n
		}
	}
	return 0
}

// tail returns how many pieces after a clause have no meaning.
func (c match) tail() int {
	rest := c.pieces[c.at[1]:]
	if len(rest) == 1 && rest[0].sign == 'x' {
		return 1
	}
	if len(rest) > 0 && rest[0].text == "where" && c.shape.tells && c.pieces[c.at[1]-1].is("Rh") && !slices.ContainsFunc(rest, func(p piece) bool { return p.is("RNTB") }) {
		return len(rest) // "… where I left it"
	}
	rest = upTo(rest, "x")
	if len(rest) == 0 {
		return 0
	}
	last, plain := c.pieces[c.at[1]-1], c.shape.tells && !c.stance(c.at[1]).no
	starts := rest[0].is(tailSigns) || rest[0].sign == 'J' && len(rest) == 1
	turns := "TRNBXbwhrI" // what may change what the clause says
	if plain {
		turns = "RNBXhr"
		starts = starts || rest[0].text == "being" || !rest[0].is("TRNBXeMwbWqVImkA?") || rest[0].sign == signUnknown && last.sign != signThing && rest[0].text != "of"
	}
	if !starts || strings.ContainsAny(signs(rest), turns) {
		return 0
	}
	return len(rest)
}

// upTo returns the pieces before the first that has one of the signs.
func upTo(run []piece, any string) []piece {
	if n := slices.IndexFunc(run, func(p piece) bool { return p.is(any) }); n >= 0 {
		return run[:n]
	}
	return run
}

// orders recognises orders that say nothing lasting: "put the sofa
// in the kitchen", "look for it from the kitchen", "go to the kitchen last"; nor does
// "you can see it from the kitchen" say in which room it is.
func (c match) orders(n int) bool {
	first := c.pieces[0]
	if first.sign == 'x' && c.at[1] > 1 {
		first = c.pieces[1]
	}
	if first.sign == 'k' && slices.Contains([]string{"put", "keep", "store", "stick", "set"}, first.text) {
		return true
	}
	for i, p := range c.pieces[:c.at[1]] {
		if p.sign == 'F' && slices.Contains([]string{"look", "looking", "search", "searching", "hunt", "hunting", "see", "spot"}, p.text) && i+2 < c.at[1] && c.pieces[i+2].sign == 'f' {
			return true
		}
	}
	return c.at[1] < n && c.has("gl") && (c.pieces[c.at[1]].text == "last" || c.at[1]+1 < n && c.pieces[c.at[1]+1].text == "last")
}

// limit reads a limitation at the end of a clause: "for five minutes", "with wet wheels".
func (s *stance) limit(tail []piece) {
	for _, p := range tail {
		s.one = s.one || p.text == "with"
		s.brief = s.brief || spans[p.text]
	}
}

// spans are words for how long something lasts.
var spans = wordSet("second seconds minute minutes hour hours day days week weeks while")

// longestClause is how many pieces a clause has at most, so that the time to read a text
// grows only with its length.
const longestClause = 40

func signs(run []piece) string {
	row := make([]byte, len(run))
	for i, p := range run {
		row[i] = p.sign
	}
	return string(row)
}

// mention remembers the names in a clause that claims nothing.
func (e *english) mention(run []piece) {
	var things, places list
	for i, p := range run {
		switch {
		case p.sign == signThing && i > 0 && (i > 1 || e.sought) && run[i-1].is("ni"):
		case p.sign == signThing:
			things.keys = append(things.keys, p.list.keys...)
		case p.sign == signRoom:
			places.keys = append(places.keys, p.list.keys...)
		case p.is("Hh"):
			places.keys = append(places.keys, e.hereList().keys...)
		}
	}
	if len(things.keys)+len(places.keys) > 0 {
		e.did = claimedNothing
	}
	if len(things.keys) > 0 && !(e.sought && len(run) <= 2 && holders[things.keys[0]]) {
		if things.or = run[0].list.or; len(run) > 1 {
			things = lone(things)
		}
		e.things, e.weight, e.sought = things, 0, (len(run) == 1 || len(run) == 3 && run[0].is("r") && run[1].is("b")) && !run[len(run)-1].list.no || slices.ContainsFunc(run, func(p piece) bool { return soughtBy[p.text] })
	}
	if len(places.keys) > 0 {
		e.places = lone(places)
		if len(run) == 1 {
			places.or = run[0].list.or
			e.places = places // "the kitchen or the study, that is where"
		}
		e.near = lone(places)
	}
}

// mentionRooms remembers a room that is the only one named.
func (e *english) mentionRooms(toks []token) {
	var rooms list
	for _, t := range toks {
		if t.room != "" {
			rooms.keys = append(rooms.keys, t.room)
		}
	}
	if len(rooms.keys) == 1 {
		e.places, e.did = rooms, claimedNothing
	}
}

// soughtBy are words that say that a thing is to be looked for.
var soughtBy = wordSet("hid lost looking missing misplaced mislaid searching hunting")

// holders are things that hold others: "chess set, bottom shelf, library".
var holders = map[Key]bool{"shelf": true, "drawer": true, "cabinet": true, "table": true, "desk": true, "counter": true, "box": true, "basket": true, "floor": true, "rack": true, "bed": true, "shelving unit": true}

// lone returns a list of one name, and nothing for a longer one: "it" is not one of several.
func lone(l list) list {
	if len(l.keys) == 1 {
		return l
	}
	return list{}
}

// tagged reports whether a question is a statement with a tag such as "right?".
func tagged(toks []token) bool {
	for i := len(toks) - 1; i >= max(0, len(toks)-4); i-- {
		if toks[i].text == "," {
			return slices.Contains(strings.Split(tags, ", "), textOf(toks[i+1:]))
		}
	}
	return false
}

func textOf(toks []token) string {
	var all []string
	for _, t := range toks {
		all = append(all, t.text)
	}
	return strings.Join(all, " ")
}
