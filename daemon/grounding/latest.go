package grounding

import (
	"cmp"
	"slices"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/item"
)

// Latest returns the cumulative snapshot of the active entries: first those that are valid
// everywhere, then by scene and target, and in a scope by number. Their texts are stacked
// with the step and the verdict of their newest evidence, equal lines once. The final is
// that of [Distil], with the time of the newest evidence of all in UTC, so that equal
// entries always give equal snapshots. It has no episode and no steps, which belong to the
// files of episodes.
func Latest(entries []Entry) Snapshot {
	active := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return e.State != item.Active })
	slices.SortFunc(active, byScope)
	var s Snapshot
	var newest feedback.Evidence
	for _, e := range active {
		v := e.Life().Newest()
		if v.Said().After(newest.Said()) {
			newest = v
		}
		s.Scopes = append(s.Scopes, e.scoped(e.Category, Bare(e.Text)))
		join(s.Stacked.Of(e.Category), []string{Line(v.Step, v.Verdict, strings.TrimSpace(Bare(e.Text)))})
	}
	for _, c := range feedback.Categories() {
		list := s.Stacked.Of(c)
		*list = once(*list)
	}
	s.Scopes = unscoped(s.Scopes)
	f := Distil(s.Stacked, newest.At.UTC())
	if newest.At.IsZero() {
		f.Generated = "" // unknown
	}
	s.Final = &f
	return s
}

func byScope(a, b Entry) int {
	m, _ := EntryNumber(a.ID)
	n, _ := EntryNumber(b.ID)
	return cmp.Or(cmp.Compare(a.Scope.Scene, b.Scope.Scene), cmp.Compare(a.Scope.Target, b.Scope.Target), cmp.Compare(a.Scope.Episode, b.Scope.Episode), a.Scope.Room.compare(b.Scope.Room), cmp.Compare(m, n))
}
