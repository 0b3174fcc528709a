package index

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func house() []Doc {
	at := func(s int64) time.Time { return time.Unix(s, 0) }
	return []Doc{
		{ID: "a", Kind: "grounding", Scope: "house1", Text: "the sofa is in the living room", Time: at(1), Place: "living room", Target: "sofa", Version: 3},
		{ID: "b", Kind: "grounding", Scope: "house2", Text: "소파는 거실에 있다", Time: at(2), Place: "living room", Target: "sofa", Version: 5},
		{ID: "c", Kind: "grounding", Text: "the fridge hums in the kitchen", Time: at(3), Place: "kitchen", Version: 1},
		{ID: "d", Kind: "episodic", Scope: "house1", Text: "lost in front of the sofa", Time: at(4), Version: 9},
		{ID: "e", Kind: "episodic", Text: "냉장고는 부엌에 있다", Time: at(5), Target: "refrigerator", Version: 2},
	}
}

func TestSearchFilters(t *testing.T) {
	ix, _ := filled(t, Options{Link: table()}, house()...)
	tests := []struct {
		name string
		q    Query
		want []string // sorted
	}{
		{"any", Query{Text: "couch"}, []string{"a", "b", "d"}},
		{"Korean", Query{Text: "카우치를"}, []string{"a", "b", "d"}},
		{"kind", Query{Text: "couch", Kinds: []string{"grounding"}}, []string{"a", "b"}},
		{"two kinds", Query{Text: "couch", Kinds: []string{"grounding", "episodic"}}, []string{"a", "b", "d"}},
		{"scope", Query{Text: "couch", Scopes: []string{"house1"}}, []string{"a", "d"}},
		{"scope or everywhere", Query{Text: "couch fridge", Scopes: []string{"house1", ""}}, []string{"a", "c", "d", "e"}},
		{"everywhere alone", Query{Text: "couch fridge", Scopes: []string{""}}, []string{"c", "e"}},
		{"place", Query{Text: "couch", Places: []string{"living room"}}, []string{"a", "b"}},
		{"no place", Query{Text: "couch", Places: []string{""}}, []string{"d"}},
		{"target", Query{Text: "fridge kitchen", Targets: []string{"refrigerator"}}, []string{"e"}},
		{"all filters", Query{Text: "sofa", Kinds: []string{"grounding"}, Scopes: []string{"house2"}, Places: []string{"living room"}, Targets: []string{"sofa"}}, []string{"b"}},
		{"an empty list lets nothing pass", Query{Text: "sofa", Kinds: []string{}}, []string{}},
		{"no such kind", Query{Text: "sofa", Kinds: []string{"x"}}, []string{}},
		{"no words", Query{Text: " ?! "}, []string{}},
		{"no text", Query{}, []string{}},
	}
	for _, test := range tests {
		for from, name := range map[Source]string{Both: "both", WordsOnly: "words", VectorsOnly: "vectors", WordsFirst: "words first"} {
			t.Run(test.name+"/"+name, func(t *testing.T) {
				q := test.q
				q.From, q.MinCosine = from, 0.15
				if diff := cmp.Diff(test.want, sorted(ids(search(t, ix, q)))); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// Words first finds what words find and nothing else; vectors rank it.
func TestWordsFirst(t *testing.T) {
	ix, _ := filled(t, Options{}, []Doc{
		{ID: "far", Kind: "k", Text: "sofa", Vector: []float32{0.1, 1}}, {ID: "near", Kind: "k", Text: "sofa", Vector: []float32{1, 0.1}},
		{ID: "only by its vector", Kind: "k", Text: "lamp", Vector: []float32{1, 0}},
	}...)
	ranks := map[string][2]int{}
	for _, h := range search(t, ix, Query{Text: "sofa", Vector: []float32{1, 0}, From: WordsFirst}) {
		ranks[h.ID] = [2]int{h.Words.Rank, h.Vectors.Rank}
	}
	if diff := cmp.Diff(map[string][2]int{"far": {1, 2}, "near": {2, 1}}, ranks); diff != "" {
		t.Errorf("ranks by words and vectors (-want +got):\n%s", diff)
	}
}

// What stands in too many documents is not asked for, but never nothing.
func TestRarest(t *testing.T) {
	terms := []sought{{value: "a"}, {value: "b"}, {value: "c"}, {value: "d"}}
	for _, c := range []struct {
		counts []uint64
		want   string
	}{
		{[]uint64{5, 1, 9, 0}, "bac"}, {[]uint64{30000, 1, 19999, 0}, "bc"}, {[]uint64{50000, 0, 0, 90000}, "a"}, {[]uint64{0, 0, 0, 0}, "abcd"},
	} {
		got := ""
		for _, term := range rarest(terms, c.counts) {
			got += term.value
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.counts, got, c.want)
		}
	}
}

func TestHit(t *testing.T) {
	docs := []Doc{
		{ID: "x", Kind: "k", Text: "sofa", Vector: []float32{3, 4}, Version: 7},
		{ID: "y", Kind: "k", Text: "sofa", Vector: []float32{1, 0}, Version: 8},
		{ID: "z", Kind: "k", Text: "sofa lamp", Vector: []float32{0, 0}, Version: 9},
	}
	ix, _ := filled(t, Options{}, docs...)
	got := search(t, ix, Query{Text: "sofa", Vector: []float32{5, 0}})
	one, last := got[0].Words.Score, got[2].Words.Score
	want := []Hit{
		{ID: "x", Version: 7, Score: reciprocal(1) + reciprocal(2), Words: Part{1, one}, Vectors: Part{2, float64(float32(0.6))}},
		{ID: "y", Version: 8, Score: reciprocal(2) + reciprocal(1), Words: Part{2, one}, Vectors: Part{1, 1}},
		{ID: "z", Version: 9, Score: reciprocal(3), Words: Part{3, last}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if last <= 0 || one <= last {
		t.Errorf("word scores are %v and %v for a shorter and a longer text", one, last)
	}
	if got := ids(search(t, ix, Query{Text: "sofa", Vector: []float32{5, 0}, K: 1})); !slices.Equal(got, []string{"x"}) {
		t.Errorf("K = 1 gave %q", got)
	}
}

func TestInvalid(t *testing.T) {
	ix, _ := filled(t, Options{}, note("a", "sofa"))
	long := strings.Repeat("a", MaxID+1)
	nan := float32(math.NaN())
	puts := []struct {
		name string
		doc  Doc
		want InvalidError
	}{
		{"no id", Doc{Kind: "k"}, InvalidError{"Doc.ID", "empty", "a name"}},
		{"no kind", Doc{ID: "a"}, InvalidError{"Doc.Kind", "empty", "a name"}},
		{"long id", Doc{ID: long, Kind: "k"}, InvalidError{"Doc.ID", "513 bytes", "up to 512"}},
		{"bad scope", Doc{ID: "a", Kind: "k", Scope: "\xff"}, InvalidError{"Doc.Scope", `"\xff"`, "UTF-8"}},
		{"long text", Doc{ID: "a", Kind: "k", Text: strings.Repeat("a", MaxText+1)}, InvalidError{"Doc.Text", "65537 bytes", "up to 65536"}},
		{"not a number", Doc{ID: "a", Kind: "k", Vector: []float32{1, nan}}, InvalidError{"Doc.Vector[1]", "NaN", "a number"}},
		{"other length", Doc{ID: "a", Kind: "k", Vector: []float32{1}}, InvalidError{"Doc.Vector", "1 numbers", "512"}},
		{"empty vector", Doc{ID: "a", Kind: "k", Vector: []float32{}}, InvalidError{"Doc.Vector", "0 numbers", "512"}},
	}
	for _, test := range puts {
		t.Run("put "+test.name, func(t *testing.T) {
			checkInvalid(t, ix.Put(t.Context(), note("b", "fine"), test.doc), test.want)
		})
	}
	if n, _, err := ix.Count(); n != 1 || err != nil {
		t.Errorf("refused documents left %d, %v", n, err)
	}
	queries := []struct {
		name string
		q    Query
		want InvalidError
	}{
		{"K below", Query{K: -1}, InvalidError{"Query.K", "-1", "1 to 256"}},
		{"K above", Query{K: 257}, InvalidError{"Query.K", "257", "1 to 256"}},
		{"source", Query{From: 4}, InvalidError{"Query.From", "4", "Both, WordsOnly, VectorsOnly, WordsFirst"}},
		{"cosine", Query{MinCosine: math.NaN()}, InvalidError{"Query.MinCosine", "NaN", "0 to 1"}},
		{"text", Query{Text: strings.Repeat("a", MaxText+1)}, InvalidError{"Query.Text", "65537 bytes", "up to 65536"}},
		{"other length", Query{Vector: []float32{1}}, InvalidError{"Query.Vector", "1 numbers", "512"}},
	}
	for _, test := range queries {
		t.Run("search "+test.name, func(t *testing.T) {
			_, err := ix.Search(t.Context(), test.q)
			checkInvalid(t, err, test.want)
		})
	}
}

func checkInvalid(t *testing.T, err error, want InvalidError) {
	t.Helper()
	var got *InvalidError
	if !errors.As(err, &got) || !errors.Is(err, ErrInvalid) {
		t.Fatalf("got %v, want an InvalidError", err)
	}
	if diff := cmp.Diff(want, *got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOrder puts the same documents, many of them alike, in several orders and
// batches, with versions that are replaced and others that are deleted.
func TestOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	t.Parallel()
	docs := sentences(100)
	for i := range 270 { // more than a source gives
		docs = append(docs, note("same"+string(rune('a'+i%26))+string(rune('a'+i/26)), "the red lamp on the table by the window of the old house near the garden gate and the well"))
	}
	queries := []Query{
		{Text: "sofa in the living room", K: 50}, {Text: "냉장고가 주방에 있다", K: 50}, {Text: "lamp table window old house garden gate well red near sofa kitchen desk", K: 256},
		{Text: "bed", Places: []string{"bedroom"}, K: 20}, {Text: "red lamp", K: 256, From: WordsOnly}, {Text: "red lamp", K: 256, From: VectorsOnly},
	}
	var want [][]Hit
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 3 {
		ix, _ := filled(t, Options{Link: table()})
		for _, d := range docs[:40] { // each is a change of its own
			d.Text, d.Version = "something else "+d.Text, 0
			if round == 1 {
				if err := ix.Put(t.Context(), d, note("gone"+d.ID, d.Text)); err != nil {
					t.Fatal(err)
				}
				if err := ix.Delete(t.Context(), "gone"+d.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		shuffled := slices.Clone(docs)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for batch := range slices.Chunk(shuffled, 100+round*91) {
			if err := ix.Put(t.Context(), batch...); err != nil {
				t.Fatal(err)
			}
		}
		var got [][]Hit
		for _, q := range queries {
			got = append(got, search(t, ix, q))
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("round %d (-first +now):\n%.2000s", round, diff)
		}
	}
}

func TestVectorLimit(t *testing.T) {
	docs := sentences(30)
	slices.Reverse(docs)
	ix, _ := filled(t, Options{VectorLimit: 10}, docs...)
	other := note("other", "sofa")
	if err := ix.Put(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	got := ids(search(t, ix, Query{Text: "sofa kitchen step saw", K: 30, From: VectorsOnly}))
	for _, id := range got {
		if id < "doc000021" {
			t.Errorf("%s has a vector, and is not of the newest", id)
		}
	}
	words, vectors, err := ix.Count()
	if words != 31 || vectors != 10 || err != nil {
		t.Errorf("counts are %d and %d, %v; want 31 and 10", words, vectors, err)
	}
}

func TestReplaceAndDelete(t *testing.T) {
	ix, _ := filled(t, Options{}, note("a", "sofa"), note("b", "sofa"))
	moved := note("a", "bathtub")
	moved.Kind, moved.Version = "other", 2
	if err := ix.Put(t.Context(), moved); err != nil {
		t.Fatal(err)
	}
	if got := ids(search(t, ix, Query{Text: "sofa", MinCosine: 0.2})); !slices.Equal(got, []string{"b"}) {
		t.Errorf("the old text is found in %q", got)
	}
	if got := search(t, ix, Query{Text: "bathtub", MinCosine: 0.2}); len(got) != 1 || got[0].Version != 2 {
		t.Errorf("the new text gives %+v", got)
	}
	if err := ix.Delete(t.Context(), "b", "nobody"); err != nil {
		t.Fatal(err)
	}
	if got := search(t, ix, Query{Text: "sofa", MinCosine: 0.2}); len(got) != 0 {
		t.Errorf("the deleted one is found: %+v", got)
	}
	words, vectors, err := ix.Count()
	if words != 1 || vectors != 1 || err != nil {
		t.Errorf("counts are %d and %d, %v", words, vectors, err)
	}
}

// broken is an embedder that fails in one way.
type broken struct {
	err     error
	vectors [][]float32
}

func (broken) Name() string { return "broken" }

func (b broken) Embed(context.Context, []string) ([][]float32, error) { return b.vectors, b.err }

func TestEmbedderFails(t *testing.T) {
	away := errors.New("away")
	tests := []struct {
		name string
		e    broken
		want string
	}{
		{"error", broken{err: away}, "index: embedding with broken: away"},
		{"too few", broken{}, "index: embedder broken gave 0 vectors for 1 texts"},
		{"empty", broken{vectors: [][]float32{{}}}, "index: embedder broken gave an empty vector"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ix, _ := filled(t, Options{Embedder: test.e})
			if err := ix.Put(t.Context(), note("a", "sofa")); err == nil || err.Error() != test.want {
				t.Errorf("Put: got %v, want %s", err, test.want)
			}
			given := note("b", "sofa")
			given.Vector = []float32{1, 2}
			if err := ix.Put(t.Context(), given); err != nil {
				t.Errorf("Put with a vector: %v", err)
			}
			if _, err := ix.Search(t.Context(), Query{Text: "sofa"}); err == nil || err.Error() != test.want {
				t.Errorf("Search: got %v, want %s", err, test.want)
			}
			if got := ids(search(t, ix, Query{Text: "sofa", From: WordsOnly})); !slices.Equal(got, []string{"b"}) {
				t.Errorf("by words: %q", got)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	ix, _ := filled(t, Options{}, house()...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, from := range []Source{Both, WordsOnly, VectorsOnly, WordsFirst} {
		vector := slices.Repeat([]float32{1}, HashingDims) // given: the embedder would notice first
		if _, err := ix.Search(ctx, Query{Text: "sofa", Vector: vector, From: from}); !errors.Is(err, context.Canceled) {
			t.Errorf("Search from %d: %v", from, err)
		}
	}
	if err := ix.Put(ctx, note("x", "y")); !errors.Is(err, context.Canceled) {
		t.Errorf("Put: %v", err)
	}
}
