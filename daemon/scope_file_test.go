package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
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

// TestFilesKeepClaims: what is said of here, of this room, and what a caller says that a text
// means, is imported with its claims, which the text alone does not give.
func TestFilesKeepClaims(t *testing.T) {
	h := twoBedrooms(t)
	id := h.enter(0.5, 0, 0)
	h.do(ipc.NavObserve, params(t, ipc.ObserveParams{Episode: id, SceneType: "bedroom"}))
	h.say(id, "there is no sofa in this room")
	h.say(id, "the sofa is in the room next to the kitchen")
	h.say(id, "the mug is not here but in the kitchen")
	h.say(id, "there is no lamp in the kitchen")
	h.do(ipc.FeedbackAdd, params(t, ipc.FeedbackParams{Episode: id, Text: "mind the cat", Claims: []words.Claim{words.Avoid("place:kitchen", "", 0.5)}}))
	claims := func(h *house) map[string][]words.Claim {
		all := map[string][]words.Claim{}
		for _, e := range h.entries() {
			for _, c := range e.Claims {
				c.Source = ""
				all[e.Text] = append(all[e.Text], c)
			}
		}
		return all
	}
	want := claims(h)
	if len(want) != 5 {
		t.Fatalf("it is not all understood: %v", want)
	}
	for name, only := range map[string]string{"of the episode": id, "of all": ""} {
		var p ipc.ImportParams
		for _, f := range h.exports(ipc.ExportParams{Episode: only, Format: "json"}).Files {
			p.Files = append(p.Files, ipc.GroundingFile{Name: f.Path, Content: f.Content})
			if strings.Count(f.Content, `"claims"`) != 5 {
				t.Errorf("claims that the text gives are in the file, or others are not:\n%s", f.Content)
			}
		}
		other := newHouse(t)
		other.imports(p)
		if diff := cmp.Diff(want, claims(other)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestFilesWithWrongClaims: a file whose claims say nothing is skipped whole.
func TestFilesWithWrongClaims(t *testing.T) {
	h := newHouse(t)
	const file = `{"stacked_grounding":{"user_preference":[],"spatial":[],"procedural":[],"general":["mind the cat"]},"final_grounding":null,
		"scopes":[{"category":"general","text":"mind the cat","claims":[{"subject":"sofa","relation":"eats","object":"x","polarity":1,"weight":1}]}]}`
	r := h.imports(ipc.ImportParams{Files: []ipc.GroundingFile{{Name: "a.json", Content: file}}})
	if len(r.Skipped) != 1 || !strings.Contains(r.Skipped[0].Reason, "scopes.claims[0].") || len(h.entries()) != 0 {
		t.Errorf("%+v", r)
	}
}

// TestFilesKeepCorrections: what was corrected comes back neither in place of the correction
// nor without what holds elsewhere.
func TestFilesKeepCorrections(t *testing.T) {
	scene, everywhere := grounding.Scope{Scene: "home"}, grounding.Scope{}
	type held struct {
		Text  string
		Scope grounding.Scope
	}
	bed, kitchen := "the sofa is in the bedroom", "the sofa is in the kitchen"
	for name, c := range map[string]struct {
		said []held
		want []held
	}{
		"corrected, then said everywhere": {[]held{{bed, scene}, {kitchen, scene}, {bed, everywhere}}, []held{{kitchen, scene}, {bed, everywhere}}},
		"said in a scene and everywhere":  {[]held{{bed, scene}, {bed, everywhere}}, []held{{bed, scene}, {bed, everywhere}}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			e := h.beginIn("home", "sofa")
			for _, s := range c.said {
				p := ipc.FeedbackParams{Episode: e, Text: "spatial: " + s.Text}
				if s.Scope == everywhere {
					p.Scope = "everywhere"
				}
				h.do(ipc.FeedbackAdd, params(t, p))
			}
			h.end(e)
			h.finalsOf(e)
			if diff := cmp.Diff(c.want, holds(h.moved(e), func(e grounding.Entry) held { return held{e.Text, e.Scope} }), inAnyOrder[held]()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestImportElsewhereToo imports the same notes for a scene and then for everywhere.
func TestImportElsewhereToo(t *testing.T) {
	h := newHouse(t)
	p := ipc.ImportParams{Files: []ipc.GroundingFile{{Name: "notes.txt", Content: "### Spatial Grounding\nthe lamp is green\nthe door is shut"}}}
	for _, c := range []struct {
		scene        string
		added, known int
	}{{"home", 2, 0}, {"home", 0, 2}, {"", 2, 0}, {"", 0, 2}} {
		p.SceneID = c.scene
		if r := h.imports(p).Files[0]; r.Added != c.added || r.Known != c.known {
			t.Errorf("for the scene %q: %+v", c.scene, r)
		}
	}
}

// moved gives another navd the files of an episode, or of all.
func (h *house) moved(episode string) *house {
	h.t.Helper()
	var p ipc.ImportParams
	for _, f := range h.exports(ipc.ExportParams{Episode: episode, Format: "json"}).Files {
		p.Files = append(p.Files, ipc.GroundingFile{Name: f.Path, Content: f.Content})
	}
	other := newHouse(h.t)
	other.imports(p)
	return other
}

// holds lists the entries in use.
func holds[T any](h *house, as func(grounding.Entry) T) (all []T) {
	h.t.Helper()
	for _, e := range h.entries() {
		if e.State == item.Active {
			all = append(all, as(e))
		}
	}
	return all
}

func inAnyOrder[T any]() cmp.Option {
	return cmpopts.SortSlices(func(a, b T) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
}

// TestFilesLeaveOutWhatIsNotInUse retires an entry, or says the opposite twice, before and
// after the end of the episode.
func TestFilesLeaveOutWhatIsNotInUse(t *testing.T) {
	retire := func(h *house) { h.do(ipc.GroundingRetire, `{"id":"g1"}`) }
	for name, c := range map[string]struct {
		said []string
		then func(*house)
		want []string
	}{
		"retired":                {[]string{"the door is open", "go slowly"}, retire, []string{"go slowly"}},
		"nothing else was said":  {[]string{"the door is open"}, retire, nil},
		"open, closed and open":  {[]string{"the door is open", "the door is closed", "the door is open"}, func(*house) {}, []string{"the door is open"}},
		"the newest was retired": {[]string{"the door is open", "the door is closed"}, func(h *house) { h.do(ipc.GroundingRetire, `{"id":"g2"}`) }, []string{"the door is open"}},
		"undone":                 {[]string{"the door is open", "go slowly"}, func(h *house) { h.do(ipc.GroundingUndo, `{"id":"g1"}`) }, []string{"go slowly"}},
	} {
		for _, ended := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, ended %v", name, ended), func(t *testing.T) {
				h := newHouse(t)
				e := h.beginIn("home", "sofa")
				for _, text := range c.said {
					h.say(e, text)
				}
				if ended {
					h.end(e)
					h.finalsOf(e)
				}
				c.then(h)
				h.finalsOf(e)
				if diff := cmp.Diff(c.want, holds(h.moved(e), func(e grounding.Entry) string { return e.Text })); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}
