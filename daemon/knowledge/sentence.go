package knowledge

import (
	"regexp"
	"slices"
	"strings"

	"navd/daemon/words"
)

// sentence is a conditional sentence as it was read.
type sentence struct {
	when map[string]string // cells by the name of the input
	then map[string]string // cells by the name of the output
	left string            // the part of the condition that was not understood
	may  bool              // it only says what may be done
}

// The words that begin a condition, and those that end one in Korean.
var (
	begins  = regexp.MustCompile(`(?i)\b(?:when(?:ever)?|if|while|as long as|in case)\b`)
	endsKo  = regexp.MustCompile(`(?:에서는|때에는|때는|때엔|때|동안에는|동안은|동안|으면|면)(?:[,\s]+|$)`)
	clauses = regexp.MustCompile(`(?i)\s*(?:,?\s+and\s+|,?\s*&\s*)`)
)

// orders are the words with which the consequence begins, when there is no comma before it.
var (
	orders = regexp.MustCompile(`(?i)\b(?:then|avoid|never|do not|don'?t|prefer|stop|only|always|go (?:to|at|back|into)|turn|search (?:the|in)|look in|start (?:with|in)|stay|skip)\b`)
	after  = regexp.MustCompile(`(?i)\bafter (\d+ (?:steps|collisions|revisits))\b`)
)

// split cuts a sentence into its condition and its consequence. The condition is empty when
// there is none, and the whole sentence when its end cannot be found.
func split(text string) (when, then string) {
	text = after.ReplaceAllString(strings.TrimRight(strings.TrimSpace(text), " .!?。"), "when more than $1")
	if at := begins.FindStringIndex(text); at != nil {
		before, after := strings.TrimSpace(text[:at[0]]), strings.TrimSpace(text[at[1]:])
		if before != "" {
			if onlyThen.MatchString(before) {
				return text, "" // not when it is so, but never when it is not
			}
			return strings.Trim(after, " ,"), strings.Trim(before, " ,")
		}
		if strings.ContainsAny(after, ",;:") {
			return cutAtOrder(after)
		}
		if at := orders.FindStringIndex(after); at != nil {
			return strings.TrimSpace(after[:at[0]]), strings.TrimSpace(after[at[0]:])
		}
		return after, ""
	}
	if at := endsKo.FindAllStringIndex(text, -1); len(at) > 0 {
		last := at[len(at)-1]
		if last[1] < len(text) {
			return strings.TrimSpace(text[:last[1]]), strings.TrimSpace(text[last[1]:])
		}
	}
	return "", text
}

// What conditions say.
var (
	seeking   = regexp.MustCompile(`(?i)\b(?:(?:look|search|hunt)(?:s|ing|es)? for|seek(?:ing|s)?|(?:the )?(?:goal|target) is|find(?:ing)?|asked for|(?:you|i) want)\s+(not\s+)?(?:a |an |the |any |my |some )?([\p{L}\p{N} ',-]+)`)
	seekingKo = regexp.MustCompile(`([\p{L}\p{N} ,]+?)(?:을|를)?\s*(?:찾을|찾는|찾고|찾으)`)
	circling  = regexp.MustCompile(`(?i)\b(?:stuck|circling|in circles|going around|lost)\b|막혔|갇혔|맴돌|빙빙|헤맬|헤매`)
	toAndFro  = regexp.MustCompile(`(?i)\b(?:ababa|to and fro|back and forth|between two (?:places|rooms))\b|왔다 ?갔다`)
	battery   = regexp.MustCompile(`(?i)battery(\D{0,30}?)(no more than|not more than|at most|no less than|not less than|at least|below|under|less than|lower than|<=|<|above|over|more than|higher than|>=|>)\s*(\d+(?:\.\d+)?)`)
	batteryKo = regexp.MustCompile(`배터리(\D{0,12}?)(\d+(?:\.\d+)?)\s*(?:%|퍼센트|프로)?\s*(?:보다\s*)?(미만|이하|아래|낮|적|이상|초과|높|많)`)
	counted   = regexp.MustCompile(`(?i)\b(after|more than|over|fewer than|less than|at least)\s+(\d+)\s+(steps?|collisions?|revisits?)`)
	inRoom    = regexp.MustCompile(`(?i)\b(?:in|inside)\b|에 있|에서`)
)

// negations are the words of a sentence that forbids.
var (
	forbids = regexp.MustCompile(`(?i)\b(?:never|not|don'?t|stop \w+ing|avoid|skip|no|stay out|keep out|keep away|stay away|must ?n[o']t)\b|지 ?마|지 ?말|금지|안 ?돼|안 ?된다|피해|피하|않`)
	demands = regexp.MustCompile(`(?i)\bonly\b|(?:에|에서|로)만(?:\s|$)|[^지다]만\s*(?:봐|찾|가|뒤)`)
	strict  = regexp.MustCompile(`(?i)\b(?:must|always)\b|반드시|꼭`)
	first   = regexp.MustCompile(`(?i)\bfirst\b|먼저|부터`)
	stops   = regexp.MustCompile(`(?i)\b(?:stop|halt|wait there|stay where)\b|멈춰|멈추|정지|서 ?있`)
	atMost  = regexp.MustCompile(`(?i)\b(?:at most|no (?:farther|further|more) than|not more than|up to)\s+(\d+(?:\.\d+)?)\s*(?:m\b|met(?:er|re)s?)|(\d+(?:\.\d+)?)\s*(?:m|미터)\s*(?:이하|까지만|넘게)`)
	toSide  = regexp.MustCompile(`(?i)\b(?:turn|go|look|move|head)?\s*(left|right|ahead|straight on|straight|back|behind)\b|(왼쪽|오른쪽|앞|뒤)(?:으로|로)`)
)

// sideOf are the directions by the words for them.
var sideOf = map[string]string{
	"left": "left", "right": "right", "ahead": "ahead", "straight on": "ahead", "straight": "ahead", "back": "behind", "behind": "behind",
	"왼쪽": "left", "오른쪽": "right", "앞": "ahead", "뒤": "behind",
}

// read reads a conditional sentence, in English or Korean.
func read(text string) sentence {
	p := sentence{when: map[string]string{}, then: map[string]string{}}
	if then, but, is := exceptIn(text); is {
		p.unless(then, but)
		return p
	}
	when, then := split(text)
	if when != "" && another.MatchString(text) {
		p.left = text // a rule is one sentence: what the others say would be mixed in
		return p
	}
	for _, c := range conditionsIn(toAndFro.ReplaceAllString(when, "ababa")) {
		if c = strings.TrimSpace(c); c != "" && !p.condition(c) {
			p.left = c
		}
	}
	if plain(then) {
		p.consequence(then)
	}
	return p
}

// condition reads one condition; false when something in it is not understood, or when
// one before it was about the same.
func (p *sentence) condition(c string) bool {
	cells, rest := cellsOf(c)
	if len(cells) == 0 || beyondKo.MatchString(c) || len(cells) > 1 && either.MatchString(c) {
		return false
	}
	extra := beside(rest, inCondition)
	negated := len(cells) == 1 && slices.Equal(extra, []string{"not"}) && negate(cells)
	if len(extra) > 0 && !negated {
		return false
	}
	for name, cell := range cells {
		if p.when[name] != "" {
			return false
		}
		p.when[name] = cell
	}
	return true
}

// cellsOf reads what of a condition it can, and gives the rest of its words.
func cellsOf(c string) (cells map[string]string, rest string) {
	cells, rest = map[string]string{}, c
	take := func(re *regexp.Regexp, leave string) (m []string) {
		if m = re.FindStringSubmatch(rest); m != nil {
			rest = strings.Replace(rest, m[0], " "+re.ReplaceAllString(m[0], leave)+" ", 1)
		}
		return m
	}
	if m := take(battery, "$1"); m != nil {
		cells["battery"] = comparison(strings.ToLower(m[2])) + " " + m[3]
	} else if m := take(batteryKo, "$1"); m != nil {
		cells["battery"] = comparison(m[3]) + " " + m[2]
	}
	if m := take(counted, ""); m != nil {
		cells[strings.TrimSuffix(strings.ToLower(m[3]), "s")+"s"] = comparison(strings.ToLower(m[1])) + " " + m[2]
	}
	if take(toAndFro, "") != nil {
		cells["ababa"] = "true"
	}
	if take(circling, "") != nil {
		cells["stuck"] = "true"
	}
	sought := ""
	if m := take(seeking, "$1"); m != nil {
		sought = m[2]
	} else if m := take(seekingKo, ""); m != nil {
		sought = m[1]
	}
	if sought != "" {
		if !oneThing(sought) {
			return nil, c
		}
		things, all := thingsIn(sought)
		if !all {
			return nil, c
		}
		cells["target"] = anyOf(things)
	}
	rooms, things := words.Mentions(rest)
	if len(things) > 0 {
		return nil, c // where a thing is, or that it is seen: no input says so
	}
	if len(rooms) > 0 {
		if !inRoom.MatchString(rest) {
			return nil, c
		}
		cells["place_type"] = anyOf(rooms)
	}
	return cells, rest
}

// negate has a condition of one cell hold where it did not; false for a number, whose
// opposite is said otherwise.
func negate(cells map[string]string) bool {
	for name, cell := range cells {
		switch name {
		case "target", "place_type":
			cells[name] = "not(" + cell + ")"
		case "stuck", "ababa":
			cells[name] = "false"
		default:
			return false
		}
	}
	return true
}

// anyOf is a cell that matches any of several words.
func anyOf(keys []words.Key) string {
	quoted := make([]string, len(keys))
	for i, k := range keys {
		quoted[i] = `"` + strings.ReplaceAll(string(k), `"`, "") + `"`
	}
	slices.Sort(quoted)
	return strings.Join(slices.Compact(quoted), ", ")
}

// comparison is the operator that a word stands for.
func comparison(word string) string {
	switch word {
	case "above", "over", "more than", "higher than", ">", "after", "초과", "높", "많":
		return ">"
	case ">=", "at least", "no less than", "not less than", "이상":
		return ">="
	case "<=", "at most", "no more than", "not more than", "이하":
		return "<="
	}
	return "<"
}

// consequence reads what has to be done.
func (p *sentence) consequence(text string) {
	do, text := "prefer", nowhere.ReplaceAllString(atOnce.ReplaceAllString(text, ""), "only ")
	switch {
	case forbids.MatchString(text):
		do = "forbid"
	case demands.MatchString(text) && !first.MatchString(text):
		do = "require"
	}
	if p.may = do == "prefer" && permits.MatchString(text); p.may || do == "forbid" && first.MatchString(text) {
		return // what may be done is no wish, and what comes later is not forbidden
	}
	rooms, things := words.Mentions(text)
	if listed.MatchString(text) {
		return // the rest of a list of the condition
	}
	named := toSide.FindAllStringSubmatch(text, -1)
	if (do != "prefer" || demands.MatchString(text) || strict.MatchString(text)) && !atMost.MatchString(text) {
		rest := toSide.ReplaceAllString(text, "")
		if len(things) > 0 || len(rooms) > 0 && len(named) > 0 || len(beside(rest, inOrder)) > 0 || do == "forbid" && moreKo(rest) {
			return // it says more of the place, or of the time, than a rule can
		}
	}
	switch m := atMost.FindStringSubmatch(text); {
	case m != nil:
		if len(rooms) == 0 {
			p.then["set range_m"] = m[1] + m[2]
		}
	case do != "forbid" && stops.MatchString(text):
		if len(rooms)+len(named) == 0 {
			p.then["stop"] = "true"
		}
	case len(rooms) > 0:
		p.then[do+" place"] = oneOrList(rooms)
	case len(named) > 0:
		sides := make([]words.Key, len(named))
		for i, m := range named {
			sides[i] = words.Key(sideOf[strings.ToLower(m[1]+m[2])])
		}
		p.then[do+" direction"] = oneOrList(sides)
	}
}

// oneOrList is a cell with one word as the result, or a list of several.
func oneOrList(keys []words.Key) string {
	cell := anyOf(keys)
	if strings.Contains(cell, ", ") {
		return "[" + cell + "]"
	}
	return cell
}
