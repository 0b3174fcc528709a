package index

import (
	"context"
	"slices"
)

// batchSize is how many documents become durable at once.
const batchSize = 500

// Put adds documents, or replaces those with the same IDs; of two with the same ID the
// later one counts. The embedder makes the vectors of documents that have none. After a
// restart the documents can be found by words; their vectors are in memory only, see
// [Index.Load].
//
// All documents are checked before any is put. After another error (the context's, the
// embedder's, the disk's) some may have been put: it does no harm to put them again.
func (ix *Index) Put(ctx context.Context, docs ...Doc) error {
	return ix.change(ctx, docs, func(half halves, batch []Doc) error { return half.put(ctx, batch) })
}

// Load is Put for the vectors only: for documents that are in the index already, but
// whose vectors were lost with the last process.
func (ix *Index) Load(ctx context.Context, docs ...Doc) error {
	return ix.change(ctx, docs, func(half halves, batch []Doc) error { return half.vectors.put(ctx, batch) })
}

// change checks documents and calls put with batches of them, with their vectors.
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

// prepare returns the documents with vectors, all of the index's length.
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

// Delete removes documents. IDs that are not in the index are ignored.
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
