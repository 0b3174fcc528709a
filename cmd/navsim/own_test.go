package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"navd/daemon/fault"
)

// own is where the real navd is built, once for all tests.
var own string

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // dozens of small daemons: the collector took a tenth of the time
	dir, err := os.MkdirTemp("", "navsim-test")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	own = filepath.Join(dir, "navd")
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// built gives the real navd.
func built(t *testing.T) (binary string) {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return own
}

// build makes the real navd when it is first asked for. go run keeps what it
// links in the build cache, where go build links anew each time.
var build = sync.OnceValue(func() error {
	if out, err := exec.Command("go", "run", "-exec", "cp", "navd/cmd/navd", own).CombinedOutput(); err != nil {
		return fmt.Errorf("build navd: %w\n%s", err, out)
	}
	return nil
})

// script makes a program that stands for navd.
func script(t *testing.T, text string) (path string) {
	t.Helper()
	path = write(t, t.TempDir(), "navd", "#!/bin/sh\n"+text+"\n")
	if err := os.Chmod(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// nothingLeft wants no directory of ours in dir.
func nothingLeft(t *testing.T, dir string) {
	t.Helper()
	if left, err := filepath.Glob(filepath.Join(dir, "navsim-*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestOwnNavd lets the real navd come and go.
func TestOwnNavd(t *testing.T) {
	if testing.Short() {
		t.Skip("the navd that it starts is another process")
	}
	binary, dir := built(t), lonely(t)
	t.Setenv("TMPDIR", dir)
	quick := []string{"eval", "--generate", "1", "--seed", "18", "--sets", "plain", "--profile", "clean", "--arm", "context"}

	t.Run("in a directory that is removed", func(t *testing.T) {
		stdout := succeeds(t, "teach", "--navd", binary, "--generate", "1", "--seed", "18", "--targets", "1", "--repetitions", "2", "--profile", "std", "--arm", "silent", "--arm", "denies")
		matches(t, stdout, `^all set, std: 1 course in 1 house, 2 searches each\n`)
		nothingLeft(t, dir)
	})
	t.Run("found on PATH with data kept", func(t *testing.T) {
		t.Setenv("PATH", filepath.Dir(binary)+":"+os.Getenv("PATH"))
		data := filepath.Join(t.TempDir(), "data")
		code, stdout, stderr := command(t, append(quick, "--data-dir", data, "--run", "kept", "--arm", "recent5")...)
		want := "the records are kept:\n  navd run --data-dir " + data + "\n  navd report --run kept/plain/clean/context --run kept/plain/clean/recent5\n"
		if code != 0 || stderr != want || !strings.HasPrefix(stdout, "plain set, clean: 1 house, 1 episode an arm\n") {
			t.Errorf("exit code %d, stderr %q, want %q: %s", code, stderr, want, stdout)
		}
		nothingLeft(t, dir)
		d := started(t, launch{dataDir: data, ready: readyTime, stop: stopTime})
		if es := runOf(t, dialed(t, d.socket), "kept/plain/clean/context"); len(es) != 1 {
			t.Errorf("kept: %+v", es)
		}
		if err := d.stop(); err != nil {
			t.Error(err)
		}
		nothingLeft(t, dir)
	})
	t.Run("stopped when the evaluation fails", func(t *testing.T) {
		code, _, stderr := command(t, append(quick, "--navd", binary, "--arm", "odd=config.planner_chain=[nobody]")...)
		if code != 2 || !strings.Contains(stderr, "nobody") {
			t.Errorf("exit code %d: %s", code, stderr)
		}
		nothingLeft(t, dir)
	})
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		mark := filepath.Join(t.TempDir(), "mark")
		go func() {
			for ; ctx.Err() == nil; time.Sleep(time.Millisecond) {
				if _, err := os.Stat(mark); err == nil {
					cancel()
				}
			}
		}()
		marking := script(t, "touch '"+mark+"'\nexec '"+binary+`' "$@"`)
		code, stdout, stderr := commandIn(ctx, "eval", "--navd", marking, "--generate", "1", "--seed", "18", "--sets", "deadlock", "--starts", "20")
		if code != 7 || stdout != "" || !regexp.MustCompile(`^navsim: interrupted after \d+ of 480 episodes\n$`).MatchString(stderr) {
			t.Errorf("exit code %d: %s%s", code, stdout, stderr)
		}
		nothingLeft(t, dir)
	})
	t.Run("ended by another", func(t *testing.T) {
		d := started(t, launch{binary: binary, ready: readyTime, stop: stopTime})
		if err := d.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-d.over
		if err := d.stop(); err == nil || !strings.HasPrefix(err.Error(), "navd ended with signal: killed") {
			t.Error(err)
		}
		nothingLeft(t, dir)
	})
	t.Run("ended badly", func(t *testing.T) {
		bad := script(t, "trap 'exit 4' TERM\n'"+binary+`' "$@" &`+"\nwhile :; do wait; done")
		code, stdout, stderr := command(t, append(quick, "--navd", bad)...)
		if code != 7 || !strings.Contains(stdout, "plain set, clean") || !strings.HasPrefix(stderr, "navsim: navd ended with exit status 4") {
			t.Errorf("exit code %d: %s%s", code, stdout, stderr)
		}
		nothingLeft(t, dir)
	})
	t.Run("deaf", func(t *testing.T) {
		deaf := script(t, "trap '' TERM\n'"+binary+`' "$@" &`+"\nwhile :; do wait; done")
		data := t.TempDir()
		d := started(t, launch{binary: deaf, dataDir: data, ready: readyTime, stop: 50 * time.Millisecond})
		if err := d.stop(); err == nil || !strings.HasPrefix(err.Error(), "navd did not end within 50ms and was killed") {
			t.Error(err)
		}
		d = started(t, launch{binary: binary, dataDir: data, ready: readyTime, stop: stopTime}) // nobody holds the data
		if err := d.stop(); err != nil {
			t.Error(err)
		}
		nothingLeft(t, dir)
	})
}

// started starts a navd of our own.
func started(t *testing.T, l launch) *ownNavd {
	t.Helper()
	d, err := l.start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestOwnNavdFails says why a navd does not come.
func TestOwnNavdFails(t *testing.T) {
	dir := lonely(t)
	t.Setenv("TMPDIR", dir)
	for _, test := range []struct {
		name, program string
		want          string // pattern of the error
	}{
		{"it ends at once", `i=0; while [ $i -lt 900 ]; do i=$((i+1)); echo "line $i" >&2; done; exit 3`,
			`^navd ended with exit status 3; it said:\nline 896\nline 897\nline 898\nline 899\nline 900$`},
		{"it ends without a word", `exit 0`, `^navd ended without an error$`},
		{"it never answers", `echo 'still reading' >&2; exec sleep 60`, `^navd does not answer after 300ms; it said:\nstill reading$`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := launch{binary: script(t, test.program), ready: 300 * time.Millisecond, stop: stopTime}.start(t.Context())
			if !fault.Is(err, fault.Unavailable) || !regexp.MustCompile(test.want).MatchString(err.Error()) {
				t.Errorf("%v, want %s", err, test.want)
			}
			nothingLeft(t, dir)
		})
	}
}

// TestNoNavd says what to do when there is none to start.
func TestNoNavd(t *testing.T) {
	t.Setenv("PATH", lonely(t))
	code, stdout, stderr := command(t, "eval", "--generate", "1")
	if code != 7 || stdout != "" || !regexp.MustCompile("^navsim: there is no navd beside navsim nor on PATH: .*\n +hint: `go install ./cmd/...`.* --navd, .* --socket").MatchString(stderr) {
		t.Errorf("exit code %d, stdout %q: %s", code, stdout, stderr)
	}
}
