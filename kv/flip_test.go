package kv

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
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
	t.Parallel()
	flips := 15
	if thorough() {
		flips = 120
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

// packed gives a store without pages that are free, which hold what once stood
// there.
func packed(t *testing.T, raw []byte) []byte {
	t.Helper()
	dst := filepath.Join(t.TempDir(), "packed.db")
	if err := compact(writeFile(t, raw), dst); err != nil {
		t.Fatal(err)
	}
	out, err := os.ReadFile(dst)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// branchKey is a key in a branch page: that a child begins with it.
type branchKey struct {
	at, size int // in the file
	child    int // byte at which the child's page begins
}

// branchKeys lists the keys of all branch pages of a file but the first of each,
// which rules nothing out.
func branchKeys(raw []byte) (out []branchKey) {
	page := os.Getpagesize()
	u16, u32, u64 := binary.NativeEndian.Uint16, binary.NativeEndian.Uint32, binary.NativeEndian.Uint64
	for from := 2 * page; from+page <= len(raw); from += page {
		p := raw[from : from+page]
		if u64(p) != uint64(from/page) || u16(p[8:]) != 1 {
			continue
		}
		for i := 1; i < int(u16(p[10:])); i++ {
			e := 16 + 16*i
			out = append(out, branchKey{from + e + int(u32(p[e:])), int(u32(p[e+4:])), int(u64(p[e+8:])) * page})
		}
	}
	return out
}

// A flipped bit in a key that leads to a page sends some reads to the wrong one:
// they are refused, not answered that nothing is there.
func TestFlippedWays(t *testing.T) {
	raw := packed(t, flipStore(t))
	steps, remarks, tables := schemaOf()
	sound := said(t, openBroken(t, writeFile(t, raw), tables), steps, remarks)
	rnd, damaged, keys := rand.New(rand.NewPCG(7, 8)), 0, branchKeys(raw)
	if !thorough() {
		keys = keys[:min(8, len(keys))]
	}
	for _, k := range keys {
		at, bit := k.at+k.size-1-rnd.IntN(min(2, k.size)), rnd.IntN(4) // its end tells it from its neighbours
		raw[at] ^= 1 << bit
		db := openBroken(t, writeFile(t, raw), tables)
		raw[at] ^= 1 << bit
		for i, got := range said(t, db, steps, remarks) {
			switch {
			case got == "damaged":
				damaged++
			case got != sound[i]:
				t.Errorf("byte %d bit %d: %.300s, want %.300s", at, bit, got, sound[i])
			}
		}
		if found := problems(t, db); len(found) == 0 {
			t.Errorf("byte %d bit %d: Check finds nothing", at, bit)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	if len(keys) < 8 || damaged == 0 {
		t.Errorf("%d keys lead to pages, %d reads were refused", len(keys), damaged)
	}
}

// A delete may join a page with the one beside it, which bbolt would write anew
// as if it were sound.
func TestDeleteLooksAtNeighbours(t *testing.T) {
	raw := packed(t, flipStore(t))
	steps, _, tables := schemaOf()
	key := func(n int) Key { return K("episode", fmt.Sprint("with a long name ", n%7)).Int(n) }
	pageOf := func(n int) int { return bytes.Index(raw, key(n)) / os.Getpagesize() }
	deleted := func(raw []byte, n int) error {
		db := openBroken(t, writeFile(t, raw), tables)
		defer db.Close()
		var c Changes
		steps.Delete(&c, key(n))
		return db.Apply(t.Context(), &c)
	}
	tried := 0
	for _, k := range branchKeys(raw) {
		beside := -1 // a key of the page before the child, which alone is looked at
		for n := 0; n < 2400 && beside < 0; n += 2 {
			if bytes.Equal(key(n), raw[k.at:k.at+k.size]) && n >= 14 && pageOf(n-14) == k.child/os.Getpagesize()-1 {
				beside = n - 14
			}
		}
		if beside < 0 {
			continue
		}
		if err := deleted(raw, beside); err != nil {
			t.Fatalf("with sound pages: %v", err)
		}
		broken := bytes.Clone(raw)
		broken[k.child+10] ^= 1 // how many keys it has
		if err := deleted(broken, beside); !errors.Is(err, ErrDamaged) {
			t.Errorf("page %d is damaged, a delete beside it: %v", k.child/os.Getpagesize(), err)
		}
		tried++
	}
	if tried == 0 {
		t.Error("no key beside another page was found")
	}
}
