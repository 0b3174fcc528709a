package index_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"navd/index"
)

func Example() {
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	names := map[string][]string{"sofa": {"object/sofa"}, "couch": {"object/sofa"}, "소파": {"object/sofa"}}
	link := index.Linker{Name: "furniture/1", Concepts: func(name string) []string { return names[name] }}
	ix, err := index.Open(dir, index.Options{Link: link})
	if err != nil {
		log.Fatal(err)
	}
	defer ix.Close()

	ctx := context.Background()
	if stale := ix.Stale(); stale != nil {
		fmt.Println(stale)
		source := func(yield func(index.Doc, error) bool) {
			_ = yield(index.Doc{ID: "g1", Kind: "grounding", Text: "소파는 창가에 있다", Version: 2}, nil) &&
				yield(index.Doc{ID: "g2", Kind: "grounding", Text: "the kitchen is green", Version: 1}, nil)
		}
		if err := ix.Rebuild(ctx, 41, source); err != nil {
			log.Fatal(err)
		}
	}
	if err := ix.Put(ctx, index.Doc{ID: "g3", Kind: "grounding", Text: "a couch blocks the door", Version: 1}); err != nil {
		log.Fatal(err)
	}
	if err := ix.SetGeneration(ctx, 42); err != nil {
		log.Fatal(err)
	}
	hits, err := ix.Search(ctx, index.Query{Text: "where is the sofa", Kinds: []string{"grounding"}, MinCosine: 0.2})
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range hits {
		fmt.Println(h.ID, h.Version)
	}
	// Output:
	// index: must be rebuilt: it is new
	// g1 2
	// g3 1
}

func ExampleHashing() {
	vectors, err := index.Hashing{}.Embed(context.Background(), []string{"the red sofa", "a sofa, red", "cold bath"})
	if err != nil {
		log.Fatal(err)
	}
	cosine := func(a, b []float32) (sum float32) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	fmt.Println(cosine(vectors[0], vectors[1]) > 0.8, cosine(vectors[0], vectors[2]) > 0.2)
	// Output: true false
}
