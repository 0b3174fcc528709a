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
			err = w.lose(cmp.Or(p.Reason, "the caller took it back"))
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

// alignAt aligns an open episode so that its robot is at a given pose.
func (w *write) alignAt(p nav.Pose) error {
	undone := w.home.Put(p)
	store.PutEpisode(&w.Changes, w.ep) // from here on it is dropped from RAM unless it is stored
	if undone != "" {
		if err := w.unplace(undone); err != nil {
			return err
		}
	}
	w.aligned(w.mem.Seq(), house.Given)
	return nil
}

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
	made, err := w.c.houses.Without(ctx, w.id, h.House)
	if err != nil {
		return err
	}
	w.lockHouses()
	now, err := w.c.houses.House(h.House)
	if err == nil && now.Version != made.Was.Version {
		made, err = w.c.houses.Without(ctx, w.id, h.House)
	}
	if err != nil {
		return err
	}
	if err := w.putHouse(made.Was, made.Next); err != nil {
		return err
	}
	h.Merged, r.Version, r.Again, r.Lost = 0, made.Next.Version, made.Again, made.Lost
	store.PutEpisode(&w.Changes, w.ep)
	w.tell(event.Event{Type: event.HouseChanged, Seq: w.mem.Seq(), Label: h.House})
	return nil
}

// takeOutDeleted takes what a deleted episode added out of the house that keeps it. When no house
// does, it fails with missing, the fault of an episode that does not exist.
func (w *write) takeOutDeleted(ctx context.Context, id string, missing error) (r ipc.HouseAlignResult, err error) {
	w.lockHouses()
	name := ""
	err = w.c.view(func(tx *kv.Tx) error {
		for h, err := range store.Houses(tx, "") {
			if err != nil {
				return err
			}
			if keeps, err := store.HouseKeeps(tx, h.ID, id); err != nil || keeps {
				name = h.ID
				return err
			}
		}
		return nil
	})
	if err == nil && name == "" {
		err = missing
	}
	if err != nil {
		return r, err
	}
	r.Episode = id
	made, err := w.c.houses.Without(ctx, id, name)
	if err != nil {
		return r, err
	}
	if err := w.putHouse(made.Was, made.Next); err != nil {
		return r, err
	}
	r.Version, r.Again, r.Lost = made.Next.Version, made.Again, made.Lost
	r.Now = ipc.HouseNow{House: name, Version: made.Was.Version, Mode: episode.HomeWrite}
	return r, w.commit(ctx, r)
}

// houseKeeping names the kept house that has what an ended episode added; empty when none has.
func houseKeeping(tx *kv.Tx, id string) (name string, err error) {
	ep, err := store.GetEpisode(tx, id)
	if err != nil || ep.Home == nil || ep.Home.Merged == 0 {
		return "", nil // it can be deleted also when it cannot be read
	}
	by, err := store.HouseBy(tx, ep.Home.House, ep.Home.Merged)
	if err != nil || by != id { // the house was deleted, and is another now
		return "", err
	}
	return ep.Home.House, nil
}
