package kv

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// flipStore makes a store of several levels in which every value tells its key.
func flipStore(t *testing.T) []byte {
	t.Helper()
	steps, remarks, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	for part := range 12 {
		apply(t, db, func(c *Changes) {
			for i := range 100 {
				n := 2 * (part*100 + i)
				steps.Put(c, K("episode", fmt.Sprint("with a long name ", n%7)).Int(n), step{Action: fmt.Sprint(n), Metres: 0.25})
			}
			remarks.Put(c, K().Int(part), remark{strings.Repeat(fmt.Sprint(part), 3000)})
		})
	}
	var raw bytes.Buffer
	if _, err := db.Backup(t.Context(), &raw); err != nil {
		t.Fatal(err)
	}
	return raw.Bytes()
}

// said is what each read of a store gives, or that it is damaged.
func said(t *testing.T, db *DB, steps *Table[step], remarks *Table[remark]) (out []string) {
	t.Helper()
	add := func(what string, got any, err error) {
		switch {
		case err == nil, errors.Is(err, ErrNotFound):
			out = append(out, fmt.Sprintf("%s: %v %v", what, got, err))
		case errors.Is(err, ErrCorrupt), errors.Is(err, ErrDamaged):
			out = append(out, "damaged")
		default:
			t.Errorf("%s: %v", what, err)
		}
	}
	view(t, db, func(tx *Tx) {
		for n := range 2400 {
			k := K("episode", fmt.Sprint("with a long name ", n%7)).Int(n)
			v, err := steps.Get(tx, k)
			add(fmt.Sprint("get ", n), v, err)
		}
		for i := range 7 {
			r := Range{Prefix: K("episode", fmt.Sprint("with a long name ", i))}
			for _, r.Reverse = range []bool{false, true} {
				var values, keys []string
				var errValues, errKeys error
				for e, err := range steps.Scan(tx, r) {
					values, errValues = append(values, e.Value.Action), err
				}
				add(fmt.Sprint("scan ", r), values, errValues)
				for k, err := range steps.Keys(tx, r) {
					keys, errKeys = append(keys, k.String()), err
				}
				add(fmt.Sprint("keys ", r), keys, errKeys)
			}
			e, err := steps.First(tx, Range{Prefix: r.Prefix, From: r.Prefix.Int(700)})
			add(fmt.Sprint("first ", i), e.Value, err)
		}
		for i := range 13 {
			v, err := remarks.Get(tx, K().Int(i))
			add(fmt.Sprint("remark ", i), v, err)
		}
	})
	return out
}

// One bit anywhere in the file: each read gives what was written, or says that
// it cannot. What is known to slip through is a page that leads to an older one
// of itself, and Check finds that.
func TestFlips(t *testing.T) {
	flips := 120
	if testing.Short() {
		flips = 8
	}
	raw := flipStore(t)
	steps, remarks, tables := schemaOf()
	sound := said(t, openBroken(t, writeFile(t, raw), tables), steps, remarks)
	rnd := rand.New(rand.NewPCG(5, 6))
	for range flips {
		at, bit := rnd.IntN(len(raw)), rnd.IntN(8)
		raw[at] ^= 1 << bit
		db, err := Open(writeFile(t, raw), Options{Tables: tables, LockTimeout: time.Nanosecond})
		raw[at] ^= 1 << bit
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("byte %d bit %d: %v", at, bit, err)
			}
			continue
		}
		got, differs := said(t, db, steps, remarks), 0
		for i := range sound {
			if got[i] != sound[i] && got[i] != "damaged" {
				t.Errorf("byte %d bit %d: %.300s, want %.300s", at, bit, got[i], sound[i])
			}
			if got[i] != sound[i] {
				differs++
			}
		}
		if found := problems(t, db); differs > 0 && len(found) == 0 {
			t.Errorf("byte %d bit %d: %d reads failed, Check finds nothing", at, bit, differs)
		}
		if differs == len(sound) {
			t.Errorf("byte %d bit %d: nothing can be read", at, bit)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
