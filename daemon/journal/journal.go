package journal

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"navd/daemon/background"
	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/store"
	"navd/kv"
)

// failure is a commit that the store did not take.
type failure struct {
	health.Trouble
	call bool // a call asked for it
}

// Options say how to open a journal. Log and Now are needed.
type Options struct {
	Sync  bool                  // every commit is on the disk before it is answered
	Log   *slog.Logger          // for what no caller is told
	Now   func() time.Time      // the clock
	Full  func() int64          // bytes that have to stay free on the disk, asked before each commit; nil: none
	Yield func(context.Context) // called before a call waits for another one with its key; nil: nothing is
}

// Journal owns the store of a data directory.
type Journal struct {
	db     *kv.DB
	log    *slog.Logger
	now    func() time.Time
	yield  func(context.Context)
	feed   *feed
	number atomic.Uint64                  // the last number given in the outbox
	due    chan struct{}                  // of capacity 1, full when the outbox has something new
	failed atomic.Pointer[failure]        // the last commit, nil: it did not fail
	away   atomic.Pointer[health.Trouble] // why a commit would fail now, as Look found, nil: it would not
	rounds atomic.Bool                    // a round of writing chapters is running
	behind bool                           // lines are in no chapter that should be: no mark may pass them; set by Open
	work   background.Group               // replays of events, rounds of chapters

	mu       sync.Mutex // guards all below; no other lock is taken under it
	episodes map[string]*Episode
	keys     map[string]*keyLock
}

// Open opens or creates the store at a path, which it locks.
func Open(path string, o Options) (*Journal, error) {
	db, err := kv.Open(path, kv.Options{Sync: o.Sync, Tables: store.Tables(), Log: o.Log, Now: o.Now, Reserve: o.Full})
	if err != nil {
		return nil, store.Fault(err)
	}
	j := &Journal{
		db: db, log: o.Log, now: o.Now, yield: o.Yield, due: make(chan struct{}, 1),
		episodes: map[string]*Episode{}, keys: map[string]*keyLock{},
	}
	var gaps []store.Gap
	if err := j.View(func(tx *kv.Tx) (err error) { gaps, err = j.load(tx); return err }); err != nil {
		_ = db.Close() // the first error counts
		return nil, err
	}
	j.fill(context.Background(), gaps)
	return j, nil
}

// load reads where the log and the outbox end. It gives the lines that chapters should list
// and do not.
func (j *Journal) load(tx *kv.Tx) (gaps []store.Gap, err error) {
	last, err := store.LastCursor(tx)
	if err != nil {
		return nil, err
	}
	j.feed = newFeed(last)
	tails, gaps, err := store.UnlistedLines(tx)
	if err != nil {
		return nil, err
	}
	for id, tail := range tails {
		j.episodes[id] = &Episode{ID: id, j: j, tail: tail}
	}
	due, err := store.LastDue(tx)
	j.number.Store(due)
	return gaps, err
}

// Close waits for background work, writes the tails of the log as chapters, and closes the
// store.
func (j *Journal) Close() error {
	j.work.Close()
	if err := j.flush(); err != nil {
		j.log.Warn("the log's chapters were not written; the next start reads them from the log", "error", err)
	}
	return store.Fault(j.db.Close())
}

// View runs a read transaction.
func (j *Journal) View(fn func(*kv.Tx) error) error { return store.Fault(j.db.View(fn)) }

// Beat returns nil when the store's writer works; see [kv.DB.Beat].
func (j *Journal) Beat(ctx context.Context) error { return store.Fault(j.db.Beat(ctx)) }

// Stats counts what the store did since it was opened.
func (j *Journal) Stats() kv.Stats { return j.db.Stats() }

// Check reads every record and lists what is wrong; see [kv.DB.Check].
func (j *Journal) Check(ctx context.Context) ([]kv.Problem, error) {
	problems, err := j.db.Check(ctx)
	return problems, store.Fault(err)
}

// Holds reports whether a file is the store's, whatever its path.
func (j *Journal) Holds(info fs.FileInfo) bool { return j.db.Is(info) }

// Backup writes a copy of the store as it is at this moment, also when its file is not
// at its path any more. Its errors are those of [kv.DB.Backup].
func (j *Journal) Backup(ctx context.Context, w io.Writer) (bytes int64, err error) {
	return j.db.Backup(ctx, w)
}

// RoomForCopies is [kv.DB.RoomForCopies].
func (j *Journal) RoomForCopies(n int) error { return j.db.RoomForCopies(n) }

// Trouble tells why the store takes no commits; nil when none failed since one succeeded, and
// the next one would.
func (j *Journal) Trouble() *health.Trouble {
	if t := j.Look(); t != nil {
		return t
	}
	if f := j.failed.Load(); f != nil {
		return &f.Trouble
	}
	return nil
}

// Look checks that the store's file is still at its path, can be written, and has room on
// its disk. It logs when that changes, and gives what is wrong, nil when nothing is.
func (j *Journal) Look() *health.Trouble {
	err := j.db.Away()
	if err == nil {
		err = j.db.Full(0)
	}
	f := fault.As(store.Fault(err))
	was := j.away.Load()
	switch {
	case f == nil && was == nil:
		return nil
	case f == nil:
		if j.away.CompareAndSwap(was, nil) {
			j.log.Info("the store can be written again")
		}
		return nil
	case was != nil && was.Reason == f.Message:
		return was
	}
	now := &health.Trouble{What: "store", Reason: f.Message, Since: j.now().UTC()}
	if j.away.CompareAndSwap(was, now) {
		j.log.Error("the store cannot commit", "error", f, "hint", f.Hint)
	}
	return now
}

// Dues is a channel that gets a value when something was added to the outbox.
func (j *Journal) Dues() <-chan struct{} { return j.due }

// Subscribers counts who gets events.
func (j *Journal) Subscribers() int { return j.feed.subscribers() }

// note keeps the result of a commit for Trouble, and gives its error as a fault. A store
// that failed a commit is in trouble until one succeeds; one that failed a call's, until a
// call's does: what the daemon writes for itself is often small enough for a full disk.
func (j *Journal) note(err error, call bool) error {
	err = store.Fault(err)
	if err != nil && j.Look() != nil {
		return err
	}
	f, was := fault.As(err), j.failed.Load()
	if f == nil {
		if was != nil && (call || !was.call) {
			j.failed.CompareAndSwap(was, nil)
		}
		return nil
	}
	reason := f.Message
	switch f.Kind {
	case fault.Internal:
		reason = "it cannot write; the log says why"
	case fault.Unavailable, fault.Corrupt:
	default:
		return err // only this change set is at fault
	}
	now := &failure{health.Trouble{What: "store", Reason: reason, Since: j.now().UTC()}, call}
	if was != nil {
		now.Trouble, now.call = was.Trouble, call || was.call
	}
	if j.failed.CompareAndSwap(was, now) && was == nil {
		j.log.Error("the store cannot commit", "error", err)
	}
	return err
}
