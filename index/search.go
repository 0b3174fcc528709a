package index

import (
	"context"
	"errors"
	"sync"
)

// Search returns the documents that fit a query, best first, at most Query.K. Words and
// vectors each find at most [MaxCandidates]; the two lists are joined by reciprocal rank
// fusion, and equal scores are ordered by ID. The same documents give the same hits, in
// whatever order they were put. A text without words finds nothing, unless Query.Vector
// is set.
//
// Errors: *[InvalidError], [ErrClosed], the context's, the embedder's (never with
// [WordsOnly]), and a *[RebuildError] when a file is damaged.
func (ix *Index) Search(ctx context.Context, q Query) (hits []Hit, err error) {
	if err := checkExtra(q); err != nil {
		return nil, err
	}
	q, over, err := prepare(ctx, ix.opts.Embedder, q)
	if err != nil {
		return nil, err
	}
	err = ix.read(func(half halves) error {
		hits, err = half.search(ctx, q, over)
		return err
	})
	return hits, err
}

func (h halves) search(ctx context.Context, q Query, over overlay) (hits []Hit, err error) {
	byWords, byVectors, err := h.candidates(ctx, q, over)
	if err != nil {
		return nil, err
	}
	for _, hit := range fuse(byWords, byVectors) {
		found, err := h.complete(&hit, over)
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

// candidates searches by words and by vectors at the same time, as q.From says.
func (h halves) candidates(ctx context.Context, q Query, over overlay) (byWords, byVectors []candidate, err error) {
	var asking sync.WaitGroup
	var wordsErr, vectorsErr error
	if q.From != VectorsOnly {
		asking.Go(func() { byWords, wordsErr = h.words.search(ctx, q, over, MaxCandidates) })
	}
	if q.From == Both || q.From == VectorsOnly {
		byVectors, vectorsErr = h.vectors.search(ctx, q, over, MaxCandidates)
	}
	asking.Wait()
	if q.From == WordsFirst && wordsErr == nil {
		byVectors, vectorsErr = h.vectors.among(ctx, q, over, byWords)
	}
	return byWords, byVectors, errors.Join(wordsErr, vectorsErr)
}

// complete fills in the version of a hit. found is false for a document that was deleted
// after it was found.
func (h halves) complete(hit *Hit, over overlay) (found bool, err error) {
	if hit.Version, found = over.version(hit.ID); found {
		return true, nil
	}
	if hit.Version, found = h.vectors.version(hit.ID); found {
		return true, nil
	}
	hit.Version, found, err = h.words.version(hit.ID)
	return found, err
}
