package main

import (
	"cmp"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"

	"navd/cmd/unit"
	"navd/config"
)

// servicePlan is what a service command does.
type servicePlan struct {
	Prepares [][]string `json:"prepares,omitempty"` // commands before anything is written
	Writes   string     `json:"writes,omitempty"`   // the file that is written
	Text     string     `json:"text,omitempty"`     // what is written there
	Runs     []string   `json:"runs,omitempty"`     // commands after that
	Removes  string     `json:"removes,omitempty"`  // the file that is removed
}

// printPlan says what would be done.
func (a *app) printPlan(p servicePlan) error {
	if a.asJSON {
		return a.printJSON(p)
	}
	var b strings.Builder
	for _, c := range p.Prepares {
		fmt.Fprintf(&b, "would run    %s\n", strings.Join(c, " "))
	}
	if p.Writes != "" {
		fmt.Fprintf(&b, "would write  %s\n\n%s\n", p.Writes, p.Text)
	}
	for _, c := range p.Runs {
		fmt.Fprintf(&b, "would run    %s\n", c)
	}
	if p.Removes != "" {
		fmt.Fprintf(&b, "would remove %s\n", p.Removes)
	}
	return a.write(b.String())
}

// loadForService reads the configuration as the service will: without the variables of
// this process. It names those that would have set a key.
func (a *app) loadForService() (l *config.Loaded, ignored []string, err error) {
	h := a.where()
	keep := func(name string) bool { return strings.HasPrefix(name, "XDG_") && !a.system || name == "TMPDIR" }
	var env []string
	for _, v := range h.Env {
		name, value, _ := strings.Cut(v, "=")
		switch {
		case keep(name):
			env = append(env, v)
		case value != "" && strings.HasPrefix(name, "NAVD_") && !strings.HasPrefix(name, "NAVD_TEST_"):
			ignored = append(ignored, name)
		}
	}
	h.Env = env
	l, err = config.Load(config.Options{File: a.file, Flags: a.flags, Host: h})
	return l, ignored, err
}

// describeService gathers what the service's file is written from.
func (a *app) describeService(l *config.Loaded, o *serviceOptions, launchd bool) (s unit.Service, err error) {
	h, cfg := a.where(), l.Config
	s = unit.Service{
		System: a.system, Args: []string{"run"}, Group: cfg.Socket.Group,
		Config: cmp.Or(l.File, config.DefaultFile(h)), Data: cfg.DataDir, Socket: cfg.Socket.Path,
	}
	if s.Binary = o.program; s.Binary == "" {
		if s.Binary, err = os.Executable(); err != nil {
			return s, err
		}
	}
	if s.Binary, err = filepath.Abs(s.Binary); err != nil {
		return s, err
	}
	a.passOn(&s, l)
	switch {
	case launchd:
		s.User, s.Log = o.as, launchdLog(h, a.system)
	case a.system:
		s.User, s.EnvIn = cmp.Or(o.as, unit.Name), "/etc/navd/navd.env"
	default:
		s.EnvIn = filepath.Join(filepath.Dir(config.DefaultFile(h)), "navd.env")
	}
	s.Roots = known(cfg.ImageRoots)
	s.Files = known(append(append([]string{cfg.Prompts.Planner, cfg.Prompts.Scene, cfg.Prompts.Final, cfg.Prompts.Agent},
		cfg.Grounding.Paths...), cfg.Episodic.Profiles...))
	if cfg.Log.File != "" {
		s.Writes = append(s.Writes, filepath.Dir(cfg.Log.File))
	}
	switch {
	case cfg.Models.Tape == "":
	case cfg.Models.TapeMode == "replay":
		s.Files = append(s.Files, known([]string{cfg.Models.Tape})...)
	default:
		s.Writes = append(s.Writes, filepath.Dir(cfg.Models.Tape))
	}
	return s, nil
}

// passOn gives the service the flags of this command, and the XDG directories of this user.
func (a *app) passOn(s *unit.Service, l *config.Loaded) {
	if a.system {
		s.Args = append(s.Args, "--system")
	}
	if a.file != "" {
		s.Args = append(s.Args, "--config", l.File)
	}
	if _, given := a.flags["data_dir"]; given {
		s.Args = append(s.Args, "--data-dir", s.Data)
	}
	if _, given := a.flags[socketKey]; given {
		s.Args = append(s.Args, "--socket", s.Socket)
	}
	for _, v := range a.where().Env {
		if name, dir, _ := strings.Cut(v, "="); !a.system && (name == "XDG_DATA_HOME" || name == "XDG_CONFIG_HOME") && filepath.IsAbs(dir) {
			s.Env = append(s.Env, v)
		}
	}
}

// known gives paths and, where they are symbolic links, also the paths that they lead to:
// the unit must show both.
func known(paths []string) (all []string) {
	for _, p := range paths {
		if p == "" {
			continue
		}
		all = append(all, p)
		if end, err := filepath.EvalSymlinks(p); err == nil && end != p {
			all = append(all, end)
		}
	}
	return all
}

// rendered is the text of the service's file.
func rendered(s unit.Service, launchd bool) (string, error) {
	if launchd {
		return s.Launchd()
	}
	return s.Systemd()
}

// preparations are the commands that a system service of systemd needs first:
// its user, and its directories where systemd does not make them.
func preparations(s unit.Service) (commands [][]string) {
	if !s.System || s.User == "" {
		return nil
	}
	if _, err := user.Lookup(s.User); err != nil {
		commands = append(commands, []string{"useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/var/lib/navd", "--shell", "/usr/sbin/nologin", s.User})
	}
	for _, dir := range s.Makes() {
		if _, err := os.Stat(dir); err != nil {
			commands = append(commands, []string{"install", "-d", "-m", "0700", "-o", s.User, dir})
		}
	}
	return commands
}

// launchdLog is where launchd puts what the daemon prints.
func launchdLog(h config.Host, system bool) string {
	if system {
		return "/var/log/navd.log"
	}
	return filepath.Join(h.Home, "Library/Logs/navd.log")
}
