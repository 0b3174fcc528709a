package index

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// naiveFusion says what fusion is, one document at a time.
func naiveFusion(words, vectors []candidate) []Hit {
	found := map[string]bool{}
	for _, c := range slices.Concat(words, vectors) {
		found[c.id] = true
	}
	part := func(list []candidate, id string) Part {
		for i, c := range list {
			if c.id == id {
				return Part{Rank: i + 1, Score: c.score}
			}
		}
		return Part{}
	}
	var hits []Hit
	for _, id := range slices.Sorted(maps.Keys(found)) {
		h := Hit{ID: id, Words: part(words, id), Vectors: part(vectors, id)}
		for _, rank := range []int{h.Words.Rank, h.Vectors.Rank} {
			if rank > 0 {
				h.Score += 1 / (60 + float64(rank))
			}
		}
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

func TestFusionIsTheNaiveOne(t *testing.T) {
	list := rapid.Custom(func(t *rapid.T) []candidate {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-h]{1,2}`), 0, 20, rapid.ID[string]).Draw(t, "ids")
		out := []candidate{}
		for _, id := range names {
			out = append(out, candidate{id, float64(rapid.IntRange(0, 5).Draw(t, "score"))})
		}
		return best(out, rapid.IntRange(0, 20).Draw(t, "n"))
	})
	rapid.Check(t, func(t *rapid.T) {
		words, vectors := list.Draw(t, "words"), list.Draw(t, "vectors")
		want, got := naiveFusion(words, vectors), fuse(words, vectors)
		if len(want) == 0 && len(got) == 0 {
			return
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestBest(t *testing.T) {
	in := []candidate{{"b", 1}, {"c", 2}, {"a", 1}, {"d", 0}}
	want := []candidate{{"c", 2}, {"a", 1}, {"b", 1}}
	if got := best(in, 3); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
