package daemon

import (
	"maps"
	"slices"

	"navd/daemon/episode"
	"navd/daemon/grounding"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/kv"
)

// tally commits the end of an episode together with the counters of the entries
// that its plans were given: how many plans each was shown to, and whether the
// episode in which it acted came to its goal.
func (c *core) tally(ed *edit, commit func() error) error {
	uses, err := c.usesOf(ed.live.ep)
	if err == nil && len(uses) > 0 {
		err = c.readBook(func(*grounding.Book) error { return nil }) // a book that cannot be read holds up no robot
	}
	if err != nil {
		c.log.Warn("the entries that an episode used are not counted", "episode", ed.live.id, "error", err)
	}
	if err != nil || len(uses) == 0 {
		return commit()
	}
	err = c.changeBook(&ed.Changes, func(b *grounding.Book) error {
		for _, id := range slices.Sorted(maps.Keys(uses)) {
			if now, ok := b.Count(id, uses[id]); ok {
				if err := store.PutCounters(&ed.Changes, id, now); err != nil {
					return err
				}
			}
		}
		return nil
	}, func([]grounding.Entry) error { return commit() })
	if err != nil { // maybe before the commit: nobody is told of an end that is not stored
		ed.live.drop()
	}
	return err
}

// usesOf counts what the plans of an episode were given. An entry acted when a
// model that saw it decided, or when its claim had a part in moving the local
// planner to another way.
func (c *core) usesOf(ep episode.Episode) (map[string]grounding.Counters, error) {
	uses, acted := map[string]grounding.Counters{}, map[string]bool{}
	err := c.view(func(tx *kv.Tx) error {
		for p, err := range store.Plans(tx, ep.ID, 0) {
			if err != nil {
				return err
			}
			for _, e := range shownTo(p) {
				n := uses[e.ID]
				n.Shown++
				uses[e.ID] = n
				acted[e.ID] = acted[e.ID] || decidedByModel(p)
			}
			for _, claim := range p.Decision.Claims {
				acted[claim.Source] = acted[claim.Source] || p.Decision.Moved
			}
		}
		return nil
	})
	if err != nil || ep.End == nil || ep.End.Success == nil {
		return uses, err
	}
	for id, did := range acted {
		n := uses[id]
		switch {
		case did && *ep.End.Success:
			n.Helped++
		case did:
			n.Harmed++
		}
		uses[id] = n
	}
	return uses, nil
}

// shownTo gives the entries that the prompt of a plan held.
func shownTo(p planner.Plan) []grounding.Shown {
	if g := p.Used.Grounding; g != nil && g.Unasked == "" {
		return g.In
	}
	return nil
}

// decidedByModel tells whether a model made a plan.
func decidedByModel(p planner.Plan) bool {
	return p.Fallback == "" && p.Planner != local && p.Planner != nearest
}
