package words

import (
	"regexp"
	"slices"
	"strings"
)

// Some forms have the words of an order, a ban or a place, and say none of that. They are told by
// the whole sentence, after the grammar has read its clauses.
var (
	// complained matches what is said of what the robot does: "you never look in the bathroom".
	// What it is blamed for is no order, and what it leaves out is no ban.
	complained = regexp.MustCompile(`^(?:(?:and|but|so|hey|robot|well|oh|look|ugh),? )*(?:you|u|the robot|this robot|it)(?:'re| are| is)? ` +
		`(?:(?:never|always|only|just|keep|keeps|kept|still|constantly|usually|often|rarely|hardly ever|sometimes|already) (?:go|look|check|search|drive|head|visit|enter|try|tr|skip|avoid|stay|turn|com|run|mov)\w*\b` +
		`|(?:went|go|goes|drove|drive|looked|look|checked|check|searched) .*\b(?:every time|each time|all the time|again and again|over and over|too often)$)`)
	complainedKorean = regexp.MustCompile(`^(?:너는|넌|네가|니가|로봇은|로봇이|얘는|쟤는) .*만 (?:가|봐|찾아|찾아봐|들어가)$|(?:^| )(?:자꾸|맨날|만날|허구한 ?날) |(?:가|보|찾아보|들어가|다니)(?:네|네요|더라|는구나|는군|더군)$`)
	leftOutKorean    = regexp.MustCompile(`(?:^| )안 ?(?:봐|가|찾아봐|들어가|가봐|본다|간다|보잖아|가잖아|보네|가네|찾아보네|들어가네)(?:요)?$`)

	// notForbidden matches that a room is not, or was not, forbidden: "부엌은 출입금지 아니었는데".
	notForbidden = regexp.MustCompile(`금지(?:구역|된 ?곳)?(?:가|이|는|은|도)? ?아(?:니|닌|님|냐)`)

	// searched matches a search that is over: "I looked everywhere but in the bathroom".
	searched       = regexp.MustCompile(`\b(?:searched|looked|checked|visited|explored|tried|been|went|seen|covered|combed|scoured|done|finished)\b.*\b(?:except|but|apart from|other than|aside from|save)\b`)
	searchedKorean = regexp.MustCompile(`(?:빼고|빼곤|제외하고|외에는?|외엔|말고는?) ?.*(?:봤|확인했|뒤졌|들렀|돌았|찾았|했어|했는데)`)

	// onlyKorean matches a ban on all but a room: "화장실 외에는 가지 마".
	onlyKorean = regexp.MustCompile(`(?:외에는|외엔|빼고는|빼곤|말고는|말곤|(?:빼고|말고|외에) ?다른 ?(?:데|곳|방)(?:는|은|에는|엔|에|로는)?) ?.*(?:지 ?마|지 ?말|안 ?돼|안 ?되|금지)`)

	// through matches a way: "don't go to the kitchen through the bathroom".
	through = regexp.MustCompile(`\bto (?:the |my |our )?[a-z ]{3,30} (?:through|via|by way of) `)

	// quotedKorean matches words that somebody said, or should not say.
	quotedKorean = regexp.MustCompile(`^누가 .*(?:랬|라고 ?했|라 ?했|래)|다고 ?(?:말 ?)?하지 ?마`)

	// denied matches what somebody is said to say, or did not say, a question in the order of
	// words, and a thing that is no more where it was: nothing in them is so.
	denied       = regexp.MustCompile(`^(?:but |and |so )?you (?:keep saying|claim|said|say|think|thought|told me)\b|^(?:isn't|aren't|wasn't|weren't|is|are|was|were) (?:it|there|the|my|our|this|that|your)\b`)
	deniedKorean = regexp.MustCompile(`(?:라고|다고) ?안 ?했|누가 ?(?:그래|그랬)|우기지 ?마|에 ?있었?다가 |에 ?있거나 |^왜 .*다고 ?생각`)

	// deniedParts are of what deniedKorean matches: one is in each such text.
	deniedParts = []string{"고 안", "고안", "누가", "우기지", "있다가 ", "있었다가 ", "있거나 ", "왜"}

	// needNot matches that a thing need not be somewhere; it may be.
	needNot = regexp.MustCompile(`\b(?:doesn't|does not|don't|do not|needn't|need not)(?: have to| need to)? be\b`)
)

// sober drops the claims of one sentence, in plain spelling, that it does not make as a whole.
func sober(claims []Claim, plain string, korean bool) []Claim {
	if len(claims) == 0 {
		return nil
	}
	is := func(relation string) func(Claim) bool { return func(c Claim) bool { return c.Relation == relation } }
	drop := func(of func(Claim) bool) { claims = slices.DeleteFunc(claims, of) }
	bans, sends, denies := slices.ContainsFunc(claims, is(RelationAvoid)), slices.ContainsFunc(claims, is(RelationPrefer)), slices.ContainsFunc(claims, is(RelationNotIn))
	if !korean && takenBack(plain) {
		drop(func(c Claim) bool { return c.Relation == RelationIn || c.Relation == RelationPrefer })
	}
	if bans && onlyHas(plain, korean) {
		drop(is(RelationAvoid))
	}
	if bans && !korean {
		if k, is := howNot(plain); is {
			drop(func(c Claim) bool { return c.Relation == RelationAvoid && c.Subject == Place(k) })
		}
	}
	switch {
	case !korean && denied.MatchString(plain), korean && holdsAny(plain, deniedParts...) && deniedKorean.MatchString(plain):
		return nil
	case !bans && !sends && !denies:
	case !korean && denies && needNot.MatchString(plain):
		drop(is(RelationNotIn))
	case !korean && (complained.MatchString(plain) || bans && (searched.MatchString(plain) || through.MatchString(plain))):
		drop(Claim.steers)
	case korean && bans && (searchedKorean.MatchString(plain) || onlyKorean.MatchString(plain) || quotedKorean.MatchString(plain) || leftOutKorean.MatchString(plain) || notForbidden.MatchString(plain)),
		korean && sends && !strings.Contains(plain, "왜") && complainedKorean.MatchString(plain):
		drop(Claim.steers)
	}
	return claims
}

// onlyHas reports whether a sentence in plain spelling says that a room has some things and no
// others: "there is nothing in the kitchen but mugs", "부엌엔 아무것도 없어 컵밖에".
func onlyHas(plain string, korean bool) bool {
	if korean {
		return strings.Contains(plain, "아무") && strings.Contains(plain, "밖에")
	}
	_, rest, nothing := strings.Cut(plain, "nothing ")
	if !nothing {
		return false
	}
	m := allBut.FindStringSubmatch(rest)
	return m != nil && !begins(m[1]+" ", "there it you go look try check i we they he she the ")
}

// howNot gives the room of which an English sentence in plain spelling says how not to go there, or
// not at first: "don't run in the kitchen", "don't go straight to the kitchen".
func howNot(plain string) (room Key, is bool) {
	at := hurried.FindStringSubmatchIndex(plain)
	if at == nil {
		return "", false
	}
	rest := plain[at[1]:]
	if at[2] >= 0 {
		rest = plain[at[2]:at[3]] // "don't go to the kitchen every time"
	}
	rooms, _ := Mentions(rest)
	if len(rooms) == 0 {
		return "", false
	}
	return rooms[0], true
}

// hurried matches a denial of how to go, up to the room, or of how often, with the words between.
var hurried = regexp.MustCompile(`\b(?:don't|dont|do not|never|stop|not|mustn't|shouldn't|can't|cannot)(?: [a-z']+){0,2}? (?:run|running|rush|rushing|dash|dashing|race|racing|sprint|speed|speeding|hurry|hurrying|zoom|crash|bump|spin|turn|start|begin|straight|directly|right|quickly|fast|slowly|alone|first|immediately)(?: [a-z]+){0,2}? (?:in|into|to|for|through|with|at|from|inside)\b` +
	`|\b(?:don't|dont|do not|never|stop|not|mustn't|shouldn't)\b([^,.;:]*?) (?:(?:so|too|that|very|all that) (?:often|fast|quickly|early|long|much)|every time|all the time|slowly|immediately|quickly|straight away|right away|at once|first|alone|on your own|by yourself)$`)

// forThisSearch reports whether a text keeps the robot from a room only because what it looks for
// now is not there: "the kitchen is a waste of time", "enough with the kitchen", "부엌은 됐어".
func forThisSearch(claims []Claim, text string) bool {
	if !slices.ContainsFunc(claims, func(c Claim) bool { return c.Relation == RelationAvoid }) {
		return false
	}
	plain := strings.TrimRight(Plain(text), ".!?~ ")
	korean := IsKorean(plain)
	return inVain.in(plain, korean) && !forever.in(plain, korean)
}

// inVain matches that a search of a room is of no use, and orders to search all others.
var inVain = eitherOf(`\b(?:waste (?:of|any|your|ur|no|more)|enough (?:with|of)|(?:i'm|we're|you're|i am|we are) done with|(?:any|every)where (?:else )?(?:but|except|other than|apart from|besides)|no use|useless|pointless|not worth)\b`,
	`(?:봤|갔|왔|뒤졌|확인했)었?(?:는데|더니|지만|거든|다) ?.*(?:없|못 ?찾|안 ?보)|됐(?:어|고|다|습|으니|네|거든)|낭비|헛수고|헛걸음|소용 ?없|봤자|(?:벌써|이미|아까|방금|다) .*(?:봤|뒤졌|확인했)|(?:빼고|제외하고|말고는?) ?(?:다|전부|모두|다른 ?[데곳방]\S*|딴 ?데\S*|나머지\S*|아무 ?데나) ?.*(?:찾|봐|보|뒤져|확인|가|돌)[^도]*$`)

// takenBack reports whether an English sentence in plain spelling ends by denying what it says:
// "sofa: living room, no", "Mom said it is in the study, but I can't find it".
func takenBack(plain string) bool {
	if at := strings.LastIndexAny(plain, " ,"); at > 0 && noes[plain[at+1:]] && !strings.HasSuffix(plain[:at], " a") {
		return true
	}
	return strings.Contains(plain, "but ") && butNot.MatchString(plain)
}

var (
	// allBut matches an exception, up to the word after it.
	allBut = regexp.MustCompile(`\b(?:but|except|besides|other than|apart from|aside from|save)(?: for)? ([a-z']+)`)

	// noes are last words that deny the rest.
	noes = wordSet("no nope nah naw nay nuh psych sike jk x")

	// butNot matches a search in vain, or disbelief, after what was said.
	butNot = regexp.MustCompile(`\bbut (?:i |we |he |she |they |nobody |no one )?(?:(?:can't|cannot|couldn't|could not|don't|do not|didn't|did not|haven't|never) (?:find|found|see|seen|saw|think so|believe|buy)\b|lied\b|lies\b|is lying|was lying|found nothing|saw nothing|nobody (?:saw|found))`)
)

var (
	// contrast matches what is named only to be told from something else: "the phone, not the
	// sofa, is in the bathroom".
	contrast = regexp.MustCompile(`(?i)(?:,| \()(?: ?but)? ?(?:not|unlike|rather than|instead of) (?:the |my |our |a |an )?[a-z' ]{1,30}[,)]( (?:is|are|was|were|stands?|sits?|lies?|hangs?)\b)`)

	// must matches a Korean order made of two denials: "안 가면 안 돼".
	must = regexp.MustCompile(`안 ?(가|들어가|찾아보|보|확인하|가보)면 ?(?:안 ?(?:돼|되|됩니다|된다|돼요|되지)|혼나|큰일 ?나)`)

	// toldNot matches a Korean ban that is said again: "가지 말라고 했잖아".
	toldNot = regexp.MustCompile(`지 ?말라고 ?(?:말)?(?:했잖아|했지|했는데|했어|했다)요?`)

	// toldSo matches what is said again, with the word before it: "휴대폰은 거실이라고 했잖아".
	toldSo = regexp.MustCompile(`([가-힣]+?)(이?)라고 ?(?:말)?(?:했잖아|했지)요?`)

	// amends matches where somebody corrects themselves within a sentence.
	amends       = regexp.MustCompile(`(?i)[,;–—] *((?:actually|no wait|wait|oops|whoops|sorry|scratch that|forget (?:it|that)|ignore (?:it|that)|never ?mind|correction)\b)`)
	amendsKorean = regexp.MustCompile(`[, ]+((?:아 ?)?(?:미안|아차|앗|죄송|정정|아니다|잘못 ?말했)[가-힣]*[, ]+)`)

	// unsaid matches a sentence that only takes the one before back.
	unsaid = regexp.MustCompile(`^(?:scratch that|forget (?:it|that)|ignore (?:it|that)|never ?mind|not|(?:(?:no|but|well|nope|and),? )*(?:it|that|they|he|she)(?:'s not| isn't| is not| ain't| aren't| are not|'re not| wasn't| was not)(?: there| so| true| the case)?|뻥이야|뻥|취소)$`)

	// amended matches a sentence that corrects the one before.
	amended = regexp.MustCompile(`^(?:(?:ah|oh|no),? )?(?:actually|no wait|wait|oops|whoops|sorry|scratch that|correction|my mistake|my bad|i mean|i meant)\b|^(?:아 ?)?(?:미안|아차|앗|죄송|정정|아니다|잘못 ?말했|참 |잠깐)`)
)

// unfolded writes forms that the grammar would misread in words that it reads.
func unfolded(text string) string {
	if strings.Contains(text, "면") {
		text = must.ReplaceAllStringFunc(text, func(s string) string {
			verb := must.FindStringSubmatch(s)[1]
			return map[string]string{"가": "가야", "들어가": "들어가야", "찾아보": "찾아봐야", "보": "봐야", "확인하": "확인해야", "가보": "가봐야"}[verb] + " 해"
		})
	}
	if strings.Contains(text, "말라고") && !strings.Contains(text, "누가") {
		text = toldNot.ReplaceAllString(text, "지 마")
	}
	if strings.Contains(text, "라고") && !holdsAny(text, "을 ", "를 ", "누가") {
		text = toldSo.ReplaceAllStringFunc(text, func(s string) string {
			word := toldSo.FindStringSubmatch(s)
			if t, known := exact(word[1]); known && t.room != "" {
				return strings.TrimSuffix(WithParticle(word[1], "이라"), "라") + "야"
			}
			return s
		})
	}
	if strings.ContainsAny(text, ",;(–—") {
		text = contrast.ReplaceAllString(text, "$1")
		text = amends.ReplaceAllString(text, ". $1")
	}
	if strings.ContainsAny(text, "미앗차죄정잘다") {
		text = amendsKorean.ReplaceAllString(text, ". $1")
	}
	return text
}

// amend drops, from the claims of earlier sentences, the mistake that a sentence corrects, or all
// when it only takes them back; one that names a room alone says the last of them of that room.
func amend(before, now []Claim, plain, source string) (kept, made []Claim) {
	switch {
	case len(before) == 0:
		return before, now
	case unsaid.MatchString(plain):
		return nil, nil
	case !amended.MatchString(plain):
		return before, now
	}
	if rooms, things := Mentions(plain); len(now) == 0 && len(rooms) == 1 && len(things) == 0 && len(Rest(plain)) <= 6 {
		last := before[len(before)-1]
		if last.Source = source; last.Relation == RelationIn || last.Relation == RelationNotIn {
			last.Object = string(rooms[0])
		} else {
			last.Subject = Place(rooms[0])
		}
		now = []Claim{last}
	}
	return slices.DeleteFunc(before, func(c Claim) bool {
		return slices.ContainsFunc(now, func(n Claim) bool { return n.Relation == c.Relation && (n.Subject == c.Subject || c.steers()) })
	}), now
}
