package daemon

import (
	"maps"
	"slices"

	"navd/daemon/ask"
	"navd/daemon/episode"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/kv"
)

// count updates the counters of the entries that the plans of an ending episode were
// given: how many plans each was shown to, and whether the episode, if the entry acted in
// it, came to its goal. An episode ends even when the entries cannot be read.
func (w *write) count() error {
	uses, err := w.c.entries.usesOf(w.ep)
	if err == nil && len(uses) == 0 {
		return nil
	}
	var book *grounding.Book
	if err == nil {
		book, err = w.entries()
	}
	if err != nil {
		w.c.log.Warn("the entries that an episode used are not counted", "episode", w.id, "error", err)
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(uses)) {
		if now, ok := book.Count(id, uses[id]); ok {
			if err := store.PutCounters(&w.Changes, id, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// usesOf counts what the plans of an episode were given. An item acted when a
// model that saw it decided, or when its claim had a part in moving the local
// planner to another way.
func (es *entryStore) usesOf(ep episode.Episode) (map[string]grounding.Counters, error) {
	uses, acted := map[string]grounding.Counters{}, map[string]bool{}
	err := es.c.view(func(tx *kv.Tx) error {
		for p, err := range store.Plans(tx, ep.ID, 0) {
			if err != nil {
				return err
			}
			byModel := p.Fallback == "" && ask.IsModel(p.Planner)
			for _, e := range shownTo(p) {
				n := uses[e.ID]
				n.Shown++
				uses[e.ID] = n
				acted[e.ID] = acted[e.ID] || byModel
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

// shownTo gives the items that the prompt of a plan held, of all kinds: each kind
// has ids of its own.
func shownTo(p planner.Plan) (shown []item.Shown) {
	for _, b := range p.Used.Blocks {
		if b.Unasked == "" {
			shown = append(shown, b.In...)
		}
	}
	return shown
}
