package search

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"navd/daemon/words"
	"navd/index"
)

// toldSet is what people told a robot, and questions for single texts, by
// somebody who knew neither the tables nor the search. The first set was in view
// when the table of notions got its household words, the second was not.
type toldSet struct {
	Texts     []string
	Questions []struct {
		Q    string
		Text int // index of the text it asks for
		Lang string
	}
}

// TestRecallTold counts for how many of 90 questions the text is among the first
// three of 60: 30 questions in English, half of them for Korean texts, 30 in
// Korean, half for English ones, and 30 that mix both. It prints what it finds,
// with the tables of words, with that of rooms and things alone, and without;
// the bound is below that.
func TestRecallTold(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"testdata/told.json", "testdata/told-2.json"} {
		t.Run(filepath.Base(file), func(t *testing.T) { recallTold(t, file) })
	}
}

func recallTold(t *testing.T, file string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var set toldSet
	if err := json.Unmarshal(raw, &set); err != nil {
		t.Fatal(err)
	}
	names := linkTable()
	for _, table := range []struct {
		name  string
		link  index.Linker
		least int // of 90, fused
	}{
		{"all tables", newLinker(), 70},
		{"rooms and things", index.Linker{Name: "names", Concepts: func(name string) []string { return names[string(words.Key(name).Compact())] }}, 40},
		{"no table", index.Linker{}, 20},
	} {
		ix, err := index.Open(t.TempDir(), index.Options{Link: table.link})
		if err != nil {
			t.Fatal(err)
		}
		var docs []index.Doc
		for i, text := range set.Texts {
			docs = append(docs, memo(fmt.Sprintf("t%02d", i), text))
		}
		if err := ix.Put(t.Context(), docs...); err != nil {
			t.Fatal(err)
		}
		for _, mode := range []struct {
			name string
			from index.Source
		}{{"words only", index.WordsOnly}, {"vectors only", index.VectorsOnly}, {"fused", index.Both}} {
			found, missed := set.recall(t, ix, mode.from)
			all := found["en"] + found["ko"] + found["mixed"]
			t.Logf("recall at 3, %-17s %-13s english %d/30, korean %d/30, mixed %d/30, all %d/90", table.name+",", mode.name+":", found["en"], found["ko"], found["mixed"], all)
			if mode.from == index.Both && all < table.least {
				t.Errorf("%s: %d of 90, want at least %d; missed %q", table.name, all, table.least, missed)
			}
		}
		if err := ix.Close(); err != nil {
			t.Error(err)
		}
	}
}

func (s toldSet) recall(t *testing.T, ix *index.Index, from index.Source) (found map[string]int, missed []string) {
	t.Helper()
	found = map[string]int{}
	for _, q := range s.Questions {
		hits, err := ix.Search(t.Context(), index.Query{Text: q.Q, K: 3, From: from, MinCosine: leastCosine})
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(hits, func(h index.Hit) bool { return h.ID == fmt.Sprintf("t%02d", q.Text) }) {
			found[q.Lang]++
		} else {
			missed = append(missed, q.Q)
		}
	}
	return found, missed
}
