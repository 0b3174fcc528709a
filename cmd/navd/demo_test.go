package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files, and the demo's output in the README")

const readme = "../../README.md"

// TestDemo runs the demo whole: daemon, socket, robot, store. Its output is a
// golden file that the README shows, and its map is the README's picture.
func TestDemo(t *testing.T) {
	dir := t.TempDir()
	var out, complaints bytes.Buffer
	a := &app{out: &out, err: &complaints}
	root := a.root()
	root.SetArgs([]string{"demo", "--dir", dir})
	if code := a.exit(root.ExecuteContext(t.Context())); code != 0 {
		t.Fatalf("exit code %d: %s", code, &complaints)
	}
	for _, name := range []string{"navd.db", "navd.log", "episode.jsonl", "house.json", "map.svg"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || (info.Size() == 0 && name != "navd.log") {
			t.Errorf("%s is missing or empty: %v", name, err)
		}
	}
	wellFormed(t, filepath.Join(dir, "map.svg"))
	if runtime.GOARCH != "amd64" {
		t.Skip("golden files hold the last digits of amd64")
	}
	got := steady(out.String(), dir)
	golden(t, "demo.golden", []byte(got))
	svg, err := os.ReadFile(filepath.Join(dir, "map.svg"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "demo.svg", svg)
	showsOutput(t, "demo", got)
}

// steady replaces what differs from run to run.
func steady(out, dir string) string {
	out = strings.ReplaceAll(out, dir, "/tmp/navd-demo")
	out = regexp.MustCompile(`after \d+ ms`).ReplaceAllString(out, "after 2 ms")
	return regexp.MustCompile(`p50 [\d.]+ ms, p99 [\d.]+ ms`).ReplaceAllString(out, "p50 0.35 ms, p99 0.89 ms")
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (rewrite it with -update), -want +got:\n%s", name, diff)
	}
}

// showsOutput holds a block of the README to what navd really prints.
func showsOutput(t *testing.T, block, out string) {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+block+" -->\n```\n", "```\n<!-- /"+block+" -->"
	head, rest, ok := strings.Cut(string(text), begin)
	shown, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no block %s", block)
	}
	if *update && shown != out {
		if err := os.WriteFile(readme, []byte(head+begin+out+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		shown = out
	}
	if diff := cmp.Diff(out, shown); diff != "" {
		t.Errorf("README.md shows other output (rewrite it with -update), -real +shown:\n%s", diff)
	}
}

func wellFormed(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for d := xml.NewDecoder(f); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s is no well-formed XML: %v", path, err)
		}
	}
}
