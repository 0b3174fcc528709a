package daemon

import (
	"sync"

	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/store"
	"navd/kv"
)

// shelf holds the book of grounding entries in RAM. Its lock is taken after
// that of an episode, never before.
type shelf struct {
	mu       sync.Mutex      // guards all below, from reading the book to the commit of what was changed
	book     *grounding.Book // nil: to be read from the store
	feedback int             // number of the newest feedback
}

// readBook runs fn on the book, which it must not change.
func (c *core) readBook(fn func(*grounding.Book) error) error {
	c.shelf.mu.Lock()
	defer c.shelf.mu.Unlock()
	if err := c.loadBook(); err != nil {
		return err
	}
	return fn(c.shelf.book)
}

// changeBook runs fn on the book, adds the versions that it made to the change
// set, and commits; commit is given the entries that have a new version, as they
// are now. A book that may differ from what is stored is dropped; the next call
// reads it again.
func (c *core) changeBook(ch *kv.Changes, fn func(*grounding.Book) error, commit func(changed []grounding.Entry) error) (err error) {
	s := &c.shelf
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := c.loadBook(); err != nil {
		return err
	}
	kept := false
	defer func() {
		if !kept {
			s.book = nil
		}
	}()
	if err := fn(s.book); err != nil {
		kept = len(s.book.Changes()) == 0
		return err
	}
	changed := s.book.Changes()
	for _, e := range changed {
		if err := store.PutGrounding(ch, e); err != nil {
			return err
		}
		store.PutOutbox(ch, c.indexer.number(), store.Due{Kind: kindGrounding, ID: e.ID})
	}
	err = commit(changed)
	if kept = err == nil; kept && len(changed) > 0 {
		c.indexer.ring()
	}
	return err
}

// warm reads the book before anybody needs it.
func (c *core) warm() {
	if err := c.readBook(func(*grounding.Book) error { return nil }); err != nil {
		c.log.Error("what users said cannot be read", "error", err)
		c.troubles.note("grounding", fault.As(err).Error(), c.now())
	}
}

// loadBook reads the book when it is not in RAM. The caller holds the lock.
func (c *core) loadBook() error {
	s := &c.shelf
	if s.book != nil {
		return nil
	}
	return c.view(func(tx *kv.Tx) error {
		book, err := store.Book(tx)
		if err != nil {
			return err
		}
		if s.feedback, err = store.LastFeedback(tx); err != nil {
			return err
		}
		s.book = book
		return nil
	})
}
