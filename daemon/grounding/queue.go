package grounding

import (
	"navd/daemon/item"
	"navd/daemon/words"
)

// The kinds of candidates, in the order in which they are considered.
const (
	kindPinned  = iota
	kindRelated // about the target or a place at hand
	kindAnyhow  // names no room and no thing
	kindOther
	kinds
)

// queue lists the active entries in scope, in the order in which they are considered for a
// prompt.
func (b *Book) queue(s Situation, ranked []string, reasons []string) []candidate {
	var sizes [2 * kinds]int // for each kind those that are ranked, then the others
	all := make([]candidate, 0, b.sheetSizes(s))
	add := func(r *record, slot int) {
		slot += 2 * kindOf(r, reasons)
		sizes[slot]++
		all = append(all, candidate{record: r, slot: uint8(slot)})
	}
	seen := make(map[*record]bool, len(ranked))
	for _, id := range ranked {
		r, err := b.Find(id)
		if err != nil || seen[r] || r.Now.State != item.Active || !s.fits(r.Gist.scope) {
			continue
		}
		seen[r] = true
		add(r, 0)
	}
	for r := range b.newest(s) {
		if !seen[r] {
			add(r, 1)
		}
	}
	return sorted(all, sizes)
}

// sheetSizes returns how many active entries are in scope.
func (b *Book) sheetSizes(s Situation) (n int) {
	for _, scope := range b.scopes(s) {
		n += len(b.index.sheets.Get(scope))
	}
	return n
}

// sorted sorts candidates by slot, given the size of each slot; within a slot they keep their
// order.
func sorted(all []candidate, sizes [2 * kinds]int) []candidate {
	var next [2 * kinds]int
	for slot := 1; slot < len(next); slot++ {
		next[slot] = next[slot-1] + sizes[slot-1]
	}
	queue := make([]candidate, len(all))
	for _, c := range all {
		queue[next[c.slot]] = c
		next[c.slot]++
	}
	return queue
}

func kindOf(r *record, reasons []string) int {
	switch {
	case r.Now.Pinned:
		return kindPinned
	case reasons[r.Gist.topic.number] != "":
		return kindRelated
	case len(r.Gist.topic.about) == 0:
		return kindAnyhow
	}
	return kindOther
}

// why says why a candidate is in.
func (c candidate) why(reasons []string) string {
	switch c.slot / 2 {
	case kindPinned:
		return "pinned"
	case kindRelated:
		return reasons[c.Gist.topic.number]
	case kindAnyhow:
		return "names no place or thing"
	}
	return "there is room"
}

// reasons returns, by the number of a topic, the first reason why it is related to a
// situation; empty if it is not.
func (x *index) reasons(s Situation) []string {
	reasons := make([]string, len(x.topics))
	add := func(subject string, k words.Key) {
		if k.Unknown() {
			return
		}
		reason := "about the " + string(k)
		for _, t := range x.about[subject] {
			if reasons[t.number] == "" {
				reasons[t.number] = reason
			}
		}
	}
	add(targetSubject(s.Target), s.Target)
	for _, k := range s.Places {
		add(placeSubject(k), k)
	}
	return reasons
}

// foreign lists the ranked entries that are not active or whose scope does not
// fit, in the order of their rank, each once.
func (b *Book) foreign(s Situation, ranked []string) (left []item.LeftOut) {
	seen := map[*record]bool{}
	for _, id := range ranked {
		r, err := b.Find(id)
		if err != nil || seen[r] || r.Now.State == item.Active && s.fits(r.Gist.scope) {
			continue
		}
		seen[r] = true
		left = append(left, item.LeftOut{ID: id, Reason: s.whyForeign(r)})
	}
	return left
}

func (s Situation) whyForeign(r *record) string {
	switch {
	case r.Now.State == item.Superseded:
		return "superseded by " + r.Now.SupersededBy
	case r.Now.State == item.Proposed:
		return "proposed: nobody has confirmed it"
	case r.Now.State == item.Retired:
		return "retired"
	case !s.fits(Scope{Scene: r.Gist.scope.Scene}):
		return "another scene"
	case !s.fits(Scope{Episode: r.Gist.scope.Episode}):
		return "a note of another episode"
	case !s.fits(Scope{Room: r.Gist.scope.Room}):
		return "about a room of another house, or of one in which the robot is not located"
	}
	return "another target"
}
