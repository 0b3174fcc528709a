package world

import (
	"fmt"
	"math"
	"testing"
)

// rate gives how often f is true over many poses and steps.
func rate(f func(p Pose, i int) bool) float64 {
	const n = 20000
	hits := 0
	for i := range n {
		if f(Pose{float64(i%100) * 0.25, float64(i/100) * 0.25, float64(i%12) * 30}, i) {
			hits++
		}
	}
	return float64(hits) / n
}

func TestNoiseRates(t *testing.T) {
	std := Senses{Profile: Std(), Episode: "e", Seed: 7}
	none := Senses{Profile: Clean(), Episode: "e", Seed: 7}
	tests := []struct {
		name string
		f    func(s Senses) func(p Pose, i int) bool
		want float64
	}{
		{"slips", func(s Senses) func(Pose, int) bool { return s.Slips }, 0.03},
		{"hidden collisions", func(s Senses) func(Pose, int) bool { return s.HidesCollision }, 0.05},
		{"missed objects", func(s Senses) func(Pose, int) bool {
			return func(p Pose, i int) bool { return s.misses(p, fmt.Sprint("2|", i%30)) }
		}, 0.20},
		{"wrong labels", func(s Senses) func(Pose, int) bool {
			return func(p Pose, _ int) bool { return s.label(p, "kitchen") != "kitchen" }
		}, 0.10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := rate(tt.f(std)); math.Abs(got-tt.want) > 0.01 {
				t.Errorf("std: got %.3f, want %.3f", got, tt.want)
			}
			equal(t, rate(tt.f(none)), 0.0)
		})
	}
}

// TestMeasures holds how far ranges, ways and turns are off: their standard deviations.
func TestMeasures(t *testing.T) {
	spread := func(f func(p Pose, i int) float64) float64 {
		sum, n := 0.0, 0
		for i := range 20000 {
			if d := f(Pose{float64(i%100) * 0.25, float64(i/100) * 0.25, float64(i%12) * 30}, i); !math.IsNaN(d) {
				sum, n = sum+d*d, n+1
			}
		}
		return math.Sqrt(sum / float64(n))
	}
	clean, ranges, odometry := Senses{Clean(), "e", 7}, Senses{Ranges(), "e", 7}, Senses{Odometry(), "e", 7}
	const far = 4.0
	hit := func(s Senses) func(Pose, int) float64 {
		return func(p Pose, _ int) float64 {
			d, ok := s.Range(p, far, true)
			if !ok || d < far/2 { // dropped or short
				return math.NaN()
			}
			return d/far - 1
		}
	}
	way := func(s Senses) func(Pose, int) float64 {
		return func(p Pose, i int) float64 { return s.Way(p, i, 0.25)/0.25 - 1 }
	}
	turn := func(s Senses) func(Pose, int) float64 {
		return func(p Pose, i int) float64 { return s.Turn(p, i, -30) + 30 }
	}
	for _, tt := range []struct {
		name      string
		got, want float64
	}{
		{"ranges", spread(hit(ranges)), 0.05 + 0.004}, // with the short ones beyond half of the way
		{"ways", spread(way(odometry)), 0.02},
		{"turns", spread(turn(odometry)), 1},
		{"clean ranges", spread(hit(clean)), 0},
		{"ways beside poor ranges", spread(way(ranges)), 0},
		{"turns beside poor ranges", spread(turn(ranges)), 0},
		{"ranges of a robot that slides", spread(hit(odometry)), 0},
	} {
		if math.Abs(tt.got-tt.want) > 0.1*tt.want {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	dropped := rate(func(p Pose, _ int) bool { _, ok := ranges.Range(p, far, true); return !ok })
	short := rate(func(p Pose, _ int) bool { d, ok := ranges.Range(p, MaxSight, false); return ok && d < MaxSight })
	if math.Abs(dropped-0.05) > 0.01 || math.Abs(short-0.02*0.95) > 0.01 {
		t.Errorf("%v dropped, %v short", dropped, short)
	}
}

func TestWrongLabelsAreOtherRooms(t *testing.T) {
	s := Senses{Profile: Profile{WrongLabel: 1}}
	seen := map[string]bool{}
	rate(func(p Pose, _ int) bool {
		seen[s.label(p, "kitchen")] = true
		return false
	})
	equal(t, seen, map[string]bool{"bathroom": true, "bedroom": true, "hallway": true, "living room": true})
}

func TestNoiseDependsOn(t *testing.T) {
	base := Senses{Profile: Std(), Episode: "e", Seed: 1}
	p := Pose{1, 2, 90}
	was := base.share("miss", p, "2|1")
	tests := []struct {
		name string
		got  float64
		same bool
	}{
		{"nothing else", base.share("miss", p, "2|1"), true},
		{"not on the profile", Senses{Clean(), "e", 1}.share("miss", p, "2|1"), true},
		{"not on a millimetre", base.share("miss", Pose{1.001, 1.999, 90}, "2|1"), true},
		{"not on a whole turn", base.share("miss", Pose{1, 2, 450}, "2|1"), true},
		{"not on rounding below 360", base.share("miss", Pose{1, 2, 90 - 1e-9}, "2|1"), true},
		{"the episode", Senses{Std(), "f", 1}.share("miss", p, "2|1"), false},
		{"the seed", Senses{Std(), "e", 2}.share("miss", p, "2|1"), false},
		{"the place", base.share("miss", Pose{1.1, 2, 90}, "2|1"), false},
		{"the yaw", base.share("miss", Pose{1, 2, 120}, "2|1"), false},
		{"the thing", base.share("miss", p, "2|2"), false},
		{"the question", base.share("slip", p, "2|1"), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if (tt.got == was) != tt.same {
				t.Errorf("got %v, was %v", tt.got, was)
			}
		})
	}
}

// The numbers are part of every recorded result: they must never change.
func TestNoiseIsFixed(t *testing.T) {
	s := Senses{Profile: Std(), Episode: "dev-e01", Seed: 42}
	got, want := s.share("slip", Pose{1.25, 2.5, 30}, number(7)), 0.18977791684493672
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
