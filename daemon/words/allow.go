package words

import (
	"regexp"
	"slices"
	"strings"
)

// A permission takes back that a room is forbidden, so it must be one: "부엌에 가도 돼?" asks for it,
// "nobody said you may go into the kitchen" denies it, "부엌에 가도 된대" is what others say, "I may go
// there" is for somebody else, and "you may go there tomorrow" holds later. None of them lifts a ban.

// spelled is the plain spelling of a text, with apostrophes as patterns have them.
func spelled(text string) string { return strings.ReplaceAll(Plain(text), "’", "'") }

// lifts reports whether a text says that a ban is over: "cancel the ban on the kitchen", "부엌 출입금지
// 풀렸어". "Can you lift the ban on the kitchen?" does.
func lifts(text string) bool {
	return anySentence(text, func(plain string, asks bool) bool {
		if !holdsAny(plain, liftingParts...) || asks && !begged.MatchString(plain) {
			return false
		}
		at := lifting.FindStringIndex(plain)
		switch {
		case at == nil:
			return false
		case IsKorean(plain):
			return !keptKorean.MatchString(plain[at[1]:]) && !othersKorean.MatchString(plain[:at[0]])
		}
		return !hedges(plain[:at[0]], plain[at[1]:]) && !unlifted.MatchString(plain[:at[1]])
	})
}

// permits reports whether a text allows to go somewhere: "you may go into the kitchen again", "부엌에
// 가도 돼". things tells whether it names a thing: "the bathroom door is open again" says nothing of
// going there.
func permits(text string, things func() bool) bool {
	return anySentence(text, func(plain string, asks bool) bool {
		if asks || !holdsAny(plain, allowingParts...) {
			return false
		}
		if IsKorean(plain) {
			return allowsKorean(plain) || fineKorean.MatchString(plain) && !things()
		}
		if at := allowing.FindStringIndex(plain); at != nil {
			return !hedges(plain[:at[0]], plain[at[1]:])
		}
		at := fine.FindStringIndex(plain)
		return at != nil && !hedges(plain[:at[0]], plain[at[1]:]) && !things()
	})
}

// anySentence reports whether a test holds for one of the sentences of a text, each in plain
// spelling without its end mark. A question that ends with "ok?" asks nothing.
func anySentence(text string, is func(plain string, asks bool) bool) bool {
	for _, s := range sentences(text) {
		plain := strings.TrimRight(spelled(s.text), ".!~ ")
		if plain == "" {
			continue
		}
		bare := plain
		if s.question {
			bare = agreed.ReplaceAllString(plain, "")
		}
		if is(bare, s.question && bare == plain) {
			return !tookBack.MatchString(strings.TrimRight(spelled(text), ".!~? "))
		}
	}
	return false
}

// Granted lists the parts of a text that lift a ban on rooms of which its claims say nothing: "you may go
// into the bedroom", in "don't go into the kitchen, but you may go into the bedroom".
func Granted(text string, claims []Claim) (parts []string) {
	if !holdsAny(text, "you", "You", "okay", "ok to", "fine", "free", "allowed", "limits", "forbidden", "ban ", "도 ", "금지", "출입") {
		return nil
	}
	text = butMay.ReplaceAllString(spelled(text), "${1}돼, ")
	all := grantEnd.Split(text, -1)
	if strings.Contains(text, "?") || tookBack.MatchString(strings.TrimRight(text, ".!~ ")) || limiting.MatchString(strings.Join(all, ", ")) {
		return nil
	}
	for _, part := range all {
		rooms, things := Mentions(part)
		said := slices.ContainsFunc(rooms, func(k Key) bool { return len(Unclaimed(string(k), claims)) == 0 })
		if len(rooms) > 0 && len(things) == 0 && !said && (lifts(part) || permits(part, func() bool { return false })) {
			parts = append(parts, strings.Trim(part, " ,."))
		}
	}
	return parts
}

// hedges reports whether an English permission between two parts of a sentence is none: it is denied,
// asked for, thought, or said by others. "I said you may go there" is the speaker's own word.
func hedges(before, after string) bool {
	if i := clauseEnd.FindAllStringIndex(before, -1); i != nil {
		before = before[i[len(i)-1][1]:]
	}
	return hedged.MatchString(before) && !selfSaid.MatchString(before) || unmeant.MatchString(after)
}

// allowsKorean reports whether a Korean sentence allows to go somewhere.
func allowsKorean(plain string) bool {
	at := allowingKorean.FindStringSubmatchIndex(plain)
	if at == nil || othersKorean.MatchString(plain[:at[1]]) {
		return false
	}
	verb, after := plain[at[0]:at[1]], plain[at[1]:]
	switch {
	case strings.Contains(verb, "다고"):
		return ownKorean.MatchString(after)
	case holdsAny(verb, "곳", "데", "방") && holdsAny(after, "아니", "없"):
		return false
	}
	return !unmeantKorean.MatchString(after)
}

// unsought drops from claims what a text in plain spelling does not say of where a thing is: that a
// room may be entered when looking for it, or is not to come first. "You may enter the bathroom when
// looking for a towel", "컵을 찾을 때 부엌부터 보지 마".
func unsought(claims []Claim, plain string) []Claim {
	if len(claims) == 0 || !holdsAny(plain, "look", "search", "find", "hunt", "start", "begin", "부터", "먼저") {
		return claims
	}
	switch {
	case notFirst.MatchString(plain):
		return slices.DeleteFunc(claims, func(c Claim) bool { return c.Polarity < 0 && (c.steers() || c.Weight < Certain) })
	case seekingThen.MatchString(plain) && allowing.MatchString(plain) && !suggested.MatchString(plain):
		return slices.DeleteFunc(claims, func(c Claim) bool { return c.Relation == RelationIn })
	}
	return claims
}

var (
	// notFirst matches what is not to come first, seekingThen when something is looked for, suggested what
	// is said as a permission, and advises.
	notFirst    = regexp.MustCompile(`\b(?:don't|do not|never) (?:\w+ )?(?:start|begin)\b|(?:부터|먼저) ?\S*지 ?(?:마|말)`)
	suggested   = regexp.MustCompile(`\bcould\b|\bcan (?:look|search|use)\b`)
	seekingThen = regexp.MustCompile(`\b(?:when|if|while|whenever)(?: you| you're| you are)? (?:look|search|hunt|find)`)

	lifting = regexp.MustCompile(`\b(?:cancel|lift|remove|drop|end|undo|withdraw)(?:ed)? (?:the|my|that) (?:ban|restriction|prohibition)\b|\b(?:ban|restriction|prohibition)\b[^.!?;]*\b(?:is|has been|was) (?:now |finally )?(?:over|lifted|gone|cancelled|canceled|removed)\b|\bno (?:longer a )?(?:ban|restriction|prohibition) on [^.!?;]*\b(?:any ?more|any longer|now)\b` +
		`|\b(?:don't|do not|needn't|no longer) (?:have to |need to |must )?(?:avoid|stay out of|keep out of|keep away from|stay away from)\b[^.!?;]*\b(?:any ?more|any longer|again|now)\b|\bstop (?:avoiding|staying out of|keeping out of)\b|\bno (?:longer a )?need to (?:avoid|stay out of|keep out of|keep away from|stay away from)\b` +
		`|금지령?(?:은|는|을|를|이|가)? ?(?:이제 |다시 |다 )?(?:해제|풀|취소|철회|해지|끝)|금지(?: ?구역)?(?:은|는|이|가|도)? ?(?:더 ?이상 |더는 |이제 |이젠 )*(?:아니야|아니에요|아니예요|아니다|아닙니다|아니라니까|아니지|아니거든|아님)(?:요)?(?: |,|$)|(?:피하|멀리하)지 ?않아도 ?(?:돼|되|된)|피할 필요 ?(?:는|가|도)? ?없`)

	// liftingParts are of what lifting matches, allowingParts of what allowing and fine do: one is in each such text.
	liftingParts  = []string{"ban", "restriction", "prohibition", "avoid", "stay", "keep", "금지", "피하", "피할", "멀리하"}
	allowingParts = []string{"you", "u ", "robot", "it's", "it is", "free", "allow", "permit", "longer", "again", "now", "not ", "n't ", "도", "출입", "거", "것", "건", "괜찮"}

	// unlifted matches a denial of what lifts: "don't lift the ban".
	unlifted = regexp.MustCompile(`\b(?:don't|do not|didn't|did not|never|nobody|no one|not|can't|cannot|won't|should i|shall i|did \w+|who|haven't|hasn't) (?:\w+ ){0,3}(?:cancel|lift|remove|drop|end|undo|withdraw|stop)\w*\b[^,;]*$`)

	// begged matches a question that asks for a deed.
	begged = regexp.MustCompile(`\b(?:can|could|will|would) you\b|\bplease\b|줄래|줄 수|주실|주시|줘|주세요`)

	// keptKorean matches what stands behind the words for a ban that is over and says that it is not, or asks.
	keptKorean = regexp.MustCompile(`^\S*(?:지 ?(?:마|말|않|못)|까|냐|니|나|나요|는지|려고|대|대요)(?: |,|$)|누가|적 ?(?:이 |은 )?없|[다라]고 ?(?:안|하지|누가)|모르|물어`)

	going    = `(?:go|goes|going|enter|look|search|come|drive|walk|pass|use|visit|return|move|roam)`
	allowing = regexp.MustCompile(`\b(?:you|u) (?:may|can|could|are allowed to|are free to|are welcome to|are permitted to) (?:now |again |freely |always )*` + going + `\b` +
		`|\b(?:you(?:'re| are)|u r|robots? (?:is|are)) (?:now |again |also |once again )*(?:allowed|permitted|welcome|free)(?: back)?(?: again| now)? (?:in|into|inside|to ` + going + `)\b` +
		`|\bit(?:'s| is) (?:now |again |perfectly |totally |quite |really |all )*(?:ok|okay|fine|right|alright|safe|allowed|permitted)(?: now| again)?(?: for you)? to (?:go|enter|come|drive|walk|pass)\b` +
		`|\bfeel free to (?:go|enter|come|drive|walk|pass)\b|\byou have (?:my|our) permission to\b|\bi (?:allow|permit) you (?:in|into|to ` + going + `)\b` +
		`|(?:\b(?:no longer|not|never again)|\w+n't) (?:off[ -]limits|forbidden|prohibited|banned|a no[ -]go)\b`)
	fine = regexp.MustCompile(`\b(?:is|are) (?:fine|ok|okay|allowed|open|accessible)(?: to you| for you)? (?:again|now)\b`)

	allowingKorean = regexp.MustCompile(`(?:가|들어가|지나가|와|들어와|봐|찾아봐|둘러봐|다녀)도 ?(?:(?:돼|됩니다|된다|됨|되지|되거든|되네|되고|되니까|된다니까|된다고|되지만|되는데)(?:요)?|되는 ?(?:곳|데|방)\S*|(?:괜찮|좋)(?:아|습니다|다|음|지|고|으니까|은데|지만|다고|다니까)(?:요)?|상관 ?없(?:어|습니다|다|음|지|으니까)(?:요)?)(?: |,|$)` +
		`|출입(?:이|을|은)? ?(?:다시 |이제 )?(?:가능|허용|허락|허가|자유)(?:해|합니다|함|이야|할게|됨|됐어|돼|된다|해 ?줄게|한다)?(?:요)?(?: |,|$)|(?:가는|들어가는|오는|들어오는) ?(?:거|것|건)(?:은|는|도)? ?(?:이제 |다시 )?(?:괜찮아|괜찮습니다|허락할게|허락해|허용할게|상관없어)(?:요)?(?: |,|$)`)
	fineKorean = regexp.MustCompile(`(?:이제|이젠|다시) ?괜찮(?:아|습니다|다|음|네|지|고|으니까)(?:요)?(?: |,|$)`)

	// othersKorean matches a subject that is not the robot, up to what it may do: "나는 부엌에 가도 돼".
	othersKorean = regexp.MustCompile(`(?:^|[ ,])(?:(?:나|저|우리|엄마|아빠|손님|아이|애|아기|사람|고양이|강아지|개|얘|걔|쟤|형|누나|언니|오빠|동생|할머니|할아버지)(?:들)?(?:는|은|만|도|이|가|께서)|난|전|내가|제가|우린|누가|누구나|아무도|왜|언제) (?:(?:이제|다시|혼자|\S*(?:에|은|는|에는|엔|로|안|방|실|엌|도)) )*\S*$|(?:^| )혹시 `)

	// ownKorean matches what may stand behind "가도 된다고": the speaker's own word.
	ownKorean     = regexp.MustCompile(`^(?:했잖아|했지|말했잖아|그랬잖아|얘기했잖아)?(?:요)?$`)
	unmeantKorean = regexp.MustCompile(`^(?:라고|라는|는 |않)|누가|모르|물어|글쎄|적 ?(?:이 |은 )?없|^ ?(?:한|했|말|소리|하지)`)

	// clauseEnd matches where a clause ends, before one that stands for itself.
	clauseEnd = regexp.MustCompile(`[,;:(]|\b(?:so|and|because|since|therefore|then|now that)\b`)

	// hedged matches a clause that makes no permission of the one that it leads to, unless it is selfSaid.
	hedged   = regexp.MustCompile(`\b(?:maybe|perhaps|possibly|said|says?|saying|told|tells?|telling|think|thinks|thought|believes?|reckon|sure|certain|clear|wonder(?:s|ing)?|whether|ask(?:s|ed|ing)?|knows?|suppose|guess|hope|hoping|wish|pretend(?:s|ing)?|doubt|heard|hear|mean|means|meant|claim(?:s|ed)?|remember|recall|like|who|nobody|no one|none|nowhere|not|do|does|did|would|should)\b|n't\b`)
	selfSaid = regexp.MustCompile(`^ ?(?:(?:well|yes|ok|okay|no|as|like|but|robot|hey) )*i(?:'m| am|'ve| have|'d)? (?:already |just |have |clearly |really )*(?:said|say|told you|tell you|telling you|think|guess|suppose|believe|mean|meant|sure)(?: so| that| before| now)* $`)
	unmeant  = regexp.MustCompile(`\b(?:said|says|say|claims|thinks|wonders)\b|\b(?:to|for) (?:me|us|him|her|them|mom|mum|dad|guests|visitors|people|humans|kids|everyone|the (?:kids|children|cat|dog|guests))(?:[ ,]|$)|\bor (?:not|what|so)\b|(?:^|[ ,-])(?:not|nope|huh|eh|no)$|, (?:right|yes)$`)

	// agreed matches what asks only for a nod, and tookBack what takes back the sentence before it.
	agreed   = regexp.MustCompile(`[, ]+(?:ok|okay|alright|all right|got it|understood|deal|알았지|알겠지|알았어|알겠어|오케이|응)(?:요)?$`)
	tookBack = regexp.MustCompile(`(?:^|[ ,.!-])(?:not|just kidding|kidding|joking|just joking|psych|뻥이야|뻥|농담이야|농담|거짓말이야|거짓말)$|(?:돼|요|다|해|어)[,.!]* 아니(?:야|다)$`)

	// butMay matches a Korean permission before another clause, and grantEnd where a part of a text ends.
	butMay   = regexp.MustCompile(`(도 ?)(?:되지만|되는데|되고) `)
	grantEnd = regexp.MustCompile(`[.;!,]+(?: |$)(?:but |and |yet |하지만 |그런데 |대신 )?| but | and | 하지만 | 대신 |(?:고|지만|는데) `)

	limiting = regexp.MustCompile(`\b(?:never|only|if|unless|except|nowhere|but|why|what|where|how|when|while|once|until|till|during|after|before|for|tonight|tomorrow|later|soon|someday|eventually|next|in (?:a|an|one|two|three|\d+) \w+|starting|(?:at|from) \d+|mornings?|afternoons?|evenings?|nights?|weekends?|\w+days?)\b` +
		`|안 ?(?:가|들어|와|봐)|(?:면|만) |때(?:는|에|에는)? |동안|까지|나중|이따|모레|내일|다음 ?(?:주|달|번|에|날|부터)|이번 ?(?:주|만|에만)|잠깐|잠시|당분간|언젠가|\d+ ?시|시간 ?(?:뒤|후)|분 ?(?:뒤|후)|조금 ?있다|(?:후|다음|밤|낮|아침|점심|저녁|오전|오후|주말|오늘|요일)(?:에|에는|엔|은|는)? |(?:주|달|월|날|밤|침|녁|후|전|요일)부터`)
)
