package daemon

import (
	"sync"
	"sync/atomic"

	"navd/daemon/item"
	"navd/daemon/journal"
	"navd/daemon/knowledge"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/kv"
)

// shelf holds what was learned in RAM; the store has its versions. Who changes it
// has it alone until the change is stored: that happens when people speak, not when
// robots move. Plans read the laws without waiting for anybody.
type shelf struct {
	journal *journal.Journal
	shown   atomic.Pointer[inUse] // what plans are given; nil: to be read

	mu        sync.Mutex // guards all below; taken after an episode, never before
	book      *knowledge.Book
	queued    []int             // numbers of the feedback that is left to do, oldest first
	feedback  int               // number of the newest feedback
	proposals int               // number of the newest proposal
	lines     int               // number of the newest line of the log
	bodies    map[string]string // by the hash of a body: the item, or the proposal that is open or rejected
}

// inUse is what of the items plans are given. It is never changed.
type inUse struct {
	laws     []*knowledge.Law // rules, by id
	memories []knowledge.Item // by id
}

// take gives the shelf to a caller, who has its lock then.
func (s *shelf) take() error {
	s.mu.Lock()
	err := s.load()
	if err != nil {
		s.mu.Unlock()
	}
	return err
}

// load reads the items when they are not in RAM. The caller holds the lock.
func (s *shelf) load() error {
	if s.book != nil {
		return nil
	}
	return s.journal.View(func(tx *kv.Tx) (err error) {
		book, err := store.KnowledgeBook(tx)
		if err != nil {
			return err
		}
		if s.queued, s.feedback, err = store.QueuedSubmissions(tx); err != nil {
			return err
		}
		if s.lines, err = store.LastKnowledgeLine(tx); err != nil {
			return err
		}
		s.bodies, s.proposals = map[string]string{}, 0
		for p, err := range store.Proposals(tx, 0) {
			if err != nil {
				return err
			}
			n, _ := knowledge.ProposalNumber(p.ID)
			if s.proposals = max(s.proposals, n); p.Standing != knowledge.Approved && p.Operation != knowledge.Delete {
				s.bodies[p.Body.Hash()] = p.ID
			}
		}
		for i := range book.All() {
			if i.Status == item.Active {
				s.bodies[i.Body.Hash()] = i.ID
			}
		}
		s.book = book
		return nil
	})
}

// active lists the items in use, by number.
func (s *shelf) active() (items []knowledge.Item) {
	for i := range s.book.All() {
		if i.Status == item.Active {
			items = append(items, i)
		}
	}
	return items
}

// show gives plans what is in use now. A rule that was in use already stays as it was
// compiled. The caller holds the lock.
func (s *shelf) show() {
	had := map[string]*knowledge.Law{}
	if old := s.shown.Load(); old != nil {
		for _, l := range old.laws {
			had[l.Ref] = l
		}
	}
	now := &inUse{}
	for i := range s.book.All() {
		switch {
		case i.Status != item.Active:
		case i.Kind == knowledge.Memory:
			now.memories = append(now.memories, i)
		case i.Kind == knowledge.Rule:
			l := had[i.Ref()]
			if l == nil {
				l, _ = knowledge.Enact(i) // it was checked when it was approved
			}
			if l != nil {
				now.laws = append(now.laws, l)
			}
		}
	}
	s.shown.Store(now)
}

// inForce gives what is in use in a scene.
func (s *shelf) inForce(scene string) (now inUse, err error) {
	all := s.shown.Load()
	if all == nil {
		if err := s.take(); err != nil {
			return now, err
		}
		s.show()
		all = s.shown.Load()
		s.mu.Unlock()
	}
	for _, l := range all.laws {
		if l.Scope.Holds(scene) {
			now.laws = append(now.laws, l)
		}
	}
	for _, m := range all.memories {
		if m.Scope.Holds(scene) {
			now.memories = append(now.memories, m)
		}
	}
	return now, nil
}

// learning is a write that changes what was learned.
type learning struct {
	*write
	*shelf
}

// learn begins to change what was learned. done is to be deferred.
func (w *write) learn() (l *learning, err error) {
	s := &w.c.shelf
	if err := s.take(); err != nil {
		return nil, err
	}
	w.At = w.c.now().UTC()
	return &learning{write: w, shelf: s}, nil
}

// done lets go of the shelf, and forgets what is in RAM when nothing was stored.
func (l *learning) done() {
	if !l.Done() {
		l.book = nil
	}
	l.mu.Unlock()
}

// line adds a line to the log of what was learned.
func (l *learning) line(line knowledge.Line) {
	l.lines++
	line.N, line.Time = l.lines, l.At
	store.PutKnowledgeLine(&l.Changes, line)
}

// keep adds the new versions of items to the change, and has them indexed. It gives
// them.
func (l *learning) keep() (made []knowledge.Item, err error) {
	for _, i := range l.book.Changes() {
		if err := store.PutItem(&l.Changes, i); err != nil {
			return nil, err
		}
		l.Due(search.Knowledge, i.ID, "")
		if i.Status == item.Active {
			l.bodies[i.Body.Hash()] = i.ID
		} else if l.bodies[i.Body.Hash()] == i.ID {
			delete(l.bodies, i.Body.Hash())
		}
		made = append(made, i)
	}
	if len(made) > 0 {
		l.Then(l.show)
	}
	return made, nil
}
