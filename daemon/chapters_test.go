package daemon_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// crash gives a house on a copy of the store as it is now, as a power-less
// restart would find it; the old one goes on.
func (h *house) crash(change ...func(*daemon.Options)) *house {
	h.t.Helper()
	raw := h.file()
	for again := h.file(); !bytes.Equal(raw, again); raw, again = again, h.file() { // a round of index came between: half a commit is no crash
	}
	after := newHouse(h.t, change...)
	after.stop()
	after.ids.Store(h.ids.Load())
	if err := os.WriteFile(filepath.Join(after.opts.Config.DataDir, "navd.db"), raw, 0o600); err != nil {
		h.t.Fatal(err)
	}
	after.open()
	return after
}

// file reads the store's file.
func (h *house) file() []byte {
	h.t.Helper()
	raw, err := os.ReadFile(filepath.Join(h.opts.Config.DataDir, "navd.db"))
	if err != nil {
		h.t.Fatal(err)
	}
	return raw
}

// Whenever a daemon dies, the next one has the same memory and the same log,
// answers repeats as before and goes on alike, although steps write their
// records and their chapter of the log only now and then.
func TestCrashAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	t.Parallel()
	h := newHouse(t, withLive(2))
	ops := map[string][]op{}
	for i := range 4 {
		ops[h.begin()] = walk(120, uint64(i)+7)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	at := map[string]int{}
	for round := range 6 {
		for range 1 + rng.IntN(80) {
			id := fmt.Sprintf("e%03d", 1+rng.IntN(4))
			if at[id] < len(ops[id]) {
				h.send(id, ops[id][at[id]])
				at[id]++
			}
		}
		after := h.crash()
		for id := range ops {
			if diff := cmp.Diff(h.memory(id), after.memory(id)); diff != "" {
				t.Fatalf("round %d, %s:\n%s", round, id, diff)
			}
			if at[id] == 0 {
				continue
			}
			if last := ops[id][at[id]-1]; last.method == ipc.NavStep || last.method == ipc.NavSteps {
				same(t, fmt.Sprintf("round %d, %s: a repeat", round, id), []byte(after.send(id, last)), []byte(h.send(id, last)))
			}
		}
		after.sound()
		after.stop()
		after.stop = func() {}
		if round == 3 {
			h.restart() // what a clean stop writes is as good
		}
	}
}

// stepOf is step seq of a walk that turns now and then.
func stepOf(seq, n int) nav.Step {
	return nav.Step{Seq: seq, Action: []nav.Action{nav.Forward, nav.Forward, nav.TurnLeft, nav.Forward}[n%4]}
}

// Many episodes at once pass several rounds of index; a crash after them finds
// everything, and a start reads only what came after the last round.
func TestIndexRounds(t *testing.T) {
	t.Parallel()
	const episodes, calls, steps = 3, 20, 40
	h := newHouse(t)
	idle := h.begin()
	for seq := range 5 { // its tail is written by a round, not by a checkpoint
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":1}`, idle, seq+1))
	}
	var writers sync.WaitGroup
	var ids []string
	for range episodes {
		id, c := h.begin(), h.dial()
		ids = append(ids, id)
		defer c.Close()
		writers.Go(func() {
			for i := range calls {
				p := ipc.StepsParams{Episode: id}
				for k := range steps {
					p.Steps = append(p.Steps, stepOf(i*steps+k+1, i+k))
				}
				if _, err := ipc.NavSteps.Call(t.Context(), c, p); err != nil {
					t.Error(err)
				}
			}
			for k := range 7 {
				if _, err := ipc.NavStep.Call(t.Context(), c, ipc.StepParams{Episode: id, Step: stepOf(calls*steps+k+1, k)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	after := h.crash()
	for _, id := range append(ids, idle) {
		if diff := cmp.Diff(h.memory(id), after.memory(id)); diff != "" {
			t.Fatalf("%s:\n%s", id, diff)
		}
		entries := 0
		for cursor := ""; ; {
			r := into[ipc.LogResult](t, after.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"limit":700,"cursor":%q}`, id, cursor)))
			for _, e := range r.Entries {
				if entries++; e.N != entries {
					t.Fatalf("%s: entry %d has the number %d", id, entries, e.N)
				}
			}
			if cursor = r.Cursor; cursor == "" {
				break
			}
		}
		if id != idle && entries <= calls*steps {
			t.Errorf("%s has %d entries", id, entries)
		}
	}
	after.sound()
}

// A store that was written when each episode had a log of its own reads as
// before, and is gone on with.
func TestOlderLayout(t *testing.T) {
	packed, err := os.Open("store/testdata/per-episode-log.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	h.stop()
	if err := os.WriteFile(filepath.Join(h.opts.Config.DataDir, "navd.db"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	h.open()
	log := func(h *house) []ipc.LogEntry {
		return into[ipc.LogResult](t, h.do(ipc.EpisodeLog, `{"episode":"b","limit":1000}`)).Entries
	}
	before := log(h)
	if len(before) != 36 {
		t.Fatalf("%d entries", len(before))
	}
	again := into[nav.Stepped](t, h.do(ipc.NavStep, `{"episode":"b","seq":30,"action":1,"objects":["cup"]}`))
	h.do(ipc.NavStep, `{"episode":"b","seq":31,"action":1}`)
	h.do(ipc.NavObserve, `{"episode":"b","scene_type":"kitchen"}`)
	h.do(ipc.NavStep, `{"episode":"b","seq":32,"action":1}`)
	for _, h := range []*house{h, h.crash()} {
		all := log(h)
		if diff := cmp.Diff(before, all[:36]); diff != "" || len(all) < 39 {
			t.Errorf("%d entries\n%s", len(all), diff)
		}
		for i, e := range all {
			if e.N != i+1 {
				t.Errorf("entry %d has the number %d", i+1, e.N)
			}
		}
		c, _ := h.subscribe(ipc.SubscribeParams{Since: "0"})
		if first := take(t, c, 1)[0]; first.Cursor != "7" || first.Episode != "b" {
			t.Errorf("the first event: %+v", first)
		}
		if got := into[nav.Stepped](t, h.do(ipc.NavStep, `{"episode":"b","seq":30,"action":1,"objects":["cup"]}`)); got.Pose != again.Pose {
			t.Errorf("step 30: %+v", got)
		}
		h.sound()
	}
	h.do(ipc.EpisodeDelete, `{"episode":"b"}`)
	h.refuse(ipc.EpisodeLog, `{"episode":"b"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
	h.sound()
}

// After a delete took the newest lines, the cursors of those that follow are
// still behind the mark, or a crash would lose them.
func TestDeleteBeforeTheMark(t *testing.T) {
	h := newHouse(t)
	a, b := h.begin(), h.begin()
	for seq := range 10 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":2}`, b, seq+1))
	}
	h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, b))
	h.restart()
	for seq := range 5 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":2}`, a, seq+1))
	}
	after := h.crash()
	if diff := cmp.Diff(h.memory(a), after.memory(a)); diff != "" {
		t.Error(diff)
	}
	after.sound()
}

// A cursor that a client was given is not given again, though its line was
// deleted: events since then are all there.
func TestCursorOfADeletedLine(t *testing.T) {
	h := newHouse(t)
	a, b := h.begin(), h.begin()
	for seq := range 10 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":2}`, b, seq+1))
	}
	h = h.crash()
	_, r := h.subscribe(ipc.SubscribeParams{})
	h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, b))
	h = h.crash()
	h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q}`, a))
	for range 10 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":1,"action":2}`, h.begin()))
	}
	c, _ := h.subscribe(ipc.SubscribeParams{Since: r.Cursor})
	if first := take(t, c, 1)[0]; first.Type != "episode_end" {
		t.Errorf("the first event since %s: %+v", r.Cursor, first)
	}
}
