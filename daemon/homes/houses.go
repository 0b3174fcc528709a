// Package homes has the kept houses that are in use, and what each open episode has of its
// house: where it lies in it, what it knows from there, and what its scans changed in it.
// The arithmetic is that of [house] and [locate]; this package reads houses from the
// store, keeps them in RAM, and decides for an episode.
package homes

import (
	"context"
	"slices"
	"sync"

	"navd/daemon/background"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/house/locate"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/kv"
)

// Options are what the houses need of the daemon.
type Options struct {
	View  func(func(*kv.Tx) error) error // reads the store
	Lives func() house.Lives             // the half-lives of things
	Go    func(work func()) bool         // runs work that nobody waits for
}

// Houses keeps the newest version of the houses that were used last in RAM. A house in RAM
// is never changed: a change makes another one.
type Houses struct {
	Options

	writing sync.Mutex // held by the one write that changes a house

	mu   sync.Mutex // guards all below; no other lock is taken under it
	age  uint64     // changes of houses so far
	now  map[string]*house.House
	used []string // ids of now, the last used at the end
	made []ready  // the last used at the end
}

// most is how many houses are kept in RAM.
const most = 8

// Open gives houses of which none is in RAM yet.
func Open(opts Options) *Houses { return &Houses{Options: opts, now: map[string]*house.House{}} }

// Lock keeps others from changing a house, from reading it until its change is stored. It
// is taken after an episode, and before the entries of users.
func (hs *Houses) Lock() (unlock func()) {
	hs.writing.Lock()
	return hs.writing.Unlock
}

// ready is a house prepared for plans; its parts are made when they are first needed.
type ready struct {
	of     *house.House
	places func() *locate.Map // for finding out where an episode is
	floor  func() *nav.Kept   // for finding ways
}

// ready gives a house prepared for plans, the same for all episodes that began with it.
func (hs *Houses) ready(h *house.House) ready {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	floor := sync.OnceValue(func() *nav.Kept { return h.Kept() })
	r := ready{h, sync.OnceValue(func() *locate.Map { return locate.New(h, floor().Floor()) }), floor}
	if i := slices.IndexFunc(hs.made, func(r ready) bool { return r.of == h }); i >= 0 {
		r = hs.made[i]
		hs.made = slices.Delete(hs.made, i, i+1)
	}
	hs.made = append(hs.made, r)
	if len(hs.made) > most {
		hs.made = slices.Delete(hs.made, 0, 1)
	}
	return r
}

// House gives a house as it is now; one of version 0 when there is none.
func (hs *Houses) House(id string) (*house.House, error) {
	h, age := hs.get(id)
	if h != nil {
		return h, nil
	}
	err := hs.View(func(tx *kv.Tx) (err error) { h, err = store.GetHouse(tx, id); return err })
	if err == nil {
		hs.keepRead(h, age)
	}
	return h, err
}

// Version gives a house as it was in a version.
func (hs *Houses) Version(id string, version int) (h *house.House, err error) {
	if h, _ := hs.get(id); h != nil && h.Version == version {
		return h, nil
	}
	err = hs.View(func(tx *kv.Tx) (err error) { h, err = store.GetHouseAt(tx, id, version); return err })
	return h, err
}

// get gives a house from RAM, nil when it is not there, and the number of changes so far.
func (hs *Houses) get(id string) (*house.House, uint64) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	return hs.now[id], hs.age
}

// Keep keeps a house that was changed, and prepares it for the next robot.
func (hs *Houses) Keep(h *house.House) {
	hs.mu.Lock()
	hs.age++
	hs.put(h)
	hs.mu.Unlock()
	hs.prepare(h)
}

// prepare prepares a house while no robot waits for it. It hides a panic, which comes again
// in the call that needs the house.
func (hs *Houses) prepare(h *house.House) {
	if h.Blank() {
		return
	}
	hs.Go(func() {
		var told error
		defer background.Recover(&told)
		hs.ready(h).places()
	})
}

// keepRead keeps a house that was read from the store, unless a house was changed since.
func (hs *Houses) keepRead(h *house.House, age uint64) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	if hs.age == age {
		hs.put(h)
	}
}

// put is called with mu held.
func (hs *Houses) put(h *house.House) {
	hs.used = append(slices.DeleteFunc(hs.used, func(id string) bool { return id == h.ID }), h.ID)
	hs.now[h.ID] = h
	if len(hs.used) > most {
		delete(hs.now, hs.used[0])
		hs.used = hs.used[1:]
	}
}

// Drop forgets a house that was changed in the store or deleted there.
func (hs *Houses) Drop(id string) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	hs.age++
	delete(hs.now, id)
	hs.used = slices.DeleteFunc(hs.used, func(o string) bool { return o == id })
}

// Remade is a house that was made again without an episode.
type Remade struct {
	Was, Next *house.House
	Again     []string // episodes that came later and were merged again
	Lost      []string // episodes that came later and are deleted
}

// Without makes a house again without an episode that has ended or is deleted: from the
// version before it, with the episodes that came later.
func (hs *Houses) Without(ctx context.Context, episode, name string) (r Remade, err error) {
	r.Again = []string{}
	if r.Was, err = hs.House(name); err != nil {
		return r, err
	}
	var from int
	var again []string
	var kept bool
	err = hs.View(func(tx *kv.Tx) (err error) {
		from, again, kept, err = house.TakenIn(episode, store.HouseHeads(tx, name))
		return err
	})
	if err == nil && !kept {
		err = fault.New(fault.Conflict, "the house has no version that contains this episode: the house was deleted or imported since").About("episode", episode)
	}
	if err != nil {
		return r, err
	}
	base, err := hs.Version(name, from)
	if err != nil {
		return r, err
	}
	r.Next = r.Was.Rebuilt(base, func(yield func(house.Visit) bool) {
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
	return r, err
}

// visitOf reads an ended episode in the form that its house merges; nil when it is deleted.
func (hs *Houses) visitOf(id string) (*house.Visit, error) {
	var v house.Visit
	err := hs.View(func(tx *kv.Tx) error {
		ep, err := store.GetEpisode(tx, id)
		if err != nil {
			return err
		}
		m, err := store.GetMemory(tx, ep, store.Chapter{})
		if err == nil {
			v = Visit(&ep, m.Memory)
		}
		return err
	})
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return &v, err
}

// Visit gives an episode in the form that its house merges.
func Visit(ep *episode.Episode, mem *nav.Memory) house.Visit {
	places, anchors := mem.Walked()
	v := house.Visit{
		Episode: ep.ID, At: ep.Began, Alignments: ep.Home.Alignments, Dock: ep.Home.At, Places: places, Anchors: anchors, Sites: mem.Sites(0),
	}
	if e := ep.End; e != nil && e.Success != nil && *e.Success {
		v.Found = &house.Found{Goal: ep.Goal, At: mem.Pose(), Seq: mem.Seq()}
	}
	return v
}

// Seen gives what an episode's own scans showed, in the form that a blank house with the
// episode's frame merges. It is a copy of what may change in the episode.
func Seen(ep *episode.Episode, mem *nav.Memory) house.Visit {
	sites := slices.Clone(mem.Sites(0))
	for i := range sites {
		sites[i].Views = slices.Clone(sites[i].Views)
	}
	return house.Visit{At: ep.Began, Alignments: []house.Alignment{{Version: 1, How: house.First}}, Sites: sites}
}
