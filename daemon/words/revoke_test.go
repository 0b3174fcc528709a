package words_test

import (
	"strings"
	"testing"

	"navd/daemon/words"
)

// TestReversal: what takes back what was said is no note for the planner, and what only
// looks like it is.
func TestReversal(t *testing.T) {
	for text, want := range map[string]words.Reversal{
		"forget that":                                                      words.Forgets,
		"Sorry, forget what I said.":                                       words.Forgets,
		"please ignore what I just said!":                                  words.Forgets,
		"never mind":                                                       words.Forgets,
		"I take that back":                                                 words.Forgets,
		"scrap that":                                                       words.Forgets,
		"아까 말한 건 취소야":                                                      words.Forgets,
		"방금 한 말 취소":                                                        words.Forgets,
		"아까 한 말 취소합니다":                                                     words.Forgets,
		"취소해":                                                              words.Forgets,
		"방금 한 말 취소할게":                                                      words.Forgets,
		"아까 한 말은 잊어버려":                                                     words.Forgets,
		"잊어줘":                                                              words.Forgets,
		"you may go to the kitchen again":                                  words.Allows,
		"you are allowed to enter the study now":                           words.Allows,
		"the kitchen is fine again":                                        words.Allows,
		"the kitchen is no longer off limits":                              words.Allows,
		"이제 부엌에 가도 돼":                                                      words.Allows,
		"서재에 들어가도 괜찮아요":                                                    words.Allows,
		"부엌에 가지 말라고 한 거 잊어":                                                words.Allows,
		"부엌 출입금지 해제":                                                       words.Allows,
		"부엌 금지 풀어줘":                                                        words.Allows,
		"부엌에 들어가지 말라고 한 건 취소야":                                             words.Allows,
		"부엌에 가면 안 된다고 한 거 무시해":                                             words.Allows,
		"침실에 소파가 없다고 한 거 취소해":                                              words.Forgets,
		"침실에 소파가 없다는 말 취소":                                                 words.Forgets,
		"부엌 얘기는 취소해":                                                       words.Forgets,
		"모두 취소해":                                                           words.Forgets,
		"방금 건 틀렸어":                                                         words.Forgets,
		"forget what I said about the study":                               words.Forgets,
		"forget that the sofa is not in the bedroom":                       words.Forgets,
		"I take back what I said about the bedroom":                        words.Forgets,
		"cancel the ban on the kitchen":                                    words.Allows,
		"you don't have to avoid the kitchen any more":                     words.Allows,
		"the ban on the kitchen is lifted":                                 words.Allows,
		"you do not have to avoid the kitchen":                             words.Keeps,
		"forget the kitchen":                                               words.Keeps,
		"소파는 거실에 있다고 한 거 잊지 마":                                             words.Keeps,
		"출입금지":                                                             words.Keeps,
		"부엌은 출입금지":                                                         words.Keeps,
		"cancel the ban on the kitchen, the sofa is in the bedroom":        words.Keeps,
		"forget what I said about the kitchen. The sofa is in the bedroom": words.Keeps,
		"the bathroom door is open again":                                  words.Keeps,
		"the kitchen is open again":                                        words.Allows,
		"forget g1":                                                        words.Forgets,
		"f2 취소해":                                                           words.Forgets,
		"부엌에 다시 가도 됩니다":                                                    words.Allows,
		"부엌은 이제 괜찮아":                                                       words.Allows,
		"stop avoiding the kitchen":                                        words.Allows,
		"forget that the robot is slow":                                    words.Keeps,
		"you can't go to the kitchen":                                      words.Keeps,
		"you may go there only at night":                                   words.Keeps,
		"can you go to the kitchen?":                                       words.Keeps,
		"don't forget the mug":                                             words.Keeps,
		"부엌에 가면 안 돼":                                                       words.Keeps,
		"밤에만 가도 돼":                                                         words.Keeps,
		"밤에는 부엌에 가도 돼":                                                     words.Keeps,
		"컵을 찾을 때는 부엌에 가도 돼":                                                words.Keeps,
		"you may go to the kitchen when looking for a mug":                 words.Keeps,
		"you may go to the kitchen on weekdays":                            words.Keeps,
		"the robot is slow":                                                words.Keeps,
	} {
		if r := words.Read(text, "", ""); r.Reversal != want {
			t.Errorf("%q is %d with the claims %v, want %d", text, r.Reversal, r.Claims, want)
		}
	}
}

func TestUnclaimed(t *testing.T) {
	for text, want := range map[string]string{
		"소파는 침실에 있고, 거실 옆 작은 방에는 절대로 들어가지 마": "living room, small room",
		"the sofa is in the bedroom":                          "",
		"the sofa isn't in the study, it's in the bedroom":    "",
		"there is a mug in the kitchen and go to the bedroom": "",
	} {
		var got []string
		for _, k := range words.Unclaimed(text, words.ParseClaims(text, "")) {
			got = append(got, string(k))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%q: nothing is read about %q, want %q", text, got, want)
		}
	}
}
