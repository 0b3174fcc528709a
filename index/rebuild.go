package index

import (
	"context"
	"errors"
	"iter"
)

// Rebuild replaces everything in the index by the documents of docs, and sets the
// generation. Until it has finished, searches find what was there before, which also
// survives a crash. Put, Load, Delete and SetGeneration wait for it, so docs must not
// call them. Documents are taken one by one and need not all be in memory. An error that
// docs yields ends the rebuild, which then changes nothing.
func (ix *Index) Rebuild(ctx context.Context, generation uint64, docs iter.Seq2[Doc, error]) error {
	old, err := ix.begin(ctx)
	if err != nil {
		return err
	}
	defer ix.done()
	next, err := ix.create(old.number + 1)
	if err != nil {
		return err
	}
	err = ix.fill(ctx, next, docs)
	if err == nil {
		err = next.words.setGeneration(generation)
	}
	if err == nil {
		err = next.words.complete(ctx)
	}
	if err == nil {
		err = writeCurrent(ix.dir, next.number)
	}
	if err != nil {
		return errors.Join(err, next.words.close(), removeWords(ix.dir, next.number))
	}
	ix.replace(next)
	// The new state is in use already. If the old one cannot be deleted now, the next Open
	// deletes it.
	_ = old.words.close()
	_ = removeWords(ix.dir, old.number)
	return nil
}

// fill puts documents in batches.
func (ix *Index) fill(ctx context.Context, half halves, docs iter.Seq2[Doc, error]) error {
	var batch []Doc
	flush := func() error {
		ready, err := half.prepare(ctx, ix.opts.Embedder, batch)
		if err == nil {
			err = half.put(ctx, ready)
		}
		batch = batch[:0]
		return err
	}
	for d, err := range docs {
		if err == nil {
			err = d.check()
		}
		if err != nil {
			return err
		}
		if batch = append(batch, d); len(batch) < batchSize {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return flush()
}

// replace makes next the state that is searched. It waits for searches of the old one.
func (ix *Index) replace(next halves) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.half, ix.stale = next, nil
}
