package unit

import (
	"path"
	"slices"
	"strings"

	"navd/daemon/fault"
)

// Name is what service managers call navd.
const Name = "navd"

// Service is what a unit is written from. Paths are absolute.
type Service struct {
	Binary string   // the program
	Args   []string // its arguments, run first
	System bool     // of the machine; false: of one user
	User   string   // whom the daemon runs as; system units of Linux need it, others may leave it empty
	Group  string   // also a group of the daemon, of socket.group; empty: none
	Env    []string // NAME=value that the daemon gets
	EnvIn  string   // file of further such lines, which may be missing; empty: none. Not for launchd

	Config string   // file of the configuration; empty: none
	Data   string   // directory of the stores
	Socket string   // path of the socket
	Roots  []string // directories that are read
	Files  []string // files that are read
	Writes []string // directories that are written to, besides Data and the socket's
	Log    string   // file of what the daemon prints; launchd alone, systemd has a journal
}

// noPath are texts that a unit cannot hold in a path: systemd reads each of
// them as something else in one place or another, and kardianos/service takes
// double braces for a word of a template.
var noPath = []string{`"`, `\`, ":", "{{", "}}"}

// Check says which path a unit cannot name. The fault is Invalid and names
// the field of the configuration as well as this package can know it.
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
					WithHint("a unit cannot name this path: move what lies there, or name it by a symbolic link")
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

// control tells whether a character ends a line or is not seen in one.
func control(r rune) bool { return r < ' ' || r == 0x7f }

// hides are the directories that the system unit shows empty.
var hides = []string{"/home", "/root", "/run/user", "/tmp", "/var/tmp"}

// Hidden tells whether a path lies where the system unit shows nothing unless
// the path is bound in.
func Hidden(at string) bool {
	return slices.ContainsFunc(hides, func(dir string) bool { return Below(at, dir) })
}

// Below tells whether a path is a directory or lies in it.
func Below(at, dir string) bool {
	return at == dir || strings.HasPrefix(at, strings.TrimSuffix(dir, "/")+"/")
}

// reads are the paths that have to be bound in to be read.
func (s Service) reads() (paths []string) {
	paths = slices.Clone(s.Roots)
	for _, file := range slices.Concat([]string{s.Binary, s.Config}, s.Files) {
		if file != "" && Hidden(file) {
			paths = append(paths, file)
		}
	}
	return s.without(paths)
}

// Makes are the directories that have to be there before a system unit starts,
// because systemd does not make them: those of the data and of the socket, where
// they lie elsewhere than usual.
func (s Service) Makes() (dirs []string) {
	if s.stateDirectory() == "" {
		dirs = append(dirs, s.Data)
	}
	if s.runtimeDirectory() == "" {
		dirs = append(dirs, path.Dir(s.Socket))
	}
	return dirs
}

// writes are the directories that have to be bound in to be written to.
func (s Service) writes() []string {
	paths := append(slices.Clone(s.Writes), s.Makes()...)
	slices.Sort(paths)
	return slices.Compact(paths)
}

// without leaves out what lies in a directory that is written to anyway, and
// what is named twice.
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
