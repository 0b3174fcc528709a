package feedback_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/feedback"
)

// says makes a feedback of a verdict and pairs of category and text.
func says(v feedback.Verdict, pairs ...string) feedback.Said {
	f := feedback.Said{Verdict: v, Items: []feedback.Item{}}
	for i := 0; i < len(pairs); i += 2 {
		f.Items = append(f.Items, feedback.Item{feedback.Category(pairs[i]), pairs[i+1]})
	}
	return f
}

const (
	u = string(feedback.UserPreference)
	s = string(feedback.Spatial)
	p = string(feedback.Procedural)
	g = string(feedback.General)
)

// feedbackCases are texts and what they say.
var feedbackCases = []struct {
	name, text string
	want       feedback.Said
}{
	{"the first grammar", "feedback : spatial: the lamp room is the study", says("", s, "the lamp room is the study")},
	{"spacing is free", "Feedback:spatial  :the lamp room", says("", s, "the lamp room")},
	{"full-width colons", "feedback：spatial：the lamp room", says("", s, "the lamp room")},
	{"without the word", "spatial: the lamp room", says("", s, "the lamp room")},
	{"short names", "u: quiet s: wide p: slow g: fine", says("", u, "quiet", s, "wide", p, "slow", g, "fine")},
	{"several in a line", "feedback: spatial: wide hall, procedural: turn there", says("", s, "wide hall", p, "turn there")},
	{"one category twice", "s: one s: two", says("", s, "one", s, "two")},
	{"no category", "feedback : mind the cat", says("", g, "mind the cat")},
	{"no colon", "mind the cat", says("", g, "mind the cat")},
	{"text before a category", "mind the cat. spatial: it sleeps here", says("", g, "mind the cat.", s, "it sleeps here")},
	{"a word that names none", "warning: wet floor", says("", g, "warning: wet floor")},
	{"inside another word", "p: mind the steps: first left", says("", p, "mind the steps: first left")},
	{"behind an apostrophe", "it's: a joke", says("", g, "it's: a joke")},
	{"behind a hyphen", "plan-s: wide", says("", g, "plan-s: wide")},
	{"behind a full stop", "e.g: wide", says("", g, "e.g: wide")},
	{"an address", "see s://host and http://host", says("", g, "see s://host and http://host")},
	{"a time", "at 12:30 s: dark", says("", g, "at 12:30", s, "dark")},
	{"two words name one", "user preference: quiet ways", says("", u, "quiet ways")},
	{"a list of lines", "feedback: s: wide\nfeedback: mind the cat", says("", s, "wide", g, "mind the cat")},
	{"a line of the same text", "s: wide\nand bright", says("", s, "wide\nand bright")},
	{"the word in the middle", "thanks for the feedback: bye", says("", g, "thanks for the feedback: bye")},

	{"the second grammar", "s:(u: quiet, s: wide, p: slow, g: fine)", says(feedback.Success, u, "quiet", s, "wide", p, "slow", g, "fine")},
	{"long names in it", "Failure: (spatial: wide, user_preference: quiet)", says(feedback.Failure, s, "wide", u, "quiet")},
	{"any case, any spaces", "W : ( G : fine )", says(feedback.WiP, g, "fine")},
	{"behind the word", "feedback : f:(s: wide)", says(feedback.Failure, s, "wide")},
	{"empty texts", "f:(u: , s: , g: a wall, hit)", says(feedback.Failure, g, "a wall, hit")},
	{"commas at the end", "s:(s: wide,,, )", says(feedback.Success, s, "wide")},
	{"nothing in it", "f:()", says(feedback.Failure)},
	{"no category in it", "f:(hit a wall)", says(feedback.Failure, g, "hit a wall")},
	{"a colon in a text", "f:(g: warning: wet floor)", says(feedback.Failure, g, "warning: wet floor")},
	{"the map: is no p", "f:(s: the map: north is up)", says(feedback.Failure, s, "the map: north is up")},
	{"a name behind a name", "s:(s: u: quiet)", says(feedback.Success, u, "quiet")},
	{"a number behind a comma", "s:(s: from 12, 3:30 too)", says(feedback.Success, s, "from 12, 3:30 too")},
	{"parentheses in a text", "f:(s: cell (L7) is wide)", says(feedback.Failure, s, "cell (L7) is wide")},
	{"text behind it", "f:(s: wide) mind the cat", says(feedback.Failure, s, "wide", g, "mind the cat")},
	{"not closed", "f:(s: wide", says(feedback.Failure, s, "wide")},
	{"closed too seldom", "f:(s: sad :( wall) ", says(feedback.Failure, s, "sad :( wall")},
	{"several lines", "f:(s: wide\nand bright)", says(feedback.Failure, s, "wide\nand bright")},
	{"two groups", "f:(s: wide) f:(g: fine)", says(feedback.Failure, s, "wide", g, "fine")},
	{"a verdict's name behind a group", "f:(s: wide) success: later", says(feedback.Failure, s, "wide", g, "success: later")},
	{"full-width parentheses", "f：（s：wide，g：fine）", says(feedback.Failure, s, "wide", g, "fine")},
	{"parentheses of a text", "s: (L7) is wide", says("", s, "(L7) is wide")},

	{"a verdict alone", "w:", says(feedback.WiP)},
	{"s alone", "s:", says(feedback.Success)},
	{"a verdict and a text", "failure: hit a wall", says(feedback.Failure, g, "hit a wall")},
	{"a verdict and a category", "feedback: success: s: wide", says(feedback.Success, s, "wide")},
	{"s with text is spatial", "s: wide", says("", s, "wide")},

	{"Korean", "피드백 : 공간: 서재는 넓다", says("", s, "서재는 넓다")},
	{"Korean, several", "선호: 조용한 길 절차: 천천히, 일반：좋다", says("", u, "조용한 길", p, "천천히", g, "좋다")},
	{"Korean, the other name", "사용자: 조용한 길", says("", u, "조용한 길")},
	{"Korean, both names", "사용자 선호: 조용한 길", says("", u, "조용한 길")},
	{"Korean, decomposed", "\u1100\u1169\u11bc\u1100\u1161\u11ab: 넓다", says("", s, "넓다")},
	{"Korean group", "성공:(공간: 넓다, 절차: 천천히)", says(feedback.Success, s, "넓다", p, "천천히")},
	{"Korean verdicts", "실패:(g: 벽)", says(feedback.Failure, g, "벽")},
	{"Korean word that names none", "주의: 바닥이 젖음", says("", g, "주의: 바닥이 젖음")},
	{"inside a Korean word", "빈공간: 넓다", says("", g, "빈공간: 넓다")},
	{"mixed", "w:(공간: wide hall, p: 천천히)", says(feedback.WiP, s, "wide hall", p, "천천히")},

	{"empty", "", says("")},
	{"spaces", " \t\n", says("")},
	{"a sign alone", "👍", says("", g, "👍")},
}

func TestParse(t *testing.T) {
	for _, c := range feedbackCases {
		t.Run(c.name, func(t *testing.T) {
			got, err := feedback.Parse(c.text, feedback.General)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, field, given string }{
		{"a wrong name at the begin", "s:(x: wide)", "category", `"x"`},
		{"a wrong name behind a comma", "s:(s: wide, note: dark)", "category", `"note"`},
		{"a wrong Korean name", "성공:(색: 초록)", "category", `"색"`},
		{"a verdict for a category", "s:(f: wide)", "category", `"f"`},
		{"with text behind", "s:(x: wide) and more", "category", `"x"`},
		{"two verdicts", "s:(s: wide) f:(g: dark)", "verdict", `"Success and Failure"`},
		{"two verdicts on two lines", "feedback: failure: no\nfeedback: success: yes", "verdict", `"Failure and Success"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := feedback.Parse(c.text, feedback.General)
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("got %v, want an invalid fault", err)
			}
			e := fault.As(err)
			if e.Field != c.field || e.Given != c.given {
				t.Errorf("about %s %s, want %s %s", e.Field, e.Given, c.field, c.given)
			}
			for _, name := range feedback.Categories() {
				if c.field == "category" && !strings.Contains(e.Allowed, string(name)) {
					t.Errorf("%q does not name %s", e.Allowed, name)
				}
			}
		})
	}
}

func TestParseCategory(t *testing.T) {
	for name, want := range map[string]feedback.Category{
		"user_preference": feedback.UserPreference, "u": feedback.UserPreference, "선호": feedback.UserPreference, "사용자": feedback.UserPreference,
		"spatial": feedback.Spatial, "S": feedback.Spatial, "공간": feedback.Spatial, " Spatial ": feedback.Spatial,
		"procedural": feedback.Procedural, "p": feedback.Procedural, "절차": feedback.Procedural,
		"general": feedback.General, "g": feedback.General, "일반": feedback.General,
	} {
		if got, err := feedback.ParseCategory(name); got != want || err != nil {
			t.Errorf("ParseCategory(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"", "x", "spatia", "general rules", "공"} {
		if got, err := feedback.ParseCategory(name); !fault.Is(err, fault.Invalid) || fault.As(err).Allowed == "" {
			t.Errorf("ParseCategory(%q) = %q, %v, want an invalid fault", name, got, err)
		}
	}
}

func TestParseVerdict(t *testing.T) {
	for name, want := range map[string]feedback.Verdict{
		"Success": feedback.Success, "SUCCESS": feedback.Success, "s": feedback.Success, "성공": feedback.Success,
		"failure": feedback.Failure, "F": feedback.Failure, "실패": feedback.Failure, "WiP": feedback.WiP, "w": feedback.WiP, "진행": feedback.WiP,
	} {
		if got, err := feedback.ParseVerdict(name); got != want || err != nil {
			t.Errorf("ParseVerdict(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	if got, err := feedback.ParseVerdict("perhaps"); !fault.Is(err, fault.Invalid) {
		t.Errorf("ParseVerdict = %q, %v, want an invalid fault", got, err)
	}
}
