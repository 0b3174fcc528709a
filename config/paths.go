package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Host is what default paths and relative paths depend on. [ThisHost] reads it
// from the process; tests make their own.
type Host struct {
	OS     string   // as runtime.GOOS
	Home   string   // home directory, "" when there is none
	UID    int      // user id of the daemon
	Dir    string   // working directory, absolute
	Env    []string // NAME=value, as os.Environ; the last of a name counts
	System bool     // system paths instead of the user's
}

// ThisHost describes the running process, with the user's paths.
func ThisHost() Host {
	home, _ := os.UserHomeDir() // without one it is "", which is no failure
	dir, err := os.Getwd()
	if err != nil {
		dir = "/"
	}
	return Host{OS: runtime.GOOS, Home: home, UID: os.Getuid(), Dir: dir, Env: os.Environ()}
}

// DefaultDataDir is the default data directory; "" when the host has no home directory.
func DefaultDataDir(h Host) string {
	if h.System {
		return "/var/lib/navd"
	}
	if h.OS == "darwin" && h.xdg("XDG_DATA_HOME") == "" {
		return h.underHome("Library/Application Support", "navd")
	}
	return h.underXDG("XDG_DATA_HOME", ".local/share", "navd")
}

// DefaultSocket is the default path of the socket. Its directory is for navd alone: the
// daemon makes it with mode 0700, and refuses one of another user.
func DefaultSocket(h Host) string {
	if h.System && h.OS == "darwin" {
		return "/var/run/navd/navd.sock"
	}
	if h.System {
		return "/run/navd/navd.sock"
	}
	if dir := h.xdg("XDG_RUNTIME_DIR"); dir != "" {
		return filepath.Join(dir, "navd", "navd.sock")
	}
	tmp := h.xdg("TMPDIR")
	if tmp == "" {
		tmp = "/tmp"
	}
	return filepath.Join(tmp, "navd-"+strconv.Itoa(h.UID), "navd.sock")
}

// DefaultFile is the default config file, which may be missing; "" when the host has no home
// directory.
func DefaultFile(h Host) string {
	if h.System {
		return "/etc/navd/navd.toml"
	}
	return h.underXDG("XDG_CONFIG_HOME", ".config", "navd/navd.toml")
}

// SocketLimit is how many bytes a socket path may have on an operating system:
// sun_path without its final NUL.
func SocketLimit(goos string) int {
	if goos == "linux" {
		return 107
	}
	return 103
}

// lookup gives a variable of the host's environment; "" when it is not set.
func (h Host) lookup(name string) string {
	for i := len(h.Env) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(h.Env[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// xdg gives a variable that holds an absolute directory. Relative ones are ignored, as the
// XDG base directory specification says.
func (h Host) xdg(name string) string {
	if dir := h.lookup(name); filepath.IsAbs(dir) {
		return dir
	}
	return ""
}

func (h Host) underXDG(name, fallback, rest string) string {
	if dir := h.xdg(name); dir != "" {
		return filepath.Join(dir, rest)
	}
	return h.underHome(fallback, rest)
}

func (h Host) underHome(dir, rest string) string {
	if h.Home == "" {
		return ""
	}
	return filepath.Join(h.Home, dir, rest)
}
