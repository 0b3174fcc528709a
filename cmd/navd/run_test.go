package main

import (
	"context"
	"io"
	"math"
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
	h := newHome(t)
	ctx, stop := context.WithCancel(t.Context())
	stop() // it stops as soon as it serves
	if code := (&app{out: io.Discard, err: t.Output()}).run(ctx, []string{"run", "--data-dir", filepath.Join(h.dir, "data"), "--socket", h.socket}); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	if runtime.GOMAXPROCS(0) == 1 {
		t.Error("as many goroutines at a time as before")
	}
	if limit := debug.SetMemoryLimit(-1); limit > 400<<20 {
		t.Errorf("garbage may grow to %d bytes", limit)
	}
}
