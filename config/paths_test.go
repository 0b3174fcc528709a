package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
)

func TestDefaultPaths(t *testing.T) {
	root := config.Host{OS: "linux", Home: "/root", UID: 0, Dir: "/"}
	mac := config.Host{OS: "darwin", Home: "/Users/ann", UID: 501, Dir: "/"}
	xdg := []string{"XDG_DATA_HOME=/x/data", "XDG_CONFIG_HOME=/x/config", "XDG_RUNTIME_DIR=/run/user/1", "TMPDIR=/t"}
	type paths struct{ Data, Socket, File string }
	tests := []struct {
		name   string
		host   config.Host
		env    []string
		system bool
		want   paths
	}{
		{"linux", pilot(), nil, false, paths{"/home/pilot/.local/share/navd", "/tmp/navd-1000/navd.sock", "/home/pilot/.config/navd/navd.toml"}},
		{"linux XDG", pilot(), xdg, false, paths{"/x/data/navd", "/run/user/1/navd/navd.sock", "/x/config/navd/navd.toml"}},
		{"linux TMPDIR", pilot(), []string{"TMPDIR=/t/"}, false, paths{"/home/pilot/.local/share/navd", "/t/navd-1000/navd.sock", "/home/pilot/.config/navd/navd.toml"}},
		{"relative XDG is ignored", pilot(), []string{"XDG_DATA_HOME=d", "XDG_CONFIG_HOME=c", "XDG_RUNTIME_DIR=r", "TMPDIR=t"}, false, paths{"/home/pilot/.local/share/navd", "/tmp/navd-1000/navd.sock", "/home/pilot/.config/navd/navd.toml"}},
		{"empty XDG is not set", pilot(), []string{"XDG_DATA_HOME=", "XDG_RUNTIME_DIR="}, false, paths{"/home/pilot/.local/share/navd", "/tmp/navd-1000/navd.sock", "/home/pilot/.config/navd/navd.toml"}},
		{"linux root", root, nil, false, paths{"/root/.local/share/navd", "/tmp/navd-0/navd.sock", "/root/.config/navd/navd.toml"}},
		{"linux root XDG", root, xdg, false, paths{"/x/data/navd", "/run/user/1/navd/navd.sock", "/x/config/navd/navd.toml"}},
		{"linux system", root, xdg, true, paths{"/var/lib/navd", "/run/navd/navd.sock", "/etc/navd/navd.toml"}},
		{"linux system as a user", pilot(), nil, true, paths{"/var/lib/navd", "/run/navd/navd.sock", "/etc/navd/navd.toml"}},
		{"mac", mac, []string{"TMPDIR=/var/folders/ab/T/"}, false, paths{"/Users/ann/Library/Application Support/navd", "/var/folders/ab/T/navd-501/navd.sock", "/Users/ann/.config/navd/navd.toml"}},
		{"mac XDG", mac, xdg, false, paths{"/x/data/navd", "/run/user/1/navd/navd.sock", "/x/config/navd/navd.toml"}},
		{"mac system", mac, nil, true, paths{"/var/lib/navd", "/var/run/navd/navd.sock", "/etc/navd/navd.toml"}},
		{"no home", config.Host{OS: "linux", UID: 9, Dir: "/"}, nil, false, paths{"", "/tmp/navd-9/navd.sock", ""}},
		{"mac without home", config.Host{OS: "darwin", UID: 9, Dir: "/"}, nil, false, paths{"", "/tmp/navd-9/navd.sock", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := tt.host
			h.Env, h.System = tt.env, tt.system
			got := paths{config.DefaultDataDir(h), config.DefaultSocket(h), config.DefaultFile(h)}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("paths (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSocketLimit: a path of exactly the limit is taken, one byte more is not.
func TestSocketLimit(t *testing.T) {
	for goos, limit := range map[string]int{"linux": 107, "darwin": 103, "freebsd": 103} {
		host := pilot()
		host.OS = goos
		for length, ok := range map[int]bool{limit: true, limit + 1: false} {
			host.Env = []string{"NAVD_SOCKET=/" + strings.Repeat("s", length-1)}
			_, err := config.Load(config.Options{Host: host})
			if (err == nil) != ok {
				t.Errorf("%s, %d bytes: %v", goos, length, err)
			}
		}
		if got := config.SocketLimit(goos); got != limit {
			t.Errorf("SocketLimit(%s) = %d, want %d", goos, got, limit)
		}
	}
}
