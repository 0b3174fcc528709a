package daemon

import (
	"os"
	"runtime"
)

// SpareThread lets the process run one goroutine more at a time than it has
// cores. With durable commits one is inside fdatasync most of the time under
// load, where it needs no core, and Go's scheduler gives its place to another
// only after some 20 to 100 µs, which is as long as a sync may take. A process
// calls it before it serves a [Daemon]; GOMAXPROCS in the environment counts
// more. From then on Go does not follow changes of the process's share of the
// cores any more.
func SpareThread() {
	if os.Getenv("GOMAXPROCS") != "" {
		return
	}
	runtime.SetDefaultGOMAXPROCS() // so that a second call adds none
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
}
