package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/vlm"
	"navd/cmd/navsim/world"
	"navd/config"
	"navd/daemon"
	"navd/daemon/model"
	"navd/daemon/model/openai"
	"navd/daemon/model/vertex"
	"navd/daemon/nav"
	"navd/daemon/reply"
)

const flash = "/v1beta1/projects/p/locations/l/publishers/google/models/flash:generateContent"

// wire is navd's own client of Vertex AI, pointed at a model of this test. It
// keeps every question.
type wire struct {
	*vertex.Client

	mu   sync.Mutex // guards asks
	asks []reply.Ask
}

// Ask implements [model.Model].
func (w *wire) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	w.mu.Lock()
	w.asks = append(w.asks, ask)
	w.mu.Unlock()
	return w.Client.Ask(ctx, ask)
}

// modelled starts a model and a daemon that asks it, and gives the daemon's
// socket.
func modelled(t *testing.T, opts vlm.Options, chain ...string) (socket string, w *wire, m *vlm.Server) {
	t.Helper()
	return modelledWith(t, opts, func(o *daemon.Options) { o.Config.Planner.Chain, o.Config.Scene.Chain = chain, []string{"vertex:eyes"} })
}

// modelledWith is modelled with chains that are set by change.
func modelledWith(t *testing.T, opts vlm.Options, change func(*daemon.Options)) (socket string, w *wire, m *vlm.Server) {
	t.Helper()
	m, err := vlm.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(m)
	t.Cleanup(srv.Close)
	c, err := vertex.New(vertex.Options{Project: "p", Location: "l", Model: "flash", Endpoint: srv.URL, NoAuth: true, HTTPClient: srv.Client()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	w = &wire{Client: c}
	return navdWith(t, func(o *daemon.Options) {
		o.Models = map[string]model.Model{"vertex": w}
		change(o)
		o.Config.Models.Vertex.Model = "flash"
	}), w, m
}

// searches runs generated tasks one after the other and gives their outcomes
// with all plans.
func searches(t *testing.T, socket string, tasks []robot.Task, set func(*robot.Task)) (outs []robot.Outcome, plans []robot.Planned) {
	t.Helper()
	for _, task := range tasks {
		task.Profile, task.Run = world.Clean(), "model"
		set(&task)
		out, err := robot.Search(t.Context(), dialed(t, socket), task, func(m robot.Moment) {
			if m.Plan != nil {
				plans = append(plans, *m.Plan)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		outs = append(outs, out)
	}
	return outs, plans
}

func generated(t *testing.T, n int) []robot.Task {
	t.Helper()
	tasks, err := firstHouses()
	if err != nil {
		t.Fatal(err)
	}
	if n > len(tasks) {
		return generatedFrom(t, 1, n)
	}
	return slices.Clone(tasks[:n])
}

// generatedFrom gives tasks in the houses from a seed on.
func generatedFrom(t *testing.T, seed uint64, n int) []robot.Task {
	t.Helper()
	tasks, err := robot.Generated(seed, n, world.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// armOf reads an arm.
func armOf(t *testing.T, text string) robot.Arm {
	t.Helper()
	arm, err := robot.ParseArm(text)
	if err != nil {
		t.Fatal(err)
	}
	return arm
}

// firstHouses are made once: nearly all tests search in some of them.
var firstHouses = sync.OnceValues(func() ([]robot.Task, error) { return robot.Generated(1, 6, world.Plan{}) })

// TestModelPlans lets robots search with a model alone: by the labels in the
// prompt, by both, and by the picture alone. Every plan is the model's.
func TestModelPlans(t *testing.T) {
	figures(t)
	t.Parallel()
	for _, tt := range []struct {
		name     string
		set      func(*robot.Task)
		pictures bool
		labels   bool
		least    int // searches that find their goal
	}{
		{"labels", func(*robot.Task) {}, false, true, 3},
		{"labels and pictures", func(r *robot.Task) { r.Images = true }, true, true, 3},
		{"pictures", func(r *robot.Task) { r.NoLabels = true }, true, false, 2},
		{"pictures of a noisy robot", func(r *robot.Task) { r.NoLabels, r.Profile = true, world.Std() }, true, false, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tasks := generated(t, 6)
			if !long() {
				tasks, tt.least = tasks[2:3], 1
			}
			socket, w, m := modelled(t, vlm.Options{}, "vertex")
			outs, plans := searches(t, socket, tasks, tt.set)
			found := 0
			for _, o := range outs {
				if o.Success {
					found++
				}
			}
			flagged := 0
			for _, p := range plans {
				if p.Plan.Used.Planner != "vertex" || p.Plan.Attempts != 1 || p.Plan.Fallback {
					t.Errorf("plan %+v", p.Plan)
				}
				if p.Plan.GoalFlag {
					flagged++
				}
			}
			asked := m.Asked()
			if found < tt.least || flagged < found || asked.Refused != 0 || asked.Requests != len(plans) || (asked.Pictures == len(plans)) != tt.pictures || len(plans) == 0 {
				t.Errorf("%d of %d found, %d of %d plans saw the goal; %d requests, %d refused, %d pictures", found, len(outs), flagged, len(plans), asked.Requests, asked.Refused, asked.Pictures)
			}
			for _, r := range asked.Recent {
				if len(r.Pictures) > 0 && !r.Pictures[0].Labelled {
					t.Errorf("a picture without a caption: %+v", r)
				}
			}
			line := "\nView 1 (angle -30): "
			if tt.pictures {
				line = "\nSeen at angle 30: " // as it is printed on them
			}
			if got := strings.Contains(w.asks[0].Prompt, line); got != tt.labels {
				t.Errorf("labels in the prompt: %v\n%s", got, w.asks[0].Prompt)
			}
			t.Logf("%d of %d found, %.1f plans a search, %d tokens a prompt", found, len(outs), float64(len(plans))/float64(len(outs)), asked.Tokens/asked.Requests)
		})
	}
}

// TestModelAgreesWithLocal compares the model's own decisions with the local
// planner's at the beginning of searches, where both have seen the same: both
// see the goal in the same plans, and mostly go the same way.
func TestModelAgreesWithLocal(t *testing.T) {
	figures(t)
	t.Parallel()
	const n = 12
	short := func(r *robot.Task) { r.MaxSteps = 12 } // a scan and a step
	socket, _, _ := modelled(t, vlm.Options{}, "vertex")
	tasks := generated(t, n)
	_, plans := searches(t, socket, tasks, short)
	_, local := searches(t, navd(t), tasks, short)
	var goals, same, total int
	for i, p := range plans {
		l := local[i].Plan
		total++
		if p.Plan.GoalFlag == l.GoalFlag {
			goals++
		}
		if math.Abs(nav.NormDeg(p.Plan.Angle-l.Angle)) <= 60 {
			same++
		}
	}
	if total != n || goals != total || same < total/2 {
		t.Errorf("of %d plans %d agree about the goal, %d about the way", total, goals, same)
	}
	t.Logf("%d of %d within 60°", same, total)
}

// TestModelOpenAI asks the model over OpenAI's interface: the plans are those over Vertex
// AI's, to the byte, and whatever it does wrong the local planner plans.
func TestModelOpenAI(t *testing.T) {
	figures(t)
	t.Parallel()
	opts := vlm.Options{Wait: func(context.Context, time.Duration) error { return nil }}
	over := func(wire string, opts vlm.Options) (plans []robot.Planned, asked vlm.Asked) {
		m, err := vlm.New(opts)
		if err != nil {
			t.Fatal(err)
		}
		srv := httptest.NewServer(m)
		t.Cleanup(srv.Close)
		models := newClients(t, srv)
		socket := navdWith(t, func(o *daemon.Options) {
			o.Models = map[string]model.Model{"m": models[wire]}
			o.Config.Planner.Chain, o.Config.Planner.DeadlineMS, o.Config.Scene.Chain = []string{"m:flash", "local"}, 500, []string{"m:eyes"}
		})
		_, plans = searches(t, socket, generated(t, 2), func(r *robot.Task) { r.Images, r.MaxSteps = true, 100 })
		return plans, m.Asked()
	}
	vertexPlans, _ := over("vertex", opts)
	plans, asked := over("openai", opts)
	if diff := cmp.Diff(decisions(vertexPlans), decisions(plans)); diff != "" || asked.Refused != 0 || asked.Pictures != len(plans) || asked.Models["flash"] != len(plans) {
		t.Errorf("%+v (-vertex +openai):\n%s", asked, diff)
	}
	opts.Faults = vlm.Plan{Share: 0.7, Seed: 5}
	plans, asked = over("openai", opts)
	by := map[string]int{}
	for _, p := range plans {
		by[p.Plan.Used.Planner]++
	}
	if by["m:flash"] == 0 || by["m:flash"]+by["local"] != len(plans) || len(asked.Faults) < 5 {
		t.Errorf("planned by %v, faults %v", by, asked.Faults)
	}
}

// newClients are clients of a server, by its interface.
func newClients(t *testing.T, srv *httptest.Server) map[string]model.Model {
	v, err := vertex.New(vertex.Options{Project: "p", Location: "l", Model: "flash", Endpoint: srv.URL, NoAuth: true, HTTPClient: srv.Client()})
	if err != nil {
		t.Fatal(err)
	}
	o, err := openai.New(openai.Options{BaseURL: srv.URL + "/v1", Model: "flash", HTTPClient: srv.Client()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(v.Close(), o.Close()); err != nil {
			t.Error(err)
		}
	})
	return map[string]model.Model{"vertex": v, "openai": o}
}

// decisions are the decisions of plans, as text.
func decisions(plans []robot.Planned) (all []string) {
	for _, p := range plans {
		all = append(all, fmt.Sprintf("%s %v %v %+v", p.Plan.Used.Planner, p.Plan.Angle, p.Plan.GoalFlag, p.Plan.Discovered))
	}
	return all
}

// TestModelFaults lets a model misbehave in every way: robots search on, and
// whatever the model does not give the local planner gives.
func TestModelFaults(t *testing.T) {
	t.Parallel()
	opts := vlm.Options{Faults: vlm.Plan{Share: 0.6, Seed: 5}, Wait: func(context.Context, time.Duration) error { return nil }}
	socket, _, m := modelledWith(t, opts, func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Config.Planner.DeadlineMS = []string{"vertex", "local"}, 500
	})
	_, plans := searches(t, socket, generated(t, 5), func(r *robot.Task) { r.MaxSteps = 150 })
	by := map[string]int{}
	for _, p := range plans {
		by[p.Plan.Used.Planner]++
	}
	if by["vertex"] == 0 || by["vertex"]+by["local"] != len(plans) {
		t.Errorf("planned by %v", by)
	}
	if got := len(m.Asked().Faults); got < len(vlm.Faults())/2 {
		t.Errorf("only %d kinds of faults: %v", got, m.Asked().Faults)
	}
	t.Logf("planned by %v, faults %v", by, m.Asked().Faults)
}

// modelRuns runs `navsim model` until end, which gives the comments that it printed
// meanwhile. lines are those that it prints.
func modelRuns(t *testing.T, flags ...string) (lines *bufio.Scanner, end func() []string) {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	t.Cleanup(interrupt)
	from, to := io.Pipe()
	var complaints bytes.Buffer
	done := make(chan int, 1)
	go func() {
		code := Main(ctx, append([]string{"model"}, flags...), to, &complaints)
		to.Close()
		done <- code
	}()
	lines = bufio.NewScanner(from)
	return lines, func() (rest []string) {
		interrupt()
		for lines.Scan() {
			rest = append(rest, strings.TrimPrefix(lines.Text(), "# "))
		}
		if code := <-done; code != 0 || complaints.Len() != 0 {
			t.Errorf("exit code %d: %s", code, &complaints)
		}
		return rest
	}
}

// TestModelCommand serves a model, says where, and tells in the end what it was
// asked.
func TestModelCommand(t *testing.T) {
	lonely(t)
	lines, end := modelRuns(t, "--faults", "1", "--kind", "unavailable,empty", "--delay", "1ms")
	next := func() string {
		if !lines.Scan() {
			t.Fatal("no more lines")
		}
		return lines.Text()
	}
	url, comment := strings.CutPrefix(next(), "# ")
	if !comment || !regexp.MustCompile(`^http://127\.0\.0\.1:\d+$`).MatchString(url) {
		t.Fatalf("base URL %q", url)
	}
	got := []string{next(), next(), next(), next(), next()}
	chains := []string{`planner.chain = ["vertex", "local"]`, `scene.chain = ["vertex", "local"]`, `grounding.chain = ["vertex", "local"]`}
	if diff := cmp.Diff([]string{chains[0], chains[1], chains[2], fmt.Sprintf("models.vertex.endpoint = %q", url), `models.vertex.auth = "none"`}, got); diff != "" {
		t.Error(diff)
	}
	tr := &http.Transport{}
	defer tr.CloseIdleConnections()
	codes := map[int]int{}
	for _, text := range []string{"hello", "hello", ""} {
		res, err := (&http.Client{Transport: tr}).Post(url+flash, "application/json", strings.NewReader(`{"contents":[{"role":"user","parts":[{"text":"`+text+`"}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		codes[res.StatusCode]++
	}
	if diff := cmp.Diff(map[int]int{200: 1, 503: 1, 400: 1}, codes); diff != "" {
		t.Error(diff)
	}
	rest := end()
	want := []string{
		"requests  2, refused 1", "tokens    4 in the prompts, pictures 0", "model     flash 2", "faults    2", "          unavailable 1", "          empty 1",
	}
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Error(diff)
	}
}

// TestModelOut: the configuration is in the file, whole, before the first line
// is printed, and the model answers then.
func TestModelOut(t *testing.T) {
	file := filepath.Join(lonely(t), "model.toml")
	if err := os.WriteFile(file, []byte(strings.Repeat("# an older, longer one\n", 50)), 0o600); err != nil {
		t.Fatal(err)
	}
	lines, end := modelRuns(t, "--out", file)
	if !lines.Scan() {
		t.Fatal("it says nothing")
	}
	url, where, ok := strings.Cut(strings.TrimPrefix(lines.Text(), "# "), ", configuration in ")
	if !ok || where != strconv.Quote(file) {
		t.Errorf("it says %q", lines.Text())
	}
	l, err := config.Load(config.Options{File: file})
	if err != nil {
		t.Fatal(err)
	}
	both := []string{"vertex", "local"}
	got := []any{l.Config.Models.Vertex.Endpoint, l.Config.Models.Vertex.Auth, l.Config.Planner.Chain, l.Config.Scene.Chain, l.Config.Grounding.Chain}
	if diff := cmp.Diff([]any{url, "none", both, both, both}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	tr := &http.Transport{DisableKeepAlives: true}
	res, err := (&http.Client{Transport: tr}).Post(url+flash, "application/json", strings.NewReader(`{"contents":[{"role":"user","parts":[{"text":"hello"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if rest := end(); len(rest) == 0 || rest[0] != "requests  1, refused 0" {
		t.Errorf("in the end %q", rest)
	}
}

// TestModelSaysAllAtOnce: who reads what it prints finds all of it or nothing.
func TestModelSaysAllAtOnce(t *testing.T) {
	for wire, last := range map[string]string{
		wireVertex: "models.vertex.endpoint = \"http://127.0.0.1:7\"\nmodels.vertex.auth = \"none\"\n",
		wireOpenAI: "models.openai.base_url = \"http://127.0.0.1:7/v1\"\nmodels.openai.model = \"simulated\"\n",
	} {
		var writes []string
		err := (&modelFlags{wire: wire}).announce(writer(func(p []byte) { writes = append(writes, string(p)) }), "http://127.0.0.1:7")
		if err != nil || len(writes) != 1 || strings.Count(writes[0], "\n") != 6 || !strings.HasSuffix(writes[0], last) || !strings.Contains(writes[0], `planner.chain = ["`+wire+`", "local"]`) {
			t.Errorf("%q, %v", writes, err)
		}
	}
}

// writer is told of each write.
type writer func(p []byte)

// Write implements [io.Writer].
func (w writer) Write(p []byte) (int, error) { w(p); return len(p), nil }

// TestModelLetsGo ends requests that hang when the model is stopped.
func TestModelLetsGo(t *testing.T) {
	ln, err := listenLoopback("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	arrived := make(chan struct{})
	hangs := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
	})
	ctx, interrupt := context.WithCancel(t.Context())
	served, asked := make(chan error, 1), make(chan error, 1)
	go func() { served <- serveModel(ctx, ln, hangs) }()
	go func() {
		tr := &http.Transport{DisableKeepAlives: true}
		res, err := (&http.Client{Transport: tr}).Get("http://" + ln.Addr().String())
		if err == nil {
			res.Body.Close()
		}
		asked <- err
	}()
	<-arrived
	interrupt()
	if err := <-served; err != nil {
		t.Errorf("served until %v", err)
	}
	<-asked // it was let go, whatever it got
}

// TestModelHelp lists every kind of fault.
func TestModelHelp(t *testing.T) {
	help := succeeds(t, "model", "--help")
	for _, f := range vlm.Faults() {
		matches(t, help, `(?m)^  .*\b`+string(f)+`\b`)
	}
}
