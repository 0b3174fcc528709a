package locate

import (
	"math"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Probabilities of the measured length of a ray, given the length that the map says.
const (
	fits    = 0.80 // it ends where it should
	odd     = 0.08 // it has any length
	shorter = 0.12 // it ends at something nearer, which was not there before
)

// How much each kind of evidence counts.
const (
	rayWeight   = 6.0 // all rays of a scan together
	viewWeight  = 5.0 // all views that name a room together
	mostRoom    = 6.0 // limit of what rooms say, for or against
	thingWeight = 0.7 // a thing that a view shows or does not show
	plainThings = 8.0 // evidence of things up to here counts in full
	beyond      = 0.4 // and what exceeds it by this factor
)

// How likely views show what the map says.
const (
	rightRoom = 0.75 // the room that the map has there
	shownIf   = 0.75 // a thing that stands in sight and near
	strayed   = 0.5  // how often a thing is shown where none is known, as a part of how often it is shown anywhere
)

// ring is a scan, prepared for comparison with what the map says at a pose.
type ring struct {
	pose  nav.Pose
	rays  []ray
	kind  int            // 0: fine rays; 1: one ray per view, the longest in it
	like  [][256]float32 // by ray and by the reach that the map says: log-likelihood ratio
	views []view
	rooms int // number of views that name a room
}

type ray struct {
	heading float64 // from where the robot faced
	ahead   int     // the same in steps, 0..headings-1
}

type view struct {
	ahead int // its direction from where the robot faced, in steps
	told  bool
	rooms []float32 // evidence by the number of the room that the map has there; nil if the view names no room
	keys  []int     // of the things that it shows
}

func ahead(deg float64) int {
	k := int(math.Round(deg/turnStep)) % headings
	return (k + headings) % headings
}

// ringOf prepares a scan.
func (m *Map) ringOf(look nav.Site) *ring {
	g := &ring{pose: look.Pose}
	rays := nav.Rays(look.Sweeps)
	if coarse(rays) {
		g.kind = 1
	}
	g.like = make([][256]float32, len(rays))
	weight := rayWeight / float64(max(len(rays), 1))
	for i, r := range rays {
		off := r.Heading - look.Pose.Yaw
		g.rays = append(g.rays, ray{off, ahead(off)})
		got := binOf(r.Metres, r.Hit)
		for b := range bins {
			for hit, of := range [2]reach{0, hits} {
				g.like[i][reach(b)|of] = float32(weight * math.Log(chance(got, b, hit == 1, g.kind)/m.usual[g.kind][got]))
			}
		}
	}
	for _, v := range look.Views {
		o := view{ahead: ahead(v.Heading - look.Pose.Yaw), told: len(v.Objects) > 0 || v.Known}
		if !v.Type.Unknown() {
			g.rooms++
			o.rooms = m.roomLike(v.Type)
		}
		for _, label := range v.Objects {
			o.keys = append(o.keys, m.keyOf(words.ObjectKey(label)))
		}
		g.views = append(g.views, o)
	}
	return g
}

// roomLike gives the evidence of a view that names a room, by the number of the room that
// the map has there.
func (m *Map) roomLike(named words.Key) []float32 {
	like := make([]float32, len(m.rooms))
	usual := max(m.share[named], 0.02)
	for i := 1; i < len(like); i++ {
		like[i] = float32(math.Log(1 - rightRoom))
		if m.rooms[i].Equal(named) {
			like[i] = float32(math.Log(rightRoom/usual + 1 - rightRoom))
		}
	}
	return like
}

// chance is how likely a ray ends in the bin got when the map says that it reaches the bin
// said, where there is a wall (hit) or the unknown begins.
func chance(got, said int, hit bool, kind int) float64 {
	z, d := float64(got)*bin, float64(said)*bin
	sigma := 0.12 + 0.05*d
	if kind == 1 {
		sigma += 0.15
	}
	p := odd / float64(bins+1)
	if got < said {
		p += shorter / float64(said+1)
	}
	switch {
	case hit && got < bins:
		p += fits * bin / (sigma * math.Sqrt(2*math.Pi)) * math.Exp(-(z-d)*(z-d)/(2*sigma*sigma))
	case hit: // nothing was hit: sensors drop some
		p += 0.06 * fits
	case said >= bins-1:
		if got == bins {
			p += fits
		}
	case z >= d-sigma:
		p += fits / float64(bins+1-said)
	}
	return p
}

// scores is the evidence for poses of the robot at one stand, by its heading in steps.
type scores [headings]float32

// at gives the evidence for the poses at a stand.
func (g *ring) at(m *Map, s *stand) *scores {
	var sum, rooms, things scores
	table := &s.rays
	if g.kind == 1 {
		table = &s.views
	}
	for i := range g.rays {
		like, seen := &g.like[i], table[g.rays[i].ahead:][:headings]
		for t := range sum {
			sum[t] += like[seen[t]]
		}
	}
	shown := map[int]*scores{}
	for i := range g.views {
		v := &g.views[i]
		if v.rooms != nil {
			var says scores
			for t, room := range s.rooms {
				says[t] = v.rooms[room]
			}
			rooms.add(&says, v.ahead)
		}
		if v.told {
			things.add(&s.blank, v.ahead)
		}
		for _, k := range v.keys {
			says := shown[k]
			if says == nil {
				says = s.shown(m, k)
				shown[k] = says
			}
			things.add(says, v.ahead)
		}
	}
	for t := range sum {
		if g.rooms > 0 {
			sum[t] += max(-mostRoom, min(mostRoom, rooms[t]*viewWeight/float32(g.rooms)))
		}
		sum[t] += soft(thingWeight * things[t])
	}
	return &sum
}

// add adds the evidence of a view, given by the heading of the view. The view lies ahead
// steps from where the robot faces.
func (s *scores) add(says *scores, ahead int) {
	for t, v := range says[ahead:] {
		s[t] += v
	}
	for t, v := range says[:ahead] {
		s[headings-ahead+t] += v
	}
}

// soft weakens strong evidence: what exceeds plainThings counts by the factor beyond.
func soft(v float32) float32 {
	switch {
	case v > plainThings:
		return plainThings + beyond*(v-plainThings)
	case v < -plainThings:
		return -plainThings + beyond*(v+plainThings)
	}
	return v
}

// shown gives the evidence of a view that shows a thing of a key, by the heading of the
// view, in addition to that of a view that shows nothing (blank).
func (s *stand) shown(m *Map, key int) *scores {
	var out, miss scores
	usual := m.rate[key]
	for _, n := range s.near {
		if n.key == key {
			n.misses(&miss)
		}
	}
	none := float32(math.Log(strayed))
	for t := range out {
		if out[t] = none; miss[t] < 0 {
			q := 1 - (1-strayed*usual)*math.Exp(float64(miss[t]))
			out[t] = float32(math.Log(q/usual)) - miss[t]
		}
	}
	return &out
}

// misses adds the logarithm of how likely a view does not show the thing, by the
// heading of the view.
func (n *near) misses(sum *scores) {
	wide := n.blur + viewHalf
	from, to := int(math.Ceil((n.bearing-wide)/turnStep)), int(math.Floor((n.bearing+wide)/turnStep))
	for t := from; t <= to; t++ {
		off := math.Abs(float64(t)*turnStep - n.bearing)
		in := min(1, (wide-off)/(2*n.blur))
		sum[(t+2*headings)%headings] += float32(math.Log1p(-n.sure * in))
	}
}
