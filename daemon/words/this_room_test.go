package words_test

import (
	"testing"

	"navd/daemon/words"
)

func TestThisRoom(t *testing.T) {
	for text, want := range map[string]bool{
		"there is no sofa in this bedroom": true, "no sofa here": true, "this room has no sofa": true, "don't come into this place": true,
		"이 방에는 소파가 없어": true, "여기엔 컵이 없어": true, "여기 소파 없어": true, "이 침실에는 소파가 없어": true, "이곳에 소파가 있어": true,
		"this is wrong, the sofa is in the kitchen": false, "there is no sofa in the bedroom": false, "침실에는 소파가 없어": false, "소파가 거실에 있어": false, "": false,
	} {
		if got := words.ThisRoom(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestReadBeside(t *testing.T) {
	for text, want := range map[string]string{
		"the sofa is in the room beside the kitchen":                  "target:sofa in room beside kitchen 1",
		"The couch is in the room right next to the kitchen.":         "target:sofa in room beside kitchen 1",
		"there is no sofa in the room next to the kitchen":            "target:sofa not_in room beside kitchen 1",
		"소파는 부엌 옆방에 있어":                                               "target:sofa in room beside kitchen 1",
		"소파는 주방 옆에 있는 방에 없습니다":                                        "target:sofa not_in room beside kitchen 1",
		"is the sofa in the room next to the kitchen?":                "",
		"maybe the sofa is in the room next to the kitchen":           "",
		"the sofa is beside the kitchen":                              "",
		"소파는 거실 옆에 있다":                                                "",
		"the sofa is in the room between the kitchen and the bedroom": "",
		"the sofa and the bed are in the room next to the kitchen":    "",
	} {
		claims := words.ReadBeside(text)
		if got := written(claims); got != want {
			t.Errorf("%q: %q", text, got)
		}
		for _, c := range claims {
			if kind, ok := words.Beside(words.Key(c.Object)); !ok || kind != "kitchen" || c.Check() != nil {
				t.Errorf("%q: %+v: %v", text, c, c.Check())
			}
		}
	}
}
