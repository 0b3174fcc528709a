package store

import (
	"errors"
	"iter"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/ref"
	"navd/kv"
)

// PutEpisode adds an episode's record to a change set.
func PutEpisode(c *kv.Changes, e episode.Episode) { episodes.Put(c, kv.K(e.ID), e) }

// GetEpisode reads an episode; not_found when there is none.
func GetEpisode(tx *kv.Tx, id string) (episode.Episode, error) {
	e, err := episodes.Get(tx, kv.K(id))
	if errors.Is(err, kv.ErrNotFound) {
		return e, noEpisode(id)
	}
	return e, Fault(err)
}

func noEpisode(id string) error {
	return fault.New(fault.NotFound, "no such episode").About("episode", id).
		WithHint("episode.begin gives the id; episode.list shows those that are stored")
}

// Episodes gives the episodes newest first, those before the given id when it
// is not empty. A damaged record ends the listing with a corrupt fault.
func Episodes(tx *kv.Tx, before string) iter.Seq2[episode.Episode, error] {
	r := kv.Range{Reverse: true}
	if before != "" {
		r.To = kv.K(before)
	}
	return values(episodes, tx, r)
}

// LastEpisode gives the id of the newest episode, "" when there is none.
func LastEpisode(tx *kv.Tx) (string, error) {
	for k, err := range episodes.Keys(tx, kv.Range{Reverse: true, Limit: 1, OnCorrupt: skip}) {
		return kv.ReadKey(k).Str(), Fault(err)
	}
	return "", nil
}

// PutDelta adds what an operation changed in a memory to a change set.
func PutDelta(c *kv.Changes, id string, d nav.Delta, logged int) {
	for _, a := range d.Anchors {
		anchors.Put(c, kv.K(id).Int(int(a.ID)), a)
	}
	for _, p := range d.Places {
		places.Put(c, kv.K(id).Int(int(p.ID)), p)
	}
	for _, s := range d.Sites {
		sites.Put(c, kv.K(id).Int(int(s.ID)), s)
	}
	for _, v := range d.Vistas {
		vistas.Put(c, kv.K(id).Int(v.ID%nav.VistaSlots), v)
	}
	states.Put(c, kv.K(id), State{Nav: d.State, Entries: logged})
}

// Memory is an episode's memory as the store gives it.
type Memory struct {
	*nav.Memory
	Logged  int       // entries of the log
	Behind  int       // steps since the last checkpoint, which were replayed from the log
	Pending nav.Delta // what they changed
	Differs int       // seq of the first replayed step whose answer differs from the stored one, 0: none
}

// GetMemory reads the memory of an episode: the records of its last checkpoint, and the
// steps of the log after it, which are replayed. The tail lists the lines that no chapter
// has yet. Records that are missing or do not fit together are a corrupt fault.
func GetMemory(tx *kv.Tx, e episode.Episode, tail Chapter) (Memory, error) {
	state, err := states.Get(tx, kv.K(e.ID))
	if errors.Is(err, kv.ErrNotFound) {
		return Memory{}, fault.New(fault.Corrupt, "the state of the episode is missing").About("episode", e.ID).WithHint(wayOut)
	}
	if err != nil {
		return Memory{}, Fault(err)
	}
	d, of := nav.Delta{State: state.Nav}, kv.K(e.ID)
	if d.Anchors, err = all(tx, anchors, of); err != nil {
		return Memory{}, err
	}
	if d.Places, err = all(tx, places, of); err != nil {
		return Memory{}, err
	}
	if d.Sites, err = all(tx, sites, of); err != nil {
		return Memory{}, err
	}
	if d.Vistas, err = all(tx, vistas, of); err != nil {
		return Memory{}, err
	}
	m := Memory{Logged: state.Entries}
	if m.Memory, err = nav.Restore(e.ID, e.Config, d); err != nil {
		return Memory{}, wholly(err)
	}
	err = m.catchUp(tx, e.ID, tail)
	return m, err
}

// catchUp replays the steps after the checkpoint.
func (m *Memory) catchUp(tx *kv.Tx, id string, tail Chapter) error {
	for en, err := range Entries(tx, id, tail, m.Seq(), m.Logged) {
		if err != nil {
			return err
		}
		if en.N != m.Logged+1 {
			return missing(id, m.Logged+1)
		}
		m.Logged = en.N
		if en.Step == nil {
			continue
		}
		answer, d, err := m.Advance(en.Step.Taken())
		if err != nil {
			return fault.New(fault.Corrupt, "step %d of the log cannot be replayed: %w", en.Seq, err).About("episode", id).WithHint(wayOut)
		}
		old := en.Step.Answered()
		if m.Differs == 0 && (answer.Pose != old.Pose || answer.Anchor != old.Anchor || answer.Place != old.Place) {
			m.Differs = en.Seq
		}
		m.Behind++
		m.Pending = m.Pending.Then(d)
	}
	return nil
}

// PutPlan adds a plan's record to a change set.
func PutPlan(c *kv.Changes, id string, p planner.Plan) { plans.Put(c, kv.K(id).Int(p.N), p) }

// GetPlan reads plan n of an episode; not_found when there is none.
func GetPlan(tx *kv.Tx, id string, n int) (planner.Plan, error) {
	p, err := plans.Get(tx, kv.K(id).Int(n))
	if errors.Is(err, kv.ErrNotFound) {
		return p, fault.New(fault.NotFound, "no such plan").About("plan", string(ref.NewPlanRef(id, n))).
			WithHint("nav.plan gives the id")
	}
	return p, Fault(err)
}

// Plans gives the plans of an episode after number n, oldest first. A damaged
// record ends the listing with a corrupt fault.
func Plans(tx *kv.Tx, id string, n int) iter.Seq2[planner.Plan, error] {
	return values(plans, tx, kv.Range{Prefix: kv.K(id), From: kv.K(id).Int(n + 1)})
}

// GetOutcome reads the outcome of the leg of plan n, nil while it runs.
func GetOutcome(tx *kv.Tx, id string, n int) (*nav.Outcome, error) {
	site, err := sites.Get(tx, kv.K(id).Int(n))
	if errors.Is(err, kv.ErrNotFound) {
		return nil, nil
	}
	for _, v := range site.Views {
		if v.View == site.Chosen && v.Outcome != nil {
			return v.Outcome, nil
		}
	}
	return nil, Fault(err)
}
