package daemon

import (
	"context"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// without gives a house as it is, and made again without an episode that has
// ended or is deleted: from the version before it, with the episodes that came later.
func (hs *houses) without(ctx context.Context, episode, name string, r *ipc.HouseAlignResult) (was, next *house.House, err error) {
	r.Again, r.Lost = []string{}, nil
	if was, err = hs.house(name); err != nil {
		return nil, nil, err
	}
	var from int
	var again []string
	var kept bool
	err = hs.c.view(func(tx *kv.Tx) (err error) {
		from, again, kept, err = house.TakenIn(episode, store.HouseHeads(tx, name))
		return err
	})
	if err == nil && !kept {
		err = fault.New(fault.Conflict, "the house has no version that contains this episode: the house was deleted or imported since").About("episode", episode)
	}
	if err != nil {
		return nil, nil, err
	}
	base, err := hs.version(name, from)
	if err != nil {
		return nil, nil, err
	}
	next = was.Rebuilt(base, func(yield func(house.Visit) bool) {
		for _, id := range again {
			var v *house.Visit
			if v, err = hs.visitOf(id); err == nil {
				err = ctx.Err()
			}
			switch {
			case err != nil:
				return
			case v == nil:
				r.Lost = append(r.Lost, id)
				continue
			}
			r.Again = append(r.Again, id)
			if !yield(*v) {
				return
			}
		}
	}, episode)
	return was, next, err
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
	was, next, err := w.c.houses.without(ctx, id, name, &r)
	if err != nil {
		return r, err
	}
	if err := store.PutHouse(&w.Changes, was, next); err != nil {
		return r, err
	}
	r.Now, r.Version = ipc.HouseNow{House: name, Version: was.Version, Mode: episode.HomeWrite}, next.Version
	w.Then(func() { w.c.houses.keep(next) })
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
