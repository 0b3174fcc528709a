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
		"I was wrong": words.Forgets, "that was a joke": words.Forgets, "just kidding!": words.Forgets, "my mistake": words.Forgets, "undo": words.Forgets,
		"내가 틀렸어": words.Forgets, "농담이야": words.Forgets, "아, 잘못 말했어요": words.Forgets,
		"you are wrong": words.Keeps, "was I wrong": words.Keeps, "the joke is on you": words.Keeps, "틀린 방이야": words.Keeps,
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

// TestPermission: only a permission of the speaker for the robot, from now on, lifts a ban; a
// question, a denial, what others say, and a later time do not.
func TestPermission(t *testing.T) {
	lifts := []string{
		"부엌에 가도 돼", "부엌에 들어가도 돼요", "부엌 가도 됨", "이제 부엌에 가도 됩니다!", "너도 부엌에 가도 돼", "부엌에 가도 돼, 알았지?",
		"오늘부터 부엌에 가도 돼", "나는 괜찮으니까 부엌에 가도 돼", "아기가 깼어 이제 침실에 가도 돼", "우리 부엌에 가도 돼", "엄마 방에 들어가도 돼",
		"내가 부엌에 가도 된다고 했잖아", "부엌에 가도 된다니까", "부엌은 들어가도 되는 곳이야", "부엌에 가는 거 괜찮아", "이제 부엌 출입 허용",
		"부엌은 이제 출입금지 아니야", "부엌은 더 이상 출입금지가 아니에요", "부엌 출입 금지 풀렸어", "부엌 출입금지 끝", "부엌 금지 풀어줄래?",
		"you may go into the kitchen", "you may go into the kitchen again, ok?", "I said you may go into the kitchen", "I guess you can go in the kitchen now",
		"the floor is dry, you may go into the kitchen again", "who said that? you may go into the kitchen again",
		"it's okay to go into the kitchen", "it’s all right to enter the kitchen", "you're allowed in the kitchen again", "you’re now allowed in the kitchen",
		"the kitchen isn't off limits", "the kitchen isn't off-limits any more", "the kitchen isn't forbidden", "feel free to go into the kitchen",
		"you have my permission to go into the kitchen", "there is no ban on the kitchen any more", "the kitchen ban is over", "can you lift the ban on the kitchen?",
	}
	keeps := []string{
		"부엌에 가도 돼?", "부엌에 가도 되냐", "부엌에 가도 되나", "부엌에 가도 되니", "부엌에 가도 되나요", "부엌에 가도 돼요?", "부엌에 들어가도 돼?", "부엌에 가도 괜찮아?",
		"부엌에 가도 되지 않을까", "부엌에 가도 된다고?", "부엌은 출입금지 아니야?", "부엌 금지 풀렸어?", "부엌 금지 언제 풀려",
		"가도 되는지 물어봐", "부엌에 가도 되는지 모르겠어", "부엌에 가도 되는 건 나뿐이야", "나는 부엌에 가도 돼", "손님만 부엌에 가도 돼", "고양이는 침실에 들어가도 돼",
		"부엌에 가도 된대", "부엌에 가도 된다던데", "엄마가 부엌에 가도 된다고 했어", "부엌 금지 풀렸대", "부엌은 이제 괜찮대",
		"부엌 가도 된다고 안 했어", "부엌에 가도 된다고 한 적 없어", "부엌 가도 된다 한 적 없다", "부엌에 가도 된다고 누가 그랬어", "부엌에 가도 된다는 건 아니야", "부엌은 가도 되는 곳이 아니야", "부엌에 가도 돼 뻥이야", "부엌 금지 풀지 마",
		"내일부터 부엌에 가도 돼", "이따가 부엌에 가도 돼", "다음 주부터 부엌에 가도 돼", "9시부터 부엌에 가도 돼",
		"nobody said you may go into the bedroom", "I didn't say you can go into the bedroom", "who said you can go into the kitchen?", "who said you can go into the kitchen",
		"mom said you may go into the kitchen", "he thinks you may go into the kitchen", "maybe you can go to the kitchen", "ask whether you may go into the kitchen", "did I say you may go into the kitchen",
		"you may go into the kitchen?", "you may go into the kitchen, right?", "it's okay to go into the kitchen?", "the kitchen is fine again?",
		"you may go into the kitchen tomorrow", "you can go into the kitchen in an hour", "from tomorrow you may go into the kitchen", "the kitchen isn't off limits tomorrow",
		"you can go into the bedroom, not!", "you can go into the kitchen, just kidding", "it isn't true that you can go to the kitchen",
		"it's not okay to go into the kitchen", "you're not allowed in the kitchen", "I don't think the kitchen is fine again", "don't lift the ban on the kitchen", "don't stop avoiding the kitchen",
		"mom can go into the kitchen", "only I may go into the kitchen",
	}
	for want, texts := range map[words.Reversal][]string{words.Allows: lifts, words.Keeps: keeps} {
		for _, text := range texts {
			if r := words.Read(text, "", ""); r.Reversal != want {
				t.Errorf("%q is %d with the claims %v, want %d", text, r.Reversal, r.Claims, want)
			}
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
