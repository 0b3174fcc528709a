package daemon_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/grounding"
	"navd/ipc"
)

// TestFilesKeepScopes exports what holds in a scene, for a target, in an episode
// and everywhere, and imports it elsewhere: it holds there as before.
func TestFilesKeepScopes(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	h.say(e, "the kitchen is green")
	h.say(e, "don't go to the garage")
	h.say(e, "blah blah")
	h.do(ipc.FeedbackAdd, params(t, ipc.FeedbackParams{Episode: e, Text: "look behind doors", Target: "mug", Scope: "everywhere"}))
	want := map[string]grounding.Scope{
		"the kitchen is green": {Scene: "home"}, "don't go to the garage": {}, "blah blah": {Episode: e}, "look behind doors": {Target: "mug"},
	}
	for name, only := range map[string]string{"of the episode": e, "of all": ""} {
		t.Run(name, func(t *testing.T) {
			var p ipc.ImportParams
			for _, f := range h.exports(ipc.ExportParams{Episode: only, Format: "json"}).Files {
				p.Files = append(p.Files, ipc.GroundingFile{Name: f.Path, Content: f.Content})
			}
			other := newHouse(t)
			for range 2 {
				other.imports(p)
			}
			got := map[string]grounding.Scope{}
			for _, e := range other.entries() {
				got[e.Text] = e.Scope
			}
			if diff := cmp.Diff(want, got); diff != "" || len(other.entries()) != len(want) {
				t.Errorf("%d entries: %s", len(other.entries()), diff)
			}
			h.imports(p)
			if n := len(h.entries()); n != len(want) {
				t.Errorf("their own files left %d entries", n)
			}
		})
	}
}
