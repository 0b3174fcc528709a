package server_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/server"
)

// listen opens a socket and closes it with the test.
func listen(t *testing.T, path string, opt server.ListenOptions) error {
	t.Helper()
	ln, err := server.Listen(path, opt)
	if err == nil {
		t.Cleanup(func() { ln.Close() })
	}
	return err
}

func mode(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().String()
}

func TestListenModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	group := os.Getegid()
	for name, test := range map[string]struct {
		opt         server.ListenOptions
		dir, socket string
	}{
		"own":   {server.ListenOptions{}, "drwx------", "Srw-------"},
		"group": {server.ListenOptions{Group: &group}, "drwxr-x---", "Srw-rw----"},
	} {
		dir := filepath.Join(filepath.Dir(socketPath(t)), "new", "dir")
		path := filepath.Join(dir, "s")
		if err := listen(t, path, test.opt); err != nil {
			t.Fatal(err)
		}
		if got := mode(t, dir); got != test.dir {
			t.Errorf("%s: directory %s, want %s", name, got, test.dir)
		}
		if got := mode(t, path); got != test.socket {
			t.Errorf("%s: socket %s, want %s", name, got, test.socket)
		}
	}
	if mask := syscall.Umask(0); mask != 0 {
		t.Errorf("umask %o is left", mask)
	}
}

func TestListenRefuses(t *testing.T) {
	dir := filepath.Dir(socketPath(t))
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(at("file"), []byte("keep"), 0o600))
	must(os.Mkdir(at("directory"), 0o700))
	must(os.Symlink(at("file"), at("link")))
	must(syscall.Mkfifo(at("pipe"), 0o600))
	must(listen(t, at("live"), server.ListenOptions{}))
	must(os.Mkdir(at("open"), 0o700))
	must(os.Chmod(at("open"), 0o770))
	stranger := server.ListenOptions{Owner: func() int { return os.Geteuid() + 1 }}

	for name, test := range map[string]struct {
		path string
		opt  server.ListenOptions
		kind fault.Kind
		says string
	}{
		"file":               {at("file"), server.ListenOptions{}, fault.Conflict, at("file") + " is not a socket"},
		"directory":          {at("directory"), server.ListenOptions{}, fault.Conflict, "is not a socket"},
		"link":               {at("link"), server.ListenOptions{}, fault.Conflict, "is not a socket"},
		"pipe":               {at("pipe"), server.ListenOptions{}, fault.Conflict, "is not a socket"},
		"live socket":        {at("live"), server.ListenOptions{}, fault.Conflict, "another daemon listens on " + at("live")},
		"open directory":     {at("open/s"), server.ListenOptions{}, fault.Denied, "mode 0770"},
		"foreign directory":  {at("s"), stranger, fault.Denied, "belongs to user"},
		"file for directory": {at("file/s"), server.ListenOptions{}, fault.Conflict, at("file") + " is not a directory"},
		"file above":         {at("file/d/s"), server.ListenOptions{}, fault.Denied, "directory"},
		"long path":          {at(strings.Repeat("x", 108)), server.ListenOptions{}, fault.Invalid, fmt.Sprintf("at most %d are possible", ipc.MaxSocketPath)},
		"no path":            {"", server.ListenOptions{}, fault.Invalid, "path is empty"},
	} {
		err := listen(t, test.path, test.opt)
		if !fault.Is(err, test.kind) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %s saying %q", name, err, test.kind, test.says)
		}
		if hint := fault.As(err).Hint; hint == "" && test.kind != fault.Denied && test.path != "" {
			t.Errorf("%s: no hint", name)
		}
		if name == "live socket" { // who serves it is not asked
			err = nil
		}
		if checked := server.CheckListen(test.path, test.opt); fmt.Sprint(checked) != fmt.Sprint(err) {
			t.Errorf("%s: the check says %v, want %v", name, checked, err)
		}
	}
	for name, want := range map[string]string{
		"file": "-rw-------", "directory": "drwx------", "pipe": "prw-------", "live": "Srw-------",
	} {
		if got := mode(t, at(name)); got != want {
			t.Errorf("%s is %s now, was %s", name, got, want)
		}
	}
}

// TestCheckListen makes nothing, unlike Listen.
func TestCheckListen(t *testing.T) {
	dir := filepath.Join(filepath.Dir(socketPath(t)), "new")
	if err := server.CheckListen(filepath.Join(dir, "s"), server.ListenOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); !os.IsNotExist(err) {
		t.Errorf("the directory: %v", err)
	}
}

func TestListenOnStaleSocket(t *testing.T) {
	path := socketPath(t)
	ln, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	ln.(*net.UnixListener).SetUnlinkOnClose(false)
	ln.Close()
	if !strings.HasPrefix(mode(t, path), "S") {
		t.Fatal("no stale socket")
	}
	if err := listen(t, path, server.ListenOptions{}); err != nil {
		t.Fatal(err)
	}
	nc, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
}

// TestListenAtOnce starts many daemons over one stale socket: one wins, and its
// socket is the one that stays.
func TestListenAtOnce(t *testing.T) {
	path := socketPath(t)
	stale, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	stale.(*net.UnixListener).SetUnlinkOnClose(false)
	stale.Close()

	var mu sync.Mutex
	var won []net.Listener
	var daemons sync.WaitGroup
	for range 16 {
		daemons.Go(func() {
			ln, err := server.Listen(path, server.ListenOptions{})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won = append(won, ln)
			} else if !fault.Is(err, fault.Conflict) {
				t.Error(err)
			}
		})
	}
	daemons.Wait()
	for _, ln := range won {
		defer ln.Close()
	}
	if len(won) != 1 {
		t.Fatalf("%d daemons listen", len(won))
	}
	nc, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
}

func TestListenForAForeignGroup(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may give files to any group")
	}
	group := 0
	if err := listen(t, socketPath(t), server.ListenOptions{Group: &group}); !fault.Is(err, fault.Denied) {
		t.Errorf("%v, want denied", err)
	}
}

func TestListenSocketIsGoneAfterClose(t *testing.T) {
	path := socketPath(t)
	ln, err := server.Listen(path, server.ListenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ln.Close()
	if _, err := os.Lstat(path); err == nil || !os.IsNotExist(err) {
		t.Errorf("the socket is left: %v", err)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		t.Error(err)
	}
	if ipc.MaxSocketPath != 107 && ipc.MaxSocketPath != 103 {
		t.Errorf("MaxSocketPath %d", ipc.MaxSocketPath)
	}
}
