package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// reports CODE PROGRAM ARGS…: the program prints what it found and ends with
// this exit code, unlike one that failed itself.
func (w *workers) reports(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: reports CODE PROGRAM ARGS...")
	}
	if _, out, _ := w.ends(ts, args); out == "" {
		ts.Fatalf("nothing was reported")
	}
}

// navsim: build the simulator, once for all scripts, and put it into PATH. go
// run keeps what it links in the build cache, where go build links anew each
// time.
func navsim(t *testing.T) func(*testscript.TestScript, bool, []string) {
	dir := t.TempDir()
	build := sync.OnceValues(func() ([]byte, error) {
		return exec.Command("go", "run", "-exec", "cp", "navd/cmd/navsim", filepath.Join(dir, "navsim")).CombinedOutput()
	})
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) > 0 {
			ts.Fatalf("usage: navsim")
		}
		if out, err := build(); err != nil {
			ts.Fatalf("build navsim: %v\n%s", err, out)
		}
		ts.Setenv("PATH", dir+string(filepath.ListSeparator)+ts.Getenv("PATH"))
	}
}

// take VAR FILE REGEXP: wait until a file that a program writes matches, and put
// the first group into a variable.
func take(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: take VAR FILE REGEXP")
	}
	ts.Setenv(args[0], said(ts, args[1], args[2])[1])
}

// timeless FILE: take times and the ids that come from them out of JSON lines.
func timeless(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: timeless FILE")
	}
	var out bytes.Buffer
	in := json.NewDecoder(bytes.NewReader([]byte(ts.ReadFile(args[0]))))
	lines := 0
	for ; ; lines++ {
		var v any
		err := in.Decode(&v)
		if err == io.EOF {
			break
		}
		ts.Check(err)
		ts.Check(json.NewEncoder(&out).Encode(withoutTimes(v)))
	}
	if lines == 0 {
		ts.Fatalf("%s has no lines", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out.Bytes(), 0o600))
}

// withoutTimes removes what the clock decides, at any depth.
func withoutTimes(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range []string{"time", "episode", "plan"} {
			delete(v, name)
		}
		for name := range v {
			v[name] = withoutTimes(v[name])
		}
	case []any:
		for i := range v {
			v[i] = withoutTimes(v[i])
		}
	}
	return v
}
