package daemon

import (
	"sync"

	"navd/daemon/grounding"
	"navd/daemon/journal"
	"navd/daemon/store"
	"navd/kv"
)

// entryStore holds the entries that were made of what users said in RAM; the
// store has their versions.
type entryStore struct {
	journal *journal.Journal

	mu      sync.Mutex   // guards all below; taken after an episode, never before
	set     *entrySet    // nil: to be read from the store
	settled func() error // waits for what builds on the set before; nil: nothing does
}

// entrySet is the entries as one reading of the store and the changes since gave
// them.
type entrySet struct {
	book     *grounding.Book
	feedback int      // number of the newest feedback
	chain    kv.Chain // of the changes, some of which may be under way
}

// changed tells whether the entries have versions that no change set has.
func (s *entrySet) changed() bool { return s != nil && s.book.Changed() }

// take gives the entries to a caller, who has the lock of the store of entries
// then.
func (s *entryStore) take() (set *entrySet, err error) {
	s.mu.Lock()
	defer func() {
		if set == nil {
			s.mu.Unlock()
		}
	}()
	if err := s.load(); err != nil {
		return nil, err
	}
	return s.set, nil
}

// read runs fn, which changes nothing, on the entries, and returns when all that
// it saw is stored. Where that fails, fn runs again on what is stored, and has to
// forget what it found before.
func (s *entryStore) read(fn func(*grounding.Book) error) error {
	for {
		set, pending, err := s.readOnce(fn)
		if set == nil || pending() == nil {
			return err
		}
		s.lockAndDrop(set)
	}
}

// readOnce is one try of read. There is no set when the store cannot be read.
func (s *entryStore) readOnce(fn func(*grounding.Book) error) (set *entrySet, pending func() error, err error) {
	set, err = s.take()
	if err != nil {
		return nil, nil, err
	}
	defer s.mu.Unlock()
	return set, set.chain.Pending(), fn(set.book)
}

// load reads the entries from the store when they are not in RAM. The caller holds
// the lock.
func (s *entryStore) load() error {
	if s.set != nil {
		return nil
	}
	if s.settled != nil { // what was dropped may have been stored in part
		_ = s.settled()
	}
	return s.journal.View(func(tx *kv.Tx) error {
		book, err := store.Book(tx)
		if err != nil {
			return err
		}
		last, err := store.LastFeedback(tx)
		if err != nil {
			return err
		}
		s.set, s.settled = &entrySet{book: book, feedback: last}, nil
		return nil
	})
}

// drop forgets a set that may differ from what is stored. The caller holds the
// lock.
func (s *entryStore) drop(set *entrySet) {
	if s.set == set {
		s.set, s.settled = nil, set.chain.Pending()
	}
}

func (s *entryStore) lockAndDrop(set *entrySet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(set)
}

// alone gives a caller the entries in the store to itself, none in RAM, until release.
// What changed them before is stored, or is not and never will be.
func (s *entryStore) alone() (release func()) {
	s.mu.Lock()
	if s.set != nil {
		s.drop(s.set)
	}
	if s.settled != nil {
		_ = s.settled() // whoever made that change is told
		s.settled = nil
	}
	return s.mu.Unlock
}

// stored waits until what changed the entries so far is stored, for a caller who
// holds them and goes on to read the store.
func (s *entrySet) stored() error { return store.Fault(s.chain.Pending()()) }

// warm reads the entries, and what was learned, before anybody needs them.
func (c *core) warm() {
	c.evaluations.warm(c)
	if _, err := c.shelf.inForce(); err != nil {
		c.trouble("knowledge", "what was learned cannot be read", err)
	}
	if err := c.entries.read(func(*grounding.Book) error { return nil }); err != nil {
		c.trouble("grounding", "what users said cannot be read", err)
	}
}
