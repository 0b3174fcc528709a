package daemon_test

import (
	"runtime"
	"testing"

	"navd/daemon"
)

func TestSpareThread(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	t.Setenv("GOMAXPROCS", "")
	runtime.SetDefaultGOMAXPROCS()
	cores := runtime.GOMAXPROCS(0)
	for range 2 {
		daemon.SpareThread()
		if got := runtime.GOMAXPROCS(0); got != cores+1 {
			t.Errorf("%d goroutines at a time on %d cores", got, cores)
		}
	}
	runtime.GOMAXPROCS(cores)
	t.Setenv("GOMAXPROCS", "7")
	daemon.SpareThread()
	if got := runtime.GOMAXPROCS(0); got != cores {
		t.Errorf("the environment said otherwise, and %d became %d", cores, got)
	}
}
