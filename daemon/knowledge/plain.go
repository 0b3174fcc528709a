package knowledge

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"navd/daemon/words"
)

// A rule does what it says whoever plans, so a sentence becomes one only when nothing in
// it is passed over: what is said of an exception, a time or a second wish would
// otherwise be lost, and the rule would be another than the one that was meant.

// Words of a sentence that rules cannot say.
var (
	beyondKo = regexp.MustCompile(`아니|아닌|않|말고|빼고|제외|외에|없`) // in conditions
	either   = regexp.MustCompile(`(?i)\bor\b|거나|든지`)      // between conditions
	onlyThen = regexp.MustCompile(`(?i)\bonly\b`)          // before "when"
	another  = regexp.MustCompile(`[.!?;。]\s+\S|\n\s*\S`)  // sentence
	excepts  = regexp.MustCompile(`(?i)\b(?:but|except\w*|excluding|unless|besides|other than|instead of|rather than|apart from|nowhere|until|till|without|otherwise|neither)\b|말고|빼고|외에|이외|제외|대신|밖에|아니라|없이`)
	nowhere  = regexp.MustCompile(`(?i)\b(?:nowhere|not? anywhere|(?:do not|don'?t|never) (?:go|look|search) anywhere)(?: else)? (?:but|except|other than|than)\s+`) // only there
	undone   = regexp.MustCompile(`(?i)\b(?:never|not|n't|don'?t)\b[^,;]*\b(?:avoid|skip|stay out|keep out|stay away|keep away|stay where|never|stop \w+ing)\b|피하지 ?(?:마|말)`)
	parts    = regexp.MustCompile(`(?i)[,;\n]|[.!?。]\s|\band\b|\bthen\b|(?:고|며|지만|는데)(?:,|\s)`)
	permits  = regexp.MustCompile(`(?i)\bmay (?:now |also |always )?(?:go|enter|visit|come|use|look|search|check|drive|walk|turn|stop)\b|\bcan (?:now |also |always )?(?:go|enter|visit|come|drive|walk)\b|\b(?:is|are|be|'re) (?:allowed|permitted|free to|welcome|fine|ok|okay|open)\b|\b(?:feel free|ok|okay|fine|all right) to\b|도 ?(?:돼|되|된|됩|됨|괜찮|좋|상관)|괜찮`)
	atOnce   = regexp.MustCompile(`(?i)\b(?:right (?:away|now|there|here)|straight away|at once|immediately|at all times|at any time|under any circumstances|bother with|waste (?:any |your )?(?:more )?time (?:in|with|on))\b`) // of no say
	asks     = regexp.MustCompile(`(?i)\b(?:prefer|go (?:to|into|in|back)|search|look in|start|enter|always|only|try|visit)\b|(?:로|에|을|를)\s*(?:먼저\s*)?(?:가|봐|찾아|들어가)(?:\s|$|[라줘세야])`)
)

// plain tells whether what is to be done is one wish, without an exception.
func plain(text string) bool {
	text = nowhere.ReplaceAllString(text, "only ")
	if excepts.MatchString(text) || undone.MatchString(text) {
		return false
	}
	var no, yes bool
	for _, part := range parts.Split(text, -1) {
		switch {
		case forbids.MatchString(part):
			no = true
		case asks.MatchString(part) || stops.MatchString(part):
			yes = true
		}
	}
	return !no || !yes
}

// The words that say nothing of their own in a condition, in what forbids or demands,
// and those behind which a phrase says more than what is looked for.
var (
	inCondition = strings.Fields(`i you we he she it they robot navd the a an there one your its am is are was were be been being has have had having
		get gets got getting do does did make made makes take takes took taken done walk walked go goes gone going went drive drove driven come comes
		in inside at into to of or either both room rooms place places already currently now still just battery battery's charge level
		percent steps step falls fall falling drops drop dropping sinks rises reads shows reaches remaining keep keeps after than about need needs want wants please per cent low happened happen occurred ababa`)
	inOrder = strings.Fields(`never not no do does ever must should shall can may will please you we i it robot the a an any all some there
		into in to inside at from of off out away through by enter entering go goes going gone come visit visiting walk walking drive driving move moving
		look looking search searching check checking turn turning head heading try explore stay keep avoid avoiding skip stop prefer take use only always first then again also too just
		absolutely strictly simply room rooms place places and or nor back around on once either way direction side`)
	hinges = strings.Fields(`not nor neither but except besides instead than without unless in on at near by under inside outside behind beside after before during
		until till while that which who where other else anything something everything nothing with for from again once twice times about only also`)
)

// sayNo are what the Korean words of a ban begin with, and those that say nothing of their own.
var sayNo = strings.Fields(`절대 들어가 가지 가면 가는 마 말 출입 금지 다시는 다시 제발 좀 더 이제 너 로봇 안 돼 되 된 하지 보지 찾지 피해 피하 그리고 또 및 쪽 방 향하 돌지 돌아`)

// moreKo tells whether the Korean words of a ban say more than that it is one.
func moreKo(text string) bool {
	return slices.ContainsFunc(words.Rest(text), func(w string) bool {
		return hangul(w) && !slices.ContainsFunc(sayNo, func(begin string) bool { return strings.HasPrefix(w, begin) })
	})
}

func hangul(w string) bool {
	return words.IsKorean(w)
}

// beside lists the words of a text that are not among those that say nothing, and name no
// room and no thing. Korean words are not listed: their endings are many.
func beside(text string, nothing []string) (more []string) {
	for _, w := range words.Rest(text) {
		known := slices.Contains(nothing, w) || !strings.ContainsFunc(w, unicode.IsLetter) && !strings.ContainsFunc(w, unicode.IsNumber)
		if !known && !hangul(w) {
			more = append(more, w)
		}
	}
	return more
}

// oneThing tells whether a phrase names what is looked for and says no more: neither
// where, nor what it is not.
func oneThing(phrase string) bool {
	rooms, things := words.Mentions(phrase)
	return (len(rooms) == 0 || len(things) == 0) && !beyondKo.MatchString(phrase) &&
		!slices.ContainsFunc(words.Rest(phrase), func(w string) bool {
			return slices.Contains(hinges, w) || strings.ContainsFunc(w, unicode.IsNumber)
		})
}
