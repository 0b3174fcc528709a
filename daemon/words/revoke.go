package words

import (
	"regexp"
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

// reversal recognises a text that says nothing but that. Its wording is plain: [Plain],
// without marks at its end.
func reversal(text string) Reversal {
	plain := strings.TrimRight(Plain(text), ".!~ ")
	switch {
	case forgetting.MatchString(plain):
		return Forgets
	case allowing.MatchString(plain) && !limiting.MatchString(plain):
		return Allows
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
		`(?:forget|ignore|disregard|scratch|cancel|undo|delete|erase|remove|drop|retract) (?:about )?(?:that|it|this|the last one|the last thing|everything|my last \w+|(?:what|everything|all) i (?:just |ever )?(?:said|told you))(?: i (?:just )?said)?` +
		`|never ?mind(?: that| what i said)?|(?:i )?take (?:that|it) back|i take back what i said)(?: please| again| now)?$` +
		`|^(?:(?:아니|아|미안|그냥),? )*(?:(?:방금|아까|지금)? ?(?:한 |했던 |내 |내가 한 )?(?:말|거|건|것|얘기|이야기)(?:은|는|을|를)? ?)?(?:다 |전부 |그냥 )?(?:잊어 ?버려|잊어 ?줘|잊어 ?라|잊어|취소|무시해|지워 ?줘|지워|없던 (?:일|걸)로 해)(?:요|줘|주세요|해|해요|해 ?줘|해 ?주세요|할게|할래|한다)?$`)
	allowing = regexp.MustCompile(`\byou (?:may|can|could|are allowed to|are free to|are welcome to) (?:now |again |freely )?(?:go|enter|look|search|come|drive|walk|pass|use)\b` +
		`|\b(?:is|are) (?:fine|ok|okay|allowed|open|accessible) (?:again|now)\b|\b(?:no longer|not) (?:off limits|forbidden|a no go)\b` +
		`|(?:가|들어가|지나가|와|들어와|봐|찾아봐|둘러봐|다녀)도 ?(?:돼|되|된|괜찮|좋|상관)`)
	limiting = regexp.MustCompile(`\b(?:never|only|if|unless|except|nowhere|but|why|what|where|how|when|while|once|until|till|during|after|before|for|tonight|mornings?|afternoons?|evenings?|nights?|weekends?|\w+days?)\b` +
		`|안 ?(?:가|들어|와|봐)|(?:면|만) |때(?:는|에|에는)? |동안|까지|(?:후|다음|밤|낮|아침|점심|저녁|오전|오후|주말|오늘|내일|요일)(?:에|에는|엔|은|는)? `)
)
