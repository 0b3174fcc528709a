package index

import (
	"context"
	"slices"
)

// batchSize is how many documents become durable at once.
const batchSize = 500

// Put adds documents, or replaces those with their IDs; of two with one ID the
// later counts. Documents without a vector get one of the embedder. They can be
// found by words after a restart; their vectors are in memory alone, see
// [Index.Load].
//
// All are checked before any is put; after another error (the context's, the
// embedder's, the disk's) the first ones may be there: putting them again does
// no harm.
func (ix *Index) Put(ctx context.Context, docs ...Doc) error {
	return ix.change(ctx, docs, func(half halves, batch []Doc) error { return half.put(ctx, batch) })
}

// Load is Put for vectors alone: for documents which are in the index already
// and lack their vectors after a restart.
func (ix *Index) Load(ctx context.Context, docs ...Doc) error {
	return ix.change(ctx, docs, func(half halves, batch []Doc) error { return half.vectors.put(ctx, batch) })
}

// change hands checked documents with vectors to put, a batch at a time.
func (ix *Index) change(ctx context.Context, docs []Doc, put func(halves, []Doc) error) error {
	if err := checkAll(docs); err != nil {
		return err
	}
	half, err := ix.begin(ctx)
	if err != nil {
		return err
	}
	defer ix.done()
	for batch := range slices.Chunk(docs, batchSize) {
		ready, err := half.prepare(ctx, ix.opts.Embedder, batch)
		if err != nil {
			return err
		}
		if err := put(half, ready); err != nil {
			return ix.note(half, err)
		}
	}
	return nil
}

func checkAll(docs []Doc) error {
	for _, d := range docs {
		if err := d.check(); err != nil {
			return err
		}
	}
	return nil
}

// prepare gives documents that can be put: each with a vector of the length of
// the others.
func (h halves) prepare(ctx context.Context, e Embedder, docs []Doc) ([]Doc, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ready, err := withVectors(ctx, e, docs)
	if err != nil {
		return nil, err
	}
	return ready, h.vectors.check(ready)
}

func (h halves) put(ctx context.Context, docs []Doc) error {
	if err := h.words.put(docs); err != nil {
		return err
	}
	return h.vectors.put(ctx, docs)
}

// Delete takes documents out; IDs that are not there are no error.
func (ix *Index) Delete(ctx context.Context, ids ...string) error {
	half, err := ix.begin(ctx)
	if err != nil {
		return err
	}
	defer ix.done()
	for batch := range slices.Chunk(ids, batchSize) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := half.words.delete(batch); err != nil {
			return ix.note(half, err)
		}
		if err := half.vectors.delete(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}
