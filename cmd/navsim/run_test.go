package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"navd/cmd/navsim/world"
	"navd/daemon/episode"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/ipc"
)

// shared holds real houses and episodes, where they are at hand.
const shared = "../../../shared/data"

// realEpisodes are the flags that name them, nil where they are not at hand.
func realEpisodes() *runFlags {
	f := &runFlags{
		houses: filepath.Join(shared, "houses"), episodes: filepath.Join(shared, "episodes", "objectnav.jsonl.gz"),
		profile: "clean", name: "objectnav", seed: 1, jobs: 2, generate: 1,
	}
	if _, err := os.Stat(f.episodes); err != nil {
		return nil
	}
	return f
}

// bar is what a run must reach.
type bar struct {
	episodes int
	sr, spl  float64
}

// TestObjectNav runs every 14th episode in real houses, all of them in a long
// run, with a robot without noise.
func TestObjectNav(t *testing.T) {
	t.Parallel()
	f := realEpisodes()
	if f == nil || testing.Short() || raced {
		t.Skip("real houses are not at hand, or this takes too long")
	}
	want := bar{episodes: 140, sr: 0.85, spl: 0.60}
	if !long() {
		f.episodes, want.episodes = some(t, f.episodes), 10
	}
	runsWell(t, *f, want)
}

// some writes every 14th episode of a file into another.
func some(t *testing.T, from string) (to string) {
	t.Helper()
	all, err := world.LoadEpisodes(from)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := world.EncodeEpisodes(&text, every(14, all)); err != nil {
		t.Fatal(err)
	}
	return write(t, t.TempDir(), "episodes.jsonl", text.String())
}

// TestGeneratedHouses runs episodes in generated houses.
func TestGeneratedHouses(t *testing.T) {
	figures(t)
	t.Parallel()
	runsWell(t, runFlags{profile: "clean", name: "own", seed: 12, jobs: 2, generate: 4}, bar{episodes: 4, sr: 0.6})
}

// TestNoise lets a robot that sees and moves badly search: what it walked is
// still told truthfully.
func TestNoise(t *testing.T) {
	figures(t)
	t.Parallel()
	runsWell(t, runFlags{profile: "std", name: "noisy", seed: 13, jobs: 2, generate: 4}, bar{episodes: 4})
}

// TestNoLabels sends pictures alone: navd has the picture of each plan, and
// nobody measured the floor of any view.
func TestNoLabels(t *testing.T) {
	t.Parallel()
	socket := navd(t)
	succeeds(t, "run", "--socket", socket, "--generate", "1", "--max-steps", "60", "--no-labels", "--run", "blind")
	c := dialed(t, socket)
	plans := 0
	for _, ep := range runOf(t, c, "blind") {
		_, entries := record(t, c, ep.ID)
		for _, p := range plansIn(t, entries) {
			plans++
			if len(p.Images) != 1 || len(p.Labels) != 0 || len(p.Shown) != 6 || !p.Decision.NoLabels {
				t.Errorf("plan %+v", p)
			}
		}
	}
	if plans == 0 {
		t.Error("no plans")
	}
}

// runsWell runs `navsim run --json` and holds every line and the scorecard to
// what the daemon has stored.
func runsWell(t *testing.T, f runFlags, want bar) {
	t.Helper()
	f.socket, f.asJSON, f.arm = navd(t), true, cmp.Or(f.arm, "context")
	var out bytes.Buffer
	if err := f.run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&out)
	c := dialed(t, f.socket)
	var sr, spl float64
	for i := range want.episodes {
		var l line
		if err := dec.Decode(&l); err != nil {
			t.Fatalf("line %d: %v", i, err)
		}
		ep, entries := record(t, c, l.Episode)
		checkRecord(t, l, ep, f)
		checkLog(t, l, entries, f.profile == "clean")
		if l.Success {
			sr += 1 / float64(want.episodes)
			spl += *l.ShortestM / max(*l.ShortestM, l.PathM) / float64(want.episodes)
		}
	}
	var s scorecard
	if err := dec.Decode(&s); err != nil {
		t.Fatalf("scorecard: %v", err)
	}
	if dec.More() {
		t.Error("more lines than episodes")
	}
	if s.Episodes != want.episodes || !near(s.SR, sr) || !near(s.SPL, spl) {
		t.Errorf("scorecard %+v, counted by hand SR %.4f SPL %.4f", s, sr, spl)
	}
	if s.SR < want.sr || s.SPL < want.spl {
		t.Errorf("SR %.3f SPL %.3f, want %.2f and %.2f at least", s.SR, s.SPL, want.sr, want.spl)
	}
	t.Logf("SR %.3f SPL %.3f SoftSPL %.3f, %.1f steps, %.1f plans", s.SR, s.SPL, s.SoftSPL, s.Steps, s.Plans)
}

// checkRecord holds the stored episode to the simulator's own measure.
func checkRecord(t *testing.T, l line, ep episode.Episode, f runFlags) {
	t.Helper()
	m := ep.Metrics
	switch {
	case ep.Status != episode.Ended || m == nil || ep.End == nil || m.Success == nil || m.SPL == nil || m.DistanceToGoal == nil:
		t.Errorf("%s: half a record: %+v", l.Name, ep)
		return
	case ep.Name != l.Name || ep.SceneID != l.House || ep.Goal != l.Target || ep.Run != f.name || ep.End.Reason != l.Reason:
		t.Errorf("%s: filed as %s %s %s %s %s", l.Name, ep.Name, ep.SceneID, ep.Goal, ep.Run, ep.End.Reason)
	}
	if *m.Success != l.Success || m.Steps != l.Steps || m.Plans != l.Plans || !near(m.PathM, l.PathM) || !near(*m.DistanceToGoal, *l.DistanceM) {
		t.Errorf("%s: navd has %+v, the simulator %+v", l.Name, *m, l)
	}
	spl := 0.0
	if l.Success {
		spl = *l.ShortestM / max(*l.ShortestM, l.PathM)
	}
	soft := max(0, 1 - *l.DistanceM / *l.ShortestM) * *l.ShortestM / max(*l.ShortestM, l.PathM)
	if !near(*m.SPL, spl) || !near(*m.SoftSPL, soft) || !near(l.SPL, spl) || !near(l.SoftSPL, soft) {
		t.Errorf("%s: SPL %v SoftSPL %v, want %v and %v", l.Name, *m.SPL, *m.SoftSPL, spl, soft)
	}
	if m.Fallbacks != 0 {
		t.Errorf("%s: %d fallbacks of a planner that needs no model", l.Name, m.Fallbacks)
	}
	if l.Success && (l.Reason != "stop" || *l.DistanceM != 0) {
		t.Errorf("%s: a success by %s, %v m away", l.Name, l.Reason, *l.DistanceM)
	}
}

// checkLog counts what navd itself has logged: steps in order, plans, and
// without noise the way by dead reckoning, which is then the true one.
func checkLog(t *testing.T, l line, entries []ipc.LogEntry, exact bool) {
	t.Helper()
	var steps, plans int
	var path float64
	var here nav.Pose
	for i, e := range entries {
		if e.N != i+1 {
			t.Fatalf("%s: entry %d has n %d", l.Name, i, e.N)
		}
		switch store.Kind(e.Kind) {
		case store.KindPlan:
			plans++
		case store.KindStep:
			var s ipc.LoggedStep
			if err := json.Unmarshal(e.Data, &s); err != nil {
				t.Fatalf("%s: entry %d: %v", l.Name, e.N, err)
			}
			if steps++; s.Step.Seq != steps {
				t.Fatalf("%s: step %d has seq %d", l.Name, steps, s.Step.Seq)
			}
			path += here.Distance(s.Answer.Pose)
			here = s.Answer.Pose
		}
	}
	if steps != l.Steps || plans != l.Plans {
		t.Errorf("%s: logged %d steps and %d plans, the simulator has %d and %d", l.Name, steps, plans, l.Steps, l.Plans)
	}
	if exact && !near(path, l.PathM) {
		t.Errorf("%s: %v m by dead reckoning, %v m walked", l.Name, path, l.PathM)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }
