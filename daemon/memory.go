package daemon

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/search"
	"navd/daemon/words"
	"navd/ipc"
)

// Memory finds what was remembered, in all episodes.
type Memory struct{ c *core }

// Search finds what fits a question, best first. What was said a moment ago is
// found, and what was deleted is not.
func (m *Memory) Search(ctx context.Context, p ipc.SearchParams) (r ipc.SearchResult, err error) {
	if p.Near != nil && p.Episode == "" {
		return r, badParams(fault.New(fault.Invalid, "it needs episode: each episode has its own coordinates").About("near", nil).
			WithHint("give episode, or leave near out"))
	}
	q := search.Question{Text: p.Query, K: cmp.Or(p.K, 10), Kinds: p.Kinds, Place: p.Place, Episode: p.Episode}
	if len(q.Kinds) == 0 { // not records of legs: there is one for each leg, and they would crowd out the places
		q.Kinds = []string{search.Place, search.Grounding, search.Knowledge}
	}
	if p.Scope != "" {
		q.Scopes = []string{p.Scope}
	}
	if p.Time != nil {
		q.Since, q.Until = p.Time.Since, p.Time.Until
	}
	if q.Places, err = m.placesNear(p); err != nil {
		return r, err
	}
	a, err := m.c.search.Search(ctx, q)
	if err != nil {
		return r, err
	}
	r = ipc.SearchResult{Hits: []ipc.SearchHit{}, Degraded: degraded(a.Troubles)}
	for _, i := range a.Instead {
		r.Instead = append(r.Instead, ipc.SearchInstead(i))
	}
	places := 0
	for _, h := range a.Hits {
		hit := ipc.SearchHit{
			Kind: h.Kind, ID: h.ID, Version: h.Version, Fit: h.Fit, Seen: []nav.Sighting{}, Text: h.Text, Score: h.Score,
			Words: ipc.SearchPart(h.Words), Vectors: ipc.SearchPart(h.Vectors), Pending: h.Pending,
			Episode: h.Episode, Place: h.Place, Scope: h.Scope, Time: h.Time,
		}
		if h.Kind == search.Place && places < seenHits {
			places++
			seen, err := m.seen(h, a.Text)
			if err != nil {
				return r, err
			}
			hit.Seen = append(hit.Seen, seen...)
		}
		r.Hits = append(r.Hits, hit)
	}
	return r, nil
}

const (
	seenHits = 3 // this many first places list from where a thing was seen
	mostSeen = 3 // sightings that a hit lists at most
)

// seen gives the sightings, in a place, of the things that a question names.
func (m *Memory) seen(h search.Hit, question string) (all []nav.Sighting, err error) {
	_, named := words.Mentions(question)
	asked := " " + strings.Map(wordsOnly, words.Plain(question)) + " "
	counts := func(label string) bool {
		return slices.ContainsFunc(named, words.ObjectKey(label).Equal) || strings.Contains(asked, " "+words.Plain(label)+" ")
	}
	_, place := search.SplitPlaceID(h.ID)
	err = m.c.memories.with(h.Episode, func(l *live) error {
		all = l.mem.Sightings(place, counts, mostSeen)
		return nil
	})
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Corrupt) { // deleted meanwhile, or damaged, which health reports
		return nil, nil
	}
	return all, err
}

// wordsOnly keeps letters and numbers, and spaces for all else.
func wordsOnly(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsNumber(r) {
		return r
	}
	return ' '
}

// placesNear gives the ids of the places with an anchor near a point, nil when
// none is given.
func (m *Memory) placesNear(p ipc.SearchParams) (near map[string]bool, err error) {
	if p.Near == nil {
		return nil, nil
	}
	near = map[string]bool{}
	point := nav.Pose{X: p.Near.X, Y: p.Near.Y}
	err = m.c.memories.with(p.Episode, func(l *live) error {
		for id := ref.AnchorID(1); ; id++ {
			a, there := l.mem.Anchor(id)
			if !there {
				return nil
			}
			if a.Pose.Distance(point) <= p.Near.R {
				near[search.PlaceID(p.Episode, a.Place)] = true
			}
		}
	})
	return near, err
}
