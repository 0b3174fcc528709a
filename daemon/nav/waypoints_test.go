package nav_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"navd/daemon/nav"
)

// A memory that is kept and one that is read back see the same, however long
// the walk, and whatever was said of plans afterwards.
func TestLongWalkRestored(t *testing.T) {
	for _, c := range courses()[:5] {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWalker(c)
			for w.m.Seq() < 6000 {
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
				got, want := jsonOf(t, w.m.Survey(allViews(), 0, labels)), jsonOf(t, again.Survey(allViews(), 0, labels))
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
	for m.CurrentAnchor() < 6000 {
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
	for _, o := range m.Survey(allViews(), 0, scanned(nil)).Distant {
		if o.Recalled && o.Site == 1 && o.View == 7 {
			if home := m.Pose().Distance(nav.Pose{}); o.PathM < home-1 || o.PathM > home+1 {
				t.Errorf("%.2f m to a site that is %.2f m away", o.PathM, home)
			}
			return
		}
	}
	t.Error("the bed seen from the first site is forgotten")
}
