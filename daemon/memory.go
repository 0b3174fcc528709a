package daemon

import (
	"context"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/index"
	"navd/ipc"
	"navd/kv"
)

// Memory finds what was remembered, in all episodes.
type Memory struct{ c *core }

// spare is how many more hits are asked for than are wanted: what was deleted
// while the search ran is left out.
const spare = 32

// Search finds what fits a question, best first. What was said a moment ago is
// found, and what was deleted is not.
func (m *Memory) Search(ctx context.Context, p ipc.SearchParams) (r ipc.SearchResult, err error) {
	if p.Near != nil && p.Episode == "" {
		return r, badParams(fault.New(fault.Invalid, "a point is one of an episode's map").About("near", nil).
			WithHint("give the episode too"))
	}
	k := p.K
	if k == 0 {
		k = 10
	}
	q := queryOf(p, k)
	var f finding
	if p.Episode != "" {
		f, err = m.inEpisode(ctx, p, q)
	} else {
		f, err = m.c.indexer.find(ctx, q)
	}
	if err != nil {
		return r, err
	}
	r = ipc.SearchResult{Hits: []ipc.SearchHit{}, Degraded: f.degraded}
	return r, m.c.view(func(tx *kv.Tx) error {
		for _, h := range f.hits {
			kind, id := splitDocID(h.ID)
			d, found, err := m.c.indexer.get(tx, kind, id)
			if err != nil && !fault.Is(err, fault.Corrupt) {
				return err
			}
			if err != nil || !found || !q.Fits(d.Doc) { // it changed meanwhile
				continue
			}
			if r.Hits = append(r.Hits, hitOf(d, h, f.pending[h.ID])); len(r.Hits) == k {
				break
			}
		}
		return nil
	})
}

// leastCosine is how like a question a text must be to be found by its vector
// alone: texts that share nothing are like each other by up to about 0.1, because
// features of the hashing embedder fall on the same numbers.
const leastCosine = 0.1

// queryOf is a search in the index's words.
func queryOf(p ipc.SearchParams, k int) index.Query {
	q := index.Query{Text: p.Query, K: k + spare, Kinds: p.Kinds, MinCosine: leastCosine}
	if p.Scope != "" {
		q.Scopes = []string{shortName(p.Scope)}
	}
	if p.Place != "" {
		q.Places = []string{shortName(string(words.LabelKey(p.Place)))}
	}
	if p.Time != nil {
		q.Since, q.Until = p.Time.Since, p.Time.Until
	}
	return q
}

func hitOf(d document, h index.Hit, pending bool) ipc.SearchHit {
	return ipc.SearchHit{
		Kind: d.Kind, ID: d.id, Version: d.Version, Text: d.Text, Score: h.Score,
		Words: ipc.SearchPart(h.Words), Vectors: ipc.SearchPart(h.Vectors), Pending: pending,
		Episode: d.episode, Place: d.place, Scope: d.scope, Time: d.Time,
	}
}

// inEpisode searches all that an episode has. That is little, so it is read from
// the store and ranked by itself: nothing is missing, whatever the index does.
func (m *Memory) inEpisode(ctx context.Context, p ipc.SearchParams, q index.Query) (f finding, err error) {
	near, err := m.placesNear(p)
	if err != nil {
		return f, err
	}
	err = m.c.view(func(tx *kv.Tx) error {
		if _, err := store.GetEpisode(tx, p.Episode); err != nil {
			return err
		}
		for _, s := range m.c.indexer.sources {
			ids, err := s.ids(tx, p.Episode)
			if err != nil {
				return err
			}
			for _, id := range ids {
				if near != nil && !(s.kind == kindPlace && near[id]) {
					continue
				}
				d, found, err := s.get(tx, id)
				if err != nil && !fault.Is(err, fault.Corrupt) {
					return err
				}
				if err == nil && found {
					q.Extra = append(q.Extra, d.Doc)
				}
			}
		}
		return nil
	})
	if err != nil {
		return f, err
	}
	f.hits, err = index.Rank(ctx, m.c.indexer.options(), q)
	return f, err
}

// placesNear gives the ids of the places with an anchor near a point, nil when
// none is given.
func (m *Memory) placesNear(p ipc.SearchParams) (near map[string]bool, err error) {
	if p.Near == nil {
		return nil, nil
	}
	near = map[string]bool{}
	point := nav.Pose{X: p.Near.X, Y: p.Near.Y}
	err = m.c.with(p.Episode, func(l *live) error {
		for id := nav.AnchorID(1); ; id++ {
			a, there := l.mem.Anchor(id)
			if !there {
				return nil
			}
			if a.Pose.Distance(point) <= p.Near.R {
				near[placeID(p.Episode, a.Place)] = true
			}
		}
	})
	return near, err
}
