package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/ipc/client"
)

// told is what an episode's log says, but for times and the episode's id.
func told(t *testing.T, c *client.Client, id string) []any {
	t.Helper()
	_, entries := record(t, c, id)
	var out []any
	for _, e := range entries {
		var data any
		if err := json.Unmarshal(bytes.ReplaceAll(e.Data, []byte(id), []byte("EPISODE")), &data); err != nil {
			t.Fatal(err)
		}
		if in, ok := data.(map[string]any); ok {
			delete(in, "time")
		}
		out = append(out, []any{e.N, e.Seq, e.Kind, data})
	}
	return out
}

// search runs one task and gives its log and its outcome without the id.
func search(t *testing.T, c *client.Client, task robot.Task) ([]any, robot.Outcome) {
	t.Helper()
	out, err := robot.Search(t.Context(), c, task, nil)
	if err != nil {
		t.Fatal(err)
	}
	log := told(t, c, out.Episode)
	out.Episode = ""
	return log, out
}

// TestRepeatable runs one episode with one seed again and again: the same
// steps, plans and events come out, whoever else searches meanwhile.
func TestRepeatable(t *testing.T) {
	for _, profile := range []world.Profile{world.Clean(), world.Std()} {
		t.Run(profile.Name, func(t *testing.T) {
			tasks, err := robot.Generated(21, 3)
			if err != nil {
				t.Fatal(err)
			}
			for i := range tasks {
				tasks[i].Profile, tasks[i].Run = profile, "repeat"
			}
			socket := navd(t)
			c := dialed(t, socket)
			log, outcome := search(t, c, tasks[0])
			if len(log) < 50 {
				t.Fatalf("a log of %d entries says nothing", len(log))
			}
			same := func(name string, c *client.Client) {
				again, out := search(t, c, tasks[0])
				if diff := cmp.Diff(log, again); diff != "" {
					t.Errorf("%s: the log is another one, -first +again:\n%s", name, diff)
				}
				if diff := cmp.Diff(outcome, out); diff != "" {
					t.Errorf("%s: the outcome is another one, -first +again:\n%s", name, diff)
				}
			}
			same("alone", c)
			same("on a daemon without a past", dialed(t, navd(t)))
			stop := crowd(t, socket, tasks)
			same("among others", c)
			same("among others, over a connection of its own", dialed(t, socket))
			stop()

			other := tasks[0]
			other.Seed++
			if again, _ := search(t, c, other); profile.Name == "std" && cmp.Equal(log, again) {
				t.Error("another seed of the noise gives the same log")
			}
		})
	}
}

// crowd lets other robots search, the first task among them, until stop is
// called. It comes back when each of them has begun.
func crowd(t *testing.T, socket string, tasks []robot.Task) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var robots, begun sync.WaitGroup
	for _, task := range tasks {
		c := dialed(t, socket)
		begun.Add(1)
		robots.Go(func() {
			first := sync.OnceFunc(begun.Done)
			defer first()
			for ctx.Err() == nil {
				_, err := robot.Search(ctx, c, task, func(robot.Moment) { first() })
				if err != nil && !fault.Is(err, fault.Cancelled) && !errors.Is(err, context.Canceled) {
					t.Errorf("%s in the crowd: %v", task.Episode.ID, err)
					return
				}
			}
		})
	}
	begun.Wait()
	return func() {
		cancel()
		robots.Wait()
	}
}

// TestJobs gives the same results in the same order however many robots search
// at a time.
func TestJobs(t *testing.T) {
	socket := navd(t)
	var first []line
	for _, jobs := range []int{1, 3, 8} {
		f := runFlags{socket: socket, profile: "std", name: "jobs", seed: 31, jobs: jobs, generate: 4, asJSON: true}
		var out bytes.Buffer
		if err := f.run(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		var lines []line
		for dec := json.NewDecoder(&out); len(lines) < f.generate; {
			var l line
			if err := dec.Decode(&l); err != nil {
				t.Fatal(err)
			}
			l.Episode = ""
			lines = append(lines, l)
		}
		if first == nil {
			first = lines
		}
		if diff := cmp.Diff(first, lines); diff != "" {
			t.Errorf("%d jobs, -one +more:\n%s", jobs, diff)
		}
	}
}
