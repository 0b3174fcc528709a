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
// A claim about bedrooms is about the master bedroom too, unless another speaks of that itself;
// and what is in the master bedroom may be in a room that somebody calls a bedroom.
//
// The claims used come sorted, and the sum is taken in that order, so the result
// does not depend on the order of the input.
func Match(claims []Claim, target, placeType Key, place, view int) (delta float64, used []Claim) {
	of := func(c Claim) closeness { return c.speaksOf(target, placeType, place, view) }
	var where, there closeness // the nearest claims of where to go, and of what is there
	nearest := func(c Claim) *closeness {
		if c.steers() {
			return &where
		}
		return &there
	}
	for _, c := range claims {
		if n := nearest(c); !c.ofView() {
			*n = max(*n, of(c))
		}
	}
	for _, c := range claims {
		if how := of(c); how > apart && (c.ofView() || how == *nearest(c)) {
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

// closeness is how near what a claim speaks of is to what a view shows.
type closeness int

const (
	apart   closeness = iota // it speaks of something else
	akin                     // of a wider or a narrower type of place
	exactly                  // of this type of place, or of the view
	here                     // of this very place
)

func (c Claim) speaksOf(target, placeType Key, place, view int) closeness {
	kind, rest := c.parts()
	switch c.Relation {
	case RelationIn, RelationNotIn:
		if kind != "target" || !same(Key(rest), target) {
			return apart
		}
		return c.isOf(Key(c.Object), placeType, place)
	case RelationPrefer, RelationAvoid:
		if kind == "place" {
			return c.isOf(Key(rest), placeType, place)
		}
		if kind == "view" && view >= 0 && c.Subject == View(view) {
			return exactly
		}
	}
	return apart
}

// isOf compares the type of place that a claim is about with the one of a view.
func (c Claim) isOf(said, seen Key, place int) closeness {
	switch {
	case c.Place != 0 && c.Place == place:
		return here
	case c.Place != 0:
	case same(said, seen):
		return exactly
	case Within(seen, said), c.Polarity > 0 && Within(said, seen):
		return akin
	}
	return apart
}

// Within reports whether a type of place is the other one, or a narrower one: a master bedroom
// is a bedroom.
func Within(narrow, wide Key) bool { return same(narrow, wide) || same(wide, wider[narrow]) }

// wider gives for types of places the wider type that they are of: people who speak of the
// bedrooms mean all of them, and detectors call all of them so.
var wider = map[Key]Key{
	"master bedroom": "bedroom", "guest room": "bedroom", "kids room": "bedroom", "nursery": "bedroom",
	"master bathroom": "bathroom", "guest bathroom": "bathroom",
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
