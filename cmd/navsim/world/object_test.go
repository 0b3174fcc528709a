package world

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestFootprint(t *testing.T) {
	tests := []struct {
		name string
		yaw  float64
		want [4]Point
	}{
		{"as built", 0, [4]Point{{9, 19.5}, {11, 19.5}, {11, 20.5}, {9, 20.5}}},
		{"turned right by 90", 90, [4]Point{{9.5, 21}, {9.5, 19}, {10.5, 19}, {10.5, 21}}},
		{"turned round", 180, [4]Point{{11, 20.5}, {9, 20.5}, {9, 19.5}, {11, 19.5}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Object{Position: Vec{10, 0.5, 20}, Rotation: Vec{Y: tt.yaw}, Size: Vec{2, 1, 1}}
			equal(t, o.Footprint(), tt.want)
		})
	}
}

func TestObjectDist(t *testing.T) {
	o := Object{Position: Vec{0, 0.5, 0}, Rotation: Vec{Y: 90}, Size: Vec{2, 1, 1}}
	tests := []struct {
		name string
		p    Point
		want float64
	}{
		{"inside", Point{0.2, 0.9}, 0},
		{"beside its long side", Point{1.5, 0}, 1},
		{"before its short side", Point{0, 3}, 2},
		{"off a corner", Point{0.5 + 3, 1 + 4}, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { equal(t, o.Dist(tt.p), tt.want) })
	}
}

func TestObjectDistAgreesWithFootprint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-5, 5)
		o := Object{
			Position: Vec{number.Draw(t, "x"), 0, number.Draw(t, "z")},
			Rotation: Vec{Y: rapid.Float64Range(0, 360).Draw(t, "yaw")},
			Size:     Vec{rapid.Float64Range(0.1, 3).Draw(t, "w"), 1, rapid.Float64Range(0.1, 3).Draw(t, "d")},
		}
		p := Point{number.Draw(t, "px"), number.Draw(t, "pz")}
		corners := o.Footprint()
		want := math.Inf(1)
		for i := range corners {
			want = min(want, segmentDist(p, corners[i], corners[(i+1)%4]))
		}
		if inside(p, corners[:]) {
			want = 0
		}
		if got := o.Dist(p); math.Abs(got-want) > 1e-9 {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestBlocks(t *testing.T) {
	tests := []struct {
		name   string
		kind   string
		bottom float64
		top    float64
		want   bool
	}{
		{"chair", "Chair", 0, 0.8, true},
		{"rug", "Rug", 0, 0.02, false},
		{"as flat as allowed", "Rug", 0, 0.08, false},
		{"high shelf", "Shelf", 0.9, 1.2, false},
		{"just below the limit", "Shelf", 0.85, 1.2, true},
		{"painting", "Painting", 0.5, 1.2, false},
		{"curtains to the floor", "Curtains", 0, 2, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Object{Type: tt.kind, Position: Vec{Y: (tt.bottom + tt.top) / 2}, Size: Vec{1, tt.top - tt.bottom, 1}}
			equal(t, o.Blocks(), tt.want)
		})
	}
}

func TestAllMarksHidden(t *testing.T) {
	got := map[string]bool{}
	for o, hidden := range testMap(t).House().All() {
		got[o.Type] = hidden
	}
	equal(t, got, map[string]bool{
		"Fridge": false, "Egg": true, "DiningTable": false, "Apple": false,
		"Painting": false, "Sofa": false, "Chair": false, "Rug": false, "Bed": false, "Shelf": false,
	})
}

func TestAllStopsWhenAsked(t *testing.T) {
	n := 0
	for range testMap(t).House().All() {
		if n++; n == 2 { // in the middle of a parent's children
			break
		}
	}
	equal(t, n, 2)
}

func TestLabel(t *testing.T) {
	for in, want := range map[string]string{"LivingRoom": "living room", "Hallway": "hallway", "": ""} {
		equal(t, Label(in), want)
	}
}
