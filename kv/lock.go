package kv

import (
	"os"
	"strconv"
	"strings"
)

// pidPath returns the file that names the holder of the store at path.
func pidPath(path string) string { return path + ".pid" }

// writePID names this process as the holder, for the errors of those who wait for the
// lock.
func writePID(path string) error {
	return os.WriteFile(pidPath(path), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
}

// readPID returns the process that holds the store at path, 0 if the file does
// not say or if the process is gone.
func readPID(path string) int {
	raw, err := os.ReadFile(pidPath(path))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	if err != nil || pid <= 0 || !alive(pid) {
		return 0
	}
	return pid
}
