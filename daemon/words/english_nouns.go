package words

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Names of things that no table has: "my passport", "the hamster ball", "wipes".
// A word that the grammar does not know is one where a thing is spoken of, unless
// it names people, times or thoughts, or looks like a verb.

// longestThing is how many words the name of such a thing has at most.
const longestThing = 3

// possessed makes "their" of whoever has something, and "is" of every other 's:
// "grandma's cane", "aunt Carol's coat", but "grandma's resting".
func possessed(toks []token) (out []token) {
	for i, t := range toks {
		if t.text != "'s" {
			out = append(out, t)
			continue
		}
		if i+1 < len(toks) && toks[i+1].text == "sake" {
			continue
		}
		if n := len(out); n > 0 && i+1 < len(toks) && ownerWord(out[n-1]) && ownedBy(toks[i+1:]) {
			if lexemes()[out[n-1].text].sign == signVoid {
				continue // the neighbour's
			}
			for n--; n > 0 && (titles[out[n-1].text] || strings.Contains(" my our his her the your their ", " "+out[n-1].text+" ")); n-- {
			}
			out = append(out[:n], token{text: "their"})
			if n == 1 && out[0].text == "no" {
				out[1].text = "neighbour" // it may deny the sentence before, or the thing
			}
			continue
		}
		if n := len(out); n > 2 && (out[n-2].text == "at" || out[n-3].text == "at") && titles[out[n-1].text] {
			out = append(out, token{text: "house"}) // "at my sister's"
			continue
		}
		out = append(out, token{text: "is"})
	}
	for i := len(out) - 2; i > 0; i-- { // "there is no my mug", "there is no Bob's mug"
		if out[i].text == "no" && strings.Contains(" is are see saw found have has got ", " "+out[i-1].text+" ") && strings.Contains(" my our his her your their ", " "+out[i+1].text+" ") {
			out = slices.Delete(out, i+1, i+2)
		}
	}
	return out
}

func ownerWord(t token) bool {
	return !t.named() && !strings.Contains(" it that there here this what where who he she one how when why which everything nothing thing let ", " "+t.text+" ") && wordy(t.text)
}

// ownedBy reports whether what stands behind an 's is what somebody has.
func ownedBy(rest []token) bool {
	t := rest[0]
	if t.named() {
		return true
	}
	w, n := phraseAt(rest, 0)
	switch {
	case n > 0 && w.sign == signKind:
		return len(rest) > 1 && ownedBy(rest[1:])
	case verbPast(t.text) && !pasts[t.text]:
		return len(rest) > 1 && (rest[1].named() || nounish(rest[1].text) && !conditions[rest[1].text]) // "Ella's stuffed rabbit"
	case n > 0 || conditions[t.text] || verbPast(t.text):
		return false
	}
	return !strings.HasSuffix(t.text, "ing") || len(rest) > 1 && (rest[1].named() || nounish(rest[1].text))
}

// compounds makes one piece of the words of a name: "hamster ball".
func (e *english) compounds(in []piece) (out []piece) {
	named, looked := false, 0 // whether one of the first so many pieces of out names
	for i := 0; i < len(in); i++ {
		if n := len(out); in[i].text == "laundry" && in[i].sign == signUnknown && n > 0 && (out[n-1].is("itg") || n > 1 && out[n-1].is("d") && out[n-2].is("itg")) && (i+1 == len(in) || in[i+1].sign != signThing && in[i+1].sign != signUnknown) {
			in[i].sign, in[i].list.keys = signRoom, []Key{"laundry room"}
		}
		if i+1 < len(in) && in[i].sign == signRoom && in[i+1].sign == signRoom && strings.HasPrefix(in[i+1].text, "closet") {
			if in[i].list.keys[0].IsCorridor() {
				in[i].list.keys = []Key{LabelKey(in[i].text + " closet")}
			}
			in[i].after = in[i+1].after
			out = append(out, in[i]) // "the bedroom closet" is in the bedroom
			i++
			continue
		}
		if in[i].text == "none" && i+1 < len(in) && in[i+1].is("ih") {
			out = append(out, piece{sign: signNot, text: "not"}, piece{sign: signIt})
			continue
		}
		if n := len(out); in[i].text == "toilet" && n > 1 && out[n-1].sign == signArticle && out[n-2].sign == 'i' && (i+1 == len(in) || in[i+1].is(marksOfClauses)) {
			in[i].sign, in[i].list.keys = signRoom, []Key{"bathroom"}
		}
		before := piece{sign: ','}
		if len(out) > 0 {
			before = out[len(out)-1]
		}
		n := e.nameLength(in[i:], before)
		for ; looked < len(out); looked++ {
			named = named || out[looked].is("CJQ")
		}
		if in[i].sign == signThing && named {
			n = 0 // "we named the vacuum Gerald"
		}
		if n == 0 {
			if in[i].sign == signUnknown && adjective(in[i].text) && !verbPast(in[i].text) && i+1 < len(in) && in[i+1].sign == signThing {
				in[i].sign = signKind // "clean sheets"
			}
			out = append(out, in[i])
			continue
		}
		for n > 1 && in[i].sign == signUnknown && adjective(in[i].text) {
			p := in[i]
			p.sign = signKind
			out = append(out, p)
			i, n = i+1, n-1
		}
		if n == 1 && in[i].sign == signThing {
			out = append(out, in[i])
			continue
		}
		var text []string
		for _, p := range in[i : i+n] {
			text = append(text, p.text)
		}
		p := in[i]
		p.sign, p.open, p.text = signThing, true, strings.Join(text, " ")
		p.list.keys = []Key{ObjectKey(singular(p.text))}
		p.after = in[i+n-1].after
		out = append(out, p)
		i += n - 1
	}
	return out
}

// nameLength tells how many pieces are the name of a thing that is in no table,
// or has words before or behind a name that is; 0 where there is none. Without an
// article it must be where a name is due.
func (e *english) nameLength(in []piece, before piece) int {
	n, known, article := 0, 0, before.is("decjP")
	for n < len(in) && n <= longestThing && (n == 0 || len(in[n].before) == 0) {
		p := in[n]
		if n > 0 && nounVerbs[p.text] && n+1 < len(in) && in[n+1].is("bwmsA") {
			p.sign = signUnknown // "the tea set is"
		}
		switch {
		case p.sign == signThing:
			known++
		case p.sign == signUnknown && (nounish(p.text) || n == 0 && article && adjective(p.text)):
		default:
			goto end
		}
		n++
	}
end:
	next := piece{sign: ','}
	if n < len(in) {
		next = in[n]
	}
	if n > 1 && in[n-1].sign == signUnknown && strings.HasSuffix(in[n-1].text, "s") && next.is("intfhr") {
		n-- // "the fan belongs in"
		next = in[n]
	}
	if n == 0 || n > longestThing || n == known {
		return 0
	}
	last := in[n-1]
	if last.sign != signThing && ((n == 1 || !lastOfMany[singular(last.text)]) && (notThings[singular(last.text)] || notThings[last.text]) || strings.HasSuffix(last.text, "ing") && !gerunds[last.text] || adjective(last.text) || e.proper[last.text]) {
		return 0
	}
	many, ends := n > 1 || singular(last.text) != last.text, next.is(marksOfClauses+":")
	switch {
	case article, known > 0 && last.sign == signThing,
		before.is("FkMoe") && (ends || next.is("intf")),
		many && before.is(marksOfClauses) && (ends || next.is("bmwsDAp")):
		return n
	}
	return 0
}

// wordy reports whether a text is one word of letters.
func wordy(w string) bool {
	return len(w) > 1 && !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
}

// nounish reports whether an unknown word may be a noun.
func nounish(w string) bool {
	return wordy(w) && !notNouns[w] && !verbPast(w) && !strings.HasSuffix(w, "n't")
}

// verbPast reports whether a word looks like the past of a verb.
func verbPast(w string) bool {
	return pasts[w] || len(w) > 4 && strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") && !slices.Contains([]string{"naked", "moped", "stuffed"}, w)
}

func adjective(w string) bool {
	if adjectives[w] || conditions[w] || verbPast(w) {
		return true
	}
	for _, end := range []string{"ful", "ous", "less", "ish", "able", "est"} {
		if len(w) > len(end)+3 && strings.HasSuffix(w, end) && !slices.Contains([]string{"radish", "table", "cable", "polish", "varnish", "chest", "relish"}, w) {
			return true
		}
	}
	return false
}

// singular gives the singular of the last word of a name.
func singular(name string) string {
	at := strings.LastIndexByte(name, ' ') + 1
	head, w := name[:at], name[at:]
	if one, ok := irregular[w]; ok {
		return head + one
	}
	if _, known := objectWords().words[w]; known || plurals[w] || len(w) < 4 {
		return name
	}
	for _, end := range []string{"ss", "us", "is", "ous"} {
		if strings.HasSuffix(w, end) {
			return name
		}
	}
	for _, end := range []string{"ches", "shes", "xes", "sses", "zzes"} {
		if strings.HasSuffix(w, end) {
			return head + strings.TrimSuffix(w, "es")
		}
	}
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 5:
		return head + strings.TrimSuffix(w, "ies") + "y"
	case strings.HasSuffix(w, "oes") && len(w) > 5:
		return head + strings.TrimSuffix(w, "es")
	}
	return head + strings.TrimSuffix(w, "s")
}

// proper gives the words that are written with a capital inside a sentence: names.
func proper(text string) map[string]bool {
	names := map[string]bool{}
	if text == strings.ToUpper(text) {
		return names
	}
	for i, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if i > 0 && len(w) > 1 && w != strings.ToUpper(w) && w[:1] != strings.ToLower(w[:1]) {
			names[strings.ToLower(w)] = true
		}
	}
	return names
}

// quoted gives the short texts in quotes, folded, without an article before.
func quoted(text string) map[string]bool {
	if !strings.ContainsAny(text, `"“«'‘`) {
		return nil
	}
	names := map[string]bool{}
	for _, m := range quotes.FindAllStringSubmatch(text, -1) {
		name := fold(m[1] + m[2])
		for _, article := range []string{"the ", "a ", "our ", "my "} {
			name = strings.TrimPrefix(name, article)
		}
		names[name] = true
	}
	return names
}

var quotes = regexp.MustCompile(`["“«]([^"”»]{1,30})["”»]|(?:^|\s)['‘]([^'’]{1,30})['’](?:\s|[,.]|$)`)
