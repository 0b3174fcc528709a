package world

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestRay(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name  string
		from  Point
		yaw   float64
		limit float64
		want  float64
		hit   string
	}{
		{"to a wall", Point{2, 2}, 180, 8, 2, "wall|1|0.00|0.00|4.00|0.00"},
		{"through an open door to a closed one", Point{2, 2}, 90, 8, 7, "door|2|2"},
		{"to a closed door", Point{1.5, 2}, 0, 8, 2, "door|1|3"},
		{"over an open boundary and furniture", Point{8.4, 1}, 0, 8, 6, "wall|4|4.00|7.00|9.00|7.00"},
		{"short of the wall", Point{2, 2}, 180, 1.5, 1.5, ""},
		{"no length", Point{2, 2}, 180, 0, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			metres, hit := m.Ray(tt.from, tt.yaw, tt.limit)
			id := ""
			if hit != nil {
				id = hit.ID
			}
			equal(t, []any{metres, id}, []any{tt.want, tt.hit})
		})
	}
}

func TestSees(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name string
		a, b Point
		want bool
	}{
		{"across a room", Point{1, 1}, Point{3, 3}, true},
		{"through an open door", Point{2, 2}, Point{6, 2}, true},
		{"through a wall", Point{2, 3}, Point{6, 3}, false},
		{"through a closed door", Point{1.5, 3}, Point{1.5, 5}, false},
		{"a thing hung on a wall", Point{2, 2}, Point{0, 2}, true},
		{"a thing 3 cm behind a wall", Point{2, 2}, Point{-0.03, 2}, false},
		{"itself", Point{2, 2}, Point{2, 2}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, m.Sees(tt.a, tt.b), tt.want)
		})
	}
}

func TestReach(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name  string
		p     Point
		yaw   float64
		limit float64
		want  float64
	}{
		{"to a wall", Point{3, 2}, 180, 5, 2 - Radius},
		{"through a door to a sofa", Point{3, 2}, 90, 5, 8.4 - 0.45 - Radius - 3},
		{"to a sofa", Point{5, 2.8}, 90, 5, 8.4 - 0.45 - Radius - 5},
		{"limited", Point{5, 2.8}, 90, 1, 1},
		{"from a place that is not free", Point{0.4, 0.4}, 0, 5, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := m.Reach(tt.p, tt.yaw, tt.limit)
			if math.Abs(got-tt.want) > substep {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestForward(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name     string
		from     Pose
		metres   float64
		want     Pose
		collided bool
	}{
		{"north", Pose{5, 1, 0}, 0.25, Pose{5, 1.25, 0}, false},
		{"east through a door", Pose{3.9, 2, 90}, 0.25, Pose{4.15, 2, 90}, false},
		{"askew", Pose{5, 1, 30}, 0.25, Pose{5.125, 1 + 0.25*math.Sqrt(3)/2, 30}, false},
		{"into a wall", Pose{2.5, 0.3, 180}, 0.25, Pose{2.5, 0.3, 180}, true},
		{"up to a wall", Pose{2.5, 0.43, 180}, 0.25, Pose{2.5, 0.18, 180}, false},
		{"askew into a wall does not slide", Pose{2.5, 0.3, 150}, 0.25, Pose{2.5, 0.3, 150}, true},
		{"into a chair", Pose{6, 0.7, 0}, 0.25, Pose{6, 0.7, 0}, true},
		{"cannot jump a wall", Pose{3, 3, 90}, 3, Pose{3, 3, 90}, true},
		{"nothing", Pose{5, 1, 0}, 0, Pose{5, 1, 0}, false},
		{"backwards", Pose{5, 1, 0}, -1, Pose{5, 1, 0}, true},
		{"not a number", Pose{5, 1, 0}, math.NaN(), Pose{5, 1, 0}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			to, collided := m.Forward(tt.from, tt.metres)
			equal(t, []any{to, collided}, []any{tt.want, tt.collided})
		})
	}
}

// A walk of any actions keeps the robot where its disc can stand, and blocked
// forwards leave it where it was.
func TestForwardStaysFree(t *testing.T) {
	m := testMap(t)
	rapid.Check(t, func(t *rapid.T) {
		start := m.grid.point(rapid.SampledFrom(m.home).Draw(t, "start"))
		p := Pose{X: start.X, Z: start.Z}
		for _, turn := range rapid.SliceOfN(rapid.IntRange(0, 11), 1, 40).Draw(t, "turns") {
			p = p.Turned(float64(turn) * 30)
			to, collided := m.Forward(p, 0.25)
			if collided && to != p {
				t.Fatalf("collided, but moved from %v to %v", p, to)
			}
			if !m.Free(to.Point()) {
				t.Fatalf("from %v to %v, which is not free", p, to)
			}
			p = to
		}
	})
}

// What sweeps skip must be as free as what they look at.
func TestClearIsFreeAllAlong(t *testing.T) {
	m := testMap(t)
	rapid.Check(t, func(t *rapid.T) {
		point := func(name string) Point {
			return Point{rapid.Float64Range(0, 9).Draw(t, name+"x"), rapid.Float64Range(0, 7).Draw(t, name+"z")}
		}
		a, b := point("a"), point("b")
		clear := m.Clear(a, b)
		least := math.Inf(1)
		for i := range 1001 {
			least = min(least, gap(m, a.Add(b.Sub(a).Scale(float64(i)/1000))))
		}
		const dip = 1e-3 // between two looks 1 cm apart the gap may dip below
		if clear && least < Radius-dip || !clear && least > Radius+dip {
			t.Fatalf("from %v to %v: clear is %v, but the gap is %v", a, b, clear, least)
		}
	})
}
