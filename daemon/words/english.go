package words

import (
	"slices"
	"strings"
)

// english reads a sentence clause by clause. Its words become pieces, each with
// a sign for what it is (a thing, a room, "in", "not", a verb of going); a clause
// is a row of signs that one of the shapes of english_shapes.go fits.
type english struct {
	draft
	past
	here    Key
	pieces  []piece
	proper  map[string]bool // words with a capital inside a sentence
	wish    bool            // "could you"
	opening bool            // nothing of the sentence was read yet
	before  deed            // what the sentence before claimed last
	near    list            // the room that the sentence spoke of last
}

// A piece is a word or a phrase of the grammar, or names with their articles.
type piece struct {
	sign          byte
	text          string // its first word
	words         int    // how many it has
	list          list   // of names
	article       bool
	open          bool     // a thing that no table has
	before, after []adverb // what stands before it, and behind it at the end of a run
}

// The signs of pieces that code speaks of; english_words.go has the others.
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
	signAdverb     = 'a' // in no row: it acts on the stance
	signFiller     = '_' // in no row
	signArticle    = 'd'
	signPointer    = 'P' // "this", "that"
	signNo         = 'e'
	signCount      = 'c'
	signKind       = 'j' // "red"
	signUnknown    = '?'
	signVoid       = '!' // the sentence says nothing: "if"
	marksOfClauses = ",;&|"
	tailSigns      = "yUSon" // what begins the end of a clause that says nothing
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
	sought         bool // the things are what is looked for, by this clause or the next
}

type deed int

const (
	claimedNothing deed = iota
	claimedWhere
	claimedGoing
)

// sentence reads a sentence after the past, which it changes.
func (e *english) sentence(toks []token, question bool) {
	e.before = e.did
	e.did, e.near, e.atFront = claimedNothing, list{}, false
	toks = possessed(toks)
	e.lex(toks)
	if question && !e.wish && !tagged(toks) {
		e.mention(e.pieces)
		e.sought = len(e.things.keys) > 0
		return
	}
	e.pieces = e.cutThought(cutWhen(e.pieces))
	for _, p := range e.pieces {
		if p.sign == signVoid {
			e.past = past{}
			return
		}
	}
	e.join()
	e.backward()
	e.colon()
	e.opening = true
	for len(e.pieces) > 0 {
		n := 0
		for n < len(e.pieces) && !e.pieces[n].is(marksOfClauses) {
			n++
		}
		if n > 0 {
			e.run(e.pieces[:n])
			e.opening = false
		}
		if n < len(e.pieces) && e.pieces[n].sign == '|' {
			// "or" between clauses: neither is claimed.
			e.claims, e.past = nil, past{}
			return
		}
		e.pieces = e.pieces[min(n+1, len(e.pieces)):]
	}
}

// cutWhen leaves out when a deed was done: "we left it in the garage when it rained".
func cutWhen(in []piece) []piece {
	for i, p := range in {
		if p.sign == signVoid && (p.text == "when" || p.text == "until") {
			from := i
			for from > 0 && !in[from-1].is(marksOfClauses) {
				from--
			}
			to := i
			for to < len(in) && !in[to].is(marksOfClauses) {
				to++
			}
			deed := slices.ContainsFunc(in[from:i], func(p piece) bool { return p.is("kM") || p.sign == signUnknown && verbPast(p.text) })
			if deed && !in[from].is("m") && p.text == "when" {
				return append(in[:i:i], cutWhen(in[to:])...)
			}
		}
	}
	return in
}

// cutThought leaves out what somebody thought before "but".
func (e *english) cutThought(in []piece) []piece {
	from := slices.IndexFunc(in, func(p piece) bool {
		return p.sign == signVoid && slices.Contains([]string{"thought", "used", "could", "would"}, p.text)
	})
	if from < 0 {
		return in
	}
	for i, p := range in[from:] {
		if p.sign == ';' && p.text == "but" {
			e.mention(in[:from+i])
			return in[from+i+1:]
		}
	}
	return in
}

// backward puts a thing that is named at the end where "it" stands for it: "it
// isn't in the study, that globe".
func (e *english) backward() {
	n := len(e.pieces)
	if n < 3 || e.pieces[n-1].sign != signThing || !e.pieces[n-1].article || e.pieces[n-2].sign != ',' || e.pieces[0].sign != signIt ||
		slices.ContainsFunc(e.pieces[:n-1], func(p piece) bool { return p.sign == signThing }) {
		return
	}
	last := e.pieces[n-1]
	last.before, last.after = e.pieces[0].before, e.pieces[0].after
	e.pieces = append([]piece{last}, e.pieces[1:n-2]...)
}

// colon makes a topic of what stands before a colon when more than a room is behind.
func (e *english) colon() {
	if len(e.pieces) > 3 && e.pieces[0].sign == signThing && e.pieces[1].sign == ':' && !e.pieces[2].is("Ri") {
		if i := slices.IndexFunc(e.pieces[2:], func(p piece) bool { return p.is(marksOfClauses + "kM") }); i >= 0 && !slices.ContainsFunc(e.pieces[2:], func(p piece) bool { return p.sign == ':' }) {
			e.pieces[1].sign = ','
		}
	}
}

// onRooms are places that things are on, not in.
var onRooms = []Key{"balcony", "terrace", "porch", "patio", "stairs"}

// roomIn gives the room that the name of a thing begins with.
func roomIn(name string) (Key, bool) {
	words := strings.Fields(name)
	for n := len(words) - 1; n > 0; n-- {
		if key, ok := roomWords().words[strings.Join(words[:n], "")]; ok {
			return key, true
		}
	}
	return "", false
}

// verbal tells whether a piece is a verb in the past.
func (p piece) verbal() bool { return p.is("kMp") || p.sign == signUnknown && verbPast(p.text) }

func (p piece) is(any string) bool { return strings.IndexByte(any, p.sign) >= 0 }

// run reads what stands between two marks: clauses one behind the other that
// take all of it, or else it claims nothing.
func (e *english) run(pieces []piece) {
	before, claims := e.past, len(e.claims)
	for rest := pieces; len(rest) > 0; {
		n := e.clause(rest)
		for lead := 1; n == 0 && lead < min(len(rest), longestLead) && rest[lead-1].leads(); lead++ {
			if last := rest[lead-1]; !last.is("?:U") || slices.Contains(noLeads, last.text) || strings.HasSuffix(last.text, "ing") {
				continue
			}
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
			return
		}
		rest, e.opening = rest[n:], false
	}
}

// corrects tells whether what no shape fits takes back what was said before it:
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

// longestLead is one more than the pieces that may stand before what is told.
const longestLead = 7

// leads tells whether a piece may stand before what somebody tells, and say
// nothing: "my wife says", "weirdly enough".
func (p piece) leads() bool {
	return (p.is("?SE:nUmA") || p.open) && !slices.Contains(deniers, p.text) && !slices.ContainsFunc(append(p.before[:len(p.before):len(p.before)], p.after...), adverb.turns)
}

var (
	// deniers are words behind which nothing is told.
	deniers = []string{"nobody", "noone", "none", "nothing", "who", "neither", "refuses", "deny", "assume", "assuming", "say", "pretending"}
	// noLeads cannot stand right before it.
	noLeads = []string{"of", "with", "than", "like", "as", "except", "without"}
)

// told takes the rest of a run as one clause that tells where something is.
func (e *english) told(run []piece) int {
	before, claims := e.past, len(e.claims)
	if n := e.clauseOf(run, true); n == len(run) {
		return n
	}
	e.past, e.claims = before, e.claims[:claims]
	return 0
}

// clause takes the longest clause that a shape fits, with a tail that says
// nothing, and gives how many pieces it has; 0 where there is none.
func (e *english) clause(run []piece) int { return e.clauseOf(run, false) }

func (e *english) clauseOf(run []piece, telling bool) int {
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
		fit = append(fit, match{pieces: run, shape: &shapes()[i], at: at})
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
		st.brief = st.brief || limited(run[c.at[1]:n])
		if c.shape.say(e, c, st) {
			return n
		}
	}
	return 0
}

// tail gives how many pieces behind a clause say nothing.
func (c match) tail() int {
	rest := c.pieces[c.at[1]:]
	if len(rest) == 1 && rest[0].text == "next" {
		return 1
	}
	rest = upTo(rest, 'x')
	if len(rest) == 0 {
		return 0
	}
	last, plain := c.pieces[c.at[1]-1], c.shape.tells && !c.stance(c.at[1]).no
	starts := rest[0].is(tailSigns) || rest[0].sign == 'J' && len(rest) == 1
	if plain {
		starts = starts || rest[0].text == "being" || !rest[0].is("TRNBXeMwbWqVImkA?") || rest[0].sign == signUnknown && last.sign != signThing && rest[0].text != "of"
	}
	if !starts || c.goesOn(rest, plain) {
		return 0
	}
	return len(rest)
}

// upTo gives the pieces before one with a sign.
func upTo(run []piece, sign byte) []piece {
	if n := slices.IndexFunc(run, func(p piece) bool { return p.sign == sign }); n >= 0 {
		return run[:n]
	}
	return run
}

// orders tells of orders and leaves that say nothing of what lasts: "put the sofa
// in the kitchen", "look for it from the kitchen", "go to the kitchen last".
func (c match) orders(n int) bool {
	first := c.pieces[0]
	if first.sign == 'x' && c.at[1] > 1 {
		first = c.pieces[1]
	}
	if first.sign == 'k' && slices.Contains([]string{"put", "keep", "store", "stick", "set"}, first.text) {
		return true
	}
	for i, p := range c.pieces[:c.at[1]] {
		if p.sign == 'F' && slices.Contains([]string{"look", "looking", "search", "searching", "hunt", "hunting"}, p.text) && i+2 < c.at[1] && c.pieces[i+2].sign == 'f' {
			return true
		}
	}
	return c.at[1] < n && c.has("gl") && (c.pieces[c.at[1]].text == "last" || c.at[1]+1 < n && c.pieces[c.at[1]+1].text == "last")
}

// limited tells whether the end of a clause limits it: "for five minutes", "with
// wet wheels".
func limited(tail []piece) bool {
	return slices.ContainsFunc(tail, func(p piece) bool {
		return p.text == "with" || slices.Contains([]string{"second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "while"}, p.text)
	})
}

var (
	// particles2 go with a verb and say nothing before where something is: "out in the shed".
	particles2 = wordSet("on off out over away up down back along around about through")
	// beasts have things that are named after them.
	beasts = wordSet("cat dog kid kids baby")
	// likeAdverbs end as adverbs do.
	likeAdverbs = wordSet("jelly dolly family belly monopoly holly bully supply assembly butterfly lily teddy early july folly trolly brolly wooly ugly")
	// vocatives may begin a clause.
	vocatives = wordSet("sorry okay ok man mate buddy pal dude bot honey dear sweetie folks guys yesterday thanks remember last already yesterday recently these nowadays from")
)

// longestClause is how many pieces a clause has at most: reading a long text
// takes time by its length.
const longestClause = 40

// goesOn tells whether what stands behind a clause may change what it says.
func (c match) goesOn(rest []piece, plain bool) bool {
	turns := "TRNBXbwhrI"
	if plain {
		turns = "RNBXhr"
	}
	return slices.ContainsFunc(rest, func(p piece) bool { return p.is(turns) })
}

func signs(run []piece) string {
	row := make([]byte, len(run))
	for i, p := range run {
		row[i] = p.sign
	}
	return string(row)
}

// mention remembers what is spoken of where nothing is claimed.
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
		e.things, e.weight, e.sought = things, 0, len(run) == 1 && !run[0].list.no || slices.ContainsFunc(run, func(p piece) bool { return soughtBy[p.text] })
	}
	if len(places.keys) > 0 {
		e.places = lone(places)
		if len(run) == 1 {
			e.places = places // "the kitchen or the study, that is where"
		}
		e.near = lone(places)
	}
}

// soughtBy are words with which a thing is one to look for.
var soughtBy = wordSet("hid lost looking missing misplaced mislaid searching hunting")

// holders are things that hold others: "chess set, bottom shelf, library".
var holders = map[Key]bool{"shelf": true, "drawer": true, "cabinet": true, "table": true, "desk": true, "counter": true, "box": true, "basket": true, "floor": true, "rack": true, "bed": true, "shelving unit": true}

// lone gives a list of one name, or none: "it" is not one of several.
func lone(l list) list {
	if len(l.keys) == 1 {
		return l
	}
	return list{}
}

// lex makes pieces of the words, the longest phrases first.
func (e *english) lex(toks []token) {
	e.pieces, e.wish = nil, false
	var before []adverb
	for i := 0; i < len(toks); {
		w, n := phraseAt(toks, i)
		p := piece{sign: w.sign, text: toks[i].text}
		switch {
		case n == 0 && toks[i].room != "":
			n, p.sign, p.list.keys = 1, signRoom, []Key{toks[i].room}
		case n == 0 && toks[i].object != "":
			n, p.sign, p.list.keys = 1, signThing, []Key{toks[i].object}
		case n == 0 && len(toks[i].text) > 4 && strings.HasSuffix(toks[i].text, "ly") && !likeAdverbs[toks[i].text]:
			n, p.sign = 1, signFiller
		case n == 0:
			n, p.sign = 1, signUnknown
		}
		if p.sign == 'S' && n > 1 && i+n < len(toks) && toks[i+n].object != "" && beasts[toks[i+n-1].text] {
			p.sign = signArticle // "the cat bed"
		}
		if p.sign == 'g' && n == 2 && toks[i+1].text == "to" && len(e.pieces) > 0 && e.pieces[len(e.pieces)-1].is("TI") {
			p.sign = 't' // "carried it off to"
		}
		p.words = n
		i += n
		e.wish = e.wish || w.wish && (len(e.pieces) == 0 || e.pieces[len(e.pieces)-1].is(marksOfClauses))
		if w.opens && len(e.pieces) > 0 {
			e.pieces = append(e.pieces, piece{sign: ';'})
		}
		switch {
		case p.sign == signAdverb:
			before = append(before, w.adverb)
			continue
		case p.sign == signFiller, n == 1 && particles2[p.text] && i < len(toks) && strings.Contains(" in into inside on onto to at from under behind by there here ", " "+toks[i].text+" "):
			continue
		case p.sign == 'y' && (len(e.pieces) == 0 || e.pieces[len(e.pieces)-1].is(",;")) && vocatives[p.text]:
			continue
		case p.sign == ',' && len(e.pieces) > 1 && e.pieces[len(e.pieces)-1].sign == ',' && len(before) == 0:
			e.pieces[len(e.pieces)-1].text = ",," // "it is, believe me, in the study"
			continue
		case p.is(",:") && len(e.pieces) == 0, p.sign == ',' && e.pieces[len(e.pieces)-1].sign == 'b':
			continue
		case p.is(marksOfClauses) && len(e.pieces) > 0:
			e.behind(before)
		default:
			p.before = before
		}
		if p.sign == signNo && p.text == "no" && e.notBefore() {
			p.sign = signArticle // "you won't find no sofa"
		}
		before = nil
		e.pieces = append(e.pieces, p)
	}
	e.behind(before)
	for i := len(e.pieces) - 2; i >= 0; i-- {
		if e.pieces[i].text == ",," && e.pieces[i+1].is("bwsintAm") {
			e.pieces = slices.Delete(e.pieces, i, i+1)
		}
	}
	e.pieces = inRooms(e.nouns(e.compounds(e.pieces)))
}

// notBefore tells whether a verb that "not" denies stands right before.
func (e *english) notBefore() bool {
	n := len(e.pieces)
	return n > 1 && e.pieces[n-1].is("FkAbD") && (e.pieces[n-2].text == "not" || n > 2 && e.pieces[n-1].text != "b" && e.pieces[n-3].text == "not" && e.pieces[n-2].is("bA")) ||
		n > 1 && e.pieces[n-1].text == "not" && e.pieces[n-2].is("bA") && (n == 2 || e.pieces[n-3].sign != signThere)
}

// behind puts adverbs behind the last piece that is no mark: "…, maybe". A denial
// behind a comma takes back what was said.
func (e *english) behind(all []adverb) {
	n := len(e.pieces)
	for n > 0 && e.pieces[n-1].is(marksOfClauses) {
		n--
	}
	if n == 0 || len(all) == 0 {
		return
	}
	if n < len(e.pieces) && slices.ContainsFunc(all, func(a adverb) bool { return a.no }) {
		e.pieces[len(e.pieces)-1].sign = signVoid
	}
	last := &e.pieces[n-1]
	last.after = append(last.after[:len(last.after):len(last.after)], all...)
}

// inRooms takes what is a part of a room as the room, of which a denial says
// nothing: "on the floor of the study", "on the kitchen counter".
func inRooms(in []piece) (out []piece) {
	is := func(i int, any string) bool { return i < len(in) && in[i].is(any) }
	for i := 0; i < len(in); i++ {
		p := in[i]
		out = append(out, p)
		room, n := 0, 0
		if p.text == "on" && is(i+1, "R") && slices.Contains(onRooms, in[i+1].list.keys[0]) {
			out[len(out)-1].sign = 'i'
		}
		switch {
		case !p.is("ni"):
		case is(i+1, "T?") && i+2 < len(in) && in[i+2].text == "of" && is(i+3, "R"):
			room, n = i+3, 3
		case is(i+1, "?") && is(i+2, "i") && is(i+3, "R"):
			room, n = i+3, 3
		case is(i+1, "R") && is(i+2, "T") && !in[i+2].article && !in[i+2].list.no && !is(i+3, "bws"):
			room, n = i+1, 2
		case p.is("n") && is(i+1, "R") && is(i+2, "?") && !in[i+2].article && (p.text == "on" || p.text == "by"):
			room, n = i+1, 2
		}
		if p.is("ni") && is(i+1, "T") {
			if key, ok := roomIn(in[i+1].text); ok { // "on the kitchen counter"
				in[i+1].sign, in[i+1].list.keys = signRoom, []Key{key}
				room, n = i+1, 1
			}
		}
		if n > 0 {
			r := in[room]
			r.list.loose = true
			r.after = append(r.after[:len(r.after):len(r.after)], in[i+n].after...)
			out[len(out)-1].sign = 'i'
			out = append(out, r)
			i += n
		}
	}
	return out
}

// nouns joins names with what stands before them: "no red sofa" is one piece.
func (e *english) nouns(in []piece) (out []piece) {
	for i := 0; i < len(in); i++ {
		p, from := in[i], i
		if i+3 < len(in) && p.is("S") && in[i+1].text == "is" && in[i+2].is("Tj") {
			if n := i + 2; in[n].is("T") && in[n+1].is("bws") || in[n].is("j") {
				in[i+1].sign, in[i+1].before = signArticle, p.before // "grandma's chair is"
				p, from, i = in[i+1], i+1, i+1
			}
		}
		for in[i].is("decjP") && i+1 < len(in) {
			i++
		}
		for n := 1; n <= 2 && i > from && in[i].sign == signUnknown && i+n < len(in) && in[i+n-1].sign == signUnknown; n++ {
			if in[i+n].sign == signThing && in[i+n-1].text != "of" && in[i+n-1].text != "is" {
				in[i].sign, i = signKind, i+n // "a fluffy cushion"
			}
		}
		last := in[i]
		for _, q := range in[from:i] {
			p.before = append(p.before[:len(p.before):len(p.before)], in[i].before...)
			last.list.no = last.list.no || q.sign == signNo
			last.list.neither = last.list.neither || q.text == "neither"
			last.list.loose = last.list.loose || q.is("cj")
			last.list.one = last.list.one || q.is("j") && !slices.Contains(scolding, q.text) || q.is("c") && slices.Contains(ones, q.text)
			last.article = last.article || q.is("dP")
		}
		if i > from && in[from].sign == signNo && in[from].text != "neither" && in[from].words == 1 && (in[from+1].sign == signArticle || in[from+1].sign == signNo) {
			last.list.no = false // "no, the sofa"
		}
		switch {
		case last.is("TR") && i > from && last.sign == signRoom && in[from].text == "this":
			if last.list.keys[0].Equal(e.here) {
				last.sign = signThisRoom
			} else {
				last.sign = signUnknown
			}
		case last.is("TR"):
		case i == from && last.sign == signNo, i == from && last.sign == signCount && (last.text == "all" || last.text == "both"):
			continue
		case i == from && last.sign == signPointer:
			last.sign = signIt
		case i == from:
		case in[from].sign == signNo && last.sign == signUnknown:
			last.sign = signNo // "no sign": in no shape
		case last.sign == signUnknown, last.is("decjP"):
			last.sign, last.article = signUnknown, true
		case in[from].sign == signPointer && i == from+1 && last.is("bmwsi") && (len(out) == 0 || out[len(out)-1].is(marksOfClauses)):
			out = append(out, piece{sign: signIt, before: in[from].before}) // "that is where"
		case in[from].sign == signNo && last.is(",;&:IrhUSEH"), in[from].sign == signPointer, last.sign == signIt && in[from].sign == signCount:
			// "no it is", "that there is", "loads of them"
			if in[from].text == "no" && from > 0 && in[from-1].is(",;") && len(out) > 0 && out[len(out)-1].is(",;") {
				out = append(out, in[from], piece{sign: ';'}) // "…, no, it is": see corrects
			}
		case in[from].text == "both" || in[from].text == "all":
		case last.sign == 'i' && in[from].text == "not" && i == from+1:
			out = append(out, piece{sign: signNot, text: "not"}, piece{sign: signIt, before: in[from].before}) // "not one in the kitchen"
		case last.sign == 'i' && in[from].sign == signCount && i == from+1:
			out = append(out, piece{sign: signIt, before: in[from].before}) // "another in the kitchen"
		case last.sign == signVoid: // "my neighbour"
		case last.is("kFMAgsbwmDCitfn"):
			out = append(out, piece{sign: signUnknown, article: true, before: in[from].before}) // "the little one hid"
		default:
			last.sign, last.text = signUnknown, ""
		}
		if i > from {
			last.before = p.before
		}
		out = append(out, last)
	}
	return out
}

var (
	ones     = []string{"one", "some", "another", "several", "a", "most", "half", "two", "three"} // the first words of counts that leave some out
	scolding = []string{"damn", "bloody", "freaking", "stupid", "silly", "whole", "actual", "nice", "good", "lovely", "same"}
)

// join makes one piece of names joined by commas, "and" and "or".
func (e *english) join() {
	var out []piece
	subject := true // no verb came yet
	for i := 0; i < len(e.pieces); i++ {
		p := e.pieces[i]
		switch n := len(out); {
		case p.sign == '&' && n > 1 && out[n-1].sign == signRoom && out[n-2].sign == 'f' && i+1 < len(e.pieces) && e.pieces[i+1].is("ti"):
			continue // "out of the bedroom and into the attic"
		case p.sign == '&' && n > 0 && out[n-1].verbal() && i+1 < len(e.pieces) && e.pieces[i+1].verbal():
			continue // "folded up and put"
		case p.is(",;"):
			subject = true
		case p.is("bwAmDsgFMkCKO"):
			subject = false
		}
		for p.is("TR") {
			n, or := e.joint(i+1, len(out) > 0 && out[len(out)-1].is("it"), p.sign)
			if n == 0 || e.pieces[i+1].sign == ',' && !e.ending(i+1) && (p.sign == signThing || len(out) > 0 && (out[len(out)-1].sign == signNot || len(out) > 1 && out[len(out)-2].sign == signNot)) {
				break
			}
			q := e.pieces[i+n]
			if q.list.no && !p.list.no || p.list.no && q.article && !q.list.no && !or {
				break // "the sofa and no chair"
			}
			if !subject && i+n+1 < len(e.pieces) && e.pieces[i+n+1].is("bwAmsr") {
				break
			}
			p.list.keys = append(p.list.keys[:len(p.list.keys):len(p.list.keys)], q.list.keys...)
			p.list.or = p.list.or || or
			p.list.loose = p.list.loose || q.list.loose
			p.list.one = p.list.one || q.list.one
			p.after = q.after
			i += n
		}
		out = append(out, p)
	}
	e.pieces = out
}

// ending tells whether a list that goes on with a comma has "and" or "or" at its end.
func (e *english) ending(i int) bool {
	for ; i < len(e.pieces) && e.pieces[i].is(",&|TRi"); i++ {
		if e.pieces[i].is("&|") {
			return true
		}
	}
	return false
}

// joint gives how far behind a name the next one of its list stands; 0 when the
// list ends. A preposition may be said again.
func (e *english) joint(i int, prepositions bool, sign byte) (n int, or bool) {
	at := i
	is := func(any string) bool { return at < len(e.pieces) && e.pieces[at].is(any) }
	if is(",") {
		at++
	}
	if is("&|") {
		or = e.pieces[at].sign == '|'
		at++
	}
	if at == i {
		return 0, false
	}
	if prepositions && is("it") {
		at++
	}
	if !is(string(rune(sign))) {
		return 0, false
	}
	return at - i + 1, or
}

// tagged tells whether a question only asks whether it was heard.
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
