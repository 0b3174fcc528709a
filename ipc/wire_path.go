package ipc

import (
	"syscall"

	"navd/daemon/fault"
)

// MaxSocketPath is the longest path of a socket, in bytes: 107 on Linux, 103 on macOS. The
// kernel's field has one byte more, for the end of the string.
const MaxSocketPath = len(syscall.RawSockaddrUnix{}.Path) - 1

// CheckSocketPath refuses a path that the kernel would cut or refuse.
func CheckSocketPath(path string) error {
	switch {
	case path == "":
		return fault.New(fault.Invalid, "the socket's path is empty").WithHint("set it with --socket or NAVD_SOCKET")
	case len(path) > MaxSocketPath:
		return fault.New(fault.Invalid, "the socket's path has %d bytes, at most %d are possible: %s", len(path), MaxSocketPath, path).
			WithHint("choose a shorter one with --socket or NAVD_SOCKET")
	}
	return nil
}
