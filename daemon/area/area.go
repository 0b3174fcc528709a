package area

import (
	"math"
	"slices"
)

// Cell is the side of a cell, metres: one forward of the usual length.
const Cell = 0.25

// Point is a spot in the robot's frame, metres.
type Point struct {
	X float64 `json:"x"` // ahead of the start
	Y float64 `json:"y"` // to the left of the start
}

// Distance is the straight distance to another point, metres.
func (p Point) Distance(q Point) float64 { return math.Hypot(q.X-p.X, q.Y-p.Y) }

// reach gives the point so far away along a heading in degrees.
func (p Point) reach(metres, heading float64) Point {
	sin, cos := math.Sincos(heading * math.Pi / 180)
	return Point{p.X + metres*cos, p.Y + metres*sin}
}

// Area is the floor that was seen. It is not safe for concurrent use.
type Area struct {
	tiles map[spot]*tile // by the spot of their first cell, divided by tileSide
	near  *tile          // the tile that was used last, and mostly is used next; nil: nothing is known there
	at    spot           // its key in tiles
	has   bool           // near and at are set
	rooms []string       // types of room by number
	field field          // memory that searches reuse
	shy   bool           // ways keep off walls where they can
}

// New gives an area of which nothing was seen.
func New() *Area { return &Area{tiles: map[spot]*tile{}} }

// Clone gives a copy, which does not change with the area.
func (a *Area) Clone() *Area {
	c := &Area{tiles: make(map[spot]*tile, len(a.tiles)), rooms: slices.Clone(a.rooms), shy: a.shy}
	for k, t := range a.tiles {
		c.tiles[k] = new(*t)
	}
	return c
}

// KeepOffWalls has ways keep one cell away from walls where they can: on floor that was seen
// long ago, or from a pose that is not quite right, a way along a wall would hit it.
func (a *Area) KeepOffWalls() { a.shy = true }

// Bytes is about what the area takes in RAM.
func (a *Area) Bytes() int { return len(a.tiles) * tileSide * tileSide * cellBytes }

// spot is a cell by column and row.
type spot struct{ x, y int }

// cell is what is known of a cell. The zero value is one that nobody has seen.
type cell struct {
	known uint8    // seen, wall, walked
	room  [2]uint8 // numbers of the types that have votes
	votes [2]uint8 // how many
}

const cellBytes = 5 // that a cell takes

// What is known of a cell.
const (
	seen   = 1 << iota // a sight went over it
	wall               // a sight ended there
	walked             // the robot was there
)

// Cells come in square tiles.
const (
	tileBits = 5
	tileSide = 1 << tileBits
)

type tile [tileSide * tileSide]cell

func spotOf(p Point) spot { return spot{int(math.Floor(p.X / Cell)), int(math.Floor(p.Y / Cell))} }

// middle is the middle of a cell.
func (s spot) middle() Point { return Point{(float64(s.x) + 0.5) * Cell, (float64(s.y) + 0.5) * Cell} }

func (s spot) beside(d spot) spot { return spot{s.x + d.x, s.y + d.y} }

// sides and around are the steps to the cells beside a cell: the four that share a side
// with it, and all eight, counter-clockwise.
var (
	sides  = [4]spot{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	around = [8]spot{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
)

// of gives a cell to change, nil when nothing of its tile is known.
func (a *Area) of(s spot) *cell {
	k := spot{s.x >> tileBits, s.y >> tileBits}
	if !a.has || k != a.at {
		a.near, a.at, a.has = a.tiles[k], k, true
	}
	if a.near == nil {
		return nil
	}
	return &a.near[(s.y&(tileSide-1))<<tileBits|s.x&(tileSide-1)]
}

// make gives a cell to change, with a new tile when nothing of its tile is known.
func (a *Area) make(s spot) *cell {
	if c := a.of(s); c != nil {
		return c
	}
	a.near = new(tile)
	a.tiles[a.at] = a.near
	return a.of(s)
}

func (a *Area) known(s spot) uint8 {
	if c := a.of(s); c != nil {
		return c.known
	}
	return 0
}

// open tells whether a cell is floor that was seen.
func (a *Area) open(s spot) bool { return open(a.known(s)) }

func open(k uint8) bool {
	return k&walked != 0 || k&seen != 0 && k&wall == 0
}

// Walk marks the cells between two points as floor: the robot went straight from one to the
// other.
func (a *Area) Walk(from, to Point) {
	along(from, to, func(s spot) bool {
		c := a.make(s)
		c.known = c.known&^wall | seen | walked
		return true
	})
}

// box gives the corner cells of a square around a point, which reaches n metres far in
// x and in y.
func box(at Point, metres float64) (lo, hi spot) {
	return spotOf(Point{at.X - metres, at.Y - metres}), spotOf(Point{at.X + metres, at.Y + metres})
}

// along visits the cells on a line, some of them twice, until visit returns false; it
// tells whether all were visited.
func along(from, to Point, visit func(spot) bool) bool {
	n := int(from.Distance(to)/(Cell/4)) + 1
	for i := 0; i <= n; i++ {
		t := float64(i) / float64(n)
		if !visit(spotOf(Point{from.X + t*(to.X-from.X), from.Y + t*(to.Y-from.Y)})) {
			return false
		}
	}
	return true
}
