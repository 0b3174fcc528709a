package nav_test

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/ref"

	"pgregory.net/rapid"
)

// op is one call that changes a memory. Its answer is what a caller would see.
type op func(t testing.TB, m *nav.Memory) (answer any, delta nav.Delta)

// drawOp draws a call of any kind, with what a planner or controller may say.
func drawOp(t *rapid.T) op {
	switch rapid.IntRange(0, 15).Draw(t, "op") {
	case 0, 1, 2:
		s := nav.Sample{
			Label:       rapid.SampledFrom([]string{"Kitchen", "hallway", "침실", "unknown"}).Draw(t, "label"),
			Objects:     rapid.SliceOfN(rapid.SampledFrom([]string{"sofa", "lamp", "cup"}), 0, 2).Draw(t, "objects"),
			Description: rapid.SampledFrom([]string{"", "A room.", "Another. One."}).Draw(t, "text"),
		}
		age := rapid.IntRange(0, 3).Draw(t, "age")
		return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
			s.Step = max(0, m.Seq()-age)
			transition, events, delta, err := m.Observe(s)
			return []any{transition, events, err}, delta
		}
	case 3:
		return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
			ev, delta := m.SceneFailed("timeout")
			return ev, delta
		}
	case 4:
		return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) { return nil, m.AskSample() }
	case 5:
		goal := rapid.SampledFrom([]string{"sofa", "bed"}).Draw(t, "goal")
		return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) { return nil, m.SetGoal(goal) }
	case 6, 7:
		return drawPlan(t)
	case 9:
		ahead, back := float64(rapid.IntRange(1, 9).Draw(t, "ahead")), float64(rapid.IntRange(1, 9).Draw(t, "back"))
		return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
			kept, delta := m.Watch(hall(ahead, back))
			return kept, delta
		}
	case 8:
		res := nav.Result{ExecutedView: new(rapid.IntRange(0, 11).Draw(t, "view")), Verified: new(rapid.Bool().Draw(t, "verified"))}
		if rapid.Bool().Draw(t, "not executed") {
			res = nav.Result{Executed: new(false)}
		}
		return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
			delta, err := m.Tell(m.Plans(), res)
			return err, delta
		}
	}
	st := drawStep(t, 0)
	if rapid.IntRange(0, 5).Draw(t, "sees") == 0 {
		st.Objects = []string{"plant"}
	}
	return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
		st.Seq = m.Seq() + 1
		out, delta, err := m.Advance(st)
		return []any{out, err}, delta
	}
}

// drawPlan draws a plan with labels for some views.
func drawPlan(t *rapid.T) op {
	var labels []nav.Glimpse
	for v := range nav.Views {
		if rapid.Bool().Draw(t, "labelled") {
			labels = append(labels, nav.Glimpse{
				View: v, SceneType: rapid.SampledFrom([]string{"", "kitchen", "hall"}).Draw(t, "type"),
				FreeM: new(float64(rapid.IntRange(0, 24).Draw(t, "free")) / 4),
				SeeM:  new(float64(rapid.IntRange(0, 40).Draw(t, "see")) / 4),
			})
		}
	}
	c := nav.Choice{View: rapid.IntRange(0, 11).Draw(t, "view"), GoalFlag: rapid.Bool().Draw(t, "goal"), SceneType: "hall", Why: "why. not"}
	c.Angle = nav.NormDeg(-30 * float64(c.View))
	frontier := rapid.Bool().Draw(t, "back")
	return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
		sv := m.Survey(nav.AllViews(), m.Facing(), labels)
		if frontier && len(sv.Distant) > 0 {
			c.ToSite, c.ToView = sv.Distant[0].Site, sv.Distant[0].View
		}
		record, events, delta := m.Decide(sv, c)
		return []any{record, events, sv}, delta
	}
}

// TestRestoreIsTheLiveMemory gives the same calls to a live memory and to one
// that is again and again restored from what the deltas put.
func TestRestoreIsTheLiveMemory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := nav.DefaultConfig()
		cfg.StuckRule = rapid.SampledFrom([]event.StuckRule{event.StuckProgress, event.StuckLiteral, event.StuckSite}).Draw(rt, "rule")
		cfg.PlanTriggers = append(cfg.PlanTriggers, nav.TriggerStuck, nav.TriggerABABA)
		live, _, delta := nav.New("ep", "sofa", cfg)
		var d disk
		d.put(t, delta)
		twin := d.restore(t, cfg)
		for range rapid.IntRange(1, 60).Draw(rt, "calls") {
			do := drawOp(rt)
			answer, delta := do(t, live)
			again, _ := do(t, twin)
			same(rt, "answer", jsonOf(t, again), jsonOf(t, answer))
			if delta.State.Counts.Rules != nil {
				d.put(t, delta)
			}
			if rapid.IntRange(0, 3).Draw(rt, "restore") == 0 {
				twin = d.restore(t, cfg)
			}
			same(rt, "state", jsonOf(t, twin.State()), jsonOf(t, live.State()))
		}
		twin = d.restore(t, cfg)
		same(rt, "graph", jsonOf(t, twin.Graph()), jsonOf(t, live.Graph()))
		same(rt, "seen area", jsonOf(t, twin.SeenFloor()), jsonOf(t, live.SeenFloor()))
		sv := live.Survey(nav.AllViews(), 0, nil)
		same(rt, "survey", jsonOf(t, twin.Survey(nav.AllViews(), 0, nil)), jsonOf(t, sv))
		same(rt, "context", jsonOf(t, twin.Context(sv, nav.Prompt{})), jsonOf(t, live.Context(sv, nav.Prompt{})))
	})
}

func same(t *rapid.T, what string, got, want []byte) {
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s differs at byte %d\n%s\nwant\n%s", what, i, around(got, i), around(want, i))
		}
	}
}

func around(b []byte, i int) []byte { return b[min(max(0, i-150), len(b)):min(len(b), i+100)] }

// TestSameTraceSameBytes runs one trace twice and compares every byte.
func TestSameTraceSameBytes(t *testing.T) {
	run := func() []byte {
		m, events, delta := nav.New("ep", "sofa", nav.DefaultConfig())
		out := [][]byte{jsonOf(t, events), jsonOf(t, delta)}
		for _, do := range wander(400, 12) {
			answer, delta := do(t, m)
			out = append(out, jsonOf(t, answer), jsonOf(t, delta))
		}
		sv := m.Survey(nav.AllViews(), m.Facing(), nil)
		c := m.Context(sv, nav.Prompt{ID: "planner"})
		out = append(out, jsonOf(t, c), []byte(c.Text()), jsonOf(t, m.Graph()), []byte(m.Graph().DOT()))
		return slices.Concat(out...)
	}
	if a, b := run(), run(); !bytes.Equal(a, b) {
		t.Error("the same trace gives other bytes")
	}
}

func TestRestoreRefusesBrokenRecords(t *testing.T) {
	r := runTrace(t, "see kitchen\nplan 0\ngo F*4\nsee hall\ngo F*4\nplan 3")
	for range 2 {
		_, delta := r.mem.Watch(hall(5, 5))
		r.disk.put(t, delta)
		r.do(0, "go F*3")
	}
	whole := func() nav.Delta {
		return nav.Delta{
			Anchors: records[nav.Anchor](t, r.disk.anchors), Places: records[nav.Place](t, r.disk.places),
			Sites: records[nav.Site](t, r.disk.sites), Vistas: records[nav.Vista](t, r.disk.vistas), State: r.mem.State(),
		}
	}
	for _, tc := range []struct {
		name  string
		spoil func(*nav.Delta)
	}{
		{"no place", func(d *nav.Delta) { d.Places = nil }},
		{"a place is missing", func(d *nav.Delta) { d.Places = d.Places[1:] }},
		{"an anchor is missing", func(d *nav.Delta) { d.Anchors = slices.Delete(d.Anchors, 1, 2) }},
		{"the last anchor is missing", func(d *nav.Delta) { d.Anchors = d.Anchors[:len(d.Anchors)-1] }},
		{"an anchor without place", func(d *nav.Delta) { d.Anchors[1].Place = 9 }},
		{"an anchor with a neighbour that is not there", func(d *nav.Delta) { d.Anchors[1].Neighbors = []ref.AnchorID{99} }},
		{"a site is missing", func(d *nav.Delta) { d.Sites = d.Sites[1:] }},
		{"the last site is missing", func(d *nav.Delta) { d.Sites = d.Sites[:1] }},
		{"a site without anchor", func(d *nav.Delta) { d.Sites[0].Anchor = 0 }},
		{"a site of a place that is not there", func(d *nav.Delta) { d.Sites[0].Place = 7 }},
		{"a site that leads to one that is not there", func(d *nav.Delta) { d.Sites[0].To = 7 }},
		{"a vista is missing", func(d *nav.Delta) { d.Vistas = d.Vistas[1:] }},
		{"a vista too many", func(d *nav.Delta) { d.Vistas[1].ID = 9 }},
		{"a vista twice", func(d *nav.Delta) { d.Vistas[1].ID = 1 }},
		{"a vista without anchor", func(d *nav.Delta) { d.Vistas[0].Anchor = 99 }},
		{"a vista from nowhere", func(d *nav.Delta) { d.Vistas[0].Pose.Y = math.Inf(1) }},
		{"less than no vista", func(d *nav.Delta) { d.State.Vistas = -1 }},
		{"more vistas than there can be", func(d *nav.Delta) { d.State.Vistas = math.MaxInt }},
		{"no current place", func(d *nav.Delta) { d.State.Place = 0 }},
		{"a current anchor that is not there", func(d *nav.Delta) { d.State.Anchor = 99 }},
		{"a move in a place that is not there", func(d *nav.Delta) { d.State.Window[0].Place = 99 }},
		{"a held turn in a place that is not there", func(d *nav.Delta) { d.State.Spin.Held = []nav.Move{{}} }},
		{"a pose that is none", func(d *nav.Delta) { d.State.Pose.X = math.NaN() }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := whole()
			tc.spoil(&d)
			if _, err := nav.Restore("ep", r.mem.Config(), d); !fault.Is(err, fault.Corrupt) {
				t.Errorf("got %v, want corrupt", err)
			}
		})
	}
	if _, err := nav.Restore("ep", r.mem.Config(), whole()); err != nil {
		t.Errorf("the whole one: %v", err)
	}
}

// TestRestoreOwnsItsRecords checks that a memory shares nothing with the
// records it came from.
func TestRestoreOwnsItsRecords(t *testing.T) {
	r := runTrace(t, "see kitchen\nplan 0\ngo F*5")
	stored := nav.Delta{
		Anchors: records[nav.Anchor](t, r.disk.anchors), Places: records[nav.Place](t, r.disk.places),
		Sites: records[nav.Site](t, r.disk.sites), State: r.mem.State(),
	}
	before := jsonOf(t, stored)
	m, err := nav.Restore("ep", r.mem.Config(), stored)
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range wander(60, 5) {
		do(t, m)
	}
	if after, err := json.Marshal(stored); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the records changed: %v\n%s\nwant\n%s", err, after, before)
	}
}

// TestStateIsACopy holds that a state given away stays as it was.
func TestStateIsACopy(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, `see kitchen "One." {cup}`)
	r.do(0, "go F!*10")
	r.do(0, "plan 0")
	r.do(0, "see hall")
	r.do(0, "go R*2")
	state := r.mem.State()
	if len(state.OpenTraps) == 0 || len(state.Window) == 0 || len(state.Queue) == 0 || state.Candidate == nil || len(state.Spin.Held) == 0 {
		t.Fatalf("the state has too little to change: %+v", state)
	}
	before := string(jsonOf(t, state))
	for _, do := range []string{"go F*4", "see hall", "plan 3", "go F*60", "see bedroom", "go R*11", "plan 0", "goal lamp", "end"} {
		r.do(0, do)
	}
	diff(t, "state", string(jsonOf(t, state)), before)
}

// A state of before the literal rule's steps were counted has them from its
// window: the rule neither falls nor rises because of a restart.
func TestRestoreLiteral(t *testing.T) {
	m, _, d := nav.New("ep", "sofa", nav.DefaultConfig())
	for seq := 1; seq <= 12; seq++ {
		_, next, err := m.Advance(nav.Step{Seq: seq, Action: nav.Forward})
		if err != nil {
			t.Fatal(err)
		}
		d = d.Then(next)
	}
	d.State.LiteralPlace, d.State.LiteralSteps = 0, 0
	again, err := nav.Restore("ep", nav.DefaultConfig(), d)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = again.Advance(nav.Step{Seq: 13, Action: nav.Forward}); err != nil {
		t.Fatal(err)
	}
	if s := again.State(); !s.Literal || s.Counts.Rules["literal"] != 1 {
		t.Errorf("literal %v, %v", s.Literal, s.Counts.Rules)
	}
}
