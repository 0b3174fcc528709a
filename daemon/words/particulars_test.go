package words

import (
	"strings"
	"testing"
)

func TestParticulars(t *testing.T) {
	for text, want := range map[string]string{
		"the lamp is in the bedroom":                           "",
		"there is a lamp in the bedroom":                       "",
		"you will find the lamp in the bedroom":                "",
		"I put my lamp in the bedroom":                         "",
		"램프는 침실에 있어":                                           "",
		"램프는 침실에 있습니다":                                         "",
		"램프 침실에 뒀어":                                            "",
		"the red lamp is in the bedroom":                       "red",
		"Anna's lamp is in the bedroom":                        "anna",
		"lamp 2 is in the bedroom":                             "2",
		"the lamp is on the left in the bedroom":               "on the left",
		"the lamp is on the table in the bedroom":              "table",
		"the lamp is upstairs in the bedroom":                  "upstairs",
		"the lamp is by the window in the bedroom":             "by|window",
		"the lamp by the zorb is in the bedroom":               "by|zorb",
		"the lamp is in the bedroom, not in the sink":          "not sink",
		"the lamp is in the bedroom, in the sink":              "sink",
		"a lamp in the bedroom but not near the bed":           "not bed|not near",
		"a lamp in the bedroom near the bed":                   "bed|near",
		"the lamp is not in the bedroom by the window":         "by|window",
		"the lamp is in the bedroom, left side":                "left|side",
		"the lamp is in the bedroom, right side":               "right|side",
		"I left the lamp in the bedroom":                       "",
		"mom's lamp is in the bedroom":                         "mom",
		"it's the lamp in the bedroom":                         "",
		"the lamp is near the window in the bedroom":           "near|window",
		"램프는 지금 침실에 있어":                                        "",
		"램프는 침실에 두 개 있어":                                       "두개",
		"램프는 침실에 세 개 있어":                                       "세개",
		"아침에 램프는 침실에 있어":                                       "아침에",
		"빨간 램프는 침실에 있어":                                        "빨간",
		"엄마 램프는 침실에 있어":                                        "엄마",
		"램프는 침실 왼쪽에 있어":                                        "왼쪽에",
		"램프는 침실 탁자 위에 있어":                                      "table|위에",
		"the lamp is not in the bathroom, it's in the bedroom": "bathroom",
		"there is no lamp in this bedroom":                     "",
		"이 방에는 램프가 없어":                                         "",
		"여기 램프 없어":                                             "",
	} {
		if got := strings.Join(Particulars(text, In("lamp", "bedroom", "", 1)), "|"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"the lamp is in the room next to the kitchen", "램프는 부엌 옆방에 있어"} {
		claims := ReadBeside(text)
		if len(claims) != 1 || len(Particulars(text, claims[0])) > 0 {
			t.Errorf("%s: %v, %q", text, claims, Particulars(text, claims[0]))
		}
	}
}

func TestAsSaid(t *testing.T) {
	for _, tt := range []struct{ text, except, want string }{
		{"the couch is in the washroom", "", "target:couch in washroom"},
		{"고양이 밥그릇은 베란다에 있어", "", "target:고양이 밥그릇 in 베란다"},
		{"the keys are in the kitchen", "", "target:keys in kitchen"},
		{"the couch is in the washroom", "bathroom", "target:couch in bathroom"},
		{"stay out of the washroom", "", "place:washroom avoid "},
		{"stay out of the bedrooms", "", "place:bedroom avoid "},
		{"the TV is in the kitchen", "", "target:TV in kitchen"},
		{"stay out of the washroom", "kitchen", "place:washroom avoid "},
	} {
		c := AsSaid(tt.text, ParseClaims(tt.text, ""), Key(tt.except))
		if len(c) != 1 || c[0].Subject+" "+c[0].Relation+" "+c[0].Object != tt.want {
			t.Errorf("%s: %v, want %s", tt.text, c, tt.want)
		}
	}
}
