package daemon_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/daemon"
	"navd/ipc"
)

const killIndexEnv = "NAVD_TEST_KILL_INDEX" // data directory of the child

// describeChild describes places until it is killed, and prints each once it was
// answered. Every fifth is deleted again.
func describeChild(t *testing.T, dir string) {
	h := newHouse(t, func(o *daemon.Options) { o.Config.DataDir = dir })
	for i := 1; ; i++ {
		id := h.begin()
		h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"kitchen","description":"Shelf number%s stands here."}`, id, id))
		if i%5 == 0 {
			h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, id))
			id = "deleted " + id
		}
		fmt.Println("acked " + id)
	}
}

// After a kill -9 while the index is written, the next daemon finds what was
// described at once, and the index catches up.
func TestKillIndexing(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv(killIndexEnv); dir != "" {
		describeChild(t, dir)
	}
	rounds := 1
	if long() {
		rounds = 3
	}
	for range rounds {
		dir := filepath.Join(t.TempDir(), "data")
		acked := killedDescribing(t, dir, 40+rand.IntN(80))
		h := newHouse(t, func(o *daemon.Options) { o.Config.DataDir = dir })
		h.ids.Store(1 << 20) // ids of its own
		check := func(when string) {
			for _, line := range acked[max(0, len(acked)-20):] {
				id, deleted := strings.CutPrefix(line, "deleted ")
				ids, r := h.find(fmt.Sprintf(`{"query":"number%s"}`, id))
				first := len(ids) > 0 && ids[0] == id+"/1"
				if first == deleted {
					t.Errorf("%s: %s of %d: %+v", when, line, len(acked), r)
				}
			}
		}
		check("at once")
		h.indexed(`{"query":"shelf"}`)
		check("indexed")
		h.sound()
	}
}

// killedDescribing kills a child after n answers, and gives what was answered.
func killedDescribing(t *testing.T, dir string, n int) (acked []string) {
	t.Helper()
	cmd, lines := startChild(t, "TestKillIndexing", killIndexEnv+"="+dir)
	for lines.Scan() {
		line, ok := strings.CutPrefix(lines.Text(), "acked ")
		if !ok {
			t.Fatalf("the child said %s", lines.Text())
		}
		if acked = append(acked, line); len(acked) == n {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // killed
	return acked
}
