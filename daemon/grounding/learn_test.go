package grounding_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
)

// ownedBy is a store whose episodes are called as they are.
func ownedBy(id, name string) bool { return id == name }

// learn takes files into a book and counts what was new.
func learn(t fataler, b *Book, files ...File) (added int) {
	l := NewLearner(b, ownedBy)
	for _, f := range files {
		entries, err := Lessons(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			got, err := l.Learn(e)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Merged {
				added++
			}
		}
	}
	return added
}

// final is a JSON file of an episode with one spatial text.
func finalOf(episode, text string) File {
	return file(episode+".json", `{"expr_info": {"episode_id": "`+episode+`"}, "final_grounding": {"spatial_grounding": {"content": "`+text+`"}}}`)
}

func TestLearn(t *testing.T) {
	lamp := told(1, "the lamp is green")
	home := lamp
	home.Scope.Scene = "home"
	for _, c := range []struct {
		name   string
		before []Entry
		change func(*Book) error
		files  []File
		added  int
		states map[string]string // version / evidence
	}{
		{"new", nil, nil, []File{finalOf("7", "the lamp is green")}, 1, map[string]string{"g1": "active 1/1"}},
		{"twice", nil, nil, []File{finalOf("7", "the lamp is green"), finalOf("7", "the lamp is green")}, 1, map[string]string{"g1": "active 1/1"}},
		{"of two episodes", nil, nil, []File{finalOf("7", "the lamp is green"), finalOf("8", "- The lamp is  green")}, 1, map[string]string{"g1": "active 2/2"}},
		{"another episode's", []Entry{lamp}, nil, []File{finalOf("7", "the lamp is green")}, 0, map[string]string{"g1": "active 2/2"}},
		{"our own", []Entry{lamp}, nil, []File{finalOf("e1", "the lamp is green")}, 0, map[string]string{"g1": "active 1/1"}},
		{"our own, in a scene", []Entry{home}, nil, []File{finalOf("e1", "the lamp is green")}, 0, map[string]string{"g1": "active 1/1"}},
		{"our own, retired", []Entry{lamp}, func(b *Book) error { return b.Retire("g1") }, []File{finalOf("e1", "the lamp is green")}, 0, map[string]string{"g1": "retired 2/1"}},
		{"our own, superseded", []Entry{lamp, told(2, "the lamp is red")}, nil, []File{finalOf("e1", "the lamp is green")}, 0, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"our own, taken back", []Entry{lamp}, func(b *Book) error { return b.Withdraw("f1") }, []File{finalOf("e1", "the lamp is green"), file("x.txt", "### Spatial\nthe lamp is green")}, 0, map[string]string{"g1": "retired 2/0"}},
		{"a text may be a copy", []Entry{lamp}, nil, []File{file("x.txt", "### Spatial Grounding\nThe lamp is green\nthe bed is big")}, 1, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"other categories are other lessons", []Entry{lamp}, nil, []File{file("x.txt", "the lamp is green")}, 1, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"older than a user's", []Entry{lamp}, nil, []File{finalOf("7", "the lamp is red")}, 1, map[string]string{"g1": "active 1/1", "g2": "supersededg1 1/1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := book(t, c.before...)
			if c.change != nil {
				if err := c.change(b); err != nil {
					t.Fatal(err)
				}
			}
			if got := learn(t, b, c.files...); got != c.added {
				t.Errorf("%d new, want %d", got, c.added)
			}
			if diff := cmp.Diff(c.states, states(b)); diff != "" {
				t.Error(diff)
			}
			b.Changes()
			if learn(t, b, c.files...); len(b.Changes()) > 0 {
				t.Error("importing again changes something")
			}
		})
	}
}

func TestAnImportTakenBackCanBeDoneAgain(t *testing.T) {
	b, _ := book(t)
	f := finalOf("7", "the lamp is green")
	learn(t, b, f)
	e, err := b.Get("g1")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Withdraw(e.Evidence[0].Feedback); err != nil {
		t.Fatal(err)
	}
	if added := learn(t, b, f); added != 1 {
		t.Errorf("%d new", added)
	}
}

func TestLessonsOfASceneAreItsOwn(t *testing.T) {
	b, _ := book(t)
	l := NewLearner(b, ownedBy)
	for i, scene := range []string{"home", "office", "home", "", ""} {
		entries, err := Lessons(finalOf("7", "the lamp is green"))
		if err != nil {
			t.Fatal(err)
		}
		entries[0].Scope.Scene = scene
		got, err := l.Learn(entries[0])
		if want := i != 2 && i != 4; err != nil || got.Merged == want {
			t.Errorf("in %q: %+v, %v", scene, got, err)
		}
	}
}

// TestLearningWhatWasExported holds that a store learns nothing from its own
// files, whatever was said.
func TestLearningWhatWasExported(t *testing.T) {
	word := rapid.SampledFrom([]string{
		"the lamp is green", "the lamp is red", "- ", "* ", "1. ", "\n", "\n\n", "  ", "\t", "[ Step3 - Success ] : ", "[ Step4 ]\n: ", "### Spatial Grounding", "## Final Grounding",
		"## Grounding Knowledge", "---", "\n---\n", "부엌", "👍", "a", "\r\n", "\u2028", "#", "-", "É", "E\u0301",
	})
	rapid.Check(t, func(t *rapid.T) {
		b := NewBook()
		var records []feedback.Record
		for n := range rapid.IntRange(1, 6).Draw(t, "feedbacks") {
			text := strings.TrimSpace(strings.Join(rapid.SliceOfN(word, 1, 7).Draw(t, "text"), ""))
			if text == "" {
				continue
			}
			r := feedback.Record{ID: feedback.ID(n + 1), Episode: "e1", Step: n, Items: []feedback.Item{{Category: rapid.SampledFrom(feedback.Categories()).Draw(t, "category"), Text: text}}, At: time.Unix(int64(n), 0)}
			r.Verdict = rapid.SampledFrom([]feedback.Verdict{"", feedback.Success, feedback.Failure, feedback.WiP}).Draw(t, "verdict")
			records = append(records, r)
			e := Entry{Category: r.Items[0].Category, Text: text, Evidence: []feedback.Evidence{r.Evidence()}}
			e.Scope.Scene = rapid.SampledFrom([]string{"", "home"}).Draw(t, "scene")
			if _, err := b.Add(e); err != nil {
				t.Fatal(err)
			}
		}
		b.Changes()
		was := slices.Collect(b.All())
		stack := Stack("e1", records)
		done := stack
		final := Distil(stack.Stacked, time.Unix(9, 0).UTC())
		done.Final = &final
		for i, s := range []Snapshot{stack, done, Latest(was)} {
			data, err := s.JSON()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range []File{{"x.json", data}, file("x.txt", s.Text())} {
				if added := learn(t, b, f); added > 0 || len(b.Changes()) > 0 {
					t.Fatalf("%d new from %s of %s\n%s", added, f.Name, strconv.Itoa(i), f.Content)
				}
			}
		}
	})
}
