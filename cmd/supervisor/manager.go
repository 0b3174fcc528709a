package supervisor

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/kardianos/service"

	"navd/cmd/unit"
	"navd/daemon/fault"
)

// Options say whose service it is, on which machine.
type Options struct {
	OS     string // as runtime.GOOS
	System bool   // of the machine; false: of the user who asks
	Home   string // the user's home directory
	UID    int    // of the user who asks

	Runs func() bool // tells whether systemd runs on this machine; nil looks at /run/systemd/system
}

// Manager installs and controls the one service called navd.
type Manager struct {
	opts Options
}

// New makes a manager. It asks nobody yet.
func New(o Options) *Manager {
	if o.Runs == nil {
		o.Runs = func() bool {
			_, err := os.Stat("/run/systemd/system")
			return err == nil
		}
	}
	return &Manager{o}
}

// Launchd reports whether launchd is the manager; otherwise it is systemd.
func (m *Manager) Launchd() bool { return m.opts.OS == "darwin" }

// Path is where the service's file is installed.
func (m *Manager) Path() string {
	if m.Launchd() {
		return unit.LaunchdPath(m.opts.System, m.opts.Home)
	}
	return unit.SystemdPath(m.opts.System, m.opts.Home)
}

// packaged are where a package puts its unit.
var packaged = []string{"/usr/lib/systemd/system/" + unit.Name + ".service", "/lib/systemd/system/" + unit.Name + ".service"}

// Packaged is the unit file of an installed package; "" when there is none.
func (m *Manager) Packaged() string {
	i := slices.IndexFunc(packaged, there)
	if !m.opts.System || m.Launchd() || i < 0 {
		return ""
	}
	return packaged[i]
}

// Ready says why the service cannot be changed: no service manager runs here
// (Unavailable), or this user may not change it (Denied). nil: it can.
func (m *Manager) Ready() error {
	if err := m.Present(); err != nil {
		return err
	}
	if m.opts.System && m.opts.UID != 0 {
		return fault.New(fault.Denied, "only root may change the system's service").
			WithHint("run it with sudo, or leave --system out for a service of your own")
	}
	return nil
}

// Present says why there is no service manager to ask (Unavailable). nil: there is one.
func (m *Manager) Present() error {
	switch {
	case m.Launchd():
		return nil
	case m.opts.OS != "linux":
		return fault.New(fault.Unavailable, "navd knows no service manager of %s", m.opts.OS).WithHint("configure the one you have to start `navd run`")
	case !m.opts.Runs():
		return fault.New(fault.Unavailable, "systemd does not run on this machine").
			WithHint("start `navd run` yourself; `navd service install --dry-run` prints the unit for another machine")
	}
	return nil
}

// Install writes the service's file and has the service started with the machine, or with
// the user's session. If one is installed already, that is a Conflict. When the service
// manager refuses, the file is removed again.
func (m *Manager) Install(text string) error {
	if err := m.Ready(); err != nil {
		return err
	}
	if there(m.Path()) {
		return fault.New(fault.Conflict, "the service is installed already, as %s", m.Path()).
			WithHint("`navd service install --replace` replaces it; `navd service uninstall` removes it")
	}
	s, err := m.service(text)
	if err != nil {
		return err
	}
	if err := s.Install(); err != nil {
		os.Remove(m.Path())
		return m.failed("install", err)
	}
	if got, err := os.ReadFile(m.Path()); err != nil || string(got) != text {
		os.Remove(m.Path())
		return fault.New(fault.Internal, "%s has another text than was to be written, and was removed again", m.Path())
	}
	return nil
}

// Uninstall removes the service. It is NotFound when it is not installed, and a Conflict
// when it runs or belongs to a package.
func (m *Manager) Uninstall() error {
	if err := m.Ready(); err != nil {
		return err
	}
	state, err := m.Status()
	switch {
	case err != nil:
		return err
	case !there(m.Path()) && m.Packaged() != "":
		return fault.New(fault.Conflict, "the service belongs to a package, as %s", m.Packaged()).
			WithHint("remove the package, or `sudo systemctl disable navd` to keep it from starting")
	case !there(m.Path()):
		return missing()
	case state == Running:
		return fault.New(fault.Conflict, "the service is running").WithHint("run `navd service stop` first")
	}
	return m.do("uninstall", service.Service.Uninstall)
}

// Replace replaces the file of an installed service, or installs the service. A running
// daemon goes on unchanged until it is restarted.
func (m *Manager) Replace(text string) error {
	if err := m.Ready(); err != nil {
		return err
	}
	if there(m.Path()) && m.Launchd() {
		if err := os.Remove(m.Path()); err != nil { // the library would stop the daemon
			return m.failed("uninstall", err)
		}
	} else if there(m.Path()) {
		if err := m.do("uninstall", service.Service.Uninstall); err != nil {
			return err
		}
	}
	return m.Install(text)
}

// Start starts the service that is installed.
func (m *Manager) Start() error { return m.control("start", service.Service.Start) }

// Stop stops it, and waits until it has.
func (m *Manager) Stop() error { return m.control("stop", service.Service.Stop) }

// Restart stops and starts it.
func (m *Manager) Restart() error { return m.control("restart", service.Service.Restart) }

// control does something with the installed service; NotFound when there is none.
func (m *Manager) control(verb string, do func(service.Service) error) error {
	if err := m.Ready(); err != nil {
		return err
	}
	if !there(m.Path()) && m.Packaged() == "" {
		return missing()
	}
	return m.do(verb, do)
}

// State is what the service manager says of the service.
type State string

// The states. Failed: it ended with an error and is not restarted.
const (
	Running State = "running"
	Stopped State = "stopped"
	Failed  State = "failed"
	Absent  State = "not installed"
)

// Status asks the service manager.
func (m *Manager) Status() (State, error) {
	if err := m.Present(); err != nil {
		return "", err
	}
	s, err := m.service("")
	if err != nil {
		return "", err
	}
	status, err := s.Status()
	switch {
	case status == service.StatusRunning:
		return Running, nil
	case !there(m.Path()) && m.Packaged() == "":
		return Absent, nil
	case status == service.StatusStopped, errors.Is(err, service.ErrNotInstalled): // a user's systemd that nobody has logged in to
		return Stopped, nil
	case err != nil && err.Error() == "service in failed state":
		return Failed, nil
	}
	return "", m.failed("status", err)
}

// do does something by the library.
func (m *Manager) do(verb string, do func(service.Service) error) error {
	s, err := m.service("")
	if err != nil {
		return err
	}
	if err := do(s); err != nil {
		return m.failed(verb, err)
	}
	return nil
}

// service is the library's view of navd. The library's own detection of the service manager
// is not used: on a machine without systemd it would choose another one.
func (m *Manager) service(text string) (service.Service, error) {
	system := "linux-systemd"
	if m.Launchd() {
		system = "darwin-launchd"
	}
	for _, s := range service.AvailableSystems() {
		if s.String() == system {
			return s.New(nil, &service.Config{Name: unit.Name, Option: service.KeyValue{
				"UserService": !m.opts.System, "SystemdScript": text, "LaunchdConfig": text,
			}})
		}
	}
	return nil, fault.New(fault.Unavailable, "this navd was not built for %s", system)
}

// failed is the error of a service manager that refused something.
func (m *Manager) failed(verb string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fault.New(fault.Denied, "%s: %w", verb, err)
	}
	ask := "systemctl status navd"
	switch {
	case m.Launchd():
		ask = "launchctl print-disabled, and launchctl list navd"
	case !m.opts.System:
		ask = "systemctl --user status navd"
	}
	return fault.New(fault.Unavailable, "the service manager refused to %s navd: %w", verb, err).WithHint("ask it: `%s`; `navd service logs` prints the daemon's log", ask)
}

func missing() error {
	return fault.New(fault.NotFound, "the service is not installed").WithHint("run `navd service install`")
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Command gives the commands that do the same as a verb: install (after the file is
// written), uninstall (before it is removed), start, stop, restart.
func (m *Manager) Command(verb string) []string {
	if m.Launchd() {
		return map[string][]string{
			"uninstall": {"launchctl unload " + m.Path()}, "start": {"launchctl load " + m.Path()}, "stop": {"launchctl unload " + m.Path()},
			"restart": {"launchctl unload " + m.Path(), "launchctl load " + m.Path()},
		}[verb]
	}
	user, reload := "", false
	if !m.opts.System {
		user = " --user"
	}
	switch verb {
	case "install":
		verb, reload = "enable", true
	case "uninstall":
		verb, reload = "disable", true
	}
	commands := []string{"systemctl " + verb + user + " " + unit.Name + ".service"}
	if reload {
		commands = append(commands, "systemctl daemon-reload"+user)
	}
	return commands
}
