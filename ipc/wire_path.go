package ipc

import (
	"syscall"

	"navd/daemon/fault"
)

// MaxSocketPath is how many bytes a socket's path may have: 107 on Linux, 103
// on macOS. One byte of the kernel's field ends it.
const MaxSocketPath = len(syscall.RawSockaddrUnix{}.Path) - 1

// CheckSocketPath refuses a path that the kernel would cut or refuse.
func CheckSocketPath(path string) error {
	switch {
	case path == "":
		return fault.New(fault.Invalid, "no path for the socket")
	case len(path) > MaxSocketPath:
		return fault.New(fault.Invalid, "the socket's path has %d bytes, at most %d are possible: %s", len(path), MaxSocketPath, path).
			WithHint("choose a shorter one with --socket or NAVD_SOCKET")
	}
	return nil
}
