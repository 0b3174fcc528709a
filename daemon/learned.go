package daemon

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/kv"
)

// learned holds in RAM the items of knowledge; the store has their versions. A writer
// holds the lock until its change is stored: writes come from people, so they are rare.
// Plans read what is in use without the lock.
type learned struct {
	c           *core
	evaluations evaluationNumbers
	shown       atomic.Pointer[inUse] // what plans get; nil: has to be made

	mu        sync.Mutex // guards all below; taken after an episode, never before
	book      *knowledge.Book
	compiled  []*knowledge.CompiledRule // the rules that plans got last
	queued    []int                     // numbers of the queued feedback, oldest first
	asking    map[int]chan struct{}     // by number: queued feedback about which a model is asked now; closed when it has answered
	feedback  int                       // number of the newest feedback
	proposals int                       // number of the newest proposal
	lines     int                       // number of the newest line of the log
	attached  []attachment              // skills that are attached
	bodies    map[said]string           // the active item, or the open or rejected proposal, that has a body where it holds
}

// said is the key of what an item or a proposal says: the hash of its body, and the scene in
// which it holds; "": everywhere.
type said struct{ hash, scene string }

func saidBy(b knowledge.Body, s knowledge.Scope) said { return said{b.Hash(), s.Scene} }

// known gives the item in use that says something where a scope holds, or else the proposal
// to say it there; empty when there is none. The caller holds the lock.
func (le *learned) known(b knowledge.Body, s knowledge.Scope) (id string) {
	at := saidBy(b, s)
	everywhere := le.bodies[said{at.hash, ""}]
	if _, proposed := knowledge.ProposalNumber(everywhere); proposed && s.Scene != "" {
		everywhere = ""
	}
	return cmp.Or(everywhere, le.bodies[at])
}

// inUse has the items that plans get. It is never changed.
type inUse struct {
	rules    []*knowledge.CompiledRule // rules, by id
	told     map[audience]statements
	attached []attachment // skills whose whole text plans are told
}

// audience is the key of statements: of one kind, that hold in one scene; "": everywhere.
type audience struct {
	kind  knowledge.Kind
	scene string
}

// statements are memories, or skills by name and description, by id.
type statements struct {
	items  map[string]knowledge.Item
	ids    []string
	tokens int // of all of them in a prompt
}

// rulesIn gives the rules that hold in a scene.
func (u *inUse) rulesIn(scene string) (rules []*knowledge.CompiledRule) {
	for _, l := range u.rules {
		if l.Scope.Holds(scene) {
			rules = append(rules, l)
		}
	}
	return rules
}

// add adds a memory or a skill.
func (u *inUse) add(i knowledge.Item) {
	at := audience{i.Kind, i.Scope.Scene}
	m := u.told[at]
	if m.items == nil {
		m.items = map[string]knowledge.Item{}
	}
	m.items[i.ID], m.ids = i, append(m.ids, i.ID)
	m.tokens += words.Tokens(statement(i) + "\n")
	u.told[at] = m
}

// dequeue takes a feedback off the queue. The caller holds the lock.
func (le *learned) dequeue(n int) {
	le.queued = slices.DeleteFunc(le.queued, func(q int) bool { return q == n })
}

// doneAsking ends the wait for a feedback that a model was asked about.
func (le *learned) doneAsking(n int) {
	le.mu.Lock()
	defer le.mu.Unlock()
	close(le.asking[n])
	delete(le.asking, n)
}

// beingAsked gives a feedback that a model is being asked about and that is not in tried,
// with a channel that closes when the model has answered; nil when there is none. With an
// id only that feedback counts.
func (le *learned) beingAsked(id string, tried map[int]bool) (n int, closes <-chan struct{}) {
	le.mu.Lock()
	defer le.mu.Unlock()
	for n, closes := range le.asking {
		if !tried[n] && (id == "" || knowledge.FeedbackID(n) == id) {
			return n, closes
		}
	}
	return 0, nil
}

// take locks what was learned, and reads it if it is not in RAM. After an error it is
// unlocked.
func (le *learned) take() error {
	le.mu.Lock()
	if le.asking == nil {
		le.asking = map[int]chan struct{}{}
	}
	err := le.load()
	if err != nil {
		le.mu.Unlock()
	}
	return err
}

// load reads the items when they are not in RAM. The caller holds the lock.
func (le *learned) load() error {
	if le.book != nil {
		return nil
	}
	return le.c.journal.View(func(tx *kv.Tx) (err error) {
		book, err := store.KnowledgeBook(tx)
		if err != nil {
			return err
		}
		if le.queued, le.feedback, err = store.QueuedSubmissions(tx); err != nil {
			return err
		}
		if le.lines, err = store.LastKnowledgeLine(tx); err != nil {
			return err
		}
		if le.proposals, err = store.LastProposal(tx); err != nil {
			return err
		}
		if le.attached, err = loadAttachments(tx); err != nil {
			return err
		}
		le.bodies = map[said]string{}
		for p, err := range store.Proposals(tx, 0) {
			if err != nil {
				return err
			}
			if p.Standing != knowledge.Approved && p.Standing != knowledge.Withdrawn && p.Operation != knowledge.Delete {
				le.bodies[saidBy(p.Body, p.Scope)] = p.ID
			}
		}
		for i := range book.All() {
			if i.Status == item.Active {
				le.bodies[saidBy(i.Body, i.Scope)] = i.ID
			}
		}
		le.book = book
		return nil
	})
}

// show makes and publishes what plans get. A rule that was in use already is not compiled
// again. The caller holds the lock.
func (le *learned) show() *inUse {
	had := map[string]*knowledge.CompiledRule{}
	for _, l := range le.compiled {
		had[l.Ref] = l
	}
	now := &inUse{told: map[audience]statements{}}
	for i := range le.book.All() {
		switch {
		case i.Status != item.Active:
		case i.Kind != knowledge.Rule:
			now.add(i)
		default:
			l := had[i.Ref()]
			if l == nil {
				l, _ = knowledge.Compile(i) // it was checked when it was approved
			}
			if l != nil {
				now.rules = append(now.rules, l)
			}
		}
	}
	for _, o := range le.attached {
		if r, err := le.book.Find(o.Skill); err == nil && r.Now.Status == item.Active {
			now.attached = append(now.attached, o)
		}
	}
	le.compiled = now.rules
	le.shown.Store(now)
	return now
}

// inForce gives what is in use, empty after an error.
func (le *learned) inForce() (*inUse, error) {
	if now := le.shown.Load(); now != nil {
		return now, nil
	}
	if err := le.take(); err != nil {
		return &inUse{}, err
	}
	defer le.mu.Unlock()
	return le.show(), nil
}

// learning is a write that changes what was learned.
type learning struct {
	*write
	*learned
	orphans []string // ids of the proposals to retire items whose sources are all out of use
}

// learn locks what was learned until the write ends.
func (w *write) learn() (l *learning, err error) {
	s := &w.c.learned
	if err := s.take(); err != nil {
		return nil, err
	}
	w.At, w.learnedHeld = w.c.now().UTC(), true
	return &learning{write: w, learned: s}, nil
}

// release unlocks what was learned, and drops it from RAM unless it was stored.
func (le *learned) release(stored bool) {
	if !stored {
		le.book = nil
	}
	le.mu.Unlock()
}

// line adds a line to the log of what was learned.
func (l *learning) line(line knowledge.Line) {
	l.lines++
	line.N, line.Time = l.lines, l.At
	store.PutKnowledgeLine(&l.Changes, line)
}

// keep adds the new versions of items to the change and to the outbox, and gives them.
func (l *learning) keep() (made []knowledge.Item, err error) {
	for _, i := range l.book.Changes() {
		if err := store.PutItem(&l.Changes, i); err != nil {
			return nil, err
		}
		l.Due(search.Knowledge, i.ID, "")
		l.noteBody(i)
		made = append(made, i)
	}
	if len(made) > 0 {
		l.Then(func() { l.shown.Store(nil) })
	}
	return made, l.follow(made)
}

// noteBody notes the body that an item has now in place of that of its version before.
func (l *learning) noteBody(i knowledge.Item) {
	if r, err := l.book.Find(i.ID); err == nil && r.Before.Version > 0 {
		if old := saidBy(r.Before.Body, r.Before.Scope); l.bodies[old] == i.ID {
			delete(l.bodies, old)
		}
	}
	if i.Status == item.Active {
		l.bodies[saidBy(i.Body, i.Scope)] = i.ID
	}
}
