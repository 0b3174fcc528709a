package house

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"navd/daemon/fault"
	"navd/daemon/words"
)

// Meant gives the key of the thing that a text asks for: the text when it names a thing
// that was seen, else what it mentions, "where did you last see the sofa?". False when
// nothing of the kind was seen.
func (h *House) Meant(text string) (words.Key, bool) {
	whole := words.ObjectKey(text)
	_, mentioned := words.Mentions(text)
	for _, k := range append([]words.Key{whole}, mentioned...) {
		if slices.ContainsFunc(h.Things, func(t Thing) bool { return t.Key.Equal(k) }) {
			return k, true
		}
	}
	best := words.Key("")
	for _, t := range h.Things {
		if strings.Contains(" "+string(whole)+" ", " "+string(t.Key)+" ") && len(t.Key) > len(best) {
			best = t.Key
		}
	}
	switch {
	case best != "":
		return best, true
	case len(mentioned) > 0:
		return mentioned[0], false
	}
	return whole, false
}

// mostNames is how many names are told in place of one that nothing has.
const mostNames = 30

// Like gives the keys of things that were seen and have a name like a key: a word in
// common, or a slip of a letter in four at most. When there are none, all gives those of
// what was seen, the most often seen first.
func (h *House) Like(key words.Key) (like, all []words.Key) {
	seen := map[words.Key]int{}
	for _, t := range h.Things {
		seen[t.Key] += t.Seen
	}
	for k := range seen {
		all = append(all, k)
		if alike(key, k) {
			like = append(like, k)
		}
	}
	slices.Sort(like)
	slices.SortFunc(all, func(a, b words.Key) int { return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(a, b)) })
	if len(like) > 0 {
		all = nil
	}
	return like[:min(len(like), mostNames)], all[:min(len(all), mostNames)]
}

func alike(a, b words.Key) bool {
	for _, word := range strings.Fields(string(a)) {
		if slices.Contains(strings.Fields(string(b)), word) {
			return true
		}
	}
	n := min(len([]rune(a)), len([]rune(b)))
	return words.Slips(string(a), string(b)) <= max(1, n/4)
}

// Believed is a thing with how likely it stands where it was seen.
type Believed struct {
	Thing
	Now float64 // 0..1
}

// Believe gives things with how likely they stand there at a time, the surest first.
func (h *House) Believe(at time.Time, lives Lives, wanted func(Thing) bool) (all []Believed) {
	for _, t := range h.Things {
		if wanted(t) {
			all = append(all, Believed{t, t.Chance(at.Sub(t.Last), lives.Of(t.Key))})
		}
	}
	slices.SortStableFunc(all, func(a, b Believed) int { return cmp.Compare(b.Now, a.Now) })
	return all
}

// walkedNear is how near to a spot robots have to have walked for a way to end there,
// metres.
const walkedNear = 5.0

// NodeAt gives the node where a way to a point ends; not_found when nobody walked near it.
func (h *House) NodeAt(x, y float64) (Node, error) {
	n, ok := h.Nearest(x, y)
	if !ok || math.Hypot(n.X-x, n.Y-y) > walkedNear {
		return n, fault.New(fault.NotFound, "no robot walked within %g m of x %g, y %g", walkedNear, x, y).About("house", h.ID).
			WithHint("house.get with parts [\"nodes\"] lists where they walked")
	}
	return n, nil
}

// NodeOf gives the node where a way to a thing ends: the nearest one of its place, else
// of all. False when nobody walked near it.
func (h *House) NodeOf(t Thing) (best Node, ok bool) {
	if best, ok = h.nearest(t.X, t.Y, h.isIn(t.Place)); ok {
		return best, true
	}
	best, err := h.NodeAt(t.X, t.Y)
	return best, err == nil
}
