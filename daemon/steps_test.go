package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

func TestStep(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	got := into[nav.Stepped](t, h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":"forward"}`))
	want := nav.Stepped{
		Pose: nav.Pose{X: 0.25}, Anchor: 1, Place: nav.Where{ID: 1, Type: nav.Unknown, Key: 1}, Events: []event.Event{},
		PlanDue: nav.Due{Due: true, Reason: "episode_start"}, SceneDue: nav.Due{Due: true, Reason: "start"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = into[nav.Stepped](t, h.do(ipc.NavStep, `{"episode":"e001","seq":2,"action":1,"moved_m":0.25,"objects":["plant"]}`))
	want.Pose.X, want.Anchor, want.Events = 0.5, 2, []event.Event{{Type: event.AnchorCreated, Seq: 2, Place: 1, Anchor: 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	g := into[ipc.GraphResult](t, h.do(ipc.NavGraph, fmt.Sprintf(`{"episode":%q}`, id)))
	if diff := cmp.Diff([]string{"plant"}, g.Places[0].Objects); diff != "" {
		t.Error(diff)
	}
}

func TestStepRefuses(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":"turn_left"}`)
	h.do(ipc.NavStep, `{"episode":"e001","seq":2,"action":"move_forward","moved_m":0.2}`)
	h.do(ipc.EpisodeBegin, `{"goal":"bed"}`)
	h.do(ipc.EpisodeEnd, `{"episode":"e002"}`)
	before := h.memory("e001")
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid}
	in := func(r refusal, field string) refusal { r.Field = field; return r }
	conflict := refusal{Code: -32003, Kind: fault.Conflict, Field: "seq", Expected: 3}
	for _, tt := range []struct {
		name, params string
		want         refusal
	}{
		{"unknown episode", `{"episode":"no","seq":1,"action":"stop"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}},
		{"ended episode", `{"episode":"e002","seq":1,"action":"stop"}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"}},
		{"gap", `{"episode":"e001","seq":4,"action":"stop"}`, conflict},
		{"seq taken, other action", `{"episode":"e001","seq":1,"action":"turn_right"}`, conflict},
		{"seq taken, collided", `{"episode":"e001","seq":1,"action":"turn_left","collided":true}`, conflict},
		{"seq taken, measured or not", `{"episode":"e001","seq":2,"action":"move_forward"}`, conflict},
		{"seq 0", `{"episode":"e001","seq":0,"action":"stop"}`, in(params, "seq")},
		{"no seq", `{"episode":"e001","action":"stop"}`, in(params, "seq")},
		{"unknown action", `{"episode":"e001","seq":3,"action":"jump"}`, in(params, "action")},
		{"number of no action", `{"episode":"e001","seq":3,"action":6}`, in(params, "action")},
		{"moved on a turn", `{"episode":"e001","seq":3,"action":"turn_left","moved_m":0.1}`, in(params, "moved_m")},
		{"moved too far", `{"episode":"e001","seq":3,"action":"forward","moved_m":10.1}`, in(params, "moved_m")},
		{"direction alone", `{"episode":"e001","seq":3,"action":"forward","moved_deg":5}`, in(params, "moved_deg")},
		{"phase", `{"episode":"e001","seq":3,"action":"stop","phase":"rest"}`, in(params, "phase")},
		{"odom out of all proportion", `{"episode":"e001","seq":3,"action":"stop","odom":{"x":1e7,"y":0,"yaw":0}}`, in(params, "odom")},
		{"odom without yaw", `{"episode":"e001","seq":3,"action":"stop","odom":{"x":1,"y":0}}`, in(params, "odom.yaw")},
		{"no episode", `{"seq":3,"action":"stop"}`, in(params, "episode")},
	} {
		t.Run(tt.name, func(t *testing.T) { h.in(t).refuse(ipc.NavStep, tt.params, tt.want) })
	}
	if diff := cmp.Diff(before, h.memory("e001")); diff != "" {
		t.Errorf("a refused step changed something:\n%s", diff)
	}
}

// A step sent again gets its stored answer, however it is written, also after
// later steps, a restart and the end of the episode.
func TestStepAgain(t *testing.T) {
	h := newHouse(t)
	h.begin()
	ask := func(params string) []byte { return h.do(ipc.NavStep, params) }
	turn := ask(`{"episode":"e001","seq":1,"action":"turn_left","objects":["b"," a","b"]}`)
	forward := ask(`{"episode":"e001","seq":2,"action":"forward","moved_m":0.3}`)
	for _, when := range []string{"at once", "after a later step", "after a restart", "after the end"} {
		switch when {
		case "after a later step":
			ask(`{"episode":"e001","seq":3,"action":"stop"}`)
		case "after a restart":
			h.restart()
		case "after the end":
			h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
		}
		same(t, when, ask(`{"episode":"e001","seq":1,"action":2,"objects":["a","b"],"phase":null}`), turn)
		same(t, when, ask(`{"action":"1","moved_deg":0,"moved_m":0.3,"seq":2,"episode":"e001","collided":false}`), forward)
	}
	log := into[ipc.LogResult](t, h.do(ipc.EpisodeLog, `{"episode":"e001","kinds":["step"]}`))
	if len(log.Entries) != 3 {
		t.Errorf("got %d steps in the log, want 3", len(log.Entries))
	}
}

func TestStepsAreStepsInARow(t *testing.T) {
	one, many := newHouse(t), newHouse(t)
	one.begin()
	many.begin()
	var steps, answers []string
	for seq := 1; seq <= 40; seq++ {
		st := fmt.Sprintf(`"seq":%d,"action":%d,"objects":["o%d"]`, seq, []int{1, 1, 2, 1, 3}[seq%5], seq%3)
		steps = append(steps, "{"+st+"}")
		answers = append(answers, string(one.do(ipc.NavStep, `{"episode":"e001",`+st+`}`)))
	}
	got := many.do(ipc.NavSteps, `{"episode":"e001","steps":[`+strings.Join(steps, ",")+`]}`)
	same(t, "answers", got, []byte(`{"steps":[`+strings.Join(answers, ",")+`]}`))
	same(t, "half of them again", many.do(ipc.NavSteps, `{"episode":"e001","steps":[`+strings.Join(steps[10:20], ",")+`]}`),
		[]byte(`{"steps":[`+strings.Join(answers[10:20], ",")+`]}`))
	for _, m := range []fmt.Stringer{ipc.NavGraph, ipc.NavContext} {
		same(t, m.String(), many.do(m, `{"episode":"e001"}`), one.do(m, `{"episode":"e001"}`))
	}
}

func TestStepsAllOrNone(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":"turn_left"}`)
	before := h.memory("e001")
	for _, tt := range []struct {
		name, steps string
		want        refusal
	}{
		{"gap in the middle", `{"seq":2,"action":1},{"seq":4,"action":1},{"seq":5,"action":1}`,
			refusal{Code: -32003, Kind: fault.Conflict, Field: "steps[1].seq", Expected: 2}},
		{"same seq twice", `{"seq":2,"action":1},{"seq":2,"action":1}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "steps[1].seq", Expected: 2}},
		{"an old one in between", `{"seq":2,"action":1},{"seq":1,"action":2}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "steps[1].seq", Expected: 2}},
		{"old one with other content first", `{"seq":1,"action":3},{"seq":2,"action":1}`,
			refusal{Code: -32003, Kind: fault.Conflict, Field: "seq", Expected: 2}},
		{"bad one last", `{"seq":2,"action":1},{"seq":3,"action":2,"moved_m":1}`,
			refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "steps[1].moved_m"}},
		{"none", ``, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "steps"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := h.in(t)
			h.refuse(ipc.NavSteps, `{"episode":"e001","steps":[`+tt.steps+`]}`, tt.want)
			if diff := cmp.Diff(before, h.memory("e001")); diff != "" {
				t.Errorf("something changed:\n%s", diff)
			}
		})
	}
	h.restart()
	if diff := cmp.Diff(before, h.memory("e001")); diff != "" {
		t.Errorf("something was stored:\n%s", diff)
	}
	h.do(ipc.NavSteps, `{"episode":"e001","steps":[{"seq":1,"action":"turn_left"},{"seq":2,"action":1}]}`)
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	h.do(ipc.NavSteps, `{"episode":"e001","steps":[{"seq":1,"action":"turn_left"},{"seq":2,"action":1}]}`)
	h.refuse(ipc.NavSteps, `{"episode":"e001","steps":[{"seq":2,"action":1},{"seq":3,"action":1}]}`,
		refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"})
}
