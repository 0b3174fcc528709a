package main

import (
	"bytes"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// damage FILE TEXT: a bit flips wherever a file has a text, for which of them is on a page
// that is still in use depends on how the writes fell together.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	mark := []byte(args[1])
	flipped := bytes.Clone(mark)
	flipped[1] ^= 1
	change(ts, args[0], func(raw []byte) bool {
		found := bytes.Contains(raw, mark)
		copy(raw, bytes.ReplaceAll(raw, mark, flipped))
		return found
	})
}

// newer FILE: a store says that a newer navd wrote it.
func newer(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args[0], func(raw []byte) bool {
		mark := []byte(`{"format":1,`)
		for n := 0; ; n++ {
			at := bytes.Index(raw, mark)
			if at < 0 {
				return n > 0
			}
			raw[at+len(mark)-2] = '7'
		}
	})
}

// change changes the bytes of a file, whose length stays.
func change(ts *testscript.TestScript, file string, do func(raw []byte) bool) {
	path := ts.MkAbs(file)
	raw, err := os.ReadFile(path)
	ts.Check(err)
	if !do(raw) {
		ts.Fatalf("%s has nothing to change", file)
	}
	ts.Check(os.WriteFile(path, raw, 0o600))
}
