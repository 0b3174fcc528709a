package nav_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/ref"
)

// A memory that is kept and one that is read back see the same, however long
// the walk, and whatever was said of plans afterwards.
func TestLongWalkRestored(t *testing.T) {
	if testing.Short() {
		t.Skip("figures alone: nothing runs at once")
	}
	walks := courses()[:5]
	if !long() {
		walks = walks[1:3] // a house and a corridor
	}
	for _, c := range walks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWalker(c)
			for w.m.Seq() < 1200 {
				w.walk(t)
				if w.m.Seq()%301 == 0 {
					w.tell(t)
				}
				if w.m.Seq()%597 != 0 {
					continue
				}
				again, err := nav.Restore("ep", nav.DefaultConfig(), w.stored)
				if err != nil {
					t.Fatal(err)
				}
				labels := (&wanderer{}).labels(w.m.Pose())
				got, want := jsonOf(t, w.m.Survey(nav.AllViews(), 0, labels)), jsonOf(t, again.Survey(nav.AllViews(), 0, labels))
				if !bytes.Equal(got, want) {
					t.Fatalf("step %d: kept\n%s\nread back\n%s", w.m.Seq(), got, want)
				}
			}
		})
	}
}

// tell says of an earlier plan that it was not carried out, went another way or
// found no goal.
func (w *walker) tell(tb testing.TB) {
	no := false
	results := []nav.Result{{Executed: &no}, {ExecutedView: new(w.rng.IntN(nav.Views))}, {Verified: &no}, {Verified: new(true)}}
	d, err := w.m.Tell(1+w.rng.IntN(w.m.Plans()), results[w.rng.IntN(len(results))])
	if err != nil {
		tb.Fatal(err)
	}
	w.stored = w.stored.Then(d)
}

// What was seen across the house is still offered after a long stay in another
// room, by about its shortest way.
func TestLongStayForgetsNothing(t *testing.T) {
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	planAt(m, 0, map[int]string{7: "bed"})
	forwards(t, m, 32) // 8 m
	stay, rng := m.Pose(), rand.New(rand.NewPCG(7, 8))
	for m.CurrentAnchor() < 3000 {
		st := nav.Step{Seq: m.Seq() + 1, Action: nav.TurnLeft, Phase: nav.PhasePolicy}
		if m.Pose().Moved(0.25, 0).Distance(stay) < 2 && rng.IntN(4) > 0 {
			st.Action, st.MovedM, st.MovedDeg = nav.Forward, new(0.25+0.01*rng.NormFloat64()), new(3*rng.NormFloat64())
		}
		if _, _, err := m.Advance(st); err != nil {
			t.Fatal(err)
		}
		if m.Seq()%40 == 0 {
			planAt(m, rng.IntN(nav.Views), nil)
		}
	}
	m.SetGoal("bed")
	for _, o := range m.Survey(nav.AllViews(), 0, scanned(nil)).Distant {
		if o.Recalled && o.Site == 1 && o.View == 7 {
			if home := m.Pose().Distance(nav.Pose{}); o.PathM < home-1 || o.PathM > home+1 {
				t.Errorf("%.2f m to a site that is %.2f m away", o.PathM, home)
			}
			return
		}
	}
	t.Error("the bed seen from the first site is forgotten")
}

// lanes walks three lanes of one corridor, 20 m out, back beside it, and halfway
// out between them, with a plan in the middle of the way back. Before that it
// takes n steps from far away.
func lanes(t *testing.T, before int) *nav.Memory {
	cfg := nav.DefaultConfig()
	cfg.OdomPose, cfg.AnchorEvery = true, 1
	m, _, _ := nav.New("ep", "sofa", cfg)
	to := func(x, y float64) {
		if _, _, err := m.Advance(nav.Step{Seq: m.Seq() + 1, Action: nav.Forward, Odom: &nav.Pose{X: x, Y: y}}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range before {
		to(float64(i-before)/2, 0)
	}
	for i := range 41 {
		to(float64(i)/2, 0)
	}
	for i := range 41 {
		if to(20-float64(i)/2, 0.78); i == 20 {
			planAt(m, 3, nil)
		}
	}
	for i := range 21 {
		to(float64(i)/2, 0.38)
	}
	return m
}

// The way goes across between lanes that were walked side by side, whether all
// anchors are waypoints or few of them.
func TestWayAcrossLanes(t *testing.T) {
	for _, before := range []int{0, 900} {
		m := lanes(t, before)
		ways := m.Survey(nav.AllViews(), 0, nil).Distant
		if len(ways) == 0 {
			t.Fatalf("%d anchors: no way back", m.CurrentAnchor())
		}
		if o := ways[0]; o.PathM > 0.5 || o.FirstM > 0.5 || nav.NormDeg(o.FirstHead-90) != 0 {
			t.Errorf("%d anchors: %.2f m to a site 0.4 m to the left, first %.2f m towards %.0f°", m.CurrentAnchor(), o.PathM, o.FirstM, o.FirstHead)
		}
	}
}

// A way back goes nowhere near twice the straight way in a house that was
// walked all over, and hardly ever begins with the back to where it leads.
func TestWaysOfAHouse(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and one goroutine alone")
	}
	w := newWalker(courses()[1])
	for w.m.CurrentAnchor() < 1500 {
		w.walk(t)
	}
	ways, back, path, straight := 0, 0, 0.0, 0.0
	for range 50 {
		for range 3 {
			w.walk(t)
		}
		at, g := w.m.Pose(), w.m.Graph()
		for _, o := range w.m.Survey(nav.AllViews(), 0, nil).Distant {
			site := g.Sites[o.Site-1].Pose
			d := at.Distance(site)
			if d < 1 {
				continue
			}
			ways, path, straight = ways+1, path+o.PathM, straight+d
			if math.Abs(nav.NormDeg(o.FirstHead-at.Bearing(site))) > 90 {
				back++
			}
		}
	}
	if ways < 1700 || path > 1.3*straight || back > ways/25 {
		t.Errorf("%d ways, %d of them begin backwards; %.2f m on average, %.2f m straight", ways, back, path/float64(ways), straight/float64(ways))
	}
}

// Where the goal was seen is offered from the far corner of a large house, and
// no survey lists more sites than it may, however many showed the goal.
func TestGoalAcrossALargeHouse(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and one goroutine alone")
	}
	const side = 24.0
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	planAt(m, 0, map[int]string{7: "bed"})
	rng := rand.New(rand.NewPCG(9, 10))
	corner := func() bool { return m.Pose().X > side/2-1 && m.Pose().Y > side/2-1 }
	for m.CurrentAnchor() < 2000 || !corner() {
		st := nav.Step{Seq: m.Seq() + 1, Action: nav.Forward, MovedM: new(0.25), MovedDeg: new(4 * rng.NormFloat64()), Phase: nav.PhasePolicy}
		if p := m.Pose().Moved(0.5, 0); math.Max(math.Abs(p.X), math.Abs(p.Y)) > side/2 || rng.IntN(30) == 0 {
			st.Action, st.MovedM, st.MovedDeg = nav.TurnLeft, nil, nil
		}
		if _, _, err := m.Advance(st); err != nil {
			t.Fatal(err)
		}
		if m.Seq()%25 == 0 {
			planAt(m, 1+rng.IntN(6), map[int]string{7: "sofa"})
		}
	}
	m.SetGoal("bed")
	first := func(o nav.Option) bool { return o.Recalled && o.Site == 1 }
	if !slices.ContainsFunc(m.Survey(nav.AllViews(), 0, scanned(nil)).Distant, first) {
		t.Errorf("the bed seen %.0f m away is not offered", m.Pose().Distance(nav.Pose{}))
	}
	m.SetGoal("sofa")
	sites, recalled := map[ref.SiteID]bool{}, map[ref.SiteID]bool{}
	for _, o := range m.Survey(nav.AllViews(), 0, scanned(nil)).Distant {
		if sites[o.Site] = true; o.Recalled {
			recalled[o.Site] = true
		}
	}
	if len(sites) < 64 || len(sites) > 128 || len(recalled) < 64 {
		t.Errorf("%d sites are listed, %d of them showed the goal", len(sites), len(recalled))
	}
}
