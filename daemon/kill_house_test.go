package daemon_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"navd/daemon"
	"navd/daemon/episode"
	"navd/ipc"
)

const killHouseEnv = "NAVD_TEST_KILL_HOUSE" // data directory of the child

// TestKillHouse kills a daemon again and again while robots end their episodes in one
// house and take earlier ones out of it: each version that was told of is there to the
// byte, what is there is a house, and robots go on in it.
func TestKillHouse(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs programs, and does nothing at once")
	}
	t.Parallel()
	if dir := os.Getenv(killHouseEnv); dir != "" {
		robotsInChild(t, dir)
		return
	}
	rounds := 2
	if long() {
		rounds = 20
	}
	dir := filepath.Join(t.TempDir(), "data")
	versions := map[int]string{}
	for range rounds {
		cmd, lines := startChild(t, "TestKillHouse", killHouseEnv+"="+dir)
		for n, last := 0, 5+rand.IntN(10); lines.Scan(); n++ {
			var version int
			var hash string
			if _, err := fmt.Sscanf(lines.Text(), "kept %d %s", &version, &hash); err != nil {
				t.Fatalf("the child said %s", lines.Text())
			}
			if versions[version] != "" {
				t.Errorf("version %d was made twice", version)
			}
			if versions[version] = hash; n == last {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		_ = cmd.Wait() // it was killed
		h := newHouse(t, func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability, o.NewID = dir, "sync", nil })
		for version, hash := range versions {
			if got := h.versionHash(version); got != hash {
				t.Errorf("version %d is another one", version)
			}
		}
		id := h.enter(0, 0, 0)
		h.roam(id, "kitchen", "table")
		h.leave(id)
		h.sound()
		h.stop()
	}
}

// versionHash is the hash of a version of the house.
func (h *house) versionHash(version int) string {
	h.t.Helper()
	return fmt.Sprintf("%x", sha256.Sum256(h.do(ipc.HouseExport, fmt.Sprintf(`{"house":"mill","version":%d}`, version))))
}

// robotsInChild serves a data directory and has two robots in one house until it is
// killed. A version is printed once its answer has come.
func robotsInChild(t *testing.T, dir string) {
	h := newHouse(t, func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability, o.NewID = dir, "sync", nil })
	var out, robots = sync.Mutex{}, sync.WaitGroup{}
	told := func(version int) {
		out.Lock()
		defer out.Unlock()
		fmt.Printf("kept %d %s\n", version, h.versionHash(version))
	}
	for n := range 2 {
		robots.Go(func() {
			var before []string
			for life := 0; ; life++ {
				id := h.enter(2*rand.Float64(), 2*rand.Float64(), 360*rand.Float64()-180)
				h.roam(id, []string{"kitchen", "living room"}[n], fmt.Sprintf("thing %d", life))
				h.leave(id)
				e := into[episode.Episode](t, h.do(ipc.EpisodeGet, fmt.Sprintf(`{"episode":%q}`, id)))
				told(e.Home.Merged)
				if before = append(before, id); len(before) == 4 {
					r := into[ipc.HouseAlignResult](t, h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, before[rand.IntN(3)])))
					told(r.Version)
					before = nil
				}
			}
		})
	}
	robots.Wait()
}
