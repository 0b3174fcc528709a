package words_test

import (
	"slices"
	"strings"
	"testing"

	"navd/daemon/words"
)

// TestPassing: a ban that holds for a time only is told apart, and is no item that lasts.
func TestPassing(t *testing.T) {
	for _, tt := range []struct {
		text    string
		passing bool
		claims  string
	}{
		{"avoid the kitchen during dinner", true, "place:kitchen avoid  1"},
		{"don't go to the kitchen before noon", true, "place:kitchen avoid  1"},
		{"keep out of the kitchen on Sundays", true, "place:kitchen avoid  1"},
		{"avoid the kitchen between 6 and 8", true, "place:kitchen avoid  1"},
		{"avoid the kitchen while I am cooking", true, "place:kitchen avoid  1"},
		{"don't go to the kitchen today", true, "place:kitchen avoid  1"},
		{"don't go to the kitchen for the next hour", true, "place:kitchen avoid  1"},
		{"maybe don't go to the kitchen today", true, "place:kitchen avoid  0.3"},
		{"요리할 때는 부엌에 오지 마", true, "place:kitchen avoid  1"},
		{"밤에는 침실에 들어가지 마", true, "place:bedroom avoid  1"},
		{"오늘은 부엌에 들어가지 마", true, "place:kitchen avoid  1"},
		{"wrong, go to the bedroom", true, "place:bedroom prefer  1"},
		{"no, don't go to the kitchen", true, "place:kitchen avoid  1"},
		{"no need to go to the kitchen", true, "place:kitchen avoid  1"},
		{"부엌에 갈 필요 없어", true, "place:kitchen avoid  1"},
		{"손님 있을 땐 부엌에 가지 마", true, "place:kitchen avoid  1"},
		{"사무실은 안 봐도 돼", true, "place:office avoid  1"},
		{"don't go in the bedroom at night", true, "place:bedroom avoid  1"},
		{"nothing in the kitchen", true, "place:kitchen avoid  1"},
		{"don't go to the kitchen this time", true, "place:kitchen avoid  1"},
		{"이번에는 부엌에 가지 마", true, "place:kitchen avoid  1"},
		{"no robots in the office", false, "place:office avoid  1"},
		{"no, never go to the kitchen", false, "place:kitchen avoid  1"},
		{"no, the mug is in the kitchen", false, "target:mug in kitchen 1"},

		{"don't go to the kitchen", false, "place:kitchen avoid  1"},
		{"부엌에는 가지 마", false, "place:kitchen avoid  1"},
		{"소파를 찾을 때는 부엌에 가지 마", false, "target:sofa not_in kitchen 0.6"},
		{"I left the mug in the kitchen after lunch", false, "target:mug in kitchen 1"},
		{"check the pantry first and after that the kitchen", false, "place:pantry prefer  1; place:kitchen prefer  1"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			r := words.Read(tt.text, "", "")
			if got := written(r.Claims); got != tt.claims || r.Passing != tt.passing {
				t.Errorf("got %q, passing %v, want %q", got, r.Passing, tt.claims)
			}
			if lasting := words.Lasting(tt.text, ""); tt.passing && len(lasting) != 0 || !tt.passing && written(lasting) != tt.claims {
				t.Errorf("lasting: %q", written(lasting))
			}
		})
	}
}

// TestException: a ban with an exception is a weak one, and no memory, which would lose the exception.
func TestException(t *testing.T) {
	for text, want := range map[string]string{
		"don't go to the kitchen, except when looking for a mug": "place:kitchen avoid  0.3",
		"안방에는 들어가지 마, 약 찾을 때만 빼고":                                "place:master bedroom avoid  0.3",
		"컵을 찾을 때 부엌부터 보지 마":                                      "",
		"when looking for a cup, don't start in the kitchen":     "",
		"you may enter the bathroom when looking for a towel":    "",
	} {
		if got := written(words.ParseClaims(text, "")); got != want {
			t.Errorf("%q claims %q, want %q", text, got, want)
		}
		if lasting := words.Lasting(text, ""); len(lasting) > 0 {
			t.Errorf("%q: a memory of it says %q", text, written(lasting))
		}
	}
}

// TestReasons: a ban whose reason is over soon, or that names a time in whatever words, holds for now;
// one with a reason that lasts, or that says "never", holds for good.
func TestReasons(t *testing.T) {
	passing := []string{
		"the baby is asleep in the bedroom, don't go there", "don't go into the bedroom because the baby is asleep", "don't go to the bedroom. the baby is sleeping",
		"stay out of the kitchen, I am mopping", "stay out of the kitchen, the floor is wet", "don't go into the kitchen, I spilled some oil", "don't go to the study, dad's working",
		"don't go in the bathroom, I'm showering", "don’t go in the bathroom, someone’s in there", "don't go into the bathroom, it's being renovated",
		"the bedroom door is closed, you can't get in", "the bathroom is occupied, don't go in", "don't go to the living room, we have guests", "don't go into the study, I'm on the phone",
		"통화 중이니까 서재에 들어오지 마", "샤워 중이니까 욕실에 들어오지 마", "청소하고 있으니까 부엌에 오지 마", "아기 자니까 침실에 들어가지 마", "침실에 가지 마, 아기 자고 있어",
		"손님 계시니까 거실에 가지 마", "욕실에 누가 있으니까 들어가지 마", "바닥이 젖었으니까 부엌에 가지 마", "문이 잠겨 있으니까 서재에 가지 마",

		"don't enter the bedroom between 10pm and 7am", "don't go into the kitchen from 9 to 5", "after 9pm don't go into the kitchen", "at 9pm don't go into the kitchen", "on sundays don't go into the kitchen",
		"don't go into the kitchen until tomorrow", "Until 9, don't go into the kitchen", "don't go into the kitchen until I say so", "stay out of the kitchen until the floor is dry", "till 5pm the kitchen is off limits",
		"don't go into the kitchen only today", "don't go into the kitchen just this once", "don't go into the kitchen later",
		"이번 주는 부엌에 가지 마", "오늘만 부엌에 가지 마", "지금만 부엌에 가지 마", "밤에만 부엌에 가지 마", "당분간만 부엌에 가지 마", "이번 한 번만 부엌에 가지 마", "내일까지 부엌에 가지 마", "다음 주까지 부엌에 가지 마",

		"stay out of the kitchen for five minutes", "don't go into the kitchen yet", "don't go into the kitchen all day", "don't go into the kitchen from now until 9",
		"아직 부엌에 가지 마", "10분만 부엌에 가지 마", "오늘 하루만 부엌에 가지 마", "이번 달에는 부엌에 가지 마", "내가 부를 때까지 부엌에 가지 마",
		"I'm in the bathroom, don't come in", "bathroom's occupied, stay out of the bathroom", "내가 욕실에 있으니까 들어오지 마", "엄마가 샤워하니까 욕실에 들어가지 마",

		"no, not the kitchen, I meant the bedroom", "oops, not the kitchen, I meant the bedroom", "sorry, not the kitchen, I meant the bedroom", "whoops, not the kitchen", "not the kitchen, I meant the bedroom",
		"stop going to the kitchen", "please stop looking in the kitchen", "quit going to the kitchen", "부엌에 그만 가", "wait, don't go to the kitchen",
	}
	lasting := []string{
		"don't go into the kitchen, I keep glass there", "don't go into the kitchen, I'm keeping glass there", "never go into the kitchen, I'm cooking", "don't go into the bedroom, the baby sleeps there",
		"don't go into the kitchen, the cat lives there", "don't go into the kitchen, the cat is living there", "don't go into the study, it is always locked", "don't go into the study, the study is closed to robots",
		"don't go into mom's sewing room", "don't go into the living room, nothing is there", "I'm telling you, don't go into the kitchen", "don't go to the kitchen. the baby is asleep in the bedroom",
		"부엌에는 유리가 있으니까 가지 마", "절대 침실에 들어가지 마, 아기가 자", "고양이가 살고 있으니까 침실에 가지 마", "유리를 보관하고 있으니까 부엌에 가지 마", "아기가 자는 방이니까 침실에 가지 마",
		"손님 방에는 가지 마", "거실까지 가지 마", "stop going to the kitchen from now on", "never go to the kitchen",
	}
	for want, texts := range map[bool][]string{true: passing, false: lasting} {
		for _, text := range texts {
			r := words.Read(text, "", "")
			bans := slices.ContainsFunc(r.Claims, func(c words.Claim) bool { return c.Relation == words.RelationAvoid && c.Weight == words.Certain })
			if !bans || r.Passing != want {
				t.Errorf("%q: %q, passing %v, want a ban and %v", text, written(r.Claims), r.Passing, want)
			}
		}
	}
	for _, text := range []string{"don't go into the kitchen until you have looked in the study", "the sofa was in the bedroom until we moved it", "the sofa stood in the bedroom until 9"} {
		if r := words.Read(text, "", ""); len(r.Claims) > 0 {
			t.Errorf("%q claims %q", text, written(r.Claims))
		}
	}
}

// TestLapses: where something is for a time is told apart, and is no memory; what is so from now on, and
// what was put or seen somewhere at a time, lasts.
func TestLapses(t *testing.T) {
	for text, want := range map[string]string{
		"for now the sofa is in the bedroom":                       "target:sofa in bedroom 1",
		"today, the sofa is in the bedroom":                        "target:sofa in bedroom 1",
		"only today the sofa is in the bedroom":                    "target:sofa in bedroom 1",
		"the sofa is in the bedroom this week":                     "target:sofa in bedroom 1",
		"the sofa is temporarily in the bedroom":                   "target:sofa in bedroom 1",
		"at night the sofa is in the bedroom":                      "target:sofa in bedroom 1",
		"the sofa is in the bedroom until tomorrow":                "target:sofa in bedroom 1",
		"the sofa isn’t in the bedroom today":                      "target:sofa not_in bedroom 1",
		"the chair is in the kitchen between 6 and 8":              "target:chair in kitchen 1",
		"the sofa is in the study, but today it is in the bedroom": "target:sofa in bedroom 1",
		"내일까지 소파는 침실에 있어":                                          "target:sofa in bedroom 1",
		"밤에는 소파가 침실에 있어":                                           "target:sofa in bedroom 1",
		"잠깐 소파는 침실에 있어":                                            "target:sofa in bedroom 1",
		"오늘만 소파는 침실에 있어":                                           "target:sofa in bedroom 1",
		"이번 주는 소파가 침실에 있어":                                         "target:sofa in bedroom 1",
		"소파는 거실에 있어. 오늘은 침실에 있어":                                   "target:sofa in bedroom 1",
		"the sofa is now in the bedroom":                           "",
		"the sofa is currently in the bedroom":                     "",
		"이제 소파는 침실에 있어":                                            "",
		"지금은 소파가 침실에 있어":                                           "",
		"오늘부터 소파는 침실에 있어":                                          "",
		"잠깐, 소파는 침실에 있어":                                           "",
		"I left the mug in the kitchen this morning":               "",
		"오늘 소파를 침실로 옮겼어":                                           "",
		"the mug is in the kitchen, I left it there after lunch":   "",
		"the mug is in the kitchen since this morning":             "",
		"I am busy today, the mug is in the kitchen":               "",
		"the mug is usually in the kitchen in the morning":         "",
		"the mug is in the kitchen every day":                      "",
		"the sunday paper is in the kitchen":                       "",
		"낮은 탁자는 거실에 있어":                                            "",
		"오늘 아침부터 컵은 부엌에 있어":                                        "",
		"don't go to the kitchen today. the mug is in the study":   "",
	} {
		r := words.Read(text, "", "")
		if got := written(r.Lapses); got != want || len(r.Claims) == 0 {
			t.Errorf("%q: %q is for a time, of %q, want %q", text, got, written(r.Claims), want)
		}
		if lasting := words.Lasting(text, ""); want != "" && strings.Contains(written(lasting), want) {
			t.Errorf("%q: a memory of it says %q", text, written(lasting))
		}
	}
}

// TestOrders: an order that does not say that it is for always is for the search in which it is
// said; a ban beside it too, when it only says "not there".
func TestOrders(t *testing.T) {
	for _, tt := range []struct{ text, claims, orders string }{
		{"go look in the bathroom", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"look in the bathroom first", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"have you tried the bathroom?", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"look in the bathroom, not the kitchen", "place:bathroom prefer  1; place:kitchen avoid  1", "place:bathroom prefer  1; place:kitchen avoid  1"},
		{"화장실로 가", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"화장실부터 찾아봐", "place:bathroom prefer  1", "place:bathroom prefer  1"},

		{"don't go to the kitchen, go to the bathroom", "place:kitchen avoid  1; place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"go look in the bathroom, and never go into the kitchen", "place:bathroom prefer  1; place:kitchen avoid  1", "place:bathroom prefer  1"},
		{"look in the office rather than the kitchen", "place:office prefer  1", "place:office prefer  1"},
		{"always look in the bathroom first", "place:bathroom prefer  1", ""},
		{"prefer the bathroom", "place:bathroom prefer  1", ""},
		{"prefer the bathroom until tomorrow", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"항상 화장실부터 찾아봐", "place:bathroom prefer  1", ""},
		{"앞으로는 화장실부터 가", "place:bathroom prefer  1", ""},
		{"don't go to the kitchen", "place:kitchen avoid  1", ""},
		{"look in the bathroom for the towel", "target:towel in bathroom 0.6", ""},
	} {
		r := words.Read(tt.text, "", "")
		if written(r.Claims) != tt.claims || written(r.Orders) != tt.orders {
			t.Errorf("%s: %q, of them orders %q; want %q and %q", tt.text, written(r.Claims), written(r.Orders), tt.claims, tt.orders)
		}
		if written(words.Lasting(tt.text, "")) != tt.claims {
			t.Errorf("%s: a memory of it says %q", tt.text, written(words.Lasting(tt.text, "")))
		}
	}
}
