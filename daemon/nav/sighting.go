package nav

import (
	"cmp"
	"slices"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// Sighting is where a thing was seen from.
type Sighting struct {
	Object  string     `json:"object"`            // its label
	Room    string     `json:"room"`              // type of the room that it was seen in; behind a door another than that of the place
	Step    int        `json:"step"`              // when it was seen
	Site    ref.SiteID `json:"site,omitempty"`    // the scan that showed it; 0: a scene sample
	X       float64    `json:"x"`                 // where the robot stood, metres in the episode's map
	Y       float64    `json:"y"`                 // metres
	Heading *float64   `json:"heading,omitempty"` // absolute direction in which it was seen, degrees; absent for a scene sample
	WalkM   *float64   `json:"walk_m,omitempty"`  // back to where it was seen from, metres by the walked path, from where the robot is or was last; absent when no path leads there
}

// Sightings tells from where the robot, in a place, saw the things whose labels count: each
// thing once for each room, the newest first, at most limit.
func (m *Memory) Sightings(place ref.PlaceID, counts func(label string) bool, limit int) (all []Sighting) {
	p, found := m.Place(place)
	if !found {
		return nil
	}
	add := func(s Sighting, from ref.AnchorID) {
		same := func(o Sighting) bool {
			return words.ObjectKey(o.Object).Equal(words.ObjectKey(s.Object)) && o.Room == s.Room
		}
		if len(all) == limit || slices.ContainsFunc(all, same) {
			return
		}
		if way, err := m.Path(m.state.Anchor, from); err == nil && (way.LengthM > 0 || from == m.state.Anchor) {
			s.WalkM = new(round(way.LengthM))
		}
		all = append(all, s)
	}
	for _, s := range slices.Backward(m.sites) {
		for _, v := range s.Views {
			for _, label := range v.Objects {
				if s.Place == place && counts(label) {
					room := v.Type
					if room.Unknown() {
						room = s.Type
					}
					add(Sighting{label, room.OrUnknown(), s.Seq, s.ID, round(s.Pose.X), round(s.Pose.Y), new(whole(v.Heading)), nil}, s.Anchor)
				}
			}
		}
	}
	if members := m.members[place-1]; len(members) > 0 {
		last := m.anchors[members[len(members)-1]-1]
		for i, label := range p.Objects {
			step, from := p.Last, last
			if i < len(p.SeenAt) && p.SeenAt[i] >= 0 {
				step, from = p.SeenAt[i], m.anchorAt(p.SeenAt[i])
			}
			seen := func(o Sighting) bool { return words.ObjectKey(o.Object).Equal(words.ObjectKey(label)) }
			if counts(label) && !slices.ContainsFunc(all, seen) {
				add(Sighting{label, p.Type.OrUnknown(), step, 0, round(from.Pose.X), round(from.Pose.Y), nil, nil}, from.ID)
			}
		}
	}
	return all
}

// anchorAt gives the last anchor that was made up to a step.
func (m *Memory) anchorAt(step int) Anchor {
	after, _ := slices.BinarySearchFunc(m.anchors, step+1, func(a Anchor, step int) int { return cmp.Compare(a.Seq, step) })
	return m.anchors[max(after, 1)-1]
}
