package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"navd/cmd/navsim/world"
)

// In silence and without advice every visit is the same, to the last step; the first
// visit of each arm is; and a dock lets advice act.
func TestAdvise(t *testing.T) {
	figures(t)
	t.Parallel()
	out := filepath.Join(t.TempDir(), "advise.json")
	code, stdout, stderr := command(t, "advise", "--socket", navd(t), "--generate", "1", "--seed", "12", "--targets", "2", "--repetitions", "2", "--profile", "clean", "--kept", "dock,house-dock",
		"--condition", "C1,C2,C2_silent,filler", "--out", out)
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var r adviseReport
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
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

func TestAdviseRefuses(t *testing.T) {
	for _, c := range []struct {
		flags []string
		field string
	}{
		{[]string{"--targets", "1"}, "--targets"}, {[]string{"--repetitions", "0"}, "--repetitions"}, {[]string{"--condition", "C1"}, "--condition"},
		{[]string{"--kept", "cellar"}, "--kept"}, {[]string{"--kept", "house-cellar"}, "--kept"}, {[]string{"--out", "/nowhere/x"}, "--out"},
	} {
		code, _, stderr := command(t, append([]string{"advise", "--generate", "1"}, c.flags...)...)
		if code == 0 || !strings.Contains(stderr, c.field) {
			t.Errorf("%v: exit code %d: %s", c.flags, code, stderr)
		}
	}
	code, help, _ := command(t, "help", "advise")
	if code != 0 || slices.ContainsFunc([]string{"dock", "none", "house-last", "C1"}, func(w string) bool { return !strings.Contains(help, w) }) {
		t.Errorf("help: %s", help)
	}
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
