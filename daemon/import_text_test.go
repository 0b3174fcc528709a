package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/ipc"
)

// notes is a text file with a line for each text.
func notes(name string, texts ...string) []ipc.GroundingFile {
	return []ipc.GroundingFile{{Name: name, Content: strings.Join(texts, "\n")}}
}

// TestImportTells: the answer tells of each text what feedback tells of it, and where it holds.
func TestImportTells(t *testing.T) {
	for _, c := range []struct {
		text, scene string
		want        string // action, where it holds, number of claims, note
	}{
		{"the sofa is in the bedroom", "", "added everywhere 1 "},
		{"the sofa is in the bedroom", "home", "added home 1 "},
		{"don't go to the kitchen", "", "added everywhere 1 "},
		{"don't go to the kitchen", "home", "added home 1 "},
		{"the bin behind the sofa rattles", "home", "added home 0 kept as a note: not understood"},
		{"mind the cat", "home", "added everywhere 0 kept as a note: not understood"},
		{"is the tv in the kitchen?", "", "added everywhere 0 kept as a note: a question"},
		{"don't go to the kitchen today", "", "added everywhere 0 kept as a note: it sounds like something for now, and a file"},
		{"오늘은 부엌에 들어가지 마", "", "added everywhere 0 메모로만 남겼습니다. 지금을"},
		{"you may go to the kitchen again", "", "added everywhere 0 kept as a note: nothing is taken back in words: navd grounding list"},
		{"turn left", "home", "command nowhere 0 a command to the robot"},
	} {
		t.Run(c.text+" in "+c.scene, func(t *testing.T) {
			h := newHouse(t)
			for _, dry := range []bool{true, false} {
				f := h.imports(ipc.ImportParams{Files: notes("notes.txt", c.text), SceneID: c.scene, DryRun: dry}).Files[0]
				if len(f.Entries) != 1 {
					t.Fatalf("%+v", f)
				}
				e := f.Entries[0]
				where := "nowhere"
				if e.Scope != nil {
					where = strings.TrimSuffix("everywhere "+e.Scope.Scene, " ")
					if e.Scope.Scene != "" {
						where = e.Scope.Scene
					}
				}
				if got := fmt.Sprintf("%s %s %d %s", e.Action, where, len(e.Claims), e.Note); !strings.HasPrefix(got, c.want) || c.want[len(c.want)-1] == ' ' && got != c.want {
					t.Errorf("dry %t: %q, want %q", dry, got, c.want)
				}
				if noted := f.Notes == 1; noted != (len(e.Claims) == 0 && e.ID != "") {
					t.Errorf("%d notes: %+v", f.Notes, e)
				}
			}
		})
	}
}

// TestImportChangedFile imports a file again after its lines were changed by hand. What says
// the same of the same thing is superseded; what was taken out stays, and is named.
func TestImportChangedFile(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	h.say(e, "look behind doors")
	first := []string{"the mug is in the bedroom", "the bed is soft", "mind the cat", "look behind doors"}
	h.imports(ipc.ImportParams{Files: notes("./notes.txt", first...), SceneID: "home"})
	for _, c := range []struct {
		name string
		p    ipc.ImportParams
		gone []string
	}{
		{"the same", ipc.ImportParams{Files: notes("notes.txt", first...), SceneID: "home"}, nil},
		{"another file", ipc.ImportParams{Files: notes("other/notes.txt", "go slowly"), SceneID: "home"}, nil},
		{"in another scene", ipc.ImportParams{Files: notes("notes.txt", "go slowly"), SceneID: "away", DryRun: true}, []string{"mind the cat"}},
		{"all taken out", ipc.ImportParams{Files: notes("notes.txt"), SceneID: "home", DryRun: true}, []string{"the mug is in the bedroom", "the bed is soft", "mind the cat"}},
		{"a line changed and one taken out", ipc.ImportParams{Files: notes("notes.txt", "the mug is in the kitchen", "mind the cat"), SceneID: "home"}, []string{"the bed is soft"}},
		{"and again", ipc.ImportParams{Files: notes("notes.txt", "the mug is in the kitchen", "mind the cat"), SceneID: "home"}, []string{"the bed is soft"}},
	} {
		f := h.imports(c.p).Files[0]
		var gone []string
		for _, g := range f.Gone {
			gone = append(gone, g.Text)
		}
		if diff := cmp.Diff(c.gone, gone); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if c.name == "a line changed and one taken out" {
			if s := f.Entries[0].Superseded; len(s) != 1 || h.entryOf(s[0]).Text != "the mug is in the bedroom" {
				t.Errorf("superseded %v", s)
			}
		}
	}
	for _, g := range h.imports(ipc.ImportParams{Files: notes("notes.txt", "mind the cat"), SceneID: "home", DryRun: true}).Files[0].Gone {
		h.do(ipc.GroundingRetire, fmt.Sprintf(`{"id":%q}`, g.ID))
	}
	f := h.imports(ipc.ImportParams{Files: notes("notes.txt", "mind the cat", "the bed is soft"), SceneID: "home"}).Files[0]
	if len(f.Gone) != 1 || f.Gone[0].Text != first[0] || f.Known != 2 || // what was superseded is in use again, and not in the file
		!strings.Contains(f.Entries[1].Note, "it is retired") {
		t.Errorf("a line that was taken out and retired comes back: %+v", f)
	}
}
