package index

import (
	"context"
	"errors"
	"sync"
)

// Search gives the documents that fit a query, best first, at most Query.K. Each
// source gives its best [MaxCandidates]; they are joined by reciprocal rank
// fusion, equal scores by ID. The same documents give the same hits, in whatever
// order they were put. A text without a word finds nothing.
//
// Errors: *[InvalidError], [ErrClosed], the context's, the embedder's (a search
// by [WordsOnly] asks none), and a *[RebuildError] when a file has been damaged.
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

// candidates asks both sources at once.
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

// complete fills in the version of a hit. It is false for a document that was
// deleted after its source had found it.
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
