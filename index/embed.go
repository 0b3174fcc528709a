package index

import (
	"context"
	"fmt"
)

// An Embedder turns texts into vectors that are near each other when the texts mean
// the same. It must be safe for concurrent use.
type Embedder interface {
	// Name returns the name and version of the embedder. An index that was filled
	// with another one must be rebuilt, because their vectors cannot be compared.
	Name() string

	// Embed returns one vector for each text, always of the same length; an
	// all-zero vector for a text that it can say nothing about.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// embedAll calls the embedder and checks its vectors.
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

// withVectors returns copies of the documents that all have a vector: their own, or one
// of the embedder.
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
