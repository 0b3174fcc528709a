package knowledge

import (
	"regexp"
	"slices"
	"strings"

	"navd/daemon/words"
)

// Lists in conditions: "when looking for a pen, a book or a laptop, never enter the hallway".
var (
	pause      = regexp.MustCompile(`[,;:]`)
	listed     = regexp.MustCompile(`(?i)^(?:or|an?)\s`) // begins another item of a list
	between    = regexp.MustCompile(`(?i)(?:\s*,\s*|\s+)(?:or|and)\s+|\s*,\s*|\s*&\s*|\s+(?:또는|혹은|및)\s+`)
	noThing    = regexp.MustCompile(`(?i)\b(?:if|when|while|then|you|it|is|are|was|were|be|stuck|lost)\b`) // in an item of a list: it says something else
	determiner = regexp.MustCompile(`(?i)^(?:either\s+)?(?:an?|the|any|some|my|your|our)\s+`)
	articles   = strings.Fields("a an the any some my your our either or and")
)

// anOrder tells whether a text says what is to be done.
func anOrder(text string) bool {
	for _, re := range []*regexp.Regexp{orders, forbids, asks, stops, demands, strict, first, atMost, toSide} {
		if re.MatchString(text) {
			return true
		}
	}
	return false
}

// cutAtOrder cuts what stands behind "when" into condition and consequence: at the first pause
// behind which something is ordered, so that a list before it stays whole, or else at the first
// pause.
func cutAtOrder(text string) (when, then string) {
	at := pause.FindAllStringIndex(text, -1)
	cut := at[0]
	for i, p := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		part := text[p[1]:end]
		if !anOrder(part) {
			continue
		}
		cut = p
		if o := orders.FindStringIndex(part); o != nil && onlyThings(part[:o[0]]) { // no comma behind the list
			cut = []int{p[1] + o[0], p[1] + o[0]}
		}
		break
	}
	return strings.TrimSpace(text[:cut[0]]), strings.TrimSpace(text[cut[1]:])
}

// onlyThings tells whether a text names things and says nothing else.
func onlyThings(text string) bool {
	rooms, things := words.Mentions(text)
	return len(things) > 0 && len(rooms) == 0 && len(beside(text, articles)) == 0
}

// onlyNames tells whether a text names things or rooms and says nothing else.
func onlyNames(text string) bool {
	rooms, things := words.Mentions(text)
	return len(rooms)+len(things) > 0 && len(beside(text, articles)) == 0
}

// conditionsIn splits a condition at "and", except in a list: "looking for a pen and a book" is
// one condition, which holds for either.
func conditionsIn(when string) (all []string) {
	for _, c := range clauses.Split(when, -1) {
		c = strings.TrimSpace(c)
		if n := len(all); n > 0 && (onlyNames(c) || determiner.MatchString(c) && !anOrder(c) && len(strings.Fields(c)) <= 3) {
			all[n-1] += " or " + c
			continue
		}
		all = append(all, c)
	}
	return all
}

// thingsIn gives the things that a phrase names, one or a list of them; what navd knows no name
// of is a thing of that name. It reports whether each item of the list was read.
func thingsIn(phrase string) (things []words.Key, all bool) {
	if _, known := words.Mentions(phrase); len(known) == 1 && onlyThings(phrase) && !joinsKo(phrase) {
		return known, true // also one with "and" in its name
	}
	for _, one := range between.Split(phrase, -1) {
		one = determiner.ReplaceAllString(strings.TrimSpace(one), "")
		_, known := words.Mentions(one)
		if len(known) == 0 {
			known = []words.Key{words.ObjectKey(one)}
		}
		if one == "" || noThing.MatchString(one) || slices.ContainsFunc(known, words.Key.Unknown) || len(strings.Fields(one)) > 1 && joinsKo(one) {
			return nil, false
		}
		things = append(things, known...)
	}
	return things, true
}

// joinsKo tells whether a Korean word of a phrase that is no known thing joins another to it:
// 유리구슬이나 컵.
func joinsKo(phrase string) bool {
	joins := []string{"나", "하고", "랑", "와", "과"}
	return slices.ContainsFunc(words.Rest(phrase), func(w string) bool {
		return hangul(w) && slices.ContainsFunc(joins, func(end string) bool { return strings.HasSuffix(w, end) })
	})
}
