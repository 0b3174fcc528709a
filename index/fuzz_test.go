package index

import (
	"testing"
)

func FuzzSearch(f *testing.F) {
	for _, s := range []string{"", "sofa", "소파는", "text:sofa +bed -x", `"quoted`, "a*~2^9", "\x00\xff", "거실 living_room TV장은"} {
		f.Add(s, "note", "", 3)
	}
	ix, _ := filled(f, Options{Link: table()}, sentences(50)...)
	f.Fuzz(func(t *testing.T, text, kind, scope string, k int) {
		q := Query{Text: text, Kinds: []string{kind}, Scopes: []string{scope}, K: k}
		hits, err := ix.Search(t.Context(), q)
		if _, invalid := q.normal(); (invalid != nil) != (err != nil) {
			t.Fatalf("error %v of a query that is %v", err, invalid)
		}
		if (kind != "note" || scope != "") && len(hits) > 0 {
			t.Errorf("%d hits of kind %q and scope %q", len(hits), kind, scope)
		}
		for i, h := range hits {
			if h.Words.Rank == 0 && h.Vectors.Rank == 0 || i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("hit %d: %+v", i, h)
			}
		}
		if again, err := ix.Search(t.Context(), q); err != nil && len(again) != len(hits) {
			t.Errorf("again: %v, %d hits and %d", err, len(hits), len(again))
		}
	})
}
