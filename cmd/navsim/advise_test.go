package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/world"
	"navd/daemon"
)

// In silence and without advice every visit is the same, to the last step; the first
// visit of each arm is; and a dock lets advice act.
func TestAdvise(t *testing.T) {
	figures(t)
	t.Parallel()
	out := filepath.Join(t.TempDir(), "advise.json")
	args := []string{
		"advise", "--socket", navd(t), "--generate", "1", "--seed", "12", "--targets", "2", "--repetitions", "2", "--profile", "clean",
		"--condition", "C1,C2,C2_silent,filler", "--out", out, "--kept",
	}
	stdout := succeeds(t, append(args, "dock,house-dock")...)
	for _, kept := range []string{"dock", "house-dock"} {
		code, _, stderr := command(t, append(args, kept)...)
		if want := "navsim: --run: navd already has episodes of the run advise/dock/"; code != 6 || !strings.HasPrefix(stderr, want) {
			t.Errorf("%s again: exit code %d: %s", kept, code, stderr)
		}
	}
	var r adviseReport
	if err := json.Unmarshal([]byte(read(t, out)), &r); err != nil {
		t.Fatal(err)
	}
	from := origin{Navd: daemon.Version, Run: "advise", Seed: 12, Generate: 1, Profiles: []string{"clean"}}
	if diff := cmp.Diff(from, r.origin); diff != "" || len(r.Conditions) != 4 || len(r.Kept) != 2 || r.Targets != 2 || r.Repetitions != 2 || r.Interrupted != nil {
		t.Errorf("what produced it: %+v\n%s", r, diff)
	}
	shown := map[string]int{}
	for _, s := range r.Sections {
		if !strings.Contains(stdout, "house kept: "+s.Kept+", clean, visits: "+s.Visits) {
			t.Errorf("%s, %s is not printed", s.Kept, s.Visits)
		}
		for _, a := range s.Arms {
			shown[s.Kept+" "+a.Condition] += a.Advice.Shown
			same := a.Than == nil || a.Than.SPL.Mean == 0 && a.Than.Steps.Mean == 0
			if !same && (a.Condition == "C2_silent" || a.Condition == "filler" || s.Visits == "first") {
				t.Errorf("%s, %s: %s differs: %+v", s.Kept, s.Visits, a.Condition, a.Than)
			}
			if a.Condition != "C1" && s.Visits == "again" && a.Advice.Found == 0 {
				t.Errorf("%s: %s found nothing", s.Kept, a.Condition)
			}
		}
	}
	if shown["dock C1"]+shown["dock C2_silent"] != 0 || shown["dock C2"] == 0 || shown["dock filler"] == 0 {
		t.Errorf("shown %v", shown)
	}
}

func TestAdviseHelp(t *testing.T) {
	matches(t, succeeds(t, "help", "advise"), "dock", "none", "house-last", "C1")
}

// Houses without two things to search for are refused, before a daemon is started.
func TestAdviseNothing(t *testing.T) {
	dir := lonely(t)
	h := world.Plan{}.Generate(1)
	h.Objects = nil
	var b strings.Builder
	if err := h.Encode(&b); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := command(t, "advise", "--houses", write(t, dir, "bare.json", b.String()))
	if code != 4 || stdout != "" || !strings.HasPrefix(stderr, "navsim: there are no such visits in these houses\n") {
		t.Errorf("exit code %d, stdout %q: %s", code, stdout, stderr)
	}
}
