package kv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file that the next Open would not find takes nothing more, and what it has can be
// read and saved. It goes on once the file is back.
func TestAway(t *testing.T) {
	for _, tt := range []struct {
		name    string
		do      func(t *testing.T, path string)
		back    func(t *testing.T, path string) // nil: there is no way
		restart int                             // values after the copy was put in place
	}{
		{"removed", func(t *testing.T, path string) { must(t, os.Remove(path)) }, nil, 1},
		{"its directory removed", func(t *testing.T, path string) { must(t, os.RemoveAll(filepath.Dir(path))) }, nil, 1},
		{"moved", func(t *testing.T, path string) { must(t, os.Rename(path, path+".old")) },
			func(t *testing.T, path string) { must(t, os.Rename(path+".old", path)) }, 2},
		{"replaced", func(t *testing.T, path string) {
			must(t, os.Rename(path, path+".old"))
			must(t, os.WriteFile(path, []byte("another"), 0o600))
		}, func(t *testing.T, path string) { must(t, os.Rename(path+".old", path)) }, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, remarks, tables := schemaOf()
			path := tempPath(t)
			db, err := Open(path, Options{Tables: tables})
			must(t, err)
			put := func(i int) error {
				var c Changes
				remarks.Put(&c, K().Int(i), remark{"said"})
				return db.Apply(t.Context(), &c)
			}
			must(t, put(1))
			must(t, db.Away())
			tt.do(t, path)
			if err := put(2); !errors.Is(err, ErrAway) || !errors.Is(db.Away(), ErrAway) {
				t.Fatalf("got %v and %v, want ErrAway", err, db.Away())
			}
			var saved bytes.Buffer
			_, err = db.Backup(t.Context(), &saved)
			must(t, err)
			if tt.back != nil {
				tt.back(t, path)
				must(t, put(2))
			}
			must(t, db.Close())
			if tt.back == nil {
				must(t, os.MkdirAll(filepath.Dir(path), 0o700))
				must(t, os.WriteFile(path, saved.Bytes(), 0o600))
			}
			again := open(t, path, Options{Tables: tables, MustExist: true})
			view(t, again, func(tx *Tx) {
				if n := remarks.Len(tx); n != tt.restart {
					t.Errorf("%d values after the restart, want %d", n, tt.restart)
				}
			})
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// childReadOnly writes to a store whose directory can only be read for a while.
func childReadOnly(args []string) error {
	_, remarks, tables := schemaOf()
	dir := filepath.Dir(args[0])
	db, err := Open(args[0], Options{Tables: tables, Sync: true})
	if err != nil {
		return err
	}
	defer db.Close()
	put := func() error {
		var c Changes
		remarks.Put(&c, K().Int(1), remark{"said"})
		return db.Apply(context.Background(), &c)
	}
	if err := put(); err != nil {
		return err
	}
	if err := makeReadOnly(dir); err != nil {
		fmt.Println("skip:", err)
		return nil
	}
	if err := put(); !errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("got %v, want EROFS", err)
	}
	if err := syscall.Unmount(dir, 0); err != nil {
		return err
	}
	if err := put(); err != nil {
		return fmt.Errorf("once it can be written again: %w", err)
	}
	fmt.Println("wrote")
	return nil
}
