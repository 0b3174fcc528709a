package index

import (
	"context"
	"fmt"
)

// An Embedder turns texts into vectors that are near each other when the texts
// mean the same. It is called by many goroutines at once.
type Embedder interface {
	// Name tells the embedder and its version. An index filled by another one
	// is to be rebuilt, because their vectors do not compare.
	Name() string

	// Embed gives one vector for each text, all of one length that never
	// changes; an all-zero vector for a text it can say nothing about.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// embedAll calls the embedder and checks what it gave.
func embedAll(ctx context.Context, e Embedder, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("index: embedding with %s: %w", e.Name(), err)
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("index: embedder %s gave %d vectors for %d texts", e.Name(), len(vectors), len(texts))
	}
	for _, v := range vectors {
		if err := checkVector("embedder "+e.Name(), v); err != nil {
			return nil, err
		}
		if len(v) == 0 {
			return nil, fmt.Errorf("index: embedder %s gave an empty vector", e.Name())
		}
	}
	return vectors, nil
}

// withVectors gives the documents with a vector each: their own or one of the
// embedder's. The documents given stay as they are.
func withVectors(ctx context.Context, e Embedder, docs []Doc) ([]Doc, error) {
	var texts []string
	for _, d := range docs {
		if d.Vector == nil {
			texts = append(texts, d.Text)
		}
	}
	vectors, err := embedAll(ctx, e, texts)
	if err != nil {
		return nil, err
	}
	out := make([]Doc, len(docs))
	for i, d := range docs {
		if d.Vector == nil {
			d.Vector, vectors = vectors[0], vectors[1:]
		}
		out[i] = d
	}
	return out, nil
}
