package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"navd/cmd/golden"
	"navd/config"
)

// TestUnitShowsEveryPath holds that whatever path the configuration names is
// bound into the system unit, which hides /home: those that the daemon writes
// to by their directory, others themselves.
func TestUnitShowsEveryPath(t *testing.T) {
	written := map[string]string{"data_dir": "", "socket.path": "..", "log.file": "..", "models.tape": ".."}
	for _, k := range config.Keys() {
		if !strings.HasSuffix(k.Type, "path") && !strings.HasSuffix(k.Type, "paths") {
			continue
		}
		t.Run(k.Key, func(t *testing.T) {
			at := "/home/kim/" + k.Key + "/named"
			file := filepath.Join(t.TempDir(), "navd.toml")
			table, name, nested := strings.Cut(k.Key, ".")
			if !nested {
				table, name = "", table
			}
			text := fmt.Sprintf("%s = %q\n", name, at)
			if strings.HasPrefix(k.Type, "list") {
				text = fmt.Sprintf("%s = [%q]\n", name, at)
			}
			if nested {
				text = "[" + table + "]\n" + text
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			a := &app{system: true, file: file, flags: map[string]string{}, host: config.Host{OS: "linux", Home: "/home/kim", Dir: "/", UID: 1000}}
			l, _, err := a.loadForService()
			if err != nil {
				t.Fatal(err)
			}
			s, err := a.describeService(l, &serviceOptions{program: "/usr/bin/navd"}, false)
			if err != nil {
				t.Fatal(err)
			}
			unit, err := s.Systemd()
			if err != nil {
				t.Fatal(err)
			}
			want := "BindReadOnlyPaths=-" + at
			if up, writes := written[k.Key]; writes {
				want = "BindPaths=" + filepath.Join(at, up)
			}
			if !slices.Contains(strings.Split(unit, "\n"), want) {
				t.Errorf("the unit has no %s:\n%s", want, unit)
			}
		})
	}
}

// TestPackagedUnit holds that packages ship what `navd service install --system`
// writes where nothing is configured.
func TestPackagedUnit(t *testing.T) {
	a := &app{system: true, flags: map[string]string{}, host: config.Host{OS: "linux", Dir: "/"}}
	s, err := a.describeService(&config.Loaded{Config: config.Config{DataDir: "/var/lib/navd", Socket: config.Socket{Path: "/run/navd/navd.sock"}}}, &serviceOptions{program: "/usr/bin/navd"}, false)
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.Systemd()
	if err != nil {
		t.Fatal(err)
	}
	golden.File(t, "../unit/testdata/system.service", text)
}

// TestRunnable holds what is no program for a service.
func TestRunnable(t *testing.T) {
	built := filepath.Join(t.TempDir(), "go-build1", "navd")
	plain := filepath.Join(t.TempDir(), "navd")
	for file, mode := range map[string]os.FileMode{built: 0o755, plain: 0o644} {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ name, program, says string }{
		{"not there", "/nowhere/navd", "no such file"},
		{"a directory", t.TempDir(), "not allowed"},
		{"may not be run", plain, "not allowed"},
		{"of go run", built, "a build that Go removes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := runnable(tt.program); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// notified FILE: stand in for systemd. What daemons tell it from now on is
// added to the file, and a watchdog of a second is asked for: a busy machine may take half of
// that for a commit.
func notified(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: notified FILE")
	}
	at := filepath.Join(filepath.Dir(filepath.Dir(ts.Getenv("SOCKET"))), "notify")
	nc, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: at, Net: "unixgram"})
	ts.Check(err)
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ended := make(chan error, 1)
	go func() {
		text := make([]byte, 1000)
		for {
			n, err := nc.Read(text)
			if err == nil {
				_, err = fmt.Fprintf(file, "%s\n", text[:n])
			}
			if err != nil {
				ended <- file.Close()
				return
			}
		}
	}()
	ts.Defer(func() {
		nc.Close()
		if err := <-ended; err != nil {
			ts.Logf("notified: %v", err)
		}
	})
	ts.Setenv("NOTIFY_SOCKET", at)
	ts.Setenv("WATCHDOG_USEC", "1000000")
}
