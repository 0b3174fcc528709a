package daemon

import (
	"sync"

	"navd/daemon/grounding"
	"navd/daemon/store"
	"navd/kv"
)

// entryStore holds in RAM the entries that were made from what users said. Their versions
// are in the store.
type entryStore struct {
	c *core

	mu      sync.Mutex   // guards all below; taken after an episode, never before
	set     *entrySet    // nil: to be read from the store
	settled func() error // waits for the changes of the set that was dropped; nil: none
}

// entrySet has the entries as they were read from the store, with later changes.
type entrySet struct {
	book     *grounding.Book
	feedback int      // number of the newest feedback
	chain    kv.Chain // of the changes; some may not be stored yet
}

// changed tells whether the entries have new versions that are in no change set yet.
func (s *entrySet) changed() bool { return s != nil && s.book.Changed() }

// take locks the store of entries and gives the entries. The caller unlocks it, unless
// there is an error.
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

// read runs fn, which changes nothing, on the entries, and returns when all entries that
// fn saw are stored. When storing them fails, fn runs again on what is stored, and must
// discard its earlier result.
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

// alone locks the entries until release, and drops those in RAM. It first waits until
// every earlier change is stored or has failed.
func (es *entryStore) alone() (release func()) {
	es.mu.Lock()
	if es.set != nil {
		es.drop(es.set)
	}
	if es.settled != nil {
		_ = es.settled() // whoever made the change gets the error
		es.settled = nil
	}
	return es.mu.Unlock
}

// stored waits until all changes of the entries so far are stored. The caller holds the
// entries, and reads the store next.
func (s *entrySet) stored() error { return store.Fault(s.chain.Pending()()) }

// warm reads the entries, and what was learned, before anybody needs them.
func (es *entryStore) warm() {
	es.c.learned.evaluations.warm()
	if _, err := es.c.learned.inForce(); err != nil {
		es.c.trouble("knowledge", "what was learned cannot be read", err)
	}
	if err := es.read(func(*grounding.Book) error { return nil }); err != nil {
		es.c.trouble("grounding", "what users said cannot be read", err)
	}
}
