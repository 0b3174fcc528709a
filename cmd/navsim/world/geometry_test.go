package world

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestTurned(t *testing.T) {
	tests := []struct {
		name string
		yaw  float64
		turn float64
		want float64
	}{
		{"left lowers yaw", 90, 30, 60},
		{"right raises yaw", 90, -30, 120},
		{"left through zero", 0, 30, 330},
		{"right through zero", 330, -30, 0},
		{"whole turn", 270, 360, 270},
		{"many turns", 0, -750, 30},
		{"tiny negative stays below 360", 0, 1e-16, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Pose{1, 2, tt.yaw}.Turned(tt.turn)
			if want := (Pose{1, 2, tt.want}); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestTurnsOfThirtyStayExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, sum := Pose{}, 0
		for _, turn := range rapid.SliceOf(rapid.SampledFrom([]int{-30, 30})).Draw(t, "turns") {
			p, sum = p.Turned(float64(turn)), sum-turn
		}
		if want := float64(((sum % 360) + 360) % 360); p.Yaw != want {
			t.Fatalf("got yaw %v, want %v", p.Yaw, want)
		}
	})
}

func TestHeadingAndToward(t *testing.T) {
	tests := []struct {
		name string
		yaw  float64
		want Point
	}{
		{"north", 0, Point{0, 1}},
		{"east", 90, Point{1, 0}},
		{"south", 180, Point{0, -1}},
		{"west", -90, Point{-1, 0}},
		{"north east", 45, Point{math.Sqrt2 / 2, math.Sqrt2 / 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Heading(tt.yaw)
			equal(t, got, tt.want)
			equal(t, Point{3, 4}.Toward(Point{3, 4}.Add(got)), norm360(tt.yaw))
		})
	}
}

func TestCrossing(t *testing.T) {
	a, b := Point{0, 0}, Point{4, 0}
	tests := []struct {
		name string
		c, d Point
		want float64
		ok   bool
	}{
		{"across the middle", Point{2, -1}, Point{2, 1}, 0.5, true},
		{"touching with an end", Point{1, 0}, Point{1, 1}, 0.25, true},
		{"beyond the end", Point{5, -1}, Point{5, 1}, 0, false},
		{"short of it", Point{2, 0.1}, Point{2, 1}, 0, false},
		{"parallel", Point{0, 1}, Point{4, 1}, 0, false},
		{"on the same line", Point{1, 0}, Point{2, 0}, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := crossing(a, b, tt.c, tt.d)
			equal(t, []any{got, ok}, []any{tt.want, tt.ok})
		})
	}
}

func TestInside(t *testing.T) {
	ell := []Point{{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}}
	tests := []struct {
		name string
		p    Point
		want bool
	}{
		{"in the foot", Point{3, 1}, true},
		{"in the leg", Point{1, 3}, true},
		{"in the notch", Point{3, 3}, false},
		{"beside", Point{-1, 1}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, inside(tt.p, ell), tt.want)
		})
	}
}
