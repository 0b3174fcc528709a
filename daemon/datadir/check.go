package datadir

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// Check reads every record of the store of a directory that no daemon uses, and changes
// nothing. It says in words what is wrong with the store: at most [kv.MaxProblems] problems.
func Check(ctx context.Context, dir string, o Options) ([]string, error) {
	h, err := takeStore(dir, o)
	if err != nil {
		return nil, err
	}
	defer h.release()
	h.progress("checking", 0, 0)
	return problems(ctx, h.hold)
}

// Repaired is what Repair did.
type Repaired struct {
	Problems    []string // what was wrong with the store, in words; at most [kv.MaxProblems]
	Changed     bool     // the store was replaced
	Kept        string   // directory with the store that was there, "" when nothing was changed
	Values      int      // records that the store has now
	Found       int      // of these, those that damage had cut off
	Quarantined int      // records whose checks fail; they are in the file beside the store that was kept
	Quarantine  string   // that file, "" when there are none
	Lost        []string // what could not be read: records that stood there are lost
}

// Repair checks the store of a directory that no daemon uses, and when something is
// wrong makes a new store of all that can be read. Records whose checks fail are left
// out and kept in a file. The index goes in any case: the daemon makes another. A store
// of which nothing can be read is corrupt, and stays as it was.
func Repair(ctx context.Context, dir string, o Options) (r Repaired, err error) {
	h, err := takeStore(dir, o)
	if err != nil {
		return r, err
	}
	defer h.abandon(&err)
	h.progress("checking", 0, 0)
	if r.Problems, err = problems(ctx, h.hold); err != nil {
		return r, err
	}
	if len(r.Problems) == 0 {
		if err := os.RemoveAll(h.path(Index)); err != nil {
			return r, dirFault(h.dir, err)
		}
		return r, nil
	}
	err = h.repair(ctx, &r)
	return r, err
}

// repair makes the new store and swaps it in.
func (h *held) repair(ctx context.Context, r *Repaired) error {
	if err := h.fitAgain(); err != nil {
		return err
	}
	next, err := h.making()
	if err != nil {
		return err
	}
	h.progress("repairing", 0, 0)
	bad, err := os.OpenFile(h.path(work, quarantine), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return dirFault(h.dir, err)
	}
	lines := json.NewEncoder(bad)
	saved, err := h.hold.Salvage(ctx, next, store.Tables(), func(q kv.Quarantined) error { return lines.Encode(q) })
	err = errors.Join(err, bad.Sync(), bad.Close())
	if err != nil {
		return beyondRepair(h.dir, err)
	}
	if err := h.sound(next, func(db *kv.DB) error { return allSound(ctx, db, next) }); err != nil {
		return err
	}
	r.Values, r.Found, r.Quarantined = saved.Values, saved.Found, saved.Quarantined
	for _, p := range saved.Lost {
		r.Lost = append(r.Lost, p.String())
	}
	if r.Kept, err = h.keep("repair"); err != nil {
		return err
	}
	if r.Quarantined > 0 {
		r.Quarantine = filepath.Join(r.Kept, quarantine)
		if err := os.Rename(h.path(work, quarantine), r.Quarantine); err != nil {
			return dirFault(h.dir, err)
		}
		h.own(r.Quarantine)
	}
	r.Changed = true
	return h.swap(next, true)
}

// beyondRepair says what is left to do.
func beyondRepair(dir string, err error) error {
	f := fault.As(store.Fault(err))
	if f.Kind != fault.Corrupt && !errors.Is(err, kv.ErrSchema) {
		return dirFault(dir, err)
	}
	return fault.New(fault.Corrupt, "nothing of the store can be read: %s", f.Message).About("data_dir", dir).
		WithHint("go back to a copy: `navd restore FILE`; without one, move %s away, and `navd run` begins a new store", filepath.Join(dir, DB))
}

// Compacted is what Compact did.
type Compacted struct {
	DataDir string
	Before  int64 // bytes that the store's file took on the disk
	After   int64
}

// Compact gives the room that deletes left in the store of a directory that no daemon
// uses back to the disk. Until it is done it takes as much room as the store. A store
// with damage is corrupt, and stays as it was.
func Compact(ctx context.Context, dir string, o Options) (c Compacted, err error) {
	h, err := takeStore(dir, o)
	if err != nil {
		return c, err
	}
	defer h.abandon(&err)
	if err := h.fitAgain(); err != nil {
		return c, err
	}
	next, err := h.making()
	if err != nil {
		return c, err
	}
	h.progress("compacting", 0, 0)
	if err := h.compact(ctx, next); err != nil {
		return c, err
	}
	c = Compacted{DataDir: dir, Before: taken(h.path(DB)), After: taken(next)}
	if err := h.swap(next, false); err != nil {
		return Compacted{}, err
	}
	return c, nil
}

// taken is how many bytes a file takes on the disk: the store's has holes.
func taken(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	if of, ok := info.Sys().(*syscall.Stat_t); ok {
		return of.Blocks * 512
	}
	return info.Size()
}

func (h *held) compact(ctx context.Context, next string) error {
	db, err := h.hold.Open(store.Tables())
	if err == nil {
		err = errors.Join(db.Compact(ctx, next), db.Close())
	}
	if errors.Is(err, kv.ErrDamaged) || errors.Is(err, kv.ErrCorrupt) {
		return fault.New(fault.Corrupt, "the store is damaged, and is not compacted: %s", fault.As(store.Fault(err)).Message).About("data_dir", h.dir).
			WithHint("`navd check` lists what is wrong, `navd check --repair` makes a store of what can be read")
	}
	if err != nil {
		return dirFault(h.dir, fmt.Errorf("compacting: %w", err))
	}
	return nil
}
