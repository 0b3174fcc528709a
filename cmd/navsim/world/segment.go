package world

import (
	"math"
	"slices"
	"sort"
	"strings"
)

// Kind says what a [Segment] is.
type Kind int

// The kinds of segment. Only Solid and Closed stop robots and sight.
const (
	Solid    Kind = iota // wall
	Boundary             // open boundary between two rooms: no wall there
	Open                 // door one can walk and see through
	Closed               // door that is shut, or leads out of the house
)

// Segment is a straight piece of wall or a door on the floor plane. Interior
// walls, which the format gives once per room, are here once.
type Segment struct {
	A, B Point
	Kind Kind
	ID   string // of the wall or the door
}

// Stops reports whether the segment stops robots and sight.
func (s *Segment) Stops() bool { return s.Kind == Solid || s.Kind == Closed }

// joinSlack is how far apart, in metres, two lines of one wall may be. The
// format rounds to the millimetre.
const joinSlack = 0.02

// floorEnds gives the two ends of a wall on the floor, in the order that doors
// measure along, and its height.
func (w *Wall) floorEnds() (a, b Point, height float64) {
	p := slices.Clone(w.Polygon)
	low, high := p[0].Y, p[0].Y
	for _, v := range p {
		low, high = min(low, v.Y), max(high, v.Y)
	}
	ends := slices.DeleteFunc(p, func(v Vec) bool { return v.Y > low+1e-3 })
	if len(ends) < 2 {
		ends = w.Polygon
	}
	return Point{ends[0].X, ends[0].Z}, Point{ends[1].X, ends[1].Z}, high - low
}

func (w *Wall) exterior() bool { return strings.HasPrefix(w.ID, "wall|exterior") }

// Passable reports whether one can walk through the door: it joins two rooms
// and is not shut.
func (d *Door) Passable() bool {
	if d.Room0 == d.Room1 || (d.Openable != nil && !*d.Openable) {
		return false
	}
	return d.Openness == nil || *d.Openness > 0
}

// segmentsOf turns walls and doors into segments: each wall is cut where a
// door is, pieces that lie on one another are kept once.
func segmentsOf(h *House) []Segment {
	doors := doorSegments(h)
	var walls []Segment
	for i := range h.Walls {
		w := &h.Walls[i]
		if w.exterior() {
			continue
		}
		a, b, _ := w.floorEnds()
		kind := Solid
		if w.Empty {
			kind = Boundary
		}
		walls = append(walls, cut(Segment{a, b, kind, w.ID}, doors)...)
	}
	return append(dedupe(walls), doors...)
}

// doorSegments gives one segment per door, in their order, along its first wall.
func doorSegments(h *House) []Segment {
	walls := make(map[string]*Wall, len(h.Walls))
	for i := range h.Walls {
		walls[h.Walls[i].ID] = &h.Walls[i]
	}
	var doors []Segment
	for i := range h.Doors {
		d := &h.Doors[i]
		a, b, _ := walls[d.Wall0].floorEnds()
		along := unit(b.Sub(a))
		kind := Closed
		if d.Passable() {
			kind = Open
		}
		doors = append(doors, Segment{
			A: a.Add(along.Scale(d.Hole[0].X)), B: a.Add(along.Scale(d.Hole[1].X)),
			Kind: kind, ID: d.ID,
		})
	}
	return doors
}

// cut gives what is left of the wall beside the doors that lie on it.
func cut(wall Segment, doors []Segment) []Segment {
	length := wall.A.Dist(wall.B)
	along := unit(wall.B.Sub(wall.A))
	holes := [][2]float64{}
	for _, d := range doors {
		if lo, hi, ok := overlap(wall, d); ok {
			holes = append(holes, [2]float64{lo, hi})
		}
	}
	sort.Slice(holes, func(i, j int) bool { return holes[i][0] < holes[j][0] })
	var left []Segment
	from := 0.0
	for _, hole := range append(holes, [2]float64{length, length}) {
		if hole[0]-from > 1e-6 {
			piece := wall
			piece.A, piece.B = wall.A.Add(along.Scale(from)), wall.A.Add(along.Scale(hole[0]))
			left = append(left, piece)
		}
		from = max(from, hole[1])
	}
	return left
}

// overlap gives the part of the wall's length, in metres from its A, that s
// covers, when s lies on the wall's line.
func overlap(wall, s Segment) (lo, hi float64, ok bool) {
	along := unit(wall.B.Sub(wall.A))
	va, vb := s.A.Sub(wall.A), s.B.Sub(wall.A)
	if math.Abs(along.cross(va)) > joinSlack || math.Abs(along.cross(vb)) > joinSlack {
		return 0, 0, false
	}
	lo, hi = along.dot(va), along.dot(vb)
	if lo > hi {
		lo, hi = hi, lo
	}
	lo, hi = max(lo, 0), min(hi, wall.A.Dist(wall.B))
	return lo, hi, hi-lo > 1e-6
}

// dedupe drops pieces with the same two ends as an earlier one, in any order.
func dedupe(walls []Segment) []Segment {
	type key struct{ ax, az, bx, bz int }
	mm := func(v float64) int { return int(math.Round(v * 1000)) }
	seen := make(map[key]bool, len(walls))
	return slices.DeleteFunc(walls, func(s Segment) bool {
		k := key{mm(s.A.X), mm(s.A.Z), mm(s.B.X), mm(s.B.Z)}
		back := key{k.bx, k.bz, k.ax, k.az}
		if seen[k] || seen[back] {
			return true
		}
		seen[k] = true
		return false
	})
}

func unit(v Point) Point {
	l := math.Hypot(v.X, v.Z)
	if l == 0 {
		return v
	}
	return v.Scale(1 / l)
}
