package kv

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// model is the store as plain maps from key to value, and the machine that
// compares them with a DB.
type model struct {
	path   string
	db     *DB
	tables [2]*Table[string]
	want   [2]map[string]string
}

func (m *model) open(t *rapid.T) {
	infos := []TableInfo{m.tables[0], m.tables[1]}
	db, err := Open(m.path, Options{Tables: infos})
	if err != nil {
		t.Fatal(err)
	}
	m.db = db
}

var modelKeys = rapid.Custom(func(t *rapid.T) Key {
	return K(rapid.SampledFrom([]string{"", "ep1", "ep2", "방"}).Draw(t, "scope")).Int(rapid.IntRange(-3, 12).Draw(t, "n"))
})

// Apply applies a random change set to both.
func (m *model) Apply(t *rapid.T) {
	var c Changes
	for range rapid.IntRange(0, 12).Draw(t, "ops") {
		i, k := rapid.IntRange(0, 1).Draw(t, "table"), modelKeys.Draw(t, "key")
		if rapid.IntRange(0, 2).Draw(t, "kind") == 0 {
			m.tables[i].Delete(&c, k)
			delete(m.want[i], string(k))
			continue
		}
		v := strings.Repeat(rapid.StringN(0, 3, 9).Draw(t, "text"), rapid.SampledFrom([]int{1, 1, 1, 400}).Draw(t, "times"))
		m.tables[i].Put(&c, k, v)
		m.want[i][string(k)] = v
	}
	if err := m.db.Apply(context.Background(), &c); err != nil {
		t.Fatal(err)
	}
}

// Refused builds a change set with an error: nothing of it may be there.
func (m *model) Refused(t *rapid.T) {
	var c Changes
	m.tables[0].Put(&c, modelKeys.Draw(t, "key"), "never")
	m.tables[0].Put(&c, nil, "no key")
	if err := m.db.Apply(context.Background(), &c); err == nil {
		t.Fatal("applied")
	}
}

// Reopen closes the store and opens it again, or now and then a compacted copy
// of it.
func (m *model) Reopen(t *rapid.T) {
	if err := m.db.Close(); err != nil {
		t.Fatal(err)
	}
	if rapid.IntRange(0, 5).Draw(t, "compact") == 0 {
		src := m.path
		m.path += "+"
		if err := compact(src, m.path); err != nil {
			t.Fatal(err)
		}
	}
	m.open(t)
}

// Check compares everything, and looks into the file.
func (m *model) Check(t *rapid.T) {
	err := m.db.View(func(tx *Tx) error {
		for i, table := range m.tables {
			got := map[string]string{}
			var order []Key
			for e, err := range table.Scan(tx, Range{}) {
				if err != nil {
					return err
				}
				got[string(e.Key)] = e.Value
				order = append(order, e.Key)
			}
			if diff := gocmp.Diff(m.want[i], got); diff != "" {
				return fmt.Errorf("table %d: %s", i, diff)
			}
			if !slices.IsSortedFunc(order, func(a, b Key) int { return bytes.Compare(a, b) }) {
				return fmt.Errorf("table %d: keys out of order", i)
			}
			if n := table.Len(tx); n != len(m.want[i]) {
				return fmt.Errorf("table %d: Len %d of %d", i, n, len(m.want[i]))
			}
			for k := range maps.Keys(m.want[i]) {
				if v, err := table.Get(tx, Key(k)); err != nil || v != m.want[i][k] {
					return fmt.Errorf("table %d: Get %s: %v", i, Key(k), err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := m.db.Check(context.Background())
	if err != nil || len(found) > 0 {
		t.Fatalf("Check: %v, %v", found, err)
	}
}

func TestAgainstModel(t *testing.T) {
	t.Parallel()
	dir, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		m := &model{path: fmt.Sprintf("%s/%d.db", dir, n)}
		for i, name := range []string{"one", "two"} {
			m.tables[i], m.want[i] = NewTable[string](name, 1), map[string]string{}
		}
		m.open(t)
		defer func() { m.db.Close() }()
		t.Repeat(map[string]func(*rapid.T){
			"apply": m.Apply, "apply more": m.Apply, "refused": m.Refused,
			"reopen": m.Reopen, "": m.Check,
		})
	})
}
