package nav

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// addKeys adds to each view the revisit keys of the anchors within 15° and 5 m
// that way.
func (m *Memory) addKeys(views []ViewSummary, sv Survey) {
	s := keySearch{m: m, at: sv.Pose, seen: map[ref.PlaceID]uint16{}}
	s.sin, s.cos = math.Sin(wayWidth*math.Pi/180), math.Cos(wayWidth*math.Pi/180)
	for i := range views {
		s.ahead = append(s.ahead, Pose{}.Reach(1, sv.Glimpse[i].Heading))
	}
	for i := range m.kinds.trees {
		m.kinds.trees[i].walk(sv.Pose, s.skip, s.visit)
	}
	for _, key := range s.found {
		for i := range views {
			if s.seen[key]&(1<<i) != 0 {
				views[i].Keys = append(views[i].Keys, KeySeen{Key: key, Type: string(m.places[key-1].Type), Visits: m.Visits(key)})
			}
		}
	}
	for _, v := range views {
		slices.SortFunc(v.Keys, func(a, b KeySeen) int { return cmp.Compare(a.Key, b.Key) })
	}
}

// keySearch finds which views show which revisit keys. Sets of views are bits.
type keySearch struct {
	m        *Memory
	at       Pose
	ahead    []Pose                 // one metre along each view, from the origin
	sin, cos float64                // of half a view's sector
	seen     map[ref.PlaceID]uint16 // views that show a key
	found    []ref.PlaceID          // keys seen
}

// skip rules out parts that are too far, and parts with a single key that is noted already
// for every view that could show the part.
func (s *keySearch) skip(n *node[[2]float64]) bool {
	const reach = viewReach + eps
	if n.away(s.at) > reach*reach {
		return true
	}
	if r := s.m.cfg.LocalizeRadiusM + eps; n.across() > r*r {
		return false
	}
	seen := s.seen[s.m.keyOf(n.oldest)]
	return seen != 0 && s.touching(n)&^seen == 0
}

// touching gives the views whose sector the circle around a part may touch.
func (s *keySearch) touching(n *node[[2]float64]) (views uint16) {
	centre, radius := n.disc()
	x, y := centre.X-s.at.X, centre.Y-s.at.Y
	d := math.Sqrt(square(x, y))
	if d <= radius {
		return 1<<len(s.ahead) - 1
	}
	sin := radius / d // of half the angle that the circle takes up
	least := d*(s.cos*math.Sqrt(1-sin*sin)-s.sin*sin) - slack
	for i, p := range s.ahead {
		if x*p.X+y*p.Y >= least {
			views |= 1 << i
		}
	}
	return views
}

// visit looks at one anchor.
func (s *keySearch) visit(it *point[[2]float64]) bool {
	const reach = viewReach + eps
	d2 := it.away(s.at)
	if d2 > reach*reach || d2 == 0 {
		return true
	}
	key := s.m.keyOf(it.id)
	seen, least := s.seen[key], math.Sqrt(d2)*s.cos-eps
	now := seen
	for i, p := range s.ahead {
		if (it.at[0]-s.at.X)*p.X+(it.at[1]-s.at.Y)*p.Y >= least {
			now |= 1 << i
		}
	}
	if seen == 0 && now != 0 {
		s.found = append(s.found, key)
	}
	if now != seen {
		s.seen[key] = now
	}
	return true
}

// PlacesToward gives, by view, the type of the nearest place of known type along each of
// the twelve views: within 15° of the view and 5 m, without the present place.
func (m *Memory) PlacesToward(sv Survey) map[int]words.Key {
	types, nearest := map[int]words.Key{}, map[int]float64{}
	for _, a := range m.anchors {
		t, away := m.places[a.Place-1].Type, sv.Pose.Distance(a.Pose)
		if a.Place == sv.Place || t.Unknown() || away > viewReach+eps {
			continue
		}
		heading := sv.Pose.Bearing(a.Pose)
		for v := range Views {
			if best, seen := nearest[v]; sameWay(heading, NormDeg(sv.View0-30*float64(v))) && (!seen || away < best) {
				types[v], nearest[v] = t, away
			}
		}
	}
	return types
}
