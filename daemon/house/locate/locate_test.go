package locate_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"navd/daemon/house"
	"navd/daemon/house/locate"
	"navd/daemon/nav"
)

// walls are straight, from one point to another.
type walls [][4]float64

// room gives the walls around a rectangle.
func room(x0, y0, x1, y1 float64) walls {
	return walls{{x0, y0, x1, y0}, {x1, y0, x1, y1}, {x1, y1, x0, y1}, {x0, y1, x0, y0}}
}

// angled is a room in the shape of an L, with a pillar.
func angled() walls {
	return append(walls{{0, 0, 7, 0}, {7, 0, 7, 3}, {7, 3, 3, 3}, {3, 3, 3, 6}, {3, 6, 0, 6}, {0, 6, 0, 0}}, room(4.5, 1, 5, 1.5)...)
}

// ray is how far one sees from a point.
func (w walls) ray(x, y, heading float64) float64 {
	sin, cos := math.Sincos(heading * math.Pi / 180)
	best := 8.0
	for _, l := range w {
		dx, dy := l[2]-l[0], l[3]-l[1]
		det := cos*dy - sin*dx
		if math.Abs(det) < 1e-9 {
			continue
		}
		t := ((l[0]-x)*dy - (l[1]-y)*dx) / det
		u := ((l[0]-x)*sin - (l[1]-y)*cos) / det
		if t > 0 && u >= 0 && u <= 1 {
			best = min(best, t)
		}
	}
	return best
}

// look is a scan from where the robot really is, in its own frame; sofa is where one
// stands, if one does.
func (w walls) look(is, own nav.Pose, seq int, sofa ...nav.Pose) nav.Site {
	s := nav.Site{Pose: own, Seq: seq, Place: 1, Anchor: 1, Type: "living room"}
	sweep := nav.Sweep{FromDeg: own.Yaw, StepDeg: 6, MaxM: 8}
	for i := range 60 {
		sweep.Metres = append(sweep.Metres, math.Floor(w.ray(is.X, is.Y, is.Yaw+6*float64(i))*100)/100)
	}
	s.Sweeps = []nav.Sweep{sweep}
	for i := range nav.Views {
		v := nav.SiteView{View: i, Heading: nav.NormDeg(own.Yaw - 30*float64(i)), Type: s.Type, Known: true}
		for k := -2.0; k <= 2; k++ {
			v.SeeM = max(v.SeeM, w.ray(is.X, is.Y, is.Yaw-30*float64(i)+6*k))
		}
		for _, p := range sofa {
			if math.Abs(nav.NormDeg(is.Bearing(p)-is.Yaw+30*float64(i))) <= 15 {
				v.Objects = []string{"Sofa"}
			}
		}
		s.Views = append(s.Views, v)
	}
	return s
}

// ready makes a house ready to be found in.
func ready(h *house.House) *locate.Map {
	var scans []nav.Site
	for _, s := range h.Sites {
		scans = append(scans, nav.Site{Pose: s.Pose, Type: s.Type, Views: s.Views, Sweeps: s.Sweeps})
	}
	return locate.New(h, nav.NewKept(scans, nil).Floor())
}

// kept is the house that robots made of the walls, looking around at some points.
func (w walls) kept(at [][2]float64, sofa ...nav.Pose) *house.House {
	v := house.Visit{
		Episode: "e", At: time.Unix(0, 0).UTC(), Alignments: []house.Alignment{{Version: 1}},
		Places: []nav.Place{{ID: 1, Type: "living room", Label: "living room"}},
	}
	for i, p := range at {
		pose := nav.Pose{X: p[0], Y: p[1], Yaw: nav.NormDeg(40 * float64(i))}
		v.Sites = append(v.Sites, w.look(pose, pose, i, sofa...))
	}
	return house.Empty("h").Merge(v)
}

// goes is a robot that looks around along its way, from a pose in the house; its own
// frame begins at the first of them.
func (w walls) goes(b *locate.Belief, from nav.Pose, moves [][2]float64, sofa ...nav.Pose) locate.Verdict {
	start := nav.Frame(from)
	b.See(w.look(from, start.Out(from), 0, sofa...))
	at := from
	for i, m := range moves {
		at = at.Turned(m[0]).Moved(m[1], 0)
		b.See(w.look(at, start.Out(at), i+1, sofa...))
	}
	return b.Verdict()
}

func inL() [][2]float64 {
	return [][2]float64{{1, 1}, {2, 4.5}, {3.5, 1.5}, {6, 1.5}, {1.2, 2.6}, {5.7, 2.4}}
}

func TestLocate(t *testing.T) {
	l, square := angled(), room(0, 0, 5, 5)
	inSquare := [][2]float64{{1, 1}, {4, 4}, {2.5, 2}}
	sofa := nav.Pose{X: 4.5, Y: 1}
	for _, tt := range []struct {
		name     string
		walls    walls // that the robot is in
		kept     *house.House
		from     nav.Pose
		moves    [][2]float64 // turned by, and so far
		sofa     []nav.Pose
		accepted bool
	}{
		{"a room with corners of its own", l, l.kept(inL()), nav.Pose{X: 1.4, Y: 1.2, Yaw: 77}, [][2]float64{{30, 1}, {-60, 1.5}}, nil, true},
		{"its other end", l, l.kept(inL()), nav.Pose{X: 6.2, Y: 2.1, Yaw: -160}, [][2]float64{{0, 1}, {-30, 0.5}}, nil, true},
		{"one scan is not enough", l, l.kept(inL()), nav.Pose{X: 2, Y: 1.2, Yaw: 77}, nil, nil, false},
		{"a square room looks the same four ways", square, square.kept(inSquare), nav.Pose{X: 1.5, Y: 1.7, Yaw: 10}, [][2]float64{{30, 1}, {30, 1}}, nil, false},
		{"unless something stands in it", square, square.kept(inSquare, sofa), nav.Pose{X: 1.5, Y: 1.7, Yaw: 10}, [][2]float64{{30, 1}, {30, 1}, {-90, 1}}, []nav.Pose{sofa}, true},
		{"another house", room(0, 0, 3, 9), l.kept(inL()), nav.Pose{X: 1.5, Y: 2, Yaw: 77}, [][2]float64{{13, 1}, {0, 2}}, nil, false},
		{"a house without a scan", l, house.Empty("h"), nav.Pose{X: 2, Y: 1.2}, [][2]float64{{0, 1}}, nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := tt.walls.goes(ready(tt.kept).Begin(), tt.from, tt.moves, tt.sofa...)
			if v.Accepted != tt.accepted {
				t.Fatalf("accepted %v: %+v", v.Accepted, v)
			}
			if at := v.Frame.In(nav.Pose{}); v.Accepted && (at.Distance(tt.from) > 0.4 || math.Abs(nav.NormDeg(at.Yaw-tt.from.Yaw)) > 8) {
				t.Errorf("it began at %+v, not at %+v", at, tt.from)
			}
		})
	}
}

// A named start is decided by the first scan.
func TestDock(t *testing.T) {
	l := angled()
	m := ready(l.kept(inL()))
	dock := nav.Pose{X: 1.5, Y: 1, Yaw: 90}
	begin := func() *locate.Belief {
		return m.Begin(locate.Hypothesis{Frame: nav.Frame(dock), SpreadM: 0.3, Turn: 10}, locate.Hypothesis{Frame: nav.Frame(dock.Turned(180)), SpreadM: 0.3, Turn: 10})
	}
	for name, is := range map[string]nav.Pose{"as before": dock, "the other way round": dock.Turned(180), "a little off": {X: 1.6, Y: 1.1, Yaw: 94}} {
		if v := l.goes(begin(), is, nil); !v.Accepted || v.Frame.In(nav.Pose{}).Distance(is) > 0.35 || math.Abs(nav.NormDeg(v.Frame.Yaw-is.Yaw)) > 12 {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if v := l.goes(begin(), nav.Pose{X: 6, Y: 2}, nil); v.Accepted {
		t.Errorf("somewhere else: %+v", v)
	}
}

// Scans that do not fit refute an alignment; those that do, and floor that nobody has
// seen, do not.
func TestRefuted(t *testing.T) {
	l := angled()
	m := ready(l.kept(inL()))
	fits := func(f nav.Frame, at ...nav.Pose) (all []float64) {
		for i, p := range at {
			all = append(all, m.Fit(f, l.look(p, p, i)))
		}
		return all
	}
	right := fits(nav.Frame{}, nav.Pose{X: 1.3, Y: 4}, nav.Pose{X: 4, Y: 2.2})
	wrong := fits(nav.Frame{X: 1, Y: 1, Yaw: 90}, nav.Pose{X: 3.5, Y: 0.5}, nav.Pose{X: 2, Y: 0.5})
	if locate.Refuted(right, false) || right[0] < 5 || right[1] < 5 {
		t.Errorf("right: %v", right)
	}
	if !locate.Refuted(wrong, false) || !locate.Refuted(wrong, true) || locate.Refuted(wrong[1:], true) {
		t.Errorf("wrong: %v", wrong)
	}
	if locate.Refuted(fits(nav.Frame{}, nav.Pose{X: 30, Y: 30}, nav.Pose{X: 31, Y: 30}), false) {
		t.Error("floor that nobody has seen refutes")
	}
}

// A look at a part of the room tells less than a scan, and takes nothing from what is known.
func TestPartOfScan(t *testing.T) {
	l := angled()
	part := func(p nav.Pose, seq int) nav.Site {
		s := l.look(p, p, seq)
		s.Views, s.Sweeps[0].FromDeg, s.Sweeps[0].Metres = s.Views[:2], p.Yaw-45, append(s.Sweeps[0].Metres[52:], s.Sweeps[0].Metres[:3]...)
		return s
	}
	whole := l.kept(inL())
	parts := house.Visit{Episode: "f", At: time.Unix(9, 0).UTC(), Alignments: []house.Alignment{{Version: 1}}, Places: []nav.Place{{ID: 1, Type: "living room", Label: "living room"}}}
	for i, p := range inL() {
		parts.Sites = append(parts.Sites, part(nav.Pose{X: p[0] + 0.1, Y: p[1], Yaw: 40 * float64(i)}, i), part(nav.Pose{X: p[0] + 0.6, Y: p[1], Yaw: 40 * float64(i)}, i))
	}
	parts.Sites = append(parts.Sites, nav.Site{Pose: nav.Pose{X: 4}, Seq: 9, Place: 1, NoScan: true}) // a plan without a look
	both := whole.Merge(parts)
	whole1, parts1 := 0, 0
	for _, s := range both.Sites {
		switch len(s.Views) {
		case nav.Views:
			whole1++
		case 0:
			t.Errorf("a plan without a look is a scan: %+v", s)
		default:
			parts1++
		}
	}
	if whole1 != len(whole.Sites) || parts1 == 0 || both.Sites[0].Scans != 2 {
		t.Errorf("of %d scans %d are left, beside %d looks", len(whole.Sites), whole1, parts1)
	}
	rays := part(nav.Pose{X: inL()[0][0], Y: inL()[0][1], Yaw: 40}, 0) // all views were named, and few rays sent
	rays.Views = l.look(rays.Pose, rays.Pose, 0).Views
	parts.Sites = []nav.Site{rays}
	if s := whole.Merge(parts).Sites[0]; len(s.Sweeps[0].Metres) != 60 || s.Scans != 2 {
		t.Errorf("%d rays are left of 60, of %d scans", len(s.Sweeps[0].Metres), s.Scans)
	}
	at := nav.Pose{X: 1.3, Y: 4}
	if was, is := ready(whole).Fit(nav.Frame{}, l.look(at, at, 0)), ready(both).Fit(nav.Frame{}, l.look(at, at, 0)); is < was-1 {
		t.Errorf("the evidence of a scan is %.1f, %.1f before", is, was)
	}
}

// What odometry drifted is made up for, and a pose that is right stays.
func TestMatch(t *testing.T) {
	l := angled()
	others := l.kept(inL()).Sites
	is := nav.Pose{X: 2.2, Y: 1.8, Yaw: 33}
	for _, off := range []nav.Pose{{}, {X: 0.3, Y: -0.2, Yaw: 6}, {X: -0.25, Y: 0.25, Yaw: -8}} {
		f := nav.FrameOf(nav.Pose{}, nav.Pose{X: is.X + off.X, Y: is.Y + off.Y, Yaw: is.Yaw + off.Yaw})
		if got, _, ok := locate.Match(f, l.look(is, nav.Pose{}, 0), others, locate.Off{M: 0.2, Deg: 4}); ok {
			f = got
		}
		if at := f.In(nav.Pose{}); at.Distance(is) > 0.1 || math.Abs(nav.NormDeg(at.Yaw-is.Yaw)) > 1.5 {
			t.Errorf("off by %+v it is taken to be at %+v, not %+v", off, at, is)
		}
	}
}

func BenchmarkSee(b *testing.B) {
	l := angled()
	h := l.kept(inL())
	m := ready(h)
	look := l.look(nav.Pose{X: 2, Y: 1.8, Yaw: 30}, nav.Pose{}, 0)
	for name, run := range map[string]func(){
		"new": func() { ready(h) }, "anywhere": func() { m.Begin().See(look) },
		"fit": func() { m.Fit(nav.Frame{X: 2, Y: 1.8, Yaw: 30}, look) }, "match": func() { locate.Match(nav.Frame{X: 2.1, Y: 1.8, Yaw: 34}, look, h.Sites, locate.Off{M: 0.2, Deg: 4}) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run()
			}
		})
	}
}

func ExampleBelief() {
	l := angled()
	m := ready(l.kept(inL()))
	b := m.Begin()
	start := nav.Pose{X: 1.4, Y: 1.2, Yaw: 77}
	b.See(l.look(start, nav.Pose{}, 0))
	fmt.Println(b.Verdict().Accepted)
	b.See(l.look(start.Moved(1.5, 0), nav.Pose{X: 1.5}, 6))                       // 1.5 m on
	b.See(l.look(start.Moved(1.5, 0).Moved(1, -90), nav.Pose{X: 1.5, Y: -1}, 12)) // and 1 m to the right
	v := b.Verdict()
	fmt.Println(v.Accepted, math.Round(v.Frame.X), math.Round(v.Frame.Y))
	// Output:
	// false
	// true 1 1
}
