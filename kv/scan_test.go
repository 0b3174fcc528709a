package kv

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// scanned returns the keys of a scan, as strings of their first part.
func scanned(t *testing.T, tx *Tx, table *Table[step], r Range) []string {
	t.Helper()
	out := []string{}
	for e, err := range table.Scan(tx, r) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, ReadKey(e.Key).Str())
	}
	return out
}

func TestScanRanges(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	apply(t, db, func(c *Changes) {
		for _, name := range []string{"bed", "sofa", "soap", "sofa bed", "table"} {
			steps.Put(c, K(name), step{Action: name})
		}
	})
	tests := []struct {
		name string
		r    Range
		want []string
	}{
		{"all", Range{}, []string{"bed", "soap", "sofa", "sofa bed", "table"}},
		{"down", Range{Reverse: true}, []string{"table", "sofa bed", "sofa", "soap", "bed"}},
		{"limit", Range{Limit: 2}, []string{"bed", "soap"}},
		{"limit down", Range{Limit: 2, Reverse: true}, []string{"table", "sofa bed"}},
		{"limit over", Range{Limit: 9}, []string{"bed", "soap", "sofa", "sofa bed", "table"}},
		{"prefix of a part", Range{Prefix: K("sofa")}, []string{"sofa"}},
		{"prefix in a part", Range{Prefix: Key("so")}, []string{"soap", "sofa", "sofa bed"}},
		{"prefix down", Range{Prefix: Key("so"), Reverse: true}, []string{"sofa bed", "sofa", "soap"}},
		{"prefix of none", Range{Prefix: K("chair")}, []string{}},
		{"prefix of none down", Range{Prefix: K("zebra"), Reverse: true}, []string{}},
		{"from is in", Range{From: K("sofa")}, []string{"sofa", "sofa bed", "table"}},
		{"to is out", Range{To: K("sofa")}, []string{"bed", "soap"}},
		{"to is out down", Range{To: K("sofa"), Reverse: true}, []string{"soap", "bed"}},
		{"from and to", Range{From: K("c"), To: K("t")}, []string{"soap", "sofa", "sofa bed"}},
		{"from behind to", Range{From: K("t"), To: K("c")}, []string{}},
		{"prefix and from", Range{Prefix: Key("so"), From: K("sofa")}, []string{"sofa", "sofa bed"}},
		{"prefix and from before", Range{Prefix: Key("so"), From: K("a")}, []string{"soap", "sofa", "sofa bed"}},
		{"prefix and to", Range{Prefix: Key("so"), To: K("sofa")}, []string{"soap"}},
		{"prefix and to after", Range{Prefix: Key("so"), To: K("z")}, []string{"soap", "sofa", "sofa bed"}},
		{"to of all ones", Range{To: Key{0xFF, 0xFF}, Reverse: true, Limit: 1}, []string{"table"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			view(t, db, func(tx *Tx) {
				if diff := gocmp.Diff(tt.want, scanned(t, tx, steps, tt.r)); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}

// Scan, Keys and First agree with a sorted list, whatever the range.
func TestScanAgainstList(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	small := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 'a', 0xFF}), 1, 3)
	var all []Key
	apply(t, db, func(c *Changes) {
		for i := range 40 {
			k := Key(small.Example(i))
			steps.Put(c, k, step{Action: k.String()})
			all = append(all, k)
		}
	})
	slices.SortFunc(all, func(a, b Key) int { return bytes.Compare(a, b) })
	all = slices.CompactFunc(all, func(a, b Key) bool { return bytes.Equal(a, b) })
	bound := rapid.OneOf(rapid.Just[[]byte](nil), small)
	rapid.Check(t, func(rt *rapid.T) {
		r := Range{
			Prefix:  bound.Draw(rt, "prefix"),
			From:    bound.Draw(rt, "from"),
			To:      bound.Draw(rt, "to"),
			Reverse: rapid.Bool().Draw(rt, "reverse"),
			Limit:   rapid.IntRange(0, 5).Draw(rt, "limit"),
		}
		want := expected(all, r)
		view(t, db, func(tx *Tx) {
			var entries, keys []Key
			for e, err := range steps.Scan(tx, r) {
				if err != nil || e.Value.Action != e.Key.String() {
					rt.Fatalf("entry %v, %v", e, err)
				}
				entries = append(entries, e.Key)
			}
			for k, err := range steps.Keys(tx, r) {
				if err != nil {
					rt.Fatal(err)
				}
				keys = append(keys, k)
			}
			if !gocmp.Equal(want, entries) || !gocmp.Equal(want, keys) {
				rt.Fatalf("want %v\nScan %v\nKeys %v", want, entries, keys)
			}
			first, err := steps.First(tx, r)
			if len(want) == 0 && !errors.Is(err, ErrNotFound) || len(want) > 0 && !bytes.Equal(first.Key, want[0]) {
				rt.Fatalf("First: %v, %v", first, err)
			}
		})
	})
}

// expected is the definition of Range in plain words.
func expected(all []Key, r Range) []Key {
	var out []Key
	for _, k := range all {
		if bytes.HasPrefix(k, r.Prefix) && bytes.Compare(k, r.From) >= 0 && (r.To == nil || bytes.Compare(k, r.To) < 0) {
			out = append(out, k)
		}
	}
	if r.Reverse {
		slices.Reverse(out)
	}
	if r.Limit > 0 {
		out = out[:min(r.Limit, len(out))]
	}
	return out
}

// rawPut stores bytes as they are, past the writer.
func rawPut(t *testing.T, db *DB, table string, k Key, raw []byte) {
	t.Helper()
	if err := db.bolt.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte(table)).Put(k, raw) }); err != nil {
		t.Fatal(err)
	}
}

func TestScanCorrupt(t *testing.T) {
	steps, _, tables := schemaOf()
	db, err := Open(tempPath(t), Options{Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	apply(t, db, func(c *Changes) {
		for _, k := range []string{"a", "b", "c", "d"} {
			steps.Put(c, K(k), step{})
		}
	})
	rawPut(t, db, "steps", K("b"), []byte("no value at all"))

	view(t, db, func(tx *Tx) {
		var good []string
		var failed error
		for e, err := range steps.Scan(tx, Range{}) {
			if err != nil {
				failed = err
				continue // there must be nothing after it
			}
			good = append(good, ReadKey(e.Key).Str())
		}
		var bad *CorruptError
		if !errors.As(failed, &bad) || !bytes.Equal(bad.Key, K("b")) || !gocmp.Equal(good, []string{"a"}) {
			t.Errorf("without OnCorrupt: %v, then %v", good, failed)
		}

		var skipped []string
		r := Range{Limit: 2, OnCorrupt: func(e *CorruptError) { skipped = append(skipped, ReadKey(e.Key).Str()) }}
		if got := scanned(t, tx, steps, r); !gocmp.Equal(got, []string{"a", "c"}) || !gocmp.Equal(skipped, []string{"b"}) {
			t.Errorf("with OnCorrupt: got %v, skipped %v", got, skipped)
		}

		n := 0
		for _, err := range steps.Keys(tx, Range{}) {
			if err != nil {
				t.Error(err)
			}
			n++
		}
		if n != 4 {
			t.Errorf("Keys: %d of 4", n)
		}
	})
}

// An entry is the caller's: it stays what it was when the store has moved on.
func TestEntriesOutliveTheView(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{Action: "first"}) })
	var kept Entry[step]
	view(t, db, func(tx *Tx) { kept, _ = steps.First(tx, Range{}) })
	for range 20 {
		apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{Action: "later"}) })
	}
	if diff := gocmp.Diff(Entry[step]{Key: K("a"), Value: step{Action: "first"}}, kept); diff != "" {
		t.Error(diff)
	}
}
