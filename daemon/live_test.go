package daemon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/ipc"
)

func withLive(n int) func(*daemon.Options) {
	return func(o *daemon.Options) { o.Config.Nav.LiveEpisodes = n }
}

// However few memories stay in RAM, the answers are the same: with one, each
// call of another episode drops the memory of the one before.
func TestEviction(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	t.Parallel()
	const episodes, calls = 5, 30
	var walks [episodes][]op
	for i := range walks {
		walks[i] = walk(calls*2, uint64(i))
	}
	answers := func(live int) string {
		h := newHouse(t, withLive(live))
		var all strings.Builder
		for range episodes {
			h.begin()
		}
		next := [episodes]int{}
		rnd := rand.New(rand.NewPCG(2, 3))
		for range episodes * calls {
			i := rnd.IntN(episodes)
			o := walks[i][next[i]]
			next[i]++
			all.WriteString(h.send(fmt.Sprintf("e%03d", i+1), o) + "\n")
		}
		for i := range episodes {
			all.WriteString(h.memory(fmt.Sprintf("e%03d", i+1)))
		}
		if m := into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)); m.LiveEpisodes != min(live, episodes) {
			t.Errorf("%d memories in RAM, want %d", m.LiveEpisodes, min(live, episodes))
		}
		h.sound()
		return strip(all.String())
	}
	want := answers(256)
	for _, live := range []int{1, 3} {
		if diff := cmp.Diff(want, answers(live)); diff != "" {
			t.Errorf("with %d:\n%s", live, diff)
		}
	}
}

// strip takes the clock's times away: two houses look at it differently often.
func strip(s string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(s, `"2026-01-02T`)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		_, s, _ = strings.Cut(after, `"`)
	}
}

// A daemon that is stopped and started between any two calls answers like one
// that runs through.
func TestRestart(t *testing.T) {
	through, again := newHouse(t), newHouse(t)
	through.begin()
	again.begin()
	for i, o := range walk(120, 7) {
		if i%20 == 0 {
			again.restart()
			if diff := cmp.Diff(strip(through.memory("e001")), strip(again.memory("e001"))); diff != "" {
				t.Fatalf("before call %d:\n%s", i, diff)
			}
		}
		if want, got := through.send("e001", o), again.send("e001", o); want != got {
			t.Fatalf("call %d, %s:\n got %s\nwant %s", i, o.method, got, want)
		}
	}
	again.sound()
}

// A call whose commit fails leaves nothing behind and can be sent again.
func TestDiskFull(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs programs, and does nothing at once")
	}
	t.Parallel()
	const child = "NAVD_TEST_DISK_FULL"
	if os.Getenv(child) == "" { // the limit holds for a whole process
		cmd := exec.Command(os.Args[0], "-test.run=^TestDiskFull$")
		cmd.Env = append(os.Environ(), child+"=1", "GORACE=atexit_sleep_ms=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	h := newHouse(t)
	h.begin()
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 3 << 20, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	step := func(seq int) string {
		names := make([]string, 200)
		for i := range names {
			names[i] = fmt.Sprintf(`"%d %d %s"`, seq, i, strings.Repeat("x", 80))
		}
		return fmt.Sprintf(`{"episode":"e001","seq":%d,"action":1,"objects":[%s],"key":"k%d"}`, seq, strings.Join(names, ","), seq)
	}
	seq, err := 1, error(nil)
	for ; seq < 2000; seq++ {
		if _, err = h.call(ipc.NavStep, step(seq)); err != nil {
			break
		}
	}
	if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "cannot write") {
		t.Fatalf("step %d: %v", seq, err)
	}
	health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`))
	if health.OK || len(health.Degraded) != 1 || health.Degraded[0].What != "store" || !strings.Contains(health.Degraded[0].Reason, "cannot write") {
		t.Errorf("health %+v", health)
	}
	if e := h.refuse(ipc.NavStep, step(seq), refusal{Code: -32006, Kind: fault.Unavailable}); !strings.Contains(e.Data.Hint, "make room") {
		t.Errorf("hint %q", e.Data.Hint)
	}
	h.refuse(ipc.NavStep, step(seq+1), refusal{Code: -32003, Kind: fault.Conflict, Field: "seq", Expected: seq})
	h.do(ipc.NavStep, step(seq-1))
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	h.do(ipc.NavStep, step(seq))
	if health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)); !health.OK {
		t.Errorf("health with room again: %+v", health)
	}
	if l := into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, `{}`)); len(l.Episodes) != 1 {
		t.Errorf("got %d episodes", len(l.Episodes))
	}
	h.sound()
	before := h.memory("e001")
	h.restart()
	if diff := cmp.Diff(before, h.memory("e001")); diff != "" {
		t.Error(diff)
	}
}

// After Close every call is unavailable, and nothing hangs.
func TestClosed(t *testing.T) {
	h := newHouse(t)
	h.begin()
	if err := h.daemon.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []op{
		{ipc.NavStep, `{"episode":"e001","seq":1,"action":1}`},
		{ipc.EpisodeBegin, `{"goal":"a"}`},
		{ipc.EpisodeList, `{}`},
		{ipc.NavdInfo, `{}`},
		{ipc.EventsSubscribe, `{"since":"0"}`},
	} {
		h.refuse(c.method, c.params, refusal{Code: -32006, Kind: fault.Unavailable})
	}
	if err := h.daemon.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

// Sixteen clients drive eight episodes at once; each episode has two, of which
// one steps and one looks, plans, samples, lists and deletes others.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t, withLive(3))
	for range 8 {
		h.begin()
	}
	want := map[string]string{}
	var mu sync.Mutex
	var clients sync.WaitGroup
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for i := range 16 {
		c := h.dial()
		defer c.Close()
		id := fmt.Sprintf("e%03d", i/2+1)
		do := func(method fmt.Stringer, params string) json.RawMessage {
			raw, err := c.Raw(ctx, method.String(), json.RawMessage(params))
			if err != nil {
				t.Errorf("%s %s: %v", method, params, err)
			}
			return raw
		}
		if i%2 == 0 {
			clients.Go(func() {
				for seq := 1; seq <= 30; seq++ {
					do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":%d}`, id, seq, seq%3+1))
				}
				raw := do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"kinds":["step"],"limit":1000}`, id))
				mu.Lock()
				defer mu.Unlock()
				want[id] = fmt.Sprint(strings.Count(string(raw), `"kind":"step"`))
			})
			continue
		}
		clients.Go(func() {
			for n := range 4 {
				do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":%d,"free_m":2}]}`, id, n%12))
				do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"room %d","objects":["o%d"]}`, id, n/4, n))
				for _, m := range []fmt.Stringer{ipc.NavContext, ipc.NavGraph, ipc.NavLocalize, ipc.NavWhere, ipc.NavPictures, ipc.EpisodeLog, ipc.EpisodeGet} {
					do(m, fmt.Sprintf(`{"episode":%q}`, id))
				}
				own := into[ipc.BeginResult](t, do(ipc.EpisodeBegin, `{"goal":"x"}`)).Episode
				do(ipc.NavSteps, fmt.Sprintf(`{"episode":%q,"steps":[{"seq":1,"action":1},{"seq":2,"action":1}]}`, own))
				do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, own))
				do(ipc.EpisodeList, `{}`)
				do(ipc.NavdMetrics, `{}`)
			}
		})
	}
	clients.Wait()
	for i := range 8 {
		if id := fmt.Sprintf("e%03d", i+1); want[id] != "30" {
			t.Errorf("%s has %s steps", id, want[id])
		}
	}
	if l := into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, `{}`)); len(l.Episodes) != 8 {
		t.Errorf("%d episodes are left", len(l.Episodes))
	}
	h.sound()
}
