package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// errs notes what a test would be told.
type errs struct {
	testing.TB
	text string
}

func (e *errs) Errorf(format string, _ ...any) { e.text = format }

// TestFileAndBlock: what differs is an error, and -update writes it.
func TestFileAndBlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	ends := [2]string{"<", ">"}
	for _, tt := range []struct {
		name   string
		update bool
		do     func(testing.TB)
		want   string // the file after it
		fails  bool
	}{
		{"the same file", false, func(t testing.TB) { File(t, path, "a<b>c") }, "a<b>c", false},
		{"another file", false, func(t testing.TB) { File(t, path, "x") }, "a<b>c", true},
		{"the same block", false, func(t testing.TB) { Block(t, path, ends, "b") }, "a<b>c", false},
		{"another block", false, func(t testing.TB) { Block(t, path, ends, "x") }, "a<b>c", true},
		{"a block is written", true, func(t testing.TB) { Block(t, path, ends, "x") }, "a<x>c", false},
		{"a file is written", true, func(t testing.TB) { File(t, path, "x") }, "x", false},
	} {
		if err := os.WriteFile(path, []byte("a<b>c"), 0o600); err != nil {
			t.Fatal(err)
		}
		before := *update
		*update = tt.update
		e := &errs{TB: t}
		tt.do(e)
		*update = before
		if got := read(t, path); got != tt.want || (e.text != "") != tt.fails || tt.fails && !strings.Contains(e.text, "-update") {
			t.Errorf("%s: the file is %q, the error %q", tt.name, got, e.text)
		}
	}
}
