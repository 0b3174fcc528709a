package index

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What lies over an empty index, or is ranked without one, is found as if it were
// in one: the same documents in the same order with the same scores.
func TestOverlay(t *testing.T) {
	t.Parallel()
	docs := append(sentences(300), note("long", "소파 옆에는 큰 창문이 있고 the sofa stands by the window of the living room"))
	whole, _ := filled(t, Options{Link: table()}, docs...)
	empty, _ := filled(t, Options{Link: table()})
	for _, q := range []Query{
		{Text: "where is the sofa in the kitchen", K: 40},
		{Text: "거실에 있는 소파", K: 40},
		{Text: "window", From: WordsOnly},
		{Text: "window", From: VectorsOnly, MinCosine: 0.1},
		{Text: "step 270", Since: time.Unix(0, 0), Until: time.Unix(2000, 0), K: 40},
	} {
		want := search(t, whole, q)
		for name, got := range map[string][]Hit{"over nothing": search(t, empty, over(q, docs)), "ranked": ranked(t, over(q, docs))} {
			if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-5, 0)); diff != "" {
				t.Errorf("%s %+v:\n%s", name, q, diff)
			}
		}
	}
}

// A text scores the same in the index and over it.
func TestOverlayScores(t *testing.T) {
	docs := sentences(300)
	ix, _ := filled(t, Options{Link: table()}, docs...)
	var twins []Doc
	for i := 0; i < len(docs); i += 7 {
		twin := docs[i]
		twin.ID += " twin"
		twins = append(twins, twin)
	}
	for _, text := range []string{"where is the sofa in the kitchen", "거실에 있는 소파", "step 14 next to 273"} {
		q := Query{Text: text, K: MaxCandidates, Extra: twins, Places: []string{"kitchen", "거실", "study"}}
		scores := map[string][2]float64{}
		for _, h := range search(t, ix, q) {
			scores[h.ID] = [2]float64{h.Words.Score, h.Vectors.Score}
		}
		compared := 0
		for _, twin := range twins {
			got, found := scores[twin.ID]
			want := scores[strings.TrimSuffix(twin.ID, " twin")]
			if !found || !slices.Contains(q.Places, twin.Place) {
				continue
			}
			compared++
			if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-6, 0)); diff != "" {
				t.Errorf("%s, %s:\n%s", text, twin.ID, diff)
			}
		}
		if compared == 0 {
			t.Errorf("%s: nothing was compared", text)
		}
	}
}

func over(q Query, docs []Doc) Query {
	q.Extra = docs
	return q
}

func ranked(t *testing.T, q Query) []Hit {
	t.Helper()
	hits, err := Rank(t.Context(), Options{Link: table()}, q)
	if err != nil {
		t.Fatalf("Rank(%+v): %v", q, err)
	}
	return hits
}

// A document that lies over the index hides the one in it, and so does an ID
// that is to be left out.
func TestOverlayHides(t *testing.T) {
	ix, _ := filled(t, Options{Link: table()}, note("a", "the sofa is red"), note("b", "the sofa is green"), note("c", "the sofa is blue"))
	newer := note("a", "the piano is red")
	newer.Version = 2
	gone := note("b", "the sofa is green")
	tests := []struct {
		name    string
		q       Query
		want    []string
		version map[string]int64 // when it is not 1
	}{
		{"none", Query{Text: "couch"}, []string{"a", "b", "c"}, nil},
		{"newer", Query{Text: "couch", Extra: []Doc{newer}, MinCosine: 0.2}, []string{"b", "c"}, nil},
		{"gone", Query{Text: "couch", Without: []string{"b", "no"}}, []string{"a", "c"}, nil},
		{"both", Query{Text: "couch", Extra: []Doc{newer}, Without: []string{"b"}, MinCosine: 0.2}, []string{"c"}, nil},
		{"gone for good", Query{Text: "green couch", Extra: []Doc{gone}, Without: []string{"b"}, MinCosine: 0.2}, []string{"a", "c"}, nil},
		{"the later counts", Query{Text: "piano", Extra: []Doc{note("a", "nothing"), newer}, MinCosine: 0.2}, []string{"a"}, map[string]int64{"a": 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits := search(t, ix, tt.q)
			if diff := cmp.Diff(tt.want, sorted(ids(hits))); diff != "" {
				t.Error(diff)
			}
			for _, h := range hits {
				if want := tt.version[h.ID]; h.Version != max(want, 1) {
					t.Errorf("version %+v", h)
				}
			}
		})
	}
}

func TestOverlayRefuses(t *testing.T) {
	ix, _ := filled(t, Options{})
	var many []string
	for i := range MaxExtra + 1 {
		many = append(many, fmt.Sprint(i))
	}
	for name, q := range map[string]Query{
		"too many":     {Text: "a", Without: many},
		"no ID":        {Text: "a", Extra: []Doc{{Kind: "note"}}},
		"wrong length": {Text: "a", Extra: []Doc{{ID: "a", Kind: "note", Vector: []float32{1}}}},
	} {
		if _, err := ix.Search(t.Context(), q); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Bounds of time are kept in words and in vectors: the first is in, the last is not.
func TestSearchTimes(t *testing.T) {
	ix, _ := filled(t, Options{Link: table()}, sentences(100)...)
	for _, tt := range []struct {
		since, until int64
		want         int
	}{{10, 20, 10}, {0, 5, 5}, {95, 0, 5}, {50, 51, 1}, {200, 300, 0}} {
		q := Query{Text: "sofa 소파 step see kitchen next", K: 100, Since: time.Unix(tt.since, 0), Until: time.Unix(tt.until, 0)}
		if tt.until == 0 {
			q.Until = time.Time{}
		}
		for _, from := range []Source{WordsOnly, VectorsOnly, WordsFirst, Both} {
			q.From = from
			hits := search(t, ix, q)
			if from == Both && len(hits) == 0 && tt.want > 0 || len(hits) > tt.want {
				t.Errorf("%d to %d, source %d: %d hits, want up to %d", tt.since, tt.until, from, len(hits), tt.want)
			}
			for _, h := range hits {
				if h.Version < tt.since || tt.until > 0 && h.Version >= tt.until {
					t.Errorf("%d to %d, source %d: %+v", tt.since, tt.until, from, h)
				}
			}
		}
	}
}
