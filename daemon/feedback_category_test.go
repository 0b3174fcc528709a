package daemon_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/feedback"
	"navd/ipc"
)

// TestCategoryOfATextThatNamesNone gives category to texts in both grammars: it
// is that of every text that names none, and of no other.
func TestCategoryOfATextThatNamesNone(t *testing.T) {
	s, g := feedback.Spatial, feedback.General
	for _, tt := range []struct {
		name, text string
		want       []feedback.Category
	}{
		{"free words", "the hall is narrow", []feedback.Category{s}},
		{"behind a verdict", "failure: the hall is narrow", []feedback.Category{s}},
		{"in parentheses", "f:(the hall is narrow)", []feedback.Category{s}},
		{"behind feedback", "feedback : the hall is narrow", []feedback.Category{s}},
		{"behind a comma", ", the hall is narrow", []feedback.Category{s}},
		{"named general, with the same beginning", "the lamp is on general: the lamp", []feedback.Category{s, g}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t)
			r := into[ipc.FeedbackResult](t, h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"category":"spatial","text":%q}`, h.beginIn("home", "sofa"), tt.text)))
			var got []feedback.Category
			for _, e := range r.Entries {
				got = append(got, e.Category)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
