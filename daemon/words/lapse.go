package words

import (
	"regexp"
	"slices"
	"strings"
)

// Where something is may be said of a time: "the sofa is in the bedroom today", "밤에는 소파가 침실에 있어".
// navd keeps no times, so that holds in the search in which it is said. "Now", "currently" and "지금은" tell
// what is so from now on, until somebody says or sees otherwise, and what was put or seen somewhere at
// a time is there: "I left the mug in the kitchen this morning".

// lapsing lists the claims of a text in plain spelling that say for a time only where something is.
func lapsing(claims []Claim, plain string) (lapse []Claim) {
	if !slices.ContainsFunc(claims, Claim.locates) || !holdsAny(plain, whileParts...) {
		return nil
	}
	korean := IsKorean(plain)
	if !aWhile.in(plain, korean) {
		return nil
	}
	for _, part := range clauses.Split(fromTo.ReplaceAllString(plain, "today"), -1) {
		part = strings.TrimSpace(sinceThen.ReplaceAllString(part, ""))
		if !aWhile.in(part, korean) || usual.in(part, korean) || happened(part, korean) || part == "잠깐" || part == "잠깐만" {
			continue
		}
		rooms, things := Mentions(part)
		alone := len(rooms)+len(things) == 0 && len(strings.Fields(aWhile.of(korean).ReplaceAllString(part, ""))) < 2 // "today, the sofa is …"
		for _, c := range claims {
			_, thing := c.About()
			of := slices.Contains(rooms, Key(c.Object)) || len(rooms) == 0 && slices.Contains(things, thing)
			if c.locates() && (of || alone) && !slices.Contains(lapse, c) {
				lapse = append(lapse, c)
			}
		}
	}
	return lapse
}

// locates reports whether a claim says where a thing is, or is not.
func (c Claim) locates() bool { return c.Relation == RelationIn || c.Relation == RelationNotIn }

// happened reports whether a part of a text tells what somebody did, or what was so.
func happened(part string, korean bool) bool {
	if korean {
		return slices.ContainsFunc([]rune(part), func(r rune) bool {
			const first, last, tails, ss = '가', '힣', 28, 20 // the last letter of 었, 했, 뒀
			return r >= first && r <= last && (r-first)%tails == ss && r != '있' && r != '겠'
		})
	}
	return didThen.MatchString(part) || endsEd.MatchString(part) && !isThen.MatchString(part)
}

var (
	// aWhile matches words for a time that bounds where something is, sinceThen one that only begins it.
	aWhile = eitherOf(`\b(?:today|tonight|for now|temporarily|for (?:the|a|an|another|some|several|half an|one|two|three|four|five|six|ten|twelve|fifteen|twenty|thirty|\d+) (?:next |few |couple of |rest of the |five |ten )?(?:moment|time being|while|bit|day|night|week|weekend|hour|minute|month)s?|this (?:time|once|morning|afternoon|evening|week|weekend|month)`+
		`|at nights?|during (?:the )?\w+|in the (?:mornings?|afternoons?|evenings?|daytime)|on (?:the )?weekend|weekends|weekdays|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues|wednes|thurs|fri|satur|sun)days|until|till|(?:from|between) `+hours+` ?(?:to|until|till|and|-) ?`+hours+`|(?:every|each) (?:night|morning|afternoon|evening|weekend))\b`,
		`오늘(?:은|만|만은|밤|하루|까지|도)?(?:에는?)?(?: |,|$)|당분간|임시로|잠깐|잠시|이번 ?(?:주|달|에|엔|만|한)|(?:밤|낮|새벽|아침|점심|저녁|오전|오후|주말|평일)(?:에|엔|마다|이면)|(?:주말|평일)은|[월화수목금토일]요일|\d+ ?시|[때시일날밤낮올주달월말침녁] ?까지|동안`)
	// whileParts are of what aWhile matches: one is in each such text.
	whileParts = strings.Fields("day night now tempora for this morning afternoon evening during week til from between 오늘 당분간 임시 잠깐 잠시 이번 밤 낮 새벽 아침 점심 저녁 오전 오후 주말 평일 요일 시 까지 동안")

	sinceThen = regexp.MustCompile(`\b(?:since|as of|from|starting|earlier|later) (?:today|tonight|this \w+|last \w+|\w+day)\b|\blast \w+\b|(?:오늘 ?)?(?:오늘|주말|요일|아침|점심|저녁|새벽|[시밤낮전후])부터`)

	// usual matches words of what is so as a rule, whose claims are less sure for it.
	usual = eitherOf(`\b(?:usually|normally|generally|typically|often|mostly|tends? to)\b`, `보통|주로|평소|대개`)

	didThen = regexp.MustCompile(`\b(?:was|were|had|have|has|did|didn't|(?:i|we|he|she|they|you|mom|mum|dad|somebody|someone|(?:the|my|our) \w+) (?:just |already |only )?(?:left|put|saw|found|took|brought|kept|went|hid|threw|set|got|bought|lost|forgot))\b|'ve `)
	endsEd  = regexp.MustCompile(`\b[a-z]+ed\b`)
	isThen  = regexp.MustCompile(`\b(?:is|are|isn't|aren't|gets?|stays?|be)\b|'s |'re `)
)
