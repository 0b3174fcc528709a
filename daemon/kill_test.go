package daemon_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/ipc"
)

// acked is a call that was answered before the daemon was killed.
type acked struct {
	Method string
	Params string
	Answer json.RawMessage
}

// killClients is how many clients call at a time.
const killClients = 4

const killEnv = "NAVD_TEST_KILL" // mode and data directory of the child

// killChild serves a data directory and calls it with several clients until it
// is killed. A call is printed once its answer has come.
func killChild(t *testing.T, mode, dir string) {
	h := newHouse(t, func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability = dir, mode })
	var out sync.Mutex
	var clients sync.WaitGroup
	for n := range killClients {
		c := h.dial()
		defer c.Close()
		do := func(method fmt.Stringer, params string) json.RawMessage {
			raw, err := c.Raw(t.Context(), method.String(), json.RawMessage(params))
			if err != nil {
				t.Errorf("%s %s: %v", method, params, err)
			}
			line, err := json.Marshal(acked{method.String(), params, raw})
			if err != nil {
				t.Error(err)
			}
			out.Lock()
			defer out.Unlock()
			fmt.Printf("acked %s\n", line)
			return raw
		}
		clients.Go(func() {
			for life := 0; !t.Failed(); life++ {
				oneLife(t, fmt.Sprintf("client %d life %d", n, life), life, do)
			}
		})
	}
	clients.Wait()
}

// oneLife is an episode from its begin to its end; every third one is deleted.
// Every write has a key.
func oneLife(t *testing.T, key string, life int, do func(method fmt.Stringer, params string) json.RawMessage) {
	begun := do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","condition":"C2","key":"%s begin"}`, key))
	id := into[ipc.BeginResult](t, begun).Episode
	write := func(n int, method fmt.Stringer, params string) {
		do(method, fmt.Sprintf(`{"episode":%q,%s"key":"%s %d %s"}`, id, params, key, n, method))
	}
	for seq := 1; seq <= 24; seq++ {
		write(seq, ipc.NavStep, fmt.Sprintf(`"seq":%d,"action":%d,"objects":["thing %d"],`, seq, 1+seq%3, seq))
		if seq%5 == 0 {
			write(seq, ipc.NavObserve, fmt.Sprintf(`"scene_type":"room %d",`, seq/10))
		}
		if seq%8 == 0 {
			write(seq, ipc.NavPlan, fmt.Sprintf(`"labels":[{"view":%d,"free_m":2}],`, seq%12))
		}
		if seq%7 == 0 {
			write(seq, ipc.EpisodicAppend, fmt.Sprintf(`"sample":{"text":"%s %d","risks":[{"type":"LOOP"}]},`, key, seq))
		}
		if seq%9 == 0 {
			write(seq, ipc.FeedbackAdd, fmt.Sprintf(`"text":"spatial: thing %d of %s is here",`, seq, key))
		}
	}
	write(1, ipc.EpisodeGoal, `"goal":"bed",`)
	write(1, ipc.EpisodeEnd, `"success":true,`)
	if life%3 == 2 {
		write(1, ipc.EpisodeDelete, "")
	}
}

// What was answered before a kill -9 is there after it: in both modes, for every
// write, with several clients.
func TestKill(t *testing.T) {
	t.Parallel()
	if mode, dir, ok := strings.Cut(os.Getenv(killEnv), " "); ok {
		killChild(t, mode, dir)
		return
	}
	rounds := 1
	if long() {
		rounds = 3
	}
	for _, mode := range []string{"sync", "relaxed"} {
		t.Run(mode, func(t *testing.T) {
			for range rounds {
				dir := filepath.Join(t.TempDir(), "data")
				killedAfter(t, mode, dir, 20+rand.IntN(300))
			}
		})
	}
}

// killedAfter kills a child after n answers and compares what the next daemon
// has with them.
func killedAfter(t *testing.T, mode, dir string, n int) {
	calls := killedCalls(t, mode, dir, n)
	h := newHouse(t, func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability = dir, mode })
	defer h.client.Close()
	kinds, deleted := map[string]map[string]int{}, map[string]bool{}
	records := map[string]string{} // sample of each record
	for _, c := range calls {
		var p struct{ Episode string }
		if err := json.Unmarshal([]byte(c.Params), &p); err != nil {
			t.Fatal(err)
		}
		if kinds[p.Episode] == nil {
			kinds[p.Episode] = map[string]int{}
		}
		kinds[p.Episode][c.Method]++
		deleted[p.Episode] = deleted[p.Episode] || c.Method == string(ipc.EpisodeDelete)
		same(t, fmt.Sprintf("%s %s again", c.Method, c.Params), h.do(named(c.Method), c.Params), c.Answer)
		if c.Method == string(ipc.EpisodicAppend) {
			id := into[ipc.AppendResult](t, c.Answer).ID
			if records[id] != "" {
				t.Errorf("record %s was given to %s and to %s", id, records[id], c.Params)
			}
			records[id] = c.Params
		}
	}
	for id, want := range kinds {
		if id == "" {
			continue
		}
		if deleted[id] {
			h.refuse(ipc.EpisodeGet, fmt.Sprintf(`{"episode":%q}`, id), refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
			continue
		}
		h.kept(id, want)
	}
	h.sound()
}

// kept compares an episode with the calls that were answered.
func (h *house) kept(id string, want map[string]int) {
	h.t.Helper()
	raw, err := h.call(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"limit":1000}`, id))
	if fault.Is(err, fault.NotFound) && want[string(ipc.EpisodeEnd)] > 0 {
		return // the delete was stored, its answer not read any more
	}
	if err != nil {
		h.t.Fatalf("%s: %v", id, err)
	}
	got := map[string]int{}
	for _, e := range into[ipc.LogResult](h.t, raw).Entries {
		got[e.Kind]++
	}
	for method, kind := range map[fmt.Stringer]string{ipc.NavStep: "step", ipc.NavObserve: "scene", ipc.NavPlan: "plan", ipc.FeedbackAdd: "feedback"} {
		if got[kind] < want[method.String()] {
			h.t.Errorf("%s: %d lines of kind %s, answered %d", id, got[kind], kind, want[method.String()])
		}
	}
	if got["step"] > want[string(ipc.NavStep)]+1 {
		h.t.Errorf("%s: %d steps, answered %d", id, got["step"], want[string(ipc.NavStep)])
	}
	ep := string(h.do(ipc.EpisodeGet, fmt.Sprintf(`{"episode":%q}`, id)))
	if want[string(ipc.EpisodeGoal)] > 0 && !strings.Contains(ep, `"goal":"bed"`) {
		h.t.Errorf("%s: the goal is lost: %s", id, ep)
	}
	if want[string(ipc.EpisodeEnd)] > 0 && !strings.Contains(ep, `"status":"ended"`) {
		h.t.Errorf("%s: the end is lost: %s", id, ep)
	}
	if want[string(ipc.EpisodeEnd)] > 0 {
		if n := h.finalsOf(id).Versions; n != 1 {
			h.t.Errorf("%s: %d finals, want one", id, n)
		}
	}
}

// startChild runs a test of this program again, in a process of its own, with
// one more variable in its environment, and gives what it prints by lines.
func startChild(t *testing.T, test, env string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	dir, err := os.MkdirTemp("", "navd") // who is killed leaves its files
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	cmd.Env = append(os.Environ(), env, "GORACE=atexit_sleep_ms=0", "TMPDIR="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	return cmd, lines
}

// killedCalls runs a child, kills it after n answers, and returns all that were
// printed.
func killedCalls(t *testing.T, mode, dir string, n int) (calls []acked) {
	t.Helper()
	cmd, lines := startChild(t, "TestKill", killEnv+"="+mode+" "+dir)
	for lines.Scan() {
		raw, ok := strings.CutPrefix(lines.Text(), "acked ")
		if !ok {
			t.Fatalf("the child said %s", lines.Text())
		}
		var c acked
		if err := json.Unmarshal([]byte(raw), &c); err != nil {
			t.Fatal(err)
		}
		if calls = append(calls, c); len(calls) == n {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("the child was not killed: %v", err)
	}
	return calls
}
