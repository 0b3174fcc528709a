package index

import (
	"context"
	"fmt"
)

// search gives the n documents most similar to a vector. An all-zero vector
// finds nothing, as does any when there are no vectors.
func (v *vectors) search(ctx context.Context, q Query, n int) ([]candidate, error) {
	unit := normalised(q.Vector)
	v.mu.RLock()
	defer v.mu.RUnlock()
	if unit == nil || v.dims == 0 {
		return nil, nil
	}
	if len(unit) != v.dims {
		return nil, wrongDims("Query.Vector", len(unit), v.dims)
	}
	q.Vector = unit
	var all []candidate
	for where, c := range v.boxes {
		if !allows(q.Kinds, where.kind) || !allows(q.Scopes, where.scope) {
			continue
		}
		found, err := c.search(ctx, q, n)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return best(all, n), nil
}

// search gives the n most similar documents of a collection that pass the
// filters, and more when there are equal ones at the end: chromem keeps any of
// them, so it is asked again until the row of equal ones has come to its end.
func (c *collection) search(ctx context.Context, q Query, n int) ([]candidate, error) {
	size := n + slack
	if q.Places != nil || q.Targets != nil {
		size = len(c.docs) // who passes is known only afterwards
	}
	for ; ; size *= 2 {
		size = min(size, len(c.docs))
		found, err := c.vectors.QueryEmbedding(ctx, q.Vector, size, nil, nil)
		if err == nil {
			err = ctx.Err() // chromem gives what it has when its context ends
		}
		if err != nil {
			return nil, fmt.Errorf("index: searching vectors: %w", err)
		}
		if size == len(c.docs) || found[n-1].Similarity != found[len(found)-1].Similarity {
			out := make([]candidate, 0, len(found))
			for _, f := range found {
				if c.passes(f.ID, float64(f.Similarity), q) {
					out = append(out, candidate{id: f.ID, score: float64(f.Similarity)})
				}
			}
			return out, nil
		}
	}
}

func (c *collection) passes(id string, cosine float64, q Query) bool {
	e := c.docs[id]
	return cosine > 0 && cosine >= q.MinCosine && allows(q.Places, e.place) && allows(q.Targets, e.target)
}
