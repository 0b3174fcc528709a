package kv

import (
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// A table with values of any type reads and writes what the table does.
func TestAny(t *testing.T) {
	steps, remarks, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	all := steps.Any()
	want := []Entry[any]{{K("ep1").Int(1), step{Action: "turn"}}, {K("ep1").Int(2), step{Action: "forward", Metres: 0.25}}}
	apply(t, db, func(c *Changes) {
		all.Put(c, want[0].Key, want[0].Value)
		steps.Put(c, want[1].Key, want[1].Value.(step))
		remarks.Put(c, K("ep1").Int(3), remark{"소파"})
	})
	view(t, db, func(tx *Tx) {
		if got, err := steps.Get(tx, want[0].Key); err != nil || got != want[0].Value {
			t.Errorf("Get of the table: %v, %v", got, err)
		}
		if got, err := all.Get(tx, want[1].Key); err != nil || got != want[1].Value {
			t.Errorf("Get: %v, %v", got, err)
		}
		if _, err := all.Get(tx, K("none")); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get of nothing: %v", err)
		}
		var got []Entry[any]
		for e, err := range all.Scan(tx, Range{Prefix: K("ep1")}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("Scan: -want +got\n%s", diff)
		}
	})
	if all.Name() != steps.Name() || all.Version() != steps.Version() {
		t.Errorf("%s %d", all.Name(), all.Version())
	}
}
