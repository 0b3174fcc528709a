package house

import (
	"math"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Sight is a direction in which a thing was seen.
type Sight struct {
	X       float64 `json:"x"`                 // where the robot was, metres
	Y       float64 `json:"y"`                 // as x
	Heading float64 `json:"heading"`           // direction, degrees in the house frame
	Half    float64 `json:"half_deg"`          // the thing is within this many degrees of it, on either side
	Far     float64 `json:"far_m"`             // the thing is at most so far away, metres
	Range   float64 `json:"range_m,omitempty"` // measured distance, metres; 0: not measured
}

// sightsOf returns the sights of things with a key that a view shows: those of a detector, or
// else one that is as wide as the view.
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

// as returns the sight with what a detector said about it.
func (s Sight) as(one nav.Seen) Sight {
	if one.Bearing != nil {
		s.Heading, s.Half = nav.NormDeg(s.Heading+*one.Bearing), saidHalf
	}
	if one.RangeM != nil && *one.RangeM > 0 {
		s.Range, s.Far = *one.RangeM, max(s.Far, *one.RangeM*1.15+slackM)
	}
	return s
}

// off returns how many degrees a thing is off the middle of a sight.
func (s Sight) off(t *Thing) float64 {
	return apart(s.Heading, nav.Pose{X: s.X, Y: s.Y}.Bearing(nav.Pose{X: t.X, Y: t.Y}))
}

// from is how far from a thing the robot was, metres.
func (s Sight) from(t *Thing) float64 { return math.Hypot(s.X-t.X, s.Y-t.Y) }

// beyond reports whether a point is clearly farther away than n metres.
func beyond(x, y, metres float64) bool { return x*x+y*y > metres*metres*1.001 }

// cone is a sight prepared for fast calls of holds.
type cone struct {
	Sight
	x, y     float64 // its heading, of length 1
	sin, cos float64 // of Half
}

func (s Sight) cone() (c cone) {
	c.Sight = s
	c.y, c.x = math.Sincos(s.Heading * math.Pi / 180)
	c.sin, c.cos = math.Sincos(s.Half * math.Pi / 180)
	return c
}

// holds reports whether a thing at a point is possible by this sight.
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

// floor returns the area of the sight, up to a constant factor.
func (s Sight) floor() float64 { return s.Half * s.Far * s.Far }

// points calls visit for points spread evenly over the area of a sight.
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
