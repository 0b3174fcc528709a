package world

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func clean() Senses { return Senses{Profile: Clean(), Episode: "e", Seed: 1} }

func TestLookViews(t *testing.T) {
	m := testMap(t)
	views := m.Look(Pose{5, 2, 0}, clean())
	type row struct {
		angle float64
		label string
		free  float64
		see   float64
	}
	var got []row
	for i, v := range views {
		equal(t, v.View, i)
		got = append(got, row{v.Angle, v.Type, math.Round(v.FreeM*10) / 10, math.Round(v.SeeM*10) / 10})
	}
	want := []row{
		{0, "hallway", 4.8, 5.1}, // 7 - 2 - radius; 5 m / cos 12°
		{-30, "hallway", 5, 6.2},
		{-60, "hallway", 3.2, 5.4}, // the sofa stops the robot, not the sight
		{-90, "living room", 2.8, 4.1},
		{-120, "living room", 0.8, 4.4},
		{-150, "living room", 1, 2.7},
		{180, "living room", 1.8, 2},
		{150, "living room", 1.6, 2.2},
		{120, "kitchen", 0.9, 5.3}, // one of five rays passes the door
		{90, "kitchen", 4.8, 5.1},
		{60, "kitchen", 0.9, 5.3},
		{30, "bedroom", 1.6, 5.3}, // one of five rays passes the doorframe
	}
	if !slices.Equal(got, want) {
		for i := range got {
			t.Errorf("view %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

func TestLookObjects(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name string
		from Pose
		want map[int][]string // ids per view, nearest first
	}{
		{"in the kitchen", Pose{2.5, 2, 0}, map[int][]string{
			0:  nil,
			10: {"small|1|1", "1|1"}, // an apple on a table, 60° to the left
			9:  {"1|2"},
			8:  {"1|0"}, // a fridge, but not the egg in it
			3:  {"2|1", "2|2", "2|0"},
		}},
		{"in the hallway", Pose{5, 6, 180}, map[int][]string{
			9: {"4|0"}, // the chair to the east, on the left
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			views := m.Look(tt.from, clean())
			for view, want := range tt.want {
				var got []string
				for _, o := range views[view].Objects {
					got = append(got, o.ID)
				}
				equal(t, got, want)
			}
		})
	}
}

func TestLookAngles(t *testing.T) {
	m := testMap(t)
	// From (6, 3) facing east the sofa at (8.4, 2.8) lies a little to the right.
	views := m.Look(Pose{6, 3, 90}, clean())
	i := slices.IndexFunc(views[0].Objects, func(s Sighting) bool { return s.ID == "2|0" })
	if i < 0 {
		t.Fatalf("no sofa ahead: %v", views[0].Objects)
	}
	equal(t, views[0].Objects[i], Sighting{"2|0", "Sofa", math.Hypot(2.4, 0.2), -math.Atan2(0.2, 2.4) * 180 / math.Pi})
}

func TestViewOf(t *testing.T) {
	for angle, want := range map[float64]int{
		0: 0, 14.9: 0, 15.1: 11, 30: 11, -15: 1, -14.9: 0, -30: 1, 180: 6, -179: 6, 90: 9, -90: 3,
	} {
		if got := viewOf(angle); got != want {
			t.Errorf("%v°: got view %d, want %d", angle, got, want)
		}
	}
}

// Looking is deterministic, every sighting lies in its view, and turning by
// whole views only rotates what is seen.
func TestLookProperties(t *testing.T) {
	m := testMap(t)
	rapid.Check(t, func(t *rapid.T) {
		at := m.grid.point(rapid.SampledFrom(m.home).Draw(t, "at"))
		yaw := float64(rapid.IntRange(0, 11).Draw(t, "turns") * 30)
		seen := Senses{Std(), "e", rapid.Uint64().Draw(t, "seed")}
		p := Pose{at.X, at.Z, yaw}
		views := m.Look(p, seen)
		again, turned := m.Look(p, seen), m.Look(p.Turned(-30), seen)
		for _, v := range views {
			for _, o := range v.Objects {
				if off := math.Abs(norm180(o.Angle - v.Angle)); math.Abs(off-halfView) < tiny {
					t.Skip("what lies between two views may be in either")
				}
			}
		}
		for i, v := range views {
			if !slices.Equal(v.Objects, again[i].Objects) || v.Type != again[i].Type {
				t.Fatalf("view %d differs when looked at twice", i)
			}
			next := turned[(i+11)%12]
			if len(v.Objects) != len(next.Objects) || v.Type != next.Type || math.Abs(v.SeeM-next.SeeM) > tiny {
				t.Fatalf("view %d: got %v, after a turn %v", i, v, next)
			}
			for _, o := range v.Objects {
				if off := math.Abs(norm180(o.Angle - v.Angle)); off > halfView+tiny || o.Distance > 5 {
					t.Fatalf("view %d holds %v", i, o)
				}
			}
			if v.SeeM > MaxSight || v.FreeM > MaxFree || v.FreeM > v.SeeM+tiny {
				t.Fatalf("view %d: free %v, see %v", i, v.FreeM, v.SeeM)
			}
		}
	})
}

func BenchmarkLook(b *testing.B) {
	m := testMap(b)
	for b.Loop() {
		m.Look(Pose{5, 2, 0}, Senses{Profile: Std(), Episode: "e"})
	}
}
