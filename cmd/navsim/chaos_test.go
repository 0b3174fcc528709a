package main

import (
	"context"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/vlm"
	"navd/cmd/navsim/world"
	"navd/daemon"
	"navd/ipc"
)

// chaosDeadline is that of a plan here; a model that hangs costs all of it.
const chaosDeadline = 400 * time.Millisecond

// TestChaos searches with a model of which every fifth answer goes wrong in one
// of all ways: no search ends in an error, every plan comes. How late the plans
// come that met their deadline is told beside how late a bare timer of the same
// length is in the same run. NAVD_CHAOS=1000 makes 1,000 searches.
func TestChaos(t *testing.T) {
	t.Parallel()
	n := 2
	if long() {
		n = 12
	}
	if text := os.Getenv("NAVD_CHAOS"); text != "" {
		n, _ = strconv.Atoi(text)
	}
	socket, _, m := modelledWith(t, vlm.Options{Faults: vlm.Plan{Share: 0.2, Seed: 5}}, func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Config.Planner.DeadlineMS = []string{"vertex", "local"}, int(chaosDeadline.Milliseconds())
		o.Config.Scene.Chain, o.Config.Scene.DeadlineMS = []string{"vertex"}, 1000
	})
	tasks := generated(t, n)
	late := &lateness{}
	var workers sync.WaitGroup
	queue := make(chan robot.Task)
	for range 4 {
		workers.Go(func() {
			c := timed{dialed(t, socket), late}
			for task := range queue {
				task.Profile, task.Run, task.Images = world.Std(), "chaos", true
				if _, err := robot.Search(t.Context(), c, task, nil); err != nil {
					t.Errorf("%s: %v", task.Episode.ID, err)
				}
			}
		})
	}
	for _, task := range tasks {
		queue <- task
	}
	close(queue)
	workers.Wait()
	asked := m.Asked()
	if len(late.plans) == 0 || len(asked.Faults) == 0 {
		t.Fatalf("%d plans, faults %v", len(late.plans), asked.Faults)
	}
	t.Logf("%d searches, %d plans, %d of them at their deadline; %d requests, faults %v", n, len(late.plans), late.atDeadline(), asked.Requests, asked.Faults)
	t.Logf("after the deadline of %v: plans p50 %v p99 %v p99.9 %v max %v", chaosDeadline, late.plan(0.5), late.plan(0.99), late.plan(0.999), late.plan(1))
	t.Logf("a bare timer of it:      p50 %v p99 %v p99.9 %v max %v", late.timer(0.5), late.timer(0.99), late.timer(0.999), late.timer(1))
}

// lateness keeps how long after their deadline plans came, and bare timers that
// ran beside them rang.
type lateness struct {
	mu            sync.Mutex // guards both
	plans, timers []time.Duration
}

func (l *lateness) plan(q float64) time.Duration  { return quantile(l.plans, q) }
func (l *lateness) timer(q float64) time.Duration { return quantile(l.timers, q) }

// atDeadline counts the plans that came at their deadline or after it.
func (l *lateness) atDeadline() (n int) {
	for _, d := range l.plans {
		if d >= 0 {
			n++
		}
	}
	return n
}

// quantile is 0 of none: in a short run no plan may meet its deadline.
func quantile(all []time.Duration, q float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(all))
	return s[min(len(s)-1, int(q*float64(len(s))))].Round(10 * time.Microsecond)
}

// timed is a daemon whose plans are timed, each beside a bare timer.
type timed struct {
	navd ipc.Caller
	late *lateness
}

// Call implements [ipc.Caller].
func (c timed) Call(ctx context.Context, method string, params, result any) error {
	if method != string(ipc.NavPlan) {
		return c.navd.Call(ctx, method, params, result)
	}
	began := time.Now()
	rang := make(chan time.Duration, 1)
	timer := time.AfterFunc(chaosDeadline, func() { rang <- time.Since(began) - chaosDeadline })
	err := c.navd.Call(ctx, method, params, result)
	took := time.Since(began) - chaosDeadline
	c.late.mu.Lock()
	defer c.late.mu.Unlock()
	c.late.plans = append(c.late.plans, took)
	if !timer.Stop() {
		c.late.timers = append(c.late.timers, <-rang)
	}
	return err
}
