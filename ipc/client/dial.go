package client

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
)

// NotRunningError is returned by [Dial] when no daemon listens at Path.
type NotRunningError struct {
	Path string
	Err  error // what the kernel said
}

// Error names the path.
func (e *NotRunningError) Error() string { return fmt.Sprintf("navd is not running at %s", e.Path) }

// Unwrap gives an unavailable fault with a hint.
func (e *NotRunningError) Unwrap() error {
	return &fault.Error{
		Kind: fault.Unavailable, Message: e.Error(), Err: e.Err,
		Hint: "start it with `navd run`",
	}
}

// dialTime is how long a daemon may take to accept.
const dialTime = 5 * time.Second

// Dial connects to the daemon that listens at path. The error is a [NotRunningError] when
// none does, Denied when this user may not use the socket, and Unavailable when the daemon
// does not accept in time.
func Dial(path string) (*Client, error) {
	if err := ipc.CheckSocketPath(path); err != nil {
		return nil, err
	}
	nc, err := net.DialTimeout("unix", path, dialTime)
	switch {
	case err == nil:
		return New(nc), nil
	case errors.Is(err, fs.ErrPermission):
		return nil, fault.New(fault.Denied, "the socket %s may not be used: %w", path, err).
			WithHint("run this as the user of the daemon, or as a member of its socket.group")
	case errors.Is(err, syscall.EAGAIN):
		return nil, fault.New(fault.Unavailable, "navd at %s has too many connections waiting: %w", path, err)
	}
	if info, statErr := os.Lstat(path); statErr == nil && info.Mode().Type() != fs.ModeSocket {
		return nil, fault.New(fault.Invalid, "%s is not a socket", path).WithHint("name the socket of navd: `navd config path` prints it")
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return nil, &NotRunningError{Path: path, Err: err}
	}
	return nil, fault.New(fault.Unavailable, "connect to %s: %w", path, err)
}
