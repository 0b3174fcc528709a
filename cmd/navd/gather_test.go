package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/grounding"
)

// put writes files below a directory.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// load tells the chunks by the names of their files, and what was skipped.
func load(t *testing.T, dir string, room int) (chunks [][]string, skipped []string) {
	t.Helper()
	l, err := gather([]string{dir}, room)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range l.chunks {
		var names []string
		for _, f := range c {
			names = append(names, strings.TrimPrefix(f.Name, dir+"/"))
		}
		chunks = append(chunks, names)
	}
	for _, s := range l.skipped {
		skipped = append(skipped, strings.TrimPrefix(s.Name, dir+"/")+": "+s.Reason)
	}
	return chunks, skipped
}

func TestGather(t *testing.T) {
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "lesson %d\n", i)
		}
		return b.String()
	}
	t.Run("in the order of names", func(t *testing.T) {
		dir := t.TempDir()
		put(t, dir, map[string]string{"b.txt": "b", "a/z.TXT": "z", "c.json": `{"expr_info": {}}`, "a.txt": "a", ".x.txt": "x", ".git/y.txt": "y", "d.md": "d"})
		chunks, skipped := load(t, dir, 1<<20)
		if diff := cmp.Diff([][]string{{"a/z.TXT", "a.txt", "b.txt", "c.json"}}, chunks); diff != "" || skipped != nil {
			t.Errorf("%s, skipped %q", diff, skipped)
		}
	})
	t.Run("parted by bytes", func(t *testing.T) {
		dir := t.TempDir()
		long := strings.Repeat("x", 400)
		put(t, dir, map[string]string{"a.txt": long, "b.txt": long, "c.txt": strings.Repeat("x", 2000), "d.txt": long, "e.txt": strings.Repeat("\t", 990) + "x"})
		chunks, skipped := load(t, dir, 1100+2*len(dir))
		if diff := cmp.Diff([][]string{{"a.txt", "b.txt"}, {"d.txt"}}, chunks); diff != "" {
			t.Error(diff)
		}
		if len(skipped) != 2 || !strings.Contains(skipped[0], "c.txt: the file does not fit") || !strings.Contains(skipped[1], "e.txt: the file does not fit") {
			t.Errorf("skipped %q", skipped)
		}
	})
	t.Run("parted by lessons", func(t *testing.T) {
		dir := t.TempDir()
		put(t, dir, map[string]string{"a.txt": many(grounding.MaxLessons - 1), "b.txt": many(1), "c.txt": many(1), "d.txt": many(grounding.MaxLessons + 1)})
		chunks, skipped := load(t, dir, 16<<20)
		if diff := cmp.Diff([][]string{{"a.txt", "b.txt"}, {"c.txt"}}, chunks); diff != "" || len(skipped) != 1 {
			t.Errorf("%s, skipped %q", diff, skipped)
		}
	})
	t.Run("what is no file", func(t *testing.T) {
		dir := t.TempDir()
		put(t, dir, map[string]string{"real.txt": "x"})
		if err := syscall.Mkfifo(filepath.Join(dir, "pipe.txt"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("real.txt", filepath.Join(dir, "link.txt")); err != nil {
			t.Fatal(err)
		}
		chunks, skipped := load(t, dir, 1<<20)
		if diff := cmp.Diff([]string{"link.txt: this is not a regular file", "pipe.txt: this is not a regular file"}, skipped); diff != "" || len(chunks) != 1 {
			t.Errorf("%s, %q", diff, chunks)
		}
		l, err := gather([]string{filepath.Join(dir, "pipe.txt"), filepath.Join(dir, "link.txt")}, 1<<20)
		if err != nil || len(l.skipped) != 1 || len(l.chunks) != 1 {
			t.Errorf("by name: %+v, %v", l, err)
		}
	})
	t.Run("what is not there", func(t *testing.T) {
		if _, err := gather([]string{filepath.Join(t.TempDir(), "x")}, 1); !fault.Is(err, fault.NotFound) {
			t.Errorf("%v", err)
		}
	})
}
