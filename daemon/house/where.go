package house

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"navd/daemon/fault"
	"navd/daemon/words"
)

// Meant returns the key of the thing that a text asks for: the text itself if it names a
// thing that was seen, or else what it mentions, as in "where did you last see the sofa?".
// False when nothing of that kind was seen.
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

// mostNames is the largest number of keys that Like returns.
const mostNames = 30

// Like returns the keys of seen things that are similar to a key: with a common word, or
// with at most one wrong letter in four. If there are none, all has the keys of all things,
// the most often seen first.
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
	for word := range strings.FieldsSeq(string(a)) {
		if slices.Contains(strings.Fields(string(b)), word) {
			return true
		}
	}
	n := min(len([]rune(a)), len([]rune(b)))
	return words.Slips(string(a), string(b)) <= max(1, n/4)
}

// Believed is a thing, and how likely it is where it was seen.
type Believed struct {
	Thing
	Now float64 // 0..1
}

// Believe returns the wanted things and how likely they are there at a time, the likeliest
// first.
func (h *House) Believe(at time.Time, lives Lives, wanted func(Thing) bool) (all []Believed) {
	for _, t := range h.Things {
		if wanted(t) {
			all = append(all, Believed{t, t.Chance(at.Sub(t.Last), lives.Of(t.Key))})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Now > all[j].Now })
	return all
}

// walkedNear is the largest distance of a point from the node where a way to it ends,
// metres.
const walkedNear = 5.0

// NodeAt returns the node where a way to a point ends. The error is not_found when no robot
// drove near it.
func (h *House) NodeAt(x, y float64) (Node, error) {
	n, ok := h.Nearest(x, y)
	if !ok || math.Hypot(n.X-x, n.Y-y) > walkedNear {
		return n, fault.New(fault.NotFound, "no robot drove within %g m of x %g, y %g", walkedNear, x, y).About("house", h.ID).
			WithHint("house.get with parts [\"nodes\"] lists where robots drove")
	}
	return n, nil
}

// NodeOf returns the node where a way to a thing ends: the nearest one of its place, or else
// of all. False when no robot drove near it.
func (h *House) NodeOf(t Thing) (best Node, ok bool) {
	if best, ok = h.nearest(t.X, t.Y, h.isIn(t.Place)); ok {
		return best, true
	}
	best, err := h.NodeAt(t.X, t.Y)
	return best, err == nil
}
