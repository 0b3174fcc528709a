package daemon_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"navd/ipc"
)

// op is one call of a walk; %s in its parameters stands for the episode.
type op struct {
	method fmt.Stringer
	params string
}

// walk makes a walk of n calls that goes through rooms, looks, plans, gets
// stuck, and tells what became of its plans. The same seed gives the same walk.
func walk(n int, seed uint64) []op {
	rnd := rand.New(rand.NewPCG(seed, 1))
	rooms := []string{"kitchen", "living room", "hallway", "bedroom"}
	var ops []op
	seq, plans := 0, 0
	add := func(method fmt.Stringer, format string, args ...any) {
		ops = append(ops, op{method, `{"episode":%[1]q,` + fmt.Sprintf(format, args...) + `}`})
	}
	for len(ops) < n {
		switch r := rnd.IntN(20); {
		case r < 12:
			seq++
			add(ipc.NavStep, `"seq":%d,"action":%d,"collided":%v,"junction":%v,"objects":["o%d"]`,
				seq, []int{1, 1, 1, 2, 3}[rnd.IntN(5)], rnd.IntN(4) == 0, rnd.IntN(9) == 0, rnd.IntN(30))
		case r < 13:
			add(ipc.NavSteps, `"steps":[{"seq":%d,"action":2},{"seq":%d,"action":1,"moved_m":0.2,"moved_deg":-7},{"seq":%d,"action":0}]`, seq+1, seq+2, seq+3)
			seq += 3
		case r < 16:
			add(ipc.NavObserve, `"scene_type":%q,"objects":["thing %d"],"description":"Seen at %d.","ranges":[%s]`, rooms[(seq/25+rnd.IntN(2))%4], rnd.IntN(9), seq, sweep(seq))
		case r < 17:
			add(ipc.NavObserve, `"failed":"HTTP 500"`)
		case r < 19:
			plans++
			ranges := ""
			if plans%2 == 0 {
				ranges = sweep(plans)
			}
			add(ipc.NavPlan, `"labels":[{"view":%d,"free_m":%d,"see_m":9,"scene_type":%q},{"view":%d,"free_m":1}],"ranges":[%s]`,
				rnd.IntN(6), rnd.IntN(5), rooms[rnd.IntN(4)], 6+rnd.IntN(6), ranges)
		case plans > 0:
			ops = append(ops, op{ipc.NavPlanResult, fmt.Sprintf(`{"plan":"%%[1]s.%d","executed_view":%d}`, 1+rnd.IntN(plans), rnd.IntN(12))})
		}
	}
	return ops
}

// sweep is one of the ranges of a call: 120° ahead; another n shows another room.
func sweep(n int) string {
	values := make([]string, 25)
	for i := range values {
		values[i] = fmt.Sprintf("%d.%d", 1+(n+i/6)%4, i%10)
	}
	values[n%len(values)] = "null"
	return `{"start_deg":60,"step_deg":-5,"max_m":6,"values":[` + strings.Join(values, ",") + `]}`
}

// send sends one call of a walk and gives the answer.
func (h *house) send(id string, o op) string {
	h.t.Helper()
	return string(h.do(o.method, fmt.Sprintf(o.params, id)))
}

// A walk says something about itself, or tests built on it say nothing.
func TestWalkHasEverything(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	for _, o := range walk(400, 1) {
		h.send(id, o)
	}
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	r := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)).Metrics
	if r.Places < 4 || r.DistinctPlaces == r.Places || r.Anchors < 30 || r.Stuck == 0 || r.Plans < 10 || r.SceneFailures == 0 || r.Blocked == 0 {
		t.Errorf("got %+v", r)
	}
	h.sound()
}
