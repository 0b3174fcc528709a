package grounding

import (
	"cmp"
	"slices"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/item"
)

// Latest is the cumulative snapshot of entries, of which only the active ones
// count: what holds everywhere first, then by scene and target, and in a scope
// as they came. It stacks their texts with the step and the verdict of their
// newest evidence, equal lines once, and its final is [Distil]'s, stamped in UTC
// with the time of the newest evidence of all, so that equal entries give equal
// snapshots at any time. It names no episode and no steps: these belong to the
// files of the episodes.
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
		f.Generated = "" // nobody knows
	}
	s.Final = &f
	return s
}

func byScope(a, b Entry) int {
	m, _ := EntryNumber(a.ID)
	n, _ := EntryNumber(b.ID)
	return cmp.Or(cmp.Compare(a.Scope.Scene, b.Scope.Scene), cmp.Compare(a.Scope.Target, b.Scope.Target), cmp.Compare(a.Scope.Episode, b.Scope.Episode), a.Scope.Room.compare(b.Scope.Room), cmp.Compare(m, n))
}
