package words

import (
	"regexp"
	"slices"
)

// A ban may come with its reason. What somebody is doing, or how something is just now, is over
// soon: "stay out of the kitchen, I'm mopping", "손님 계시니까 거실에 가지 마". What somebody does or
// keeps there is not: "the cat lives there", "I keep glass there".

// passingReason reports whether a part of a text, in plain spelling, tells of something that is over soon.
func passingReason(plain string, korean bool) bool {
	if lasts.in(plain, korean) {
		return false
	}
	if korean {
		return reasonKorean.MatchString(plain) || doing(doingKorean, keepsDoingKorean, plain)
	}
	return reasonNow.MatchString(plain) || reasonPast.MatchString(plain) || doing(doingNow, keepsDoing, plain)
}

// doing reports whether a verb that a pattern finds tells what somebody is doing, and is none of those
// that tell what is so for long, nor the name of a room: "mom's sewing room".
func doing(pattern *regexp.Regexp, lasting map[string]bool, plain string) bool {
	for _, m := range pattern.FindAllStringSubmatch(plain, -1) {
		if !lasting[m[1]] && !(len(m) > 2 && roomy[m[2]]) {
			return true
		}
	}
	return false
}

// passingPart reports whether a sentence of a text that is about none but the banned rooms bounds the
// ban to a time, or gives a reason that is over soon: "don't go to the kitchen. the baby is asleep in
// the bedroom" gives none.
func passingPart(claims []Claim, text string, korean bool) bool {
	banned := func(k Key) bool {
		return slices.ContainsFunc(claims, func(c Claim) bool { return c.Relation == RelationAvoid && c.Subject == Place(k) })
	}
	all := sentences(text)
	for _, s := range all {
		plain := spelled(s.text)
		if !soon.in(plain, korean) && !sometimes(plain, korean) && !passingReason(plain, korean) {
			continue
		}
		if rooms, _ := Mentions(s.text); len(all) == 1 || len(rooms) == 0 || slices.ContainsFunc(rooms, banned) {
			return true
		}
	}
	return false
}

const (
	anyone    = `(?:i|we|you|he|she|they|it|somebody|someone|people|mom|mum|dad|mommy|daddy|grandma|grandpa|(?:the|my|our) \w+)`
	household = `mom|mum|mommy|dad|daddy|grandma|grandpa|wife|husband|son|daughter|mother|father|sister|brother|parents?|kids?|child|children|baby|guests?|visitors?|plumber|painters?|cleaners?|workers|cat|dog|puppy`
	isNow     = `(?:'m|'s|'re| am| is| are)(?: still| just| now| currently| already| all)*`
)

var (
	reasonNow = regexp.MustCompile(`\b\w+` + isNow + ` (?:asleep|awake|unwell|sick|ill|busy|occupied|taken|in use|naked|undressed|wet|slippery|flooded|locked|closed|shut|blocked|on (?:the phone|a call|the line)|in (?:a|the) (?:call|meeting|bath|shower|tub)|in there|inside)(?:[,.;!]| and | so | but | in | with | right| now| today| at| for cleaning|$)` +
		`|\b(?:have|has|having|got|there(?:'s| is| are)) (?:some |a few )?(?:guests|visitors|people|company over|friends over|someone in there|somebody in there)\b|\b(?:guests|visitors) are\b|\ba guest(?: in| over| staying|[,.;]|$)|\bunder (?:construction|repair|renovation)\b|\b(?:i|we|he|she|they|` + household + `)` + isNow + ` (?:in|inside) `)
	reasonPast = regexp.MustCompile(anyone + `(?:'ve|'s| have| has)?(?: just)? (?:spilled|spilt|dropped|mopped|waxed|painted|broke|broken|knocked)\b`)
	doingNow   = regexp.MustCompile(`\b(?:` + anyone + `|\w+)` + isNow + ` ([a-z]{2,}ing)\b(?: (\w+))?`)

	reasonKorean = regexp.MustCompile(`[가-힣] ?중(?:이니까?|이라서?|이어서|이야|이에요|이거든|인데|입니다|이고|이다|임)|(?:^| )(?:자|잠자|주무시)(?:니까|거든|는데|잖아|네)|(?:아기|아이|애|엄마|아빠|동생)\S* (?:자|잔다|자요)(?:$|[,.])` +
		`|손님(?:이|들이|들|께서)? ?(?:와|왔|오셔|오셨|오시|오니까|온다|계시|계셔|계십|있으니|있어)|(?:누가|누군가|사람이?|내가|제가|우리가|(?:엄마|아빠|할머니|할아버지|동생|아기|아이|애|형|누나|언니|오빠|남편|아내|고양이|강아지)(?:가|이|들이|께서)?) (?:안에 |지금 |들어가 |\S+에 )?(?:있으니|있어|있거든|있는데|계시|계셔)` +
		`|(?:샤워|청소|요리|통화|회의|공부|목욕|세수|빨래|설거지|화장|수업|운동|작업|수리)(?:를|을)? ?(?:하니까|해서|하거든|하느라|해요,|해,)` +
		`|젖(?:었|어|은|으)|미끄러|(?:닫|잠|막)(?:혀|겨|혔|겼)|쏟(?:았|아|아져)|엎질|흘렸|깨졌|깨뜨렸|바쁘|바빠|아프(?:니까|셔|시)`)
	doingKorean = regexp.MustCompile(`(\S+)고 ?(?:있|계시|계셔|계십)`)

	// keepsDoing are verbs of what is so for long, or of what one does by saying it; words that only end as verbs do.
	keepsDoing       = wordSet("living telling saying asking warning begging keeping storing standing hanging leaning lying missing growing belonging nothing something anything everything disgusting boring interesting dining building ceiling king ring thing")
	keepsDoingKorean = wordSet("살 키우 기르 두 놔두 놓 보관하 모아두 쌓아두 넣어두 가지 갖 말하 하라 가라")
	roomy            = wordSet("room rooms area table machine corner place space closet nook studio chair desk")
)
