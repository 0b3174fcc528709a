package daemon

import (
	"cmp"
	"context"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Align sets where an episode is in its house, or undoes its alignment. Undoing it for an
// ended episode takes what the episode added out of the house.
func (hs *Houses) Align(ctx context.Context, p ipc.HouseAlignParams) (r ipc.HouseAlignResult, err error) {
	w, err := hs.c.begin(ctx, callOf(ipc.HouseAlign, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if p.Pose != nil {
		if err := checkPose("pose", *p.Pose); err != nil {
			return r, err
		}
	}
	if err := w.hold(p.Episode); fault.Is(err, fault.NotFound) && p.Undo {
		return w.takeOutDeleted(ctx, p.Episode, err)
	} else if err != nil {
		return r, err
	}
	h := w.ep.Home
	if h == nil {
		return r, fault.New(fault.Conflict, "the episode is in no house").About("episode", p.Episode).WithHint("begin it with house {\"id\": …}")
	}
	r = ipc.HouseAlignResult{Episode: p.Episode, Version: h.Version, Again: []string{}}
	open := w.ep.Status != episode.Ended
	switch {
	case p.Undo:
		if err = w.checkAligned(); err == nil && !open {
			err = w.takeOut(ctx, &r) // before lose, which locks the entries: houses are locked before them
		}
		if err == nil {
			err = w.lose(cmp.Or(p.Reason, "the caller took it back"), w.mem.Seq())
		}
	case open:
		err = w.alignAt(*p.Pose)
	default:
		err = ended(p.Episode)
	}
	if err != nil {
		return r, err
	}
	r.Now = *w.houseNow()
	return r, w.commit(ctx, r)
}

const (
	movedM   = 1.0  // two alignments that differ by more are of different places, metres
	movedDeg = 20.0 // or that are turned by more, degrees
)

// alignAt aligns an open episode so that its robot is at a given pose. The alignment before
// is undone when it was of another place, or the episode began in a blank house.
func (w *write) alignAt(p nav.Pose) error {
	h, at := w.ep.Home, w.mem.Pose()
	f := nav.FrameOf(at, p)
	if a, aligned := h.Aligned(); aligned {
		if h.Root().How == house.First || elsewhere(a.Frame, f, at) {
			h.Undo(otherPose, w.mem.Seq())
			if err := w.unplace(otherPose); err != nil {
				return err
			}
		}
	}
	w.home.locating = nil
	w.align(house.Alignment{Seq: w.mem.Seq(), Frame: f, How: house.Given})
	return nil
}

const otherPose = "the caller gave another pose"

// checkAligned refuses to undo an alignment when there is none, or it is undone.
func (w *write) checkAligned() error {
	h := w.ep.Home
	if len(h.Alignments) == 0 {
		return fault.New(fault.Conflict, "the episode has no pose in its house").About("episode", w.id).
			WithHint("there is nothing to take back")
	}
	if last := h.Alignments[len(h.Alignments)-1]; last.Undone != "" {
		return fault.New(fault.Conflict, "the alignment is undone already: %s", last.Undone).About("episode", w.id).WithHint("there is nothing to take back")
	}
	return nil
}

// takeOut takes what an ended episode added out of its house. Making the house again takes
// long when many episodes came later, so it is done before the lock on houses is taken,
// and once more under the lock when the house was changed meanwhile.
func (w *write) takeOut(ctx context.Context, r *ipc.HouseAlignResult) error {
	h := w.ep.Home
	if h.Merged == 0 {
		return fault.New(fault.Conflict, "the episode has ended, and nothing of it is in the house").About("episode", w.id).
			WithHint("its mode was %s; there is nothing to take out", h.Mode)
	}
	was, next, err := w.c.houses.without(ctx, w.id, h.House, r)
	if err != nil {
		return err
	}
	w.lockHouses()
	now, err := w.c.houses.house(h.House)
	if err == nil && now.Version != was.Version {
		was, next, err = w.c.houses.without(ctx, w.id, h.House, r)
	}
	if err != nil {
		return err
	}
	if err := store.PutHouse(&w.Changes, was, next); err != nil {
		return err
	}
	h.Merged, r.Version = 0, next.Version
	store.PutEpisode(&w.Changes, w.ep)
	w.tell(event.Event{Type: event.HouseChanged, Seq: w.mem.Seq(), Label: h.House})
	w.Then(func() { w.c.houses.keep(next) })
	return nil
}

// visitOf reads an ended episode in the form that its house merges; nil when it is deleted.
func (hs *houses) visitOf(id string) (*house.Visit, error) {
	l := &live{id: id}
	err := hs.c.view(func(tx *kv.Tx) (err error) {
		if l.ep, err = store.GetEpisode(tx, id); err != nil {
			return err
		}
		m, err := store.GetMemory(tx, l.ep, store.Chapter{})
		l.mem = m.Memory
		return err
	})
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v := l.visit()
	return &v, nil
}
