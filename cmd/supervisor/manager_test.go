package supervisor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/supervisor"
	"navd/daemon/fault"
)

// systemctl stands in the way of the machine's: it writes down how it was
// called, and is active while the file active is there. What the library makes
// of that is real.
const systemctl = `#!/bin/sh
echo "$@" >>"$SPY/calls"
[ -e "$SPY/refuses" ] && exit 1
case "$*" in
*is-active*) if [ -e "$SPY/active" ]; then echo active; else echo inactive; exit 3; fi ;;
*list-unit-files*) [ -e "$HOME/.config/systemd/user/navd.service" ] && echo navd.service ;;
*start*) touch "$SPY/active" ;;
*stop*) rm -f "$SPY/active" ;;
esac
exit 0
`

// home gives a user of its own, on a machine whose systemctl is a spy.
func home(t *testing.T) (m *supervisor.Manager, spy string) {
	t.Helper()
	spy = t.TempDir()
	if err := os.WriteFile(filepath.Join(spy, "systemctl"), []byte(systemctl), 0o755); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("SPY", spy)
	t.Setenv("PATH", spy+":/usr/bin:/bin")
	return supervisor.New(supervisor.Options{OS: "linux", Home: dir, UID: 1000, Runs: func() bool { return true }}), spy
}

func calls(t *testing.T, spy string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(spy, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// wants holds an error to a kind and to what it says.
func wants(t *testing.T, err error, kind fault.Kind, says string) {
	t.Helper()
	if !fault.Is(err, kind) || !strings.Contains(err.Error(), says) || fault.As(err).Hint == "" {
		t.Errorf("got %v, want %s: %s, and a hint", err, kind, says)
	}
}

func state(t *testing.T, m *supervisor.Manager, want supervisor.State) {
	t.Helper()
	if got, err := m.Status(); got != want || err != nil {
		t.Errorf("state %q, %v, want %q", got, err, want)
	}
}

// TestLife holds a service from its installation to its end.
func TestLife(t *testing.T) {
	m, spy := home(t)
	state(t, m, supervisor.Absent)
	wants(t, m.Start(), fault.NotFound, "not installed")
	wants(t, m.Uninstall(), fault.NotFound, "not installed")
	const text = "[Service]\nExecStart=\"/a b/navd\" run 100%% $HOME | x\n"
	must(t, m.Install(text))
	if got, err := os.ReadFile(m.Path()); string(got) != text || err != nil {
		t.Errorf("installed %q, %v", got, err)
	}
	state(t, m, supervisor.Stopped)
	wants(t, m.Install(text), fault.Conflict, "installed already, as "+m.Path())
	must(t, m.Start())
	state(t, m, supervisor.Running)
	wants(t, m.Uninstall(), fault.Conflict, "is running")
	must(t, m.Replace(text+"# new\n"))
	if got, err := os.ReadFile(m.Path()); string(got) != text+"# new\n" || err != nil {
		t.Errorf("replaced by %q, %v", got, err)
	}
	state(t, m, supervisor.Running)
	must(t, m.Restart())
	must(t, m.Stop())
	must(t, m.Uninstall())
	state(t, m, supervisor.Absent)
	var want []string
	for _, verb := range []string{"install", "start", "uninstall", "install", "restart", "stop", "uninstall"} {
		for _, c := range m.Command(verb) {
			want = append(want, strings.TrimPrefix(c, "systemctl "))
		}
	}
	if diff := cmp.Diff(want, changes(calls(t, spy))); diff != "" {
		t.Errorf("what systemctl was called with, -want +got:\n%s", diff)
	}
}

// changes leaves out what only asks.
func changes(calls []string) (rest []string) {
	for _, c := range calls {
		if !strings.Contains(c, "is-active") && !strings.Contains(c, "list-unit-files") && !strings.Contains(c, "--version") {
			rest = append(rest, c)
		}
	}
	return rest
}

// TestRefusal holds that an installation which fails leaves nothing.
func TestRefusal(t *testing.T) {
	m, spy := home(t)
	must(t, os.WriteFile(filepath.Join(spy, "refuses"), nil, 0o644))
	wants(t, m.Install("[Service]\n"), fault.Unavailable, "refused to install")
	if _, err := os.Lstat(m.Path()); !os.IsNotExist(err) {
		t.Errorf("%s is there: %v", m.Path(), err)
	}
}

func TestNotReady(t *testing.T) {
	systemd := func(runs bool) func() bool { return func() bool { return runs } }
	for _, tt := range []struct {
		name string
		opts supervisor.Options
		kind fault.Kind
		says string
	}{
		{"no systemd", supervisor.Options{OS: "linux", UID: 0, Runs: systemd(false)}, fault.Unavailable, "systemd does not run on this machine"},
		{"not root", supervisor.Options{OS: "linux", System: true, UID: 1000, Runs: systemd(true)}, fault.Denied, "only root may"},
		{"another system", supervisor.Options{OS: "plan9"}, fault.Unavailable, "no service manager of plan9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.opts.Home = t.TempDir()
			m := supervisor.New(tt.opts)
			for name, do := range map[string]func() error{
				"start": m.Start, "stop": m.Stop, "restart": m.Restart, "uninstall": m.Uninstall,
				"install": func() error { return m.Install("x") }, "replace": func() error { return m.Replace("x") },
			} {
				t.Run(name, func(t *testing.T) { wants(t, do(), tt.kind, tt.says) })
			}
		})
	}
}

func TestPath(t *testing.T) {
	for _, tt := range []struct {
		opts supervisor.Options
		want string
	}{
		{supervisor.Options{OS: "linux", System: true}, "/etc/systemd/system/navd.service"},
		{supervisor.Options{OS: "linux", Home: "/home/kim"}, "/home/kim/.config/systemd/user/navd.service"},
		{supervisor.Options{OS: "darwin", System: true}, "/Library/LaunchDaemons/navd.plist"},
		{supervisor.Options{OS: "darwin", Home: "/Users/kim"}, "/Users/kim/Library/LaunchAgents/navd.plist"},
	} {
		t.Run(fmt.Sprintf("%s, system %v", tt.opts.OS, tt.opts.System), func(t *testing.T) {
			if got := supervisor.New(tt.opts).Path(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
