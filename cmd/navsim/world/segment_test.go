package world

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSegmentsOfDoors(t *testing.T) {
	var got []Segment
	for _, s := range testMap(t).Segments() {
		if s.Kind == Open || s.Kind == Closed {
			got = append(got, s)
		}
	}
	equal(t, got, []Segment{
		{Point{4, 2.5}, Point{4, 1.5}, Open, "door|1|2"},
		{Point{1, 4}, Point{2, 4}, Closed, "door|1|3"},
		{Point{4, 5}, Point{4, 6}, Open, "door|3|4"},
		{Point{9, 3}, Point{9, 2}, Closed, "door|2|2"},
	})
}

func TestSegmentsAppearOnce(t *testing.T) {
	var walls float64
	for _, s := range testMap(t).Segments() {
		if s.Kind == Solid {
			walls += s.A.Dist(s.B)
		}
	}
	// Outline 2·(9+7), inner walls 4 + 4 + 3, less four doors of 1 m.
	equal(t, walls, 32.0+11-4)
}

func TestDoorPassable(t *testing.T) {
	yes, no, open, ajar, shut := true, false, 1.0, 0.1, 0.0
	tests := []struct {
		name string
		door Door
		want bool
	}{
		{"doorframe", Door{Room0: "a", Room1: "b"}, true},
		{"open", Door{Room0: "a", Room1: "b", Openable: &yes, Openness: &open}, true},
		{"ajar", Door{Room0: "a", Room1: "b", Openable: &yes, Openness: &ajar}, true},
		{"shut", Door{Room0: "a", Room1: "b", Openable: &yes, Openness: &shut}, false},
		{"not openable", Door{Room0: "a", Room1: "b", Openable: &no, Openness: &open}, false},
		{"out of the house", Door{Room0: "a", Room1: "a", Openable: &yes, Openness: &open}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, tt.door.Passable(), tt.want)
		})
	}
}

func TestCut(t *testing.T) {
	wall := Segment{A: Point{0, 1}, B: Point{6, 1}, ID: "w"}
	hole := func(a, b Point) Segment { return Segment{A: a, B: b, Kind: Open} }
	tests := []struct {
		name  string
		doors []Segment
		want  [][2]float64 // x from and to of the pieces
	}{
		{"no door", nil, [][2]float64{{0, 6}}},
		{"one door", []Segment{hole(Point{2, 1}, Point{3, 1})}, [][2]float64{{0, 2}, {3, 6}}},
		{"door given backwards", []Segment{hole(Point{3, 1}, Point{2, 1})}, [][2]float64{{0, 2}, {3, 6}}},
		{"two doors out of order", []Segment{hole(Point{4, 1}, Point{5, 1}), hole(Point{1, 1}, Point{2, 1})}, [][2]float64{{0, 1}, {2, 4}, {5, 6}}},
		{"overlapping doors", []Segment{hole(Point{1, 1}, Point{3, 1}), hole(Point{2, 1}, Point{4, 1})}, [][2]float64{{0, 1}, {4, 6}}},
		{"door at the end", []Segment{hole(Point{5, 1}, Point{7, 1})}, [][2]float64{{0, 5}}},
		{"door over all", []Segment{hole(Point{-1, 1}, Point{7, 1})}, nil},
		{"door in another wall", []Segment{hole(Point{2, 1.5}, Point{3, 1.5})}, [][2]float64{{0, 6}}},
		{"a millimetre off", []Segment{hole(Point{2, 1.001}, Point{3, 1.001})}, [][2]float64{{0, 2}, {3, 6}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got [][2]float64
			for _, s := range cut(wall, tt.doors) {
				got = append(got, [2]float64{s.A.X, s.B.X})
			}
			equal(t, got, tt.want)
		})
	}
}

func TestFloorEnds(t *testing.T) {
	up, down := []Vec{{0, 0, 1}, {5, 0, 1}}, []Vec{{0, 3, 1}, {5, 3, 1}}
	tests := []struct {
		name string
		wall Wall
	}{
		{"interior: floor first", Wall{Polygon: slices.Concat(up, down)}},
		{"exterior: top first", Wall{Polygon: slices.Concat(down, up)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b, height := tt.wall.floorEnds()
			equal(t, []any{a, b, height}, []any{Point{0, 1}, Point{5, 1}, 3.0})
		})
	}
}

// Doors of the shared houses must leave no gap and no rest in their walls.
func TestSharedDoorsLieInWalls(t *testing.T) {
	for id, m := range sharedMaps(t) {
		doors := 0
		for _, s := range m.Segments() {
			if s.Kind != Open && s.Kind != Closed {
				continue
			}
			doors++
			for _, w := range m.Segments() {
				if w.Kind != Solid {
					continue
				}
				if lo, hi, ok := overlap(w, s); ok && hi-lo > 1e-3 {
					t.Errorf("%s: %v m of wall %s in %s", id, hi-lo, w.ID, s.ID)
				}
			}
		}
		if diff := cmp.Diff(len(m.House().Doors), doors, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: doors -want +got:\n%s", id, diff)
		}
	}
}
