package draw

import "math"

// Most of each that is drawn. Together they keep a map below 2 MB, and two beside each
// other below 3 MB.
const (
	mostDots   = 3000
	mostLinks  = 5000
	mostKnees  = 6000 // corners of the path
	mostSites  = 100  // drawn as roses
	mostMarks  = 240
	mostLabels = 120
	mostHalos  = 150 // places drawn apart; above, those of one colour are one
	mostFloors = 300
	mostWalls  = 4000
	mostThings = 800
	mostSides  = 64      // corners of a polygon
	mostCells  = 200_000 // of the seen area
	mostRims   = 40_000  // sides of cells, in the outlines of the seen area
	mostBends  = 12_000  // corners of these outlines
)

// pick gives at most most of the items, evenly spaced, the last included.
func pick[T any](items []T, most int) []T {
	if len(items) <= most {
		return items
	}
	out := make([]T, most)
	for i := range out {
		out[i] = items[(i+1)*len(items)/most-1]
	}
	return out
}

// cell is a square of the sheet that belongs to one place.
type cell struct{ x, y, place int }

// thinned lets one dot of each place stand for all in its square, with squares
// just large enough that few remain; in large squares one dot stands for all
// places. It gives, for each dot, the one that stands for it: itself, when it
// stays.
func thinned(dots []dot) []int {
	for side := 3.0; ; side *= 2 {
		stands, kept := gather(dots, side)
		if kept <= mostDots || side > 4*sheetWidth {
			return stands
		}
	}
}

// largeSquare is the side from which squares are not parted by place, px.
const largeSquare = 48

func gather(dots []dot, side float64) (stands []int, kept int) {
	first := map[cell]int{}
	stands = make([]int, len(dots))
	for i, d := range dots {
		c := cell{int(math.Floor(d.at.x / side)), int(math.Floor(d.at.y / side)), d.group}
		if side >= largeSquare {
			c.place = 0
		}
		if _, taken := first[c]; !taken {
			first[c] = i
		}
		stands[i] = first[c]
	}
	return stands, len(first)
}

// corners leaves out of a track what brings less than gap px, doubled until at
// most most knees remain. The last stays.
func corners(track []spot, most int) []spot {
	for gap := 0.7; ; gap *= 2 {
		out := spaced(track, gap)
		if len(out) <= most || gap > 4*sheetWidth {
			return out
		}
	}
}

func spaced(track []spot, gap float64) []spot {
	var out []spot
	for i, p := range track {
		if len(out) == 0 || p.distance(out[len(out)-1]) >= gap || i == len(track)-1 && p != out[len(out)-1] {
			out = append(out, p)
		}
	}
	return out
}
