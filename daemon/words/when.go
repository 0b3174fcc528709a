package words

import (
	"regexp"
	"slices"
	"strings"
)

// whenSometimes matches an English time or circumstance that bounds a ban. An order goes for
// the next time anyhow ("go to the pantry and after that to the kitchen"), and what is found
// somewhere stays there: "I left the mug there after lunch".
var whenSometimes = regexp.MustCompile(`\b(during|while|whilst|before|after|between (\d+\w*|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|until|till|unless|once|` +
	`(at|past) (night|noon|midnight|dawn|dusk|\d+\w*)|from (\d+\w*|noon|midnight|dawn|dusk) (to|till|until)|in the (mornings?|afternoons?|evenings?|daytime)|at \w+ ?time|` +
	`(on |every |each )?(mon|tues|wednes|thurs|fri|satur|sun)days?|(on )?(weekends?|weekdays|holidays)|(every|each) (day|night|morning|afternoon|evening|week|hour))\b`)

// whenKorean matches Korean ones: "요리할 때는", "청소하는 동안", "일요일에는", "밤에".
var whenKorean = regexp.MustCompile(`(\S+) ?(?:때(?:는|엔|에는|에|마다|만)?|땐)(?: |$)|동안|[가-힣]{1,6}하는 중|[월화수목금토일]요일|주말|평일|(밤|낮|새벽|아침|점심|저녁|오전|오후)(에|엔|에는|마다|시간)|\d+시|전에는|전엔|후에는|후엔|([때시일날밤낮올주달월말침녁정] ?까지)|내일까지|날마다|매일`)

// seeks matches what stands before 때 in "소파를 찾을 때": that bounds a claim to a thing.
var seeks = regexp.MustCompile(`^(찾|볼|구할|가지러)`)

// sometimes reports whether a text in plain spelling bounds what it says to times or
// circumstances that a plan does not know.
func sometimes(plain string, korean bool) bool {
	if !korean {
		return whenSometimes.MatchString(plain)
	}
	if holdsAny(plain, "빼고", "제외", "괜찮", "가도") {
		return false // an exception, see weaken
	}
	m := whenKorean.FindStringSubmatch(plain)
	return m != nil && !seeks.MatchString(m[1])
}

// either is a pattern for English and one for Korean.
type either struct{ english, korean *regexp.Regexp }

// of is the pattern for one of the languages.
func (e either) of(korean bool) *regexp.Regexp {
	if korean {
		return e.korean
	}
	return e.english
}

func (e either) in(plain string, korean bool) bool { return e.of(korean).MatchString(plain) }

func eitherOf(english, korean string) either {
	return either{regexp.MustCompile(english), regexp.MustCompile(korean)}
}

var (
	// soon matches words for a time that is soon over; a ban with one of them is meant now.
	soon = eitherOf(`\b(today|tonight|for now|right now|at the moment|currently|for a (while|bit|moment|minute|sec|second|few)|for the (moment|time being)|temporarily|this (time|once|morning|afternoon|evening|week|weekend|month)|later|yet|all (day|night|morning|afternoon|evening)|`+
		`for (the next|the rest of the|another|some|several|half an|an|a|one|two|three|four|five|six|ten|twelve|fifteen|twenty|thirty|\d+) ?(few |couple of |five |ten )?(minutes?|hours?|days?|weeks?|nights?))\b`,
		`오늘|지금|아직|당분간|잠깐|잠시|임시로|이번(에|엔|에는|만) |이번 ?[주달]|이번 한 ?번|하루 ?만|(\d+ ?분|시간|며칠) ?(만|간|동안)`)

	// inDoubt matches words that leave open whether a ban is meant.
	inDoubt = eitherOf(`\b(maybe|perhaps|might|probably|think|guess|not sure|try)\b`, `아마|같아|같은데|듯|웬만하면|되도록|가급적`)

	// momentary matches what is said to a robot that is about to do something: a correction of
	// where it goes, or that it need not go somewhere. forever makes a rule of that.
	momentary = eitherOf(`^(?:(?:no|nope|wrong)(?:, | (?:go|it|that|this|you|don't|do|try|look|head|check|turn|not|come|drive|the other)\b)|(?:wrong (?:way|room|place)|not (?:that way|there|here)),? )|^(?:wait|oops|whoops|stop), |^(?:(?:oops|whoops|sorry|wait|oh|ah|hey|hm|no|my (?:bad|mistake)),? )*not (?:in |into |to )?(?:the|that|this|my|our) |^(?:(?:please|now|hey|ok|robot|no),? )*(?:stop|quit) (?:\w+ing|it)\b|\b(no need|needn't|don't need|no point|bother with|nothing (of interest )?(here|in))\b|^(please |now )?leave\b|\b(go|head|drive|come) back to\b`,
		`^(아니|아니야|틀렸어|거기 말고),? |필요 ?[가는도]? ?없|아무것도 ?없|그만 |(봤|찾아봤|확인했)으니까|(^| )안 ?[가-힣 ]{1,6}도 ?(돼|되|됩|괜찮)`)
	// lasts matches words by which an order is for every search, and not for the one in which it is
	// given. plainBan matches words that forbid, beside orders that only say "not there".
	lasts = eitherOf(`\b(never|always|ever|every|each|usually|normally|generally|typically|often|mostly|whenever|from now on|in (the )?future|next time|by default|prefer\w*|if|when)\b`,
		`절대|항상|언제나|늘 |매번|매일|앞으로|이제부터|다음부터|보통|평소|주로|마다|선호`)
	plainBan = eitherOf(`\b(never|don't|dont|do not|avoid|(stay|keep) (out|away|clear|off)|off[ -]limits|forbidden|prohibited|not allowed|must not|mustn't|should not|shouldn't|can't|cannot|no entry)\b`,
		`지 ?(마|말)|금지|피해|피하|안 ?(돼|되|됩)|못 ?가|싫`)
	forever = eitherOf(`\b(never|always|ever|every time|all the time|from now on)\b`, `절대|항상|언제나|늘 |앞으로|다시는|이제부터`)
)

// passes reports whether what a text forbids, or where it sends the robot, holds for a time
// only. A ban that is meant now is no less sure for that.
func passes(claims []Claim, text string) bool {
	if !slices.ContainsFunc(claims, Claim.steers) {
		return false
	}
	plain := strings.TrimRight(spelled(text), ".!?~ ")
	korean := IsKorean(plain)
	if momentary.in(plain, korean) && !forever.in(plain, korean) {
		return true
	}
	bans := func(c Claim) bool { return c.Relation == RelationAvoid }
	if !slices.ContainsFunc(claims, bans) || !passingPart(claims, text, korean) {
		return false
	}
	for i := range claims {
		if bans(claims[i]) && !inDoubt.in(plain, korean) && !excepts(plain) {
			claims[i].Weight = max(claims[i].Weight, Certain)
		}
	}
	return true
}

// ordersIn lists the claims of a text that send the robot somewhere, or keep it from going
// elsewhere, in the search in which it is said: an order that does not say that it is for always.
func ordersIn(claims []Claim, text string) (orders []Claim) {
	plain := strings.TrimRight(Plain(text), ".!?~ ")
	korean := IsKorean(plain)
	sent := func(c Claim) bool { return c.Relation == RelationPrefer && c.Weight > 0 }
	if !slices.ContainsFunc(claims, sent) {
		return nil
	}
	parts := []string{plain}
	if lasts.in(plain, korean) {
		parts = clauses.Split(plain, -1)
	}
	for _, c := range claims {
		part := partOf(parts, c)
		ends := soon.in(part, korean) || holdsAny(part, "until ", "till ", "때까지", "일까지", "시까지") // "prefer the kitchen until tomorrow"
		if (sent(c) || c.Relation == RelationAvoid && !plainBan.in(plain, korean)) && (ends || !lasts.in(part, korean)) {
			orders = append(orders, c)
		}
	}
	return orders
}

// clauses matches what parts clauses that may last, or not, each for itself.
var clauses = regexp.MustCompile(`[.;!?,]| and | but |고 `)

// partOf is the part of a text that names the room of a claim, or all of it.
func partOf(parts []string, c Claim) string {
	_, of := c.About()
	for _, p := range parts {
		if rooms, _ := Mentions(p); slices.Contains(rooms, of) {
			return p
		}
	}
	return strings.Join(parts, " ")
}

// Lasting gives the claims of a text that hold always: without the bans and orders of one
// that holds for a time only, or not in a case that it names ("except when I look for medicine"),
// and without where something is for a time only.
func Lasting(text, source string) []Claim {
	r := Read(text, source, "")
	r.Claims = slices.DeleteFunc(r.Claims, func(c Claim) bool { return slices.Contains(r.Lapses, c) })
	if r.Passing || exceptsCase(Plain(text)) {
		r.Claims = slices.DeleteFunc(r.Claims, Claim.steers)
	}
	return r.Claims
}
