package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestRunHasASpareThread holds that the daemon may run one goroutine more than
// there are cores, unless the environment says otherwise.
func TestRunHasASpareThread(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	t.Setenv("GOMAXPROCS", "")
	runtime.SetDefaultGOMAXPROCS()
	cores := runtime.GOMAXPROCS(0)
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
	if got := runtime.GOMAXPROCS(0); got != cores+1 {
		t.Errorf("%d goroutines at a time on %d cores", got, cores)
	}
}
