package grounding_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
)

// told is what a user's nth feedback makes an entry of, n minutes into the walk.
func told(n int, text string) Entry {
	at := time.Date(2026, 3, 4, 5, n, 0, 0, time.UTC)
	return Entry{Category: feedback.Spatial, Text: text, Evidence: []feedback.Evidence{{Feedback: "f" + strconv.Itoa(n), Episode: "e1", Step: n, At: at}}}
}

// book adds entries one by one and gives the last outcome.
func book(t fataler, entries ...Entry) (b *Book, last Added) {
	b = NewBook()
	var err error
	for _, e := range entries {
		if last, err = b.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	return b, last
}

// states says in short how the entries stand, with their versions.
func states(b *Book) map[string]string {
	s := map[string]string{}
	for e := range b.All() {
		s[e.ID] = string(e.State) + e.SupersededBy + " " + strconv.Itoa(e.Version) + "/" + strconv.Itoa(len(e.Evidence))
	}
	return s
}

// citing gives an entry two feedbacks as evidence.
func citing(a, b string, e Entry) Entry {
	first, second := e.Evidence[0], e.Evidence[0]
	first.Feedback, second.Feedback = a, b
	e.Evidence = []feedback.Evidence{first, second}
	return e
}

func TestAdd(t *testing.T) {
	proposed := func(e Entry) Entry { e.State = item.Proposed; return e }
	in := func(scene string, e Entry) Entry { e.Scope.Scene = scene; return e }
	towards := func(target string, e Entry) Entry { e.Scope.Target = target; return e }
	about := func(c feedback.Category, e Entry) Entry { e.Category = c; return e }
	for _, c := range []struct {
		name    string
		entries []Entry
		want    Added
		states  map[string]string
	}{
		{"the first", []Entry{told(1, "the kitchen is green")}, Added{ID: "g1"}, map[string]string{"g1": "active 1/1"}},
		{"the same", []Entry{told(1, "the kitchen is green"), told(2, "[ Step2 - Success ] : The  kitchen is GREEN")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 2/2"}},
		{"the same feedback twice", []Entry{told(1, "the kitchen is green"), told(1, "the kitchen is green")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 1/1"}},
		{"the newer colour", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is blue")}, Added{ID: "g2", Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"in the other language", []Entry{told(1, "the kitchen is green"), told(2, "부엌은 파란색이야")}, Added{ID: "g2", Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"an older colour comes late", []Entry{told(2, "the kitchen is green"), told(1, "the kitchen is blue")}, Added{ID: "g2", By: "g1"}, map[string]string{"g1": "active 1/1", "g2": "supersededg1 1/1"}},
		{"both are true", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is next to the corridor")}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"where a thing is, and what else is there", []Entry{told(1, "the sofa is in the bedroom"), told(2, "the cat sleeps in the bedroom")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"a ban, and what else is there", []Entry{told(1, "never go to the bedroom"), told(2, "the bedroom is fine now")}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"both are true, in Korean", []Entry{told(1, "the kitchen is green"), told(2, "주방에는 큰 창이 많다")}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"one value in other words", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is now green")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 2/2"}},
		{"one place in two languages", []Entry{told(1, "The couch is in the bedroom"), told(2, "소파는 침실에 있어")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 2/2"}},
		{"another place in the other language", []Entry{told(1, "The couch is in the bedroom"), told(2, "소파를 거실로 옮겼어")}, Added{ID: "g2", Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"one place, another where it is not", []Entry{told(1, "the couch is not in the kitchen but in the bedroom"), told(2, "소파는 거실이 아니라 침실에 있어")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"one place and one where it is not, in two languages", []Entry{told(1, "the couch is not in the kitchen but in the bedroom"), told(2, "소파는 주방이 아니라 침실에 있어")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 2/2"}},
		{"one ban in two languages", []Entry{told(1, "don't go to the kitchen"), told(2, "부엌에 가지 마")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 2/2"}},
		{"two things of one kind", []Entry{told(1, "the red lamp is in the bedroom"), told(2, "the blue lamp is in the bedroom")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"two owners", []Entry{told(1, "Anna's lamp is in the bedroom"), told(2, "Ben's lamp is in the bedroom")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"two numbers", []Entry{told(1, "lamp 1 is in the bedroom"), told(2, "lamp 2 is in the bedroom")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"two things of one kind, in Korean", []Entry{told(1, "빨간 램프는 침실에 있어"), told(2, "파란 램프는 침실에 있어")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"two spots of a room", []Entry{told(1, "the cup is on the table in the kitchen"), told(2, "the cup is on the counter in the kitchen")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"two sides of a room", []Entry{told(1, "the lamp is on the left in the bedroom"), told(2, "the lamp is on the right in the bedroom")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"another subject", []Entry{told(1, "the kitchen is green"), told(2, "the study is blue")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"another category", []Entry{told(1, "mind the cat"), about(feedback.General, told(2, "mind the cat"))}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"another scene", []Entry{in("a", told(1, "the kitchen is green")), in("b", told(2, "the kitchen is blue"))}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"everywhere and in a scene", []Entry{told(1, "the kitchen is green"), in("b", told(2, "the kitchen is blue"))}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"in a scene, and everywhere later", []Entry{in("b", told(1, "the kitchen is green")), told(2, "the kitchen is next to the corridor")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"the opposite in a scene", []Entry{in("b", told(1, "never go to the kitchen")), told(2, "go to the kitchen first")}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"two things in one room", []Entry{told(1, "the lamp is in the kitchen"), told(2, "the mug is in the kitchen")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"a room's colour, and a ban", []Entry{told(1, "the kitchen is green"), told(2, "never go to the kitchen")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"a ban, and what is there", []Entry{told(1, "never go to the kitchen"), told(2, "the mug is in the kitchen")}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"a proposal", []Entry{told(1, "the kitchen is green"), proposed(told(2, "the kitchen is blue"))}, Added{ID: "g2", Possible: []string{"g1"}}, map[string]string{"g1": "active 1/1", "g2": "proposed 1/1"}},
		{"a proposal confirmed", []Entry{told(1, "the kitchen is green"), proposed(told(2, "the kitchen is blue")), told(3, "the kitchen is blue")}, Added{ID: "g2", Merged: true, Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 2/2"}},
		{"back again", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is blue"), told(3, "the kitchen is green")}, Added{ID: "g3", Superseded: []string{"g2"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "supersededg3 2/1", "g3": "active 1/1"}},
		{"where one object stands", []Entry{told(1, "the lamp is in the study"), told(2, "the lamp is in the kitchen")}, Added{ID: "g2", Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"scopes of one target", []Entry{towards("TVMonitor", told(1, "the door is open")), towards("television", told(2, "the door is shut"))}, Added{ID: "g2", Superseded: []string{"g1"}}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"scopes of two targets", []Entry{towards("tv", told(1, "the door is open")), towards("sofa", told(2, "the door is shut"))}, Added{ID: "g2"}, map[string]string{"g1": "active 1/1", "g2": "active 1/1"}},
		{"what is superseded, with its evidence", []Entry{told(1, "the kitchen is green"), told(2, "the kitchen is blue"), told(1, "The kitchen is green")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "supersededg2 2/1", "g2": "active 1/1"}},
		{"a proposal again, with its evidence", []Entry{proposed(told(1, "the kitchen is green")), told(1, "the kitchen is green")}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "proposed 1/1"}},
		{"evidence known in part", []Entry{told(1, "mind the cat"), citing("f1", "f2", told(1, "mind the cat"))}, Added{ID: "g1", Merged: true}, map[string]string{"g1": "active 2/2"}},
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
	b.Changes()
	for _, c := range []struct {
		name  string
		edit  func(*Entry)
		kind  fault.Kind
		field string
	}{
		{"no category", func(e *Entry) { e.Category = "x" }, fault.Invalid, "category"},
		{"a blank text", func(e *Entry) { e.Text = " \n" }, fault.Invalid, "text"},
		{"no evidence", func(e *Entry) { e.Evidence = nil }, fault.Invalid, "evidence"},
		{"a state of others", func(e *Entry) { e.State = item.Retired }, fault.Invalid, "state"},
		{"an id", func(e *Entry) { e.ID = "g2" }, fault.Invalid, "id"},
		{"a claim that is none", func(e *Entry) {
			e.Claims = []words.Claim{words.Avoid("place:kitchen", "", 1), {Subject: "place:", Relation: "avoid"}}
		}, fault.Invalid, "claims[1].subject"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := told(2, "mind the dog")
			c.edit(&e)
			got, err := b.Add(e)
			if !fault.Is(err, c.kind) || fault.As(err).Field != c.field {
				t.Errorf("got %v, want %s about %s", err, c.kind, c.field)
			}
			if diff := cmp.Diff(Added{}, got); diff != "" || b.Len() != 1 || len(b.Changes()) != 0 {
				t.Errorf("it changed the book: %s", diff)
			}
		})
	}
}

// TestEntriesGoOn holds what becomes of an entry; package item has the rest.
func TestEntriesGoOn(t *testing.T) {
	retire := func(b *Book) error { return b.Retire("g1") }
	add := func(e Entry) func(*Book) error { return func(b *Book) error { _, err := b.Add(e); return err } }
	pin := func(on bool) func(*Book) error { return func(b *Book) error { return b.Pin("g1", on) } }
	for _, c := range []struct {
		name string
		ops  []func(*Book) error
		want map[string]string
	}{
		{"retired, then heard again", []func(*Book) error{retire, add(told(1, "the kitchen is green"))}, map[string]string{"g1": "retired 2/1"}},
		{"retired, then said anew", []func(*Book) error{retire, add(told(5, "the kitchen is green"))}, map[string]string{"g1": "retired 2/1", "g2": "active 1/1"}},
		{"retired, said anew, then back", []func(*Book) error{retire, add(told(5, "the kitchen is green")), func(b *Book) error { return b.Undo("g1") }}, map[string]string{"g1": "supersededg2 3/1", "g2": "active 1/1"}},
		{"and alone again", []func(*Book) error{retire, add(told(5, "the kitchen is green")), func(b *Book) error { return b.Undo("g1") }, func(b *Book) error { return b.Retire("g2") }}, map[string]string{"g1": "active 4/1", "g2": "retired 2/1"}},
		{"pinned twice, then not", []func(*Book) error{pin(true), pin(true), pin(false)}, map[string]string{"g1": "active 3/1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := book(t, told(1, "the kitchen is green"))
			for _, op := range c.ops {
				if err := op(b); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(c.want, states(b)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if err := pin(true)(NewBook()); !fault.Is(err, fault.NotFound) {
		t.Errorf("pinning nothing gives %v, want a not_found fault", err)
	}
}

// TestWithdrawFromTheMiddle: what a withdrawn statement had taken the place of is in use
// again when the one that took its own place does not contradict it, once.
func TestWithdrawFromTheMiddle(t *testing.T) {
	for _, c := range []struct {
		name string
		said []string
		want map[string]string
	}{
		{"they agree", []string{"the sofa is not in the study but in the bedroom", "the sofa is in the kitchen", "the sofa is in the bedroom"}, map[string]string{"g1": "active 3/1", "g2": "retired 3/0", "g3": "active 1/1"}},
		{"they do not", []string{"the kitchen is green", "the kitchen is blue", "the kitchen is red"}, map[string]string{"g1": "supersededg3 3/1", "g2": "retired 3/0", "g3": "active 1/1"}},
		{"they say the same", []string{"the kitchen is green", "the kitchen is blue", "the kitchen is green"}, map[string]string{"g1": "supersededg3 3/1", "g2": "retired 3/0", "g3": "active 1/1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := NewBook()
			for i, text := range c.said {
				if _, err := b.Add(told(i+1, text)); err != nil {
					t.Fatal(err)
				}
			}
			if err := b.Withdraw("f2"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, states(b)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
