package explorer

import (
	"math"
	"slices"

	"navd/cmd/navsim/world"
)

// Explorer keeps what one robot has seen of one house. Make it with [New] or [Told].
type Explorer struct {
	m     *world.Map
	told  bool // where one can stand follows from what it saw
	room  func(world.Point) string
	worth func(room string) float64
	floor floor
	spots []world.Point // where it looked around, until it had done so everywhere
	leg   leg           // the last one
	vain  []world.Point // aims of legs that came to nothing
}

// leg is from where to where a leg was to go.
type leg struct {
	from, to world.Point
	open     bool // there is one
}

// New makes an explorer that has seen nothing yet. Worth says how likely the goal
// is in a room of a type, 0..1, with types as [world.Label] names them. Without
// it, nil, the explorer goes to the nearest edge, whatever room it lies in.
func New(m *world.Map, worth func(room string) float64) *Explorer {
	return &Explorer{m: m, worth: worth, floor: newFloor(m), room: func(p world.Point) string {
		if r, ok := m.RoomAt(p); ok {
			return world.Label(r.Type)
		}
		return ""
	}}
}

// Told makes an explorer that takes nothing from the house: it stands where it saw floor
// and no sight ended within two cells, and room tells it in what type of room a seen point
// lies.
func Told(m *world.Map, room func(world.Point) string, worth func(room string) float64) *Explorer {
	return &Explorer{m: m, told: true, room: room, worth: worth, floor: newFloor(m)}
}

// Hallway is the type of room that others lie behind.
const Hallway = "hallway"

// Way is where to go next, over seen floor.
type Way struct {
	Corners []world.Point // straight from one to the next, at least one
	Metres  float64       // to the edge; the corners end after 3 m
	Room    string        // type of the room at the edge
	Behind  float64       // what was not seen within 2 m of the edge, square metres; 0: the way leads to no edge
}

// What an edge is worth and what a way costs are as in navd's planner, so that a
// difference comes from what the two know, and from what they do when a leg fails.
const (
	legMetres = 3.0  // a leg is no longer, as navd's
	nowhere   = 0.4  // a leg that brought the robot no farther came to nothing, metres
	sameEdge  = 0.75 // between the aims of two legs for the same edge, metres
	failed    = 0.3  // of the worth of an edge is left after each leg for it that came to nothing
	giveUp    = 3    // such legs after which it is left alone

	enough  = 2.5  // square metres behind an edge from which on more is not worth more
	least   = 0.3  // square metres behind an edge below which it is not worth a leg
	passage = 0.3  // least worth of a hallway: other rooms lie behind it
	chance  = 0.15 // added to the worth of every room: things stand where nobody expects them
	scan    = 21.0 // steps that a scan and the turns of a leg cost
	perM    = 6.0  // steps a metre
	apart   = 1.0  // metres between two spots to look around from, where no edge is left
	distant = 3.0  // metres between them from which on more is not worth more
)

// Next gives the way to take from a point: to the edge with the best chance for
// its steps,
//
//	(worth of its room + 0.15) × min(1, behind/2.5 m²) × 0.3^legs in vain ÷ (21 + 6·metres)
//
// or without a worth to the nearest one, those after legs in vain the last. Edges
// of which the wall behind was only guessed count when there is no other, and an
// edge that three legs did not get to counts no more. Where no edge is left, it
// goes to where it has not yet looked around. It is false where no seen floor can
// be reached.
func (e *Explorer) Next(at world.Point) (Way, bool) {
	if e.leg.open && at.Dist(e.leg.from) < nowhere {
		e.vain = append(e.vain, e.leg.to)
	}
	e.leg = leg{}
	ways := e.ways(at)
	aim, behind, ok := e.edge(ways)
	if !ok {
		aim, ok = e.elsewhere(ways)
	}
	if !ok {
		return Way{}, false
	}
	e.leg = leg{from: at, to: aim.middle(), open: true}
	return Way{Corners: cut(at, ways.corners(aim), legMetres), Metres: ways.metres(aim), Room: e.room(aim.middle()), Behind: behind}, true
}

// edge chooses an open edge. Guesses count until every edge that they leave was
// gone for in vain.
func (e *Explorer) edge(w *ways) (aim spot, behind float64, ok bool) {
	best := 0.0
	for _, guesses := range []bool{true, false} {
		for _, d := range w.edges(guesses) {
			if s := e.score(d); s > best {
				best, aim, behind, ok = s, d.at, d.behind, true
			}
		}
		if ok && e.inVain(aim) == 0 {
			break
		}
	}
	return aim, behind, ok
}

// inVain counts the legs for an edge that came to nothing.
func (e *Explorer) inVain(edge spot) (legs int) {
	for _, v := range e.vain {
		if v.Dist(edge.middle()) < sameEdge {
			legs++
		}
	}
	return legs
}

// score says how good it is to go to an edge; 0: not at all.
func (e *Explorer) score(d edge) float64 {
	legs := e.inVain(d.at)
	if d.behind < least || legs >= giveUp {
		return 0
	}
	steps := scan + perM*d.metres
	if e.worth == nil {
		const last = 1e-3 // no way is a thousand times as long as another
		return math.Pow(last, float64(legs)) / steps
	}
	room := e.room(d.at.middle())
	worth := e.worth(room)
	if room == Hallway {
		worth = max(worth, passage)
	}
	return (worth + chance) * min(1, d.behind/enough) * math.Pow(failed, float64(legs)) / steps
}

// elsewhere chooses where to look around again: the robot may have overlooked the
// goal, or not have been near enough.
func (e *Explorer) elsewhere(w *ways) (aim spot, ok bool) {
	best := 0.0
	for _, s := range w.reached {
		near := distant
		for _, p := range e.spots {
			near = min(near, p.Dist(s.middle()))
		}
		if near < apart {
			continue
		}
		worth := chance
		if e.worth != nil {
			worth += e.worth(e.room(s.middle()))
		}
		if v := worth * near / (scan + perM*w.metres(s)); v > best {
			best, aim, ok = v, s, true
		}
	}
	if !ok && len(e.spots) > 1 {
		e.spots = e.spots[len(e.spots)-1:] // it looked around everywhere, and begins anew
		return e.elsewhere(w)
	}
	return aim, ok
}

// cut ends a way after so many metres.
func cut(at world.Point, corners []world.Point, metres float64) []world.Point {
	for i, c := range corners {
		d := at.Dist(c)
		if d > metres {
			return append(slices.Clone(corners[:i]), at.Add(c.Sub(at).Scale(metres/d)))
		}
		at, metres = c, metres-d
	}
	return corners
}
