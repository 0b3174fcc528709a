package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/daemon"
	"navd/daemon/house"
)

// searchesIn reads the file of a measurement; what a clock or navd's ids decide is left out.
func searchesIn(t *testing.T, path string) (all []lived) {
	t.Helper()
	for text := range strings.Lines(read(t, path)) {
		var one lived
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Fatal(err)
		}
		if one.Navd != daemon.Version || one.Run == "" || one.Seed == 0 {
			t.Errorf("search of navd %q, run %q, seed %d", one.Navd, one.Run, one.Seed)
		}
		one.PlanMs, one.Episode = 0, ""
		all = append(all, one)
	}
	return all
}

// TestLifelong measures a small life, and a part of it again: all arms begin at the same
// spots, the same comes out again, and the tables have a row for everything.
func TestLifelong(t *testing.T) {
	figures(t)
	t.Parallel()
	socket, dir := navd(t), t.TempDir()
	var first []lived
	for _, run := range []struct{ name, starts string }{{"a", "dock,last"}, {"b", "last"}} {
		file := filepath.Join(dir, run.name)
		stdout := succeeds(t, "lifelong", "--socket", socket, "--generate", "1", "--seed", "12", "--searches", "3", "--profile", "clean", "--starts", run.starts,
			"--moved", "0.1", "--arm", armReset, "--arm", armPose, "--run", run.name, "--out", file)
		matches(t, stdout, `(?m)^starts: last, 10 % moved, clean, 60 rays: 3 searches in 1 house$`, `(?m)^FIGURE +SEARCH +reset +pose$`, `(?m)^searches +2\.\.3 +2 +2$`,
			`(?m)^SPL +1 +[\d.]+ +[\d.]+$`, `(?m)^steps − reset +2\.\.3 +[+-][\d.]+$`, `(?m)^pose +2 +[\d.]+/[\d.]+/[\d.]+ `, `(?m)^COST +EARNED BACK +kB AT 1 +PLAN MS +kB AT 3 +PLAN MS$`)
		all := searchesIn(t, file)
		for i, one := range all {
			if want := strings.Join([]string{run.name, one.Starts, "0.1/clean", one.Arm}, "/"); one.Run != want || one.Seed != 12 {
				t.Errorf("run %s, want %s; seed %d", one.Run, want, one.Seed)
			}
			all[i].Run = ""
		}
		if first == nil {
			first = all
		}
		times := cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "Bytes" }, cmp.Ignore()) // of which a house has some, in as many digits as they take
		again := slices.DeleteFunc(slices.Clone(first), func(l lived) bool { return !strings.Contains(run.starts, l.Starts) })
		if diff := cmp.Diff(again, all, cmp.AllowUnexported(lived{}), times); diff != "" {
			t.Errorf("-first +again:\n%s", diff)
		}
	}
	starts := map[string]lived{}
	for _, one := range first {
		key := one.Starts + one.Name
		if other, ok := starts[key]; ok && (other.From != one.From || other.Target != one.Target || *other.ShortestM != *one.ShortestM) {
			t.Errorf("%s begins at %v for one arm and at %v for another", key, other.From, one.From)
		}
		starts[key] = one
		if one.Arm == armPose && (one.Version != one.Search-1 || len(one.Fixes) != one.Plans || one.Bytes == 0 && one.Search != 2) {
			t.Errorf("%s: version %d of the house, %d fixes, %d plans, %d bytes", key, one.Version, len(one.Fixes), one.Plans, one.Bytes)
		}
	}
	if len(first) != 12 || len(starts) != 6 {
		t.Errorf("%d searches from %d starts", len(first), len(starts))
	}
}

// TestLifelongArms runs those arms that are not like the others.
func TestLifelongArms(t *testing.T) {
	figures(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "life")
	succeeds(t, "lifelong", "--socket", navd(t), "--generate", "1", "--seed", "12", "--searches", "2", "--profile", "clean", "--starts", robot.FromLast, "--out", file)
	for _, one := range searchesIn(t, file) {
		where := fix{}
		if len(one.Fixes) > 0 {
			where = one.Fixes[0]
		}
		second := one.Search == 2
		ok := true
		switch one.Arm {
		case armReset, armGoal:
			ok = one.Version == 0 && one.Fixes == nil
		case armKept, armPose:
			ok = where.Right && (one.Version == 1) == second
		case armPerfect:
			ok = where.Right && one.Version == 1
		case armWrong:
			ok = where.Right != second
		case armOther:
			ok = !where.Right && one.Version >= 2
		case armOracle:
			ok = one.Success && one.SPL > 0.85 && one.Plans == 0
		}
		if !ok {
			t.Errorf("%s, search %d: version %d, success %v, SPL %.3f, first fix %+v", one.Arm, one.Search, one.Version, one.Success, one.SPL, where)
		}
	}
}

// TestTeachHouse has each arm twice; the second knows the house that the first search
// has seen.
func TestTeachHouse(t *testing.T) {
	figures(t)
	t.Parallel()
	socket := navd(t)
	stdout := succeeds(t, "teach", "--socket", socket, "--house", "--generate", "1", "--seed", "12", "--targets", "1", "--repetitions", "2", "--profile", "clean",
		"--sets", allSet, "--arm", "silent", "--arm", "both")
	matches(t, stdout, `(?m)^FIGURE +SEARCH +silent +both +silent\+house +both\+house$`)
	c := dialed(t, socket)
	for _, arm := range []string{"silent", "silent+house", "both+house"} {
		var versions []int // of the house, the newest episode first
		for _, e := range runOf(t, c, "teach/clean/"+arm) {
			if e.Home != nil {
				versions = append(versions, e.Home.Version)
			}
		}
		want := []int{1, 0}
		if arm == "silent" {
			want = nil
		}
		if diff := cmp.Diff(want, versions); diff != "" {
			t.Errorf("%s: -want +got:\n%s", arm, diff)
		}
	}
}

// TestLifelongDrift has a robot reckon its way badly in a house that nobody knows: by its
// scans it stays where it is in what it draws of it.
func TestLifelongDrift(t *testing.T) {
	figures(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "all")
	succeeds(t, "lifelong", "--socket", navd(t), "--generate", "1", "--seed", "303", "--searches", "2", "--profile", "odometry", "--starts", "unknown",
		"--arm", armPose, "--out", file)
	hows := map[house.How]int{}
	for _, one := range searchesIn(t, file) {
		for i, f := range one.Fixes {
			if hows[f.How]++; !f.Right {
				t.Errorf("search %d, scan %d: off by %.2f m and %.0f degrees", one.Search, i+1, f.OffM, f.OffDeg)
			}
		}
	}
	if hows[house.Drift] < 3 {
		t.Errorf("it was corrected too seldom: %v", hows)
	}
}
