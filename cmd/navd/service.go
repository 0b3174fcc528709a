package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"navd/cmd/supervisor"
	"navd/daemon/fault"
	"navd/daemon/table"
)

// serviceOptions are the flags of the service commands.
type serviceOptions struct {
	user, dry bool
	replace   bool   // of install
	as        string // of install: user that a system service runs as
	program   string // of install: the navd that runs; empty: this one
}

func (a *app) serviceCmd() *cobra.Command {
	o := &serviceOptions{}
	cmd := group(&cobra.Command{
		Use:   "service",
		Short: "Have the machine run the daemon: install, start and stop it",
		Long: "Have systemd or launchd run the daemon: for you (--user, the default), or for the machine (--system, by root).\n" +
			"systemd restarts it when it fails or when its store does not answer any more, launchd when it fails. --dry-run prints\n" +
			"what would be written and run, and does nothing.",
	})
	p := cmd.PersistentFlags()
	p.BoolVar(&o.user, "user", false, "a service of your own (the default)")
	p.BoolVar(&o.dry, "dry-run", false, "print what would be written and run")
	cmd.AddCommand(a.serviceInstallCmd(o))
	for _, c := range []struct {
		verb, short string
		do          func(*supervisor.Manager) error
	}{
		{"uninstall", "Take the service away; its data stays", (*supervisor.Manager).Uninstall},
		{"start", "Start the service", (*supervisor.Manager).Start},
		{"stop", "Stop the service; running calls have 5 s to end", (*supervisor.Manager).Stop},
		{"restart", "Stop and start the service", (*supervisor.Manager).Restart},
	} {
		cmd.AddCommand(&cobra.Command{
			Use: c.verb, Short: c.short,
			RunE: func(*cobra.Command, []string) error { return a.control(o, c.verb, c.do) },
		})
	}
	cmd.AddCommand(a.serviceStatusCmd(o), a.serviceLogsCmd(o))
	return cmd
}

// manager finds the service manager, and whose service is meant.
func (a *app) manager(o *serviceOptions) (*supervisor.Manager, error) {
	if o.user && a.system {
		return nil, misused("service takes --user or --system, not both")
	}
	h := a.where()
	if h.Home == "" && !a.system {
		return nil, fault.New(fault.Unavailable, "no home directory is known").WithHint("set HOME, or use --system")
	}
	return supervisor.New(supervisor.Options{OS: h.OS, System: a.system, Home: h.Home, UID: h.UID}), nil
}

// control starts, stops or removes the service, or says what it would do.
func (a *app) control(o *serviceOptions, verb string, do func(*supervisor.Manager) error) error {
	m, err := a.manager(o)
	if err != nil {
		return err
	}
	if o.dry {
		plan := servicePlan{Runs: m.Command(verb)}
		if verb == "uninstall" {
			plan.Removes = m.Path()
		}
		return a.printPlan(plan)
	}
	if err := do(m); err != nil {
		return err
	}
	done := map[string]string{"uninstall": "uninstalled; data and configuration stay", "start": "started", "stop": "stopped", "restart": "started again"}
	return a.show(map[string]string{"done": verb}, func() error { return a.say("navd's service is %s\n", done[verb]) })
}

func (a *app) serviceInstallCmd(o *serviceOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Install the service",
		Long: "Install the service; `navd service start` starts it. It gets --config, --data-dir and --socket of this command, and a\n" +
			"service of your own also XDG_DATA_HOME and XDG_CONFIG_HOME. With systemd, put NAVD_ variables and keys of models into\n" +
			"navd.env beside the configuration, a NAME=value on each line. A system service runs as the user navd, which is made,\n" +
			"or as --as names; with systemd it sees of /home, /root and /tmp only what the configuration names. When the\n" +
			"configuration names another image root or file, install it again with --replace.",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.installService(cmd.Context(), o) },
	}
	cmd.Flags().BoolVar(&o.replace, "replace", false, "replace the file of an installed service")
	cmd.Flags().StringVar(&o.as, "as", "", "user that a system service runs as (default navd; macOS: root)")
	cmd.Flags().StringVar(&o.program, "program", "", "the navd that the service runs (default this one)")
	a.keyFlags(cmd, func(key string) bool { return key == "data_dir" })
	return cmd
}

// installService installs the service, or says what it would do.
func (a *app) installService(ctx context.Context, o *serviceOptions) error {
	m, err := a.manager(o)
	if err != nil {
		return err
	}
	if o.as != "" && !a.system {
		return misused("--as %s: only a service of the system (--system) can run as another user", o.as)
	}
	l, ignored, err := a.loadForService()
	if err != nil {
		return err
	}
	s, err := a.describeService(l, o, m.Launchd())
	if err != nil {
		return err
	}
	text, err := rendered(s, m.Launchd())
	if err != nil {
		return err
	}
	for _, name := range ignored {
		fmt.Fprintf(a.err, "navd: %s is set here, and the service will not see it: put it into %s\n", name, cmp.Or(s.EnvIn, "the configuration"))
	}
	plan := servicePlan{Prepares: preparations(s), Writes: m.Path(), Text: text, Runs: m.Command("install")}
	if o.dry {
		return a.printPlan(plan)
	}
	if err := m.Ready(); err != nil {
		return err
	}
	if err := l.Check(); err != nil {
		return err
	}
	if err := runnable(s.Binary); err != nil {
		return err
	}
	for _, command := range plan.Prepares {
		if out, err := exec.CommandContext(ctx, command[0], command[1:]...).CombinedOutput(); err != nil {
			return fault.New(fault.Unavailable, "%s: %w: %s", strings.Join(command, " "), err, strings.TrimSpace(string(out)))
		}
	}
	install := m.Install
	if o.replace {
		install = m.Replace
	}
	if err := install(text); err != nil {
		return err
	}
	return a.show(map[string]string{"done": "install", "file": m.Path()}, func() error { return a.sayInstalled(m) })
}

// sayInstalled says what was installed and what comes next.
func (a *app) sayInstalled(m *supervisor.Manager) error {
	flag, when := "", "when you log in; `loginctl enable-linger` has it start with the machine"
	if a.system {
		flag, when = " --system", "with the machine"
	} else if m.Launchd() {
		when = "when you log in"
	}
	a.say("installed as %s\nit starts %s; now: navd service start%s\n", m.Path(), when, flag)
	if from := m.Packaged(); from != "" {
		a.say("it takes the place of the package's %s until it is uninstalled\n", from)
	}
	return nil
}

// runnable refuses a program that is not there, or that `go run` will remove.
func runnable(program string) error {
	info, err := os.Stat(program)
	switch {
	case err != nil:
		return fault.New(fault.NotFound, "the program of the service: %w", err).About("program", program)
	case !info.Mode().IsRegular() || info.Mode()&0o111 == 0:
		return fault.Field("program", program, "a program")
	case strings.Contains(program, string(filepath.Separator)+"go-build"):
		return fault.New(fault.Invalid, "the program of the service is a build that Go removes").About("program", program).
			WithHint("run `go install ./cmd/navd`, and install the service with that navd")
	}
	return nil
}

// stopped is a service that does not run.
type stopped supervisor.State

// Error says so.
func (s stopped) Error() string { return "the service is " + string(s) }

func (a *app) serviceStatusCmd(o *serviceOptions) *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Show whether the service is installed and runs",
		Long: "Show whether the service is installed and runs. The exit code is 0 when it runs, 3 when it does not,\nand 4 when it is not installed. `navd status` asks the daemon itself.",
		RunE: func(*cobra.Command, []string) error { return a.serviceStatus(o) },
	}
}

// serviceStatus shows what the service manager says.
func (a *app) serviceStatus(o *serviceOptions) error {
	m, err := a.manager(o)
	if err != nil {
		return err
	}
	if o.dry {
		return misused("status takes no --dry-run: it changes nothing anyway")
	}
	state, err := m.Status()
	if err != nil {
		return err
	}
	file := m.Path()
	if _, err := os.Lstat(file); err != nil {
		file = m.Packaged()
	}
	if a.asJSON {
		if err := a.printJSON(map[string]any{"state": state, "file": file}); err != nil {
			return err
		}
	}
	switch {
	case state == supervisor.Absent:
		return fault.New(fault.NotFound, "the service is not installed").WithHint("run `navd service install`")
	case state != supervisor.Running:
		return stopped(state)
	case a.asJSON:
		return nil
	}
	var t table.Table
	t.Row("service", string(state))
	t.Row("file", file)
	return a.printFacts(t)
}

func (a *app) serviceLogsCmd(o *serviceOptions) *cobra.Command {
	lines, follow := 100, false
	cmd := &cobra.Command{
		Use: "logs", Short: "Print the log of the service's daemon",
		Long: "Print the log of the service's daemon: from the journal, or on macOS from its log file. With log.file in the\nconfiguration the daemon writes there instead.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if lines < 1 {
				return misused("--lines %d: at least 1", lines)
			}
			m, err := a.manager(o)
			if err != nil {
				return err
			}
			command := a.logCommand(m, lines, follow)
			if o.dry {
				return a.printPlan(servicePlan{Runs: []string{strings.Join(command, " ")}})
			}
			if err := m.Present(); err != nil {
				return err
			}
			return show(cmd.Context(), command, a.out, a.err)
		},
	}
	cmd.Flags().IntVarP(&lines, "lines", "n", lines, "newest lines to show")
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on with new lines as they come")
	return cmd
}

// logCommand is the command that prints the daemon's log.
func (a *app) logCommand(m *supervisor.Manager, lines int, follow bool) []string {
	if m.Launchd() {
		command := []string{"tail", "-n", strconv.Itoa(lines)}
		if follow {
			command = append(command, "-F")
		}
		return append(command, launchdLog(a.where(), a.system))
	}
	command := []string{"journalctl", "--unit=navd", "--no-pager", "--lines=" + strconv.Itoa(lines)}
	if !a.system {
		command = append(command, "--user")
	}
	if follow {
		command = append(command, "--follow")
	}
	return command
}

// show runs a command that prints, until it ends or the context does.
func show(ctx context.Context, command []string, out, errs io.Writer) error {
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Stdout, c.Stderr = out, errs
	if err := c.Run(); err != nil && ctx.Err() == nil {
		return fault.New(fault.Unavailable, "%s: %w", command[0], err).WithHint("`navd service logs --dry-run` prints the command; with log.file in the configuration the log is in that file")
	}
	return nil
}
