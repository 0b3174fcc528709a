package world

import "navd/daemon/fault"

// Map is what a robot can do and see in one house. It is built once, never
// changes, and may be used by any number of goroutines.
type Map struct {
	house    *House
	segments []Segment
	stops    []*Segment // of segments: those that stop robots and sight
	sights   []sight    // what can be seen at all
	bins     bins
	grid     grid
	home     []int  // nodes of the part of the house where the robot lives
	reach    []bool // the same, per node
}

// maxSide bounds a house, in metres, so that a broken file cannot ask for a
// huge grid.
const maxSide = 200

// NewMap builds the map of a house. It fails with fault.Invalid when the house
// is not valid, is larger than 200 m, or has no floor a robot could stand on.
func NewMap(h *House) (*Map, error) {
	if err := h.Validate(); err != nil {
		return nil, err
	}
	m := &Map{house: h, segments: segmentsOf(h)}
	for i := range m.segments {
		if s := &m.segments[i]; s.Stops() {
			m.stops = append(m.stops, s)
		}
	}
	m.sights = sightsOf(h)
	bounds := h.bounds()
	if bounds.max.X-bounds.min.X > maxSide || bounds.max.Z-bounds.min.Z > maxSide {
		return nil, fault.Field("rooms", "a larger house", "at most 200 m wide and deep")
	}
	blockers := blockersOf(h, m.segments)
	m.bins = newBins(blockers, bounds)
	m.grid = newGrid(h.Rooms, blockers, bounds)
	m.home = m.mainPart()
	if len(m.home) == 0 {
		return nil, fault.New(fault.Invalid, "no free floor in the house").About("objects", h.ID)
	}
	m.reach = make([]bool, len(m.grid.free))
	for _, n := range m.home {
		m.reach[n] = true
	}
	return m, nil
}

// House gives the house the map was built from. It must not be changed.
func (m *Map) House() *House { return m.house }

// Segments gives walls, open boundaries and doors, each once. The slice is
// shared and must not be changed.
func (m *Map) Segments() []Segment { return m.segments }

// Bounds gives the corners of the smallest box around all rooms.
func (m *Map) Bounds() (lo, hi Point) {
	b := m.house.bounds()
	return b.min, b.max
}

// RoomAt gives the room at p, and false outside the house.
func (m *Map) RoomAt(p Point) (*Room, bool) {
	for i := range m.house.Rooms {
		if r := &m.house.Rooms[i]; inside(p, r.Floor) {
			return r, true
		}
	}
	return nil, false
}

// Free reports whether the robot's disc of 0.18 m can stand at p: inside the
// house, clear of walls, closed doors and furniture.
func (m *Map) Free(p Point) bool { return m.spare(p) >= 0 }

// tiny absorbs rounding: a disc may touch what it stands beside.
const tiny = 1e-6

// spare gives how far the disc may go from p in any direction before it can
// touch anything, in metres; negative where it cannot stand.
func (m *Map) spare(p Point) float64 {
	near := m.grid.clearance(p)
	if near >= Radius+cellSlack {
		return near - cellSlack - Radius
	}
	if near < Radius-cellSlack {
		return -1
	}
	gap := m.bins.gap(p)
	if gap < Radius-tiny {
		return -1
	}
	return max(gap-Radius, 0)
}

// bounds gives the box around all rooms.
func (h *House) bounds() box {
	var all []Point
	for i := range h.Rooms {
		all = append(all, h.Rooms[i].Floor...)
	}
	return boxOf(all...)
}
