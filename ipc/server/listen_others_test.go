package server_test

import (
	"os"
	"path/filepath"
	"testing"

	"navd/ipc/server"
)

// With Others the directory lets through and the socket takes anybody; who may
// call is then decided by the peer's credentials. Without, neither does.
func TestListenForOthers(t *testing.T) {
	for name, tc := range map[string]struct {
		opt         server.ListenOptions
		dir, socket os.FileMode
	}{
		"alone":  {server.ListenOptions{}, 0o700, 0o600},
		"others": {server.ListenOptions{Others: true}, 0o711, 0o666},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := os.MkdirTemp("", "navd")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(root)
			path := filepath.Join(root, "d", "s")
			ln, err := server.Listen(path, tc.opt)
			if err != nil {
				t.Fatal(err)
			}
			defer ln.Close()
			for at, want := range map[string]os.FileMode{filepath.Dir(path): tc.dir, path: tc.socket} {
				info, err := os.Stat(at)
				if err != nil || info.Mode().Perm() != want {
					t.Errorf("%s: mode %v, %v, want %v", at, info.Mode().Perm(), err, want)
				}
			}
		})
	}
}
