package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"unicode/utf8"

	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/house"
	"navd/kv"
)

// Arriving is a record of an export that was read and checked.
type Arriving struct {
	Table   string
	Episode string // to which it belongs, empty: none
	Key     Parts
	Value   any

	carrier carrier
}

// The largest number, and the longest text in bytes, in a key.
const (
	mostNumber  = 1 << 40
	longestPart = 1000
)

// ParseCarried reads a line of a kind. A line that no export writes, and one of another
// version of its table, are invalid faults.
func ParseCarried(kind string, line []byte) (a Arriving, err error) {
	var c Carried
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(&c); err != nil {
		return a, fault.New(fault.Invalid, "not a record of an export: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return a, fault.New(fault.Invalid, "something follows the record")
	}
	t, each, err := carrierOf(kind, c.Table)
	if err != nil {
		return a, err
	}
	if c.Version != t.version {
		return a, fault.New(fault.Invalid, "a record of table %s has version %d, this navd reads version %d", t.name, c.Version, t.version).
			WithHint("export and import with the same navd: update the older one of the two")
	}
	a = Arriving{Table: t.name, carrier: t}
	if a.Key, err = arrivingKey(t, c.Key); err != nil {
		return a, err
	}
	if a.Value, err = t.read(c.Value); err != nil {
		return a, fault.New(fault.Invalid, "not a value of table %s: %w", t.name, err)
	}
	if !t.own(a.Key, a.Value) {
		return a, fault.New(fault.Invalid, "the value of table %s does not belong to its key", t.name)
	}
	if each {
		a.Episode = a.Key.str(0)
	}
	return a, nil
}

// arrivingKey checks the parts of a key.
func arrivingKey(t carrier, given []any) (p Parts, err error) {
	bad := fault.New(fault.Invalid, "not a key of table %s", t.name)
	if len(given) != len(t.shape) {
		return nil, bad
	}
	for i, part := range given {
		switch v := part.(type) {
		case string:
			if t.shape[i] != 's' || len(v) > longestPart || !utf8.ValidString(v) {
				return nil, bad
			}
			p = append(p, v)
		case json.Number:
			n, err := v.Int64()
			if t.shape[i] != 'i' || err != nil || n < 0 || n > mostNumber {
				return nil, bad
			}
			p = append(p, int(n))
		default:
			return nil, bad
		}
	}
	return p, nil
}

// Entry gives the line of a log, nil for another record.
func (a Arriving) Entry() *Entry {
	if e, is := a.Value.(Entry); is && a.Table == LogTable {
		return &e
	}
	return nil
}

// Here tells whether the record is stored already. A different one in its place is a
// conflict fault.
func (a Arriving) Here(tx *kv.Tx) (bool, error) {
	old, is, err := found(a.stored(tx))
	if !is {
		return false, err
	}
	was, err := jsonOf(old)
	if err != nil {
		return false, err
	}
	now, err := jsonOf(a.Value)
	taken := a.numbered(old)
	switch {
	case err != nil || bytes.Equal(was, now):
	case taken != nil:
		err = taken
	case a.Episode != "":
		err = fault.New(fault.Conflict, "episode %s is here already and has changed, here or there: its %s differ", a.Episode, a.Table).
			WithHint("keep the one that is here and leave the import, or delete it here with `navd episodes delete` and import again")
	default:
		err = a.conflict("is something else here")
	}
	return err == nil, err
}

func (a Arriving) stored(tx *kv.Tx) (any, error) {
	e := a.Entry()
	if e == nil {
		return a.carrier.get(tx, a.Key.key())
	}
	for old, err := range Entries(tx, a.Episode, Chapter{}, e.Seq, e.N-1) {
		if err != nil {
			return nil, err
		}
		if old.N != e.N {
			break
		}
		old.Episode = a.Episode
		return old, nil
	}
	return nil, kv.ErrNotFound
}

// Refuse is the fault of a record that cannot be added to an episode, house or space that
// is stored already.
func (a Arriving) Refuse() error { return a.conflict("is not here, and what it belongs to is") }

// numbered is the fault of feedback whose number is that of other feedback here; nil when it
// is no feedback, or of the same episode.
func (a Arriving) numbered(old any) error {
	now, is := a.Value.(feedback.Record)
	was, also := old.(feedback.Record)
	if !is || !also || now.Episode == was.Episode {
		return nil
	}
	return fault.New(fault.Conflict, "feedback %s of episode %s has a number that is taken: %s here is of episode %s", now.ID, now.Episode, was.ID, was.Episode).
		WithHint("%s", apartHint)
}

// apartHint says what to do with two stores that both number corrections.
const apartHint = "two stores that both have corrections cannot be joined: keep them in two data directories; or write what was said in the other with `navd export --out DIR` and import these files, which get numbers of their own"

func (a Arriving) conflict(what string) error {
	key, _ := jsonOf(a.Key)
	if a.Table == entries.Name() || a.Table == records.Name() {
		return fault.New(fault.Conflict, "%s %s %s", a.Table, key, what).WithHint("%s", apartHint)
	}
	return fault.New(fault.Conflict, "%s %s %s", a.Table, key, what).
		WithHint("an export can be imported where nothing of its kind is, or an earlier import of it; an episode can be imported anywhere unless its id or a number of its feedback is taken")
}

// Put adds the record to a change set. It is not for a line of a log, which whoever holds
// the episode adds.
func (a Arriving) Put(c *kv.Changes) error { return a.carrier.put(c, a.Key, a.Value) }

// HasEpisode tells whether an episode is there, readable or not, and whether it was deleted
// and some of its records are left.
func HasEpisode(tx *kv.Tx, id string) (there, deleted bool, err error) {
	if there, err = episodes.Has(tx, kv.K(id)); err == nil {
		deleted, err = marks.Has(tx, deletionMark(id))
	}
	return there, deleted, Fault(err)
}

// LastEntry gives the number of the last line that the chapters of an episode list, 0
// when there is none.
func LastEntry(tx *kv.Tx, id string) (int, error) {
	last, err := chapterIn(tx, kv.Range{Prefix: kv.K(id), Reverse: true, To: kv.K(id).Int(math.MaxInt)})
	switch {
	case errors.Is(err, kv.ErrNotFound):
		return 0, nil
	case err != nil:
		return 0, Fault(err)
	}
	return last.end() - 1, nil
}

// NamedElsewhere tells whether a record of episodic memory has an id or an entry that
// another number of its space has.
func (a Arriving) NamedElsewhere(tx *kv.Tx) (bool, error) {
	r, is := a.Value.(episodic.Record)
	if !is {
		return false, nil
	}
	for _, key := range []string{idKey(r.ID), hashKey(r.Meta.Hash)} {
		if n, err := caseBy(tx, r.Space, key); err != nil || n != 0 && n != r.Seq {
			return err == nil, err
		}
	}
	return false, nil
}

// House gives the name of the house that the record is of, empty for another.
func (a Arriving) House() string {
	switch a.Table {
	case houses.Name(), houseParts.Name(), houseBacks.Name(), houseNames.Name():
		return a.Key.str(0)
	}
	return ""
}

// WholeHouse refuses the head of a house that has another name, or does not fit the stored
// records of the house.
func (a Arriving) WholeHouse(tx *kv.Tx) error {
	head, is := a.Value.(json.RawMessage)
	if a.Table != HouseTable || !is {
		return nil
	}
	id := a.House()
	parts, err := storedParts(tx, id)
	if err != nil {
		return err
	}
	h, err := house.Assemble(id, append([]house.Part{{Kind: house.KindHead, Data: head}}, parts...))
	if err == nil && h.ID != id {
		err = errors.New("its head is that of " + h.ID)
	}
	if err == nil {
		err = h.Sane()
	}
	if err != nil {
		return fault.New(fault.Invalid, "the records of the house do not belong together: %s", fault.As(err).Message).About("house", id).
			WithHint("export again; house.delete removes the records that were imported already")
	}
	return nil
}
