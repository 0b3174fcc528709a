package nav_test

import (
	"fmt"
	"testing"

	"navd/daemon/nav"
)

// seeing is a look at labels in a robot's present scan.
func (r *robot) seeing(labels ...nav.Glimpse) {
	sv := r.mem.Survey(nav.AllViews(), 0, labels)
	r.asked = &sv
}

func TestLegEnd(t *testing.T) {
	sofa := nav.Glimpse{View: 3, SceneType: "den", Objects: []string{"couch"}, FreeM: new(1.0), SeeM: new(5.0)}
	lamp := nav.Glimpse{View: 0, SceneType: "hall", Objects: []string{"lamp"}, FreeM: new(3.0), SeeM: new(20.0)}
	for _, c := range []struct {
		name string
		run  func(r *robot)
		n    int
		want string // found, tried, looked; metres; shown
		ok   bool
	}{
		{"while it runs", func(r *robot) { r.plan("0"); r.do(1, "go F") }, 1, "", false},
		{"no such plan", func(r *robot) { r.plan("0"); r.do(1, "go S") }, 2, "", false},
		{"not carried out, nothing seen", func(r *robot) { r.plan("0"); r.do(1, "end") }, 1, "", false},
		{"walked", func(r *robot) { r.plan("0"); r.do(1, "go F*8 S") }, 1, "tried 2.00", true},
		{"blocked", func(r *robot) { r.plan("0"); r.do(1, "go F!*3 S") }, 1, "tried 0.00", true},
		{"the next scan shows the goal", func(r *robot) {
			r.plan("0")
			r.do(1, "go F*8")
			r.seeing(sofa)
			r.plan("3")
		}, 1, "found tried looked 2.00", true},
		{"what its own scan showed", func(r *robot) { r.seeing(lamp); r.plan("0"); r.do(1, "go F*4 S") }, 1, "tried 1.00 lamp@corridor", true},
		{"what an earlier one showed is not new", func(r *robot) {
			r.seeing(lamp)
			r.plan("0")
			r.do(1, "go F*4")
			r.seeing(lamp)
			r.plan("0")
			r.do(2, "go F*4 S")
		}, 2, "tried 1.00", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRobot(t, nav.DefaultConfig())
			c.run(r)
			end, ok := r.mem.LegEnd(c.n)
			if ok != c.ok {
				t.Fatalf("known %v, want %v: %+v", ok, c.ok, end)
			}
			if got := legText(end); ok && got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A thing stands as far away as one sees that way, but not beyond 8 m.
func TestSpot(t *testing.T) {
	for seeM, want := range map[float64]float64{0: 2, 1.5: 1.5, 5: 5, 20: 8} {
		s := nav.Shown{Object: "sofa", From: nav.Pose{X: 1}, Heading: 90, SeeM: seeM}
		if d := s.Spot().Distance(s.From); d < want-1e-9 || d > want+1e-9 || s.Spot().Y < want-1e-9 {
			t.Errorf("seen %v m: %v m away", seeM, d)
		}
	}
}

// Of two ways the one is taken that is shorter with what is left behind it.
func TestApproach(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	sv := r.mem.Survey(nav.AllViews(), 0, []nav.Glimpse{{View: 0, FreeM: new(3.0), SeeM: new(4.0)}, {View: 6, FreeM: new(3.0), SeeM: new(4.0)}})
	thing := nav.Pose{X: 4}
	straight := func(spot nav.Pose) float64 { return spot.Distance(thing) }
	around := func(spot nav.Pose) float64 { // a wall ahead
		if spot.X > 0 {
			return 30
		}
		return 10
	}
	for _, c := range []struct {
		name string
		sv   nav.Survey
		rest func(nav.Pose) float64
		view int
		ok   bool
	}{{"ahead", sv, straight, 0, true}, {"behind", sv, around, 6, true}, {"nothing free", nav.Survey{}, straight, 0, false}} {
		if view, metres, ok := c.sv.Approach(thing, c.rest); ok != c.ok || view != c.view || ok && metres <= 0 {
			t.Errorf("%s: view %d, %v m, %v", c.name, view, metres, ok)
		}
	}
}

func legText(e nav.LegEnd) (text string) {
	if e.Found {
		text += "found "
	}
	if e.Tried {
		text += "tried "
	}
	if e.Looked {
		text += "looked "
	}
	text += fmt.Sprintf("%.2f", e.Outcome.Metres)
	for _, s := range e.Shown {
		text += " " + string(s.Object) + "@" + string(s.Room)
	}
	return text
}
