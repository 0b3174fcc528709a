package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// tape is a robot's daemon that writes down every call with its answer, byte
// for byte but for times and the episode's id. After each plan it asks for what
// the memory looks like.
type tape struct {
	*client.Client
	episode string
	lines   []string
}

// times are the members that tell when something was done.
var times = regexp.MustCompile(`"(time|began|ended|since)":"[^"]*"`)

// Call implements [ipc.Caller].
func (p *tape) Call(ctx context.Context, method string, params, result any) error {
	raw, err := p.ask(ctx, method, params)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, result); result != nil && err != nil {
		return err
	}
	if method == string(ipc.NavPlan) {
		return p.look(ctx)
	}
	return nil
}

// ask calls and writes down.
func (p *tape) ask(ctx context.Context, method string, params any) (json.RawMessage, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	raw, err := p.Raw(ctx, method, text)
	if err != nil {
		return nil, err
	}
	if method == string(ipc.EpisodeBegin) {
		var begun ipc.BeginResult
		if err := json.Unmarshal(raw, &begun); err != nil {
			return nil, err
		}
		p.episode = begun.Episode
	}
	line := method + " " + string(text) + " -> " + string(raw)
	p.lines = append(p.lines, times.ReplaceAllString(strings.ReplaceAll(line, p.episode, "EPISODE"), `"$1":"TIME"`))
	return raw, nil
}

// look asks for the memory in every form.
func (p *tape) look(ctx context.Context) error {
	for _, params := range []any{
		ipc.GraphParams{Episode: p.episode}, ipc.GraphParams{Episode: p.episode, Format: "dot"},
		ipc.ContextParams{Episode: p.episode}, ipc.ContextParams{Episode: p.episode, Format: "text"},
		ipc.LocalizeParams{Episode: p.episode},
	} {
		method := string(ipc.NavGraph)
		switch params.(type) {
		case ipc.ContextParams:
			method = string(ipc.NavContext)
		case ipc.LocalizeParams:
			method = string(ipc.NavLocalize)
		}
		if _, err := p.ask(ctx, method, params); err != nil {
			return err
		}
	}
	return nil
}

// log asks for the whole log, page by page.
func (p *tape) log(ctx context.Context) error {
	for params := (ipc.LogParams{Episode: p.episode}); ; {
		raw, err := p.ask(ctx, string(ipc.EpisodeLog), params)
		if err != nil {
			return err
		}
		var page ipc.LogResult
		if err := json.Unmarshal(raw, &page); err != nil {
			return err
		}
		if params.Cursor = page.Cursor; params.Cursor == "" {
			return nil
		}
	}
}

// search runs one task and gives all that was said, its log and its memory at
// the end, and its outcome without the id.
func search(t *testing.T, c *client.Client, task robot.Task) ([]string, robot.Outcome) {
	t.Helper()
	p := &tape{Client: c}
	out, err := robot.Search(t.Context(), p, task, nil)
	if err == nil {
		err = p.look(t.Context())
	}
	if err == nil {
		err = p.log(t.Context())
	}
	if err == nil {
		_, err = p.ask(t.Context(), string(ipc.EpisodeGet), ipc.EpisodeParams{Episode: p.episode})
	}
	if err != nil {
		t.Fatal(err)
	}
	out.Episode = ""
	return p.lines, out
}

// TestRepeatable runs one episode with one seed again and again: the same
// bytes come out, whoever else searches meanwhile.
func TestRepeatable(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and TestJobs searches at once too")
	}
	t.Parallel()
	others, steps := 1, 45
	switch {
	case long():
		others, steps = 8, 0
	case raced:
		steps = 40
	}
	houses := generatedFrom(t, 21, 1+others)
	for _, tt := range []struct {
		name    string
		profile world.Profile
		arm     robot.Arm
		blind   bool // nothing is said of what the pictures show
		seeded  bool // another seed gives another search
	}{
		{"clean", world.Clean(), robot.Arm{}, false, false},
		{"std", world.Std(), robot.Arm{}, false, true},                  // by its noise
		{"clean, by dice", world.Clean(), armOf(t, "none"), true, true}, // all ways are as good, and nothing is remembered
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !tt.seeded {
				figures(t)
			}
			t.Parallel()
			tasks := slices.Clone(houses)
			for i := range tasks {
				tasks[i].Profile, tasks[i].Arm, tasks[i].Run, tasks[i].MaxSteps = tt.profile, tt.arm, "repeat", steps
				tasks[i].NoLabels = tt.blind
			}
			task, socket := tasks[0], navd(t)
			c := dialed(t, socket)
			first, outcome := search(t, c, task)
			if plans := strings.Count(strings.Join(first, "\n"), "\n"+string(ipc.NavPlan)+" "); plans < 2 || len(first) < 50 {
				t.Fatalf("%d calls with %d plans say nothing", len(first), plans)
			}
			same := func(name string, c *client.Client) {
				t.Helper()
				again, out := search(t, c, task)
				if diff := cmp.Diff(first, again); diff != "" {
					t.Errorf("%s: the daemon says something else, -first +again:\n%s", name, diff)
				}
				if diff := cmp.Diff(outcome, out); diff != "" {
					t.Errorf("%s: the outcome is another one, -first +again:\n%s", name, diff)
				}
			}
			same("alone", c)
			same("on a daemon without a past", dialed(t, navd(t)))
			stop := crowd(t, socket, tasks[1:])
			same("among others, over another connection", dialed(t, socket))
			stop()
			stop = crowd(t, socket, []robot.Task{task, task})
			same("among others that search the same", c)
			stop()

			other := task
			other.Seed++
			if _, out := search(t, c, other); tt.seeded && cmp.Equal(outcome, out) {
				t.Error("another seed gives the same search")
			}
		})
	}
}

// crowd lets other robots search, each its own task, until stop is called. It
// comes back when each of them has begun.
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
	t.Parallel()
	socket := navd(t)
	var first []line
	each := []int{1, 8}
	if raced {
		each = []int{1, 4}
	}
	for _, jobs := range each {
		f := runFlags{socket: socket, profile: "std", name: "jobs", arm: "context", seed: 17, jobs: jobs, generate: 3, asJSON: true}
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
