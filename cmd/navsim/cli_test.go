package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"navd/cmd/navsim/world"
)

// lonely takes away what the user who runs the tests has configured: no navd
// runs where navsim looks for it.
func lonely(t *testing.T) (dir string) {
	t.Helper()
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "NAVD_") {
			t.Setenv(name, "")
			os.Unsetenv(name)
		}
	}
	dir, err := os.MkdirTemp("/tmp", "navsim") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("XDG_CONFIG_HOME", dir)
	return dir
}

// command runs navsim and gives its exit code and what it printed.
func command(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return commandIn(t.Context(), args...)
}

// commandIn is command until a context ends.
func commandIn(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, complaints bytes.Buffer
	code = Main(ctx, args, &out, &complaints)
	return code, out.String(), complaints.String()
}

// succeeds runs navsim, which has nothing to complain about, and gives what it printed.
func succeeds(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	code, stdout, stderr := command(t, args...)
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	return stdout
}

// matches holds a text to patterns.
func matches(t *testing.T, text string, patterns ...string) {
	t.Helper()
	for _, want := range patterns {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("nothing like %s in\n%s", want, text)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestWrongUse says what was wrong, with a hint and navd's exit codes.
func TestWrongUse(t *testing.T) {
	dir := lonely(t)
	var house bytes.Buffer
	if err := (world.Plan{}).Generate(1).Encode(&house); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "house.json", house.String())
	episode := func(name, text string) string { return write(t, dir, name, text+"\n") }
	strange := episode("strange.eps", `{"id": "e1", "house": "palace", "start": {"x": 1, "z": 1, "yaw": 0}, "target": "Bed"}`)
	ghost := episode("ghost.eps", `{"id": "e1", "house": "gen-1", "start": {"x": 1, "z": 1, "yaw": 0}, "target": "Submarine"}`)
	broken := episode("broken.eps", `{"id": "e1"`)
	empty := t.TempDir()
	tests := []struct {
		name string
		args []string
		code int
		want string // pattern of the first line
		hint string // pattern of the second, "" for none
	}{
		{"no such command", []string{"walk"}, 2, `^navsim: unknown command "walk" for "navsim"$`, "`navsim help` lists"},
		{"no such flag", []string{"run", "--bad"}, 2, `^navsim: unknown flag: --bad$`, "`navsim help COMMAND`"},
		{"too many words", []string{"run", "fast"}, 2, `unknown command "fast"`, "help"},
		{"no number", []string{"run", "--jobs", "many"}, 2, `invalid argument "many" for "--jobs" flag: not a number in range$`, "help"},
		{"no jobs", []string{"run", "--jobs", "0"}, 2, `^navsim: --jobs: not allowed, given 0, allowed 1 or more$`, ""},
		{"no houses to make", []string{"run", "--generate", "0"}, 2, `^navsim: --generate: not allowed, given 0`, ""},
		{"negative steps", []string{"run", "--max-steps", "-4"}, 2, `^navsim: --max-steps: not allowed, given -4`, ""},
		{"no such profile", []string{"run", "--profile", "foggy"}, 2, `^navsim: profile: not allowed, given "foggy", allowed clean, std, ranges, odometry, rough$`, ""},
		{"episodes without houses", []string{"run", "--episodes", strange}, 2, `^navsim: --houses: episodes need houses`, "--houses"},
		{"houses without episodes", []string{"run", "--houses", dir}, 2, `^navsim: --episodes: houses need episodes`, "--episodes"},
		{"missing houses", []string{"run", "--houses", "/nowhere/houses", "--episodes", strange}, 4, `/nowhere/houses: no such file or directory$`, ""},
		{"missing episodes", []string{"run", "--houses", dir, "--episodes", "/nowhere/eps"}, 4, `/nowhere/eps: no such file or directory$`, ""},
		{"no house in the directory", []string{"run", "--houses", empty, "--episodes", strange}, 4, `given "palace"$`, ""},
		{"house of another name", []string{"run", "--houses", dir, "--episodes", strange}, 4, `^navsim: episodes: house: no house of this name in .*, given "palace"$`, ""},
		{"target that there is not", []string{"run", "--houses", dir, "--episodes", ghost}, 4, `Submarine`, ""},
		{"broken episodes", []string{"run", "--houses", dir, "--episodes", broken}, 2, `broken.eps:1`, ""},
		{"a file that is no house", []string{"run", "--houses", broken, "--episodes", strange}, 2, `broken.eps`, ""},
		{"no daemon", []string{"run", "--generate", "1"}, 3, `^navsim: navd is not running at ` + dir + `/navd/navd.sock$`, "start it with `navd run`"},
		{"no daemon there", []string{"run", "--socket", dir + "/x.sock", "--generate", "1"}, 3, `not running at ` + dir + `/x.sock$`, "start it"},
		{"no socket there", []string{"run", "--socket", broken, "--generate", "1"}, 2, `broken.eps is not a socket$`, "`navd config path` prints it"},
		{"socket path too long", []string{"run", "--socket", "/" + strings.Repeat("long", 50), "--generate", "1"}, 2, `has 201 bytes`, "shorter"},
		{"deadlock of no houses", []string{"deadlock"}, 2, `^navsim: --generate: not allowed, given 0, allowed 1 or more, or houses with --houses$`, ""},
		{"deadlock of fewer than no houses", []string{"deadlock", "--generate", "-1"}, 2, `^navsim: --generate: not allowed, given -1, allowed 1 or more`, ""},
		{"deadlock of both houses", []string{"deadlock", "--houses", dir, "--generate", "2"}, 2, `^navsim: --generate: not allowed, given 2, allowed only without --houses$`, ""},
		{"deadlock without cases", []string{"deadlock", "--houses", dir, "--cases", "0"}, 2, `^navsim: --cases: not allowed, given 0, allowed 1\.\.99$`, ""},
		{"deadlock with too many seeds", []string{"deadlock", "--houses", dir, "--seeds", "100"}, 2, `^navsim: --seeds: not allowed, given 100, allowed 1\.\.99$`, ""},
		{"deadlock seed that is none", []string{"deadlock", "--generate", "1", "--seed", "-1"}, 2, `invalid argument "-1" for "--seed" flag: not a number in range$`, "help"},
		{"deadlock of missing houses", []string{"deadlock", "--houses", "/nowhere/houses"}, 4, `/nowhere/houses: no such file or directory$`, ""},
		{"deadlock of an empty directory", []string{"deadlock", "--houses", empty}, 4, `^navsim: --houses: no house in this directory, given "` + empty + `"$`, ""},
		{"deadlock into a directory", []string{"deadlock", "--houses", dir, "--out", empty}, 2, `^navsim: --out: not allowed, given "` + empty + `", allowed a new file, or a regular file to replace$`, ""},
		{"deadlock into no directory", []string{"deadlock", "--houses", dir, "--out", "/nowhere/d.jsonl"}, 2, `^navsim: --out: it cannot be written: .*no such file or directory, given "/nowhere/d.jsonl"$`, ""},
		{"teach in both houses", []string{"teach", "--houses", dir, "--generate", "2"}, 2, `^navsim: --generate: not allowed, given 2, allowed only without --houses$`, ""},
		{"teach nothing", []string{"teach", "--targets", "0"}, 2, `^navsim: --targets: not allowed, given 0, allowed 1\.\.99$`, ""},
		{"teach once", []string{"teach", "--repetitions", "1"}, 2, `^navsim: --repetitions: not allowed, given 1, allowed 2\.\.99$`, ""},
		{"teach no such set", []string{"teach", "--sets", "right"}, 2, `^navsim: --sets: not allowed, given "right", allowed all, wrong, each once$`, ""},
		{"teach with no such arm", []string{"teach", "--arm", "shouts"}, 2, `^navsim: --arm: not allowed, given "shouts", allowed silent, deaf, denies, tells, both, each once$`, ""},
		{"teach with one arm", []string{"teach", "--arm", "denies"}, 2, `^navsim: --arm: not allowed, given "denies", allowed two or more$`, ""},
		{"teach with no such profile", []string{"teach", "--profile", "foggy"}, 2, `^navsim: --profile: not allowed, given "foggy", allowed clean, std, ranges, odometry, rough, each once$`, ""},
		{"teach into a directory", []string{"teach", "--out", empty}, 2, `^navsim: --out: not allowed, given "` + empty + `", allowed a new file, or a regular file to replace$`, ""},
		{"teach drawn into no directory", []string{"teach", "--plot", "/nowhere/t.svg"}, 2, `^navsim: --plot: not allowed, given "/nowhere/t.svg", allowed a file in a directory that exists$`, ""},
		{"teach of an empty directory", []string{"teach", "--houses", empty}, 4, `^navsim: --houses: no house in this directory, given "` + empty + `"$`, ""},
		{"teach with no daemon there", []string{"teach", "--houses", dir + "/house.json", "--repetitions", "2", "--targets", "1", "--sets", "wrong", "--arm", "silent", "--arm", "deaf", "--socket", dir + "/x.sock"}, 3, `not running at ` + dir + `/x.sock$`, "start it"},
		{"eval of no houses", []string{"eval", "--generate", "0"}, 2, `^navsim: --generate: not allowed, given 0, allowed 1 or more$`, ""},
		{"eval of large houses that are given", []string{"eval", "--houses", dir, "--large"}, 2, `^navsim: --large: not allowed, given true, allowed only without --houses$`, ""},
		{"eval of both houses", []string{"eval", "--houses", dir, "--generate", "2"}, 2, `^navsim: --generate: not allowed, given 2, allowed only without --houses$`, ""},
		{"eval of episodes without houses", []string{"eval", "--episodes", strange}, 2, `^navsim: --houses: episodes need houses`, "--houses"},
		{"eval of plain without episodes", []string{"eval", "--houses", dir, "--sets", "deadlock,plain"}, 2, `^navsim: --episodes: the plain set needs episodes`, "--sets deadlock"},
		{"eval of no such set", []string{"eval", "--sets", "plain,hard"}, 2, `^navsim: --sets: not allowed, given "plain,hard", allowed plain, deadlock, each once$`, ""},
		{"eval of a set twice", []string{"eval", "--sets", "plain,plain"}, 2, `^navsim: --sets: not allowed, given "plain,plain"`, ""},
		{"eval of no set", []string{"eval", "--sets", ""}, 2, `^navsim: --sets: not allowed, given "", allowed plain, deadlock$`, ""},
		{"eval with no such profile", []string{"eval", "--profile", "foggy"}, 2, `^navsim: --profile: not allowed, given "foggy", allowed clean, std, ranges, odometry, rough, each once$`, ""},
		{"eval with no such half", []string{"eval", "--half", "left"}, 2, `^navsim: --half: not allowed, given "left", allowed even, odd$`, ""},
		{"eval without cases", []string{"eval", "--cases", "0"}, 2, `^navsim: --cases: not allowed, given 0, allowed 1\.\.99$`, ""},
		{"eval with too many starts", []string{"eval", "--starts", "100"}, 2, `^navsim: --starts: not allowed, given 100, allowed 1\.\.99$`, ""},
		{"eval without jobs", []string{"eval", "--jobs", "0"}, 2, `^navsim: --jobs: not allowed, given 0, allowed 1 or more$`, ""},
		{"eval under no name", []string{"eval", "--run", ""}, 2, `^navsim: --run: not allowed, given "", allowed a name$`, ""},
		{"eval with no such arm", []string{"eval", "--arm", "best"}, 2, `^navsim: --arm: not allowed, given "best", allowed none, recent5, nearest, context, frontier, explorer, told, or NAME=SETTINGS$`, ""},
		{"eval with an arm twice", []string{"eval", "--arm", "none", "--arm", "none=use.recent=true"}, 2, `^navsim: --arm: not allowed, given "none=use.recent=true", allowed a name that no other arm has$`, ""},
		{"eval with no such setting", []string{"eval", "--arm", "a=use.without=[luck]"}, 2, `^navsim: --arm a: use.without\[0\]: not allowed, given "luck", allowed frontiers, `, ""},
		{"eval with a setting of each search", []string{"eval", "--arm", "a=house.key=mill"}, 2, `^navsim: --arm a: house: unknown parameter, given .*, allowed condition, space, snapshot, instruction, use, config, pose_source$`, "what all its searches have in common"},
		{"eval with arms and without parts", []string{"eval", "--arm", "none", "--ablate"}, 2, `^navsim: --ablate: not allowed, given true, allowed only without --arm$`, ""},
		{"eval with two daemons", []string{"eval", "--socket", "s", "--navd", "n"}, 2, `^navsim: --navd: not allowed, given "n", allowed only without --socket$`, ""},
		{"eval with data of another daemon", []string{"eval", "--socket", "s", "--data-dir", "d"}, 2, `^navsim: --data-dir: not allowed, given "d", allowed only without --socket$`, ""},
		{"eval with no such program", []string{"eval", "--generate", "1", "--navd", "/nowhere/navd"}, 4, `^navsim: --navd: there is no such program: .*, given "/nowhere/navd"$`, ""},
		{"eval with no daemon there", []string{"eval", "--generate", "1", "--socket", dir + "/x.sock"}, 3, `not running at ` + dir + `/x.sock$`, "start it"},
		{"eval into a directory", []string{"eval", "--csv", empty}, 2, `^navsim: --csv: not allowed, given "` + empty + `", allowed a new file, or a regular file to replace$`, ""},
		{"eval with a page into a directory", []string{"eval", "--html", empty}, 2, `^navsim: --html: not allowed, given "` + empty + `", allowed a new file, or a regular file to replace$`, ""},
		{"eval into no directory", []string{"eval", "--csv", "/nowhere/e.csv"}, 2, `^navsim: --csv: not allowed, given "/nowhere/e.csv", allowed a file in a directory that exists$`, ""},
		{"eval of missing houses", []string{"eval", "--houses", "/nowhere/houses"}, 4, `/nowhere/houses: no such file or directory$`, ""},
		{"eval of a house of another name", []string{"eval", "--houses", dir, "--episodes", strange}, 4, `^navsim: episodes: house: no house of this name in .*, given "palace"$`, ""},
		{"eval of half a house", []string{"eval", "--generate", "1", "--half", "odd", "--sets", "deadlock"}, 4, `^navsim: the deadlock set is left out: `, ""},
		{"model for the whole network", []string{"model", "--listen", "0.0.0.0:0"}, 2, `^navsim: --listen: not allowed, given "0.0.0.0:0", allowed a loopback address with a port`, ""},
		{"model at any address", []string{"model", "--listen", ":8089"}, 2, `^navsim: --listen: not allowed, given ":8089"`, ""},
		{"model at a name", []string{"model", "--listen", "example.org:80"}, 2, `^navsim: --listen: not allowed, given "example.org:80"`, ""},
		{"model without a port", []string{"model", "--listen", "127.0.0.1"}, 2, `^navsim: --listen: not allowed, given "127.0.0.1"`, ""},
		{"model with more faults than requests", []string{"model", "--faults", "1.5"}, 2, `^navsim: --faults: not allowed, given 1.5, allowed 0\.\.1$`, ""},
		{"model with NaN faults", []string{"model", "--faults", "NaN"}, 2, `^navsim: --faults: not allowed, given NaN`, ""},
		{"model with no such fault", []string{"model", "--faults", "1", "--kind", "hang,boredom"}, 2, `^navsim: --kind: not allowed, given "boredom"`, "`navsim help model`"},
		{"model with kinds that never come", []string{"model", "--kind", "hang"}, 2, `^navsim: --faults: kinds of faults need a share`, "--faults 1"},
		{"model that thinks backwards", []string{"model", "--delay", "-1s"}, 2, `^navsim: --delay: not allowed, given "-1s"`, ""},
		{"model into a directory", []string{"model", "--out", empty}, 2, `^navsim: --out: not allowed, given "` + empty + `", allowed a new file, or a regular file to replace$`, ""},
		{"model into no directory", []string{"model", "--out", "/nowhere/model.toml"}, 2, `^navsim: --out: it cannot be written: `, ""},
		{"advise of one thing", []string{"advise", "--targets", "1"}, 2, `^navsim: --targets: not allowed, given 1, allowed 2\.\.99$`, ""},
		{"advise of no searches", []string{"advise", "--repetitions", "0"}, 2, `^navsim: --repetitions: not allowed, given 0, allowed 1\.\.99$`, ""},
		{"advise with one condition", []string{"advise", "--condition", "C1"}, 2, `^navsim: --condition: not allowed, given \[C1\], allowed two or more$`, ""},
		{"advise with a condition that needs a snapshot", []string{"advise", "--condition", "C1,C2_eval_only"}, 2, `^navsim: --condition: not allowed, given \[C1 C2_eval_only\], allowed conditions without a snapshot`, ""},
		{"advise of no such house", []string{"advise", "--kept", "cellar"}, 2, `^navsim: --kept: not allowed, given "cellar", allowed dock, none, house-last, house-dock, house-unknown, each once$`, ""},
		{"advise from no such start", []string{"advise", "--kept", "house-cellar"}, 2, `^navsim: --kept: not allowed, given "house-cellar"`, ""},
		{"advise into no directory", []string{"advise", "--out", "/nowhere/x"}, 2, `^navsim: --out: not allowed, given "/nowhere/x", allowed a file in a directory that exists$`, ""},
		{"too many rooms", []string{"house", "--rooms", "9"}, 2, `^navsim: --rooms: not allowed, given 9, allowed 3\.\.8`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			code, stdout, stderr := command(t, test.args...)
			first, second, _ := strings.Cut(stderr, "\n")
			if code != test.code || stdout != "" || !regexp.MustCompile(test.want).MatchString(first) {
				t.Errorf("exit code %d, want %d; stdout %q, stderr:\n%s", code, test.code, stdout, stderr)
			}
			if hinted := strings.Contains(second, "hint: "); hinted != (test.hint != "") || !strings.Contains(second, test.hint) {
				t.Errorf("hint %q, want %q", second, test.hint)
			}
		})
	}
}

// TestScorecard prints the table that people read, for a daemon that is found
// by the environment.
func TestScorecard(t *testing.T) {
	lonely(t)
	t.Setenv("NAVD_SOCKET", navd(t))
	stdout := succeeds(t, "run", "--generate", "2", "--seed", "5", "--max-steps", "60", "--run", "short")
	matches(t, stdout, `(?m)^episodes +2, profile clean, seed 5, run short$`, `(?m)^SR +[01]\.\d{3} +SPL +[01]\.\d{3} +SoftSPL +[01]\.\d{3}$`,
		`(?m)^steps +\d+\.\d +plans +\d+\.\d +fallbacks +0$`, `(?m)^ABABA .* STUCK .* site ABAB .*\(per episode\)$`, `(?m)^revisits .* wasted .* scan `)
}

// TestCancelled ends a run that is taken back: no scorecard of half a run.
func TestCancelled(t *testing.T) {
	lonely(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := commandIn(ctx, "run", "--socket", navd(t), "--generate", "2")
	if code != 7 || stdout != "" || !strings.HasPrefix(stderr, "navsim: ") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestHouse prints the house of a seed, which loads again.
func TestHouse(t *testing.T) {
	stdout := succeeds(t, "house", "--seed", "7", "--rooms", "4")
	h, err := world.Load(strings.NewReader(stdout))
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Rooms) != 4 || h.ID != "gen-7" || !json.Valid([]byte(stdout)) {
		t.Errorf("house %s of %d rooms", h.ID, len(h.Rooms))
	}
}
