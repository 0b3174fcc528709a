package words

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSentences(t *testing.T) {
	for text, want := range map[string][]sentence{
		"One. Two":        {{text: "One"}, {text: " Two"}},
		"Is it? Yes!":     {{text: "Is it", question: true}, {text: " Yes"}, {}},
		"3.5 m. v1.2":     {{text: "3.5 m"}, {text: " v1.2"}},
		"하나。 둘？":          {{text: "하나"}, {text: " 둘", question: true}, {}},
		"line\nline; end": {{text: "line"}, {text: "line"}, {text: " end"}},
		"":                {{}},
	} {
		if diff := cmp.Diff(want, sentences(text), cmp.AllowUnexported(sentence{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestScan(t *testing.T) {
	for text, want := range map[string][]token{
		"The TVs aren't in theLivingRoom": {
			{text: "the"}, {text: "tvs", object: "television"}, {text: "are"}, {text: "not"}, {text: "in"}, {text: "the"},
			{text: "living room", room: "living room"},
		},
		"화장실에는 쓰레기 통이 없다": {
			{text: "화장실에는", room: "bathroom", particle: "에는"}, {text: "쓰레기 통이", object: "garbage can", particle: "이"}, {text: "없다"},
		},
		"의자도, 의자가(둘)": {
			{text: "의자도", object: "chair", particle: "도"}, {text: ","}, {text: "의자가", object: "chair", particle: "가"}, {text: ","}, {text: "둘"}, {text: ","},
		},
		"“TV는” 50%":          {{text: "tv는", object: "television", particle: "는"}, {text: "50"}, {text: "%"}},
		"don’t, the kids' 1": {{text: "do"}, {text: "not"}, {text: ","}, {text: "the"}, {text: "kids"}, {text: "1"}},
		"the tv stands":      {{text: "the"}, {text: "tv", object: "television"}, {text: "stands"}},
		"a TV stand":         {{text: "a"}, {text: "tv stand", object: "tv stand"}},
		"in the bath":        {{text: "in"}, {text: "the"}, {text: "bath"}},
		"in the hall":        {{text: "in"}, {text: "the"}, {text: "hall", room: "corridor"}},
		"":                   nil,
	} {
		if diff := cmp.Diff(want, scan(text), cmp.AllowUnexported(token{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestMentions(t *testing.T) {
	rooms, objects := Mentions("초록색 방은 주방이다. The TV was near the hallway; 주방에는 TV가 없나?")
	if diff := cmp.Diff([]Key{"kitchen", "corridor"}, rooms); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Key{"television"}, objects); diff != "" {
		t.Error(diff)
	}
	if rooms, objects := Mentions("nothing of the kind"); rooms != nil || objects != nil {
		t.Errorf("got %v, %v", rooms, objects)
	}
}

func TestNames(t *testing.T) {
	if diff := cmp.Diff([]string{"sofa", "couch", "settee", "loveseat", "소파", "쇼파", "카우치"}, Names("sofa")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"gadget"}, Names("gadget")); diff != "" {
		t.Error(diff)
	}
}
