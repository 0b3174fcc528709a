package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"navd/cmd/golden"
)

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
	golden.File(t, "testdata/demo.golden", got)
	golden.File(t, "testdata/demo.svg", string(svg))
	showsOutput(t, "demo", got)
	golden.Block(t, readme, [2]string{"<!-- result -->\n", "<!-- /result -->"}, result(got))
}

// result is what README's first screen shows of the demo: whether it found the goal,
// how well, and what a step cost.
func result(out string) (lines string) {
	for line := range strings.Lines(out) {
		for _, begins := range []string{"Found the", "success ", "steps: "} {
			if line := strings.TrimSpace(line); strings.HasPrefix(line, begins) {
				lines += "    " + line + "\n"
			}
		}
	}
	return lines
}

// steady replaces what differs from run to run.
func steady(out, dir string) string {
	out = strings.ReplaceAll(out, dir, "/tmp/navd-demo")
	out = regexp.MustCompile(`after \d+ ms`).ReplaceAllString(out, "after 2 ms")
	return regexp.MustCompile(`half answered within \S+ ms, 99 of 100 within \S+ ms`).ReplaceAllString(out, "half answered within 0.35 ms, 99 of 100 within 0.89 ms")
}

// showsOutput holds a block of the README to what navd really prints.
func showsOutput(t *testing.T, block, out string) {
	t.Helper()
	golden.Block(t, readme, [2]string{"<!-- " + block + " -->\n```\n", "```\n<!-- /" + block + " -->"}, out)
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
