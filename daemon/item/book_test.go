package item_test

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/item"
)

// A note gives a thing a value: "door=open". Two notes about one thing that are
// in use at once agree.
type note struct {
	L    item.Life
	Text string
}

func (n note) Life() item.Life       { return n.L }
func (n note) With(l item.Life) note { n.L = l; return n }

// said is what a note says of a thing.
type said struct{ thing, value string }

func read(n note) said {
	thing, value, _ := strings.Cut(n.Text, "=")
	return said{thing, value}
}

type (
	notes  = item.Book[note, said]
	record = item.Record[note, said]
)

// newNotes makes an empty book of notes.
func newNotes() *notes {
	var b *notes
	b = item.New(item.Kind[note, said]{
		Noun: "note", Prefix: "n", Read: read,
		Check: func(old *record, n note) error {
			if old != nil && old.Now.Text != n.Text {
				return fault.New(fault.Corrupt, "another note").About("text", n.Text)
			}
			return nil
		},
		Rivals: func(r *record) (rivals []*record) {
			for o := range b.Records() {
				if o != r && o.Now.L.State == item.Active && o.Gist.thing == r.Gist.thing && o.Gist.value != r.Gist.value {
					rivals = append(rivals, o)
				}
			}
			return rivals
		},
		Missing: func(id string) error { return fault.New(fault.NotFound, "no such note").About("id", id) },
		Moved:   func(*record, bool) {},
	})
	return b
}

// told is a note of the nth feedback, n minutes into the walk.
func told(n int, text string) note {
	at := time.Date(2026, 3, 4, 5, n, 0, 0, time.UTC)
	return note{item.Life{State: item.Active, Evidence: []feedback.Evidence{{Feedback: feedback.ID(n), At: at}}}, text}
}

// proposed is a note that a model proposes, in the place of another if it is named.
func proposed(n int, text, replaces string) note {
	p := told(n, text)
	p.L.State, p.L.Replaces = item.Proposed, replaces
	return p
}

// add takes in a new note.
func add(n note) op {
	return func(b *notes) error {
		r, n, err := b.New(n)
		if err == nil {
			b.Settle(r, n)
		}
		return err
	}
}

// more adds the evidence of a feedback to a note.
func more(id string, n int) op {
	return func(b *notes) error {
		r, err := b.Find(id)
		if err == nil {
			b.Put(r, r.Now.With(r.Now.L.Resting(told(n, "").L.Evidence)))
		}
		return err
	}
}

// An op changes a book.
type op func(*notes) error

func undo(id string) op     { return func(b *notes) error { return b.Undo(id) } }
func retire(id string) op   { return func(b *notes) error { return b.Retire(id) } }
func confirm(id string) op  { return func(b *notes) error { return b.Confirm(id) } }
func withdraw(id string) op { return func(b *notes) error { return b.Withdraw(id) } }

// states says in short how the notes stand: state and by whom, version/evidence.
func states(b *notes) map[string]string {
	s := map[string]string{}
	for n := range b.All() {
		s[n.L.ID] = string(n.L.State) + n.L.SupersededBy + " " + strconv.Itoa(n.L.Version) + "/" + strconv.Itoa(len(n.L.Evidence))
	}
	return s
}

func TestOperations(t *testing.T) {
	green, blue, red := add(told(1, "lamp=green")), add(told(2, "lamp=blue")), add(told(3, "lamp=red"))
	for _, c := range []struct {
		name string
		ops  []op
		want map[string]string
	}{
		{"the newer one", []op{green, blue}, map[string]string{"n1": "supersededn2 2/1", "n2": "active 1/1"}},
		{"the older one comes late", []op{blue, green}, map[string]string{"n1": "active 1/1", "n2": "supersededn1 1/1"}},
		{"both hold", []op{green, add(told(2, "door=open"))}, map[string]string{"n1": "active 1/1", "n2": "active 1/1"}},
		{"a proposal has no rival", []op{green, add(proposed(2, "lamp=blue", ""))}, map[string]string{"n1": "active 1/1", "n2": "proposed 1/1"}},

		{"a first version undone", []op{green, undo("n1")}, map[string]string{"n1": "retired 2/1"}},
		{"and undone again", []op{green, undo("n1"), undo("n1")}, map[string]string{"n1": "active 3/1"}},
		{"the newer one undone", []op{green, blue, undo("n2")}, map[string]string{"n1": "active 3/1", "n2": "retired 2/1"}},
		{"the older one after all", []op{green, blue, undo("n1")}, map[string]string{"n1": "active 3/1", "n2": "supersededn1 2/1"}},
		{"more evidence undone", []op{green, more("n1", 2), undo("n1")}, map[string]string{"n1": "active 3/1"}},
		{"undone behind one that is retired", []op{green, blue, red, retire("n3"), undo("n2")}, map[string]string{"n1": "active 3/1", "n2": "retired 4/1", "n3": "retired 2/1"}},

		{"retired twice", []op{green, blue, retire("n2"), retire("n2")}, map[string]string{"n1": "active 3/1", "n2": "retired 2/1"}},
		{"a superseded one retired", []op{green, blue, retire("n1")}, map[string]string{"n1": "retired 3/1", "n2": "active 1/1"}},
		{"one of two that agree", []op{green, blue, add(told(3, "lamp=blue")), retire("n2")}, map[string]string{"n1": "supersededn3 3/1", "n2": "retired 2/1", "n3": "active 1/1"}},
		{"both of two that agree", []op{green, blue, add(told(3, "lamp=blue")), retire("n2"), retire("n3")}, map[string]string{"n1": "active 4/1", "n2": "retired 2/1", "n3": "retired 2/1"}},

		{"a feedback withdrawn", []op{green, blue, withdraw("f2")}, map[string]string{"n1": "active 3/1", "n2": "retired 2/0"}},
		{"one of two feedbacks withdrawn", []op{green, more("n1", 2), withdraw("f1")}, map[string]string{"n1": "active 3/1"}},
		{"three withdrawn in the order said", []op{green, blue, red, withdraw("f2"), withdraw("f3")}, map[string]string{"n1": "active 4/1", "n2": "retired 3/0", "n3": "retired 2/0"}},

		{"a proposal confirmed twice", []op{green, add(proposed(2, "lamp=blue", "")), confirm("n2"), confirm("n2")}, map[string]string{"n1": "supersededn2 2/1", "n2": "active 2/1"}},
		{"a proposal confirmed too late", []op{blue, add(proposed(1, "lamp=green", "")), confirm("n2")}, map[string]string{"n1": "active 1/1", "n2": "supersededn1 2/1"}},
		{"a confirmation undone", []op{green, add(proposed(2, "lamp=blue", "")), confirm("n2"), undo("n2")}, map[string]string{"n1": "active 3/1", "n2": "proposed 3/1"}},
		{"undone to behind one that is behind it", []op{
			add(told(1, "lamp=blue")), add(told(1, "lamp=red")), add(told(1, "lamp=blue")), add(told(1, "lamp=green")), undo("n2"), undo("n2"), undo("n4"),
		}, map[string]string{"n1": "active 3/1", "n2": "supersededn3 4/1", "n3": "supersededn4 2/1", "n4": "supersededn1 4/1"}},
		{"a confirmation that replaces, undone twice", []op{green, add(proposed(2, "door=open", "n1")), confirm("n2"), undo("n2"), undo("n2")}, map[string]string{"n1": "supersededn2 4/1", "n2": "active 4/1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newNotes()
			for _, op := range c.ops {
				if err := op(b); err != nil {
					t.Fatal(err)
				}
			}
			if diff := gocmp.Diff(c.want, states(b)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name string
		ops  []op
		kind fault.Kind
	}{
		{"undo of nothing", []op{undo("n1")}, fault.NotFound},
		{"retire of nothing", []op{retire("n1")}, fault.NotFound},
		{"confirm of nothing", []op{confirm("n1")}, fault.NotFound},
		{"a feedback that nothing rests on", []op{withdraw("f1")}, fault.NotFound},
		{"a retired one confirmed", []op{add(told(1, "a=b")), retire("n1"), confirm("n1")}, fault.Conflict},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newNotes()
			var err error
			for _, op := range c.ops {
				b.Changes()
				err = op(b)
			}
			if !fault.Is(err, c.kind) || b.Changed() {
				t.Errorf("got %v and %d versions, want %s and none", err, len(b.Changes()), c.kind)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	first := told(1, "lamp=green")
	first.L.ID, first.L.Version = "n2", 1
	for _, c := range []struct {
		name  string
		edit  func(*note)
		field string
	}{
		{"an id of something else", func(n *note) { n.L.ID = "k2" }, "id"},
		{"another spelling of an id", func(n *note) { n.L.ID = "n02" }, "id"},
		{"no id", func(n *note) { n.L.ID = "" }, "id"},
		{"no state", func(n *note) { n.L.State = "" }, "state"},
		{"a version twice", func(n *note) { n.L.Version = 1 }, "version"},
		{"a gap", func(n *note) { n.L.Version = 3 }, "version"},
		{"an item without its first version", func(n *note) { n.L.ID = "n3" }, "version"},
		{"what its kind refuses", func(n *note) { n.Text = "lamp=blue" }, "text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := load(t, []note{first})
			n := first
			n.L.Version = 2
			c.edit(&n)
			err := b.Load(n)
			if !fault.Is(err, fault.Corrupt) || fault.As(err).Field != c.field {
				t.Errorf("got %v, want a corrupt fault about %s", err, c.field)
			}
			if diff := gocmp.Diff([]note{first}, slices.Collect(b.All())); diff != "" {
				t.Errorf("it took something: %s", diff)
			}
		})
	}
}

// TestLoadGoesOn holds that a loaded book gives ids that were never given, up to
// the last one, and that what it took back is no change.
func TestLoadGoesOn(t *testing.T) {
	n := told(1, "a=b")
	n.L.ID, n.L.Version, n.L.State = "n7", 1, item.Retired
	b := load(t, []note{n})
	if b.Changed() {
		t.Errorf("loading made %+v", b.Changes())
	}
	if _, next, err := b.New(told(2, "c=d")); err != nil || next.L.ID != "n8" {
		t.Errorf("got %+v, %v", next, err)
	}
	n.L.ID = "n" + strconv.Itoa(1<<31-1)
	if err := b.Load(n); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.New(told(3, "e=f")); !fault.Is(err, fault.TooLarge) {
		t.Errorf("got %v, want a too_large fault", err)
	}
}

// TestChangesOnce holds that each version is handed out once, and is not changed by
// what comes after it.
func TestChangesOnce(t *testing.T) {
	b := newNotes()
	for _, op := range []op{add(told(1, "lamp=green")), more("n1", 2), add(told(3, "lamp=blue")), withdraw("f1")} {
		if err := op(b); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, n := range append(b.Changes(), b.Changes()...) {
		line := n.L.ID + " " + strconv.Itoa(n.L.Version) + " " + string(n.L.State)
		for _, v := range n.L.Evidence {
			line += " " + v.Feedback
		}
		got = append(got, line)
	}
	want := []string{"n1 1 active f1", "n1 2 active f1 f2", "n2 1 active f3", "n1 3 superseded f1 f2", "n1 4 superseded f2"}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func load(t interface{ Fatal(...any) }, log []note) *notes {
	b := newNotes()
	for _, n := range log {
		if err := b.Load(n); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// TestRestart does anything in any order, and holds that books which were loaded
// from the versions, as they came or item by item, go on to make the same ones;
// that no two in use contradict each other; and that what is superseded is so by
// one in use in the end.
func TestRestart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func() op {
			id, n := "n"+strconv.Itoa(rapid.IntRange(1, 6).Draw(t, "id")), rapid.IntRange(1, 9).Draw(t, "feedback")
			text := rapid.SampledFrom([]string{"lamp=green", "lamp=blue", "lamp=red", "door=open"}).Draw(t, "text")
			return rapid.SampledFrom([]op{
				add(told(n, text)), add(told(n, text)), add(proposed(n, text, id)), more(id, n), undo(id), retire(id), confirm(id), withdraw(feedback.ID(n)),
			}).Draw(t, "op")
		}
		b, log := newNotes(), []note{}
		for range rapid.IntRange(1, 20).Draw(t, "ops") {
			_ = draw()(b) // what is refused changes nothing
			log = append(log, b.Changes()...)
			check(t, b)
		}
		byItem := slices.SortedStableFunc(slices.Values(log), func(x, y note) int { return cmp.Compare(x.L.ID, y.L.ID) })
		next := draw()
		_ = next(b)
		want := b.Changes()
		for _, loaded := range []*notes{load(t, log), load(t, byItem)} {
			_ = next(loaded)
			if diff := gocmp.Diff(want, loaded.Changes()); diff != "" {
				t.Errorf("a loaded book makes other versions: %s", diff)
			}
		}
	})
}

func check(t *rapid.T, b *notes) {
	values := map[string]string{}
	for n := range b.All() {
		by := n
		for range b.Len() {
			if by.L.State == item.Superseded {
				by, _ = b.Get(by.L.SupersededBy)
			}
		}
		if n.L.State == item.Superseded && by.L.State != item.Active {
			t.Errorf("%s is superseded, in the end by %s, which is %s", n.L.ID, by.L.ID, by.L.State)
		}
		if n.L.State != item.Active {
			continue
		}
		s := read(n)
		if old, ok := values[s.thing]; ok && old != s.value {
			t.Errorf("both %s and %s hold", old, s.value)
		}
		values[s.thing] = s.value
	}
}
