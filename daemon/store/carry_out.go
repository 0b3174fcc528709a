package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/think"
	"navd/kv"
)

// CarryPlace is how far an export has come in a kind. The zero value is its beginning.
type CarryPlace struct {
	Episode string `json:"e,omitempty"` // in the tables of this episode; empty: in the whole tables
	Table   int    `json:"t"`           // index of the table
	After   kv.Key `json:"k,omitempty"` // after this key of the table, empty: at its beginning
	Over    bool   `json:"o,omitempty"` // nothing of the episode, or of the whole tables, is left

	Logged int `json:"l,omitempty"` // number of lines of the episode's log to export
	State  int `json:"s,omitempty"` // number of lines of the log at the episode's last checkpoint; below 0: the episode has not begun

	Record string `json:"r,omitempty"` // hash of the episode's own record when it began
}

// CarryOut writes lines of a kind from a place on, of the whole tables or of one episode, for
// as long as room reports true, and gives the place after them. tail lists the lines of the
// episode's log that no chapter has.
//
// The records of an episode have to fit together. For those of an open episode, whose robot
// may go on, room gets true, so that they come in one call if possible; of its log come the
// lines that it had then. When they take several calls, and the episode was changed between
// two of them, ended, or got another goal, CarryOut fails with a conflict fault.
func CarryOut(tx *kv.Tx, kind string, at CarryPlace, tail Chapter, room func(together bool) bool, line func(Carried) error) (CarryPlace, error) {
	k := carriedKinds[kind]
	o := carryOut{tx: tx, at: at, tail: tail, room: room, line: line}
	all := k.whole
	if at.Episode != "" {
		all = k.each
		if there, err := o.begin(); !there || err != nil {
			o.at.Over = true
			return o.at, err
		}
	}
	more, err := o.tables(all)
	o.at.Over = !more
	return o.at, err
}

// CarryNext gives the place of the next episode, after a place that is over; false when the
// kind has no more.
func CarryNext(tx *kv.Tx, kind string, at CarryPlace) (CarryPlace, bool, error) {
	if len(carriedKinds[kind].each) == 0 {
		return at, false, nil
	}
	r := kv.Range{Limit: 1}
	if at.Episode != "" {
		r.From = append(kv.K(at.Episode), 0)
	}
	for k, err := range episodes.Keys(tx, r) {
		return CarryPlace{Episode: kv.ReadKey(k).Str(), State: -1}, err == nil, Fault(err)
	}
	return at, false, nil
}

// carryOut is one call of CarryOut.
type carryOut struct {
	tx   *kv.Tx
	at   CarryPlace
	tail Chapter
	room func(together bool) bool
	line func(Carried) error
	open bool // the episode has not ended
}

// begin begins an episode, or goes on with it. The lines that its log had at the beginning
// are exported. It gives false when the episode was deleted meanwhile.
func (o *carryOut) begin() (there bool, err error) {
	id := o.at.Episode
	ep, err := episodes.Get(o.tx, kv.K(id))
	if errors.Is(err, kv.ErrNotFound) {
		return false, nil
	}
	var raw []byte
	if err == nil {
		raw, err = json.Marshal(ep)
	}
	var s State
	if err == nil {
		s, err = states.Get(o.tx, kv.K(id))
	}
	listed := 0 // a restart and an import list lines that came after the checkpoint
	if err == nil {
		listed, err = LastEntry(o.tx, id)
	}
	o.open = ep.Status != episode.Ended
	record := fmt.Sprintf("%x", sha256.Sum256(raw))
	switch {
	case err != nil:
		return false, Fault(err)
	case o.at.State >= 0 && (o.at.Record != record || o.at.Table < logAt() && s.Entries != o.at.State):
		return false, fault.New(fault.Conflict, "the episode was changed while it was exported").About("episode", id).
			WithHint("export again when the episode has ended, or while its robot does not move")
	case o.at.State < 0:
		o.at.State, o.at.Logged, o.at.Record = s.Entries, max(s.Entries, listed), record
		if t := o.tail; len(t.Cursors) > 0 {
			o.at.Logged = max(o.at.Logged, t.First+len(t.Cursors)-1)
		}
	}
	return true, nil
}

// logAt is the index of the log among the tables of an episode: after its records.
func logAt() int {
	return slices.IndexFunc(carriedKinds["episodes"].each, func(t carrier) bool { return t.name == LogTable })
}

// tables exports the tables from the place on. It gives more when there was no room for all.
func (o *carryOut) tables(all []carrier) (more bool, err error) {
	for ; o.at.Table < len(all); o.at.Table, o.at.After = o.at.Table+1, nil {
		t := all[o.at.Table]
		if t.name == LogTable {
			more, err = o.log(t)
		} else {
			more, err = o.table(t)
		}
		if more || err != nil {
			return more, err
		}
	}
	return false, nil
}

func (o *carryOut) table(t carrier) (more bool, err error) {
	r := kv.Range{From: behind(o.at.After)}
	if o.at.Episode != "" {
		r.Prefix = kv.K(o.at.Episode)
	}
	for e, err := range t.scan(o.tx, r) {
		if err != nil {
			return false, Fault(err)
		}
		if !o.room(o.open && o.at.Episode != "") {
			return true, nil
		}
		if err := o.put(t, e.Key, e.Value); err != nil {
			return false, err
		}
	}
	return false, nil
}

// log exports the lines of the episode's log.
func (o *carryOut) log(t carrier) (more bool, err error) {
	seq, n := 0, -1
	if o.at.After != nil {
		p, err := partsOf(t.shape, o.at.After)
		if err != nil {
			return false, fault.Field("cursor", nil, "the cursor of the page before")
		}
		seq, n = p.num(1), p.num(2)
	}
	for e, err := range Entries(o.tx, o.at.Episode, o.tail, seq, n) {
		if err != nil {
			return false, err
		}
		if e.N > o.at.Logged {
			break
		}
		if !o.room(false) {
			return true, nil
		}
		e.Episode = o.at.Episode // older files leave it out
		if err := o.put(t, kv.K(o.at.Episode).Int(e.Seq).Int(e.N), e); err != nil {
			return false, err
		}
	}
	return false, nil
}

func (o *carryOut) put(t carrier, k kv.Key, v any) error {
	parts, err := partsOf(t.shape, k)
	if err != nil {
		return Fault(err)
	}
	if s, is := v.(think.Search); is && s.State == think.Running { // nobody works on the copy
		s.State = think.Open
		v = s
	}
	raw, err := jsonOf(v)
	if err != nil {
		return err
	}
	o.at.After = k
	return o.line(Carried{Table: t.name, Version: t.version, Key: parts, Value: raw})
}

// jsonOf is a value as the store writes it.
func jsonOf(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
