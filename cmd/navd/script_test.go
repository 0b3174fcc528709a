package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"navd/daemon/model/modeltest"
	"navd/ipc"
	"navd/ipc/client"
)

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "6"); err != nil { // most of what a script does is wait for a process
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"navd":        func() { os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr)) },
		"navd-worker": work,
	})
}

// TestScripts runs the sessions of testdata with the real command line.
func TestScripts(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	dir, files := "testdata", []string(nil)
	switch {
	case raced:
		dir, files = "", busy()
	case testing.Short():
		dir, files = "", quick(t)
	}
	w, played := newWorkers(t), &servers{t: t, played: map[string]*modeltest.Fake{}}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Files:               files,
		Setup:               private,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           has,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  w.exits,
			"up":     up,
			"says":   says,
			"signal": signalAll,
			"get":    get,
			"same":   same,
			"jsonl":  jsonLines,
			"svg":    svg,
			"mode":   mode,
			"damage": damage,
			"newer":  newer,

			"reports":  w.reports,
			"navsim":   navsim(t),
			"readme":   readmeLines(text),
			"take":     take,
			"timeless": timeless,
			"notified": notified,
			"serves":   played.serves,
		},
	})
}

// has tells scripts what the machine has: [systemd], and [namespaces], in which a script may
// mount a disk that nobody else sees.
func has(what string) (bool, error) {
	switch what {
	case "namespaces":
		return exec.Command("unshare", "-rm", "true").Run() == nil, nil
	case "systemd":
		_, err := os.Stat("/run/systemd/system")
		return err == nil, nil
	}
	return false, fmt.Errorf("unknown condition %q", what)
}

// busy are the scripts in which a daemon does something on its own while it is
// asked: jobs, an index, models, signals. The race detector watches these; the
// others tell of one command after the other.
func busy() (files []string) {
	for _, name := range []string{"feedback", "jobs", "killed", "model", "reload", "search", "session", "watchdog"} {
		files = append(files, filepath.Join("testdata", name+".txt"))
	}
	return files
}

// quick are the scripts but for those that take longest: they search houses, record and
// replay, or start one daemon after another.
func quick(t *testing.T) (files []string) {
	t.Helper()
	all, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	long := []string{
		"copies", "demo_compare", "demo_dir", "demo_twice", "grounding_files", "grounding_paths", "houses", "knowledge", "lats",
		"locked", "operate", "report", "second", "service", "tape", "tape_outage", "tape_picture",
	}
	return slices.DeleteFunc(all, func(file string) bool {
		return slices.Contains(long, strings.TrimSuffix(filepath.Base(file), ".txt"))
	})
}

// private gives a script directories of its own. The socket's lies outside
// $WORK, which may be too deep for a socket.
func private(env *testscript.Env) error {
	dir, err := os.MkdirTemp("/tmp", "navd")
	if err != nil {
		return err
	}
	env.Defer(func() { os.RemoveAll(dir) })
	vars := []string{
		"XDG_RUNTIME_DIR=" + dir, "SOCKET=" + filepath.Join(dir, "navd", "navd.sock"),
		"XDG_DATA_HOME=" + filepath.Join(env.WorkDir, "data"), "DATA=" + filepath.Join(env.WorkDir, "data", "navd"),
		"XDG_CONFIG_HOME=" + filepath.Join(env.WorkDir, "config"),
		"GOGC=400",                                                                              // six hundred processes start: most end before they would collect once
		"GORACE=atexit_sleep_ms=0",                                                              // under the race detector each process would wait a second at its end
		"PIXEL=" + pixel, "LONG=" + filepath.Join(dir, strings.Repeat("long", 30), "navd.sock"), // no kernel takes it
	}
	for _, v := range env.Vars { // nothing of the one who runs the tests
		if !strings.HasPrefix(v, "NAVD_") {
			vars = append(vars, v)
		}
	}
	env.Vars = vars
	return nil
}

// exits CODE PROGRAM ARGS…: the program ends with this exit code. What failed
// printed nothing on standard output and said why on standard error, with --json as JSON.
func (w *workers) exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	if want, out, why := w.ends(ts, args); want != 0 && (out != "" || !strings.HasPrefix(why, "navd: ") && !strings.HasPrefix(why, `{"error":{"message":`)) {
		ts.Fatalf("failed with %q on stdout and %q on stderr", out, why)
	}
}

// ends runs a program that is to end with an exit code, and gives that and what
// it printed.
func (w *workers) ends(ts *testscript.TestScript, args []string) (want int, stdout, stderr string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if args[1] == "navd" && worksHere(args[2:]) {
		got, stdout, stderr = w.run(ts, args[2:])
	} else {
		var status *exec.ExitError
		if err := ts.Exec(args[1], args[2:]...); errors.As(err, &status) {
			got = status.ExitCode()
		} else if err != nil {
			ts.Fatalf("%v", err)
		}
		stdout, stderr = ts.ReadFile("stdout"), ts.ReadFile("stderr")
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
	return want, stdout, stderr
}

// patience is how long a daemon may take to come or to go.
const patience = 20 * time.Second

// up [SOCKET]: wait until a daemon answers navd.info; its pid goes to $PID.
func up(ts *testscript.TestScript, neg bool, args []string) {
	socket := ts.Getenv("SOCKET")
	if len(args) > 0 {
		socket = ts.MkAbs(args[0])
	}
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		var info ipc.Info
		if info, last = infoOf(socket); last == nil {
			ts.Setenv("PID", strconv.Itoa(info.PID))
			return
		}
	}
	ts.Fatalf("no daemon answers at %s: %v", socket, last)
}

// says FILE REGEXP: wait until a file that a daemon writes matches.
func says(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: says FILE REGEXP")
	}
	said(ts, args[0], args[1])
}

// said waits until a file that a program writes matches, and gives what did.
func said(ts *testscript.TestScript, file, pattern string) (groups []string) {
	want, err := regexp.Compile(pattern)
	ts.Check(err)
	var text []byte
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		text, _ = os.ReadFile(ts.MkAbs(file))
		if groups = want.FindStringSubmatch(string(text)); groups != nil {
			return groups
		}
	}
	ts.Fatalf("%s does not say %s:\n%s", file, want, text)
	return nil
}

func infoOf(socket string) (ipc.Info, error) {
	c, err := client.Dial(socket)
	if err != nil {
		return ipc.Info{}, err
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return ipc.NavdInfo.Call(ctx, c, ipc.None{})
}

// signalAll SIGNAL: send TERM, INT, HUP or KILL to what runs in the background.
func signalAll(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"TERM": syscall.SIGTERM, "INT": os.Interrupt, "HUP": syscall.SIGHUP, "KILL": os.Kill}
	if neg || len(args) != 1 || signals[args[0]] == nil {
		ts.Fatalf("usage: signal TERM|INT|HUP|KILL")
	}
	for _, c := range ts.BackgroundCmds() {
		ts.Check(c.Process.Signal(signals[args[0]]))
	}
}

// at finds a value in JSON by a path of names and indexes, joined by dots.
func at(ts *testscript.TestScript, file, path string) any {
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile(file)), &v); err != nil {
		ts.Fatalf("%s is no JSON: %v", file, err)
	}
	for part := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i >= len(in) {
				ts.Fatalf("no %q of %q in %s, which has %d elements", part, path, file, len(in))
			}
			v = in[i]
		default:
			ts.Fatalf("no %q of %q in %s", part, path, file)
		}
	}
	return v
}

// get VAR PATH: put a value of the JSON on standard output into a variable.
// get PATH = VALUE: hold a value to what it should be.
func get(ts *testscript.TestScript, neg bool, args []string) {
	switch {
	case len(args) == 2 && !neg:
		text, ok := at(ts, "stdout", args[1]).(string)
		if !ok {
			ts.Fatalf("%s is no text", args[1])
		}
		ts.Setenv(args[0], text)
	case len(args) == 3 && args[1] == "=":
		raw, err := json.Marshal(at(ts, "stdout", args[0]))
		ts.Check(err)
		if got := strings.Trim(string(raw), `"`); (got == args[2]) == neg {
			ts.Fatalf("%s is %s", args[0], raw)
		}
	default:
		ts.Fatalf("usage: get VAR PATH, or get PATH = VALUE")
	}
}

// same FILE: standard output is the same JSON as the file's.
func same(ts *testscript.TestScript, neg bool, args []string) {
	var got, want any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &got))
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &want))
	if diff := cmp.Diff(want, got); (diff == "") == neg {
		ts.Fatalf("-want +got:\n%s", diff)
	}
}

// jsonLines FILE KINDS…: every line is a log entry, n counts up from 1, and
// each of these kinds occurs.
func jsonLines(ts *testscript.TestScript, neg bool, args []string) {
	seen := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n") {
		var e ipc.LogEntry
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.N != i+1 || !json.Valid(e.Data) {
			ts.Fatalf("line %d, error %v: %s", i+1, err, line)
		}
		seen[e.Kind] = true
	}
	for _, kind := range args[1:] {
		if !seen[kind] {
			ts.Fatalf("no %s among %v", kind, seen)
		}
	}
}

// svg FILE: it is a well-formed picture.
func svg(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(picture(ts.ReadFile(args[0])))
}

// mode PERM FILE: the file's permissions, octal.
func mode(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Lstat(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := "0" + strconv.FormatUint(uint64(info.Mode().Perm()), 8); got != args[0] {
		ts.Fatalf("%s has mode %s, want %s", args[1], got, args[0])
	}
}

// pixel is a picture: PNG, one by one.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
