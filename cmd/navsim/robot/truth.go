package robot

import (
	"cmp"
	"maps"
	"slices"

	"navd/cmd/navsim/world"
	"navd/daemon/planner"
	"navd/daemon/words"
)

// Truth says in which types of room a house really has a thing. Things with the same key
// in package words are one thing: a loveseat is a sofa. A Truth never changes.
type Truth struct {
	target words.Key
	holds  map[words.Key]bool // types of the rooms into which an instance reaches
	found  map[words.Key]int  // by type: instances with their centre there, not hidden and within reach of the robot
	types  []words.Key        // types of the rooms that the robot can get into, sorted
}

// NewTruth looks up where a house has a thing, named as an object type or in plain words.
// A room has an instance, hidden or not, when the middle or a corner of its footprint is on
// the room's floor: a thing in a doorway is in both rooms.
func NewTruth(m *world.Map, target string) *Truth {
	t := &Truth{target: words.ObjectKey(target), holds: map[words.Key]bool{}, found: map[words.Key]int{}}
	typeAt := func(p world.Point) words.Key {
		r, ok := m.RoomAt(p)
		if !ok {
			return ""
		}
		return typeOf(r)
	}
	for o, hidden := range m.House().All() {
		if !words.ObjectKey(o.Type).Equal(t.target) {
			continue
		}
		centre := typeAt(o.Centre())
		t.holds[centre] = true
		for _, corner := range o.Footprint() {
			t.holds[typeAt(corner)] = true
		}
		if !hidden && m.Reachable(o) {
			t.found[centre]++
		}
	}
	delete(t.found, "")
	for i := range m.House().Rooms {
		r := &m.House().Rooms[i]
		if !slices.Contains(t.types, typeOf(r)) && len(m.CellsIn(r)) > 0 {
			t.types = append(t.types, typeOf(r))
		}
	}
	slices.Sort(t.types)
	return t
}

func typeOf(r *world.Room) words.Key { return words.LabelKey(world.Label(r.Type)) }

// Holds reports whether any room of a type has an instance.
func (t *Truth) Holds(room words.Key) bool { return t.holds[room] }

// Main returns the type of room with the most instances that can be seen and reached, ties
// by name; false when there are none.
func (t *Truth) Main() (words.Key, bool) {
	types := slices.SortedFunc(maps.Keys(t.found), func(a, b words.Key) int {
		return cmp.Or(cmp.Compare(t.found[b], t.found[a]), cmp.Compare(a, b))
	})
	if len(types) == 0 {
		return "", false
	}
	return types[0], true
}

// Misleads reports whether general knowledge misleads: of the types of room that the robot
// can get into, none of those that are the likeliest by the planner's table has the thing.
// It is false for a thing that is not in the table.
func (t *Truth) Misleads() bool {
	best := 0.0
	for _, room := range t.types {
		best = max(best, planner.Prior(t.target, room))
	}
	return !slices.ContainsFunc(t.types, func(room words.Key) bool {
		return planner.Prior(t.target, room) == best && t.Holds(room)
	})
}
