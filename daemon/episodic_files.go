package daemon

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"

	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// Import stores records from lines. It skips lines that it cannot use, and records that
// are there.
func (e *Episodic) Import(ctx context.Context, p ipc.CaseImportParams) (r ipc.CaseImportResult, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodicImport, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("space", p.Space); err != nil {
		return r, err
	}
	r.Skipped = []ipc.SkippedLine{}
	skip := func(line int, err error) {
		if len(r.Skipped) < mostSkipped {
			r.Skipped = append(r.Skipped, ipc.SkippedLine{Line: line, Reason: err.Error()})
		} else {
			r.More++
		}
	}
	var all []importLine
	var names []string
	seen := map[string]bool{} // hashes and ids of this call
	lines := bufio.NewScanner(strings.NewReader(p.Lines))
	lines.Buffer(nil, len(p.Lines)+1)
	for number := 1; lines.Scan(); number++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		one, err := e.c.experience.readLine(cmp.Or(p.Space, episodic.DefaultSpace), p.Profile, lines.Bytes())
		if err != nil {
			skip(number, err)
			continue
		}
		mine := one.names() // its hash first
		switch {
		case seen[mine[0]]:
			r.Same++
			continue
		case slices.ContainsFunc(mine, func(name string) bool { return seen[name] }):
			skip(number, idTaken(one.record.ID))
			continue
		}
		for _, name := range mine {
			seen[name] = true
		}
		one.number = number
		all, names = append(all, one), append(names, mine...)
	}
	release, err := e.c.experience.cases.claim(ctx, names...)
	if err != nil {
		return r, err
	}
	defer release()
	for _, one := range all {
		stored, err := w.importCase(one)
		switch {
		case fault.Is(err, fault.Conflict):
			skip(one.number, err)
		case err != nil:
			return r, err
		case stored:
			r.Stored++
		default:
			r.Same++
		}
	}
	sort.SliceStable(r.Skipped, func(i, j int) bool { return r.Skipped[i].Line < r.Skipped[j].Line })
	return r, w.commit(ctx, r)
}

// mostSkipped is how many skipped lines an answer names.
const mostSkipped = 100

// importLine is a line of an import.
type importLine struct {
	incoming
	number    int
	tally     episodic.Tally
	withdrawn *episodic.Withdrawal
}

// caseLine is the JSON of a line: a record as [Episodic.Export] gives it.
type caseLine struct {
	Space     string               `json:"space,omitempty"`
	Profile   string               `json:"profile,omitempty"`
	Seq       int                  `json:"seq,omitempty"`
	ID        string               `json:"id,omitempty"`
	Entry     json.RawMessage      `json:"entry" max:"100000"`
	Meta      episodic.Meta        `json:"meta,omitzero"`
	Tally     episodic.Tally       `json:"counters,omitzero"`
	Withdrawn *episodic.Withdrawal `json:"superseded_by,omitempty"`
}

// readLine reads a line, a record or a bare entry, as strictly as the parameters of a
// call.
func (x *experience) readLine(space, profile string, line []byte) (l importLine, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return l, fault.New(fault.Invalid, "the line is not a JSON object: %w", err)
	}
	if _, record := members["entry"]; !record {
		members = map[string]json.RawMessage{"entry": line}
	}
	if err := normalMeta(members); err != nil {
		return l, err
	}
	if line, err = json.Marshal(members); err != nil {
		return l, err
	}
	s := caseLine{Profile: cmp.Or(profile, navProfile), Meta: episodic.Meta{Trust: 1}}
	if err := ipc.Decode(line, &s); err != nil {
		return l, err
	}
	l.tally, l.withdrawn, l.keep = s.Tally, s.Withdrawn, true
	if l.profile, err = x.profile(s.Profile); err != nil {
		return l, err
	}
	l.record = episodic.Record{Space: space, Profile: s.Profile, Meta: s.Meta}
	m := &l.record.Meta
	if err := noControls("meta.source", m.Source, "meta.condition", m.Condition, "meta.scene", m.Scene, "meta.frame", m.Frame, "meta.from", m.From, "meta.target", string(m.Target), "meta.place", string(m.Place)); err != nil {
		return l, err
	}
	m.Target, m.Place = words.ObjectKey(string(m.Target)), words.LabelKey(string(m.Place))
	if err := l.take(s.Entry); err != nil {
		return l, err
	}
	if s.Meta.Hash != "" { // of the entry as a client gave it, or of the sample
		m.Hash = s.Meta.Hash
	}
	m.From, m.Episode = cmp.Or(m.Episode, m.From), "" // of another daemon, or deleted here with its episode
	if m.House != (episodic.HouseFrame{}) {           // its poses could not be withdrawn: they go by the episode
		m.House, m.Ways = episodic.HouseFrame{}, nil
	}
	return l, nil
}

// normalMeta brings the keys of a line's claims into normal form. What it cannot read it
// leaves as it is, for the decoder to refuse.
func normalMeta(line map[string]json.RawMessage) error {
	var meta map[string]json.RawMessage
	var claims []words.Claim
	if json.Unmarshal(line["meta"], &meta) != nil || json.Unmarshal(meta["claims"], &claims) != nil {
		return nil
	}
	claims, err := normalClaims("meta.claims", claims)
	if err != nil {
		return err
	}
	if meta["claims"], err = json.Marshal(claims); err == nil {
		line["meta"], err = json.Marshal(meta)
	}
	return err
}

// importCase stores the record of a line, unless it is there.
func (w *write) importCase(l importLine) (stored bool, err error) {
	r, err := w.append(l.incoming)
	if err != nil || r.Decision != "stored" {
		return false, err
	}
	if l.tally != (episodic.Tally{}) {
		store.PutTally(&w.Changes, l.record.Space, r.Seq, "import", l.tally)
	}
	if l.withdrawn != nil {
		if l.withdrawn.Seq, err = w.number(l.record.Space); err != nil {
			return false, err
		}
		store.Withdraw(&w.Changes, l.record.Space, r.Seq, *l.withdrawn)
	}
	return true, nil
}

// Export gives the records of a space as lines of JSON.
func (e *Episodic) Export(_ context.Context, p ipc.CaseExportParams) (r ipc.CaseExportResult, err error) {
	after, err := numberCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	var b strings.Builder
	n, limit := 0, pageSize(p.Limit)
	err = e.c.view(func(tx *kv.Tx) error {
		last := 0
		for s, err := range store.Cases(tx, cmp.Or(p.Space, episodic.DefaultSpace), after, false) {
			if err != nil {
				return err
			}
			if n == limit || b.Len() > pageBytes {
				r.Cursor = strconv.Itoa(last)
				return nil
			}
			line, err := json.Marshal(s)
			if err != nil {
				return err
			}
			b.Write(line)
			b.WriteByte('\n')
			n, last = n+1, s.Seq
		}
		return nil
	})
	r.Lines = b.String()
	return r, err
}
