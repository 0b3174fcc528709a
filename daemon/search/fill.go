package search

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
func (e *Engine) pages(s source) iter.Seq2[[]Document, error] {
	return func(yield func([]Document, error) bool) {
		before := ""
		for {
			var page []Document
			err := e.Journal.View(func(tx *kv.Tx) error {
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
				err = e.ctx.Err()
			}
			if !yield(page, err) || err != nil || len(page) < pageOf {
				return
			}
			before = page[len(page)-1].ID
		}
	}
}

// rebuild fills the index from the store. Searches read the store meanwhile:
// what the old state would give them is not to be trusted. What changes while it
// runs is in the outbox, which is left as it is.
func (e *Engine) rebuild(ix *index.Index, reason string) error {
	e.hide()
	e.filling(reason)
	e.Log.Info("the index is filled from the store", "reason", reason)
	generation, last, err := e.progress()
	if err != nil {
		return err
	}
	all := func(yield func(index.Doc, error) bool) {
		for _, s := range e.sources {
			for page, err := range e.pages(s) {
				if err != nil {
					yield(index.Doc{}, err)
					return
				}
				for _, d := range page {
					if !yield(d.Doc, nil) {
						return
					}
				}
				e.filled(len(page))
			}
		}
	}
	if err := e.within(0, func() error { return ix.Rebuild(e.ctx, generation, all) }); err != nil {
		return err
	}
	e.covered = last
	e.show(ix)
	return nil
}

// progress gives up to where the index has taken the outbox in, and the highest number
// that the outbox has given.
func (e *Engine) progress() (indexed, last uint64, err error) {
	err = e.Journal.View(func(tx *kv.Tx) (err error) {
		if indexed, err = store.LastIndexed(tx); err != nil {
			return err
		}
		last, err = store.LastDue(tx)
		return err
	})
	return indexed, last, err
}

// load gives the index the vectors that it keeps in memory alone, the newest
// documents of each kind and scope.
func (e *Engine) load(ix *index.Index) error {
	e.filling("")
	type box struct{ kind, scope string }
	sizes := map[box]int{}
	for _, s := range e.sources {
		for page, err := range e.pages(s) {
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
			if err := e.within(e.pace.write, func() error { return ix.Load(e.ctx, docs...) }); err != nil {
				return err
			}
			e.filled(len(page))
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
func (e *Engine) drain(ix *index.Index) (more bool, err error) {
	d, err := e.readDue()
	if err != nil || len(d.numbers)+len(d.bad) == 0 {
		return false, err
	}
	return e.take(ix, d)
}

// take gives documents to the index, then its generation, and then takes their
// entries out of the outbox. A crash in between does it once more, with the same
// result. An entry that cannot be read may have been any document: the index is
// to be filled again first.
func (e *Engine) take(ix *index.Index, d due) (more bool, err error) {
	if len(d.bad) > 0 && slices.Max(d.bad) > e.covered {
		return false, &index.RebuildError{Reason: "what it should have been told cannot be read"}
	}
	generation, err := ix.Generation()
	if err != nil {
		return false, err
	}
	generation = max(generation, slices.Max(slices.Concat(d.numbers, d.bad)))
	err = e.within(e.pace.write, func() error {
		if err := ix.Delete(e.ctx, d.gone...); err != nil {
			return err
		}
		if err := e.put(ix, d.docs); err != nil {
			return err
		}
		return ix.SetGeneration(e.ctx, generation)
	})
	if err != nil {
		return false, err
	}
	c := e.Journal.New()
	c.MakesRoom = true // the outbox gets shorter
	store.Indexed(&c.Changes, generation, slices.Concat(d.numbers, d.bad)...)
	if err := c.Commit(context.Background(), nil); err != nil {
		return false, err
	}
	return len(d.numbers)+len(d.bad) == pageOf, nil
}

// put puts documents. One that the index refuses, which no source should give,
// is left out: it would hold up the others for good.
func (e *Engine) put(ix *index.Index, docs []index.Doc) error {
	err := ix.Put(e.ctx, docs...)
	if !errors.Is(err, index.ErrInvalid) {
		return err
	}
	for _, d := range docs {
		err := ix.Put(e.ctx, d)
		if errors.Is(err, index.ErrInvalid) {
			e.Log.Error("a document cannot be found", "id", d.ID, "error", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// readDue reads what is due as it is now, each document once.
func (e *Engine) readDue() (d due, err error) {
	err = e.Journal.View(func(tx *kv.Tx) error {
		dues, bad, err := store.Outbox(tx, pageOf, false)
		if err != nil {
			return err
		}
		d.bad = bad
		for _, due := range dues {
			d.numbers = append(d.numbers, due.N)
		}
		d.docs, d.gone, err = e.documents(tx, dues)
		return err
	})
	return d, err
}

// documents gives those that are named, each once, and the names of those that
// are not there. What cannot be read cannot be found.
func (e *Engine) documents(tx *kv.Tx, dues []store.Due) (docs []index.Doc, gone []string, err error) {
	seen := map[string]bool{}
	for _, due := range dues {
		name := docID(due.Kind, due.ID)
		if seen[name] {
			continue
		}
		seen[name] = true
		d, there, err := e.get(tx, due.Kind, due.ID)
		if err != nil && !fault.Is(err, fault.Corrupt) {
			return nil, nil, err
		}
		if err == nil && there {
			docs = append(docs, d.Doc)
		} else {
			gone = append(gone, name)
		}
	}
	return docs, gone, nil
}

// get reads a document; a kind that no source gives has none.
func (e *Engine) get(tx *kv.Tx, kind, id string) (d Document, found bool, err error) {
	for _, s := range e.sources {
		if s.kind == kind {
			return s.get(tx, id)
		}
	}
	return d, false, nil
}

// Forget adds to a change that deletes an episode that its documents are due.
func (e *Engine) Forget(tx *kv.Tx, c *journal.Change, episode string) error {
	for _, s := range e.sources {
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
