package words_test

import (
	"strings"
	"testing"

	"navd/daemon/words"
)

// read checks the claims of texts without a room in which they are said.
func read(t *testing.T, texts map[string]string) {
	t.Helper()
	for text, want := range texts {
		if got := written(words.ParseClaims(text, "")); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A room's word never names a thing, nor a thing's word a room.
func TestNameOfOtherKind(t *testing.T) {
	read(t, map[string]string{
		"the mug is called kitchen": "", "we call the mug the kitchen": "", "my cup is known as kitchen": "", "by kitchen I mean the mug": "",
		"the kitchen is called mug": "", "call the kitchen the mug": "", "열쇠를 거실이라고 불러": "", "부엌을 컵이라고 불러": "",
		"the study is called office": "place:study is_called office 1", "서재를 둥지라고 불러": "place:study is_called 둥지 1", "the sofa is called Frank": "target:sofa is_called frank 1",
	})
	for _, c := range []words.Claim{
		words.Called(words.Target("mug"), "kitchen", "", 1), words.Called(words.Target("mug"), "부엌", "", 1),
		words.Called(words.Place("kitchen"), "mug", "", 1), words.Called(words.Place("kitchen"), "컵", "", 1),
	} {
		if own, is := c.Own(); is {
			t.Errorf("%v is read by %v", c, own)
		}
	}
}

// What somebody says or expects, and then is not so, is not claimed.
func TestSaidButNotSo(t *testing.T) {
	const denied, claimed = "target:mug not_in bedroom 1", "target:mug in bedroom 1"
	read(t, map[string]string{
		"Mom said the mug is in the bedroom, but it isn't":               denied,
		"Mom thinks the mug is in the bedroom, but it isn't":             denied,
		"Mom told me the mug is in the bedroom but it isn't":             denied,
		"Dad said the mug is in the bedroom, but it's not there":         denied,
		"Dad said the mug is in the bedroom, but it's actually not":      denied,
		"Dad said the mug is in the bedroom, but I looked and it isn't":  denied,
		"Dad said the mug is in the bedroom, but it's gone":              denied,
		"the mug is in the bedroom, Mom said, but it isn't":              denied,
		"he said the mug was in the bedroom but it isn't":                denied,
		"I thought the mug was in the bedroom but it isn't":              denied,
		"the mug should be in the bedroom but isn't":                     denied,
		"the mug ought to be in the bedroom but it's not":                denied,
		"the mug is supposed to be in the bedroom but it isn't":          denied,
		"there should be a mug in the bedroom but there isn't":           denied,
		"the mug shouldn't be in the bedroom but it is":                  claimed,
		"Dad said the mug is in the kitchen, but it's in the bedroom":    claimed + "; target:mug not_in kitchen 0.6",
		"the mug is usually in the bedroom, but not today":               "",
		"Dad said the mug is in the bedroom. It isn't.":                  "",
		"Dad said the mug is in the bedroom, but I can't find it":        "",
		"Dad said the mug is in the bedroom, but nope":                   "",
		"Dad said the mug is in the bedroom, but he lied":                "",
		"Dad said the mug is in the bedroom":                             claimed,
		"the mug is in the bedroom, but the sofa isn't":                  claimed,
		"I think the mug is in the bedroom, but I'm not sure":            "target:mug in bedroom 0.3",
		"the mug is not in the kitchen but in the bedroom":               "target:mug not_in kitchen 1; " + claimed,
		"there is a mug in the bedroom but there's a mug in the kitchen": claimed + "; target:mug in kitchen 1",
	})
}

// A word that may deny, in whatever dialect, leaves nothing claimed.
func TestEnglishDeniers(t *testing.T) {
	const denied, claimed = "target:sofa not_in living room 1", "target:sofa in living room 1"
	read(t, map[string]string{
		"the sofa is nowt in the living room": denied, "the sofa is nae in the living room": denied, "the sofa isnae in the living room": denied,
		"the sofa is by no means in the living room": denied, "the sofa's no in the living room": denied, "the sofa is scarcely in the living room": "target:sofa not_in living room 0.6",
		"the sofa is naw in the living room": "", "the sofa is nutin in the living room": "", "the sofa naw in the living room": "", "the sofa is niet in the living room": "",
		"sofa: living room no": "", "sofa: living room, nope": "", "the sofa is in the living room lol no": "", "the sofa is in the living room nah": "",
		"the sofa is in the living room": claimed, "no, the sofa is in the living room": claimed, "nah the sofa is in the living room": claimed, "the sofa is in the living room lol": claimed,
		"the sofa is bang in the living room": claimed, "the sofa is stored in the living room": claimed, "the sofa is totally in the living room": claimed, "sofa: living room yes": claimed,
	})
}

// A room that has nothing but some things is not one to leave out.
func TestNothingBut(t *testing.T) {
	read(t, map[string]string{
		"there is nothing in the kitchen but mugs": "", "there's nothing in the kitchen except a mug": "", "there is nothing in the kitchen other than mugs": "",
		"there is nothing in the kitchen": "place:kitchen avoid  1",
	})
}

// What keeps the robot from a room since the thing is not there holds for this search alone.
func TestForThisSearch(t *testing.T) {
	for text, passing := range map[string]bool{
		"the kitchen is a waste of time": true, "enough with the kitchen": true, "try anywhere but the kitchen": true, "look everywhere except the kitchen": true, "don't waste your time in the kitchen": true,
		"침실에 가 봤는데 없더라": true, "침실에 갔는데 없었어": true, "침실 다 찾아봤는데 없어": true, "다락은 내가 벌써 찾아봤어": true,
		"부엌에는 가 봤자야": true, "침실은 됐어": true, "부엌은 시간 낭비야": true, "부엌 말고 다른 데 찾아": true, "부엌 빼고 다 찾아봐": true,
		"don't go to the kitchen": false, "avoid the kitchen": false, "부엌에 가지 마": false, "부엌 말고는 다 가도 돼": false, "부엌은 출입 금지야": false,
	} {
		r := words.Read(text, "", "")
		if got := written(r.Claims); !strings.Contains(got, " avoid ") || r.Passing != passing {
			t.Errorf("%s: %q, passing %v, want a ban, passing %v", text, got, r.Passing, passing)
		}
	}
	for text, want := range map[string]bool{
		"침실에 가 봤는데 없더라": true, "I looked in the kitchen and it wasn't there": true, "not here": true,
		"침실에 갔어": false, "컵을 침실에서 찾아봤는데 없더라": false, "침실은 됐어": false, "the mug is not in the kitchen": false,
	} {
		if got := words.NotHere(text); got != want {
			t.Errorf("%s only says that something is not there: %v, want %v", text, got, want)
		}
	}
	read(t, map[string]string{"부엌에서는 못 찾을 거야": "", "부엌에서는 찾을 수 없어": "", "부엌에서 컵 못 찾을 거야": "target:mug not_in kitchen 0.3"})
}

// What says how to go, or is said to people, keeps the robot from no room.
func TestNoBan(t *testing.T) {
	for _, text := range []string{
		"don't run in the kitchen", "don't go straight to the kitchen", "don't go quickly into the kitchen", "don't rush into the kitchen", "never run in the kitchen", "you shouldn't run in the kitchen",
		"don't start with the kitchen", "don't look first in the kitchen", "don't go to the kitchen first", "don't go to the kitchen every time", "don't go to the kitchen so often", "don't go to the kitchen slowly",
		"부엌에 빨리 가지 마", "부엌에 혼자 가지 마", "혼자 부엌에 가지 마", "부엌부터 가지 마", "부엌부터 보지 마", "부엌에서 뛰지 마", "부엌에 뛰어가지 마", "부엌에 급하게 가지 마", "부엌에 바로 가지 마", "부엌에 자주 가지 마",
		"부엌에서 오래 머무르지 마", "부엌에 살금살금 가지 마", "부엌에 맨발로 들어가지 마", "부엌에 강아지랑 같이 가지 마", "부엌에 빨리 들어가면 안 돼",

		"애들은 부엌에 들어가면 안 돼", "애들이 부엌에 들어가면 안 돼", "아이들은 부엌에 가지 마", "아빠는 부엌에 가지 마", "손님은 부엌에 들어가지 마세요", "고양이는 부엌 출입 금지", "아빠는 부엌으로 가세요",
		"민수야 부엌에 가지 마", "지훈아, 부엌에 가지 마", "얘들아 부엌에 가지 마", "엄마, 부엌에 가지 마", "부엌에 가지 마 얘들아",
		"Dad, don't go into the kitchen", "Mom, go to the kitchen", "hey kids, stay out of the kitchen", "stay out of the kitchen, kids", "Jenny, don't go into the kitchen",
		"the kids aren't allowed in the kitchen", "Dad should stay out of the kitchen", "I don't go into the kitchen",
	} {
		read(t, map[string]string{text: ""})
	}
	for _, text := range []string{
		"don't go into the kitchen", "never go into the kitchen, run back", "don't go back into the kitchen", "Robot, don't go into the kitchen", "Rosie, don't go into the kitchen", "Please, don't go into the kitchen",
		"Mom is cooking, stay out of the kitchen", "부엌에 절대 가지 마", "부엌에 제발 가지 마", "위험하니까 부엌에 가지 마", "로봇아 부엌에 가지 마", "로봇은 부엌에 가지 마", "너는 부엌에 가지 마", "바보야 부엌에 가지 마",
		"엄마가 부엌에 가지 말래", "아빠 자니까 부엌에 가지 마", "감히 부엌에 들어가지 마", "부엌에 가지 마 공사 중이야",
	} {
		read(t, map[string]string{text: "place:kitchen avoid  1"})
	}
	read(t, map[string]string{
		"don't go to the kitchen, run to the bedroom": "place:kitchen avoid  1; place:bedroom prefer  1", "부엌에 가지 말고 바로 침실로 가": "place:kitchen avoid  1; place:bedroom prefer  1",
		"빨리 부엌에 가": "place:kitchen prefer  1", "괜찮아 부엌에 가": "place:kitchen prefer  1", "Dad, the mug is in the kitchen": "target:mug in kitchen 1", "민수야 컵은 부엌에 있어": "target:mug in kitchen 1",
	})
}
