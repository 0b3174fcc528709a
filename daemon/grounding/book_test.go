package grounding_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	. "navd/daemon/grounding"
)

// told is an entry that a user's nth feedback makes, n minutes into the walk.
func told(n int, text string) Entry {
	at := time.Date(2026, 3, 4, 5, n, 0, 0, time.UTC)
	return Entry{ID: "g" + strconv.Itoa(n), Category: Spatial, Text: text, Evidence: []Evidence{{Feedback: "f" + strconv.Itoa(n), Episode: "e1", Step: n, At: at}}}
}

// book adds entries one by one and gives the last outcome.
func book(t fataler, entries ...Entry) (b Book, last Added) {
	var err error
	for _, e := range entries {
		if b, last, err = b.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	return b, last
}

// states says in short how the entries stand, with their versions.
func states(b Book) map[string]string {
	s := map[string]string{}
	for _, e := range b.Entries() {
		s[e.ID] = string(e.State) + e.SupersededBy + " " + strconv.Itoa(e.Version) + "/" + strconv.Itoa(len(e.Evidence))
	}
	return s
}

func TestAdd(t *testing.T) {
	proposed := func(e Entry) Entry { e.State = Proposed; return e }
	in := func(scene string, e Entry) Entry { e.Scope.Scene = scene; return e }
	as := func(id string, e Entry) Entry { e.ID = id; return e }
	about := func(c Category, e Entry) Entry { e.Category = c; return e }
	for _, c := range []struct {
		name    string
		entries []Entry
		want    Added
		states  map[string]string
	}{
		{"the first", []Entry{told(1, "the kitchen is green")}, Added{ID: "g1"}, map[string]string{"g1": "active 1/1"}},
		{"the same", []Entry{told(1, "the kitchen is green"), told(2, "[ Step2 - Success ] : The  kitchen is GREEN")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 2/2"}},
		{"the same feedback twice", []Entry{told(1, "the kitchen is green"), as("g9", told(1, "the kitchen is green"))}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 1/1"}},
		{"the newer colour", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is blue")}, Added{ID: "g2", Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"in the other language", []Entry{told(1, "the kitchen is green"), told(2, "부엌은 파란색이야")}, Added{ID: "g2", Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"an older colour comes late", []Entry{told(2, "the kitchen is green"), told(1, "the kitchen is blue")}, Added{ID: "g1", By: "g2"}, map[string]string{"g1": "supersededg2 1/1", "g2": "active 1/1"}},
		{"both are true", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is next to the corridor")}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"both are true, in Korean", []Entry{told(1, "the kitchen is green"), told(2, "주방에는 큰 창이 많다")}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"one value in other words", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is now green")}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"another subject", []Entry{told(1, "the kitchen is green"), told(2, "the study is blue")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"another category", []Entry{told(1, "mind the cat"), about(General, told(2, "mind the cat"))}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"another scene", []Entry{in("a", told(1, "the kitchen is green")), in("b", told(2, "the kitchen is blue"))}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"everywhere and in a scene", []Entry{told(1, "the kitchen is green"), in("b", told(2, "the kitchen is blue"))}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"a proposal", []Entry{told(1, "the kitchen is green"), proposed(told(2, "the kitchen is blue"))}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "proposed 1/1"}},
		{"a proposal confirmed", []Entry{told(1, "the kitchen is green"), proposed(told(2, "the kitchen is blue")), told(3, "the kitchen is blue")}, Added{ID: "g2", Merged: true, Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 2/2"}},
		{"back again", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is blue"), told(3, "the kitchen is green")}, Added{ID: "g3", Superseded: []string{"g2"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "supersededg3 2/1", "g3": "active 1/1"}},
		{"where one object stands", []Entry{told(1, "the lamp is in the study"), told(2, "the lamp is in the kitchen")}, Added{ID: "g2", Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"where several stand", []Entry{told(1, "the lamp is in the study"), told(2, "there are lamps in the kitchen")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, got := book(t, c.entries...)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.states, states(b)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAddRefuses(t *testing.T) {
	b, _ := book(t, told(1, "mind the cat"))
	for _, c := range []struct {
		name  string
		edit  func(*Entry)
		kind  fault.Kind
		field string
	}{
		{"no category", func(e *Entry) { e.Category = "x" }, fault.Invalid, "category"},
		{"a blank text", func(e *Entry) { e.Text = " \n" }, fault.Invalid, "text"},
		{"no evidence", func(e *Entry) { e.Evidence = nil }, fault.Invalid, "evidence"},
		{"a state of others", func(e *Entry) { e.State = Retired }, fault.Invalid, "state"},
		{"a taken id", func(e *Entry) { e.ID = "g1" }, fault.Conflict, "id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := told(2, "mind the dog")
			c.edit(&e)
			got, _, err := b.Add(e)
			if !fault.Is(err, c.kind) || fault.As(err).Field != c.field {
				t.Errorf("got %v, want %s about %s", err, c.kind, c.field)
			}
			if diff := cmp.Diff(b.Log(), got.Log()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTurns(t *testing.T) {
	type op func(Book) (Book, error)
	undo := func(id string) op { return func(b Book) (Book, error) { return b.Undo(id) } }
	retire := func(id string) op { return func(b Book) (Book, error) { return b.Retire(id) } }
	withdraw := func(id string) op { return func(b Book) (Book, error) { return b.Withdraw(id) } }
	pin := func(id string, on bool) op { return func(b Book) (Book, error) { return b.Pin(id, on) } }
	colours := []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is blue")}
	for _, c := range []struct {
		name    string
		entries []Entry
		ops     []op
		want    map[string]string
	}{
		{"a first version undone", colours[:1], []op{undo("g1")}, map[string]string{"g1": "retired 2/1"}},
		{"and undone again", colours[:1], []op{undo("g1"), undo("g1")}, map[string]string{"g1": "active 3/1"}},
		{"the newer colour undone", colours, []op{undo("g2")}, map[string]string{"g1": "active 3/1", "g2": "retired 2/1"}},
		{"the older colour after all", colours, []op{undo("g1")}, map[string]string{"g1": "active 3/1", "g2": "supersededg1 2/1"}},
		{"more evidence undone", []Entry{told(1, "mind the cat"), told(2, "Mind the cat")}, []op{undo("g1")}, map[string]string{"g1": "active 3/1"}},
		{"retired", colours, []op{retire("g2"), retire("g2")}, map[string]string{"g1": "active 3/1", "g2": "retired 2/1"}},
		{"a superseded one retired", colours, []op{retire("g1")}, map[string]string{"g1": "retired 3/1", "g2": "active 1/1"}},
		{"one of two that agree", append(colours[:2:2], told(3, "the kitchen is now blue")), []op{retire("g2")}, map[string]string{"g1": "supersededg2 2/1", "g2": "retired 2/1", "g3": "active 1/1"}},
		{"its feedback withdrawn", colours, []op{withdraw("f2")}, map[string]string{"g1": "active 3/1", "g2": "retired 2/0"}},
		{"one of two feedbacks withdrawn", []Entry{told(1, "mind the cat"), told(2, "Mind the cat")}, []op{withdraw("f1")}, map[string]string{"g1": "active 3/1"}},
		{"pinned twice, then not", colours[:1], []op{pin("g1", true), pin("g1", true), pin("g1", false)}, map[string]string{"g1": "active 3/1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := book(t, c.entries...)
			for _, op := range c.ops {
				var err error
				if b, err = op(b); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(c.want, states(b)); diff != "" {
				t.Error(diff)
			}
		})
	}
	for name, op := range map[string]op{"undo": undo("x"), "retire": retire("x"), "withdraw": withdraw("x"), "pin": pin("x", true)} {
		if _, err := op(Book{}); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s of nothing gives %v, want a not_found fault", name, err)
		}
	}
}

// TestBookHolds does anything in any order: the log only grows, no two active
// entries contradict, versions count up, and a superseded entry says by which.
func TestBookHolds(t *testing.T) {
	texts := []string{"the kitchen is green", "the kitchen is blue", "The kitchen is now blue", "부엌은 초록색이야", "the door is open", "the door is closed", "mind the cat"}
	rapid.Check(t, func(t *rapid.T) {
		var b Book
		for n := range rapid.IntRange(1, 12).Draw(t, "operations") {
			before := b.Log()
			b = anything(t, b, n, rapid.SampledFrom(texts).Draw(t, "text"))
			after := b.Log()
			if len(after) < len(before) || !cmp.Equal(before, after[:len(before)], sameEmpty()) {
				t.Fatalf("the log was changed: %v, then %v", before, after)
			}
			checkBook(t, b)
		}
	})
}

// anything does one operation; what it refuses changes nothing.
func anything(t *rapid.T, b Book, n int, text string) Book {
	id := "g" + strconv.Itoa(rapid.IntRange(0, 12).Draw(t, "id"))
	e := told(n, text)
	e.Evidence[0].At = e.Evidence[0].At.Add(time.Duration(rapid.IntRange(-9, 9).Draw(t, "minutes")) * time.Minute)
	e.State = rapid.SampledFrom([]State{Active, Active, Proposed}).Draw(t, "state")
	next, err := b, error(nil)
	switch rapid.SampledFrom([]string{"add", "add", "add", "undo", "retire", "withdraw", "pin"}).Draw(t, "operation") {
	case "add":
		next, _, err = b.Add(e)
	case "undo":
		next, err = b.Undo(id)
	case "retire":
		next, err = b.Retire(id)
	case "withdraw":
		next, err = b.Withdraw("f" + id[1:])
	case "pin":
		next, err = b.Pin(id, true)
	}
	if err != nil && !cmp.Equal(b.Log(), next.Log()) {
		t.Errorf("%v changed the book", err)
	}
	return next
}

func checkBook(t fataler, b Book) {
	if diff := cmp.Diff(b.Entries(), NewBook(b.Log()).Entries(), sameEmpty()); diff != "" {
		t.Errorf("a book made of its log differs: %s", diff)
	}
	values := map[Attribute]string{}
	for _, e := range b.Entries() {
		for i, v := range b.History(e.ID) {
			if v.Version != i+1 || v.Text != e.Text {
				t.Errorf("version %d of %s is %+v", i+1, e.ID, v)
			}
		}
		if (e.State == Superseded) != (e.SupersededBy != "") {
			t.Errorf("%s is %s by %q", e.ID, e.State, e.SupersededBy)
		}
		s, ok := ParseStatement(e.Text)
		if !ok || e.State != Active {
			continue
		}
		if old, ok := values[s.Attribute]; ok && old != s.Value {
			t.Errorf("both %s and %s hold", old, s.Value)
		}
		values[s.Attribute] = s.Value
	}
}

func BenchmarkAdd(b *testing.B) {
	var full Book
	for n := range 1000 {
		full, _, _ = full.Add(told(n, "the kitchen has shelf number "+strconv.Itoa(n)))
	}
	for b.Loop() {
		if _, _, err := full.Add(told(1000, "the kitchen is green")); err != nil {
			b.Fatal(err)
		}
	}
}
