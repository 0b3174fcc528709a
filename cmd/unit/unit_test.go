package unit_test

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"navd/cmd/golden"
	"navd/cmd/unit"
	"navd/daemon/fault"
)

// units are the services of the golden files.
var units = []struct {
	name    string
	service unit.Service
	launchd bool
}{
	{"system.service", unit.Service{
		Binary: "/usr/bin/navd", Args: []string{"run", "--system"}, System: true, User: "navd", EnvIn: "/etc/navd/navd.env",
		Config: "/etc/navd/navd.toml", Data: "/var/lib/navd", Socket: "/run/navd/navd.sock",
	}, false},
	{"paths.service", unit.Service{
		Binary: "/home/kim/go/bin/navd", Args: []string{"run", "--system", "--config", "/home/kim/my robot/navd.toml", "--name", "$HOME 100%"},
		System: true, User: "kim", Group: "lab", EnvIn: "/etc/navd/my robot.env", Env: []string{"NAVD_RUN=50 %"},
		Config: "/home/kim/my robot/navd.toml", Data: "/data/navd", Socket: "/home/kim/run/navd.sock",
		Roots:  []string{"/srv/pictures 100%", "/home/kim/pictures", "/data/navd/pictures", "/srv/pictures 100%"},
		Files:  []string{"/etc/navd/rules.txt", "/home/kim/notes.txt", "/tmp/plan.prompt"},
		Writes: []string{"/var/log/robot"},
	}, false},
	{"user.service", unit.Service{
		Binary: "/home/kim/go/bin/navd", Args: []string{"run"}, EnvIn: "/home/kim/.config/navd/navd.env", Env: []string{"XDG_DATA_HOME=/home/kim/my data"},
		Config: "/home/kim/.config/navd/navd.toml", Data: "/home/kim/my data/navd", Socket: "/run/user/1000/navd/navd.sock",
		Roots: []string{"/home/kim/pictures"},
	}, false},
	{"system.plist", unit.Service{
		Binary: "/usr/local/bin/navd", Args: []string{"run", "--system"}, System: true, User: "_navd", Log: "/var/log/navd.log",
		Data: "/var/lib/navd", Socket: "/var/run/navd/navd.sock",
	}, true},
	{"user.plist", unit.Service{
		Binary: "/Users/kim/go/bin/navd", Args: []string{"run", "--config", "/Users/kim/R&D <1>/navd.toml"}, Env: []string{"XDG_DATA_HOME=/Users/kim/a=b"},
		Data: "/Users/kim/a=b/navd", Socket: "/tmp/navd-501/navd.sock", Log: "/Users/kim/Library/Logs/navd.log",
	}, true},
}

func render(t *testing.T, s unit.Service, launchd bool) string {
	t.Helper()
	write := s.Systemd
	if launchd {
		write = s.Launchd
	}
	text, err := write()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestRendered(t *testing.T) {
	for _, u := range units {
		t.Run(u.name, func(t *testing.T) {
			text := render(t, u.service, u.launchd)
			golden.File(t, filepath.Join("testdata", u.name), text)
			if !u.launchd {
				return
			}
			for d := xml.NewDecoder(strings.NewReader(text)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestAnalyzed has systemd itself read the units. It is skipped where the tool
// is missing.
func TestAnalyzed(t *testing.T) {
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		if u.launchd {
			continue
		}
		t.Run(u.name, func(t *testing.T) {
			u.service.Binary = self // verify wants a program that is there
			file := filepath.Join(t.TempDir(), unit.Name+".service")
			if err := os.WriteFile(file, []byte(render(t, u.service, false)), 0o644); err != nil {
				t.Fatal(err)
			}
			manager := "--system"
			if !u.service.System {
				manager = "--user"
				t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
			}
			out, err := exec.Command(tool, "verify", manager, "--man=no", file).CombinedOutput()
			if err != nil || strings.Contains(string(out), file) {
				t.Errorf("verify: %v\n%s", err, out)
			}
			if !u.service.System {
				return // a user's systemd cannot take much away, and is not judged by the same measure
			}
			if out, err := exec.Command(tool, "security", "--offline=true", "--threshold=30", file).CombinedOutput(); err != nil {
				t.Errorf("security: %v\n%s", err, out)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		name  string
		field string
		spoil func(*unit.Service)
	}{
		{"a relative program", "binary", func(s *unit.Service) { s.Binary = "navd" }},
		{"a quote", "config", func(s *unit.Service) { s.Config = `/a"b` }},
		{"a backslash", "data_dir", func(s *unit.Service) { s.Data = `/a\x20` }},
		{"a colon", "image_roots", func(s *unit.Service) { s.Roots = []string{"/ok", "/a:b"} }},
		{"a template", "files", func(s *unit.Service) { s.Files = []string{"/{{Path}}"} }},
		{"a line", "log.file", func(s *unit.Service) { s.Writes = []string{"/a\nExecStartPre=/bin/false"} }},
		{"an argument of two lines", "argument", func(s *unit.Service) { s.Args = []string{"run", "a\nb"} }},
		{"a user of two lines", "argument", func(s *unit.Service) { s.User = "a\nb" }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := units[0].service
			tt.spoil(&s)
			for _, write := range []func() (string, error){s.Systemd, s.Launchd} {
				text, err := write()
				if text != "" || !fault.Is(err, fault.Invalid) || fault.As(err).Field != tt.field {
					t.Errorf("got %q, %v, want a fault about %s", text, err, tt.field)
				}
			}
		})
	}
}

func TestHidden(t *testing.T) {
	for at, want := range map[string]bool{
		"/home": true, "/home/kim": true, "/homes/kim": false, "/tmp/x": true, "/var/tmp": true, "/var": false, "/root/go/bin/navd": true, "/srv": false,
	} {
		if got := unit.Hidden(at); got != want {
			t.Errorf("%s: %v", at, got)
		}
	}
}
