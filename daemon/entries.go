package daemon

import (
	"sync"

	"navd/daemon/grounding"
	"navd/daemon/store"
	"navd/kv"
)

// entryStore holds the entries that were made of what users said in RAM; the
// store has their versions.
type entryStore struct {
	c *core

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
func (es *entryStore) take() (set *entrySet, err error) {
	es.mu.Lock()
	defer func() {
		if set == nil {
			es.mu.Unlock()
		}
	}()
	if err := es.load(); err != nil {
		return nil, err
	}
	return es.set, nil
}

// read runs fn, which changes nothing, on the entries, and returns when all that
// it saw is stored. Where that fails, fn runs again on what is stored, and has to
// forget what it found before.
func (es *entryStore) read(fn func(*grounding.Book) error) error {
	for {
		set, pending, err := es.readOnce(fn)
		if set == nil || pending() == nil {
			return err
		}
		es.lockAndDrop(set)
	}
}

// readOnce is one try of read. There is no set when the store cannot be read.
func (es *entryStore) readOnce(fn func(*grounding.Book) error) (set *entrySet, pending func() error, err error) {
	set, err = es.take()
	if err != nil {
		return nil, nil, err
	}
	defer es.mu.Unlock()
	return set, set.chain.Pending(), fn(set.book)
}

// load reads the entries from the store when they are not in RAM. The caller holds
// the lock.
func (es *entryStore) load() error {
	if es.set != nil {
		return nil
	}
	if es.settled != nil { // what was dropped may have been stored in part
		_ = es.settled()
	}
	return es.c.journal.View(func(tx *kv.Tx) error {
		book, err := store.Book(tx)
		if err != nil {
			return err
		}
		last, err := store.LastFeedback(tx)
		if err != nil {
			return err
		}
		es.set, es.settled = &entrySet{book: book, feedback: last}, nil
		return nil
	})
}

// drop forgets a set that may differ from what is stored. The caller holds the
// lock.
func (es *entryStore) drop(set *entrySet) {
	if es.set == set {
		es.set, es.settled = nil, set.chain.Pending()
	}
}

func (es *entryStore) lockAndDrop(set *entrySet) {
	es.mu.Lock()
	defer es.mu.Unlock()
	es.drop(set)
}

// alone gives a caller the entries in the store to itself, none in RAM, until release.
// What changed them before is stored, or is not and never will be.
func (es *entryStore) alone() (release func()) {
	es.mu.Lock()
	if es.set != nil {
		es.drop(es.set)
	}
	if es.settled != nil {
		_ = es.settled() // whoever made that change is told
		es.settled = nil
	}
	return es.mu.Unlock
}

// stored waits until what changed the entries so far is stored, for a caller who
// holds them and goes on to read the store.
func (s *entrySet) stored() error { return store.Fault(s.chain.Pending()()) }

// warm reads the entries, and what was learned, before anybody needs them.
func (es *entryStore) warm() {
	es.c.learned.evaluations.warm(es.c)
	if _, err := es.c.learned.inForce(); err != nil {
		es.c.trouble("knowledge", "what was learned cannot be read", err)
	}
	if err := es.read(func(*grounding.Book) error { return nil }); err != nil {
		es.c.trouble("grounding", "what users said cannot be read", err)
	}
}
