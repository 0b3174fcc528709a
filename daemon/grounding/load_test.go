package grounding_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	. "navd/daemon/grounding"
	"navd/daemon/item"
)

func TestLoadRefuses(t *testing.T) {
	first := told(1, "mind the cat")
	first.ID, first.Version, first.State = "g2", 1, item.Active
	for _, c := range []struct {
		name  string
		edit  func(*Entry)
		field string
	}{
		{"no category", func(e *Entry) { e.Category = "" }, "category"},
		{"a blank text", func(e *Entry) { e.Text = " " }, "text"},
		{"a version of another entry", func(e *Entry) { e.Text = "mind the dog" }, "text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := load(t, []Entry{first})
			e := first
			e.Version = 2
			c.edit(&e)
			err := b.Load(e)
			if !fault.Is(err, fault.Corrupt) || fault.As(err).Field != c.field {
				t.Errorf("got %v, want a corrupt fault about %s", err, c.field)
			}
			if diff := cmp.Diff([]Entry{first}, slices.Collect(b.All())); diff != "" {
				t.Errorf("it took something: %s", diff)
			}
		})
	}
}

func TestEntryNumber(t *testing.T) {
	for _, c := range []struct {
		id   string
		want int // 0: none
	}{
		{"g1", 1}, {"g12", 12}, {"g2147483647", 1<<31 - 1},
		{"", 0}, {"g", 0}, {"g0", 0}, {"g-1", 0}, {"g+1", 0}, {"g01", 0}, {"12", 0}, {"G1", 0}, {"g1 ", 0}, {"g2147483648", 0}, {"g99999999999999999999", 0},
	} {
		n, ok := EntryNumber(c.id)
		if ok != (c.want > 0) || ok && (n != c.want || EntryID(n) != c.id) {
			t.Errorf("%q gives %d, %t, want %d", c.id, n, ok, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	b, _ := book(t, told(1, "mind the cat"))
	b.Changes()
	b.Count("g1", Counters{1, 0, 2})
	got, ok := b.Count("g1", Counters{3, 1, 0})
	want := Counters{4, 1, 2}
	if !ok || got != want || len(b.Changes()) > 0 {
		t.Errorf("got %v, %t, want %v and no version", got, ok, want)
	}
	if _, ok := b.Count("g2", Counters{}); ok {
		t.Error("an entry that is not there was counted")
	}
	for name, op := range map[string]func(string) error{"pin": func(id string) error { return b.Pin(id, true) }, "undo": b.Undo, "retire": b.Retire} {
		if err := op("g1"); err != nil {
			t.Fatal(err)
		}
		if e, err := b.Get("g1"); err != nil || e.Counters != want {
			t.Errorf("after %s the counters are %v, %v", name, e.Counters, err)
		}
	}
}
