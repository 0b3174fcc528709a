package world

import (
	"cmp"
	"math"
	"sort"
)

// Views, as product.md fixes them. Angles in degrees, lengths in metres.
const (
	ViewCount = 12
	ViewStep  = 360 / ViewCount
	MaxFree   = 5.0 // floor beyond it is not looked at
	halfView  = ViewStep / 2
	rayStep   = 6.0 // five rays over ±12°
)

// View is what the robot perceives in one of twelve directions.
type View struct {
	View    int     // 0 is straight ahead; view i is i turns of 30° to the right
	Angle   float64 // degrees, positive left, in (-180, 180]: -30·View normalised
	Type    string  // label of the room at the end of the longest ray, e.g. "living room"
	FreeM   float64 // reachable floor straight along the view's centre, at most 5
	SeeM    float64 // longest of five rays over ±12°, at most 8
	Objects []Sighting
}

// Sighting is an object seen in a view.
type Sighting struct {
	ID, Type string
	Distance float64 // metres to the object's centre on the floor plane
	Angle    float64 // degrees from the robot's heading, positive left, in (-180, 180]
}

// sight is an object that can be seen.
type sight struct {
	id, kind string
	at       Point
}

// sightsOf gives the objects that no container hides.
func sightsOf(h *House) []sight {
	var all []sight
	for o, hidden := range h.All() {
		if !hidden {
			all = append(all, sight{o.ID, o.Type, o.Centre()})
		}
	}
	return all
}

// Look gives the twelve views from a pose, with the noise of seen. Objects of
// a view are ordered by distance, then id.
func (m *Map) Look(p Pose, seen Senses) [ViewCount]View {
	var views [ViewCount]View
	for i := range views {
		to := p.Turned(float64(-i * ViewStep))
		v := &views[i]
		v.View, v.Angle = i, norm180(float64(-i*ViewStep))
		v.FreeM = m.Reach(p.Point(), to.Yaw, MaxFree)
		far, end := m.longest(to)
		v.SeeM, v.Type = far, seen.label(to, m.labelNear(end, p.Point()))
	}
	for _, s := range m.sights {
		if one, ok := m.spot(p, s, seen); ok {
			v := &views[viewOf(one.Angle)]
			v.Objects = append(v.Objects, one)
		}
	}
	for i := range views {
		all := views[i].Objects
		sort.Slice(all, func(a, b int) bool {
			return cmp.Or(cmp.Compare(all[a].Distance, all[b].Distance), cmp.Compare(all[a].ID, all[b].ID)) < 0
		})
	}
	return views
}

// viewOf gives the view whose ±15° hold an angle, positive left.
func viewOf(angle float64) int {
	return int(math.Floor(norm360(-angle+halfView)/ViewStep)) % ViewCount
}

// longest gives the length of the longest of a view's five rays, and a point
// just before its end.
func (m *Map) longest(p Pose) (metres float64, end Point) {
	best := p.Yaw
	for i := -2; i <= 2; i++ {
		yaw := p.Yaw + float64(i)*rayStep
		if d, _ := m.Ray(p.Point(), yaw, MaxSight); d > metres {
			metres, best = d, yaw
		}
	}
	const before = 0.05
	return metres, p.Point().Add(Heading(best).Scale(max(metres-before, 0)))
}

// labelNear gives the label of the room at p, else at the fallback, else
// "unknown".
func (m *Map) labelNear(p, fallback Point) string {
	for _, at := range [...]Point{p, fallback} {
		if r, ok := m.RoomAt(at); ok {
			return Label(r.Type)
		}
	}
	return "unknown"
}

// spot reports whether and where the robot sees an object.
func (m *Map) spot(p Pose, s sight, seen Senses) (Sighting, bool) {
	from := p.Point()
	d := from.Dist(s.at)
	if d > min(seen.Profile.DetectRange, MaxSight) || !m.Sees(from, s.at) || seen.misses(p, s.id) {
		return Sighting{}, false
	}
	angle := norm180(p.Yaw - from.Toward(s.at))
	return Sighting{ID: s.id, Type: s.kind, Distance: d, Angle: angle}, true
}
