package daemon

import (
	"context"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/event"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/journal"
	"navd/daemon/nav"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/ipc"
)

// write is one change of the store, from its call to its commit: what it changed of an
// episode, and of the entries of users, goes into one change set.
type write struct {
	*journal.Change
	*live // the episode that it holds, with its memory; nil: it holds none, or one without its memory
	c     *core
	delta nav.Delta // what it changed in the memory
	moved bool      // delta was set
	steps int       // how many steps it takes when it does nothing else, else 0

	circles bool // one of them raised a loop rule

	numbers    []caseNumber      // of records of past episodes that it stores
	releaseIDs []func()          // release the ids that it gave such records
	legs       []episodic.Record // those of such records that are legs of its episode

	said     *entrySet               // entries of users that it changes, nil: none
	rescoped map[int]feedback.Record // by number: feedback whose entries it gave other scopes
	saidHeld bool                    // it holds the lock of the entries

	learnedHeld  bool   // it holds the lock of what was learned
	unlockHouses func() // of the houses, nil: it holds no such lock
}

// callOf is the call of a method.
func callOf[P, R any](m ipc.Method[P, R], key string, params P) journal.Call {
	return journal.Call{Method: m.String(), Key: key, Params: params}
}

// begin begins the write that a call asks for. The write is nil with an error, and when
// the call was answered before: then answer, a pointer, gets the stored answer.
func (c *core) begin(ctx context.Context, call journal.Call, answer any) (*write, error) {
	change, err := c.journal.Begin(ctx, call, answer)
	if change == nil {
		return nil, err
	}
	return &write{Change: change, c: c}, nil
}

// write begins a write that no call asked for.
func (c *core) write() *write { return &write{Change: c.journal.New(), c: c} }

// end releases what the write holds. It is deferred with the address of the error
// that the caller returns. When a write ends without a commit, by an error or by a
// panic, end drops from RAM what it changed, so that nothing there differs from the
// store.
func (w *write) end(err *error) {
	if w.learnedHeld {
		w.c.learned.release(w.Done())
	}
	if !w.Done() && (*err == nil || w.Begun() || w.said.changed()) {
		w.drop()
	}
	w.releaseEntries()
	if w.unlockHouses != nil {
		w.unlockHouses()
	}
	w.Change.End()
	w.c.experience.cases.settle(w.numbers)
	for _, release := range w.releaseIDs {
		release()
	}
}

// drop forgets what the write changed in RAM; it is read again from the store.
func (w *write) drop() {
	if w.live != nil {
		w.c.memories.drop(w.id)
	}
	if w.said == nil {
		return
	}
	if w.saidHeld {
		w.c.entries.drop(w.said)
	} else { // others may have built on it meanwhile
		w.c.entries.lockAndDrop(w.said)
	}
}

// hold takes an episode with its memory.
func (w *write) hold(id string) (err error) {
	w.Hold(id)
	w.live, err = w.c.memories.remember(id, w.Tail)
	return err
}

// holdOpen is hold for an episode that has not ended.
func (w *write) holdOpen(id string) error {
	if err := w.hold(id); err != nil {
		return err
	}
	if w.ep.Status == episode.Ended {
		return ended(id)
	}
	return nil
}

// log adds a line to the episode's log.
func (w *write) log(line store.Entry) {
	w.logged++
	line.N = w.logged
	w.Log(line)
}

// tell adds events to the log, from which they are pushed after the commit.
func (w *write) tell(events ...event.Event) {
	for i := range events {
		w.log(store.Entry{Seq: w.mem.Seq(), Kind: store.KindEvent, Event: &events[i]})
	}
}

// remembers sets what changed in the memory.
func (w *write) remembers(d nav.Delta) { w.delta, w.moved = d, true }

// entries locks the entries of users and gives them to the write. They are unlocked when
// its change set has its place in the queue of commits.
func (w *write) entries() (*grounding.Book, error) {
	if w.saidHeld {
		return w.said.book, nil
	}
	said, err := w.c.entries.take()
	if err != nil {
		return nil, err
	}
	w.said, w.saidHeld = said, true
	return said.book, nil
}

func (w *write) releaseEntries() {
	if w.saidHeld {
		w.saidHeld = false
		w.c.entries.mu.Unlock()
	}
}

// versions adds the new versions of entries to the change set, and gives those entries.
func (w *write) versions() ([]grounding.Entry, error) {
	made := w.said.book.Changes()
	for _, e := range made {
		if err := store.PutGrounding(&w.Changes, e); err != nil {
			return nil, err
		}
		w.Due(search.Grounding, e.ID, "")
	}
	return made, nil
}

// commit stores the changes with the answer of the call.
func (w *write) commit(ctx context.Context, answer any) error {
	if w.said != nil {
		if _, err := w.versions(); err != nil {
			return err
		}
		w.Follow(&w.said.chain, w.releaseEntries)
	}
	if w.live != nil && (w.moved || w.Begun()) {
		w.checkpoint()
	}
	if w.said != nil && !w.Begun() { // it commits nothing, so it waits until the entries that it read are stored
		if err := w.said.stored(); err != nil {
			w.drop()
			return err
		}
	}
	return w.Commit(ctx, answer)
}

// checkpointEvery is after how many steps the records that they changed are written.
// Until then only the log has the steps, and a restart replays them.
const checkpointEvery = 16

// checkpoint adds the records of the memory that changed since the last one. A restart
// replays steps from the log with the same result, so for steps alone it adds them only
// after checkpointEvery steps, or when a step changed a site or a place: these are also
// read from the store without a memory, places by the index.
func (w *write) checkpoint() {
	l, d, steps := w.live, w.delta, w.steps
	if steps > 0 && l.behind+steps < checkpointEvery && len(d.Sites)+len(d.Places) == 0 {
		w.LeaveTail()
		w.Then(func() { l.behind, l.pending = l.behind+steps, l.pending.Then(d) })
		return
	}
	if !w.moved {
		d.State = l.mem.State()
	}
	all := l.pending.Then(d)
	store.PutDelta(&w.Changes, l.id, all, l.logged)
	for _, p := range all.Places {
		if p.Described() {
			w.Due(search.Place, search.PlaceID(w.id, p.ID), w.id)
		}
	}
	w.Then(func() { l.behind, l.pending = 0, nav.Delta{} })
}
