package words_test

import (
	"testing"

	"navd/daemon/words"
)

// What has the words of an order, a ban or a place and says none of that gives no claim of it;
// who corrects themselves means the last that they said.
func TestNoOrder(t *testing.T) {
	for text, want := range map[string]string{
		"I searched every room except the bathroom":       "",
		"I already looked everywhere but in the bathroom": "",
		"you looked everywhere but the bathroom":          "",
		"화장실 빼고 다 찾아봤어":                                   "",
		"화장실 빼고 전부 확인했어":                                  "",
		"화장실 외에는 들어가지 마":                                  "",
		"화장실 빼고 다른 데 가지 마":                                "",
		"look everywhere except the bathroom":             "place:bathroom avoid  1",
		"화장실 빼고 다 찾아봐":                                    "place:bathroom avoid  1",

		"화장실 안 가면 안 돼":                   "place:bathroom prefer  1",
		"화장실을 안 보면 안 돼":                  "place:bathroom prefer  1",
		"화장실 안 간다고 하지 마":                 "",
		"누가 사무실 가지 말랬어":                  "",
		"사무실에는 가지 말라고 했잖아":               "place:office avoid  1",
		"사무실에 가면 안 돼":                    "place:office avoid  1",
		"you never look in the bathroom": "", "you always go to the office": "", "you only look in the office": "", "you go to the office every time": "",
		"you keep going to the office": "", "너는 화장실을 안 봐": "", "화장실을 안 찾아보네": "", "넌 항상 사무실만 가": "", "자꾸 사무실로 가": "",
		"you should never go to the office":  "place:office avoid  1",
		"never go to the office":             "place:office avoid  1",
		"you should always check the office": "place:office prefer  1",
		"항상 사무실부터 가":                         "place:office prefer  1",

		"the phone is in the kitchen. oops, the phone is in the bathroom": "target:cell phone in bathroom 1",
		"the phone is in the kitchen, actually no, it's in the bathroom":  "target:cell phone in bathroom 1",
		"the phone is in the kitchen, sorry, bathroom":                    "target:cell phone in bathroom 1",
		"휴대폰은 부엌에 있어. 아 미안 화장실에 있어":                                       "target:cell phone in bathroom 1",
		"the phone is in the kitchen. the sofa is in the study":           "target:cell phone in kitchen 1; target:sofa in study 1",
		"sorry, the phone is in the kitchen":                              "target:cell phone in kitchen 1",

		"the phone is in the kitchen, scratch that":           "",
		"the phone is in the kitchen, forget it":              "",
		"the phone is in the kitchen. not.":                   "",
		"the phone is in the kitchen. no it isn't.":           "",
		"go to the kitchen. actually no, go to the office":    "place:office prefer  1",
		"don't go to the kitchen. oops, I meant the bathroom": "place:bathroom avoid  1",
		"휴대폰은 거실에 있어 미안 침실이야":                                 "target:cell phone in bedroom 1",
		"휴대폰은 부엌에 있어 아 미안 화장실에 있어":                            "target:cell phone in bathroom 1",
		"부엌으로 가. 아니다 서재로 가":                                   "place:study prefer  1",
		"isn't the phone in the kitchen":                      "",
		"is the phone in the kitchen":                         "",
		"you keep saying the phone is in the kitchen":         "",
		"휴대폰이 거실에 있다고 누가 그래":                                  "",
		"부엌으로 가라고 안 했어":                                       "",
		"휴대폰은 거실에 있다가 서재로 갔어":                                 "",
		"휴대폰은 거실이라고 했잖아":                                      "target:cell phone in living room 1",
		"휴대폰은 차고라고 했지":                                        "target:cell phone in garage 1",
		"부엌으로 가라고 했잖아":                                        "place:kitchen prefer  1",
		"침실을 둥지라고 했잖아":                                        "place:bedroom is_called 둥지 1",
		"부엌 안 가면 혼나":                                          "place:kitchen prefer  1",

		"the phone, not the sofa, is in the bathroom":    "target:cell phone in bathroom 1",
		"the phone (not the keys) is in the bathroom":    "target:cell phone in bathroom 1",
		"the phone, unlike the keys, is in the bathroom": "target:cell phone in bathroom 1",

		"don't go to the kitchen through the bathroom":   "",
		"the phone doesn't have to be in the kitchen":    "",
		"the phone doesn't need to be in the kitchen":    "",
		"the phone is not in the kitchen but the office": "target:cell phone not_in kitchen 1; target:cell phone in office 1",
	} {
		if got := written(words.ParseClaims(text, "")); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
