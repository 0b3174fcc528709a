package kv

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

func TestGuard(t *testing.T) {
	mine := errors.New("mine")
	unmapped := func() error {
		page, err := unix.Mmap(-1, 0, 4096, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
		if err != nil {
			return err
		}
		defer unix.Munmap(page)
		return fmt.Errorf("read %d where nothing can be read", page[0])
	}
	tests := []struct {
		name string
		fn   func() error
		is   error
		want string
	}{
		{"nothing", func() error { return nil }, nil, ""},
		{"error", func() error { return mine }, mine, "mine"},
		{"panic", func() error { panic("page 7: invalid") }, ErrDamaged, "kv: p is damaged: reading: page 7: invalid"},
		{"panic with an error", func() error { panic(mine) }, ErrDamaged, "reading: mine"},
		{"memory fault", unmapped, ErrDamaged, "reading: fault at 0x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := guard("p", "reading", tt.fn)
			if !errors.Is(err, tt.is) || (err != nil && !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v, want %v with %q", err, tt.is, tt.want)
			}
			if debug.SetPanicOnFault(false) {
				t.Error("faults still panic afterwards")
			}
		})
	}
}

func TestWithErrno(t *testing.T) {
	path := &fs.PathError{Op: "write", Path: "p", Err: syscall.EFBIG}
	tests := []struct {
		name string
		err  error
		want syscall.Errno // 0: none
	}{
		{"nil", nil, 0},
		{"wrapped", path, syscall.EFBIG},
		{"text of grow", fmt.Errorf("file resize error: %s", syscall.ENOSPC), syscall.ENOSPC},
		{"text of a path error", fmt.Errorf("file resize error: %s", path), syscall.EFBIG},
		{"text of the mapping", fmt.Errorf("mmap allocate error: %s", syscall.ENOMEM), syscall.ENOMEM},
		{"text in the middle", fmt.Errorf("%s or so", syscall.ENOSPC), 0},
		{"other", errors.New("other"), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, errno := withErrno(tt.err), syscall.Errno(0)
			errors.As(got, &errno)
			if errno != tt.want {
				t.Errorf("errno %d, want %d", errno, tt.want)
			}
			if !errors.Is(got, tt.err) || fmt.Sprint(got) != fmt.Sprint(tt.err) {
				t.Errorf("got %v, want the error with its text: %v", got, tt.err)
			}
		})
	}
}

// Every typed error says what happened in one line, and is its sentinel.
func TestErrorTexts(t *testing.T) {
	cause := errors.New("cause")
	tests := []struct {
		err  error
		is   []error
		want string
	}{
		{&LockedError{Path: "p", PID: 7}, []error{ErrLocked}, "kv: p is in use by process 7"},
		{&LockedError{Path: "p"}, []error{ErrLocked}, "kv: p is in use by another process"},
		{&DamagedError{"p", "cut", "restore"}, []error{ErrDamaged}, "kv: p is damaged: cut (restore)"},
		{&CorruptError{Table: "t", Key: Key("k"), Reason: "r"}, []error{ErrCorrupt}, `kv: table t, key "k": r`},
		{&CorruptError{Table: "t", Key: Key("k"), Reason: "r", Err: cause}, []error{ErrCorrupt, cause}, `kv: table t, key "k": r: cause`},
		{&NewerError{"table t", 3, 2}, []error{ErrNewer}, "kv: table t has version 3, this program reads up to 2"},
	}
	for _, tt := range tests {
		if diff := gocmp.Diff(tt.want, tt.err.Error()); diff != "" {
			t.Error(diff)
		}
		for _, is := range tt.is {
			if !errors.Is(tt.err, is) {
				t.Errorf("%v is no %v", tt.err, is)
			}
		}
	}
}

// A file that is cut hangs nobody, however many begin to read and write at once:
// bbolt's locks would stay taken when it faults.
func TestCutForMany(t *testing.T) {
	for range 20 {
		steps, _, tables := schemaOf()
		db, err := Open(tempPath(t), Options{Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		var calls sync.WaitGroup
		if err := os.Truncate(db.Path(), 0); err != nil {
			t.Fatal(err)
		}
		for n := range 16 {
			calls.Go(func() {
				for range 20 {
					_ = db.View(func(*Tx) error { return nil })
					if n%8 == 0 {
						var c Changes
						steps.Put(&c, K("a"), step{})
						_ = db.Apply(t.Context(), &c)
					}
				}
			})
		}
		calls.Wait()
		_ = db.Close() // says what it likes, but comes back
	}
}

// Views begin while commits let the file grow, and bbolt maps it anew.
func TestViewsWhileTheFileGrows(t *testing.T) {
	text, rounds := strings.Repeat("x", 1<<18), 1
	if thorough() {
		rounds = 3
	}
	for range rounds {
		steps, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Tables: tables, mapSize: 1 << 15})
		ctx, stop := context.WithCancel(t.Context())
		var views sync.WaitGroup
		for range 8 {
			views.Go(func() {
				for ctx.Err() == nil {
					if err := db.View(func(*Tx) error { return nil }); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		for n := range 20 { // the mapping doubles again and again
			var c Changes
			steps.Put(&c, K(fmt.Sprint(n)), step{Action: text})
			if err := db.Apply(t.Context(), &c); err != nil {
				t.Error(err)
			}
		}
		stop()
		views.Wait()
	}
}

// Meta pages that go bad between a commit and its seal hang nobody.
func TestMetasGoBad(t *testing.T) {
	for _, viewed := range []bool{true, false} {
		steps, _, tables := schemaOf()
		db, err := Open(tempPath(t), Options{Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		db.update = func(fn func(*bbolt.Tx) error) error {
			err := db.write(fn)
			for _, at := range []int64{0, db.least / 2} {
				if _, err := db.file.WriteAt(make([]byte, 200), at); err != nil {
					t.Error(err)
				}
			}
			if viewed {
				_ = db.View(func(*Tx) error { return nil })
			}
			return err
		}
		var c Changes
		steps.Put(&c, K("a"), step{})
		_ = db.Apply(t.Context(), &c)
		if err := db.View(func(*Tx) error { return nil }); !errors.Is(err, ErrDamaged) {
			t.Errorf("viewed before %v: %v", viewed, err)
		}
		_ = db.Close() // says what it likes, but comes back
	}
}
