package daemon

import (
	"maps"
	"slices"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/planner"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/kv"
)

// keepLeg notes whether the advice of a plan whose leg has ended helped, and makes a record
// of the leg if the condition of the episode says so, once. It gives the changed plan, nil
// when nothing changed. After an error there is no record, and the robot goes on.
func (w *write) keepLeg(n int) *planner.Plan {
	cond := w.c.experience.conditionOf(w.ep)
	if n == 0 || !cond.Store && !cond.Exposed {
		return nil
	}
	plan, err := w.closeLeg(cond, n)
	if err != nil {
		w.c.trouble("episodic", "no record was made of a leg", err, "episode", w.id, "plan", n)
	}
	return plan
}

// closeLeg is keepLeg with its error.
func (w *write) closeLeg(cond episodic.Condition, n int) (*planner.Plan, error) {
	end, ok := w.mem.LegEnd(n)
	if !ok {
		return nil, nil
	}
	plan, err := read(w.c, func(tx *kv.Tx) (planner.Plan, error) { return store.GetPlan(tx, w.id, n) })
	if err != nil || plan.Advice == nil || plan.Advice.Kept {
		return nil, err
	}
	anchor, _ := w.mem.Anchor(end.Anchor)
	a := plan.Advice
	a.Kept = true
	leg := episodic.Leg{
		LegEnd: end, Room: words.LabelKey(plan.Decision.SceneType), Yaw: anchor.Pose.Yaw, Why: plan.Decision.Why, Before: a.Risks, After: w.risks(&plan),
	}
	p := leg.Polarity()
	good := p > 0 || p == 0 && end.Outcome.NewView
	a.Good = good && (a.Shown || a.Hidden == planner.HeldOut)
	a.Harmed, a.Helped = a.Followed && p < 0, a.Followed && good
	leg.Override, leg.Helped, leg.Harmed = a.Override, a.Helped, a.Harmed
	if cond.Store {
		if err := w.putLeg(leg, a, n); err != nil {
			return nil, err
		}
	}
	if err := w.countAdvice(a); err != nil {
		return nil, err
	}
	store.PutPlan(&w.Changes, w.id, plan)
	return &plan, nil
}

// putLeg stores the record of a leg.
func (w *write) putLeg(leg episodic.Leg, a *planner.Advice, plan int) error {
	seq, err := w.number(w.ep.Space)
	if err != nil {
		return err
	}
	m := episodic.Meta{
		Time: w.moment(), Source: "leg", Trust: 1, Condition: w.ep.Condition, Episode: w.id, Plan: plan, Step: w.mem.Seq(),
		Scene: w.ep.SceneID, Frame: frameOf(w.ep),
	}
	house, lies := w.houseFrame()
	if house != (episodic.HouseFrame{}) {
		m.House, m.Frame, leg = house, "", leg.In(lies)
	}
	id, err := w.freeID(w.ep.Space, seq)
	if err != nil {
		return err
	}
	r, err := leg.Record(w.c.experience.profiles[navProfile], w.ep.Space, seq, id, m)
	if err != nil {
		return err
	}
	a.Record = r.ID
	w.putCase(r)
	w.legs = append(w.legs, r)
	return nil
}

// putCase adds a record to the change set, and has it indexed.
func (w *write) putCase(r episodic.Record) {
	store.PutCase(&w.Changes, r)
	w.Due(search.Episodic, store.CaseID(r.Space, r.Seq), r.Meta.Episode)
}

// countAdvice adds the outcome of a plan's advice to the counters of the records whose
// advice was shown. Those that were found and not shown count as retrieved.
func (w *write) countAdvice(a *planner.Advice) error {
	tallies := map[string]episodic.Tally{}
	for _, id := range a.Records {
		tallies[id] = episodic.Tally{Retrieved: 1}
	}
	for _, id := range a.Sources {
		tallies[id] = episodic.Tally{Retrieved: 1, Injected: one(a.Shown), Followed: one(a.Followed), Helped: one(a.Helped), Harmed: one(a.Harmed)}
	}
	return w.c.view(func(tx *kv.Tx) error {
		for _, id := range slices.Sorted(maps.Keys(tallies)) {
			n, err := store.CaseNamed(tx, w.ep.Space, id)
			if err != nil {
				return err
			}
			if n == 0 { // it was deleted
				continue
			}
			old, err := store.GetTallyOf(tx, w.ep.Space, n, w.id)
			if err != nil {
				return err
			}
			store.PutTally(&w.Changes, w.ep.Space, n, w.id, old.Add(tallies[id]))
		}
		return nil
	})
}

// adviceOf counts the advice of a plan.
func adviceOf(a *planner.Advice) episode.Advice {
	held := a.Hidden == planner.HeldOut
	return episode.Advice{
		Plans: 1, Found: one(len(a.Records) > 0), Shown: one(a.Shown), Held: one(held), Followed: one(a.Followed), Overrides: one(a.Override),
		Helped: one(a.Helped), Harmed: one(a.Harmed), Risks: one(len(a.Risks) > 0),
		ShownLegs: one(a.Shown && a.Kept), ShownGood: one(a.Shown && a.Good), HeldLegs: one(held && a.Kept), HeldGood: one(held && a.Good),
	}
}
