package daemon_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/nav"
	"navd/ipc"
)

// gated gives a house whose planner is a gate, with an episode.
func gated(t *testing.T) (*house, *gate) {
	t.Helper()
	g := newGate()
	h := newHouse(t, withModels([]string{"m", "local"}, map[string]model.Model{"m": g}))
	h.begin()
	return h, g
}

const planLabels = `nav.plan {"episode":"e001","labels":[{"view":1,"free_m":2,"see_m":3}]}`

// Steps and samples sent behind a plan go through while its model thinks. The
// plan is then stale, and its turns begin where the robot faces by now.
func TestPlanStale(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps []int // actions
		angle float64
		turns []nav.Action
		stale bool
	}{
		{"no step", nil, -60, []nav.Action{nav.TurnRight, nav.TurnRight}, false},
		{"turned away", []int{2, 2}, -60, []nav.Action{nav.TurnRight, nav.TurnRight, nav.TurnRight, nav.TurnRight}, true},
		{"turned there", []int{3, 3}, -60, []nav.Action{}, true},
		{"turned too far", []int{3, 3, 3}, -60, []nav.Action{nav.TurnLeft}, true},
		{"moved", []int{1, 1}, 30, []nav.Action{nav.TurnLeft}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, g := gated(t)
			w := h.wire()
			w.send("1 " + planLabels)
			<-g.asked
			for i, a := range tt.steps {
				w.send(fmt.Sprintf(`%d nav.step {"episode":"e001","seq":%d,"action":%d}`, i+2, i+1, a))
				w.next(fmt.Sprint(i + 2))
			}
			w.send(`90 nav.observe {"episode":"e001","scene_type":"kitchen"}`)
			w.next("90")
			g.answers <- modeltest.Line{Text: decision(tt.angle)}
			got := into[struct{ Result ipc.PlanResult }](t, json.RawMessage(w.next("1"))).Result
			if got.Stale != tt.stale || got.AtStep != 0 {
				t.Errorf("got %+v", got)
			}
			if diff := cmp.Diff(tt.turns, got.Turns); diff != "" {
				t.Error(diff)
			}
			p := h.record("e001")
			if p.Stale != tt.stale || p.AtStep != 0 || len(p.Turns) != len(tt.turns) {
				t.Errorf("record %+v", p)
			}
			g2 := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001"}`))
			if s := g2.Sites[0]; s.Seq != 0 || s.Pose != (nav.Pose{}) {
				t.Errorf("the site is not where the plan was asked for: %+v", s)
			}
		})
	}
}

// What happens while a model thinks can make its plan a conflict; then nothing
// of it is filed.
func TestPlanOvertaken(t *testing.T) {
	for _, tt := range []struct{ name, call, code, message string }{
		{"newer plan", planLabels, "-32003", "a newer plan was made meanwhile"},
		{"other goal", `episode.goal {"episode":"e001","goal":"bed"}`, "-32003", "the goal was changed meanwhile"},
		{"end", `episode.end {"episode":"e001"}`, "-32003", "the episode has ended"},
		{"delete", `episode.delete {"episode":"e001"}`, "-32002", "no such episode"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, g := gated(t)
			w := h.wire()
			w.send("1 " + planLabels)
			<-g.asked
			w.send("2 " + tt.call)
			if tt.call == planLabels {
				<-g.asked
				g.answers <- modeltest.Line{Text: decision(0)} // to either of the two
				got := w.collect(1)
				g.answers <- modeltest.Line{Text: decision(0)}
				maps.Copy(got, w.collect(1))
				if one, two := strings.Contains(got["1"], tt.message), strings.Contains(got["2"], tt.message); one == two {
					t.Errorf("not one of them is a conflict: %v", got)
				}
				if g := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001"}`)); len(g.Sites) != 1 {
					t.Errorf("%d sites", len(g.Sites))
				}
				return
			}
			w.next("2")
			before, _ := h.call(ipc.NavContext, `{"episode":"e001"}`)
			g.answers <- modeltest.Line{Text: decision(0)}
			if got := w.next("1"); !strings.Contains(got, tt.code) || !strings.Contains(got, tt.message) {
				t.Errorf("got %s", got)
			}
			after, _ := h.call(ipc.NavContext, `{"episode":"e001"}`)
			same(t, "context", after, before)
			h.sound()
		})
	}
}

// A plan that is taken back while its model thinks is cancelled, although the
// local planner could still decide, and nothing is filed.
func TestPlanCancel(t *testing.T) {
	h, g := gated(t)
	before := h.memory("e001")
	w := h.wire()
	w.send("1 " + planLabels)
	<-g.asked
	w.send(`2 $/cancel {"id":1}`)
	got := w.collect(2)
	if !strings.Contains(got["1"], `"code":-32008`) || !strings.Contains(got["2"], `"cancelled":true`) {
		t.Errorf("got %v", got)
	}
	if diff := cmp.Diff(before, h.memory("e001")); diff != "" {
		t.Errorf("a cancelled plan left something:\n%s", diff)
	}
	w.send("3 " + planLabels)
	<-g.asked
	g.answers <- modeltest.Line{Text: decision(0)}
	if got := w.next("3"); !strings.Contains(got, `"plan":"e001.1"`) {
		t.Errorf("the plan after: %s", got)
	}
}

// A plan by the local planner stays at the front of its queue: what is sent behind it sees it.
func TestPlanLocalStaysInFront(t *testing.T) {
	h := newHouse(t)
	h.begin()
	w := h.wire()
	var calls []string
	for n := 1; n <= 30; n++ {
		calls = append(calls, fmt.Sprintf(`%d nav.plan {"episode":"e001","labels":[{"view":%d}]}`, 2*n, n%12),
			fmt.Sprintf(`%d nav.step {"episode":"e001","seq":%d,"action":1}`, 2*n+1, n))
	}
	w.send(calls...)
	for id, line := range w.collect(len(calls)) {
		if strings.Contains(line, `"error"`) || strings.Contains(line, `"stale":true`) {
			t.Errorf("%s: %s", id, line)
		}
	}
}

// A scan that was looked round for a plan stays out of the window, also when
// steps come while the model thinks, and whatever becomes of the memory then.
func TestScanWhilePlanThinks(t *testing.T) {
	for _, tt := range []struct {
		name string
		then func(h *house, w *wire)
	}{
		{"nothing", func(*house, *wire) {}},
		{"evicted", func(h *house, _ *wire) { h.begin() }},
		{"dropped", func(_ *house, w *wire) {
			w.send(`800 nav.steps {"episode":"e001","steps":[{"seq":12,"action":1},{"seq":99,"action":1}]}`)
			w.next("800")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGate()
			h := newHouse(t, withModels([]string{"m", "local"}, map[string]model.Model{"m": g}), withLive(1))
			h.begin()
			w, seq := h.wire(), 0
			step := func(action int) {
				seq++
				w.send(fmt.Sprintf(`%d nav.step {"episode":"e001","seq":%d,"action":%d}`, seq, seq, action))
				w.next(fmt.Sprint(seq))
			}
			for range 11 {
				step(3)
			}
			w.send("900 " + planLabels)
			<-g.asked
			tt.then(h, w)
			for range 4 {
				step(1)
			}
			after := h.crash()
			for _, h := range []*house{h, after} {
				r := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)).Metrics
				if r.Stuck != 0 || r.ScanShare != 11.0/15 {
					t.Errorf("got %+v", r)
				}
			}
			g.answers <- modeltest.Line{Text: decision(0)}
			w.next("900")
		})
	}
}
