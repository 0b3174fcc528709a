package kv

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
)

func TestBadDefinitions(t *testing.T) {
	step := func(from byte) Migration { return Migration{From: from, Func: same} }
	tests := []struct {
		name  string
		table TableInfo
		want  string
	}{
		{"no name", NewTable[int]("", 1), `table name ""`},
		{"upper case", NewTable[int]("Steps", 1), "table name"},
		{"meta bucket", NewTable[int](metaBucket, 1), "table name"},
		{"zero byte", NewTable[int]("a\x00b", 1), "table name"},
		{"long", NewTable[int](strings.Repeat("x", 101), 1), "table name"},
		{"version 0", NewTable[int]("a", 0), "the first is 1"},
		{"from 0", NewTable[int]("a", 2, step(0)), "from version 0"},
		{"from itself", NewTable[int]("a", 2, step(2)), "from version 2 to a table of version 2"},
		{"twice", NewTable[int]("a", 2, step(1), step(1)), "from version 1"},
		{"no func", NewTable[int]("a", 2, Migration{From: 1}), "from version 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(tempPath(t), Options{Tables: []TableInfo{tt.table}})
			if !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an ErrSchema with %q", err, tt.want)
			}
		})
	}
}

// Three generations of one value: the unit of the distance was first implied,
// then named, then changed.
type (
	placeV1 struct{ Dist float64 }
	placeV2 struct{ DistM float64 }
	placeV3 struct{ DistMM int }
)

func placesV1() *Table[placeV1] { return NewTable[placeV1]("places", 1) }
func placesV2() *Table[placeV2] { return NewTable[placeV2]("places", 2, placeFrom1()) }
func placesV3() *Table[placeV3] {
	return NewTable[placeV3]("places", 3, placeFrom1(), placeFrom2())
}

func placeFrom1() Migration {
	return Migration{From: 1, Func: func(doc []byte) ([]byte, error) {
		return bytes.Replace(doc, []byte(`"Dist"`), []byte(`"DistM"`), 1), nil
	}}
}

func placeFrom2() Migration {
	return Migration{From: 2, Func: func(doc []byte) ([]byte, error) {
		var old placeV2
		if err := json.Unmarshal(doc, &old); err != nil {
			return nil, err
		}
		if old.DistM < 0 {
			return nil, errors.New("negative distance")
		}
		return json.Marshal(placeV3{DistMM: int(old.DistM * 1000)})
	}}
}

// with opens the store at path with one table, for fn alone.
func with(t *testing.T, path string, table TableInfo, fn func(db *DB)) {
	t.Helper()
	db, err := Open(path, Options{Tables: []TableInfo{table}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	fn(db)
}

// oldFile makes a file with one value by each older program.
func oldFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "kv.db")
	v1, v2 := placesV1(), placesV2()
	with(t, path, v1, func(db *DB) {
		apply(t, db, func(c *Changes) { v1.Put(c, K("one"), placeV1{1.5}) })
	})
	with(t, path, v2, func(db *DB) {
		apply(t, db, func(c *Changes) { v2.Put(c, K("two"), placeV2{2.5}) })
	})
	return path
}

func TestMigrationChain(t *testing.T) {
	path, v3 := oldFile(t), placesV3()
	with(t, path, v3, func(db *DB) {
		apply(t, db, func(c *Changes) { v3.Put(c, K("zzz"), placeV3{3500}) })
		got := map[string]int{}
		view(t, db, func(tx *Tx) {
			for e, err := range v3.Scan(tx, Range{}) {
				if err != nil {
					t.Fatal(err)
				}
				got[ReadKey(e.Key).Str()] = e.Value.DistMM
			}
			one, err := v3.Get(tx, K("one"))
			if err != nil || one.DistMM != 1500 {
				t.Errorf("Get: %v, %v", one, err)
			}
		})
		if diff := gocmp.Diff(map[string]int{"one": 1500, "two": 2500, "zzz": 3500}, got); diff != "" {
			t.Error(diff)
		}
		checkSound(t, db)
	})
}

func TestMigrationFails(t *testing.T) {
	path, v2, v3 := oldFile(t), placesV2(), placesV3()
	with(t, path, v2, func(db *DB) {
		apply(t, db, func(c *Changes) { v2.Put(c, K("bad"), placeV2{-1}) })
	})
	with(t, path, v3, func(db *DB) {
		view(t, db, func(tx *Tx) {
			_, err := v3.Get(tx, K("bad"))
			if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "migration from version 2: negative distance") {
				t.Errorf("got %v", err)
			}
			if _, err := v3.Get(tx, K("two")); err != nil {
				t.Errorf("the value beside it: %v", err)
			}
		})
	})
}

func TestOlderProgramIsRefused(t *testing.T) {
	path := oldFile(t)
	_, err := Open(path, Options{Tables: []TableInfo{placesV1()}, LockTimeout: time.Nanosecond})
	var newer *NewerError
	if !errors.As(err, &newer) || !errors.Is(err, ErrNewer) {
		t.Fatalf("got %v", err)
	}
	if diff := gocmp.Diff(NewerError{What: "table places", Have: 2, Known: 1}, *newer); diff != "" {
		t.Error(diff)
	}
	with(t, path, placesV2(), func(*DB) {}) // and the lock was given up
}

// A chain that does not reach back to the oldest value in the file is noticed
// when it is opened, not when the value is read.
func TestMissingMigration(t *testing.T) {
	gap := NewTable[placeV3]("places", 3, placeFrom2())
	_, err := Open(oldFile(t), Options{Tables: []TableInfo{gap}})
	if !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), "values of version 1") {
		t.Errorf("got %v", err)
	}
	path := tempPath(t)
	with(t, path, placesV1(), func(*DB) {})
	with(t, path, gap, func(*DB) {}) // an empty table has no oldest value
}

// A value older than the table says is in the file has no way up.
func TestValueBelowTheChain(t *testing.T) {
	gap := NewTable[placeV3]("places", 3, placeFrom2())
	raw, err := placesV1().schema.encode(K("a"), placeV1{1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decoded(gap, K("a"), raw); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "no migration from version 1") {
		t.Errorf("got %v", err)
	}
}

func TestNewerFormatIsRefused(t *testing.T) {
	path := tempPath(t)
	with(t, path, placesV1(), func(*DB) {})
	updateRaw(t, path, func(tx *bbolt.Tx) error {
		return putJSON(tx.Bucket([]byte(metaBucket)), formatKey, fileMeta{Format: Format + 1})
	})
	_, err := Open(path, Options{})
	want := fmt.Sprintf("kv: file format has version %d, this program reads up to %d", Format+1, Format)
	if !errors.Is(err, ErrNewer) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestDamagedMetaBucket(t *testing.T) {
	for _, key := range []string{formatKey, tablePre + "places"} {
		t.Run(key, func(t *testing.T) {
			path := tempPath(t)
			with(t, path, placesV1(), func(*DB) {})
			updateRaw(t, path, func(tx *bbolt.Tx) error {
				return tx.Bucket([]byte(metaBucket)).Put([]byte(key), []byte("{"))
			})
			for range 2 {
				if _, err := Open(path, Options{Tables: []TableInfo{placesV1()}, LockTimeout: time.Nanosecond}); !errors.Is(err, ErrDamaged) {
					t.Errorf("got %v", err)
				}
			}
		})
	}
}

// The meta bucket is on disk: its bytes do not change.
func TestMetaBucketBytes(t *testing.T) {
	path := tempPath(t)
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC) }
	db, err := Open(path, Options{Tables: []TableInfo{placesV3()}, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	got := map[string]string{}
	updateRaw(t, path, func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(metaBucket)).ForEach(func(k, v []byte) error {
			got[string(k)] = string(v)
			return nil
		})
	})
	want := map[string]string{
		"format":       `{"format":1,"created":"2026-01-02T03:04:05Z"}`,
		"table/places": `{"version":3,"oldest":3}`,
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
