package words

import (
	"testing"
)

// A sentence names the room where it is said only with a name that the room can have beside its
// type; what says how the room is, or what it is, is no name.
func TestNameHere(t *testing.T) {
	for _, tt := range []struct{ text, name string }{
		{"this is Anna's room", "annas room"},
		{"This is Anna’s room!", "annas room"},
		{"this bedroom is Anna's", "annas room"},
		{"this room belongs to Anna", "annas room"},
		{"call this room Anna's room", "annas room"},
		{"by the way you're in Anna's room", "annas room"},
		{"this is my office", "my office"},
		{"this is the small bedroom", "small bedroom"},
		{"this is the master bedroom", "master bedroom"},
		{"we call this room the man cave", "den"},
		{"이 방은 민수 방이야", "민수 방"},
		{"여긴 민수방", "민수방"},
		{"이 방은 민수 거야", "민수 방"},
		{"이 방 이름은 햇살방이야", "햇살방"},
		{"여기는 왼쪽 침실이야", "왼쪽 bedroom"},
		{"이 침실은 안방이야", "master bedroom"},

		{"this is the kitchen", ""},
		{"this is the bedroom", ""},
		{"this is wrong", ""},
		{"this is the wrong room", ""},
		{"this is a small room", ""},
		{"this is the only bedroom", ""},
		{"this is my favourite room", ""},
		{"this is the room with the sofa", ""},
		{"this is not Anna's room", ""},
		{"is this Anna's room?", ""},
		{"this is Anna's room?", ""},
		{"this room is dirty", ""},
		{"this room is off limits", ""},
		{"this is mine", ""},
		{"this is the dog's bed", ""},
		{"여기는 부엌이야", ""},
		{"여기는 침실이야", ""},
		{"여기는 틀린 방이야", ""},
		{"여기는 부엌 옆방이야", ""},
		{"이 방은 추워", ""},
		{"이 방은 엉망이야", ""},
		{"여긴 가면 안 되는 방이야", ""},
		{"여기는 민수가 자는 방이야", ""},
	} {
		c, ok := NameHere(tt.text, "bedroom")
		if ok != (tt.name != "") || c.Object != tt.name || ok && c.Subject != "place:bedroom" {
			t.Errorf("%q names it %q; want %q", tt.text, c.Object, tt.name)
		}
		if _, ok := NameHere(tt.text, ""); ok {
			t.Errorf("%q names a room that is not known", tt.text)
		}
	}
}

// Own names in a text are replaced by those of the tables, the longest ones, with the article
// or the particle that a sentence needs; the rest of the text stays.
func TestWithoutOwn(t *testing.T) {
	names := []OwnName{
		{"annas room", "bedroom", false}, {"small bedroom", "bedroom", false}, {"민수 방", "bedroom", false}, {"den", "living room", false},
		{"frank", "sofa", true}, {"master bedroom", "bedroom", false}, {"보리", "sofa", true}, {"small", "kitchen", false},
	}
	for text, want := range map[string]string{
		"the bear is in Anna's room.":          "the bear is in the bedroom.",
		"go to Annas room!":                    "go to the bedroom!",
		"never enter the small bedroom":        "never enter the bedroom",
		"the mug is in the man cave":           "the mug is in the living room",
		"Frank is in the kitchen":              "the sofa is in the kitchen",
		"the kitchen, Anna's room and the den": "the kitchen, the bedroom and the living room",
		"곰인형은 민수 방에 있어":                        "곰인형은 침실에 있어",
		"민수방에는 가지 마":                           "침실에는 가지 마",
		"민수 방으로 가":                             "침실로 가",
		"아지트는 가지 마":                            "거실은 가지 마",
		"보리는 안방에 있어":                           "소파는 침실에 있어",
		"Anna has a room":                      "Anna has a room",
		"the  sofa is\nin the study":           "the  sofa is\nin the study",
	} {
		if got, used := WithoutOwn(text, names); got != want || (len(used) == 0) != (got == text) {
			t.Errorf("%q became %q, %v; want %q", text, got, used, want)
		}
	}
}
