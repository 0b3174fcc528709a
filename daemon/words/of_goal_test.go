package words_test

import (
	"testing"

	"navd/daemon/words"
)

// What is said of "it", or of nothing, is about what the robot looks for, unless a word more
// says that it may be about something else.
func TestOfGoal(t *testing.T) {
	for text, want := range map[string]string{
		"it's in the bathroom":                       "target:cell phone in bathroom 1",
		"It is not in the office, it's in the study": "target:cell phone not_in office 1; target:cell phone in study 1",
		"no it's in the kitchen":                     "target:cell phone in kitchen 1",
		"in the bathroom":                            "target:cell phone in bathroom 1",
		"not in the kitchen!":                        "target:cell phone not_in kitchen 1",
		"it isn't here":                              "target:cell phone not_in corridor 1",
		"I think it is in the study":                 "target:cell phone in study 0.3",
		"I left it in the study":                     "target:cell phone in study 1",
		"you'll find it in the study":                "target:cell phone in study 1",
		"I don't think it's in the study":            "target:cell phone not_in study 0.3",
		"I told you it's in the study":               "target:cell phone in study 1",
		"its in the bathroom":                        "target:cell phone in bathroom 1",
		"부엌에 뒀어":                                     "target:cell phone in kitchen 1",
		"네 화장실에 있네요":                                 "target:cell phone in bathroom 1",
		"화장실에 있어":                                    "target:cell phone in bathroom 1",
		"사무실에 없어요":                                   "target:cell phone not_in office 1",
		"사무실 말고 화장실에 있어":                             "target:cell phone not_in office 1; target:cell phone in bathroom 1",
		"아니다 부엌에 있다":                                 "target:cell phone in kitchen 1",
		"아니 부엌에 있어":                                  "target:cell phone in kitchen 1",
		"그건 아마 서재에 있을 거야":                            "target:cell phone in study 0.3",

		"I already looked in the kitchen":                          "target:cell phone not_in kitchen 1",
		"We've checked the kitchen and the study, it's not there.": "target:cell phone not_in kitchen 1; target:cell phone not_in study 1",
		"mom searched the bathroom already":                        "target:cell phone not_in bathroom 1",
		"nothing here":                                             "target:cell phone not_in corridor 1",
		"여기 아무것도 없는데":                                              "target:cell phone not_in corridor 1",
		"부엌은 이미 봤어":                                                "target:cell phone not_in kitchen 1",
		"내가 화장실 벌써 찾아봤는데 없더라":                                      "target:cell phone not_in bathroom 1",
		"침실에 가 봤는데 없더라":                                            "target:cell phone not_in bedroom 1",
		"침실에 갔는데 없었어":                                              "target:cell phone not_in bedroom 1", "침실 다 찾아봤는데 없어": "target:cell phone not_in bedroom 1", "침실 뒤졌는데 안 보여": "target:cell phone not_in bedroom 1",
		"부엌에서는 못 찾을 거야": "target:cell phone not_in kitchen 0.3", "부엌에서 못 찾았어": "target:cell phone not_in kitchen 1", "부엌에서는 찾을 수 없어": "target:cell phone not_in kitchen 1",
		"I went to the kitchen and it wasn't there": "target:cell phone not_in kitchen 1", "침실에 갔어": "", "I went to the kitchen": "",
		"maybe the kitchen":                 "target:cell phone in kitchen 0.3",
		"the kitchen or the study, I think": "target:cell phone in kitchen 0.3; target:cell phone in study 0.3",
		"부엌일 거야":                            "target:cell phone in kitchen 0.3",
		"부엌 아니면 거실일걸":                       "target:cell phone in kitchen 0.3; target:cell phone in living room 0.3",

		"I have not looked in the kitchen": "", "you already looked in the kitchen": "", "did you look in the kitchen?": "", "I was in the kitchen": "",
		"I looked in the kitchen for my keys": "", "we checked the kitchen light": "", "the remote is on the kitchen counter": "", "부엌은 안 봤어": "", "부엌 불 껐는지 봤어": "",
		"maybe the kitchen is closed": "", "there is nothing in the kitchen": "", "maybe": "",
		"the kitchen": "", "it is the kitchen": "", "this is the kitchen": "", "lunch is in the kitchen": "", "she's in the bathroom": "",
		"it is dark in the bathroom": "", "it smells in the kitchen": "", "I am in the kitchen": "", "you are in the kitchen": "", "wait in the kitchen": "",
		"be careful in the kitchen": "", "that is in the bathroom": "", "is it in the kitchen?": "", "the sofa is in the kitchen": "",
		"you left the study": "", "I found you in the study": "", "it is upstairs": "", "wrong room": "",
		"화장실에 사람 있어": "", "우리는 거실에 있어": "", "부엌에 벌레 있어": "", "거실이야": "", "부엌": "", "부엌 문이 닫혀 있어": "", "부엌에 물이 있어": "", "나 부엌에 있어": "",
	} {
		named, ok := words.OfGoal(text, "cell phone", "corridor")
		if got := written(words.Read(named, "", "corridor").Claims); got != want || ok != (want != "") {
			t.Errorf("%s, %s: %q, want %q", text, named, got, want)
		}
	}
	for text, want := range map[string]string{
		"It's in the bathroom!": "the cell phone is in the bathroom!", "no, in the bathroom": "no, the cell phone is in the bathroom",
		"it isn't in the bathroom": "the cell phone isn't in the bathroom", "그거 화장실에 있어": "휴대폰은 화장실에 있어",
	} {
		if named, _ := words.OfGoal(text, "cell phone", ""); named != want {
			t.Errorf("%s became %q, want %q", text, named, want)
		}
	}
	if _, ok := words.OfGoal("it's in the bathroom", "", ""); ok {
		t.Error("without a goal it is about something")
	}
}
