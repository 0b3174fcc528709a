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
// in it; zero values while that is not known.
func (l *live) houseFrame() (h episodic.HouseFrame, lies nav.Frame) {
	a, aligned := l.ep.Home.Aligned()
	if l.home == nil || !aligned {
		return h, lies
	}
	h = episodic.HouseFrame{House: l.ep.Home.House, Origin: l.home.Began().Origin}
	if l.home.Began().Blank() { // the house will take over the frame of its first episode
		h.Origin = l.id
	}
	return h, a.Frame
}

// keptHouse is the reason not to show advice on where a thing is: the kept house knows
// that too, and also where the robot looked for it in vain.
const keptHouse = "kept house"

// knows tells whether the kept house of the episode has spots of the goal.
func (l *live) knows() bool {
	if !l.ep.Use.Context {
		return false
	}
	l.home.Settle()
	return len(l.home.Spots(l.mem.Present(nav.AllViews()))) > 0
}

// inHouse tells whether a plan asks in the frame of a kept house.
func (p past) inHouse() bool { return p.query.House != (episodic.HouseFrame{}) }

// spot gives a pose of the episode in the frame of the recorded legs.
func (p past) spot(at nav.Pose) nav.Pose {
	if p.inHouse() {
		return p.lies.In(at)
	}
	return at
}

// legs gives the gists of the legs with poses in a frame. In a kept house, legs that were
// taken out of use are left out, even for a snapshot from before that.
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

// read reads the records of candidates. Directions that were recorded in the frame of a
// kept house are turned into the frame of the episode, or left out while it is not known
// how the two lie to each other.
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
// because it was wrong about where it was. Copies without the frame take their place and
// keep what they say of rooms and things.
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
			if fault.Is(err, fault.Corrupt) { // searches may still find it
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

// replace takes a record out of use and puts a copy without its frame in its place, if
// the record can be read.
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
