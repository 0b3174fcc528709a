package world

import (
	"iter"
	"math"
	"slices"
	"sync"

	"navd/daemon/fault"
)

// Within is how near, in metres, the robot must stop to the nearest point of
// an instance's footprint.
const Within = 1.0

// Goal is what an episode looks for: some instances of an object type. It
// holds the distance of every place to the nearest success cell, a node from
// which an instance lies within 1.0 m and no wall stands towards its centre.
// A Goal never changes and may be used by any number of goroutines.
type Goal struct {
	m       *Map
	targets []*Object
	cells   []int
	field   field
	parts   map[string]func() *Goal // per instance id
}

// Goal prepares the search for objects by id, or for all of an object type
// when instances is empty; things on or in others count too. It fails with
// fault.NotFound when an instance or the type is not in the house. A goal that
// no robot can reach is no error: its Distance is +Inf everywhere.
func (m *Map) Goal(target string, instances []string) (*Goal, error) {
	var targets []*Object
	for o := range m.house.All() {
		if slices.Contains(instances, o.ID) || len(instances) == 0 && o.Type == target {
			targets = append(targets, o)
		}
	}
	for _, id := range instances {
		if !slices.ContainsFunc(targets, func(o *Object) bool { return o.ID == id }) {
			return nil, fault.New(fault.NotFound, "no such object in the house").About("instances", id)
		}
	}
	if len(targets) == 0 {
		return nil, fault.New(fault.NotFound, "no object of this type in the house").About("target", target)
	}
	return m.goalOf(targets), nil
}

func (m *Map) goalOf(targets []*Object) *Goal {
	g := &Goal{m: m, targets: targets}
	for _, o := range targets {
		g.cells = slices.AppendSeq(g.cells, m.cellsOf(o))
	}
	slices.Sort(g.cells)
	g.cells = slices.Compact(g.cells)
	g.field = m.grid.spread(g.cells)
	g.parts = make(map[string]func() *Goal, len(targets))
	for i, o := range targets {
		part := func() *Goal { return g }
		if len(targets) > 1 {
			part = sync.OnceValue(func() *Goal { return m.goalOf(targets[i : i+1]) })
		}
		g.parts[o.ID] = part
	}
	return g
}

// Of gives the goal of one instance alone, and false when it is not among the
// goal's instances. It is computed at the first call for that instance.
func (g *Goal) Of(instance string) (*Goal, bool) {
	part, ok := g.parts[instance]
	if !ok {
		return nil, false
	}
	return part(), true
}

// Instances gives the ids of the goal's objects, in the order of the house.
func (g *Goal) Instances() []string {
	ids := make([]string, len(g.targets))
	for i, o := range g.targets {
		ids[i] = o.ID
	}
	return ids
}

// Reached reports whether a robot that stops at p has found an instance.
func (g *Goal) Reached(p Point) bool {
	return slices.ContainsFunc(g.targets, func(o *Object) bool { return g.m.reaches(p, o) })
}

func (m *Map) reaches(p Point, o *Object) bool {
	return o.Dist(p) <= Within+tiny && m.Sees(p, o.Centre())
}

// cellsOf yields the success cells of one object where the robot lives.
func (m *Map) cellsOf(o *Object) iter.Seq[int] {
	corners := o.Footprint()
	around := boxOf(corners[:]...).grown(Within)
	return func(yield func(int) bool) {
		for n := range m.grid.nodesIn(around) {
			if m.reach[n] && m.reaches(m.grid.point(n), o) && !yield(n) {
				return
			}
		}
	}
}

// Route gives the way from p to the nearest success cell, its corners with
// both ends, and its length in metres; false where none can be reached. On a
// success cell it is that point alone. The way is the cheapest in steps to the
// eight nodes around, with needless corners pulled out: at most a few per cent
// longer than the shortest of any angles.
func (g *Goal) Route(p Point) (path []Point, metres float64, ok bool) {
	path = g.m.downhill(g.field, p)
	if path == nil {
		return nil, math.Inf(1), false
	}
	path = g.m.pull(path)
	return path, length(path), true
}

// Distance gives the length of the shortest path from p to the nearest success
// cell, in metres: 0 on one, +Inf where none can be reached.
func (g *Goal) Distance(p Point) float64 {
	_, metres, _ := g.Route(p)
	return metres
}

// Cells gives the success cells, in the order of the grid.
func (g *Goal) Cells() []Point {
	cells := make([]Point, len(g.cells))
	for i, n := range g.cells {
		cells[i] = g.m.grid.point(n)
	}
	return cells
}

// Targets gives the object types of which at least one instance has a
// reachable success cell, sorted.
func (m *Map) Targets() []string {
	var types []string
	for o, hidden := range m.house.All() {
		if hidden || slices.Contains(types, o.Type) || !m.Reachable(o) {
			continue
		}
		types = append(types, o.Type)
	}
	slices.Sort(types)
	return types
}

// Reachable reports whether an object of the house has a success cell.
func (m *Map) Reachable(o *Object) bool {
	for range m.cellsOf(o) {
		return true
	}
	return false
}
