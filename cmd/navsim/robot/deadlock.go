package robot

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/daemon/words"
)

// typical is the least prior at which a type of room is typical for a target.
const typical = 0.5

// MaxDeadlocks is the largest number of cases per house and of seeds per case: ids have
// two digits for each.
const MaxDeadlocks = 99

// check99 refuses a number of cases, starts or searches that is not 1 to 99.
func check99(field string, n int) error {
	if n < 1 || n > MaxDeadlocks {
		return fault.Field(field, n, fmt.Sprintf("1..%d", MaxDeadlocks))
	}
	return nil
}

// Deadlocks makes searches that begin in a room that is typical for the target but does
// not have it: no instance is in it, none is seen from the start, and none can be reached
// from inside. A planner that only knows what is typical stays there.
//
// A case is a target and such a room. Each house has at most cases of them, chosen by a
// hash so that targets repeat as little as possible, and then rooms. Each case is repeated
// with the seeds 1 to seeds, which determine cell and yaw of the start. The episodes of a
// house depend on nothing else, and more cases or seeds only add to them. Ids are
// HOUSE-dCASE-sSEED, with cases from 1.
//
// Houses with the same name, and numbers that are not 1 to 99, are fault.Invalid.
func Deadlocks(maps []*world.Map, seeds, cases int) ([]world.Episode, error) {
	if err := cmp.Or(check99("seeds", seeds), check99("cases", cases)); err != nil {
		return nil, err
	}
	var episodes []world.Episode
	known := make(map[string]bool, len(maps))
	for _, m := range maps {
		id := m.House().ID
		if known[id] {
			return nil, fault.Field("house", id, "a name that no other house has")
		}
		known[id] = true
		taken, err := deadlocksIn(m, cases)
		if err != nil {
			return nil, fmt.Errorf("house %s: %w", id, err)
		}
		for i, d := range taken {
			for seed := 1; seed <= seeds; seed++ {
				if e, ok := d.episode(seed); ok {
					e.ID = fmt.Sprintf("%s-d%02d-s%02d", id, i+1, seed)
					episodes = append(episodes, e)
				}
			}
		}
	}
	return episodes, nil
}

// deadlock is a target and a room that is typical for it but does not have it.
type deadlock struct {
	quarry *quarry
	room   *world.Room
	rank   uint64        // decides between equal ones
	starts []world.Point // cells of the room from which no instance is seen
}

// deadlocksIn returns at most n deadlocks of a house that have starts. It always takes
// next the one whose target was taken least often so far, then whose room was, then with
// the lowest rank.
func deadlocksIn(m *world.Map, n int) ([]deadlock, error) {
	left, err := candidates(m)
	if err != nil {
		return nil, err
	}
	var taken []deadlock
	targets, rooms := map[words.Key]int{}, map[string]int{}
	for ; len(left) > 0 && len(taken) < n; left = left[1:] {
		slices.SortFunc(left, func(a, b deadlock) int {
			return cmp.Or(
				cmp.Compare(targets[a.quarry.key], targets[b.quarry.key]),
				cmp.Compare(rooms[a.room.ID], rooms[b.room.ID]),
				cmp.Compare(a.rank, b.rank),
			)
		})
		d := left[0]
		d.starts = slices.DeleteFunc(m.CellsIn(d.room), d.quarry.inSight)
		if len(d.starts) == 0 {
			continue
		}
		targets[d.quarry.key]++
		rooms[d.room.ID]++
		taken = append(taken, d)
	}
	return taken, nil
}

// candidates returns the deadlocks of a house, in the order of its targets and rooms. Not
// all of them have a start.
func candidates(m *world.Map) ([]deadlock, error) {
	var all []deadlock
	for _, target := range m.Targets() {
		q, err := newQuarry(m, target)
		if err != nil {
			return nil, err
		}
		rooms := m.House().Rooms
		for i := range rooms {
			room := &rooms[i]
			if planner.Prior(q.key, words.LabelKey(world.Label(room.Type))) < typical || q.rooms[room.ID] {
				continue
			}
			d := deadlock{quarry: q, room: room}
			d.rank = d.draws(0).Uint64()
			all = append(all, d)
		}
	}
	return all, nil
}

// draws returns the random source for a seed, which depends on house, target, room and
// seed. Seed 0 is for the rank.
func (d deadlock) draws(seed int) *rand.Rand {
	return lots(uint64(seed), d.quarry.m.House().ID, d.quarry.target, d.room.ID)
}

// lots returns a random source that depends on a seed and names.
func lots(seed uint64, names ...string) *rand.Rand {
	h := fnv.New64a()
	for _, text := range names {
		h.Write(append(binary.AppendUvarint(nil, uint64(len(text))), text...))
	}
	return rand.New(rand.NewPCG(h.Sum64(), seed))
}

// episode chooses the start for a seed, with every cell and every yaw equally likely;
// false when no way leads to the target.
func (d deadlock) episode(seed int) (world.Episode, bool) {
	rng := d.draws(seed)
	at := d.starts[rng.IntN(len(d.starts))]
	yaw := rng.IntN(world.ViewCount) * world.ViewStep
	e, ok := d.quarry.goal.Episode(world.Pose{X: at.X, Z: at.Z, Yaw: float64(yaw)})
	e.MaxSteps = maxSteps
	return e, ok
}

// quarry is the target of a deadlock, and where the house has it.
type quarry struct {
	m      *world.Map
	target string
	key    words.Key
	goal   *world.Goal     // of the instances that can be reached
	seen   []world.Point   // centres of the instances that are not hidden in something
	rooms  map[string]bool // by id: an instance is in it or can be reached from it
}

func newQuarry(m *world.Map, target string) (*quarry, error) {
	q := &quarry{m: m, target: target, key: words.ObjectKey(target), rooms: map[string]bool{}}
	note := func(p world.Point) {
		if r, ok := m.RoomAt(p); ok {
			q.rooms[r.ID] = true
		}
	}
	for o, hidden := range m.House().All() {
		if o.Type != target {
			continue
		}
		note(o.Centre())
		if !hidden {
			q.seen = append(q.seen, o.Centre())
		}
	}
	var err error
	if q.goal, err = reachable(m, target); err != nil {
		return nil, err
	}
	for _, p := range q.goal.Cells() {
		note(p)
	}
	return q, nil
}

// inSight reports whether a robot at p that looks all around, without noise, sees an
// instance.
func (q *quarry) inSight(p world.Point) bool {
	return slices.ContainsFunc(q.seen, func(o world.Point) bool { return p.Dist(o) <= world.MaxSight && q.m.Sees(p, o) })
}
