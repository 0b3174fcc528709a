package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"iter"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/house"
	"navd/daemon/lats"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/scene"
	"navd/daemon/think"
	"navd/kv"
)

// Carried is a record as a line of an export.
type Carried struct {
	Table   string          `json:"table"`
	Version byte            `json:"version"` // of the table
	Key     []any           `json:"key"`     // texts and whole numbers
	Value   json.RawMessage `json:"value"`
}

// carrier exports and imports the records of a table.
type carrier struct {
	name    string
	version byte
	shape   string // of the key: s for a text, i for a number
	scan    func(tx *kv.Tx, r kv.Range) iter.Seq2[kv.Entry[any], error]
	get     func(tx *kv.Tx, k kv.Key) (any, error)
	read    func(raw []byte) (any, error)
	own     func(k Parts, v any) bool // whether a value belongs to its key
	put     func(c *kv.Changes, k Parts, v any) error
}

// Parts are the parts of a key.
type Parts []any

// str and num give a part. The shape of the table's keys says of which type it is.
func (p Parts) str(i int) string { return p[i].(string) }
func (p Parts) num(i int) int    { return p[i].(int) }

// key is the key that the parts make.
func (p Parts) key() (k kv.Key) {
	for _, part := range p {
		switch v := part.(type) {
		case string:
			k = k.Str(v)
		case int:
			k = k.Int(v)
		}
	}
	return k
}

// partsOf reads the parts of a key.
func partsOf(shape string, k kv.Key) (p Parts, err error) {
	r := kv.ReadKey(k)
	for _, kind := range shape {
		if kind == 's' {
			p = append(p, r.Str())
		} else {
			p = append(p, r.Int())
		}
	}
	return p, r.Done()
}

// carry makes a carrier of a table. own tells whether a value belongs to its key; nil: it
// always does.
func carry[V any](t *kv.Table[V], shape string, own func(Parts, V) bool) carrier {
	c := carryAny(t.Any(), shape)
	if own != nil {
		c.own = func(k Parts, v any) bool { return own(k, v.(V)) }
	}
	return c
}

// carryAny is the part of carry without a type parameter, which is compiled only once.
func carryAny(t kv.AnyTable, shape string) carrier {
	return carrier{
		name: t.Name(), version: t.Version(), shape: shape, scan: t.Scan, get: t.Get,
		read: func(raw []byte) (any, error) {
			return t.Read(func(v any) error {
				d := json.NewDecoder(bytes.NewReader(raw))
				d.DisallowUnknownFields()
				if err := d.Decode(v); err != nil {
					return err
				}
				if _, err := d.Token(); !errors.Is(err, io.EOF) {
					return errors.New("more than one value")
				}
				return nil
			})
		},
		own: func(Parts, any) bool { return true },
		put: func(c *kv.Changes, k Parts, v any) error { t.Put(c, k.key(), v); return nil },
	}
}

// puts replaces how a carrier stores records: with what they are found by.
func (t carrier) puts(put func(c *kv.Changes, k Parts, v any) error) carrier {
	t.put = put
	return t
}

// saidOf carries the feedback of an episode under the episode and its number.
func saidOf() carrier {
	t := carry(records, "si", func(k Parts, r feedback.Record) bool {
		return r.Episode == k.str(0) && r.ID == feedback.ID(k.num(1))
	})
	t.scan = func(tx *kv.Tx, r kv.Range) iter.Seq2[kv.Entry[any], error] {
		return func(yield func(kv.Entry[any], error) bool) {
			for k, err := range said.Keys(tx, r) {
				var v feedback.Record
				if err == nil {
					v, err = records.Get(tx, kv.Key{}.Int(numberOf(k)))
				}
				if !yield(kv.Entry[any]{Key: k, Value: v}, err) {
					return
				}
			}
		}
	}
	t.get = func(tx *kv.Tx, k kv.Key) (any, error) {
		return records.Get(tx, kv.Key{}.Int(numberOf(k)))
	}
	return t.puts(func(c *kv.Changes, k Parts, v any) error { PutFeedback(c, k.num(1), v.(feedback.Record)); return nil })
}

// leftOf carries the feedback of deleted episodes, under its number. Entries that rest on it
// stay, and its number is not given again.
func leftOf() carrier {
	t := carry(records, "i", func(k Parts, r feedback.Record) bool { return r.ID == feedback.ID(k.num(0)) })
	t.scan = func(tx *kv.Tx, r kv.Range) iter.Seq2[kv.Entry[any], error] {
		return func(yield func(kv.Entry[any], error) bool) {
			for e, err := range records.Scan(tx, r) {
				there := false
				if err == nil {
					there, err = episodes.Has(tx, kv.K(e.Value.Episode))
				}
				if !there && !yield(kv.Entry[any]{Key: e.Key, Value: e.Value}, err) {
					return
				}
			}
		}
	}
	return t
}

// LogTable is the name under which the lines of an episode's log are exported, without
// cursors and chapters, which belong to their store.
const LogTable = "log"

// EpisodeTable is the name of the table whose record makes an episode exist. It is exported
// last of an episode.
const EpisodeTable = "episodes"

// HouseTable is the name of the table whose record makes a house exist. It is exported
// after the other tables of houses.
const HouseTable = "houses"

// carriedKind is a kind of export: whole tables, and tables that are exported episode by
// episode.
type carriedKind struct {
	whole, each []carrier
}

// logOf is the carrier of the lines of a log, which have their own functions for reading and
// writing.
func logOf() carrier {
	return carry(lines, "sii", func(k Parts, e Entry) bool {
		return e.Episode == k.str(0) && e.Seq == k.num(1) && e.N == k.num(2) && e.whole()
	})
}

// whole tells whether an entry has the member of its kind.
func (e Entry) whole() bool {
	return map[Kind]bool{
		KindStep: e.Step != nil, KindEvent: e.Event != nil, KindPlan: e.Plan > 0, KindScene: e.Scene != nil, KindFeedback: e.Feedback > 0,
	}[e.Kind]
}

// carriedKinds are the kinds of export, by name. Knowledge is exported as [AllKept] gives
// it.
var carriedKinds = map[string]carriedKind{
	"episodes": {
		whole: []carrier{carry(texts, "s", func(k Parts, t Text) bool {
			sum := sha256.Sum256([]byte(t.Text))
			return hex.EncodeToString(sum[:]) == k.str(0)
		})},
		each: []carrier{
			carry(states, "s", nil),
			carry(anchors, "si", func(k Parts, a nav.Anchor) bool { return int(a.ID) == k.num(1) }),
			carry(places, "si", func(k Parts, p nav.Place) bool { return int(p.ID) == k.num(1) }),
			carry(sites, "si", func(k Parts, s nav.Site) bool { return int(s.ID) == k.num(1) }),
			carry(vistas, "si", func(k Parts, v nav.Vista) bool { return v.ID%nav.VistaSlots == k.num(1) }),
			carry(plans, "si", func(k Parts, p planner.Plan) bool { return p.N == k.num(1) }),
			carry(scenes, "si", func(k Parts, s scene.Call) bool { return s.N == k.num(1) }),
			carry(pictures, "si", nil),
			saidOf(),
			carry(finals, "si", func(k Parts, v grounding.Version) bool { return v.Episode == k.str(0) && v.Version == k.num(1) }),
			logOf(),
			carry(episodes, "s", func(k Parts, e episode.Episode) bool { return e.ID == k.str(0) }),
		},
	},
	"grounding": {whole: []carrier{
		carry(entries.Table, "ii", func(k Parts, e grounding.Entry) bool {
			return e.ID == grounding.EntryID(k.num(0)) && e.Version == k.num(1)
		}),
		carry(counters, "i", nil),
		leftOf(),
	}},
	"episodic": {whole: []carrier{
		carry(cases, "si", func(k Parts, r episodic.Record) bool { return r.Space == k.str(0) && r.Seq == k.num(1) }).
			puts(func(c *kv.Changes, _ Parts, v any) error { PutCase(c, v.(episodic.Record)); return nil }),
		carry(tallies, "sis", nil),
		carry(withdrawals, "si", nil),
		carry(caseMarks, "si", nil),
		carry(snapshots, "ss", func(k Parts, s episodic.Snapshot) bool { return s.Space == k.str(0) && s.Name == k.str(1) }),
		carry(outcomes, "sss", func(k Parts, o episodic.Outcome) bool { return o.Condition == k.str(1) && o.Sample == k.str(2) }),
	}},
	"houses": {whole: []carrier{
		carry(houseParts, "ssi", nil),
		carry(houseBacks, "si", nil),
		carry(houseNames, "ss", func(k Parts, s house.Snapshot) bool { return s.Name == k.str(1) }),
		carry(houses, "s", nil),
	}},
	"lats": {whole: []carrier{
		carry(searchStarts, "i", nil),
		carry(searchEvents, "ii", func(k Parts, e lats.Event) bool { return e.Seq == k.num(1) }),
		carry(failedAnswers, "s", nil),
		carry(searches, "i", func(k Parts, s think.Search) bool { return s.ID == think.SearchID(k.num(0)) }).
			puts(func(c *kv.Changes, k Parts, v any) error {
				s := v.(think.Search)
				if s.Episode != "" {
					searchesOf.Put(c, kv.K(s.Episode).Int(k.num(0)), struct{}{})
				}
				PutSearch(c, s)
				return nil
			}),
	}},
}

// carrierOf finds the table of a line among those of a kind; each tells whether it is
// exported episode by episode.
func carrierOf(kind, name string) (t carrier, each bool, err error) {
	k := carriedKinds[kind]
	for _, t := range k.whole {
		if t.name == name {
			return t, false, nil
		}
	}
	for _, t := range k.each {
		if t.name == name {
			return t, true, nil
		}
	}
	return t, false, fault.New(fault.Invalid, "%s has no table %q", kind, name).WithHint("export again; the file was changed, or a newer navd wrote it")
}
