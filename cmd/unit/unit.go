package unit

import (
	"path"
	"slices"
	"strings"

	"navd/daemon/fault"
)

// Name is what service managers call navd.
const Name = "navd"

// Service describes the service that a unit is written for. Paths are absolute.
type Service struct {
	Binary string   // the program
	Args   []string // its arguments, run first
	System bool     // of the machine; false: of one user
	User   string   // user that the daemon runs as; empty: root for the system, else the user
	Group  string   // further group of the daemon, for socket.group; empty: none
	Env    []string // NAME=value that the daemon gets
	EnvIn  string   // file of further such lines, which may be missing; empty: none. Not for launchd

	Config string   // file of the configuration; empty: none
	Data   string   // directory of the stores
	Socket string   // path of the socket
	Roots  []string // directories that the daemon reads
	Files  []string // files that it reads
	Writes []string // directories that it writes to, besides Data and the socket's
	Log    string   // file that the daemon prints to; only for launchd, systemd has a journal
}

// noPath are texts that a path in a unit must not contain: systemd gives each of them a
// meaning in some place, and kardianos/service reads double braces as a template.
var noPath = []string{`"`, `\`, ":", "{{", "}}"}

// Check refuses paths and texts that a unit cannot contain. The fault is Invalid and names
// the configuration key as far as this package knows it.
func (s Service) Check() error {
	for _, p := range []struct {
		field string
		paths []string
	}{
		{"binary", []string{s.Binary}},
		{"config", []string{s.Config}},
		{"data_dir", []string{s.Data}},
		{"socket.path", []string{s.Socket}},
		{"image_roots", s.Roots},
		{"files", s.Files},
		{"log.file", append(slices.Clone(s.Writes), s.Log)},
	} {
		for _, at := range p.paths {
			if at == "" {
				continue
			}
			if !path.IsAbs(at) || strings.ContainsFunc(at, control) || slices.ContainsFunc(noPath, func(no string) bool { return strings.Contains(at, no) }) {
				return fault.Field(p.field, at, "an absolute path without double quotes, backslashes, colons, double braces and control characters").
					WithHint("a unit cannot name this path: move the file or directory, or name it by a symbolic link")
			}
		}
	}
	for _, text := range slices.Concat(s.Args, s.Env, []string{s.User, s.Group}) {
		if strings.ContainsFunc(text, control) || strings.ContainsAny(text, `"\`) || strings.Contains(text, "{{") || strings.Contains(text, "}}") {
			return fault.Field("argument", text, "text without double quotes, backslashes, double braces and control characters")
		}
	}
	return nil
}

// control reports whether a character is a control character.
func control(r rune) bool { return r < ' ' || r == 0x7f }

// hides are the directories that are empty in the system unit.
var hides = []string{"/home", "/root", "/run/user", "/tmp", "/var/tmp"}

// Hidden reports whether the system unit hides a path unless it is bind-mounted.
func Hidden(at string) bool {
	return slices.ContainsFunc(hides, func(dir string) bool { return Below(at, dir) })
}

// Below reports whether a path is dir or lies in it.
func Below(at, dir string) bool {
	return at == dir || strings.HasPrefix(at, strings.TrimSuffix(dir, "/")+"/")
}

// reads are the paths that must be bind-mounted to be read.
func (s Service) reads() (paths []string) {
	paths = slices.Clone(s.Roots)
	for _, file := range slices.Concat([]string{s.Binary, s.Config}, s.Files) {
		if file != "" && Hidden(file) {
			paths = append(paths, file)
		}
	}
	return s.without(paths)
}

// Makes are the directories that must exist before a system unit starts because systemd does
// not make them: the data directory unless it is right below /var/lib, and the socket's
// unless it is right below /run.
func (s Service) Makes() (dirs []string) {
	if s.stateDirectory() == "" {
		dirs = append(dirs, s.Data)
	}
	if s.runtimeDirectory() == "" {
		dirs = append(dirs, path.Dir(s.Socket))
	}
	return dirs
}

// writes are the directories that must be bind-mounted to be written to.
func (s Service) writes() []string {
	paths := append(slices.Clone(s.Writes), s.Makes()...)
	slices.Sort(paths)
	return slices.Compact(paths)
}

// without leaves out duplicates and paths in a directory that is written to anyway.
func (s Service) without(paths []string) (rest []string) {
	slices.Sort(paths)
	for _, p := range slices.Compact(paths) {
		if !slices.ContainsFunc(append(s.writes(), s.Data), func(dir string) bool { return Below(p, dir) }) {
			rest = append(rest, p)
		}
	}
	return rest
}

// stateDirectory is the data directory below /var/lib, as systemd makes it; ""
// when the data lies elsewhere.
func (s Service) stateDirectory() string { return nameBelow(s.Data, "/var/lib/") }

// runtimeDirectory is the socket's directory below /run, as systemd makes it; ""
// when the socket lies elsewhere.
func (s Service) runtimeDirectory() string {
	if !s.System {
		return "" // the daemon makes it itself, below a directory of the user's own
	}
	return nameBelow(path.Dir(s.Socket), "/run/")
}

// nameBelow is the name of a directory right below another; "" when it lies elsewhere.
func nameBelow(dir, above string) string {
	name, ok := strings.CutPrefix(dir, above)
	if !ok || name == "" || strings.ContainsAny(name, "/ %") {
		return ""
	}
	return name
}
