package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/vlm"
	"navd/cmd/navsim/world"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/reply"
)

const flash = "/v1beta1/projects/p/locations/l/publishers/google/models/flash:generateContent"

// wire asks a model with plain HTTP requests. It keeps every prompt.
type wire struct {
	url  string
	http *http.Client

	mu   sync.Mutex // guards asks
	asks []reply.Ask
}

// Ask implements [model.Model].
func (w *wire) Ask(ctx context.Context, ask reply.Ask) (text string, u reply.Usage, err error) {
	w.mu.Lock()
	w.asks = append(w.asks, ask)
	w.mu.Unlock()
	type m = map[string]any
	parts := []m{}
	for _, i := range ask.Images {
		parts = append(parts, m{"inlineData": m{"mimeType": i.MIME, "data": i.Bytes}})
	}
	body, err := json.Marshal(m{
		"contents":          []m{{"role": "user", "parts": append(parts, m{"text": ask.Prompt})}},
		"systemInstruction": m{"parts": []m{{"text": ask.System}}},
		"generationConfig":  m{"responseMimeType": "application/json", "responseSchema": json.RawMessage(ask.Schema)},
	})
	if err != nil {
		return "", u, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url+flash, bytes.NewReader(body))
	if err != nil {
		return "", u, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := w.http.Do(req)
	if err != nil {
		return "", u, fault.New(fault.Unavailable, "ask: %w", err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return "", u, fault.New(fault.Unavailable, "status %d: %v: %.300s", res.StatusCode, err, data)
	}
	return textOf(data)
}

func textOf(data []byte) (string, reply.Usage, error) {
	var a struct {
		Candidates []struct {
			Content struct{ Parts []struct{ Text string } }
		}
		UsageMetadata struct{ PromptTokenCount, CandidatesTokenCount int }
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return "", reply.Usage{}, fault.New(fault.Unavailable, "no JSON: %w", err)
	}
	u := reply.Usage{TokensIn: a.UsageMetadata.PromptTokenCount, TokensOut: a.UsageMetadata.CandidatesTokenCount}
	if len(a.Candidates) == 0 || len(a.Candidates[0].Content.Parts) == 0 {
		return "", u, fault.New(fault.Unavailable, "no candidate")
	}
	return a.Candidates[0].Content.Parts[0].Text, u, nil
}

// modelled starts a model and a daemon that asks it, and gives the daemon's
// socket.
func modelled(t *testing.T, opts vlm.Options, chain ...string) (socket string, w *wire, m *vlm.Server) {
	t.Helper()
	m, err := vlm.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(m)
	t.Cleanup(srv.Close)
	w = &wire{url: srv.URL, http: srv.Client()}
	return navdWith(t, func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Models = chain, map[string]model.Model{"vertex": w}
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
	tasks, err := robot.Generated(1, n)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// TestModelPlans lets robots search with a model alone: by the labels in the
// prompt, by both, and by the picture alone. Every plan is the model's.
func TestModelPlans(t *testing.T) {
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
			n := 6
			if raced || testing.Short() { // drawing panoramas takes long then
				n, tt.least = 1, 0
			}
			socket, w, m := modelled(t, vlm.Options{}, "vertex")
			outs, plans := searches(t, socket, generated(t, n), tt.set)
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
			if got := strings.Contains(w.asks[0].Prompt, "\nView 1 (angle -30): "); got != tt.labels {
				t.Errorf("labels in the prompt: %v\n%s", got, w.asks[0].Prompt)
			}
			t.Logf("%d of %d found, %.1f plans a search, %d tokens a prompt", found, len(outs), float64(len(plans))/float64(len(outs)), asked.Tokens/asked.Requests)
		})
	}
}

// TestModelTwin tells the model what the local planner decided: the plan that
// comes back over prompt, wire and parser is the same.
func TestModelTwin(t *testing.T) {
	short := func(r *robot.Task) { r.MaxSteps = 12 }
	_, want := searches(t, navd(t), generated(t, 8), short)
	socket, _, m := modelled(t, vlm.Options{Faults: vlm.Plan{Share: 0.4, Seed: 2, Kinds: []vlm.Fault{vlm.Prose, vlm.Fences, vlm.Mistyped, vlm.Contradict}}}, "vertex")
	for _, p := range want {
		d := planner.Decision{GoalFlag: p.Plan.GoalFlag, Angle: p.Plan.Angle, SceneType: p.Plan.Discovered.GoalSceneType, Why: p.Plan.Discovered.Why}
		if err := m.Tell("flash", d); err != nil {
			t.Fatal(err)
		}
	}
	_, got := searches(t, socket, generated(t, 8), short)
	type twin struct {
		Goal       bool
		Angle      float64
		View       int
		Turns      []nav.Action
		Discovered nav.Record
	}
	of := func(plans []robot.Planned) (all []twin) {
		for _, p := range plans {
			all = append(all, twin{p.Plan.GoalFlag, p.Plan.Angle, p.Plan.View, p.Plan.Turns, p.Plan.Discovered})
		}
		return all
	}
	if diff := cmp.Diff(of(want), of(got)); diff != "" || len(got) != 8 {
		t.Errorf("%d plans; -local +model:\n%s", len(got), diff)
	}
	if a := m.Asked(); a.Requests == 8 {
		t.Error("no answer went wrong")
	}
}

// TestModelAgreesWithLocal compares the model's own decisions with the local
// planner's at the beginning of searches, where both have seen the same: both
// see the goal in the same plans, and mostly go the same way.
func TestModelAgreesWithLocal(t *testing.T) {
	const n = 24
	short := func(r *robot.Task) { r.MaxSteps = 12 } // a scan and a step
	socket, _, _ := modelled(t, vlm.Options{}, "vertex")
	_, plans := searches(t, socket, generated(t, n), short)
	_, local := searches(t, navd(t), generated(t, n), short)
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

// TestModelFaults lets a model misbehave in every way: robots search on, and
// whatever the model does not give the local planner gives.
func TestModelFaults(t *testing.T) {
	m, err := vlm.New(vlm.Options{Faults: vlm.Plan{Share: 0.6, Seed: 5}, Wait: func(context.Context, time.Duration) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(m)
	t.Cleanup(srv.Close)
	socket := navdWith(t, func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Config.Planner.DeadlineMS = []string{"vertex", "local"}, 1000
		o.Models = map[string]model.Model{"vertex": &wire{url: srv.URL, http: srv.Client()}}
	})
	_, plans := searches(t, socket, generated(t, 6), func(r *robot.Task) { r.MaxSteps = 150 })
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

// TestModelCommand serves a model, says where, and tells in the end what it was
// asked.
func TestModelCommand(t *testing.T) {
	lonely(t)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	from, to := io.Pipe()
	var complaints bytes.Buffer
	done := make(chan int, 1)
	go func() {
		code := Main(ctx, []string{"model", "--faults", "1", "--kind", "unavailable,empty", "--delay", "1ms"}, to, &complaints)
		to.Close()
		done <- code
	}()
	lines := bufio.NewScanner(from)
	next := func() string {
		if !lines.Scan() {
			t.Fatalf("no more lines: %s", &complaints)
		}
		return lines.Text()
	}
	url := next()
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+$`).MatchString(url) {
		t.Fatalf("base URL %q", url)
	}
	got := []string{next(), next()}
	if diff := cmp.Diff([]string{fmt.Sprintf("models.vertex.endpoint = %q", url), `models.vertex.auth = "none"`}, got); diff != "" {
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
	interrupt()
	var rest []string
	for lines.Scan() {
		rest = append(rest, lines.Text())
	}
	if code := <-done; code != 0 || complaints.Len() != 0 {
		t.Errorf("exit code %d: %s", code, &complaints)
	}
	want := []string{
		"requests  2, refused 1", "tokens    4 in the prompts, pictures 0", "model     flash 2", "faults    2", "          unavailable 1", "          empty 1",
	}
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Error(diff)
	}
}

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
	code, stdout, stderr := command(t, "model", "--help")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, f := range vlm.Faults() {
		if !regexp.MustCompile(`(?m)^  .*\b` + string(f) + `\b`).MatchString(stdout) {
			t.Errorf("no %s in\n%s", f, stdout)
		}
	}
}
