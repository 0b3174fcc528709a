package daemon

import (
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/kv"
)

// houseFrame gives the frame of the kept house of an episode, and where the episode lies
// in it; nothing while it does not know.
func (l *live) houseFrame() (h episodic.HouseFrame, lies nav.Frame) {
	a, aligned := l.ep.Home.Aligned()
	if l.home == nil || !aligned {
		return h, lies
	}
	h = episodic.HouseFrame{House: l.ep.Home.House, Origin: l.home.began.Origin}
	if l.home.began.Blank() { // if its frame becomes that of the house, it is the first one there
		h.Origin = l.id
	}
	return h, a.Frame
}

// keptHouse is why advice of where a thing is is not shown: the kept house knows of the
// thing itself, and of looks that missed it too.
const keptHouse = "kept house"

// knows tells whether the kept house of the episode has spots of what it looks for.
func (l *live) knows() bool {
	if !l.ep.Use.Context {
		return false
	}
	l.settleIn()
	return len(l.spots(l.mem.Present(nav.AllViews()))) > 0
}

// inHouse tells whether a plan asks in the frame of a kept house.
func (p past) inHouse() bool { return p.query.House != (episodic.HouseFrame{}) }

// spot gives a pose of the episode in the frame that the legs have.
func (p past) spot(at nav.Pose) nav.Pose {
	if p.inHouse() {
		return p.lies.In(at)
	}
	return at
}

// legs gives what legs say whose poses hold for a plan, in their frame. In a kept house
// those that were taken out of use do not count, in snapshots neither.
func (p past) legs(tx *kv.Tx, frame string) ([]episodic.Gist, error) {
	gists, err := store.CasesOn(tx, p.space, frame, p.query.Last, episodic.MostCandidates)
	if err != nil {
		return nil, err
	}
	last := p.query.Last
	if p.inHouse() {
		last = 0
	}
	return store.InUse(tx, p.space, gists, last)
}

// walks gives the legs of gists in the frame of the episode.
func (p past) walks(gists []episodic.Gist) []episodic.Walk {
	all := episodic.Walks(gists)
	if p.inHouse() {
		for i := range all {
			all[i].From, all[i].To = p.lies.Out(all[i].From), p.lies.Out(all[i].To)
		}
	}
	return all
}

// read reads the records of candidates that count. What they say of directions in a kept
// house is in the frame of the episode then, and left out where that is not known.
func (p past) read(tx *kv.Tx, all []episodic.Candidate) ([]episodic.Found, error) {
	found, err := store.ReadCandidates(tx, p.space, p.query, all)
	for i := range found {
		f := &found[i]
		if f.Meta.House == (episodic.HouseFrame{}) {
			continue
		}
		ways := f.Meta.Ways
		f.Meta.Ways = nil
		if p.query.Aligned(f.Stored) {
			for _, w := range ways {
				f.Meta.Ways = append(f.Meta.Ways, w.In(p.lies.Inverse()))
			}
		}
	}
	return found, err
}

// unplace takes the records out of use that the episode wrote in the frame of its house,
// for it was wrong about where it was. What they say of rooms and things stays, in records
// that take their place.
func (w *write) unplace(reason string) error {
	var old []episodic.Stored
	for _, r := range w.legs {
		if r.Meta.House != (episodic.HouseFrame{}) {
			old = append(old, episodic.Stored{Record: r})
		}
	}
	err := w.c.view(func(tx *kv.Tx) error {
		ids, err := store.CaseIDsOf(tx, w.id)
		for _, id := range ids {
			space, n := store.SplitCaseID(id)
			s, err := store.GetCase(tx, space, n)
			if fault.Is(err, fault.Corrupt) { // what it is found by may still be there
				s = episodic.Stored{Record: episodic.Record{Space: space, Seq: n, Meta: episodic.Meta{House: episodic.HouseFrame{House: w.ep.Home.House}}}}
				err = nil
			}
			if err != nil {
				return err
			}
			if s.Meta.House != (episodic.HouseFrame{}) && s.Withdrawn == nil {
				old = append(old, s)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, s := range old {
		if err := w.replace(s, reason); err != nil {
			return err
		}
	}
	return nil
}

// replace puts a record without a frame in place of another, if that can be read.
func (w *write) replace(s episodic.Stored, reason string) (err error) {
	r := s.Record
	if r.ID != "" {
		if r.Seq, err = w.number(r.Space); err != nil {
			return err
		}
		if r.ID, err = w.freeID(r.Space, r.Seq); err != nil {
			return err
		}
		r.Entry, r.Meta.House, r.Meta.Ways, r.Meta.Time = episodic.WithID(s.Entry, r.ID), episodic.HouseFrame{}, nil, w.moment()
		r.Meta.Hash = episodic.Hash(r.Entry)
		w.putCase(r)
	}
	at, err := w.number(r.Space)
	if err != nil {
		return err
	}
	store.Withdraw(&w.Changes, s.Space, s.Seq, episodic.Withdrawal{By: r.ID, Reason: reason, Seq: at, Time: w.moment()})
	w.Due(search.Episodic, store.CaseID(s.Space, s.Seq), w.id)
	return nil
}
