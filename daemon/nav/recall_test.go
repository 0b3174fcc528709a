package nav_test

import (
	"slices"
	"testing"

	"navd/daemon/nav"
)

// scanned is a scan of twelve views with 3 m of floor; saw names objects by view.
func scanned(saw map[int]string) []nav.Glimpse {
	var out []nav.Glimpse
	for v := range nav.Views {
		metres := 3.0
		g := nav.Glimpse{View: v, SceneType: "bedroom", FreeM: &metres, SeeM: &metres}
		if saw[v] != "" {
			g.Objects = []string{saw[v]}
		}
		out = append(out, g)
	}
	return out
}

// planAt files a plan towards a view, with what the scan saw.
func planAt(m *nav.Memory, view int, saw map[int]string) nav.Delta {
	_, _, d := m.Decide(m.Survey(nav.AllViews(), 0, scanned(saw)), nav.Choice{View: view, Angle: nav.NormDeg(-30 * float64(view))})
	return d
}

// forwards walks straight on.
func forwards(t *testing.T, m *nav.Memory, n int) {
	t.Helper()
	for range n {
		if _, _, err := m.Advance(nav.Step{Seq: m.Seq() + 1, Action: nav.Forward}); err != nil {
			t.Fatal(err)
		}
	}
}

// recalled lists the views of earlier sites that showed the goal.
func recalled(m *nav.Memory) (views []int) {
	for _, o := range m.Survey(nav.AllViews(), 0, scanned(nil)).Distant {
		if o.Recalled {
			views = append(views, o.View)
		}
	}
	return views
}

// What was seen on the way to one goal is known when it becomes the next.
func TestRecall(t *testing.T) {
	begin := func(t *testing.T) *nav.Memory {
		m, _, _ := nav.New("e1", "sofa", nav.DefaultConfig())
		if _, _, _, err := m.Observe(nav.Sample{Label: "bedroom"}); err != nil {
			t.Fatal(err)
		}
		planAt(m, 0, map[int]string{4: "Bed", 0: "alarm clock"})
		forwards(t, m, 10)
		return m
	}
	tests := []struct {
		name string
		do   func(*testing.T, *nav.Memory)
		want []int
	}{
		{"not the old goal", func(*testing.T, *nav.Memory) {}, nil},
		{"the new goal, by any name", func(_ *testing.T, m *nav.Memory) { m.SetGoal("침대") }, []int{4}},
		{"the new goal, written as one word", func(_ *testing.T, m *nav.Memory) { m.SetGoal("alarmclock") }, []int{0}},
		{"also where a leg for the old goal went", func(_ *testing.T, m *nav.Memory) { m.SetGoal("alarm_clock") }, []int{0}},
		{"never seen", func(_ *testing.T, m *nav.Memory) { m.SetGoal("toilet") }, nil},
		{"not where a leg for this goal went", func(_ *testing.T, m *nav.Memory) {
			m.SetGoal("bed")
			planAt(m, 2, map[int]string{2: "bed"})
		}, []int{4}},
		{"not once a detector found none", func(t *testing.T, m *nav.Memory) {
			m.SetGoal("alarm clock")
			no := false
			if _, err := m.Tell(1, nav.Result{Verified: &no}); err != nil {
				t.Fatal(err)
			}
		}, nil},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			m := begin(t)
			tc.do(t, m)
			got := recalled(m)
			if len(got) != len(tc.want) || (len(got) > 0 && got[0] != tc.want[0]) {
				t.Errorf("views %v, want %v", got, tc.want)
			}
		})
	}
}

// A sight that is gone when one looks again beside the site is doubted, and
// stays doubted after a restart.
func TestRecallIsDoubted(t *testing.T) {
	m, _, _ := nav.New("e1", "bed", nav.DefaultConfig())
	d := planAt(m, 6, map[int]string{0: "bed"})
	before := m.Survey(nav.AllViews(), 0, scanned(nil)).Distant
	again := planAt(m, 6, nil)
	after := m.Survey(nav.AllViews(), 0, scanned(nil)).Distant
	discount := func(options []nav.Option) float64 {
		for _, o := range options {
			if o.Recalled {
				return o.Outcome
			}
		}
		return 0
	}
	if b, a := discount(before), discount(after); a <= 0 || a > 0.2*b+1e-9 {
		t.Errorf("discount %v, then %v: want a fifth or less, and above 0", b, a)
	}
	found := false
	for _, s := range again.Sites {
		found = found || s.ID == d.Sites[0].ID && s.Views[0].Failed == 1
	}
	if !found {
		t.Error("the doubt is not in the delta")
	}
}

// Not to have looked there is no reason to doubt.
func TestRecallNeedsALook(t *testing.T) {
	m, _, _ := nav.New("e1", "bed", nav.DefaultConfig())
	planAt(m, 6, map[int]string{0: "bed"})
	metres := 3.0
	elsewhere := []nav.Glimpse{{View: 6, FreeM: &metres, SeeM: &metres}}
	m.Decide(m.Survey(nav.AllViews(), 0, elsewhere), nav.Choice{View: 6, Angle: 180})
	for _, o := range m.Survey(nav.AllViews(), 0, nil).Distant {
		if o.Recalled && o.Outcome < 0.3 {
			t.Errorf("discount %v: the view was not looked at again", o.Outcome)
		}
	}
}

// A goal that is seen but stands behind something is gone for twice from one spot.
func TestBarred(t *testing.T) {
	blocked := true
	tests := []struct {
		name string
		do   func(*testing.T, *nav.Memory)
		want []int
	}{
		{"once", func(*testing.T, *nav.Memory) {}, nil},
		{"twice", func(t *testing.T, m *nav.Memory) { goFor(t, m, "sofa", blocked) }, []int{0}},
		{"twice, without a step", func(t *testing.T, m *nav.Memory) { planAt(m, 0, map[int]string{0: "sofa"}) }, nil},
		{"the second time it got on", func(t *testing.T, m *nav.Memory) { goFor(t, m, "sofa", !blocked) }, nil},
		{"the second time for something else", func(t *testing.T, m *nav.Memory) { goFor(t, m, "bed", blocked) }, nil},
		{"another goal is barred by nothing", func(t *testing.T, m *nav.Memory) {
			goFor(t, m, "sofa", blocked)
			m.SetGoal("bed")
		}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, _, _ := nav.New("e1", "sofa", nav.DefaultConfig())
			goFor(t, m, "sofa", blocked)
			tt.do(t, m)
			var got []int
			for _, o := range m.Survey(nav.AllViews(), 0, scanned(map[int]string{0: "sofa"})).Here {
				if o.Barred {
					got = append(got, o.View)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("barred are %v, want %v", got, tt.want)
			}
		})
	}
}

// goFor plans straight ahead, where a thing is seen, and goes two metres or nowhere.
func goFor(t *testing.T, m *nav.Memory, thing string, blocked bool) {
	t.Helper()
	planAt(m, 0, map[int]string{0: thing})
	for range 8 {
		if _, _, err := m.Advance(nav.Step{Seq: m.Seq() + 1, Action: nav.Forward, Collided: blocked}); err != nil {
			t.Fatal(err)
		}
	}
}
