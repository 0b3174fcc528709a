package words

import (
	"slices"
	"strings"
)

// cutWhen leaves out an exception, which makes the statement less sure, and the time of a deed: "we
// left it in the garage when it rained".
func cutWhen(in []piece) []piece {
	for i, p := range in {
		if p.sign == signVoid && p.text == "unless" && i > 1 && !slices.ContainsFunc(in[:i], func(p piece) bool { return p.is("g!") }) {
			last := &in[i-1]
			if last.is(marksOfClauses) {
				last = &in[i-2]
			}
			last.after = append(last.after[:len(last.after):len(last.after)], adverb{weight: Perhaps})
			return in[:i] // "it is in the attic, unless Tom took it"
		}
		if p.sign == signVoid && slices.Contains([]string{"when", "until", "if", "whenever"}, p.text) {
			from := i
			for from > 0 && !in[from-1].is(marksOfClauses) {
				from--
			}
			to := i + len(upTo(in[i:], marksOfClauses))
			if from > 1 && from == i && in[i-1].is(";&") {
				return in[:i-1]
			}
			deed := slices.ContainsFunc(in[from:i], func(p piece) bool { return p.is("kM") || p.sign == signUnknown && verbPast(p.text) })
			if deed && !slices.ContainsFunc(in[from:i], func(p piece) bool { return p.is("mW") }) && p.text == "when" {
				return append(in[:i:i], cutWhen(in[to:])...)
			}
		}
	}
	return in
}

// cutThought leaves out what somebody thought, when it stands before "but".
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
			e.but = true
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
		slices.ContainsFunc(e.pieces[2:n-1], func(p piece) bool { return p.is("&|;") }) {
		return
	}
	for i, p := range e.pieces[:n-1] {
		if p.sign == signThing && (i == 0 || !e.pieces[i-1].is("ni")) {
			return // "it is a mug, the cup"
		}
	}
	last := e.pieces[n-1]
	last.before, last.after = e.pieces[0].before, e.pieces[0].after
	e.pieces = append([]piece{last}, e.pieces[1:n-2]...)
}

// colon makes what stands before a colon the topic, if more than a room follows.
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

// verbal reports whether a piece is a verb in the past.
func (p piece) verbal() bool { return p.is("kMp") || p.sign == signUnknown && verbPast(p.text) }

var (
	// particles2 belong to a verb and have no meaning before a place: "out in the shed".
	particles2 = wordSet("on off out over away up down back along around about through")
	// beasts are animals that things are named after.
	beasts = wordSet("cat dog kid kids baby")
	// likeAdverbs end as adverbs do.
	likeAdverbs = wordSet("jelly dolly family belly monopoly holly bully supply assembly butterfly lily teddy early july folly trolly brolly wooly ugly")
	// vocatives may begin a clause.
	vocatives = wordSet("sorry okay ok man mate buddy pal dude bot honey dear sweetie folks guys yesterday thanks remember last already yesterday recently these nowadays from")
)

// pieceAt returns the longest phrase at a token as a piece.
func (e *english) pieceAt(toks []token, i int) (piece, lexeme) {
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
	if p.sign != signAdverb && w.adverb.no {
		p.before = []adverb{w.adverb} // "nobody"
	}
	if p.sign == 'g' && n == 2 && toks[i+1].text == "to" && len(e.pieces) > 0 && e.pieces[len(e.pieces)-1].is("TI") {
		p.sign = 't' // "carried it off to"
	}
	p.words = n
	return p, w
}

// lex makes pieces of the words, the longest phrases first.
func (e *english) lex(toks []token) {
	e.pieces, e.wish = nil, false
	var before []adverb
	for i := 0; i < len(toks); {
		p, w := e.pieceAt(toks, i)
		n := p.words
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
			p.before = append(before, p.before...)
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
	e.pieces = inRooms(parted(e.nouns(e.compounds(e.pieces))))
}

// parted adds a mark where a clause begins without one: "don't go in the office I'm on a call".
func parted(in []piece) (out []piece) {
	for i, p := range in {
		if i > 2 && p.is("SIE") && p.words == 1 && in[i-1].is("R") && i+2 < len(in) && in[i+1].is("b") && !in[i+2].is("i;,&") {
			out = append(out, piece{sign: ';'})
		}
		out = append(out, p)
	}
	return out
}

// notBefore reports whether a verb that "not" denies stands right before.
func (e *english) notBefore() bool {
	n := len(e.pieces)
	return n > 1 && e.pieces[n-1].is("FkAbD") && (e.pieces[n-2].text == "not" || n > 2 && e.pieces[n-1].text != "b" && e.pieces[n-3].text == "not" && e.pieces[n-2].is("bA")) ||
		n > 1 && e.pieces[n-1].text == "not" && e.pieces[n-2].is("bA") && (n == 2 || e.pieces[n-3].sign != signThere)
}

// behind adds adverbs after the last piece that is no mark: "…, maybe". A denial
// after a comma takes back what was said.
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

// inRooms reads a part of a room as the room. A denial about a part says nothing
// about the room: "on the floor of the study", "on the kitchen counter".
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
		if p.is("nif") && is(i+1, "T") {
			if key, ok := roomIn(in[i+1].text); ok { // "on the kitchen counter"
				in[i+1].sign, in[i+1].list.keys = signRoom, []Key{key}
				room, n = i+1, 1
			}
		}
		if n > 0 {
			r := in[room]
			r.list.loose = true
			r.after = append(r.after[:len(r.after):len(r.after)], in[i+n].after...)
			if p.sign != 'f' {
				out[len(out)-1].sign = 'i'
			}
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
		for in[i].is("decjP") && i+1 < len(in) && !(in[i].sign == signKind && in[i+1].is(marksOfClauses)) {
			i++
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
		if i == from && (last.sign == signNo || last.sign == signCount && (last.text == "all" || last.text == "both")) {
			continue
		}
		if i > from && !last.is("TR") {
			out = append(out, e.leftover(in[from], i-from, &last, len(out) == 0 || out[len(out)-1].is(marksOfClauses), from > 0 && in[from-1].is(",;") && len(out) > 0 && out[len(out)-1].is(",;"))...)
		}
		switch {
		case last.sign == signRoom && i > from && in[from].text == "this" && last.list.keys[0].Equal(e.here):
			last.sign = signThisRoom
		case last.sign == signRoom && i > from && in[from].text == "this":
			last.sign = signUnknown
		case i == from && last.sign == signPointer:
			last.sign = signIt
		}
		if i > from {
			last.before = p.before
		}
		out = append(out, last)
	}
	return out
}

// leftover returns what n articles and counts become before a piece that is no name, and
// changes that piece. first is the first of them, opens says that a clause begins with
// them, again that it does so after a comma.
func (e *english) leftover(first piece, n int, last *piece, opens, again bool) []piece {
	switch {
	case first.sign == signNo && last.sign == signUnknown:
		last.sign = signNo // "no sign": in no shape
	case last.sign == signUnknown, last.is("decjP"):
		last.sign, last.article = signUnknown, true
	case first.sign == signPointer && n == 1 && last.is("bmWwsi") && opens:
		return []piece{{sign: signIt, before: first.before}} // "that is where"
	case first.sign == signNo && last.is(",;&:IrhUSEH") && first.text == "no" && again:
		return []piece{first, {sign: ';'}} // "…, no, it is": see corrects
	case first.sign == signNo && last.is(",;&:IrhUSEH"), first.sign == signPointer, last.sign == signIt && first.sign == signCount, first.text == "both", first.text == "all", last.sign == signVoid:
		// "no it is", "that there is", "loads of them", "my neighbour"
	case last.sign == 'i' && first.text == "not" && n == 1:
		return []piece{{sign: signNot, text: "not"}, {sign: signIt, before: first.before}} // "not one in the kitchen"
	case last.sign == 'i' && first.text == "neither" && n == 1 && !opens:
		return []piece{{sign: signNot, text: "not", before: first.before}} // "it is neither in the kitchen nor in the study"
	case last.sign == 'i' && first.sign == signCount && n == 1:
		return []piece{{sign: signIt, before: first.before}} // "another in the kitchen"
	case last.sign == 'i' && first.text == "no" && n == 1 && !opens:
		return []piece{{sign: signNot, text: "not", before: first.before}} // "the sofa is no in the kitchen"
	case last.is("kFMAgsbwmDCitfn"):
		return []piece{{sign: signUnknown, article: true, before: first.before}} // "the little one hid"
	default:
		last.sign, last.text = signUnknown, ""
	}
	return nil
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
			loose := n > 0 && e.pieces[i+1].sign == ',' && !e.ending(i+1) // "the study, the attic"
			if n == 0 || loose && (p.sign == signThing || i+n+1 < len(e.pieces) && e.pieces[i+n+1].sign == signUnknown || len(out) > 0 && (out[len(out)-1].sign == signNot || len(out) > 1 && out[len(out)-2].sign == signNot)) {
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

// ending reports whether a list that goes on with a comma has "and" or "or" at its end.
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
