package robot

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/words"
)

// TestRemarksAreRead says every remark of every third thing and room of the tables, of
// all of them in a long run: the words give the claims that were meant and no other.
func TestRemarksAreRead(t *testing.T) {
	rooms, things, every := words.Rooms(), words.Objects(), 3
	if os.Getenv("NAVD_TEST_LONG") != "" {
		every = 1
	}
	tests := []struct {
		name          string
		notIn, in     bool
		least, korean int // remarks that there must be, and of these Korean ones
	}{
		{"denies", true, false, 60, 30},
		{"tells", false, true, 60, 30},
		{"both", true, true, 60, 30},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			said, korean := 0, 0
			for i := 0; i < max(len(rooms), len(things)); i += every {
				r := remark{thing: things[i%len(things)]}
				var want []words.Claim
				if here := rooms[i%len(rooms)]; test.notIn && !here.Unknown() {
					r.notIn = here
					want = append(want, words.NotIn(r.thing, here, "e", words.Certain))
				}
				if there := rooms[(i+5)%len(rooms)]; test.in && !there.Unknown() {
					r.in = there
					want = append(want, words.In(r.thing, there, "e", words.Certain))
				}
				if len(want) == 0 {
					continue
				}
				texts := []string{r.english()}
				if text, ok := r.korean(); ok {
					texts, korean = append(texts, text), korean+1
				}
				for _, text := range texts {
					said++
					if diff := cmp.Diff(want, words.ParseClaims(without(text), "e")); diff != "" {
						t.Errorf("%q, -want +got:\n%s", text, diff)
					}
				}
			}
			if said < test.least || korean < test.korean {
				t.Errorf("%d remarks, %d of them Korean", said, korean)
			}
		})
	}
}

// without takes the category off, as the daemon does.
func without(text string) string {
	for i, r := range text {
		if r == ':' {
			return text[i+1:]
		}
	}
	return text
}

func TestRemarks(t *testing.T) {
	tests := []struct {
		name            string
		r               remark
		english, korean string
	}{
		{"denied", remark{thing: "sofa", notIn: "bedroom"}, "spatial: there is no sofa in the bedroom", "공간: 침실에는 소파가 없어"},
		{"denied, closed syllables", remark{thing: "mirror", notIn: "bathroom"}, "spatial: there is no mirror in the bathroom", "공간: 화장실에는 거울이 없어"},
		{"told", remark{thing: "desk", in: "kitchen"}, "spatial: the desk is in the kitchen", "공간: 책상은 주방에 있어"},
		{"both", remark{thing: "sofa", notIn: "bedroom", in: "corridor"}, "spatial: the sofa is not in the bedroom but in the corridor", "공간: 소파는 침실이 아니라 복도에 있어"},
		{"no Korean name", remark{thing: "gizmo", notIn: "bedroom"}, "spatial: there is no gizmo in the bedroom", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			korean, _ := test.r.korean()
			if got, want := [2]string{test.r.english(), korean}, [2]string{test.english, test.korean}; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
