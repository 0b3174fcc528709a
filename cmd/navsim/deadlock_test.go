package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
)

// TestDeadlock writes the set of generated houses, plain and packed, to stdout
// and to files: everywhere the same episodes, and each time the same bytes.
func TestDeadlock(t *testing.T) {
	figures(t)
	t.Parallel()
	dir := t.TempDir()
	args := []string{"deadlock", "--generate", "3", "--seed", "5", "--seeds", "2"}
	code, printed, stderr := command(t, args...)
	if code != 0 || stderr != "3 houses, 9 cases, 18 episodes\n" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	maps, err := housesOf("", 5, 3, world.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := robot.Deadlocks(maps, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, file string
		packed     bool
	}{
		{"plain", "d.jsonl", false},
		{"packed", "d.jsonl.gz", true},
		{"packed again, over what was there", "d.jsonl.gz", true},
	}
	var before string
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(dir, test.file)
			if code, stdout, stderr := command(t, append(args, "--out", path)...); code != 0 || stdout != "" {
				t.Fatalf("exit code %d, stdout %q: %s", code, stdout, stderr)
			}
			got, err := world.LoadEpisodes(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			data := read(t, path)
			if packed := strings.HasPrefix(data, "\x1f\x8b"); packed != test.packed || !packed && data != printed {
				t.Errorf("packed %v, want %v; the same as on stdout: %v", packed, test.packed, data == printed)
			}
			if test.packed && before != "" && before != data {
				t.Error("other bytes the second time")
			}
			if test.packed {
				before = data
			}
		})
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("left in the directory: %v, %v", left, err)
	}
}

// TestDeadlockSummary names the houses that have no case.
func TestDeadlockSummary(t *testing.T) {
	t.Parallel()
	house := func(id string) *world.Map {
		h := world.Plan{}.Generate(1)
		h.ID = id
		m, err := world.NewMap(h)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	maps := []*world.Map{house("a"), house("b"), house("c")}
	tests := []struct {
		name     string
		episodes []world.Episode
		want     string
	}{
		{"none at all", nil, "3 houses, 0 cases, 0 episodes; none in a, b, c"},
		{"two starts of a case, one of another", []world.Episode{
			{House: "b", Target: "Sofa", StartRoom: "r"}, {House: "b", Target: "Sofa", StartRoom: "r"}, {House: "b", Target: "Sofa", StartRoom: "s"},
		}, "3 houses, 2 cases, 3 episodes; none in a, c"},
		{"all", []world.Episode{{House: "a"}, {House: "b"}, {House: "c"}}, "3 houses, 3 cases, 3 episodes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := deadlockSummary(maps, test.episodes); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestDeadlockRuns lets a robot search through a set that was made from files.
func TestDeadlockRuns(t *testing.T) {
	dir := lonely(t)
	_, house, _ := command(t, "house", "--seed", "7")
	path := write(t, dir, "house.json", house)
	set := filepath.Join(dir, "set.jsonl.gz")
	code, _, stderr := command(t, "deadlock", "--houses", path, "--seeds", "1", "--cases", "2", "--out", set)
	if code != 0 || stderr != "1 house, 2 cases, 2 episodes\n" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	matches(t, succeeds(t, "run", "--socket", navd(t), "--houses", path, "--episodes", set, "--max-steps", "40"), `(?m)^episodes +2, `)
}

// TestDeadlockWhole leaves what was there when an episode cannot be
// written.
func TestDeadlockWhole(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"d.jsonl", "d.jsonl.gz"} {
		t.Run(name, func(t *testing.T) {
			path := write(t, dir, name, "before")
			bad := []world.Episode{{ID: "e1", Geodesic: math.NaN()}}
			if err := (&deadlockFlags{out: path}).write(nil, bad); err == nil || !strings.Contains(err.Error(), "episode e1: ") {
				t.Errorf("got %v, want the episode named", err)
			}
			if data := read(t, path); data != "before" {
				t.Errorf("the file holds %q", data)
			}
		})
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("left in the directory: %v, %v", left, err)
	}
}
