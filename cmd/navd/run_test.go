package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
)

// TestRunSetsUpGo holds that `navd run` calls [daemon.SpareThread] and
// [daemon.SaveRAM].
func TestRunSetsUpGo(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	t.Setenv("GOMAXPROCS", "")
	t.Setenv("GOMEMLIMIT", "")
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	dir, err := os.MkdirTemp("/tmp", "navd") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx, stop := context.WithCancel(t.Context())
	stop() // it stops as soon as it serves
	said, err := os.Create(filepath.Join(dir, "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	a := &app{out: said, err: said}
	root := a.root()
	root.SetArgs([]string{"run", "--data-dir", filepath.Join(dir, "data"), "--socket", filepath.Join(dir, "s")})
	if err := root.ExecuteContext(ctx); err != nil {
		t.Fatal(err)
	}
	if runtime.GOMAXPROCS(0) == 1 {
		t.Error("as many goroutines at a time as before")
	}
	if limit := debug.SetMemoryLimit(-1); limit > 400<<20 {
		t.Errorf("garbage may grow to %d bytes", limit)
	}
}
