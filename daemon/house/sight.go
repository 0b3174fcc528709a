package house

import (
	"math"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Sight is a direction in which a thing was seen.
type Sight struct {
	X       float64 `json:"x"`                 // where the robot stood, metres
	Y       float64 `json:"y"`                 // as x
	Heading float64 `json:"heading"`           // degrees in the house frame
	Half    float64 `json:"half_deg"`          // to each side of it the thing may be, degrees
	Far     float64 `json:"far_m"`             // how far one sees there, metres: it is not behind that
	Range   float64 `json:"range_m,omitempty"` // how far away it is, metres; 0: nobody measured
}

// sightsOf gives the sights of things of a key that a view shows: as a detector says, else
// one that is as wide as the view.
func (s *Site) sightsOf(v *nav.SiteView, key words.Key) (all []Sight) {
	at := Sight{X: s.Pose.X, Y: s.Pose.Y, Heading: v.Heading, Half: viewHalf, Far: v.SeeM + behindSee}
	if !v.Known {
		at.Far = expectM
	}
	for _, one := range v.Seen {
		if words.ObjectKey(one.Label).Equal(key) {
			all = append(all, at.as(one))
		}
	}
	if all == nil {
		return []Sight{at}
	}
	return all
}

// as is a sight of which a detector said more.
func (s Sight) as(one nav.Seen) Sight {
	if one.Bearing != nil {
		s.Heading, s.Half = nav.NormDeg(s.Heading+*one.Bearing), saidHalf
	}
	if one.RangeM != nil && *one.RangeM > 0 {
		s.Range, s.Far = *one.RangeM, max(s.Far, *one.RangeM*1.15+slackM)
	}
	return s
}

// off is by how many degrees a thing is thought to lie off the middle of a sight.
func (s Sight) off(t *Thing) float64 {
	return apart(s.Heading, nav.Pose{X: s.X, Y: s.Y}.Bearing(nav.Pose{X: t.X, Y: t.Y}))
}

// beyond tells, where that is plain, that something lies farther away.
func beyond(x, y, metres float64) bool { return x*x+y*y > metres*metres*1.001 }

// cone is a sight with what it takes to tell quickly what it holds.
type cone struct {
	Sight
	x, y     float64 // its heading, of length 1
	sin, cos float64 // of its half
}

func (s Sight) cone() (c cone) {
	c.Sight = s
	c.y, c.x = math.Sincos(s.Heading * math.Pi / 180)
	c.sin, c.cos = math.Sincos(s.Half * math.Pi / 180)
	return c
}

// holds tells whether a thing at a point may have been seen so.
func (c *cone) holds(x, y float64) bool {
	dx, dy := x-c.X, y-c.Y
	if beyond(dx, dy, c.Far+slackM) {
		return false
	}
	d := math.Hypot(dx, dy)
	if d > c.Far+slackM || c.Range > 0 && math.Abs(d-c.Range) > slackM+0.15*c.Range {
		return false
	}
	// The angle to the heading is at most half and that of the slack, by their cosines;
	// where these are as good as equal the angles themselves are compared.
	if is, most := (dx*c.x+dy*c.y)/d, (c.cos*d-c.sin*slackM)/math.Hypot(d, slackM); c.Half < 90 && math.Abs(is-most) > 1e-6 {
		return is > most
	}
	off := apart(c.Heading, nav.Pose{X: c.X, Y: c.Y}.Bearing(nav.Pose{X: x, Y: y}))
	return off <= c.Half+math.Atan2(slackM, d)*180/math.Pi
}

// floor is how large the sight is, but for a factor.
func (s Sight) floor() float64 { return s.Half * s.Far * s.Far }

// points visits points all over a sight, each of the same share of its floor.
func (s Sight) points(visit func(x, y float64)) {
	from, to := leastM, s.Far
	if s.Range > 0 {
		from, to = max(leastM, s.Range*0.85-slackM), s.Range*1.15+slackM
	}
	const across, along = 7, 16
	for i := range along {
		share := (float64(i) + 0.5) / along
		d := math.Sqrt(from*from + share*(to*to-from*from))
		for k := range across {
			deg := s.Heading + s.Half*(2*(float64(k)+0.5)/across-1)
			p := nav.Pose{X: s.X, Y: s.Y}.Reach(d, deg)
			visit(p.X, p.Y)
		}
	}
}
