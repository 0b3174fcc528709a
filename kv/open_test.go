package kv

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
)

func TestOpenCreates(t *testing.T) {
	_, _, tables := schemaOf()
	path := filepath.Join(t.TempDir(), "a", "b", "kv.db")
	db := open(t, path, Options{Tables: tables})
	if db.Path() != path {
		t.Errorf("Path %s", db.Path())
	}
	modes := map[string]fs.FileMode{filepath.Dir(path): 0o700, path: 0o600, path + ".pid": 0o600}
	for p, want := range modes {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s: mode %o, want %o", p, got, want)
		}
	}
	raw, err := os.ReadFile(path + ".pid")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(raw)); got != strconv.Itoa(os.Getpid()) {
		t.Errorf("pid file says %q", got)
	}
}

func TestCloseGivesUpTheFile(t *testing.T) {
	_, _, tables := schemaOf()
	path := tempPath(t)
	for range 3 {
		db, err := Open(path, Options{Tables: tables, LockTimeout: time.Nanosecond})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := os.Stat(path + ".pid"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("pid file after Close: %v", err)
		}
	}
}

func TestClosed(t *testing.T) {
	steps, _, tables := schemaOf()
	db, err := Open(tempPath(t), Options{Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var full Changes
	steps.Put(&full, K("a"), step{})
	calls := map[string]func() error{
		"Apply":       func() error { return db.Apply(t.Context(), &full) },
		"Apply empty": func() error { return db.Apply(t.Context(), &Changes{}) },
		"View":        func() error { return db.View(func(*Tx) error { return nil }) },
		"Check":       func() error { _, err := db.Check(t.Context()); return err },
		"Backup":      func() error { _, err := db.Backup(t.Context(), &strings.Builder{}); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := db.Sync(); err != nil {
		t.Errorf("Sync: %v", err)
	}
}

func TestOpenTwiceInOneProcess(t *testing.T) {
	_, _, tables := schemaOf()
	path := tempPath(t)
	open(t, path, Options{Tables: tables})
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path, Options{Tables: tables, LockTimeout: time.Nanosecond})
	want := &LockedError{Path: path, PID: os.Getpid()}
	if got := (*LockedError)(nil); !errors.As(err, &got) || !errors.Is(err, ErrLocked) || *got != *want {
		t.Errorf("got %v, want %v", err, want)
	}
	if _, err := Open(link, Options{Tables: tables, LockTimeout: time.Nanosecond}); !errors.Is(err, ErrLocked) {
		t.Errorf("through a link: %v", err)
	}
}

func TestLockedErrorPID(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"alive", strconv.Itoa(os.Getpid()) + "\n", "by process " + strconv.Itoa(os.Getpid())},
		{"gone", "999999999\n", "by another process"},
		{"no number", "x", "by another process"},
		{"negative", "-1", "by another process"},
		{"empty", "", "by another process"},
	}
	_, _, tables := schemaOf()
	path := tempPath(t)
	open(t, path, Options{Tables: tables})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.WriteFile(path+".pid", []byte(tt.file), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Open(path, Options{Tables: tables, LockTimeout: time.Nanosecond})
			if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
				t.Errorf("got %v, want …%s", err, tt.want)
			}
		})
	}
}

// writeFile makes a file of the given bytes.
func writeFile(t *testing.T, raw []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kv.db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenRefuses(t *testing.T) {
	steps, _, tables := schemaOf()
	dir := t.TempDir()
	tests := []struct {
		name string
		path string
		opts Options
		is   error
		want string
	}{
		{"directory", dir, Options{}, nil, "is a directory"},
		{"missing", filepath.Join(dir, "none.db"), Options{MustExist: true}, fs.ErrNotExist, "none.db"},
		{"missing with its directory", filepath.Join(dir, "none", "kv.db"), Options{MustExist: true}, fs.ErrNotExist, ""},
		{"empty", writeFile(t, nil), Options{MustExist: true}, ErrDamaged, "the file is empty"},
		{"short", writeFile(t, []byte("hello")), Options{}, ErrDamaged, "5 bytes are too few"},
		{"zeros", writeFile(t, make([]byte, 64<<10)), Options{}, ErrDamaged, "invalid database"},
		{"text", writeFile(t, []byte(strings.Repeat("no store. ", 4000))), Options{}, ErrDamaged, "invalid database"},
		{"twice the table", filepath.Join(dir, "x.db"), Options{Tables: append(tables, steps)}, ErrSchema, "two tables named steps"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			db, err := Open(tt.path, tt.opts)
			if err == nil {
				db.Close()
				t.Fatal("opened")
			}
			if tt.is != nil && !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %v with %q", err, tt.is, tt.want)
			}
			if _, err := os.Stat(tt.path + ".pid"); err == nil {
				t.Error("a pid file was left")
			}
		})
	}
}

// An empty file was cut, unless its making was interrupted, by the end of the
// process or of the disk.
func TestEmptyFile(t *testing.T) {
	steps, _, tables := schemaOf()
	path := writeFile(t, nil)
	for range 2 { // the lock is given up each time
		_, err := Open(path, Options{Tables: tables, LockTimeout: time.Nanosecond})
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "the file is empty") {
			t.Errorf("got %v, want it damaged", err)
		}
	}
	if !Emptied(path) {
		t.Error("it is not said to be emptied")
	}
	if raw, err := os.ReadFile(path); err != nil || len(raw) > 0 {
		t.Errorf("%d bytes were written to it, %v", len(raw), err)
	}
	for _, size := range []int{0, 1, 79, os.Getpagesize(), 4*os.Getpagesize() - 1} {
		path := writeFile(t, make([]byte, size))
		if err := os.WriteFile(makingPath(path), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if Emptied(path) {
			t.Errorf("%d bytes: one that is being made is said to be emptied", size)
		}
		db := open(t, path, Options{Tables: tables})
		apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{}) })
		if isThere(makingPath(path)) {
			t.Errorf("%d bytes: the note that it is being made is still there", size)
		}
	}
	fresh := tempPath(t)
	open(t, fresh, Options{Tables: tables})
	if isThere(makingPath(fresh)) {
		t.Error("the note that a new store is being made is still there")
	}
}

func TestOpenForeignFile(t *testing.T) {
	_, _, tables := schemaOf()
	path := filepath.Join(t.TempDir(), "other.db")
	updateRaw(t, path, func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("theirs"))
		return err
	})
	for range 2 { // the lock is given up each time
		_, err := Open(path, Options{Tables: tables, LockTimeout: time.Nanosecond})
		if !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), "another program") {
			t.Errorf("got %v", err)
		}
	}
	updateRaw(t, path, func(tx *bbolt.Tx) error {
		if tx.Bucket([]byte(metaBucket)) != nil {
			t.Error("the file was written to")
		}
		return nil
	})
}

// updateRaw changes the file of a closed store with bare bbolt.
func updateRaw(t *testing.T, path string, fn func(tx *bbolt.Tx) error) {
	t.Helper()
	bolt, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer bolt.Close()
	if err := bolt.Update(fn); err != nil {
		t.Fatal(err)
	}
}

// An unchanged schema opens without a write.
func TestReopenDoesNotWrite(t *testing.T) {
	_, _, tables := schemaOf()
	path := tempPath(t)
	var contents [2]string
	for i := range contents {
		db, err := Open(path, Options{Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		contents[i] = string(raw)
	}
	if contents[0] != contents[1] {
		t.Error("the file is not the same")
	}
}

// Tables out of the schema stay in the file and come back with it.
func TestTablesComeAndGo(t *testing.T) {
	steps, remarks, both := schemaOf()
	path := tempPath(t)
	use := func(tables []TableInfo, fn func(db *DB)) {
		db, err := Open(path, Options{Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		fn(db)
		checkSound(t, db)
	}
	use(both, func(db *DB) { apply(t, db, func(c *Changes) { remarks.Put(c, K("a"), remark{"kept"}) }) })
	use([]TableInfo{steps}, func(db *DB) { apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{}) }) })
	use(both, func(db *DB) {
		view(t, db, func(tx *Tx) {
			got, err := remarks.Get(tx, K("a"))
			if diff := gocmp.Diff(remark{"kept"}, got); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	})
}
