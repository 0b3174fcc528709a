package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
)

// pilot is a user's host on Linux with nothing set.
func pilot(env ...string) config.Host {
	return config.Host{OS: "linux", Home: "/home/pilot", UID: 1000, Dir: "/work", Env: env}
}

// writeFile puts text into navd.toml of a new directory and gives both paths.
func writeFile(t *testing.T, text string) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "navd.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

// load loads a file of this text, with variables and flags, on pilot's host.
func load(t *testing.T, text string, env []string, flags map[string]string) (*config.Loaded, string, error) {
	t.Helper()
	dir, path := writeFile(t, text)
	loaded, err := config.Load(config.Options{File: path, Flags: flags, Host: pilot(env...)})
	return loaded, dir, err
}

// mustLoad is load for configurations that are right.
func mustLoad(t *testing.T, text string, env ...string) *config.Loaded {
	t.Helper()
	loaded, _, err := load(t, text, env, nil)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// message gives an error with the test's directory as DIR; "" for none.
func message(err error, dir string) string {
	if err == nil {
		return ""
	}
	return replaceDir(err.Error(), dir)
}

func wantMessage(t *testing.T, err error, dir, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimSpace(want), message(err, dir)); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
	var problems config.Problems
	if err != nil && !errors.As(err, &problems) {
		t.Errorf("error is a %T, want config.Problems", err)
	}
}

// splitEnv splits NAME=value pairs at NUL, which no variable can hold.
func splitEnv(pairs string) []string {
	if pairs == "" {
		return nil
	}
	return strings.Split(pairs, "\x00")
}

// replaceDir puts DIR for a test's directory, if it has one.
func replaceDir(s, dir string) string {
	if dir == "" {
		return s
	}
	return strings.ReplaceAll(s, dir, "DIR")
}

func entry(t *testing.T, loaded *config.Loaded, key string) config.Entry {
	t.Helper()
	for _, e := range loaded.Entries() {
		if e.Key == key {
			return e
		}
	}
	t.Fatalf("no entry %s", key)
	return config.Entry{}
}
