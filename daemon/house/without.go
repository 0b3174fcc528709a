package house

import (
	"iter"
	"math"
	"slices"

	"navd/daemon/words"
)

// TakenIn finds how an episode can be removed from a house. heads are the heads of its
// versions, from the newest to the oldest. It returns the newest version before the episode
// was merged, and before any other episode that was removed since, and the episodes that
// were merged after that version and must be merged again, in order. It returns false when
// no version has the episode, or when the version before it is not kept.
func TakenIn(episode string, heads iter.Seq2[*House, error]) (from int, again []string, ok bool, err error) {
	out, sought := map[string]bool{episode: true}, 1
	for h, err := range heads {
		if err != nil {
			return 0, nil, false, err
		}
		if ok = sought == 0; ok { // and this is the version before
			break
		}
		from = h.Version - 1
		if h.Without != "" && !out[h.Without] {
			out[h.Without] = true
			sought++
		}
		switch {
		case out[h.By]:
			sought--
		case h.By != "":
			again = append(again, h.By)
		}
		ok = sought == 0 && from == 0 // nothing is before the first
	}
	slices.Reverse(again)
	return from, again, ok, nil
}

// Rebuilt returns the house without an episode: an earlier version, base, with visits merged
// again. It is one new version. Its new records have new ids; a place that had another id
// lists that in Was.
func (h *House) Rebuilt(base *House, again iter.Seq[Visit], without string) *House {
	n := base.clone()
	n.Next = h.Next
	for v := range again {
		n = n.Merge(v)
	}
	n.Version, n.By, n.Without = h.Version+1, "", without
	if n.Origin = h.Origin; n.Blank() {
		n.Origin = ""
	}
	n.follow(h)
	return n
}

// follow makes former places found by their ids: each belongs to the place of its type with
// the most nodes where it had its own.
func (h *House) follow(was *House) {
	for i := range was.Places {
		q := &was.Places[i]
		if _, known := h.Place(q.ID); known {
			continue
		}
		votes := map[int]int{}
		for _, n := range was.Nodes {
			if p, ok := was.Place(n.Place); ok && p.ID == q.ID {
				votes[h.typed(n.X, n.Y, q.Type)]++
			}
		}
		delete(votes, 0)
		if p, ok := h.Place(mostVoted(votes)); ok {
			p.Was = union(p.Was, append([]int{q.ID}, q.Was...))
		}
	}
}

// typed returns the place of a type with the node nearest to a point; 0 if none is near.
func (h *House) typed(x, y float64, kind words.Key) (best int) {
	near := placeNear
	for _, n := range h.Nodes {
		if d := math.Hypot(n.X-x, n.Y-y); d <= near {
			if p, ok := h.Place(n.Place); ok && p.Type.Equal(kind) {
				best, near = p.ID, d
			}
		}
	}
	return best
}
