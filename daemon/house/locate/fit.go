package locate

import (
	"math"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// How likely a ray is as long as it is, when one knows how long it should be.
const (
	fits    = 0.80 // it ends where it should
	odd     = 0.08 // it is as long as any
	shorter = 0.12 // something stands before, that was not there
)

// How much the evidence of a kind counts.
const (
	rayWeight   = 6.0 // all rays of a scan count as so many
	viewWeight  = 5.0 // all views with their rooms
	thingWeight = 0.7 // each thing
	mostThings  = 8.0 // and all of them at most
	mostRoom    = 4.0
)

// How likely views show what they should.
const (
	rightRoom = 0.75 // the room that the map has there
	shownIf   = 0.65 // a thing that stands in sight and near
	strayed   = 0.5  // of how often a view shows a thing anywhere, where none is known
	seeM      = 4.0  // from so near a thing is expected to be shown, metres
	besideDeg = 24.0 // of the middle of a view that shows a thing it stands at most, degrees
)

// ring is a scan made ready to be held against poses: directions from where the robot
// stood, in the frame of its episode.
type ring struct {
	pose  nav.Pose
	rays  []ray
	kind  int                    // 0: rays, 1: the longest of a view
	like  [][2][bins + 1]float32 // by ray: logarithm of the ratio, by what the map says, 0: beyond is not known, 1: a wall
	views []view
}

type ray struct {
	heading float64
	bin     int
}

type view struct {
	heading float64
	see     float64
	room    words.Key
	things  []words.Key
	told    bool
}

// ringOf makes a scan ready.
func (m *Map) ringOf(look nav.Site) *ring {
	g := &ring{pose: look.Pose}
	rays := nav.Rays(look.Sweeps)
	if len(rays) <= 2*nav.Views {
		g.kind = 1
	}
	for _, r := range rays {
		g.rays = append(g.rays, ray{r.Heading, binOf(r.Metres, r.Hit)})
	}
	for _, v := range look.Views {
		o := view{heading: v.Heading, see: v.SeeM, room: v.Type, told: len(v.Objects) > 0 || v.Known}
		for _, label := range v.Objects {
			o.things = append(o.things, words.ObjectKey(label))
		}
		g.views = append(g.views, o)
	}
	weight := float32(rayWeight / float64(max(len(g.rays), 1)))
	g.like = make([][2][bins + 1]float32, len(g.rays))
	for i, r := range g.rays {
		for b := range bins {
			for hit := range 2 {
				g.like[i][hit][b] = weight * float32(math.Log(chance(r.bin, b, hit == 1, g.kind)/m.usual[g.kind][r.bin]))
			}
		}
	}
	return g
}

// chance is how likely a ray ends in a bin when the map says that it goes as far as
// another, and there ends in a wall or goes on into what is not known.
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

// quick is the evidence of the rays for a pose of the robot at a stand.
func (g *ring) quick(s *stand, turned float64) (sum float32) {
	table := &s.rays
	if g.kind == 1 {
		table = &s.views
	}
	for i := range g.rays {
		k := int(math.Round((g.rays[i].heading+turned)/turnStep)) % headings
		if k < 0 {
			k += headings
		}
		r := table[k]
		hit := 0
		if r.hit() {
			hit = 1
		}
		sum += g.like[i][hit][r.bin()]
	}
	return sum
}

// exact is the evidence of the rays for a pose of the robot anywhere.
func (m *Map) exact(g *ring, x, y, turned float64) (sum float64) {
	c := m.cell(x, y)
	if c < 0 || m.cells[c] != floor {
		return math.Inf(-1)
	}
	for i, r := range g.rays {
		got := reach(0)
		if g.kind == 1 {
			for k := -2.0; k <= 2; k++ {
				if o := m.cast(x, y, r.heading+turned+k*6); o.bin() > got.bin() || o.bin() == got.bin() && !o.hit() {
					got = o
				}
			}
		} else {
			got = m.cast(x, y, r.heading+turned)
		}
		hit := 0
		if got.hit() {
			hit = 1
		}
		sum += float64(g.like[i][hit][got.bin()])
	}
	return sum
}

// seen is the evidence of rooms and things for a pose of the robot.
func (m *Map) seen(g *ring, x, y, turned float64) float64 {
	return m.roomsSeen(g, x, y, turned) + m.thingsSeen(g, x, y, turned)
}

func (m *Map) roomsSeen(g *ring, x, y, turned float64) float64 {
	sum, n := 0.0, 0
	for _, v := range g.views {
		if v.room.Unknown() {
			continue
		}
		n++
		sin, cos := math.Sincos((v.heading + turned) * math.Pi / 180)
		d := max(0, min(v.see, farthest)-0.3)
		said := m.roomAt(x+d*cos, y+d*sin)
		if said == "" {
			continue
		}
		usual := max(m.share[v.room], 0.02)
		if said.Equal(v.room) {
			sum += math.Log(rightRoom/usual + (1 - rightRoom))
		} else {
			sum += math.Log(1 - rightRoom)
		}
	}
	if n == 0 {
		return 0
	}
	return clamp(sum*viewWeight/float64(n), 1.5*mostRoom)
}

func (m *Map) thingsSeen(g *ring, x, y, turned float64) float64 {
	sum := 0.0
	explained := map[[2]int]bool{}
	for _, t := range m.things {
		d := math.Hypot(t.x-x, t.y-y)
		if d > seeM+2 || d < 0.3 {
			continue
		}
		bearing := math.Atan2(t.y-y, t.x-x)*180/math.Pi - turned
		shown, looked, free := false, false, false
		for i, v := range g.views {
			off := math.Abs(nav.NormDeg(v.heading - bearing))
			if off > besideDeg {
				continue
			}
			for k, key := range v.things {
				if key.Equal(t.key) {
					shown = true
					explained[[2]int{i, k}] = true
				}
			}
			looked = looked || off <= 15 && v.told
			free = free || off <= 15 && v.see+0.5 >= d
		}
		usual := min(0.5, max(2*m.rate[t.key], 0.01)) // of two views
		switch {
		case shown:
			sum += thingWeight * math.Log(t.sure*shownIf/usual+1-t.sure)
		case looked && free && d <= seeM:
			sum += thingWeight * math.Log(t.sure*(1-shownIf)/(1-usual)+1-t.sure)
		}
	}
	for i, v := range g.views {
		for k, key := range v.things {
			if !explained[[2]int{i, k}] && m.rate[key] > 0 {
				sum += thingWeight * math.Log(strayed)
			}
		}
	}
	return clamp(sum, mostThings)
}

func clamp(v, most float64) float64 { return max(-most, min(most, v)) }
