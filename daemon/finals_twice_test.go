package daemon_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"navd/daemon"
	"navd/daemon/job"
	"navd/daemon/model"
	"navd/daemon/reply"
	"navd/ipc"
)

// counting is a model that counts who asks it at the same time, and answers none
// before it is opened.
type counting struct {
	arrived chan struct{}
	open    chan struct{}

	mu         sync.Mutex // guards both below
	asks, most int
}

func (g *counting) Ask(ctx context.Context, _ reply.Ask) (string, reply.Usage, error) {
	g.mu.Lock()
	g.asks++
	g.most = max(g.most, g.asks)
	g.mu.Unlock()
	g.arrived <- struct{}{}
	defer func() { g.mu.Lock(); g.asks--; g.mu.Unlock() }()
	select {
	case <-g.open:
	case <-ctx.Done():
		return "", reply.Usage{}, ctx.Err()
	}
	return `{"user_preference_grounding":{"content":""},"spatial_grounding":{"content":""},"procedural_grounding":{"content":""},"general_grounding_rules":{"content":"a"}}`,
		reply.Usage{}, nil
}

// TestOneFinalAtATime asks for the final of an episode while one is made: the
// jobs of an episode follow each other, so that none ends in a conflict and no
// model is asked twice for the same.
func TestOneFinalAtATime(t *testing.T) {
	g := &counting{arrived: make(chan struct{}, 8), open: make(chan struct{})}
	h := newHouse(t, withModels([]string{"local"}, map[string]model.Model{"openai": g}), func(o *daemon.Options) {
		o.Config.Grounding.Chain = []string{"openai"}
	})
	e := h.beginIn("home", "sofa")
	h.say(e, "the sofa is red")
	h.do(ipc.GroundingFinalize, fmt.Sprintf(`{"episode":%q}`, e))
	<-g.arrived
	second := into[ipc.FinalizeResult](t, h.do(ipc.GroundingFinalize, fmt.Sprintf(`{"episode":%q}`, e))).Job
	other := h.beginIn("home", "bed") // its job comes after the second one, so that had its chance to begin
	h.say(other, "the bed is soft")
	h.do(ipc.GroundingFinalize, fmt.Sprintf(`{"episode":%q}`, other))
	<-g.arrived
	close(g.open)
	j := second
	for end := time.Now().Add(patience); j.Tries == 0 || j.State == job.Running; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the second job stays %+v", j)
		}
		j = into[job.Job](t, h.do(ipc.JobsGet, fmt.Sprintf(`{"job":%q}`, second.ID)))
	}
	if g.most != 2 || j.State != job.Done || j.Error != "" {
		t.Errorf("%d asked at a time, want two of two episodes; the second job: %+v", g.most, j)
	}
}
