package words

import (
	"regexp"
	"strings"
)

// The grammar knows a few words for a time that bounds what is said: "today", "오늘은". timely puts them
// in place of others, which it would take for a condition: "until 9", "from 9 to 5", "오늘만". That the
// words bound a ban or a fact is told by the text as it was; see passes and lapsing.

var (
	// hours matches a time of day, and untilThen what a time ends with.
	hours = `(?:\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\b\.?)?(?: ?o'?clock)?|noon|midnight|dawn|dusk|sunrise|sunset)`
	days  = `(?:mon|tues|wednes|thurs|fri|satur|sun)days?`
	meals = `(?:breakfast|lunch|dinner|supper|bedtime|work|school)(?: ?time)?`

	untilThen = regexp.MustCompile(`(?i)\b(?:until|till?|'til) (?:(?:` + hours + `|` + meals + `|` + days + `|tomorrow|tonight|further notice|then|(?:next|this) (?:week|month|year|weekend|morning|evening|afternoon)|(?:the )?(?:morning|evening|afternoon|night|weekend))(?: (?:tomorrow|today|morning|evening|night|at ` + hours + `))?(?:[,;.!?]|$| and | but | (?:please|because|so|don['’]?t|do not|never|stay|keep|avoid|the|my|our)\b)` +
		`|(?:i|i['’]m|i['’]ve|we|we['’]re|he|she|they|it|it['’]s|somebody|someone|mom|mum|dad|(?:the|my|our) \w+) [^,;.!?]*?(?:[,;.!?]|$| (?:please|don['’]?t|do not|never|stay|keep out|avoid)\b))`)
	fromTo     = regexp.MustCompile(`(?i)\b(?:from|between) (?:now|` + hours + `)` + `(?: ?(?:to|until|till|and|-) ?)` + hours)
	thisOnce   = regexp.MustCompile(`(?i)\b(?:only (?:for )?today|today only|for today only|just (?:for )?today|(?:just )?this once|just (?:for )?(?:this|one) time|(?:only|just) for now|(?:only|just) for tonight)\b`)
	notYet     = regexp.MustCompile(`(?i) (?:just yet|yet|all (?:day|night|morning|evening))([.,;!]|$)`)
	beginsAt   = regexp.MustCompile(`(?i)^((?:(?:no|please|hey|robot|ok|and|so),? )*)(?:after|before|at|past|since|during|on|every|each) (?:(?:about )?` + hours + `|` + meals + `|` + days + `|dark|night|morning|evening|afternoon|the (?:night|day|weekend)),? (don['’]?t|do not|never|stay|keep|avoid|please|the|my|our|there)\b`)
	onlyThen   = regexp.MustCompile(`(오늘|지금|당분간|이번|밤|낮|새벽|아침|점심|저녁|오전|오후|주말|평일)(에)?만(?:은)? `)
	forHours   = regexp.MustCompile(`(?:\d+ ?분|(?:\d+|한|두|세|몇) ?시간|하루|이틀|사흘|며칠)(?:만|간|간만| ?동안만)(?:은)? `)
	allDay     = regexp.MustCompile(`오늘 하루(?:는|만|만은| ?동안)? `)
	tillKorean = regexp.MustCompile(`(?:[^\s,.!?;]+ ){1,3}때까지(?:는|만)?,? `)
	thisWeek   = regexp.MustCompile(`이번 ?(주|주말|달)(?:는|은|만|만은)? `)
)

// timely writes the times of a text in words that the grammar reads: "don't go there today" for "don't
// go there until 9". It looks for a word before a pattern: most texts have no time.
func timely(text string) string {
	if IsKorean(text) {
		return timelyKorean(text)
	}
	if holdsAny(text, "rom ", "etween ") {
		text = fromTo.ReplaceAllString(text, "today")
	}
	if strings.Contains(text, "til") && (forbids(text) || !wasThen.MatchString(text)) { // not "it was there until we moved it"
		text = untilThen.ReplaceAllStringFunc(text, func(s string) string {
			if rooms, _ := Mentions(s); len(rooms) > 0 {
				return s // "don't go there until you have looked in the study"
			}
			return "today" + untilEnd.FindString(s)
		})
	}
	if holdsAny(text, " yet", " all ") && forbids(text) {
		text = notYet.ReplaceAllString(text, " today$1")
	}
	if holdsAny(text, "today", "once", " time", "now", "tonight") {
		text = thisOnce.ReplaceAllString(text, "today")
	}
	return beginsAt.ReplaceAllString(text, "${1}today $2")
}

func timelyKorean(text string) string {
	if strings.Contains(text, "이번") {
		text = thisWeek.ReplaceAllString(text, "이번 ${1}에는 ")
	}
	if holdsAny(text, "하루", "이틀", "사흘", "분", "시간", "며칠") {
		text = forHours.ReplaceAllString(allDay.ReplaceAllString(text, "오늘은 "), "잠깐만 ")
	}
	if strings.Contains(text, "때까지") && forbids(text) { // not "아침 먹을 때까지는 부엌에 있었어"
		text = tillKorean.ReplaceAllStringFunc(text, func(s string) string {
			if rooms, things := Mentions(s); len(rooms)+len(things) > 0 {
				return s
			}
			return "오늘은 "
		})
	}
	if !strings.Contains(text, "만") {
		return text
	}
	return onlyThen.ReplaceAllStringFunc(text, func(s string) string {
		m := onlyThen.FindStringSubmatch(s)
		switch {
		case m[1] == "당분간":
			return "당분간 "
		case m[2] == "" && m[1] != "이번":
			return m[1] + "은 "
		}
		return m[1] + "에는 "
	})
}

// forbids reports whether a text has words that forbid.
func forbids(text string) bool { return plainBan.in(spelled(text), IsKorean(text)) }

// wasThen matches what was so, and is no more after "until".
var wasThen = regexp.MustCompile(`(?i)\b(?:was|were|had|kept|stood|used to|lay|sat|hung|[a-z]+ed)\b`)

// untilEnd matches what follows a time in untilThen.
var untilEnd = regexp.MustCompile(`(?i)(?:[,;.!?]| and | but | (?:please|because|so|don['’]?t|do not|never|stay|keep out|keep|avoid|the|my|our))$`)
