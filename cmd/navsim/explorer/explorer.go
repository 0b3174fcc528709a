package explorer

import (
	"math"
	"slices"

	"navd/cmd/navsim/world"
)

// Explorer keeps what one robot has seen of one house. Make it with [New] or [Told].
type Explorer struct {
	m     *world.Map
	told  bool // it knows only what a robot sees and hears, see Told
	room  func(world.Point) string
	worth func(room string) float64
	floor floor
	spots []world.Point // where it looked around; begun anew once it has done so everywhere
	leg   leg           // the last one
	vain  []world.Point // aims of legs that failed
}

// leg is where a leg began and where it was to go.
type leg struct {
	from, to world.Point
	open     bool // false: there is no leg
}

// New returns an explorer that has seen nothing yet. worth returns how likely the goal is
// in a room of a type, 0..1, with types as [world.Label] names them. If it is nil, the
// explorer goes to the nearest edge, in whatever room.
func New(m *world.Map, worth func(room string) float64) *Explorer {
	return &Explorer{m: m, worth: worth, floor: newFloor(m), room: func(p world.Point) string {
		if r, ok := m.RoomAt(p); ok {
			return world.Label(r.Type)
		}
		return ""
	}}
}

// Told returns an explorer that takes nothing from the house. It can stand on floor that it
// saw, if no line of sight ended within two cells of it; room returns the type of the room
// at a point that it saw.
func Told(m *world.Map, room func(world.Point) string, worth func(room string) float64) *Explorer {
	return &Explorer{m: m, told: true, room: room, worth: worth, floor: newFloor(m)}
}

// Hallway is the type of room that leads to other rooms.
const Hallway = "hallway"

// Way is where to go next, over seen floor.
type Way struct {
	Corners []world.Point // straight from one to the next, at least one
	Metres  float64       // to the edge; the corners end after 3 m
	Room    string        // type of the room at the edge
	Behind  float64       // unseen area within 2 m of the edge, square metres; 0: the way leads to no edge
}

// The worth of an edge and the cost of a way are those of navd's planner, so that
// differences come from what the two know, and from what they do when a leg fails.
const (
	legMetres = 3.0  // a leg is at most that long, like navd's
	nowhere   = 0.4  // a leg failed if it moved the robot less, metres
	sameEdge  = 0.75 // two legs with aims nearer than that are for the same edge, metres
	failed    = 0.3  // factor of the worth of an edge for each failed leg to it
	giveUp    = 3    // an edge with this many failed legs is given up

	enough  = 2.5  // more unseen square metres behind an edge are not worth more
	least   = 0.3  // an edge with fewer unseen square metres behind it is not worth a leg
	passage = 0.3  // least worth of a hallway, because it leads to other rooms
	chance  = 0.15 // added to the worth of every room: things can be where nobody expects them
	scan    = 21.0 // steps for a scan and the turns of a leg
	perM    = 6.0  // steps per metre
	apart   = 1.0  // least distance between two spots to look around from once no edge is left, metres
	distant = 3.0  // a larger distance between them is not worth more, metres
)

// Next returns the way to take from a point: to the edge with the highest
//
//	(worth of its room + 0.15) × min(1, behind/2.5 m²) × 0.3^failed legs ÷ (21 + 6·metres)
//
// or, without a worth, to the nearest edge, those with failed legs last. Where a wall
// is only assumed behind the seen floor, there is an edge only if there is no other one
// without failed legs. An edge with three failed legs no longer counts. Without any edge,
// Next goes to where the robot has not yet looked around. It returns false when no seen
// floor can be reached.
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

// edge chooses an open edge. Assumed walls count as walls until each of the other edges
// has a failed leg.
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

// inVain counts the failed legs to an edge.
func (e *Explorer) inVain(edge spot) (legs int) {
	for _, v := range e.vain {
		if v.Dist(edge.middle()) < sameEdge {
			legs++
		}
	}
	return legs
}

// score returns how good it is to go to an edge; 0 rules it out.
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

// elsewhere chooses a spot to look around from when no edge is left: the robot may have
// missed the goal, or not have been near enough.
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
		e.spots = e.spots[len(e.spots)-1:] // it has looked around everywhere: begin anew
		return e.elsewhere(w)
	}
	return aim, ok
}

// cut cuts a way off after n metres.
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
