package world

import "math"

// CellsIn gives the nodes of a room's floor where the robot lives, in the order
// of the grid; none when it cannot get in.
func (m *Map) CellsIn(r *Room) []Point {
	var cells []Point
	for _, n := range m.home {
		if p := m.grid.point(n); inside(p, r.Floor) {
			cells = append(cells, p)
		}
	}
	return cells
}

// RoomsOn gives the ids of the rooms that a path leads through, in order; a
// room that it comes back to is there again. It looks every 5 cm.
func (m *Map) RoomsOn(path []Point) []string {
	var ids []string
	note := func(p Point) {
		if r, ok := m.RoomAt(p); ok && (len(ids) == 0 || ids[len(ids)-1] != r.ID) {
			ids = append(ids, r.ID)
		}
	}
	for i, p := range path {
		if i > 0 {
			leg := p.Sub(path[i-1])
			for n, k := math.Ceil(path[i-1].Dist(p)/pitch), 1.0; k < n; k++ {
				note(path[i-1].Add(leg.Scale(k / n)))
			}
		}
		note(p)
	}
	return ids
}

// roomID gives the id of the room at p, "" outside the house.
func (m *Map) roomID(p Point) string {
	if r, ok := m.RoomAt(p); ok {
		return r.ID
	}
	return ""
}
