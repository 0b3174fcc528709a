package daemon

import (
	"os"
	"runtime/debug"
)

// ramTarget is the size, in bytes, from which on Go collects garbage as often as
// it takes to stay below it.
const ramTarget = 384 << 20

// SaveRAM lets the process collect garbage more often before it grows beyond 384
// MiB. A process calls it before it serves a [Daemon]; GOMEMLIMIT in the environment
// has precedence.
func SaveRAM() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(ramTarget)
	}
}
