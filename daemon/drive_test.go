package daemon_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/ipc"
)

// A plan that its caller takes back says nothing of the model that was asked.
func TestTakenBackIsNoTrouble(t *testing.T) {
	g := newGate()
	h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": g}))
	h.begin()
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-g.asked; cancel() }()
	if _, err := h.daemon.Nav.Plan(ctx, into[ipc.PlanParams](t, []byte(somePlan))); !fault.Is(err, fault.Cancelled) {
		t.Errorf("got %v", err)
	}
	if got := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)); !got.OK {
		t.Errorf("health %+v", got)
	}
}

// A pause that an entry asks for takes only that entry's time: when it is
// longer the next one is asked, and after the last one nobody waits.
func TestPauseBeyondTheShare(t *testing.T) {
	busy := fault.New(fault.Unavailable, "busy")
	busy.After = 1500 * time.Millisecond
	for _, tt := range []struct {
		name, planner, fallback string
		chain                   []string
		attempts                int
	}{
		{"the next is asked", "good", "", []string{"busy", "good"}, 2},
		{"the last one's reason stays", "fallback", "busy", []string{"busy"}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t, withModels(tt.chain, map[string]model.Model{
				"busy": modeltest.NewScript(modeltest.Line{Err: busy}), "good": modeltest.NewScript(modeltest.Line{Text: decision(0)}),
			}), func(o *daemon.Options) { o.Config.Planner.DeadlineMS = 1400 })
			h.begin()
			got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, somePlan))
			if p := h.record("e001"); got.Used.Planner != tt.planner || got.Attempts != tt.attempts || p.Fallback != tt.fallback {
				t.Errorf("fallback %q, got %+v", p.Fallback, got)
			}
		})
	}
}

// ends is a model that is out of reach, and keeps until when it may take.
type ends struct{ seen *[]time.Time }

func (e ends) Ask(ctx context.Context, _ reply.Ask) (string, reply.Usage, error) {
	end, _ := ctx.Deadline()
	*e.seen = append(*e.seen, end)
	return "", reply.Usage{}, fault.New(fault.Unavailable, "away")
}

// All tries of an entry share its part of the time.
func TestTriesShareOneDeadline(t *testing.T) {
	t.Parallel()
	var seen []time.Time
	good := modeltest.NewScript(modeltest.Line{Text: decision(0)})
	h := newHouse(t, withModels([]string{"away", "good"}, map[string]model.Model{"away": ends{&seen}, "good": good}))
	h.begin()
	if got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, somePlan)); got.Used.Planner != "good" {
		t.Errorf("got %+v", got)
	}
	if len(seen) != 3 || !seen[0].Equal(seen[1]) || !seen[1].Equal(seen[2]) {
		t.Errorf("deadlines %v", seen)
	}
}

// What failed once behind an entry that answers again is no trouble any more:
// it is not asked, so nothing else would end it.
func TestTroubleBehindWhoAnswers(t *testing.T) {
	no := modeltest.Line{Err: fault.New(fault.Denied, "no")}
	h := newHouse(t, withModels([]string{"a", "b", "local"}, map[string]model.Model{
		"a": modeltest.NewScript(no, modeltest.Line{Text: decision(0)}), "b": modeltest.NewScript(no),
	}))
	h.begin()
	for _, want := range []string{"planner a, planner b", ""} {
		h.do(ipc.NavPlan, somePlan)
		var what []string
		for _, d := range into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)).Degraded {
			what = append(what, d.What)
		}
		if got := strings.Join(what, ", "); got != want {
			t.Errorf("degraded %q, want %q", got, want)
		}
	}
}

// A replay stops asking where the recording did for want of time, though it
// takes none itself, and tells the time that the recording took.
func TestReplayKeepsToTheRecordedTime(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		line modeltest.Line
	}{
		{"no time for another try", modeltest.Line{Delay: 250 * time.Millisecond, Err: fault.New(fault.Unavailable, "away")}},
		{"no answer in time", modeltest.Line{Delay: time.Minute}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "run.tape")
			run := func(mode string, given map[string]model.Model) planner.Plan {
				h := newHouse(t, withModels([]string{"m", "local"}, given), func(o *daemon.Options) {
					o.Config.Planner.DeadlineMS, o.Config.Models.Tape, o.Config.Models.TapeMode = 300, path, mode
				})
				h.begin()
				h.do(ipc.NavPlan, somePlan)
				p := h.record("e001")
				p.Time = time.Time{}
				return p
			}
			first := run("record", map[string]model.Model{"m": modeltest.NewScript(tt.line, modeltest.Line{Text: decision(0)})})
			if diff := cmp.Diff(first, run("replay", nil)); diff != "" || first.Planner != "local" {
				t.Errorf("by %s; records (-recorded +replayed):\n%s", first.Planner, diff)
			}
		})
	}
}
