package index

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// tenThousand is the size that the figures of this package are for.
const tenThousand = 10_000

func BenchmarkPut(b *testing.B) {
	docs := sentences(tenThousand)
	for b.Loop() {
		b.StopTimer()
		ix, _ := filled(b, Options{Link: table()})
		b.StartTimer()
		if err := ix.Put(b.Context(), docs...); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(tenThousand*b.N)/b.Elapsed().Seconds(), "docs/s")
}

func BenchmarkSearch(b *testing.B) {
	ix, _ := filled(b, Options{Link: table()}, sentences(tenThousand)...)
	for _, bench := range []struct {
		name string
		q    Query
	}{
		{"both", Query{Text: "where is the sofa in the living room"}},
		{"korean", Query{Text: "거실에 있는 소파는 어디에 있나요"}},
		{"words", Query{Text: "where is the sofa in the living room", From: WordsOnly}},
		{"vectors", Query{Text: "where is the sofa in the living room", From: VectorsOnly}},
		{"filtered", Query{Text: "where is the sofa", Kinds: []string{"note"}, Scopes: []string{""}, Places: []string{"kitchen"}}},
		{"long", Query{Text: strings.Repeat("the sofa kitchen desk plant bed step saw next fridge toilet 주방에는 냉장고가 있다 ", 4)}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := ix.Search(b.Context(), bench.q); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

func BenchmarkEmbed(b *testing.B) {
	h := Hashing{Link: table()}
	text := strings.Repeat("the sofa is next to the window, 소파는 창가에 있다. ", 4)
	for b.Loop() {
		h.embed(text)
	}
}
