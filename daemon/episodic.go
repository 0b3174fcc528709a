package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"time"

	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// Append stores a record, or one that is made of a sample.
func (e *Episodic) Append(ctx context.Context, p ipc.AppendParams) (r ipc.AppendResult, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodicAppend, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	one, err := e.read(p)
	if err != nil {
		return r, err
	}
	release, err := e.c.experience.cases.claim(ctx, one.names()...)
	if err != nil {
		return r, err
	}
	defer release()
	if p.Episode != "" { // it goes with its episode
		if err := w.hold(p.Episode); err != nil {
			return r, err
		}
	}
	if r, err = w.append(one); err != nil {
		return r, err
	}
	return r, w.commit(ctx, r)
}

// incoming is a record that is about to be stored.
type incoming struct {
	record  episodic.Record
	profile *episodic.Profile
	sample  *episodic.Sample // from which its entry is made once it has a number; nil: it has an entry
	keep    bool             // its condition stores records
}

// names are what two calls have in common that would store the same record, or the same
// id.
func (n incoming) names() []string {
	names := []string{n.record.Space + "/" + n.record.Meta.Hash}
	if n.record.ID != "" {
		names = append(names, caseName(n.record.Space, n.record.ID))
	}
	return names
}

// read makes a record from the parameters alone.
func (e *Episodic) read(p ipc.AppendParams) (n incoming, err error) {
	if n.profile, err = e.c.experience.profile(cmp.Or(p.Profile, navProfile)); err != nil {
		return n, err
	}
	if err := noControls("space", p.Space, "source", p.Source, "scene_id", p.SceneID, "target", p.Target, "place", p.Place); err != nil {
		return n, err
	}
	n.keep = true
	if p.Condition != "" {
		cond, err := e.c.experience.condition(p.Condition)
		if err != nil {
			return n, badParams(err)
		}
		n.keep, p.Condition = cond.Store, cond.Name
	}
	m := episodic.Meta{
		Source: p.Source, Trust: 1, Condition: p.Condition, Episode: p.Episode, Scene: p.SceneID, Target: words.ObjectKey(p.Target), Place: words.LabelKey(p.Place),
	}
	set(&m.Trust, p.Trust)
	if p.Needs != nil {
		m.Needs = *p.Needs
		m.Needs.Target, m.Needs.Place = words.ObjectKey(string(m.Needs.Target)), words.LabelKey(string(m.Needs.Place))
	}
	if m.Claims, err = normalClaims("claims", p.Claims); err != nil {
		return n, badParams(err)
	}
	n.record = episodic.Record{Space: cmp.Or(p.Space, episodic.DefaultSpace), Profile: n.profile.Name, Meta: m}
	switch {
	case (len(p.Entry) > 0) == (p.Sample != nil):
		return n, badParams(fault.New(fault.Invalid, "the call needs exactly one of entry and sample").About("entry", nil).WithHint("give one of them"))
	case p.Sample != nil:
		n.sample = p.Sample
		raw, err := json.Marshal(p.Sample)
		n.record.Meta.Hash = episodic.Hash(raw)
		if err != nil {
			return n, err
		}
		return n, n.canMake()
	}
	err = n.take(p.Entry)
	return n, err
}

// canMake refuses a sample whose entry would not be valid.
func (n incoming) canMake() error {
	made, err := json.Marshal(n.profile.Write(*n.sample, episodic.EntryID(1), ""))
	if err != nil {
		return err
	}
	if _, err = n.profile.ParseEntry(made); err != nil {
		err = badParams(fault.New(fault.Invalid, "the entry made of it cannot be kept: %w", err).About("sample", nil).WithHint("%s", fault.As(err).Hint))
	}
	return err
}

// normalClaims gives claims with their keys in normal form.
func normalClaims(field string, claims []words.Claim) (out []words.Claim, err error) {
	for i, c := range claims {
		if c, err = c.Normal(); err != nil {
			f := *fault.As(err)
			f.Field = fmt.Sprintf("%s[%d].%s", field, i, f.Field)
			return nil, &f
		}
		out = append(out, c)
	}
	return out, nil
}

// take sets the entry as it was given; one without an id gets one together with its
// number.
func (n *incoming) take(entry json.RawMessage) error {
	n.record.Entry, n.record.ID = entry, episodic.IDOf(entry)
	checked := entry
	if n.record.ID == "" {
		checked = episodic.WithID(entry, episodic.EntryID(1))
	}
	if _, err := n.profile.ParseEntry(checked); err != nil {
		return badParams(err)
	}
	n.record.Meta.Hash = episodic.Hash(entry)
	return nil
}

// append stores a record that is not there yet.
func (w *write) append(n incoming) (r ipc.AppendResult, err error) {
	r = ipc.AppendResult{Decision: "skipped", Tags: []string{}}
	if !n.keep {
		r.Reason = "store_write_disabled"
		return r, nil
	}
	record := n.record
	there, err := read(w.c, func(tx *kv.Tx) (s episodic.Stored, err error) {
		at, err := store.CaseWith(tx, record.Space, record.Meta.Hash)
		if err == nil && at > 0 {
			return store.GetCase(tx, record.Space, at)
		}
		if err == nil && record.ID != "" {
			if at, err = store.CaseNamed(tx, record.Space, record.ID); err == nil && at > 0 {
				err = idTaken(record.ID)
			}
		}
		return s, err
	})
	if err != nil {
		return r, err
	}
	if there.Seq > 0 {
		r.ID, r.Seq, r.Reason = there.ID, there.Seq, "duplicate"
		return r, nil
	}
	if record.Seq, err = w.number(record.Space); err != nil {
		return r, err
	}
	if record.ID == "" {
		if record.ID, err = w.freeID(record.Space, record.Seq); err != nil {
			return r, err
		}
	}
	if n.sample != nil {
		made := n.profile.Write(*n.sample, record.ID, w.c.now().UTC().Format(time.RFC3339))
		r.Tags, err = w.reasons(record.Space, made)
		if err != nil {
			return r, err
		}
		if len(r.Tags) == 0 {
			r.Reason = "no_gate_passed"
			store.PutCaseMark(&w.Changes, record.Space, record.Seq) // its number is used up
			return r, nil
		}
		if record.Entry, err = json.Marshal(made); err != nil {
			return r, err
		}
	} else if episodic.IDOf(record.Entry) == "" {
		record.Entry = episodic.WithID(record.Entry, record.ID)
	}
	if record.Meta.Time.IsZero() {
		record.Meta.Time = w.moment()
	}
	w.putCase(record)
	r.ID, r.Seq, r.Decision = record.ID, record.Seq, "stored"
	return r, nil
}

func idTaken(id string) error {
	return fault.New(fault.Conflict, "another record has this id").About("entry.episode_id", id).WithHint("leave episode_id out and navd makes one, or use another space")
}

// moment is the time now in milliseconds, as records have it.
func (w *write) moment() time.Time { return w.c.now().UTC().Truncate(time.Millisecond) }

// freeID makes the id of a record from its number, so that no other record has it. It
// reserves the id until the write ends.
func (w *write) freeID(space string, seq int) (string, error) {
	id := episodic.EntryID(seq)
	for n := 2; ; n++ {
		if release, ok := w.c.experience.cases.take(caseName(space, id)); ok {
			at, err := read(w.c, func(tx *kv.Tx) (int, error) { return store.CaseNamed(tx, space, id) })
			if w.releaseIDs = append(w.releaseIDs, release); err != nil || at == 0 {
				return id, err
			}
		}
		id = fmt.Sprintf("%s_%d", episodic.EntryID(seq), n)
	}
}

// caseName is the name under which an id is claimed.
func caseName(space, id string) string { return space + "/" + id }

// reasons lists the reasons to keep an entry; none: it is not worth keeping.
func (w *write) reasons(space string, entry episodic.Entry) ([]string, error) {
	return read(w.c, func(tx *kv.Tx) (tags []string, err error) {
		tags = entry.Reasons(func(kind string) bool {
			var known []episodic.Gist
			known, err = store.CasesOn(tx, space, episodic.KindSubject(kind), 0, 1)
			return len(known) > 0
		})
		return tags, err
	})
}

// Outcome stores how a sample ended, and counts it on the records that advised it.
func (e *Episodic) Outcome(ctx context.Context, p ipc.OutcomeParams) (r ipc.OutcomeResult, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodicOutcome, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("space", p.Space, "sample", p.Sample, "group", p.Group); err != nil {
		return r, err
	}
	cond, err := e.c.experience.condition(p.Condition)
	if err != nil {
		return r, badParams(err)
	}
	if (p.Helped || p.Harmed) && !p.Followed || p.Followed && !p.Injected {
		return r, badParams(fault.New(fault.Invalid, "followed needs injected, and helped and harmed need followed").About("followed", p.Followed).
			WithHint("set injected: true with followed, and followed: true with helped or harmed"))
	}
	if p.Injected && cond.Mode(false) != episodic.ModeOn {
		return r, badParams(fault.New(fault.Invalid, "condition %s shows no advice", cond.Name).About("injected", p.Injected).WithHint("leave injected out, or name the condition that the sample was decided under"))
	}
	space := cmp.Or(p.Space, episodic.DefaultSpace)
	o := episodic.Outcome{
		Sample: p.Sample, Group: p.Group, Condition: cond.Name, IDs: p.IDs, Success: p.Success, Score: p.Score,
		Tally: episodic.Tally{Retrieved: one(len(p.IDs) > 0), Injected: one(p.Injected), Followed: one(p.Followed), Helped: one(p.Helped), Harmed: one(p.Harmed)},
	}
	counted := o.Tally
	if cond.Content != "" { // the ids are records that were found, and a control arm shows something else
		counted = episodic.Tally{Retrieved: counted.Retrieved}
	}
	of := store.OutcomeID(o)
	release, err := e.c.experience.cases.claim(ctx, space+"/"+of)
	if err != nil {
		return r, err
	}
	defer release()
	err = e.c.view(func(tx *kv.Tx) error {
		old, err := store.ToldOutcome(tx, space, o)
		if err != nil {
			return err
		}
		for _, id := range old.IDs {
			n, err := store.CaseNamed(tx, space, id)
			if err != nil {
				return err
			}
			if n > 0 {
				store.PutTally(&w.Changes, space, n, of, episodic.Tally{})
			}
		}
		for i, id := range p.IDs {
			n, err := store.CaseNamed(tx, space, id)
			if err != nil {
				return err
			}
			if n == 0 {
				return noCase(fmt.Sprintf("ids[%d]", i), id)
			}
			store.PutTally(&w.Changes, space, n, of, counted)
			r.Records += one(!slices.Contains(p.IDs[:i], id))
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	store.PutSampleOutcome(&w.Changes, space, o)
	return r, w.commit(ctx, r)
}

func noCase(field, id string) error {
	return fault.New(fault.NotFound, "no such record").About(field, id).WithHint("episodic.list shows those of a space")
}

// named gives the number of the record with an id; a not_found fault when there is none.
func named(tx *kv.Tx, space, field, id string) (int, error) {
	n, err := store.CaseNamed(tx, space, id)
	if err == nil && n == 0 {
		err = noCase(field, id)
	}
	return n, err
}

// Get gives a record.
func (e *Episodic) Get(_ context.Context, p ipc.CaseParams) (r episodic.Stored, err error) {
	space := cmp.Or(p.Space, episodic.DefaultSpace)
	return read(e.c, func(tx *kv.Tx) (episodic.Stored, error) {
		n, err := named(tx, space, "id", p.ID)
		if err != nil {
			return episodic.Stored{}, err
		}
		return store.GetCase(tx, space, n)
	})
}

// Supersede takes a record out of use.
func (e *Episodic) Supersede(ctx context.Context, p ipc.SupersedeParams) (r episodic.Stored, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodicSupersede, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("reason", p.Reason); err != nil {
		return r, err
	}
	if p.By == p.ID {
		return r, badParams(fault.Field("by", p.By, "another record"))
	}
	space := cmp.Or(p.Space, episodic.DefaultSpace)
	claims := []string{space + "/withdraw/" + p.ID}
	if p.By != "" {
		if _, err := read(e.c, func(tx *kv.Tx) (int, error) { return named(tx, space, "by", p.By) }); err != nil {
			return r, err
		}
		claims = append(claims, space+"/withdraw/"+p.By) // it must not go out of use meanwhile
	}
	release, err := e.c.experience.cases.claim(ctx, claims...)
	if err != nil {
		return r, err
	}
	defer release()
	if r, err = e.Get(ctx, p.CaseParams); err != nil {
		return r, err
	}
	if old := r.Withdrawn; old != nil && p.By != "" && p.By != old.By {
		return r, fault.New(fault.Conflict, "the record was taken out of use before").About("by", p.By).WithHint("nothing was changed; episodic.get shows which record replaced it, and why")
	} else if old != nil {
		return r, w.commit(ctx, r)
	}
	if p.By != "" {
		by, err := e.Get(ctx, ipc.CaseParams{Space: p.Space, ID: p.By})
		if err != nil {
			return r, err
		}
		if by.Withdrawn != nil {
			return r, fault.New(fault.Conflict, "the record is out of use itself").About("by", p.By).WithHint("name one that is in use, or leave by out to take this one out of use too")
		}
	}
	seq, err := w.number(space)
	if err != nil {
		return r, err
	}
	r.Withdrawn = &episodic.Withdrawal{By: p.By, Reason: p.Reason, Seq: seq, Time: w.moment()}
	store.Withdraw(&w.Changes, space, r.Seq, *r.Withdrawn)
	w.Due(search.Episodic, store.CaseID(space, r.Seq), r.Meta.Episode)
	return r, w.commit(ctx, r)
}

// List gives records, newest first.
func (e *Episodic) List(_ context.Context, p ipc.CaseListParams) (r ipc.CaseListResult, err error) {
	r.Spaces = []string{}
	before, err := numberCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	target := words.ObjectKey(p.Target)
	err = e.c.view(func(tx *kv.Tx) error {
		names, err := store.CaseSpaces(tx)
		if err != nil {
			return err
		}
		r.Spaces = append(r.Spaces, names...)
		r.Records, r.Cursor, err = paged(p.Limit, store.Cases(tx, cmp.Or(p.Space, episodic.DefaultSpace), before, true), func(s episodic.Stored) (episodic.Stored, bool, error) {
			switch {
			case p.Profile != "" && s.Profile != p.Profile, p.SceneID != "" && s.Meta.Scene != p.SceneID, p.Episode != "" && s.Meta.Episode != p.Episode,
				p.Condition != "" && episodic.ConditionName(s.Meta.Condition) != episodic.ConditionName(p.Condition), p.Withdrawn != nil && *p.Withdrawn != (s.Withdrawn != nil),
				p.Target != "" && !s.Meta.Target.Equal(target) && !slices.ContainsFunc(s.Things(), target.Equal):
				return s, false, nil
			}
			return s, true, nil
		}, func(s episodic.Stored) string { return strconv.Itoa(s.Seq) })
		return err
	})
	return r, err
}

// Snapshot gives a name to the present records of a space, and lists all snapshots.
func (e *Episodic) Snapshot(ctx context.Context, p ipc.SnapshotParams) (r ipc.SnapshotResult, err error) {
	w, err := e.c.begin(ctx, callOf(ipc.EpisodicSnapshot, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("space", p.Space, "name", p.Name); err != nil {
		return r, err
	}
	space := cmp.Or(p.Space, episodic.DefaultSpace)
	if p.Name != "" {
		release, err := e.c.experience.cases.claim(ctx, space+"//"+p.Name)
		if err != nil {
			return r, err
		}
		defer release()
	}
	r.Snapshots = []episodic.Snapshot{}
	last, err := e.c.experience.cases.sealed(ctx, space)
	if err != nil {
		return r, err
	}
	err = e.c.view(func(tx *kv.Tx) error {
		all, err := store.Snapshots(tx, space)
		if err != nil {
			return err
		}
		r.Snapshots = append(r.Snapshots, all...)
		if p.Name == "" {
			return nil
		}
		if slices.ContainsFunc(all, func(s episodic.Snapshot) bool { return s.Name == p.Name }) {
			return fault.New(fault.Conflict, "there is a snapshot of this name").About("name", p.Name).WithHint("a snapshot cannot be replaced: choose another name")
		}
		s := episodic.Snapshot{Space: space, Name: p.Name, Last: last, Time: w.moment()}
		if s.Records, err = store.CountUpTo(tx, space, last); err != nil {
			return err
		}
		r.Snapshot, r.Snapshots = &s, append(r.Snapshots, s)
		return nil
	})
	if err != nil {
		return r, err
	}
	if r.Snapshot != nil {
		store.PutSnapshot(&w.Changes, *r.Snapshot)
		sort.SliceStable(r.Snapshots, func(i, j int) bool { return r.Snapshots[i].Name < r.Snapshots[j].Name })
	}
	return r, w.commit(ctx, r)
}
