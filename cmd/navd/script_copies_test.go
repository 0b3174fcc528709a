package main

import (
	"bytes"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// damage FILE TEXT: a bit flips in the last place where a file has a text.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args[0], func(raw []byte) bool {
		at := bytes.LastIndex(raw, []byte(args[1]))
		if at >= 0 {
			raw[at+1] ^= 1
		}
		return at >= 0
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
