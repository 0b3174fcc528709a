package words

import (
	"cmp"
	"slices"
)

// Match adds up what claims in normal form say about going to one view: the sum
// of weight·polarity over those that speak of it, and these claims.
//
// A claim speaks of the view when it places the target in, or not in, the
// view's place type, when it prefers or avoids that type, or when it prefers or
// avoids the view itself. An unknown target or type matches nothing; a view
// below 0 stands for no view. Names (is_called) never count.
//
// The claims used come sorted, and the sum is taken in that order, so the order
// of the input does not show in the result.
func Match(claims []Claim, target, placeType Key, view int) (delta float64, used []Claim) {
	for _, c := range claims {
		if c.speaksOf(target, placeType, view) {
			used = append(used, c)
		}
	}
	slices.SortStableFunc(used, compareClaims)
	for _, c := range used {
		delta += c.Weight * float64(c.Polarity)
	}
	return delta, used
}

func (c Claim) speaksOf(target, placeType Key, view int) bool {
	kind, rest := c.parts()
	switch c.Relation {
	case RelationIn, RelationNotIn:
		return kind == "target" && same(Key(rest), target) && same(Key(c.Object), placeType)
	case RelationPrefer, RelationAvoid:
		if kind == "view" {
			return view >= 0 && c.Subject == View(view)
		}
		return kind == "place" && same(Key(rest), placeType)
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
	)
}

// Resolve gives the place type a user means by a name: when a claim says that
// type t is called k, k resolves to t. The last such claim wins; names are not
// followed further. A name nobody gave resolves to itself.
func Resolve(claims []Claim, k Key) Key {
	for _, c := range slices.Backward(claims) {
		kind, rest := c.parts()
		if c.Relation == RelationCalled && kind == "place" && same(Key(c.Object), k) {
			return Key(rest)
		}
	}
	return k
}
