package unit

import (
	"fmt"
	"path"
	"strings"
)

// service is what system units and user units share. StartLimit: a daemon that was started
// five times within a minute is not restarted. Exit codes 5 and 6 mean missing permission
// and another daemon on the same data: a restart would not help. 2 is wrong usage, but also
// the exit code of a Go program that panics or that the watchdog ends, so it is restarted.
const service = `[Unit]
Description=navd, the memory of a navigating robot
Documentation=man:navd(1)
StartLimitIntervalSec=60
StartLimitBurst=5
%s
[Service]
Type=notify
NotifyAccess=main
ExecStart=%s
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=5 6
TimeoutStartSec=60
TimeoutStopSec=20
WatchdogSec=30
LimitNOFILE=131072
UMask=0077
%s
[Install]
WantedBy=%s
`

// seccomp is what needs no mounts, so that user units have it too. @chown is for
// socket.group. A refused system call fails with EPERM instead of a signal, because the Go
// runtime tries to raise the limit of open files at its start.
const seccomp = `NoNewPrivileges=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=@chown
SystemCallErrorNumber=EPERM
`

// closed is what only system units can have.
const closed = `CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=tmpfs
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
ProcSubset=pid
RemoveIPC=yes
`

// Systemd writes the unit. A service that [Service.Check] refuses is an Invalid fault.
func (s Service) Systemd() (string, error) {
	if err := s.Check(); err != nil {
		return "", err
	}
	command := []string{quoted(dollars(s.Binary))}
	for _, arg := range s.Args {
		command = append(command, quoted(dollars(arg)))
	}
	needs, options, target := s.mounts(), s.environment()+seccomp, "default.target"
	if s.System {
		options, target = s.identity()+s.environment()+s.directories()+s.binds()+seccomp+closed, "multi-user.target"
	}
	return fmt.Sprintf(service, needs, strings.Join(command, " "), options, target), nil
}

// identity sets the user that the daemon runs as.
func (s Service) identity() string {
	var b strings.Builder
	option(&b, "User", s.User)
	option(&b, "SupplementaryGroups", s.Group)
	return b.String()
}

// environment sets the variables of the daemon.
func (s Service) environment() string {
	var b strings.Builder
	for _, v := range s.Env {
		option(&b, "Environment", quoted(v))
	}
	if s.EnvIn != "" {
		option(&b, "EnvironmentFile", "-"+percents(s.EnvIn)) // the rest of the line is the path, blanks and all
	}
	return b.String()
}

// directories are those that systemd makes and gives to the daemon's user. Everybody may
// pass through the socket's directory: the socket's mode and the daemon's own check decide
// who may connect.
func (s Service) directories() string {
	var b strings.Builder
	if name := s.stateDirectory(); name != "" {
		option(&b, "StateDirectory", name)
		option(&b, "StateDirectoryMode", "0700")
	}
	if name := s.runtimeDirectory(); name != "" {
		option(&b, "RuntimeDirectory", name)
		option(&b, "RuntimeDirectoryMode", "0711")
	}
	return b.String()
}

// mounts names the paths whose file systems must be mounted before the daemon starts.
func (s Service) mounts() string {
	if !s.System {
		return "" // a user's file systems are mounted when the user is logged in
	}
	var b strings.Builder
	for _, at := range append(s.writes(), s.reads()...) {
		option(&b, "RequiresMountsFor", quoted(at))
	}
	return b.String()
}

// binds are the bind mounts for paths that the unit hides or makes read-only.
func (s Service) binds() string {
	var b strings.Builder
	for _, dir := range s.writes() {
		option(&b, "BindPaths", quoted(dir))
	}
	for _, at := range s.reads() {
		option(&b, "BindReadOnlyPaths", quoted("-"+at))
	}
	return b.String()
}

// option writes one line of a unit; a value that is empty writes none.
func option(b *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(b, "%s=%s\n", name, value)
	}
}

// quoted writes a word of a list such that blanks and percent signs are kept.
func quoted(word string) string {
	word = percents(word)
	if word == "" || strings.ContainsAny(word, " '#;") {
		return `"` + word + `"`
	}
	return word
}

// percents keeps systemd from reading a percent sign as a specifier.
func percents(text string) string { return strings.ReplaceAll(text, "%", "%%") }

// dollars keeps systemd from reading a dollar sign as a variable of a command.
func dollars(text string) string { return strings.ReplaceAll(text, "$", "$$") }

// SystemdPath is where a unit is installed; home is the user's home directory, for user units.
func SystemdPath(system bool, home string) string {
	if system {
		return "/etc/systemd/system/" + Name + ".service"
	}
	return path.Join(home, ".config/systemd/user", Name+".service")
}
