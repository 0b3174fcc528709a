package daemon

import (
	"os"
	"runtime"
)

// SpareThread lets the process run one goroutine more at a time than it has
// cores. With durable commits under load one goroutine is inside fdatasync most of
// the time. It needs no core there, but Go's scheduler gives its place to another
// only after some 20 to 100 µs, and a sync may take no longer than that. A process
// calls SpareThread before it serves a [Daemon]; GOMAXPROCS in the environment has
// precedence. From then on Go does not follow changes of the process's share of the
// cores.
func SpareThread() {
	if os.Getenv("GOMAXPROCS") != "" {
		return
	}
	runtime.SetDefaultGOMAXPROCS() // so that a second call adds none
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
}
