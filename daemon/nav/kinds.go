package nav

import (
	"navd/daemon/ref"
	"navd/daemon/words"
)

// kinds files the anchors by the type of their place, so that a search need not look at
// those of other types. Each place of unknown type is a kind of its own.
//
// Any two anchors of one kind within the localization radius share a revisit key. So a part
// of a kind's tree that is no wider has one key.
type kinds struct {
	trees  []tree[[2]float64]
	keys   []int             // revisit keys of each kind, of the places that have an anchor
	places []int             // kind of each place, by place id-1
	byType map[words.Key]int // by compact type key
}

func newKinds() kinds { return kinds{byType: map[words.Key]int{}} }

// add adds the next place.
func (k *kinds) add(t words.Key) {
	key := words.Key(t.Compact())
	kind, ok := k.byType[key]
	if !ok || t.Unknown() {
		kind = len(k.trees)
		k.trees, k.keys = append(k.trees, tree[[2]float64]{}), append(k.keys, 0)
	}
	if !t.Unknown() {
		k.byType[key] = kind
	}
	k.places = append(k.places, kind)
}

// name gives a place of unknown type its type. It is the only place, so its
// kind becomes the kind of that type.
func (k *kinds) name(p ref.PlaceID, t words.Key) { k.byType[words.Key(t.Compact())] = k.places[p-1] }

// of gives the anchors of the kind of a place.
func (k *kinds) of(p ref.PlaceID) *tree[[2]float64] { return &k.trees[k.places[p-1]] }

// enter notes that a place got its first anchor.
func (k *kinds) enter(p ref.PlaceID) { k.keys[k.places[p-1]]++ }

// joined tells that all places of the kind of a place are one revisit key.
func (k *kinds) joined(p ref.PlaceID) bool { return k.keys[k.places[p-1]] == 1 }

// merge notes that two keys of the kind of a place became one.
func (k *kinds) merge(p ref.PlaceID) { k.keys[k.places[p-1]]-- }
