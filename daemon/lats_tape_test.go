package daemon_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/model"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/ipc"
)

// TestLatsOnATape: a replay gives plans what they learned from their searches when they were
// recorded, though its searches are faster.
func TestLatsOnATape(t *testing.T) {
	for _, c := range []struct {
		name, mode string
		deadline   int // of a plan, milliseconds
		hangs      bool
		planner    string
	}{
		{"the plan comes first", "advise", 15000, true, "mind:m"},
		{"the plan has no time to wait", "decide", 300, true, "mind:m"},
		{"the plan waits", "decide", 15000, false, "lats"},
		{"it is not known who is first", "advise", 15000, false, "mind:m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mind(func(ctx context.Context, a reply.Ask) (string, error) {
				switch {
				case a.Role == "planner":
					return `{"goal_flag": false, "angle": 30, "discovered_context": {"goal_scene_type": "", "why": "I see a door"}}`, nil
				case c.hangs:
					<-ctx.Done()
					return "", ctx.Err()
				}
				return guessing(ctx, a)
			})
			tape := filepath.Join(t.TempDir(), "run.tape")
			run := func(mode string, given map[string]model.Model) (plans []planner.Plan) {
				h := newHouse(t, func(o *daemon.Options) {
					chain := []string{"mind:m", "local"}
					o.Models, o.Config.Planner.Chain, o.Config.Lats.Chain = given, chain, chain
					o.Config.Models.Tape, o.Config.Models.TapeMode = tape, mode
				})
				defer h.stop()
				for range 5 {
					e := h.stuck(c.mode)
					h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"deadline_ms":%d,"labels":[{"view":3,"scene_type":"kitchen","free_m":1,"see_m":1},{"view":6,"scene_type":"living room","free_m":4,"see_m":8}]}`, e, c.deadline))
					for _, entry := range into[ipc.LogResult](t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"kinds":["plan"]}`, e))).Entries {
						p := into[planner.Plan](t, entry.Data)
						p.Time = time.Time{}
						plans = append(plans, p)
					}
				}
				return plans
			}
			recorded := run("record", map[string]model.Model{"mind": m})
			if diff := cmp.Diff(recorded, run("replay", nil)); diff != "" {
				t.Errorf("-recorded +replayed:\n%s", diff)
			}
			if p := recorded[1].Planner; p != c.planner {
				t.Errorf("planned by %s", p)
			}
		})
	}
}

// TestLatsSamplesOnATape: a recording has a model propose as often as without a tape, and a
// replay makes the same tree.
func TestLatsSamplesOnATape(t *testing.T) {
	var asked atomic.Int64
	each := mind(func(ctx context.Context, a reply.Ask) (string, error) { // each time another way
		if strings.Contains(a.System, "correctness score") {
			return guessing(ctx, a)
		}
		return fmt.Sprintf("Thought: perhaps\nAction: Simulate[%d]", asked.Add(1)%12*30-150), nil
	})
	tape := filepath.Join(t.TempDir(), "run.tape")
	trees := map[string]string{}
	for _, mode := range []string{"record", "replay"} {
		h := newHouse(t, minds(each, func(o *daemon.Options) {
			o.Config.Models.Tape, o.Config.Models.TapeMode = tape, mode
			o.Config.Lats.Workers = 1
		}))
		h.opens(`,"n":4,"budgets":{"calls":8}`)
		if s := h.runs("s1"); s.Nodes < 5 {
			t.Errorf("%s: a tree of %d nodes: %+v", mode, s.Nodes, s)
		}
		trees[mode] = h.tree("s1")
		h.stop()
		h.stop = func() {}
	}
	if diff := cmp.Diff(trees["record"], trees["replay"]); diff != "" {
		t.Errorf("-recorded +replayed:\n%s", diff)
	}
	if n := asked.Load(); n != 4 {
		t.Errorf("the model was asked for %d ways, want 4", n)
	}
}
