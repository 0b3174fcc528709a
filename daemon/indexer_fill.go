package daemon

import (
	"context"
	"errors"
	"iter"
	"slices"

	"navd/daemon/fault"
	"navd/daemon/journal"
	"navd/daemon/store"
	"navd/index"
	"navd/kv"
)

// pageOf is how many documents, or entries of the outbox, are read at a time: a
// view of the store that is open for long holds up commits.
const pageOf = 500

// pages gives every document of a kind, newest first, a page in a transaction of
// its own.
func (x *indexer) pages(s source) iter.Seq2[[]document, error] {
	return func(yield func([]document, error) bool) {
		before := ""
		for {
			var page []document
			err := x.c.view(func(tx *kv.Tx) error {
				for d, err := range s.all(tx, before) {
					if err != nil {
						return err
					}
					if page = append(page, d); len(page) == pageOf {
						break
					}
				}
				return nil
			})
			if err == nil {
				err = x.c.ctx.Err()
			}
			if !yield(page, err) || err != nil || len(page) < pageOf {
				return
			}
			before = page[len(page)-1].id
		}
	}
}

// rebuild fills the index from the store. Searches read the store meanwhile:
// what the old state would give them is not to be trusted. What changes while it
// runs is in the outbox, which is left as it is.
func (x *indexer) rebuild(ix *index.Index, reason string) error {
	x.hide()
	x.filling(reason)
	x.c.log.Info("the index is filled from the store", "reason", reason)
	var generation, last uint64
	err := x.c.view(func(tx *kv.Tx) (err error) {
		if generation, err = store.LastIndexed(tx); err != nil {
			return err
		}
		last, err = store.LastDue(tx)
		return err
	})
	if err != nil {
		return err
	}
	all := func(yield func(index.Doc, error) bool) {
		for _, s := range x.sources {
			for page, err := range x.pages(s) {
				if err != nil {
					yield(index.Doc{}, err)
					return
				}
				for _, d := range page {
					if !yield(d.Doc, nil) {
						return
					}
				}
				x.filled(len(page))
			}
		}
	}
	if err := x.within(0, func() error { return ix.Rebuild(x.c.ctx, generation, all) }); err != nil {
		return err
	}
	x.covered = last
	x.show(ix)
	return nil
}

// load gives the index the vectors that it keeps in memory alone, the newest
// documents of each kind and scope.
func (x *indexer) load(ix *index.Index) error {
	x.filling("")
	type box struct{ kind, scope string }
	sizes := map[box]int{}
	for _, s := range x.sources {
		for page, err := range x.pages(s) {
			if err != nil {
				return err
			}
			var docs []index.Doc
			for _, d := range page {
				b := box{d.Kind, d.Scope}
				if sizes[b]++; sizes[b] <= index.MaxVectors {
					docs = append(docs, d.Doc)
				}
			}
			if err := x.within(x.pace.write, func() error { return ix.Load(x.c.ctx, docs...) }); err != nil {
				return err
			}
			x.filled(len(page))
		}
	}
	return nil
}

// due are the documents that a round takes from the outbox to the index.
type due struct {
	numbers []uint64
	docs    []index.Doc
	gone    []string
	bad     []uint64 // entries that cannot be read
}

// drain takes one page of the outbox into the index, and tells whether there is
// more.
func (x *indexer) drain(ix *index.Index) (more bool, err error) {
	d, err := x.readDue()
	if err != nil || len(d.numbers)+len(d.bad) == 0 {
		return false, err
	}
	return x.take(ix, d)
}

// take gives documents to the index, then its generation, and then takes their
// entries out of the outbox. A crash in between does it once more, with the same
// result. An entry that cannot be read may have been any document: the index is
// to be filled again first.
func (x *indexer) take(ix *index.Index, d due) (more bool, err error) {
	if len(d.bad) > 0 && slices.Max(d.bad) > x.covered {
		return false, &index.RebuildError{Reason: "what it should have been told cannot be read"}
	}
	generation, err := ix.Generation()
	if err != nil {
		return false, err
	}
	generation = max(generation, slices.Max(slices.Concat(d.numbers, d.bad)))
	err = x.within(x.pace.write, func() error {
		if err := ix.Delete(x.c.ctx, d.gone...); err != nil {
			return err
		}
		if err := x.put(ix, d.docs); err != nil {
			return err
		}
		return ix.SetGeneration(x.c.ctx, generation)
	})
	if err != nil {
		return false, err
	}
	w := x.c.write()
	store.Indexed(&w.Changes, generation, slices.Concat(d.numbers, d.bad)...)
	if err := w.commit(context.Background(), nil); err != nil {
		return false, err
	}
	return len(d.numbers) == pageOf, nil
}

// put puts documents. One that the index refuses, which no source should give,
// is left out: it would hold up the others for good.
func (x *indexer) put(ix *index.Index, docs []index.Doc) error {
	err := ix.Put(x.c.ctx, docs...)
	if !errors.Is(err, index.ErrInvalid) {
		return err
	}
	for _, d := range docs {
		err := ix.Put(x.c.ctx, d)
		if errors.Is(err, index.ErrInvalid) {
			x.c.log.Error("a document cannot be found", "id", d.ID, "error", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// readDue reads what is due as it is now, each document once.
func (x *indexer) readDue() (d due, err error) {
	err = x.c.view(func(tx *kv.Tx) error {
		dues, bad, err := store.Outbox(tx, pageOf, false)
		if err != nil {
			return err
		}
		d.bad = bad
		for _, e := range dues {
			d.numbers = append(d.numbers, e.N)
		}
		found, gone, err := x.documents(tx, dues)
		for _, f := range found {
			d.docs = append(d.docs, f.Doc)
		}
		d.gone = gone
		return err
	})
	return d, err
}

// documents gives those that are named, each once, and the names of those that
// are not there. What cannot be read cannot be found.
func (x *indexer) documents(tx *kv.Tx, dues []store.Due) (found []document, gone []string, err error) {
	seen := map[string]bool{}
	for _, e := range dues {
		name := docID(e.Kind, e.ID)
		if seen[name] {
			continue
		}
		seen[name] = true
		d, there, err := x.get(tx, e.Kind, e.ID)
		if err != nil && !fault.Is(err, fault.Corrupt) {
			return nil, nil, err
		}
		if err == nil && there {
			found = append(found, d)
		} else {
			gone = append(gone, name)
		}
	}
	return found, gone, nil
}

// get reads a document; a kind that no source gives has none.
func (x *indexer) get(tx *kv.Tx, kind, id string) (d document, found bool, err error) {
	for _, s := range x.sources {
		if s.kind == kind {
			return s.get(tx, id)
		}
	}
	return d, false, nil
}

// forget adds to a change set that deletes an episode that its documents are due.
func (x *indexer) forget(tx *kv.Tx, c *journal.Change, episode string) error {
	for _, s := range x.sources {
		ids, err := s.ids(tx, episode)
		if err != nil {
			return err
		}
		for _, id := range ids {
			c.Due(s.kind, id, episode)
		}
	}
	return nil
}
