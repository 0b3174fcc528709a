package words

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A shape is a form of clause: a pattern over the signs of its pieces, and what
// it claims. Groups of the pattern: t the things, p the places, f the places
// that something left, s what has a name and n the name.
type shape struct {
	pattern *regexp.Regexp
	tells   bool // it says where something is: unknown words may stand around it
	say     func(*english, match, stance) bool
}

// A match is a row of pieces that a shape fits.
type match struct {
	pieces []piece // up to the end of the run
	shape  *shape
	lead   bool // words without meaning stand before it
	at     []int
}

// shapes lists the shapes. In the patterns below
//
//	{t}   a thing or "it"                     {in}  "in the room", "here"
//	{to}  "to the room", "the room", "there"  {at}  "on the table", before or behind {in}
//	{do}  what stands before an order: "you should not", "stop"
var shapes = sync.OnceValue(func() (all []shape) {
	full := strings.NewReplacer(
		"{t}", "(?P<t>[TI])", "{in}", "(?P<p>i[RHY]|[hr])", "{to}", "(?P<p>[tio]*[RHY]|[ti]?[hr])", "{at}", "(?:[in](?:TT?|\\?)(?:\\?T)?|n)*",
		"{on}", "(?:[in][T?](?:\\?T)?)*", "{v}", "[mWD]{0,2}N?[bw]{0,2}N?[spkMl?]{0,3}", "{who}", "(?:[UESI]|[T?]{1,2})", "{has}", "(?:[mWD]N?|AN?|bN?|N)?A?",
		"{do}", "(?:[UEm]?[mW]|SW|[US]|b?U|DNU)?D?[NB]?",
	)
	for _, s := range []struct {
		say      func(*english, match, stance) bool
		patterns string
		tells    bool
	}{
		// there is no T in R · in R there is T · here is T · T is (kept) in R · T is not
		// there · R has no T · R is where T is · it is R that has T
		{(*english).where, "r(?:m|A)?N?[bw]N?b?{t}{v}{at}(?:{in}{at})? {at}{in}{at}rm?N?[bw]N?b?(?P<t>T) {at}{in}{at}b(?P<t>T) " +
			"{t}[bA]?q(?P<p>[RHYhr]) bN?{t}{in} N{t}{in}{at} {t}bX(?P<p>R) (?P<p>R)b(?P<t>T)[bs] " +
			"(?P<p>[RHY])(?:DN|mN?|N)?A(?P<t>T) (?P<p>[RHY])Nk(?P<t>T) (?P<p>[RHY])ANw?(?P<t>T)(?:iI)? (?P<p>[RHY])b?N?z(?:[UES]m?[FkAl])?{t}[bs]? Ib?N?(?P<p>R)[zI]?A(?P<t>T) (?P<t>T):{at}i?(?P<p>R) " +
			"(?:Ib?|J)z(?:[UES]m?[FkAl])?(?P<t>T)[bsM?]? (?P<p>h)b?z(?P<t>T)[bs]? (?P<p>h)(?:(?P<t>T)[bs]|(?:[UES]m?[FkAl])(?P<t>T)) {in}UN?m?N?F(?P<t>T)", true},
		{(*english).stands, "{t}{v}{at}{in}{at}", true},
		{(*english).omitted, "[mbsw]{v}{at}{in}{at}", true},
		// you will find T in R · I saw T in R · we keep T in R · find T in R · get T from R
		{(*english).where, "{t}(?:o|[SUEI]m?b?A?[?kFoMA]{1,3})[bs]{v}{at}{in}{at} {who}ANw{t}{at}{in}{at} {who}{has}[FkAMlp]{t}[?ps]?{at}{in}{at} k{t}{at}{in}{at}", true},
		{(*english).acted, "{who}{has}\\?{t}\\??{at}{in}{at}", true},
		{(*english).seek, "(?:{do}g*|(?:U?m)?X)F{t}b?{at}{in}{at} F{t}b(?P<p>[it]?[RHYh]) LoF{t}b(?P<p>i?[RHY]) {do}Ff?{t}f(?P<p>[RHY]) {do}g+(?:T(?:\\?T)?)?{on}{to}{on}[oF]{t} (?P<p>R)o{t} [SUEW]*o{t}f(?P<p>[RHY]) o{t}b{at}i?(?P<p>[RHYh]) U?o(?P<p>R)o{t}", false},
		{(*english).where, "DNF{t}{at}{in}{at}", true},
		// the TV was moved from R to R · we took T out of R
		{(*english).moved, "(?:{who}{has})?[Mk]{t}(?:f(?P<f>R))?[ti]+(?P<p>[RHYhr]) (?:{who}{has})?M{t}f(?P<f>[RHYhr]) {who}k{t}[g?]{1,3}{at}[ti]+(?P<p>R) " +
			"{t}[wbA]*[M?s]{1,2}(?:f(?P<f>R))?(?:[ti]+(?P<p>[RHYhr])|(?P<p>[hr])) {t}[wbA]*[M?]f(?P<f>[RHYhr]) {t}i(?P<f>R)[wbA]+M {who}{has}6{t}i(?P<f>R) {t}[Ab]?k(?P<f>R) {t}f(?P<f>R)(?:bA?[?pMsk]{0,2}|M)[ti]+(?P<p>[RHYhr])", true},
		{(*english).carried, "{who}{has}\\?{t}(?:f(?P<f>R))?t[ti]*(?P<p>[RHYhr])", true},
		// for T (, go to R)
		{(*english).topic, "o(?P<t>T) {do}g*F(?P<t>T)", false},
		{(*english).go_, "{do}g+{on}{to}(?:VR)? {do}gT(?:\\?T)?i(?P<p>R) Ib(?P<p>R)[UE]?mb?gt? (?P<p>[RHYhr])m?W?bL Lb?[int]?(?P<p>[RHYhr]) D(?P<p>R) [SEU]?K(?P<p>R)(?:VR)?", false},
		{(*english).avoid, "(?:[UES][mW]?)?g?X(?P<p>[ti]?[RHYhrI]) Xg+(?P<p>[ti]*[RHYhr]) (?P<p>[RHY])(?:[UES]m?)?X (?P<p>[RHYhI])b(?:O|X|1) {do}g(?P<p>R)O {do}l(?P<p>[RHY])1? [US]?k(?P<p>[RHY])1", false},
		{(*english).banned, "{do}g+[ti]? {do}0[1T]?", false},
		{(*english).called, "(?P<s>[TRH])b?C(?P<n>\\?{1,2}|[TR]) (?P<s>[TRH])b[zJ](?:{who})?C(?P<n>\\?{1,2}|[TR]) (?:{who})?[mA]?C(?P<s>[TRHI])v?(?P<n>\\?{1,2}|[TR]) [QJ](?P<n>\\?{1,2}|[TR])b(?P<s>[TR]) " +
			"[Qn](?P<n>\\?{1,2}|[TR])J(?P<s>[TRH]) (?P<n>\\?{1,2}|[TR])b?J(?P<s>[TRH]) (?P<s>[TRH])b(?P<n>\\?{1,2}|[TR]) (?P<n>\\?{1,2}|[TR])b(?P<s>[TR]) Ib?J(?P<s>[TR])", false},
		{(*english).replaced, "V(?P<p>R)", false},
		{(*english).contrary, "b?N(?P<p>[it]?[RHY]|[hr])", false},
		{(*english).instead, "(?:I?b)?{at}(?P<p>[it]?R|r){at} x(?P<p>[it]?R)", false},
		{(*english).too, "(?P<p>[it]?R)Z (?P<t>T)Z", false},
		{(*english).perched, "{t}{v}(?:[in][T?](?:\\?T)?)+ {t}by", true},
		{(*english).kept, "{who}{has}k{t}(?:[in][T?](?:\\?T)?)+", true},
		{(*english).described, "(?P<t>T){in}b(?:[?j1]|M)[?j1nan]{0,4}$", false},
		{(*english).unseen, "(?:{who})?DNF{t}(?:i[IH]|h|r)? (?:r?b)?(?P<t>T){at}", true},
		{(*english).fronted, "{at}{in}{at}", false},
		{(*english).shown, "r?b(?P<t>T)", false},
		{(*english).telegram, "{t}N?{at}{in}{at}", false},
	} {
		for p := range strings.FieldsSeq(s.patterns) {
			all = append(all, shape{pattern: regexp.MustCompile("^x?(?:" + full.Replace(p) + ")Z?"), say: s.say, tells: s.tells})
		}
	}
	return all
})

// group gives the pieces of a group of the pattern.
func (c match) group(name string) []piece {
	for i, n := range c.shape.pattern.SubexpNames() {
		if n == name && c.at[2*i] >= 0 {
			return c.pieces[c.at[2*i]:c.at[2*i+1]]
		}
	}
	return nil
}

// stance adds up how the first n pieces of a clause say what it says.
func (c match) stance(n int) (st stance) {
	for _, p := range c.pieces[:n] {
		for _, a := range p.before {
			a.act(&st)
		}
		if p.is("NBX") || p.is("qO") {
			st.deny()
		}
		for _, a := range p.after {
			a.act(&st)
		}
	}
	return st
}

// has reports whether a piece of the clause has one of these signs.
func (c match) has(any string) bool {
	return strings.ContainsAny(signs(c.pieces[:c.at[1]]), any)
}

// had reports whether somebody had a thing there.
func (c match) had() bool {
	return slices.ContainsFunc(c.pieces[:c.at[1]], func(p piece) bool { return p.sign == 'k' && p.text == "had" })
}

// thingsOf gives the things a clause is about.
func (e *english) thingsOf(c match, st *stance) list {
	for _, p := range c.group("t") {
		if p.sign == signThing {
			return p.list
		}
	}
	st.soften(e.weight)
	return e.things
}

// placesOf gives the places that a group names.
func (e *english) placesOf(c match, name string) list {
	for _, p := range c.group(name) {
		if p.is("RHh") {
			return e.placesIn(p)
		}
	}
	return e.places
}

func (e *english) hereList() list {
	if e.here.Unknown() {
		return list{}
	}
	return list{keys: []Key{e.here}}
}

// where claims that things are, or are not, in places.
func (e *english) where(c match, st stance) bool {
	if (c.has("w") && !st.seen || c.had()) && !st.no && !e.thingsOf(c, &st).no {
		things, places := e.thingsOf(c, &st), e.placesOf(c, "p")
		e.past = past{things: things, places: lone(places), was: list{keys: lone(places).keys}}
		return true
	}
	if c.has("w") {
		st.soften(Usual)
	}
	return e.located(c, st)
}

// located is where, of what still holds.
func (e *english) located(c match, st stance) bool {
	things, places := e.thingsOf(c, &st), e.placesOf(c, "p")
	row := signs(c.pieces[:c.at[1]])
	if c.has("in") && st.no && strings.Contains(row, "nT") || row[0] == 'b' && !st.no && c.group("t") != nil || strings.Contains(row, "iT") && (st.no || things.no) {
		return false
	}
	if c.planned() && !st.no {
		return false
	}
	for _, p := range c.pieces[:c.at[1]] {
		if p.is("mW") && !strings.Contains(" can will must shall has to have to ", " "+p.text+" ") {
			st.soften(Perhaps)
		}
	}
	if e.but && !st.no && e.did == claimedWhere && !e.no && c.group("t") != nil && c.group("t")[0].sign == signIt && len(e.places.keys) == 1 && len(e.claims) > 0 {
		e.claims = e.claims[:len(e.claims)-1] // "Dad said it is in the study, but it's in the kitchen"
		e.was = list{keys: e.places.keys}
	}
	return e.place(things, places, st)
}

// planned tells of deeds that are still to be done, and of a search that goes on: "we
// could put it in the study", "I am looking for it in the study".
func (c match) planned() bool {
	for i, p := range c.pieces[:c.at[1]-1] {
		next := c.pieces[i+1]
		if c.pieces[0].sign == signThing {
			return false // "the lamp you are looking for is"
		}
		if p.is("mW") && p.words == 1 && i > 0 && next.is("kMlp") && c.pieces[0].is("UESI") || p.is("bS") && next.sign == 'F' && strings.HasSuffix(next.text, "ing") && !c.pieces[0].is("F") {
			return true
		}
	}
	return false
}

// place claims, and remembers things and places.
func (e *english) place(things, places list, st stance) bool {
	if !e.locate(things, places, st) {
		return false
	}
	if !st.no && !things.no && len(e.was.keys) == 1 && (slices.Equal(things.keys, e.things.keys) || len(e.things.keys) == 0) && !slices.Contains(places.keys, e.was.keys[0]) {
		e.locate(things, e.was, stance{no: true, weight: Usual}) // "it was in the study, it is in the attic"
	}
	st.no = st.no || things.no || places.neither
	things.no = false
	e.past = past{things: things, places: places, weight: st.weight, did: claimedWhere, no: st.no}
	return true
}

// stands: "the painting hangs in the study", "the plates got put away in the kitchen",
// of any verb that does not tell of an end.
func (e *english) stands(c match, st stance) bool {
	t, n := c.group("t")[0], 1
	for c.pieces[0].sign == 'x' && c.pieces[n].is("TI") {
		n++
	}
	verb, put := c.pieces[n:c.at[1]], false
	if len(verb) > 1 && verb[0].sign == signNot && !verb[1].is("bw") || !verb[0].is("mWDbwspkMl?") {
		return !c.lead && e.telegram(c, st)
	}
	if c.muddled() {
		return false
	}
	verb = upTo(verb, "inhr")
	bare := true // no "is" or "may"
	for i, p := range verb {
		bare = bare && !p.is("mWDbws")
		put = put || p.is("kM") || p.sign == signUnknown && verbPast(p.text) && !strings.HasSuffix(p.text, "ing")
		if p.sign == signUnknown && (ends[p.text] || p.article || i == 0 && notNouns[p.text] && !verbPast(p.text)) {
			return false
		}
	}
	if bare && !verb[0].is("ps") && !(t.list.no && verb[0].text == "left") && (!t.article && !t.open || t.list.no || st.no || verb[0].is("l")) {
		return false
	}
	if !st.no && put && !t.list.no {
		return e.located(c, st)
	}
	return e.where(c, st)
}

// muddled reports whether a word that may deny stands after "is": "the sofa is naw in the study".
func (c match) muddled() bool {
	for i, p := range c.pieces[1:c.at[1]] {
		if p.sign == signUnknown && (nays[p.text] || c.pieces[i].is("bw") && !describesThing(p.text)) {
			return true
		}
	}
	return false
}

// describesThing reports whether an unknown word after "is" may say how a thing is somewhere, and
// does not deny it: "put", "displayed", "hidden", "bang".
func describesThing(word string) bool {
	for _, end := range []string{"ing", "en", "ly", "wn"} {
		if len(word) > len(end)+2 && strings.HasSuffix(word, end) {
			return true
		}
	}
	return word == "" || verbPast(word) || adjective(word) || intensive[word]
}

// nays are words that deny in some dialect, or in another language.
var nays = wordSet("innit nae naw nay nah nowt nope niet nein non nicht")

// intensive are words before "in" that only stress it.
var intensive = wordSet("smack bang slap plum dead totes totally deffo defo obvs prolly probs hella legit fully so all very well safe deep yonder plonk smackdab")

// acted: "she hid the ring in the attic", of any verb in the past that does not
// tell of an end.
func (e *english) acted(c match, st stance) bool { return !st.no && c.acts() && e.where(c, st) }

// carried: "she rolled the cart from the kitchen to the study".
func (e *english) carried(c match, st stance) bool { return c.acts() && e.moved(c, st) }

// acts reports whether the words before the thing tell of a deed in the past.
func (c match) acts() bool {
	for i, p := range c.pieces[:c.at[1]] {
		if i > 0 && p.is("TI") {
			last := c.pieces[i-1].text
			return verbPast(last) && !ends[last]
		}
	}
	return false
}

// ends are verbs after which a thing need not be where they happened, and words
// that say how it would be there.
var ends = wordSet(`fit fits fitted sold broken broke smashed bought eaten ate drank drunk binned trashed donated burned burnt lent borrowed returned wanted needed used allowed forbidden banned welcome
	planned dreamed thought said told asked wished imagined forgot forgotten missed missing made painted fixed repaired cleaned washed mopped vacuumed ordered picked stolen stole gone thrown threw
	useless nice lovely great perfect good better best ugly ridiculous wrong claimed believed called named considered wondered called watched heard loved liked hated prefers belonged
	tried checked searched looked shown finished killed lived stayed went came supposed meant closed opened shut locked switched turned emptied searched scoured`)

// omitted: "the board, which nobody uses, is stored in the closet".
func (e *english) omitted(c match, st stance) bool {
	return (!e.opening || e.sought) && e.did == claimedNothing && len(e.things.keys) == 1 && e.where(c, st)
}

// replaced: "instead of the kitchen", before where to go.
func (e *english) replaced(c match, st stance) bool {
	st.deny()
	return e.opening && len(e.pieces) > c.at[1] && e.toward(e.placesOf(c, "p"), st)
}

// seek: where to look for a thing is where it is.
func (e *english) seek(c match, st stance) bool {
	if c.pieces[0].is("SE") && !c.has("mW") {
		return false // "I looked for it in the study"
	}
	st.soften(Usual)
	return e.where(c, st)
}

// moved: "the TV was moved from the study to the bedroom".
func (e *english) moved(c match, st stance) bool {
	row := signs(c.pieces[:c.at[1]])
	if at := strings.Index(row, "?f"); at >= 0 && !verbPast(c.pieces[at].text) {
		return false
	}
	if strings.HasSuffix(row, "kR") && c.pieces[c.at[1]-2].text != "left" && c.pieces[c.at[1]-2].text != "has" {
		return false
	}
	if c.muddled() {
		return false
	}
	things := e.thingsOf(c, &st)
	if strings.HasSuffix(row, "RbM") && c.pieces[c.at[1]-1].text == "switched" {
		return e.described(c, st)
	}
	if st.no || things.no || c.planned() || slices.ContainsFunc(c.pieces[:c.at[1]], func(p piece) bool { return p.sign == signUnknown && ends[p.text] }) {
		return false
	}
	things.loose = false // "all the boxes"
	if c.group("f") != nil {
		away := st
		away.deny()
		if !e.place(things, e.placesOf(c, "f"), away) {
			return false
		}
	}
	return c.group("p") == nil || e.place(things, e.placesOf(c, "p"), st)
}

// topic: "for the mug", and then where to go.
func (e *english) topic(c match, st stance) bool {
	if e.atFront && !st.no && len(c.pieces) == c.at[1] {
		return e.place(e.thingsOf(c, &st), e.places, st) // "in the cellar, you will see the basket"
	}
	if e.did == claimedGoing && !e.no && !st.no && c.pieces[0].sign == 'U' && len(c.pieces) == c.at[1] && len(e.claims) >= len(e.places.keys) {
		e.claims = e.claims[:len(e.claims)-len(e.places.keys)]
		return e.place(e.thingsOf(c, &st), e.places, st) // "go to the study and you will find it"
	}
	if first := c.pieces[0].text; (first == "i" || first == "we") && len(c.pieces) > c.at[1] {
		return false // "I am looking for it in the study"
	}
	e.past = past{things: e.thingsOf(c, &st), sought: true}
	return !st.no
}

// go_ claims that places are to be preferred, or avoided; where a thing is
// sought, that it is there.
func (e *english) go_(c match, st stance) bool {
	places := e.placesOf(c, "p")
	if len(c.pieces) > 1 && c.pieces[0].sign == 'S' && c.pieces[1].sign == 'D' {
		return false // "I don't go to the kitchen"
	}
	if c.has("T") && !slices.ContainsFunc(c.pieces, func(p piece) bool { return p.sign == 'g' && looks[p.text] }) {
		return false // "turn on the lamp in the hallway"
	}
	if slices.ContainsFunc(c.pieces[:c.at[1]], func(p piece) bool { return p.sign == 'g' && wentThere[p.text] }) || keepsGoing(c) {
		e.past = past{things: e.things, places: places}
		return true // "you already searched the kitchen" says what was done
	}
	if e.sought && len(e.things.keys) > 0 {
		st.soften(Usual)
		things := e.things
		return e.place(things, places, st)
	}
	if i := strings.IndexByte(signs(c.pieces[:c.at[1]]), 'm'); i > 0 && c.pieces[i-1].is("UE") && !st.no && (c.pieces[i].text == "can" || c.pieces[i].text == "may") {
		return false // "you can go to the kitchen"
	}
	return e.toward(places, st)
}

// looks are the first words of going somewhere to look.
var looks = wordSet("look looking check checking search searching try trying have take peek hunt go and see rummage inspect")

// wentThere are the first words of having gone somewhere to look.
var wentThere = wordSet("had took checked tried looked headed visited peeked popped searched")

// keepsGoing tells of a complaint: "you keep going to the kitchen".
func keepsGoing(c match) bool {
	return len(c.pieces) > 1 && c.pieces[0].sign == 'U' && c.pieces[1].sign == 'g' && c.pieces[1].text == "keep"
}

func (e *english) toward(places list, st stance) bool {
	if !e.steer(places, st) {
		return false
	}
	e.past = past{things: e.things, places: places, weight: e.weight, did: claimedGoing, no: st.no}
	return true
}

// avoid: "stay out of the kitchen", "the kitchen is off limits".
func (e *english) avoid(c match, st stance) bool {
	if c.pieces[0].sign == 'S' && persons[c.pieces[0].text] {
		return false // "Dad should stay out of the kitchen"
	}
	if c.has("l1") {
		st.deny()
	}
	return e.toward(e.placesOf(c, "p"), st)
}

// banned: "…, don't go in", "…, so stay away", of the place named before.
func (e *english) banned(c match, st stance) bool {
	if c.has("0") {
		st.deny()
	}
	return st.no && e.toward(lone(e.places), st)
}
