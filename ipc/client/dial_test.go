package client_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/ipc/client"
)

func socketPath(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "navd")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

func TestDialSaysWhatIsWrong(t *testing.T) {
	path := socketPath(t)
	at := func(name string) string { return filepath.Join(filepath.Dir(path), name) }
	if err := os.WriteFile(at("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	stale, err := net.Listen("unix", at("stale"))
	if err != nil {
		t.Fatal(err)
	}
	stale.(*net.UnixListener).SetUnlinkOnClose(false)
	stale.Close()

	for name, test := range map[string]struct {
		path    string
		running bool
		kind    fault.Kind
		says    string
	}{
		"nothing there": {path, false, fault.Unavailable, "navd is not running at " + path},
		"stale socket":  {at("stale"), false, fault.Unavailable, "navd is not running at " + at("stale")},
		"file":          {at("file"), true, fault.Invalid, at("file") + " is not a socket"},
		"long path":     {at(strings.Repeat("x", 200)), true, fault.Invalid, "bytes, at most"},
		"file above":    {at("file/s"), true, fault.Unavailable, "connect to"},
	} {
		_, err := client.Dial(test.path)
		var down *client.NotRunningError
		if errors.As(err, &down) == test.running || !fault.Is(err, test.kind) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %T %v", name, err, err)
		}
		if !test.running && (down.Path != test.path || fault.As(err).Hint != "start it with `navd run`") {
			t.Errorf("%s: path %s, hint %s", name, down.Path, fault.As(err).Hint)
		}
	}
}

func TestDialWithoutPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may use every socket")
	}
	path := socketPath(t)
	ln, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Dial(path); !fault.Is(err, fault.Denied) || fault.As(err).Hint == "" {
		t.Errorf("%v, want denied with a hint", err)
	}
}
