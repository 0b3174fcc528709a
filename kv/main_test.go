package kv

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// childEnv names the part this test binary plays when a test runs it again as
// another process.
const childEnv = "KV_TEST_CHILD"

// thorough makes tests take more of what only repeats itself.
func thorough() bool { return os.Getenv("NAVD_TEST_LONG") != "" }

func TestMain(m *testing.M) {
	children := map[string]func(args []string) error{
		"hold":     childHold,
		"write":    childWrite,
		"diskfull": childDiskFull,
		"open":     childOpen,
		"cut":      childCut,
		"readonly": childReadOnly,
	}
	if role := os.Getenv(childEnv); role != "" {
		if err := children[role](os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if !thorough() {
		if err := flag.Set("rapid.checks", "35"); err != nil { // of 100; a flag that is given counts
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}

// child returns a command that runs role in another process.
func child(t *testing.T, role string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), childEnv+"="+role, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// runChild runs role to its end and returns what it printed.
func runChild(t *testing.T, role string, args ...string) string {
	t.Helper()
	out, err := child(t, role, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("child %s: %v\n%s", role, err, out)
	}
	return strings.TrimSpace(string(out))
}

// step and remark are what the tables of the tests hold.
type step struct {
	Action string  `json:"action"`
	Metres float64 `json:"metres,omitempty"`
}

type remark struct {
	Text string `json:"text"`
}

// schemaOf returns a schema of two tables.
func schemaOf() (*Table[step], *Table[remark], []TableInfo) {
	steps, remarks := NewTable[step]("steps", 1), NewTable[remark]("remarks", 1)
	return steps, remarks, []TableInfo{steps, remarks}
}

// tempPath returns the path of a store that is not there yet.
func tempPath(t testing.TB) string {
	return filepath.Join(t.TempDir(), "data", "kv.db")
}

// open opens a store and, at the end of the test, checks and closes it.
func open(t testing.TB, path string, opts Options) *DB {
	t.Helper()
	db, err := Open(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		checkSound(t, db)
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return db
}

// checkSound fails the test if Check finds a problem in an open store.
func checkSound(t testing.TB, db *DB) {
	t.Helper()
	if db.queue.err() != nil {
		return
	}
	problems, err := db.Check(context.Background()) // t.Context ends before the cleanups
	if err != nil {
		t.Errorf("Check: %v", err)
	}
	for _, p := range problems {
		t.Errorf("Check: %v", p)
	}
}

// apply applies the changes that fill makes.
func apply(t testing.TB, db *DB, fill func(c *Changes)) {
	t.Helper()
	var c Changes
	fill(&c)
	if err := db.Apply(t.Context(), &c); err != nil {
		t.Fatalf("Apply: %v", err)
	}
}

// view runs fn in a View that must not fail.
func view(t testing.TB, db *DB, fn func(tx *Tx)) {
	t.Helper()
	if err := db.View(func(tx *Tx) error { fn(tx); return nil }); err != nil {
		t.Fatalf("View: %v", err)
	}
}

// compact copies the store at src, which nobody holds, to dst without its free space.
func compact(src, dst string) error {
	_, _, tables := schemaOf()
	db, err := Open(src, Options{AsIs: true, Tables: tables})
	if err != nil {
		return err
	}
	return errors.Join(db.Compact(context.Background(), dst), db.Close())
}
