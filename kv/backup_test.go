package kv

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// writerFunc is a writer that is a function.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// A backup is the store as it was when the backup began, though commits go on.
func TestBackup(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	apply(t, db, func(c *Changes) { steps.Put(c, K("before"), step{Action: "x"}) })
	var copied bytes.Buffer
	writes := 0
	n, err := db.Backup(t.Context(), writerFunc(func(p []byte) (int, error) {
		if writes++; writes == 1 {
			apply(t, db, func(c *Changes) { steps.Put(c, K("during"), step{}) })
		}
		return copied.Write(p)
	}))
	if err != nil || n != int64(copied.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, copied.Len(), err)
	}
	restored := open(t, writeFile(t, copied.Bytes()), Options{Tables: tables, MustExist: true})
	if diff := gocmp.Diff([]string{"before"}, keysOf(t, restored, steps)); diff != "" {
		t.Error(diff)
	}
	if diff := gocmp.Diff([]string{"before", "during"}, keysOf(t, db, steps)); diff != "" {
		t.Error(diff)
	}
}

func TestBackupFails(t *testing.T) {
	_, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	mine := errors.New("mine")
	for after := range 3 {
		writes := 0
		_, err := db.Backup(t.Context(), writerFunc(func(p []byte) (int, error) {
			if writes++; writes > after {
				return 0, mine
			}
			return len(p), nil
		}))
		if !errors.Is(err, mine) {
			t.Errorf("writer fails after %d: %v", after, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := db.Backup(ctx, writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil }))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCompact(t *testing.T) {
	t.Parallel()
	_, remarks, tables := schemaOf()
	src := tempPath(t)
	dst := src + ".compact"
	db, err := Open(src, Options{Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	big := remark{strings.Repeat("x", 10_000)}
	apply(t, db, func(c *Changes) {
		for i := range 500 {
			remarks.Put(c, K().Int(i), big)
		}
	})
	apply(t, db, func(c *Changes) {
		for i := range 499 {
			remarks.Delete(c, K().Int(i))
		}
	})
	if err := compact(src, dst); !errors.Is(err, ErrLocked) {
		t.Errorf("of an open store: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := compact(src, dst); err != nil {
		t.Fatal(err)
	}
	if err := compact(src, dst); !errors.Is(err, fs.ErrExist) {
		t.Errorf("onto a file: %v", err)
	}
	large, small := open(t, src, Options{Tables: tables}), open(t, dst, Options{Tables: tables})
	view(t, small, func(tx *Tx) {
		if got, err := remarks.Get(tx, K().Int(499)); err != nil || got != big || remarks.Len(tx) != 1 {
			t.Errorf("got %.9v…, %v, Len %d", got, err, remarks.Len(tx))
		}
	})
	if before, after := bytesInUse(t, large), bytesInUse(t, small); after*10 > before {
		t.Errorf("%d bytes before, %d after", before, after)
	}
}

func bytesInUse(t *testing.T, db *DB) int64 {
	t.Helper()
	n, err := db.Backup(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCompactFails(t *testing.T) {
	dir := t.TempDir()
	dst := dir + "/dst.db"
	if err := compact(dir+"/none.db", dst); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	if err := compact(writeFile(t, make([]byte, 64<<10)), dst); !errors.Is(err, ErrDamaged) {
		t.Errorf("of no store: %v", err)
	}
	raw := filled(t, 200)
	clearPageOf(raw, "xxxx")
	if err := compact(writeFile(t, raw), dst); !errors.Is(err, ErrDamaged) {
		t.Errorf("of a damaged store: %v", err)
	}
	if _, err := os.Stat(dst); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was left: %v", err)
	}
}
