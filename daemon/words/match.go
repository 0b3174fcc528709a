package words

import (
	"cmp"
	"slices"
	"strings"
)

// Match adds up what claims in normal form say about going to one view: the sum
// of weight·polarity over those that speak of it, and these claims.
//
// A claim speaks of the view when it places the target in, or not in, the
// view's place type, when it prefers or avoids that type, or when it prefers or
// avoids the view itself. An unknown target or type matches nothing; a view
// below 0 stands for no view. Names (is_called) never count.
//
// place is the place of a kept house that the view shows, 0 for none. A claim that
// holds in one place alone counts there whatever type the place is taken for, and
// replaces claims of its kind about the type: it was made about this very place.
//
// The claims used come sorted, and the sum is taken in that order, so the result
// does not depend on the order of the input.
func Match(claims []Claim, target, placeType Key, place, view int) (delta float64, used []Claim) {
	for _, c := range claims {
		if c.speaksOf(target, placeType, place, view) && (c.Place != 0 || !slices.ContainsFunc(claims, func(o Claim) bool {
			return o.Place != 0 && o.steers() == c.steers() && !c.ofView() && o.speaksOf(target, placeType, place, view)
		})) {
			used = append(used, c)
		}
	}
	slices.SortStableFunc(used, compareClaims)
	for _, c := range used {
		delta += c.Weight * float64(c.Polarity)
	}
	return delta, used
}

// steers reports whether a claim is about where to go, not where a thing is.
func (c Claim) steers() bool { return c.Relation == RelationPrefer || c.Relation == RelationAvoid }

func (c Claim) ofView() bool { return strings.HasPrefix(c.Subject, "view:") }

func (c Claim) speaksOf(target, placeType Key, place, view int) bool {
	kind, rest := c.parts()
	there := same(Key(c.Object), placeType)
	if kind == "place" {
		there = same(Key(rest), placeType)
	}
	if c.Place != 0 {
		there = c.Place == place
	}
	switch c.Relation {
	case RelationIn, RelationNotIn:
		return kind == "target" && same(Key(rest), target) && there
	case RelationPrefer, RelationAvoid:
		if kind == "view" {
			return view >= 0 && c.Subject == View(view)
		}
		return kind == "place" && there
	}
	return false
}

// same is Equal for keys that are known.
func same(a, b Key) bool { return !a.Unknown() && a.Equal(b) }

func compareClaims(a, b Claim) int {
	return cmp.Or(
		cmp.Compare(a.Subject, b.Subject),
		cmp.Compare(a.Relation, b.Relation),
		cmp.Compare(a.Object, b.Object),
		cmp.Compare(a.Source, b.Source),
		cmp.Compare(a.Weight, b.Weight),
		cmp.Compare(a.Polarity, b.Polarity),
		cmp.Compare(a.Place, b.Place),
	)
}
