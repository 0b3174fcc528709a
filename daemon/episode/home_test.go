package episode_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episode"
	"navd/daemon/house"
)

// What is undone takes its corrections with it, and what was found with it; what was undone
// before keeps its reason.
func TestUndoAlignment(t *testing.T) {
	for _, tt := range []struct {
		name string
		hows []house.How
		root house.How
		want []string // of each, why it does not count
	}{
		{"one", []house.How{house.Given}, house.Given, []string{"wrong"}},
		{"with corrections", []house.How{house.Docked, house.Drift, house.Drift}, house.Docked, []string{"wrong", "wrong", "wrong"}},
		{"found by several scans", []house.How{house.Scans, house.Scans, house.Drift}, house.Scans, []string{"wrong", "wrong", "wrong"}},
		{"not what was given before", []house.How{house.Given, house.Given, house.Drift}, house.Given, []string{"", "wrong", "wrong"}},
		{"after another was undone", []house.How{house.Docked, "", house.Scans}, house.Scans, []string{"before", "wrong"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &episode.Home{}
			for seq, how := range tt.hows {
				if how == "" {
					h.Undo("before", seq)
					continue
				}
				h.Align(house.Alignment{Seq: seq, How: how})
			}
			if got := h.Root().How; got != tt.root {
				t.Errorf("it goes back to %s, want %s", got, tt.root)
			}
			h.Undo("wrong", 9)
			var got []string
			for i, a := range h.Alignments {
				if a.Version != i+1 || a.Undone == "wrong" && a.Until != 9 {
					t.Errorf("%+v", a)
				}
				got = append(got, a.Undone)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if _, aligned := h.Aligned(); aligned {
				t.Error("it is still aligned")
			}
		})
	}
}
