package main

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
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
	out := command(t, 0, "demo", "--dir", dir)
	for _, name := range []string{"navd.db", "navd.log", "episode.jsonl", "house.json", "map.svg"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || (info.Size() == 0 && name != "navd.log") {
			t.Errorf("%s is missing or empty: %v", name, err)
		}
	}
	svg := drawn(t, filepath.Join(dir, "map.svg"))
	if runtime.GOARCH != "amd64" {
		t.Skip("golden files hold the last digits of amd64")
	}
	got := steady(out, dir)
	golden(t, "demo.golden", []byte(got))
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

// drawn reads a file, which must be a picture.
func drawn(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = picture(string(text))
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return text
}

// picture says why a text is no well-formed SVG.
func picture(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for root := true; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && !root {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok && root {
			if root = false; e.Name.Local != "svg" {
				return fmt.Errorf("the root is <%s>", e.Name.Local)
			}
		}
	}
}
