package server

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"navd/daemon/fault"
	"navd/ipc"
)

// ListenOptions say who may connect to a socket. The zero value allows only the daemon's
// user and root.
type ListenOptions struct {
	Group  *int       // the socket belongs to this gid and has mode 0660; nil: mode 0600
	Others bool       // the socket has mode 0666, and Options.Allow decides who may call
	Owner  func() int // user id that must own the directory; nil is os.Geteuid

	// Tell is called, by one goroutine, with an error when the socket is found to be
	// gone, and with nil when it is bound again. It may be nil.
	Tell func(error)
	Look <-chan time.Time // when to check whether the socket is gone; nil: every second
}

// Listen opens the socket at path; it never has a wider mode than it should. A missing
// directory is made with mode 0700 (0750 with a group, 0711 with Others). A directory that
// belongs to another user, or that others may write to, is Denied. A socket on which another
// daemon answers is a Conflict, a socket that nobody serves is replaced, and anything else at
// path is a Conflict and left alone.
//
// A socket that is removed while it is served is bound again, by the same rules. Open
// connections stay open.
func Listen(path string, opt ListenOptions) (net.Listener, error) {
	s := &socket{path: path, opt: opt, stop: make(chan struct{})}
	if err := s.bind(); err != nil {
		return nil, err
	}
	s.watching.Go(s.watch)
	return s, nil
}

// listenAt opens the socket at path.
func listenAt(path string, opt ListenOptions) (*net.UnixListener, error) {
	if err := ipc.CheckSocketPath(path); err != nil {
		return nil, err
	}
	if err := checkDir(filepath.Dir(path), opt); err != nil {
		return nil, err
	}
	unlock, err := lockDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := clearPath(path); err != nil {
		return nil, err
	}
	ln, err := listenWithMask(path)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, liveSocket(path)
	}
	if err != nil {
		return nil, fault.New(fault.Unavailable, "listen on %s: %w", path, err)
	}
	if err := letIn(path, opt); err != nil {
		ln.Close()
		return nil, err
	}
	ln.SetUnlinkOnClose(false) // by then the path may be another daemon's socket
	return ln, nil
}

// CheckListen says what [Listen] would refuse at path, and changes nothing: a path that is
// too long, a directory that is another user's or that others may write to, and a file that
// is not a socket. It accepts a missing directory, and does not dial a socket.
func CheckListen(path string, opt ListenOptions) error {
	if err := ipc.CheckSocketPath(path); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fault.New(fault.Denied, "directory of the socket: %w", err)
	}
	if err := judgeDir(dir, info, opt); err != nil {
		return err
	}
	if at, err := os.Lstat(path); err == nil && at.Mode().Type() != fs.ModeSocket {
		return noSocket(path)
	}
	return nil
}

// letIn widens the mode of the socket for those who may connect besides the daemon's user.
func letIn(path string, opt ListenOptions) error {
	if opt.Group != nil {
		if err := giveToGroup(path, *opt.Group); err != nil {
			return err
		}
	}
	if !opt.Others {
		return nil
	}
	if err := os.Chmod(path, 0o666); err != nil {
		return fault.New(fault.Denied, "open %s to the users of socket.allow_uids: %w", path, err)
	}
	return nil
}

// listenWithMask binds the socket under a umask. The umask holds for the whole process: files
// that other goroutines make at this moment may get a narrower mode, never a wider one.
func listenWithMask(path string) (*net.UnixListener, error) {
	before := unix.Umask(0o177)
	defer unix.Umask(before)
	return net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
}

// giveToGroup lets a group in: first it sets the group, then the mode.
func giveToGroup(path string, gid int) error {
	if err := os.Lchown(path, -1, gid); err != nil {
		return fault.New(fault.Denied, "give %s to group %d: %w", path, gid, err).
			WithHint("make the user of the daemon a member of socket.group, or name another group")
	}
	if err := os.Chmod(path, 0o660); err != nil {
		return fault.New(fault.Denied, "open %s to group %d: %w", path, gid, err)
	}
	return nil
}

// checkDir makes the socket's directory, or checks that nobody else can write to it.
func checkDir(dir string, opt ListenOptions) error {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return makeDir(dir, opt)
	}
	if err != nil {
		return fault.New(fault.Denied, "directory of the socket: %w", err)
	}
	return judgeDir(dir, info, opt)
}

// judgeDir says why the socket's directory is not safe; nil when it is.
func judgeDir(dir string, info fs.FileInfo, opt ListenOptions) error {
	owner := os.Geteuid
	if opt.Owner != nil {
		owner = opt.Owner
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fault.New(fault.Conflict, "%s is not a directory", dir).
			WithHint("move it away, or choose another --socket")
	case ok && int(stat.Uid) != owner():
		return fault.New(fault.Denied, "the socket's directory %s belongs to user %d, not to %d", dir, stat.Uid, owner()).
			WithHint("choose another --socket, or remove the directory")
	case info.Mode().Perm()&0o022 != 0:
		return fault.New(fault.Denied, "the socket's directory %s can be written by others (mode %04o)", dir, info.Mode().Perm()).
			WithHint("choose a --socket in a directory of your own")
	}
	return nil
}

// makeDir makes the socket's directory with mode 0700, or wider for a group or for others.
func makeDir(dir string, opt ListenOptions) error {
	err := os.MkdirAll(dir, 0o700)
	if err == nil && opt.Group != nil {
		err = errors.Join(os.Chown(dir, -1, *opt.Group), os.Chmod(dir, 0o750))
	}
	if err == nil && opt.Others {
		err = os.Chmod(dir, 0o711)
	}
	if err != nil {
		return fault.New(fault.Denied, "make the socket's directory: %w", err)
	}
	return nil
}

// lockDir keeps two daemons that start at the same time from removing each other's socket.
func lockDir(dir string) (unlock func() error, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, fault.New(fault.Denied, "directory of the socket: %w", err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		f.Close()
		return nil, fault.New(fault.Unavailable, "lock %s: %w", dir, err)
	}
	return f.Close, nil
}

// probeTime is how long a dial may take that finds out whether a daemon serves a socket.
const probeTime = 2 * time.Second

// clearPath removes a socket that nobody serves: it dials it first.
func clearPath(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fault.New(fault.Denied, "socket: %w", err)
	}
	if info.Mode().Type() != fs.ModeSocket {
		return noSocket(path)
	}
	nc, err := net.DialTimeout("unix", path, probeTime)
	if err == nil {
		nc.Close()
		return liveSocket(path)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return fault.New(fault.Conflict, "cannot tell whether a daemon serves %s: %w", path, err).WithHint("choose another --socket, or remove this one if no daemon uses it")
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.Denied, "remove the stale socket: %w", err)
	}
	return nil
}

func noSocket(path string) *fault.Error {
	return fault.New(fault.Conflict, "%s is not a socket", path).
		WithHint("move it away, or choose another --socket")
}

func liveSocket(path string) *fault.Error {
	return fault.New(fault.Conflict, "another daemon listens on %s", path).
		WithHint("stop it, or choose another --socket")
}
