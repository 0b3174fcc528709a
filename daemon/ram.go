package daemon

import (
	"os"
	"runtime/debug"
)

// ramTarget is the size of the process, in bytes, that Go's garbage collector tries to
// stay below.
const ramTarget = 384 << 20

// SaveRAM has the process collect garbage more often before it grows beyond ramTarget. A
// process calls it before it serves a [Daemon]; GOMEMLIMIT in the environment has
// precedence.
func SaveRAM() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(ramTarget)
	}
}
