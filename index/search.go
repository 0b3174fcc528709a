package index

import "context"

// Search gives the documents that fit a query, best first, at most Query.K. Each
// source gives its best [MaxCandidates]; they are joined by reciprocal rank
// fusion, equal scores by ID. The same documents give the same hits, in whatever
// order they were put. A text without a word finds nothing.
//
// Errors: *[InvalidError], [ErrClosed], the context's, the embedder's (a search
// by [WordsOnly] asks none), and a *[RebuildError] when a file has been damaged.
func (ix *Index) Search(ctx context.Context, q Query) ([]Hit, error) {
	q, err := q.normal()
	if err != nil {
		return nil, err
	}
	if q.From != WordsOnly && q.Vector == nil {
		vectors, err := embedAll(ctx, ix.opts.Embedder, []string{q.Text})
		if err != nil {
			return nil, err
		}
		q.Vector = vectors[0]
	}
	var hits []Hit
	err = ix.read(func(half halves) error {
		hits, err = half.search(ctx, q)
		return err
	})
	return hits, err
}

func (h halves) search(ctx context.Context, q Query) (hits []Hit, err error) {
	var byWords, byVectors []candidate
	if q.From != VectorsOnly {
		if byWords, err = h.words.search(ctx, q, MaxCandidates); err != nil {
			return nil, err
		}
	}
	if q.From != WordsOnly {
		if byVectors, err = h.vectors.search(ctx, q, MaxCandidates); err != nil {
			return nil, err
		}
	}
	for _, hit := range fuse(byWords, byVectors) {
		found, err := h.complete(&hit)
		if err != nil {
			return nil, err
		}
		if found {
			hits = append(hits, hit)
		}
		if len(hits) == q.K {
			break
		}
	}
	return hits, nil
}

// complete fills in the version of a hit. It is false for a document that was
// deleted after its source had found it.
func (h halves) complete(hit *Hit) (found bool, err error) {
	if hit.Version, found = h.vectors.version(hit.ID); found {
		return true, nil
	}
	hit.Version, found, err = h.words.version(hit.ID)
	return found, err
}
