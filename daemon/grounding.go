package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/journal"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Grounding shows and changes what was learned from users.
type Grounding struct{ c *core }

// Get gives an entry, or an episode's feedback with its final.
func (g *Grounding) Get(_ context.Context, p ipc.GroundingGetParams) (r ipc.GroundingGetResult, err error) {
	if (p.ID == "") == (p.Episode == "") {
		return r, badParams(fault.New(fault.Invalid, "the call needs exactly one of id and episode").About("id", p.ID).WithHint("give one of them"))
	}
	if p.ID != "" {
		e, err := g.c.entries.entry(p.ID)
		r.Entry = &e
		return r, err
	}
	err = g.c.view(func(tx *kv.Tx) error {
		ep, err := store.GetEpisode(tx, p.Episode)
		if err != nil {
			return err
		}
		if r.Feedback, err = store.FeedbackOf(tx, p.Episode); err != nil {
			return err
		}
		snap := grounding.Stack(cmp.Or(ep.Name, ep.ID), r.Feedback)
		last, found, err := store.GetFinal(tx, p.Episode, 0)
		if err != nil {
			return err
		}
		if r.Versions = last.Version; p.Version > 0 {
			if last, found, err = store.GetFinal(tx, p.Episode, p.Version); err != nil {
				return err
			}
			if !found {
				return noFinal(p.Version, r.Versions)
			}
		}
		if found {
			r.Final, snap.Final = &last, &last.Final
		}
		r.Snapshot = &snap
		return nil
	})
	return r, err
}

// noFinal is the fault of a version that an episode's final does not have.
func noFinal(version, versions int) error {
	f := fault.New(fault.NotFound, "no such final").About("version", version)
	if f.Allowed = fmt.Sprintf("1..%d", versions); versions == 0 {
		f.Allowed = "none: the episode has no final yet"
	}
	return f
}

// entry gives an entry as it is now.
func (es *entryStore) entry(id string) (e grounding.Entry, err error) {
	err = es.read(func(b *grounding.Book) error { e, err = b.Get(id); return err })
	return e, err
}

// List gives entries in the order in which they came.
func (g *Grounding) List(_ context.Context, p ipc.GroundingListParams) (r ipc.GroundingListResult, err error) {
	r.Entries = []grounding.Entry{}
	after, err := numberCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	err = g.c.entries.read(func(b *grounding.Book) error {
		r = ipc.GroundingListResult{Entries: []grounding.Entry{}}
		on := pageOf(p.Limit)
		for e := range b.All() {
			n, _ := grounding.EntryNumber(e.ID)
			if n <= after || !listed(p, e) {
				continue
			}
			if more, err := on.take(e); err != nil {
				return err
			} else if !more {
				last, _ := grounding.EntryNumber(r.Entries[len(r.Entries)-1].ID)
				r.Cursor = strconv.Itoa(last)
				return nil
			}
			r.Entries = append(r.Entries, e)
		}
		return nil
	})
	return r, err
}

// listed tells whether an entry passes the filters.
func listed(p ipc.GroundingListParams, e grounding.Entry) bool {
	switch {
	case p.State != "" && string(e.State) != p.State, p.Category != "" && string(e.Category) != p.Category:
		return false
	case p.SceneID != "" && e.Scope.Scene != p.SceneID, p.Pinned != nil && *p.Pinned != e.Pinned:
		return false
	case p.Episode != "":
		return slices.ContainsFunc(e.Evidence, func(v feedback.Evidence) bool { return v.Episode == p.Episode })
	}
	return true
}

// History gives the versions of an entry.
func (g *Grounding) History(_ context.Context, p ipc.EntryParams) (r ipc.HistoryResult, err error) {
	if _, err := g.c.entries.entry(p.ID); err != nil {
		return r, err
	}
	r.Versions, err = readOf(g.c, store.GroundingHistory, p.ID)
	return r, err
}

// Retire takes an entry out of use.
func (g *Grounding) Retire(ctx context.Context, p ipc.EntryParams) (ipc.EntryResult, error) {
	return g.change(ctx, callOf(ipc.GroundingRetire, p.Key, p), p.ID, (*grounding.Book).Retire)
}

// Confirm puts into use an entry that a model proposed.
func (g *Grounding) Confirm(ctx context.Context, p ipc.EntryParams) (ipc.EntryResult, error) {
	return g.change(ctx, callOf(ipc.GroundingConfirm, p.Key, p), p.ID, (*grounding.Book).Confirm)
}

// Pin pins an entry, so that prompts show it before all others, or unpins it.
func (g *Grounding) Pin(ctx context.Context, p ipc.PinParams) (ipc.EntryResult, error) {
	pinned := p.Pinned == nil || *p.Pinned
	return g.change(ctx, callOf(ipc.GroundingPin, p.Key, p), p.ID, func(b *grounding.Book, id string) error {
		if pinned { // before the change: after an error a changed book has to be read again
			if err := g.c.entries.checkPins(b, id); err != nil {
				return err
			}
		}
		return b.Pin(id, pinned)
	})
}

func (g *Grounding) change(ctx context.Context, call journal.Call, id string, how func(*grounding.Book, string) error) (r ipc.EntryResult, err error) {
	w, err := g.c.begin(ctx, call, &r)
	if w == nil {
		return r, err
	}
	var changed []grounding.Entry
	defer func() { // after the end of the write
		if err == nil {
			g.c.finals.wantAgain(ctx, changed)
		}
	}()
	defer w.end(&err)
	book, err := w.entries()
	if err != nil {
		return r, err
	}
	if err := how(book, id); err != nil {
		return r, err
	}
	if r.Entry, err = book.Get(id); err != nil {
		return r, err
	}
	if changed, err = w.versions(); err != nil {
		return r, err
	}
	for _, e := range changed {
		r.Changed = append(r.Changed, e.ID)
	}
	return r, w.commit(ctx, r)
}

// Merge merges files without keeping anything.
func (g *Grounding) Merge(_ context.Context, p ipc.MergeParams) (r ipc.MergeResult, err error) {
	format := cmp.Or(p.Format, g.c.config().Grounding.MergeFormat)
	m, err := grounding.MergeFiles(filesOf(p.Files), grounding.Format(format))
	if err != nil {
		return r, badParams(err)
	}
	return ipc.MergeResult{Merged: m.Merged, Markdown: m.Markdown, Text: m.Text, Skipped: m.Skipped}, nil
}

func filesOf(files []ipc.GroundingFile) []grounding.File {
	out := make([]grounding.File, len(files))
	for i, f := range files {
		out[i] = grounding.File{Name: f.Name, Content: []byte(f.Content)}
	}
	return out
}
