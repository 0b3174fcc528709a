package knowledge

import (
	"strings"
	"testing"
)

// TestNegatedConditions: what holds where something is not so.
func TestNegatedConditions(t *testing.T) {
	becomeRules(t, map[string]string{
		"If the goal is not a bed, avoid the bedroom":                                     `forbid place "bedroom" when target not("bed")`,
		"Never enter the bathroom when not looking for a toilet":                          `forbid place "bathroom" when target not("toilet")`,
		"If you do not look for a mug or a cup, avoid the kitchen":                        `forbid place "kitchen" when target not("cup", "mug")`,
		"if you aren't in the kitchen or the hallway, turn left":                          `prefer direction "left" when place_type not("corridor", "kitchen")`,
		"If battery is below 20% and not stuck, stop":                                     `stop true when battery < 20 and stuck false`,
		"When you are in the kitchen looking for a plant, stay out of the garage":         `forbid place "garage" when place_type "kitchen" and target "plant"`,
		"If the battery is no more than 25%, stop":                                        `stop true when battery <= 25`,
		"If the battery level is at least 80 percent, go to the kitchen":                  `prefer place "kitchen" when battery >= 80`,
		"if you are stuck, don't go left or right":                                        `forbid direction ["left", "right"] when stuck true`,
		"Do not bother with the bathroom when looking for a sofa":                         `forbid place "bathroom" when target "sofa"`,
		"When you need to find a book, always check the office first":                     `prefer place "office" when target "book"`,
		"When going back and forth between two rooms, keep out of bathrooms at all times": `forbid place "bathroom" when ababa true`,
		"when stuck, stop going to the kitchen":                                           `forbid place "kitchen" when stuck true`,
		"If the battery gets below 15 %, stop right away":                                 `stop true when battery < 15`,
	})
}

// TestExceptions: a ban that names what it does not hold for is a rule for all else.
func TestExceptions(t *testing.T) {
	becomeRules(t, map[string]string{
		"never enter the bedroom except when looking for medicine":              `forbid place "bedroom" when target not("medicine")`,
		"Don't go into the bedroom, except when looking for medicine.":          `forbid place "bedroom" when target not("medicine")`,
		"never enter the bedroom unless you are looking for medicine or a book": `forbid place "bedroom" when target not("book", "medicine")`,
		"never enter the kitchen unless you are in the hallway":                 `forbid place "kitchen" when place_type not("corridor")`,
		"안방에는 들어가지 마, 약 찾을 때만 빼고":                                               `forbid place "master bedroom" when target not("medicine")`,
		"약 찾을 때만 빼고 안방에는 들어가지 마":                                                `forbid place "master bedroom" when target not("medicine")`,
		"컵을 찾을 때 말고는 부엌에 들어가지 마":                                                `forbid place "kitchen" when target not("mug")`,
	})
	for text, note := range map[string]string{
		"never enter the kitchen unless the battery is above 50%": "the condition",
		"never enter the bedroom unless I say so":                 "the condition",
		"안방에는 들어가지 마, 늦을 때만 빼고":                                   "more than",
		"안방에는 약 찾을 때 말고는 들어가지 마":                                  "the condition",
	} {
		d := Read(text, "")
		if d.Kind != Memory || !strings.Contains(d.Note, note) {
			t.Errorf("%s: %s %q %s", text, d.Kind, d.Intent, d.Note)
		}
		if claims := (Proposal{Kind: Memory, Body: Body{Text: text}}).Claims(); len(claims) > 0 {
			t.Errorf("%s: a memory of it claims %v", text, claims)
		}
	}
}

// TestPermissions: what may be done is neither a preference nor a place of a thing, and what is not to
// come first is not forbidden.
func TestPermissions(t *testing.T) {
	for _, text := range []string{
		"you may enter the bathroom when looking for a television", "you can go into the bathroom when looking for a towel", "when looking for a television, you are allowed in the bathroom",
		"when looking for a cup, feel free to go to the kitchen", "when looking for a cup, it's okay to go to the kitchen", "the kitchen is fine when looking for a cup",
		"텔레비전을 찾을 때는 욕실에 들어가도 돼", "텔레비전 찾을 때 욕실에 가도 괜찮아", "컵을 찾을 때 부엌에 안 가도 돼",
		"컵을 찾을 때 부엌부터 보지 마", "컵을 찾을 때는 부엌에 먼저 가지 마", "부엌부터 가지 마", "don't look in the kitchen first when looking for a cup", "when looking for a cup, don't start in the kitchen",
	} {
		if d := Read(text, ""); d.Kind != Memory {
			t.Errorf("%s: %s %q", text, d.Kind, d.Intent)
		}
		if claims := (Proposal{Kind: Memory, Body: Body{Text: text}}).Claims(); len(claims) > 0 {
			t.Errorf("%s: a memory of it claims %v", text, claims)
		}
	}
	becomeRules(t, map[string]string{
		"when looking for a cup, you could go to the kitchen":   `prefer place "kitchen" when target "cup"`,
		"when looking for a cup, you may not enter the kitchen": `forbid place "kitchen" when target "cup"`,
	})
}

// TestDemands: only what leaves nothing else open is required; what comes first is preferred.
func TestDemands(t *testing.T) {
	becomeRules(t, map[string]string{
		"always check the bathroom first when looking for soap":           `prefer place "bathroom" when target "soap bar"`,
		"always look in the kitchen when looking for a mug":               `prefer place "kitchen" when target "mug"`,
		"when looking for a remote, the living room must come first":      `prefer place "living room" when target "remote control"`,
		"when looking for soap, you must check the bathroom":              `prefer place "bathroom" when target "soap bar"`,
		"비누를 찾을 때는 항상 화장실부터 봐":                                            `prefer place "bathroom" when target "soap bar"`,
		"비누를 찾을 때는 반드시 화장실을 봐":                                            `prefer place "bathroom" when target "soap bar"`,
		"when looking for a mug, search the kitchen only":                 `require place "kitchen" when target "mug"`,
		"When looking for a bed, go nowhere but the bedroom":              `require place "bedroom" when target "bed"`,
		"when looking for a bed, look nowhere else but in the bedroom":    `require place "bedroom" when target "bed"`,
		"when looking for a bed, never go anywhere else than the bedroom": `require place "bedroom" when target "bed"`,
		"컵을 찾을 때는 부엌에서만 찾아":                                               `require place "kitchen" when target "mug"`,
		"컵을 찾을 때는 부엌만 봐":                                                  `require place "kitchen" when target "mug"`,
	})
}

// TestPassesNothingOver: a sentence of which a rule would say less, or the opposite, is
// kept as it is.
func TestPassesNothingOver(t *testing.T) {
	for text, want := range map[string]string{
		// conditions
		"If looking for neither a sofa nor a bed, never enter the bathroom":                     "the condition",
		"If you look for anything but a sofa, never enter the office":                           "the condition",
		"If looking for a lamp but not a bed, never enter the garage":                           "the condition",
		"If the battery is not above 30%, stop":                                                 "the condition",
		"If battery is below 20% or stuck, stop":                                                "the condition",
		"When the battery is above 10% and the battery is below 20%, stop":                      "the condition",
		"don't go to the kitchen when looking for a fridge in the bathroom":                     "the condition",
		"Only enter the bathroom when looking for a toilet":                                     "the condition",
		"When you looked for a sofa 5 times, avoid the kitchen":                                 "the condition",
		"When looking for a bed, go to the bedroom. When looking for a mug, go to the kitchen.": "the condition",
		"침대를 찾을 때는 왼쪽으로 가. 컵을 찾을 때는 부엌으로 가":                                                     "the condition",
		"When in that kitchen, go left":                                                         "the condition",
		"When in the kitchen at night, stop":                                                    "the condition",
		"if the sofa is in the kitchen, go to the kitchen":                                      "the condition",
		"Never enter the bathroom when looking for a tv, go to the living room":                 "the condition",
		"침대를 찾는 게 아니면 침실에 가지 마":                                                                 "the condition",
		"소파 말고 침대를 찾을 때 부엌에 가지 마":                                                               "the condition",
		"배터리가 30% 이상이 아니면 멈춰":                                                                   "the condition",
		"부엌이 아닌 곳에서는 왼쪽으로 가지 마":                                                                 "the condition",
		"막혔거나 배터리가 20% 이하이면 멈춰":                                                                 "the condition",
		"부엌에서 컵을 찾으면 멈춰":                                                                        "the condition",
		"소파가 거실에 있으면 거실로 가":                                                                     "the condition",
		// what is to be done
		"When looking for a tv, avoid the kitchen and prefer the living room":   "what is to be done",
		"When looking for a sofa, don't enter the bathroom but the living room": "what is to be done",
		"When looking for a sofa, don't go to any room but the living room":     "what is to be done",
		"when looking for a mug, always go to the kitchen at night":             "what is to be done",
		"If looking for a sofa, do not avoid the living room":                   "what is to be done",
		"If looking for a cup, always go to the kitchen, never to the bathroom": "what is to be done",
		"when stuck, stop and turn left":                                        "what is to be done",
		"when stuck, never turn left into the kitchen":                          "what is to be done",
		"텔레비전을 찾을 때 부엌은 피하고 거실로 가":                                              "what is to be done",
		// a ban that says more
		"Never enter the kitchen. Go to the bedroom.":   "more than",
		"부엌에는 들어가지 마. 거실로 가.":                           "more than",
		"Never enter this kitchen":                      "more than",
		"이 부엌에는 들어가지 마":                                 "more than",
		"Never enter the kitchen at night":              "more than",
		"Never enter the kitchen without permission":    "more than",
		"don't go into the bathroom before the bedroom": "more than",
		"Do not go into any room except the kitchen":    "more than",
		"화장실 외에는 가지 마":                                  "more than",
		"밤에는 부엌에 가지 마":                                  "more than",
	} {
		if d := Read(text, ""); d.Kind != Memory || !strings.Contains(d.Note, want) {
			t.Errorf("%s: %s %q %s", text, d.Kind, d.Intent, d.Note)
		}
	}
}
