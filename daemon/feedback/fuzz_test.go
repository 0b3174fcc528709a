package feedback_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/words"
)

// An errorfer is told what does not hold.
type errorfer interface {
	Errorf(format string, args ...any)
}

// checkFeedback holds what is true of any text: its items stand in it in their
// order, and between them stands nothing but names.
func checkFeedback(t errorfer, text string) {
	got, err := feedback.Parse(text, feedback.General)
	if err != nil {
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%q gives an error that is no invalid fault: %v", text, err)
		}
		return
	}
	if !utf8.ValidString(text) {
		return // where words begin is not defined
	}
	rest := text
	for _, item := range got.Items {
		i := gapBefore(rest, item.Text)
		if i < 0 {
			t.Errorf("%q gives %q, which is not there, or letters before it are lost", text, item.Text)
			return
		}
		rest = rest[i+len(item.Text):]
	}
	if lost := lettersOf(rest); lost != "" {
		t.Errorf("%q loses %q", text, lost)
	}
	if got.Verdict == "" && len(got.Items) == 0 && lettersOf(text) != "" {
		t.Errorf("%q gives nothing", text)
	}
}

// gapBefore finds an item in a text such that nothing before it is lost, -1
// when it stands nowhere so.
func gapBefore(text, item string) int {
	for from := 0; from <= len(text); from++ {
		i := strings.Index(text[from:], item)
		if i < 0 {
			return -1
		}
		from += i
		to := from + len(item)
		if !cutsWord(text, from) && !cutsWord(text, to) && lettersOf(text[:from]) == "" {
			return from
		}
	}
	return -1
}

// cutsWord reports whether a word goes on across byte i.
func cutsWord(text string, i int) bool {
	before, n := utf8.DecodeLastRuneInString(text[:i])
	after, m := utf8.DecodeRuneInString(text[i:])
	return n > 0 && m > 0 && wordRune(before) && wordRune(after)
}

func wordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// lettersOf gives the words of a text that are no names.
func lettersOf(text string) string {
	names := strings.Fields("feedback 피드백 user preference user_preference u 선호 사용자 사용자_선호 spatial s 공간 procedural p 절차 general g 일반 success 성공 failure f 실패 wip w 진행")
	all := strings.FieldsFunc(text, func(r rune) bool { return !wordRune(r) })
	all = slices.DeleteFunc(all, func(w string) bool { return slices.Contains(names, words.Plain(w)) })
	return strings.Join(all, " ")
}

func FuzzParse(f *testing.F) {
	for _, c := range feedbackCases {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkFeedback(t, text) })
}

// TestNothingIsLost makes texts of the grammars' own parts.
func TestNothingIsLost(t *testing.T) {
	part := rapid.SampledFrom([]string{
		"feedback", "피드백", "spatial", "s", "u", "선호", "사용자", "일반", "f", "success", "wip", "x", "the lamp", "초록",
		":", "：", ": ", " ", ", ", "(", ")", ":(", "\n", "'", ".", "//", "👍", "3",
	})
	rapid.Check(t, func(t *rapid.T) {
		checkFeedback(t, strings.Join(rapid.SliceOfN(part, 0, 20).Draw(t, "parts"), ""))
	})
}

// TestLongTexts holds that hostile texts take no more than linear time: at the
// square of this length the test would not end.
func TestLongTexts(t *testing.T) {
	for _, unit := range []string{"s:(", "s:()", "feedback:", "feedback:\n", "x: ", " :", "(", "선호 ", "u:u", "f:(s: a) "} {
		text := strings.Repeat(unit, 200_000/len(unit))
		if _, err := feedback.Parse(text, feedback.General); err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("%q repeated: %v", unit, err)
		}
	}
}
