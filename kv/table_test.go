package kv

import (
	"errors"
	"math"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func same(doc []byte) ([]byte, error) { return doc, nil }

func TestPutGetDelete(t *testing.T) {
	steps, remarks, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	want := step{Action: "forward", Metres: 0.25}
	apply(t, db, func(c *Changes) {
		steps.Put(c, K("ep1").Int(1), step{Action: "turn"})
		steps.Put(c, K("ep1").Int(1), want) // the later change counts
		steps.Put(c, K("ep1").Int(2), want)
		steps.Delete(c, K("ep1").Int(2))
		remarks.Put(c, K("ep1").Int(1), remark{"소파"})
		remarks.Delete(c, K("nothing there"))
	})
	view(t, db, func(tx *Tx) {
		got, err := steps.Get(tx, K("ep1").Int(1))
		if err != nil || got != want {
			t.Errorf("Get: %v, %v, want %v", got, err, want)
		}
		if _, err := steps.Get(tx, K("ep1").Int(2)); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get of a deleted key: %v", err)
		}
		if _, err := steps.Get(tx, nil); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get of the empty key: %v", err)
		}
		if r, err := remarks.Get(tx, K("ep1").Int(1)); err != nil || r.Text != "소파" {
			t.Errorf("Get from the other table: %v, %v", r, err)
		}
		has := func(k Key) bool {
			ok, err := steps.Has(tx, k)
			if err != nil {
				t.Error(err)
			}
			return ok
		}
		if !has(K("ep1").Int(1)) || has(K("ep1").Int(2)) {
			t.Error("Has disagrees with Get")
		}
		if got := []int{steps.Len(tx), remarks.Len(tx)}; !gocmp.Equal(got, []int{1, 1}) {
			t.Errorf("Len: %v", got)
		}
	})
}

// Len follows puts over puts, deletes of nothing and both within one set.
func TestLen(t *testing.T) {
	steps, _, tables := schemaOf()
	path := tempPath(t)
	db := open(t, path, Options{Tables: tables})
	rounds := []struct {
		name string
		fill func(c *Changes)
		want int
	}{
		{"two puts", func(c *Changes) { steps.Put(c, K("a"), step{}); steps.Put(c, K("b"), step{}) }, 2},
		{"put again", func(c *Changes) { steps.Put(c, K("a"), step{Action: "x"}) }, 2},
		{"delete nothing", func(c *Changes) { steps.Delete(c, K("c")) }, 2},
		{"put and delete", func(c *Changes) { steps.Put(c, K("c"), step{}); steps.Delete(c, K("c")) }, 2},
		{"delete and put", func(c *Changes) { steps.Delete(c, K("a")); steps.Put(c, K("a"), step{}) }, 2},
		{"delete twice", func(c *Changes) { steps.Delete(c, K("a")); steps.Delete(c, K("a")) }, 1},
		{"last", func(c *Changes) { steps.Delete(c, K("b")) }, 0},
	}
	for _, r := range rounds {
		apply(t, db, r.fill)
		view(t, db, func(tx *Tx) {
			if got := steps.Len(tx); got != r.want {
				t.Errorf("%s: Len %d, want %d", r.name, got, r.want)
			}
		})
	}
}

func TestChangesKeepTheirFirstError(t *testing.T) {
	floats := NewTable[float64]("floats", 1)
	texts := NewTable[string]("texts", 1)
	db := open(t, tempPath(t), Options{Tables: []TableInfo{floats, texts}})
	tests := []struct {
		name string
		fill func(c *Changes)
		is   error
		want string
	}{
		{"empty key", func(c *Changes) { floats.Put(c, nil, 1) }, ErrKey, "table floats: empty"},
		{"empty key deleted", func(c *Changes) { floats.Delete(c, K()) }, ErrKey, "empty"},
		{"key too large", func(c *Changes) { floats.Put(c, make(Key, MaxKeySize+1), 1) }, ErrKey, "at most 32768"},
		{"value too large", func(c *Changes) { texts.Put(c, K("a"), strings.Repeat("x", MaxValueSize)) }, ErrTooLarge, "texts"},
		{"no JSON", func(c *Changes) { floats.Put(c, K("a"), math.NaN()) }, nil, "unsupported value"},
		{"first of two", func(c *Changes) { floats.Put(c, nil, 1); floats.Put(c, K("a"), math.NaN()) }, ErrKey, "empty"},
		{"of an added set", func(c *Changes) {
			var other Changes
			floats.Put(&other, nil, 1)
			c.Add(&other)
		}, ErrKey, "empty"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c Changes
			texts.Put(&c, K("beside"), "it")
			tt.fill(&c)
			err := db.Apply(t.Context(), &c)
			if err == nil || (tt.is != nil && !errors.Is(err, tt.is)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Apply: %v, want %v with %q", err, tt.is, tt.want)
			}
			view(t, db, func(tx *Tx) {
				if n := texts.Len(tx); n != 0 {
					t.Errorf("%d values of a refused set are there", n)
				}
			})
		})
	}
}

func TestLargestKey(t *testing.T) {
	texts := NewTable[string]("texts", 1)
	db := open(t, tempPath(t), Options{Tables: []TableInfo{texts}})
	k := make(Key, MaxKeySize)
	apply(t, db, func(c *Changes) { texts.Put(c, k, "here") })
	view(t, db, func(tx *Tx) {
		if got, err := texts.Get(tx, k); err != nil || got != "here" {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

func TestChangesSize(t *testing.T) {
	texts := NewTable[string]("texts", 1)
	var a, b Changes
	texts.Put(&a, Key("k"), "v") // 1 + 5 + 3
	texts.Delete(&b, Key("key"))
	a.Add(&b)
	if a.Len() != 2 || a.Bytes() != 12 || a.Err() != nil {
		t.Errorf("Len %d, Bytes %d, Err %v; want 2, 12, nil", a.Len(), a.Bytes(), a.Err())
	}
}

func TestUnknownTable(t *testing.T) {
	_, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	for _, stranger := range []*Table[step]{NewTable[step]("plans", 1), NewTable[step]("steps", 1)} {
		var c Changes
		stranger.Put(&c, K("a"), step{})
		if err := db.Apply(t.Context(), &c); !errors.Is(err, ErrSchema) {
			t.Errorf("Apply with %s: %v", stranger.Name(), err)
		}
		view(t, db, func(tx *Tx) {
			if _, err := stranger.Get(tx, K("a")); !errors.Is(err, ErrSchema) {
				t.Errorf("Get: %v", err)
			}
			if _, err := stranger.Has(tx, K("a")); !errors.Is(err, ErrSchema) {
				t.Errorf("Has: %v", err)
			}
			if n := stranger.Len(tx); n != 0 {
				t.Errorf("Len: %d", n)
			}
			if _, err := stranger.First(tx, Range{}); !errors.Is(err, ErrSchema) {
				t.Errorf("First: %v", err)
			}
		})
	}
}

func TestTxAfterView(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	var kept *Tx
	view(t, db, func(tx *Tx) { kept = tx })
	if _, err := steps.Get(kept, K("a")); !errors.Is(err, ErrTxClosed) {
		t.Errorf("got %v", err)
	}
}

// A panic of the caller is the caller's: it passes, and the transaction ends.
func TestViewPanicPasses(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	func() {
		defer func() {
			if got := recover(); got != "mine" {
				t.Errorf("recovered %v", got)
			}
		}()
		_ = db.View(func(tx *Tx) error {
			for range steps.Keys(tx, Range{}) {
				t.Error("a key in an empty table")
			}
			panic("mine")
		})
	}()
	apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{}) })
}

func TestViewReturnsTheError(t *testing.T) {
	_, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	mine := errors.New("mine")
	if err := db.View(func(*Tx) error { return mine }); err != mine {
		t.Errorf("got %v", err)
	}
}
