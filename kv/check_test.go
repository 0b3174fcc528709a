package kv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
)

// openBroken opens a store that is not expected to be sound at the end.
func openBroken(t *testing.T, path string, tables []TableInfo) *DB {
	t.Helper()
	db, err := Open(path, Options{Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// problems returns what Check finds, as strings.
func problems(t *testing.T, db *DB) []string {
	t.Helper()
	found, err := db.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range found {
		out = append(out, p.String())
	}
	return out
}

// A byte that flips inside a stored value is found, and harms nothing else.
func TestFlippedByte(t *testing.T) {
	steps, _, tables := schemaOf()
	path := tempPath(t)
	db := open(t, path, Options{Tables: tables})
	apply(t, db, func(c *Changes) {
		for i := range 9 {
			steps.Put(c, K().Int(i), step{Action: fmt.Sprintf("action %d", i)})
		}
	})
	var copied bytes.Buffer
	if _, err := db.Backup(t.Context(), &copied); err != nil {
		t.Fatal(err)
	}
	raw := copied.Bytes()
	at := bytes.Index(raw, []byte("action 4"))
	if at < 0 {
		t.Fatal("value not in the file")
	}
	raw[at] ^= 0x20

	bad := openBroken(t, writeFile(t, raw), tables)
	view(t, bad, func(tx *Tx) {
		for i := range 9 {
			got, err := steps.Get(tx, K().Int(i))
			var corrupt *CorruptError
			switch {
			case i != 4 && (err != nil || got.Action != fmt.Sprintf("action %d", i)):
				t.Errorf("the value %d beside it: %v, %v", i, got, err)
			case i == 4 && (!errors.As(err, &corrupt) || corrupt.Table != "steps" || !bytes.Equal(corrupt.Key, K().Int(4))):
				t.Errorf("the value itself: %v", err)
			}
		}
	})
	got := problems(t, bad)
	if len(got) != 1 || !strings.HasPrefix(got[0], fmt.Sprintf("table steps, key %s: checksum ", K().Int(4))) {
		t.Errorf("Check: %q", got)
	}
	apply(t, bad, func(c *Changes) { steps.Put(c, K().Int(4), step{Action: "said again"}) })
	if got := problems(t, bad); len(got) != 0 {
		t.Errorf("Check after a new put: %q", got)
	}
}

// clearPageOf zeroes the page of a file that a text stands on.
func clearPageOf(raw []byte, text string) {
	page := os.Getpagesize()
	at := bytes.Index(raw, []byte(text)) / page * page
	clear(raw[at : at+page])
}

// A page that is lost takes its table with it and no other.
func TestLostPage(t *testing.T) {
	steps, remarks, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	apply(t, db, func(c *Changes) {
		steps.Put(c, K("a"), step{Action: "here"})
		for i := range 200 {
			remarks.Put(c, K().Int(i), remark{fmt.Sprintf("remark %03d %s", i, strings.Repeat("x", 300))})
		}
	})
	var copied bytes.Buffer
	if _, err := db.Backup(t.Context(), &copied); err != nil {
		t.Fatal(err)
	}
	raw := copied.Bytes()
	clearPageOf(raw, "remark 100")

	bad := openBroken(t, writeFile(t, raw), tables)
	view(t, bad, func(tx *Tx) {
		if got, err := steps.Get(tx, K("a")); err != nil || got.Action != "here" {
			t.Errorf("the other table: %v, %v", got, err)
		}
		if _, err := remarks.Get(tx, K().Int(100)); !errors.Is(err, ErrDamaged) {
			t.Errorf("Get on the page: %v", err)
		}
		if _, err := remarks.Get(tx, K().Int(0)); err != nil {
			t.Errorf("Get on another page: %v", err)
		}
		n, last := 0, error(nil)
		for _, err := range remarks.Scan(tx, Range{}) {
			n, last = n+1, err
		}
		if !errors.Is(last, ErrDamaged) || n < 2 {
			t.Errorf("Scan ended after %d with %v", n, last)
		}
	})
	if got := problems(t, bad); len(got) != 1 || !strings.HasPrefix(got[0], "table remarks: page ") {
		t.Errorf("Check: %q", got)
	}

	// A copy would leave out what the page held.
	if err := compact(writeFile(t, raw), tempPath(t)); !errors.Is(err, ErrDamaged) {
		t.Errorf("Compact: %v", err)
	}

	// A change set that needs the page fails alone.
	var c Changes
	remarks.Put(&c, K().Int(100), remark{"again"})
	if err := bad.Apply(t.Context(), &c); !errors.Is(err, ErrDamaged) {
		t.Errorf("Apply on the page: %v", err)
	}
	apply(t, bad, func(c *Changes) { steps.Put(c, K("b"), step{}) })
}

func TestCheckProblems(t *testing.T) {
	steps, _, tables := schemaOf()
	moved, err := steps.schema.encode(K("a"), step{})
	if err != nil {
		t.Fatal(err)
	}
	texts := NewTable[string]("steps", 1)
	text, err := texts.schema.encode(K("a"), "text")
	if err != nil {
		t.Fatal(err)
	}
	future, err := NewTable[step]("steps", 9).schema.encode(K("a"), step{})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		key  Key
		raw  []byte
		want []string
	}{
		{"sound", K("a"), moved, nil},
		{"moved", K("b"), moved, []string{`key "b\x00\x01": checksum`}},
		{"no JSON of it", K("a"), text, []string{`key "a\x00\x01": bad JSON: json: cannot unmarshal string`}},
		{"newer", K("a"), future, []string{"version 9, this program reads up to 1"}},
		{"short", K("a"), []byte("abc"), []string{"3 bytes"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			db := openBroken(t, tempPath(t), tables)
			rawPut(t, db, "steps", tt.key, tt.raw)
			got := problems(t, db)
			want := append(tt.want, "table steps: holds 1 values, its count says 0") // rawPut does not count
			if len(got) != len(want) {
				t.Fatalf("got %q, want %q", got, want)
			}
			for i := range want {
				if !strings.Contains(got[i], want[i]) {
					t.Errorf("got %q, want …%s…", got[i], want[i])
				}
			}
		})
	}
}

func TestCheckIsBounded(t *testing.T) {
	_, _, tables := schemaOf()
	db := openBroken(t, tempPath(t), tables)
	err := db.bolt.Update(func(tx *bbolt.Tx) error {
		for i := range MaxProblems + 50 {
			if err := tx.Bucket([]byte("steps")).Put(K().Int(i), []byte("x")); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := problems(t, db); len(got) != MaxProblems {
		t.Errorf("%d problems", len(got))
	}
}

func TestCheckCancelled(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{}) })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Structure that bbolt finds wrong is reported: here a page that is in use and
// on the free list, since the list of an earlier state was put back.
func TestCheckStructure(t *testing.T) {
	db := openBroken(t, writeFile(t, withLostFreePage(t)), nil)
	got := problems(t, db)
	if len(got) == 0 || !strings.Contains(got[0], "unreachable unfreed") {
		t.Errorf("got %q", got)
	}
}

// withLostFreePage returns a store whose free list lacks a page.
func withLostFreePage(t *testing.T) []byte {
	raw, page := filled(t, 200), os.Getpagesize()
	const freelistFlag, header = 0x10, 16
	for at := 2 * page; at < len(raw); at += page {
		flags := raw[at+8]
		count := int(raw[at+10]) | int(raw[at+11])<<8
		if flags == freelistFlag && count > 1 {
			copy(raw[at+header:], raw[at+header+8:at+header+8*count]) // drop the first id
			clear(raw[at+header+8*(count-1) : at+header+8*count])
			raw[at+10], raw[at+11] = byte(count-1), byte((count-1)>>8)
		}
	}
	return raw
}

func TestProblemString(t *testing.T) {
	got := []string{
		Problem{Reason: "r"}.String(),
		Problem{Table: "t", Reason: "r"}.String(),
		Problem{Table: "t", Key: K("k"), Reason: "r"}.String(),
	}
	want := []string{"r", "table t: r", `table t, key "k\x00\x01": r`}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
