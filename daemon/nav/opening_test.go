package nav_test

import (
	"fmt"
	"strings"
	"testing"

	"navd/daemon/area"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// cross is a crossing of two corridors: 60 rays, the first straight ahead; how far
// one sees ahead, left, behind and right, metres.
func cross(ahead, left, behind, right float64) []nav.Ranges {
	r := nav.Ranges{StepDeg: 6, MaxM: 8, Values: values(60, 1.4)}
	for side, far := range []float64{ahead, left, behind, right} {
		for _, off := range []int{-3, -2, -1, 0, 1, 2, 3} {
			r.Values[(15*side+off+60)%60] = new(far)
		}
	}
	return []nav.Ranges{r}
}

// crossing is a context of a robot that looks round at a crossing. Ahead and to the
// left one sees to where the corridors go on.
func crossing(t *testing.T) (*robot, nav.Survey) {
	t.Helper()
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see corridor")
	return r, r.mem.Survey(nav.AllViews(), 0, crossingLabels(), cross(8, 8, 1, 1)...)
}

// crossingLabels say that a bedroom lies ahead.
func crossingLabels() []nav.Glimpse {
	labels := allLook("corridor", 3, 5)
	for _, view := range []int{0, 1, 11} {
		labels[view] = look(view, "bedroom", 3, 8, "bed", "lamp")
	}
	return labels
}

func TestOpenings(t *testing.T) {
	r, sv := crossing(t)
	c := r.mem.Context(sv, nav.Prompt{})
	if len(c.Openings) == 0 {
		t.Fatal("none")
	}
	leads := map[int]int{} // openings by the view that leads there
	for i, o := range c.Openings {
		if o.Number != i+1 || o.WayM <= 0 || o.Behind <= 0 || i > 0 && o.WayM < c.Openings[i-1].WayM {
			t.Errorf("opening %d: %+v", i, o)
		}
		leads[sv.Toward(o.Angle)]++
	}
	if leads[0] == 0 || leads[9] == 0 || leads[3]+leads[6] > 0 {
		t.Errorf("openings by view: %v, want some ahead and to the left, none behind and to the right", leads)
	}
	for _, v := range c.Views {
		if len(v.Openings) != leads[v.View] || v.Newness != nil {
			t.Errorf("view %d: openings %v, newness %v; want %d and none", v.View, v.Openings, v.Newness, leads[v.View])
		}
	}
	if len(c.Sites) != 0 {
		t.Errorf("sites %+v beside openings", c.Sites)
	}
	_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0})
	r.disk.put(t, delta)
	if now := r.mem.Context(r.mem.Present(nav.AllViews()), nav.Prompt{}); len(now.Openings) != len(c.Openings) {
		t.Errorf("without another look %d openings, want %d", len(now.Openings), len(c.Openings))
	}
	r, _ = crossing(t)
	plain := r.mem.Context(r.mem.Survey(nav.AllViews(), 0, []nav.Glimpse{look(0, "bedroom", 3, 8)}), nav.Prompt{})
	if len(plain.Openings) != 0 || plain.Views[0].Newness == nil {
		t.Errorf("without ranges: %+v", plain)
	}
}

// TestOpeningText holds the words, in navd's own sense of angles and in that of
// pictures, and that what a leg brought is told.
func TestOpeningText(t *testing.T) {
	r, sv := crossing(t)
	f := sv.Edges[0]
	_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0, Aim: &area.Point{X: f.Spot.X, Y: f.Spot.Y}})
	r.disk.put(t, delta)
	r.do(0, "go S")
	c := r.mem.Context(r.mem.Survey(nav.AllViews(), 0, crossingLabels(), cross(8, 8, 1, 1)...), nav.Prompt{})
	text := c.Text()
	for _, want := range []string{
		"Angle 0 (view 0): opening ", "\nOpening 1 at angle ", " m to walk, beside ", " with bed, lamp, ", " m² not seen behind it",
		"; you went for it once; you did not get near once",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	c.Words = (&nav.Printed{Angles: nav.AnglesClockwise}).Wording(0)
	for _, o := range c.Openings {
		if want := fmt.Sprintf("Opening %d at %s, ", o.Number, c.Words.Angle(o.Angle)); !strings.Contains(c.Text(), want) {
			t.Errorf("%q is not in\n%s", want, c.Text())
		}
	}
}

// TestOpeningsFit: the farthest opening goes first, also from its view; its tokens
// are counted to the last.
func TestOpeningsFit(t *testing.T) {
	r, sv := crossing(t)
	c := r.mem.Context(sv, nav.Prompt{})
	whole := c.Text()
	for budget := words.Tokens(whole); budget > 0; budget-- {
		got, dropped := c.Fit(budget)
		for _, v := range got.Views {
			n := len(v.Openings)
			if n > 0 && v.Openings[n-1] > len(got.Openings) {
				t.Fatalf("view %d leads to opening %d of %d", v.View, v.Openings[n-1], len(got.Openings))
			}
			if full := len(c.Views[v.View].Openings); n+v.LeftOut != full {
				t.Fatalf("view %d names %d openings and leaves out %d of %d", v.View, n, v.LeftOut, full)
			}
			if full := len(c.Views[v.View].Openings); full > 0 && strings.Contains(got.Text(), fmt.Sprintf("(view %d): nothing known", v.View)) {
				t.Fatalf("nothing is known of view %d, which leads to %d openings", v.View, full)
			}
		}
		if len(got.Openings) < len(c.Openings) && len(got.Anchors)+len(got.Nearby)+len(got.Neighbors)+len(got.Places) > 0 {
			t.Fatalf("%v were dropped before others", dropped)
		}
	}
	if c.Text() != whole {
		t.Error("fitting changed the context")
	}
}
