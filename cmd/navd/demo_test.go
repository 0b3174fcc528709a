package main

import (
	"context"
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

// stopper ends a context as soon as something is printed.
type stopper struct{ stop context.CancelFunc }

func (s stopper) Write(p []byte) (int, error) {
	s.stop()
	return len(p), nil
}

// TestDemoStopped stops a demo with ctrl-C: a directory of its own is gone, one that was named
// stays and is said.
func TestDemoStopped(t *testing.T) {
	temp, named := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	for says, args := range map[string][]string{
		"nothing of it is left":        {"demo"},
		"what it wrote is in " + named: {"demo", "--dir", named},
	} {
		ctx, stop := context.WithCancel(t.Context())
		var why strings.Builder
		code := (&app{out: stopper{stop}, err: &why}).run(ctx, args)
		if code != 7 || !strings.Contains(why.String(), "the demo was stopped before its end; "+says) {
			t.Errorf("%v: exit code %d, %s", args, code, why.String())
		}
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if left, _ := os.ReadDir(named); len(left) == 0 {
		t.Error("what was written is gone")
	}
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
