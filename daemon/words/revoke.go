package words

import (
	"regexp"
	"slices"
	"strings"
)

// A Reversal is what a text wants that takes back what was said before it.
type Reversal int

// The reversals.
const (
	Keeps   Reversal = iota // none
	Forgets                 // "forget that", "취소해": the last thing that was said is to go
	Allows                  // "you may go to the kitchen again", "이제 부엌에 가도 돼": a ban is to go
)

// reversal recognises a text that says nothing but that. plain is its spelling;
// marks at its end say nothing. claims are what the text says beside it: what is to be forgotten
// may be a ban, which is to go then.
func reversal(text, plain string, claims []Claim) Reversal {
	plain = strings.TrimRight(plain, ".!~ ")
	steers := !slices.ContainsFunc(claims, func(c Claim) bool { return !c.steers() })
	bans := func(c Claim) bool { return c.Relation == RelationAvoid }
	names := func(rooms bool) bool { // a thing, or a room; it is expensive, and seldom asked
		r, things := Mentions(text)
		return len(things) > 0 || rooms && len(r) > 0
	}
	switch {
	case holdsAny(plain, forgettingParts...) && forgettingAbout.MatchString(plain) && names(true):
		if steers && slices.ContainsFunc(claims, bans) {
			return Allows
		}
		return Forgets
	case len(claims) == 0 && (forgetting.MatchString(plain) || forgettingID.MatchString(plain)):
		return Forgets
	case steers && lifts(text),
		steers && !slices.ContainsFunc(claims, bans) && permits(text, func() bool { return names(false) }):
		if !limiting.MatchString(plain) {
			return Allows
		}
	}
	return Keeps
}

// Allowed gives the claims of a text that [Allows]: the rooms that it names are preferred with
// no weight, which says no more than that an older ban is over.
func Allowed(text string) []Claim {
	claims := []Claim{}
	rooms, _ := Mentions(text)
	for _, k := range rooms[:min(len(rooms), maxClaims)] {
		claims = append(claims, Prefer(Place(k), "", 0))
	}
	return claims
}

var (
	forgetting = regexp.MustCompile(`^(?:(?:no|ok|okay|sorry|please|just|oh|oops),? )*(?:` +
		`(?:forget|ignore|disregard|scratch|scrap|cancel|undo|delete|erase|remove|drop|retract) (?:about )?(?:that|it|this|the last one|the last thing|everything|my last \w+|(?:what|everything|all) i (?:just |ever )?(?:said|told you))(?: i (?:just )?said)?` +
		`|never ?mind(?: that| what i said)?|(?:i )?take (?:that|it) back|i take back what i said|i (?:was|am) (?:wrong|mistaken)|(?:that|it) was (?:a joke|wrong of me)|(?:i was )?(?:just |only )?(?:joking|kidding)|i made a mistake|my (?:mistake|bad)|i (?:didn't|did not) mean (?:that|it)|undo|cancel)(?: please| again| now)?$` +
		`|^(?:(?:아니|아|앗|어|미안|죄송),? )*(?:내가 |제가 |방금 |방금 건 )?(?:틀렸(?:어|네|다|습니다)|잘못 ?(?:말했|알았)(?:어|네|다|습니다)|농담(?:이야|이었어|이에요|입니다)|장난이(?:야|었어|에요)|실수(?:야|했어|예요|였어)|헷갈렸(?:어|네|다))요?$` +
		`|^(?:방금|아까) (?:건|거|것은?|말은?) (?:틀렸어|틀렸어요|틀렸습니다|잘못 말했어)$` +
		`|^(?:(?:아니|아|미안|그냥|모두),? )*(?:(?:방금|아까|지금)? ?(?:한 |했던 |말한 |말했던 |내 |내가 한 |내가 말한 )?(?:말|거|건|것|얘기|이야기)(?:은|는|을|를)? ?)?(?:다 |전부 |그냥 )?(?:잊어 ?버려|잊어 ?줘|잊어 ?라|잊어|취소|무시해|지워 ?줘|지워|없던 (?:일|걸)로 해)(?:요|줘|주세요|해|해요|해 ?줘|해 ?주세요|할게|할게요|할래|한다|합니다|야|이야|예요|이에요|입니다)?$`)
	forgettingAbout = regexp.MustCompile(`^(?:(?:no|ok|okay|sorry|please|just|oh|oops|actually),? )*(?:(?:you can|you should|let's|i want you to) )?` +
		`(?:forget|ignore|disregard|scratch|scrap|cancel|undo|delete|erase|remove|drop|retract|withdraw|take back|i take back)(?: about)? ` +
		`(?:(?:what|everything|all|anything) (?:that )?(?:i|we) (?:just |ever )?(?:said|told you|mentioned) (?:about|of|on) [^.!?;]+` +
		`|(?:the|my|that|your) (?:\w+ )?(?:rule|correction|note|entry|feedback|statement|claim|info|information)s? (?:on|about|for|of|that) [^.!?;]+` +
		`|that (?:the|there|a|an|you|i|we|my|it) [^.!?;]+)$` +
		`|^[^.!?;]*(?:[가-힣](?:라고|다고|단|다는|라는|란|냐고|자고) ?(?:한|했던|말한|말했던|그런)? ?(?:거|건|것|말|얘기|이야기)|(?:에 대해|에 관해|에 대한|에 관한)?[^.!?;]* (?:얘기|이야기|말))(?:은|는|을|를|도)? ` +
		`?(?:이제 |다 |전부 |그냥 |좀 )?(?:잊어|취소|무시|지워|철회|없던 (?:일|걸)로)(?: ?(?:버려|버리자|줘|주세요|라|해|해 ?줘|해 ?주세요|하자|하세요|할게|할래|한다|야|이야|예요|이에요|입니다|됐어))?요?$`)
	// forgettingParts are of what forgettingAbout matches: one is in each such text.
	forgettingParts = strings.Fields("forget ignore disregard scratch scrap cancel undo delete erase remove drop retract withdraw back 잊어 취소 무시 지워 철회 없던")
	forgettingID    = regexp.MustCompile(`^(?:please )?(?:forget|undo|delete|remove|cancel|retract|withdraw|retire|drop|take back) (?:entry |feedback |rule |item )?[fgk]\d+$` +
		`|^[fgk]\d+(?:은|는|을|를|번)? ?(?:취소|지워|삭제|잊어|철회)(?: ?(?:버려|줘|주세요|라|해|해 ?줘|해 ?주세요))?요?$`)
)
