package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"navd/config"
)

// TestReadmePython runs the README's Python program against a live daemon.
func TestReadmePython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	socket := hosted(t, config.Default())
	cmd := exec.CommandContext(t.Context(), python, "-", socket)
	cmd.Stdin = strings.NewReader(readmeCode(t, "python", 2))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"view 3", "'turn_right'", "corridor", "SPL 0.8"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the program printed no %q:\n%s", want, out)
		}
	}
}

// TestReadmeFinds asks the memory that the demo leaves, by README's first program.
func TestReadmeFinds(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	cfg := config.Default()
	dir := t.TempDir()
	command(t, 0, "demo", "--dir", dir)
	command(t, 0, "client", "python", "--out", filepath.Join(dir, "navd_client.py"))
	socket := hostedIn(t, cfg, dir)
	command(t, 0, "feedback", "--socket", socket, "there is no sofa in the kitchen") // which is found too
	for i, want := range []string{"sofa in the living room seen at step ", ""} {     // the second begins in a house
		cmd := exec.CommandContext(t.Context(), python, "-")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "NAVD_SOCKET="+socket, "PYTHONPATH="+dir)
		cmd.Stdin = strings.NewReader(readmeCode(t, "python", i))
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(strings.ToLower(string(out)), want) {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// readmeCode gives one of README's programs in a language, by its number from 0.
func readmeCode(t *testing.T, language string, n int) string {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	programs := strings.Split(string(text), "```"+language+"\n")[1:]
	if n >= len(programs) {
		t.Fatalf("README.md has %d programs in %s", len(programs), language)
	}
	code, _, _ := strings.Cut(programs[n], "```")
	return code
}

// readmeLines FILE TEXT: the README's commands among which TEXT stands, a block
// that is indented, go to a file.
func readmeLines(text []byte) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 {
			ts.Fatalf("usage: readme FILE TEXT")
		}
		for block := range strings.SplitSeq(string(text), "\n\n") {
			if strings.HasPrefix(block, "    ") && strings.Contains(block, args[1]) {
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(block, "    ", "")+"\n"), 0o600))
				return
			}
		}
		ts.Fatalf("README.md has no commands with %q", args[1])
	}
}

// TestReadmeConfiguration loads what README says to write into navd.toml.
func TestReadmeConfiguration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "navd.toml")
	if err := os.WriteFile(path, []byte(readmeCode(t, "toml", 0)), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := config.Load(config.Options{File: path})
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Config.Planner.Chain; !slices.Equal(got, []string{"vertex", "local"}) || l.Config.Models.Vertex.Project == "" {
		t.Errorf("chain %q, %+v", got, l.Config.Models.Vertex)
	}
}
