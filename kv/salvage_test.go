package kv

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// salvageable makes a store whose tables have several levels, in which values were
// written over and deleted, so that older states stand on its free pages. It gives the
// bytes of the file and its values by table and key.
func salvageable(t *testing.T) (raw []byte, values map[string]string) {
	t.Helper()
	steps, remarks, tables := schemaOf()
	path := tempPath(t)
	db, err := Open(path, Options{Sync: true, Tables: tables})
	must(t, err)
	for round := range 3 {
		for from := 0; from < 1500; from += 500 {
			apply(t, db, func(c *Changes) {
				for i := from; i < from+500; i++ {
					steps.Put(c, K("e").Int(i), step{Action: fmt.Sprint("round ", round), Metres: float64(i)})
					if i%10 == 0 {
						remarks.Put(c, K().Int(i), remark{strings.Repeat("long ", 20+round)})
					}
					if i%7 == round {
						steps.Delete(c, K("e").Int(i))
					}
				}
			})
		}
	}
	must(t, db.Close())
	raw, err = os.ReadFile(path)
	must(t, err)
	return raw, valuesOf(t, path)
}

// valuesOf reads all values of a sound store.
func valuesOf(t *testing.T, path string) map[string]string {
	t.Helper()
	steps, remarks, tables := schemaOf()
	db, err := Open(path, Options{AsIs: true, Tables: tables})
	must(t, err)
	defer db.Close()
	checkSound(t, db)
	out := map[string]string{}
	view(t, db, func(tx *Tx) {
		for e, err := range steps.Scan(tx, Range{}) {
			must(t, err)
			out["steps "+e.Key.String()] = fmt.Sprint(e.Value)
		}
		for e, err := range remarks.Scan(tx, Range{}) {
			must(t, err)
			out["remarks "+e.Key.String()] = fmt.Sprint(e.Value)
		}
	})
	return out
}

// salvageOf salvages a file with these bytes, and gives what it came to, the values of
// the new store, and what was put in quarantine.
func salvageOf(t *testing.T, raw []byte) (Salvaged, map[string]string, []Quarantined, error) {
	t.Helper()
	_, _, tables := schemaOf()
	path := writeFile(t, raw)
	hold, err := Lock(path, 0)
	must(t, err)
	defer hold.Release()
	dst := filepath.Join(t.TempDir(), "salvaged.db")
	var bad []Quarantined
	s, err := hold.Salvage(t.Context(), dst, tables, func(q Quarantined) error { bad = append(bad, q); return nil })
	if err != nil {
		if isThere(dst) {
			t.Error("something is left of a store that could not be made")
		}
		return s, nil, nil, err
	}
	open(t, dst, Options{Tables: tables}) // as the next start will
	after, err := os.ReadFile(path)
	must(t, err)
	if string(after) != string(raw) {
		t.Error("the damaged file was written to")
	}
	must(t, hold.Release())
	return s, valuesOf(t, copied(t, dst)), bad, nil
}

// copied gives a copy of a file, whose original is open.
func copied(t *testing.T, path string) string {
	raw, err := os.ReadFile(path)
	must(t, err)
	return writeFile(t, raw)
}

// pagesWhere lists the pages of a file, in use, that a condition holds for.
func pagesWhere(raw []byte, want func(p page) bool) (ids []int) {
	size := os.Getpagesize()
	all := pages{raw[:len(raw)/size*size], size}
	m, _ := readMeta(raw)
	if other, ok := readMeta(raw[size:]); ok && other.tx > m.tx {
		m = other
	}
	free, _, _ := all.freelist(m.freelist)
	isFree := map[uint64]bool{}
	for _, id := range free {
		isFree[id] = true
	}
	for id := uint64(2); id < m.pages; id++ {
		if p, err := all.at(id, valueFlag); err == nil && !isFree[id] && want(p) {
			ids = append(ids, int(id))
		}
	}
	return ids
}

func TestSalvage(t *testing.T) {
	raw, values := salvageable(t)
	size := os.Getpagesize()
	// Leaves of the steps: where a page stands in the file differs from run to run.
	leaves := pagesWhere(raw, func(p page) bool { return p.leaf && p.n > 5 && strings.Contains(string(p.value(0)), `"action"`) })
	branches := pagesWhere(raw, func(p page) bool { return !p.leaf && p.n > 5 })
	if len(leaves) < 20 || len(branches) < 1 {
		t.Fatalf("%d leaves, %d branches: too few to damage", len(leaves), len(branches))
	}
	leaf := leaves[len(leaves)/2]
	at := strings.Index(string(raw[leaf*size:]), `"action"`) + leaf*size
	onLeaf := pageOf(raw, leaf).n
	newest := 0
	if a, _ := readMeta(raw); a.tx < mustMeta(t, raw[size:]).tx {
		newest = 1
	}
	for _, tt := range []struct {
		name        string
		damage      func(raw []byte) []byte
		lost        int // values that the new store does not have
		quarantined int
		found       bool   // some that nothing led to
		says        string // one of the problems
	}{
		{"none", func(raw []byte) []byte { return raw }, 0, 0, false, ""},
		{"a byte of a value", func(raw []byte) []byte { raw[at+2] ^= 0x20; return raw }, 1, 1, false, ""},
		{"a leaf zeroed", func(raw []byte) []byte { clear(raw[leaf*size : (leaf+1)*size]); return raw }, onLeaf, 0, false,
			fmt.Sprintf("page %d: it says it is page 0", leaf)},
		{"a branch zeroed", func(raw []byte) []byte { clear(raw[branches[0]*size : (branches[0]+1)*size]); return raw }, 0, 0, true,
			fmt.Sprintf("page %d: it says it is page 0", branches[0])},
		{"the page of the last commit zeroed", func(raw []byte) []byte { clear(raw[newest*size : (newest+1)*size]); return raw }, 0, 0, false, ""},
		{"the page of the commit before zeroed", func(raw []byte) []byte { clear(raw[(1-newest)*size : (2-newest)*size]); return raw }, 0, 0, false, "may have been on it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, got, bad, err := salvageOf(t, tt.damage([]byte(string(raw))))
			if err != nil {
				t.Fatal(err)
			}
			for k, v := range got {
				if values[k] != v {
					t.Errorf("%s is %s, was %q", k, v, values[k])
				}
			}
			if lost := len(values) - len(got); lost != tt.lost || s.Values != len(got) {
				t.Errorf("%d of %d values lost, want %d; it says it has %d", lost, len(values), tt.lost, s.Values)
			}
			if len(bad) != tt.quarantined || s.Quarantined != tt.quarantined || (s.Found > 0) != tt.found {
				t.Errorf("quarantine has %v, it says %+v", bad, s)
			}
			if text := fmt.Sprint(s.Lost); tt.says == "" && len(s.Lost) > 0 || !strings.Contains(text, tt.says) {
				t.Errorf("problems %s, want %q", text, tt.says)
			}
		})
	}
}

func mustMeta(t *testing.T, page []byte) meta {
	t.Helper()
	m, ok := readMeta(page)
	if !ok {
		t.Fatal("no meta")
	}
	return m
}

func pageOf(raw []byte, id int) page {
	size := os.Getpagesize()
	p, _ := pages{raw[:len(raw)/size*size], size}.at(uint64(id), valueFlag)
	return p
}

// A file of which nothing can be said, or too much, is refused.
func TestSalvageRefused(t *testing.T) {
	raw, _ := salvageable(t)
	size := os.Getpagesize()
	for _, tt := range []struct {
		name   string
		damage func() []byte
		want   error
	}{
		{"another file", func() []byte { return []byte(strings.Repeat("no store ", 4096)) }, ErrDamaged},
		{"both first pages zeroed", func() []byte { out := []byte(string(raw)); clear(out[:2*size]); return out }, ErrDamaged},
		{"empty", func() []byte { return nil }, ErrDamaged},
		{"a newer format", func() []byte { return []byte(strings.ReplaceAll(string(raw), `{"format":1,`, `{"format":7,`)) }, ErrNewer},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, _, err := salvageOf(t, tt.damage()); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

// Whatever is damaged: what comes out is sound, and each value in it is one that the
// store had, not an older one.
func TestSalvageAnyDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	raw, values := salvageable(t)
	rounds := 12
	if thorough() {
		rounds = 1000
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	saved := 0
	for range rounds {
		damaged := []byte(string(raw))
		what := ""
		switch rnd.IntN(3) {
		case 0:
			at := rnd.IntN(len(raw))
			damaged[at] ^= 1 << rnd.IntN(8)
			what = fmt.Sprintf("byte %d", at)
		case 1:
			page := rnd.IntN(len(raw) / os.Getpagesize())
			clear(damaged[page*os.Getpagesize() : (page+1)*os.Getpagesize()])
			what = fmt.Sprintf("page %d", page)
		case 2:
			damaged = damaged[:rnd.IntN(len(raw))]
			what = fmt.Sprintf("cut to %d", len(damaged))
		}
		_, got, _, err := salvageOf(t, damaged)
		if errors.Is(err, ErrDamaged) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		saved++
		for k, v := range got {
			if values[k] != v {
				t.Errorf("%s: %s is %s, was %q", what, k, v, values[k])
			}
		}
	}
	if saved < rounds/2 {
		t.Errorf("only %d of %d could be salvaged", saved, rounds)
	}
}

// Who looks at a file as it is keeps others from opening it, and changes nothing.
func TestAsIs(t *testing.T) {
	raw, values := salvageable(t)
	size := os.Getpagesize()
	path := writeFile(t, raw)
	_, _, tables := schemaOf()
	hold, err := Lock(path, 0)
	must(t, err)
	db, err := hold.Open(tables)
	must(t, err)
	var c Changes
	tables[0].(*Table[step]).Put(&c, K("x"), step{})
	if err := db.Apply(t.Context(), &c); !errors.Is(err, ErrAsIs) {
		t.Errorf("Apply: %v", err)
	}
	locked := func(when string) {
		t.Helper()
		_, err := Open(path, Options{Tables: tables, LockTimeout: time.Nanosecond})
		var held *LockedError
		if !errors.As(err, &held) || held.PID != os.Getpid() {
			t.Errorf("%s: got %v", when, err)
		}
		if _, err := Lock(path, time.Nanosecond); !errors.Is(err, ErrLocked) {
			t.Errorf("%s: got %v", when, err)
		}
	}
	locked("while it is open")
	must(t, db.Close())
	locked("once it is closed")
	must(t, hold.Release())
	if after, err := os.ReadFile(path); err != nil || string(after) != string(raw) {
		t.Errorf("the file was written to: %v", err)
	}
	if diff := gocmp.Diff(values, valuesOf(t, path)); diff != "" {
		t.Error(diff)
	}
	if isThere(pidPath(path)) {
		t.Error("the file that names the holder stays")
	}

	damaged := []byte(string(raw))
	clear(damaged[:size]) // one of the metas
	path = writeFile(t, damaged)
	db, err = Open(path, Options{AsIs: true, Tables: tables})
	must(t, err)
	if found := problems(t, db); len(found) != 1 || !strings.Contains(found[0], "page 0") {
		t.Errorf("problems %v", found)
	}
	must(t, db.Close())
	if after, err := os.ReadFile(path); err != nil || string(after) != string(damaged) {
		t.Errorf("the damaged file was written to: %v", err)
	}
}

// A store that is put in place while somebody waits for the old one is the one he gets.
func TestLockAfterSwap(t *testing.T) {
	raw, values := salvageable(t)
	path, other := writeFile(t, raw), writeFile(t, raw)
	_, _, tables := schemaOf()
	hold, err := Lock(path, 0)
	must(t, err)
	got := make(chan *DB, 1)
	go func() {
		db, err := Open(path, Options{Tables: tables, LockTimeout: time.Minute})
		if err != nil {
			t.Error(err)
		}
		got <- db
	}()
	must(t, os.Rename(other, path))
	must(t, hold.Release())
	db := <-got
	must(t, db.Away())
	must(t, db.Close())
	if !maps.Equal(values, valuesOf(t, path)) {
		t.Error("another store")
	}
}
