package nav

import (
	"slices"
	"sync"
	"time"

	"navd/daemon/area"
	"navd/daemon/words"
)

// Kept is what an episode has from its house: what was seen before it began, in the frame
// of the house, and where the episode lies in that frame.
type Kept struct {
	scans  []Site    // of earlier episodes; only pose, type, views and sweeps are set
	walks  [][2]Pose // where robots went straight from one point to another
	lies   []Lie     // where the frame of the episode lies, in the order of their steps; one at least
	ground *ground
}

// ground is the floor that scans and walks have seen. It is made when it is first needed;
// all that share it take copies.
type ground struct {
	once sync.Once
	all  *area.Area // the floor
	near *area.Area // what the scans looked at from within NearLook
}

// NewKept is what is kept of a house; see [Kept.Lying] for where an episode lies in it.
func NewKept(scans []Site, walks [][2]Pose) *Kept {
	return &Kept{scans: scans, walks: walks, ground: &ground{}}
}

// Lying is the same for an episode that lies there. All episodes share the floor.
func (k *Kept) Lying(lies []Lie) *Kept {
	o := *k
	o.lies = lies
	return &o
}

// Lie is where the frame of an episode lies in that of its house, from step Seq on. The
// first of several also holds before its step.
type Lie struct {
	Seq   int
	Frame Frame
}

// Keep adds what is kept of a house to the seen area, which then has the frame of the
// house; nil takes it out again. It is not in the memory's records: whoever restores the
// memory has to call Keep again.
func (m *Memory) Keep(k *Kept) {
	m.kept, m.keptNear, m.own = k, nil, ownLooks{}
	m.seen = seen{}
}

// Lies sets where the episode lies in its house. It reports whether all that the episode
// has seen so far stays where it was.
func (m *Memory) Lies(lies []Lie) (stays bool) {
	last := m.lastSeen()
	for i, l := range lies {
		if i < len(m.kept.lies) && m.kept.lies[i] == l {
			continue
		}
		if i < len(m.kept.lies) || l.Seq <= last {
			m.Keep(m.kept.Lying(lies))
			return false
		}
	}
	m.kept = m.kept.Lying(lies)
	return true
}

// lastSeen is the last step that the seen area has something of; -1: none.
func (m *Memory) lastSeen() int {
	s, last := &m.seen, -1
	if s.area == nil {
		return last
	}
	if s.sites > 0 {
		last = max(last, m.sites[s.sites-1].Seq)
	}
	if s.ahead.scan != nil {
		last = max(last, s.ahead.scan.Seq)
	}
	if s.anchors > 0 {
		last = max(last, m.anchors[s.anchors-1].Seq)
	}
	if i := s.vistas - s.oldest; i >= 0 && i < len(m.vistas) {
		last = max(last, m.vistas[i].Seq)
	}
	return last
}

// frameAt is where the episode's frame lay in that of the seen area at a step.
func (m *Memory) frameAt(seq int) (f Frame) {
	if m.kept == nil {
		return f
	}
	for _, l := range slices.Backward(m.kept.lies) {
		if f = l.Frame; l.Seq <= seq {
			break
		}
	}
	return f
}

// frame is where the episode's frame lies in that of the seen area now.
func (m *Memory) frame() Frame { return m.frameAt(m.state.Seq) }

// laid gives a pose of a step in the frame of the seen area.
func (m *Memory) laid(p Pose, seq int) area.Point {
	if m.kept == nil {
		return p.point()
	}
	return m.frameAt(seq).In(p).point()
}

// moved gives a point of the episode's frame as it lay at a step in the frame as it lies
// now.
func (m *Memory) moved(p area.Point, seq int) area.Point {
	was, is := m.frameAt(seq), m.frame()
	if was == is {
		return p
	}
	return is.Inverse().point(was.point(p))
}

// lookOf gives a site in the frame of the seen area.
func (m *Memory) lookOf(s *Site) *Site {
	if m.kept == nil {
		return s
	}
	return new(m.frameAt(s.Seq).Site(*s))
}

// out gives edges of the seen area in the frame of the episode.
func (m *Memory) out(edges []area.Edge) []area.Edge {
	if m.kept == nil {
		return edges
	}
	f := m.frame().Inverse()
	for i := range edges {
		e := &edges[i]
		e.At, e.Out, e.Path = f.point(e.At), f.turned(e.Out), f.points(e.Path)
	}
	return edges
}

// from gives what is kept in another frame; f is where that of the house lies in it.
func (k *Kept) from(f Frame) *Kept {
	o := NewKept(nil, nil)
	for _, s := range k.scans {
		o.scans = append(o.scans, f.Site(s))
	}
	for _, w := range k.walks {
		o.walks = append(o.walks, [2]Pose{f.In(w[0]), f.In(w[1])})
	}
	for _, l := range k.lies {
		o.lies = append(o.lies, Lie{l.Seq, f.Of(l.Frame)})
	}
	return o
}

// floor gives the kept floor, and the part that was looked at from near.
func (k *Kept) floor() (all, near *area.Area) {
	g := k.ground
	g.once.Do(func() {
		g.all, g.near = area.New(), area.New()
		if len(k.scans) > 0 {
			g.all.KeepOffWalls()
		}
		for _, w := range k.walks {
			g.all.Walk(w[0].point(), w[1].point())
		}
		var scans []area.Scan
		for i := range k.scans {
			lookNear(g.near, &k.scans[i])
			if len(k.scans[i].Sweeps) > 0 {
				scans = append(scans, k.scans[i].scan())
			}
		}
		g.all.Lay(scans)
	})
	return g.all, g.near
}

// Floor gives a copy of the floor that is kept.
func (k *Kept) Floor() *area.Area {
	all, _ := k.floor()
	return all.Clone()
}

// layKept begins the seen area with a copy of the kept floor.
func (m *Memory) layKept() {
	if m.kept == nil {
		return
	}
	all, near := m.kept.floor()
	m.seen.area, m.keptNear = all.Clone(), near.Clone()
}

// ownLooks is what the episode itself has looked at from near.
type ownLooks struct {
	area  *area.Area // nil: nothing yet
	first int        // number of the first sites that are left out, as in seen
	sites int        // the first this many sites are in it
	ahead ahead
}

// ownNear gives what the episode has looked at from near, brought up to date, with a scan
// that is not yet a site.
func (m *Memory) ownNear(here *Site) *area.Area {
	o := &m.own
	o.ahead.settle(m, o.area, &o.sites)
	if o.area == nil || o.first != m.seen.first {
		*o = ownLooks{area: area.New(), first: m.seen.first, sites: m.seen.first}
	}
	for ; o.sites < len(m.sites); o.sites++ {
		lookNear(o.area, m.lookOf(&m.sites[o.sites]))
	}
	o.ahead = ahead{here, o.area.Patch(m.laid(here.Pose, here.Seq))}
	lookNear(o.area, m.lookOf(here))
	return o.area
}

// Spot is where a thing is believed to stand.
type Spot struct {
	Thing  int           // its number in the house
	At     area.Point    // where it most likely stands, in the frame of the episode, metres
	Where  []area.Chance // all the points where it may stand, with their chances
	From   []area.Point  // from where it was seen
	Room   words.Key     // type of the room it is in
	Place  int           // place of the house it is in, 0: none
	Chance float64       // that it is still there, 0..1
	Seen   int           // looks that showed it
	Age    time.Duration // since the last look that showed it
	Last   time.Time     // when that look was
	Missed int           // looks since then that did not show it
}

// Remembered is a spot with the way to where one can look at it.
type Remembered struct {
	Spot
	End   area.Point // where the way ends
	WayM  float64    // metres to there over seen floor
	LeftM float64    // from there to the spot, metres
	Path  []Hop      // the way, corner by corner; none: the robot is there
	Tried int        // earlier legs for it in this episode
}

const (
	lookFar   = 3.0 // from how far one sees what stands at a spot, metres
	NearLook  = 4.0 // from farther away detectors overlook things, metres
	mostTries = 2   // legs to a spot at most
	leastNew  = 1.0 // unseen floor that is worth another look, square metres
)

// Recollect adds to a survey what the house knows: the spots that one can get to over seen
// floor and that had fewer than mostTries legs, and the floor that this episode has not
// looked at from near. To a robot that does not look now, floor that nobody has seen is no
// way: it is told only of spots that it gets near to.
func (m *Memory) Recollect(sv *Survey, spots []Spot) {
	if m.kept == nil {
		return
	}
	here := Site{Pose: sv.Pose, Seq: sv.Seq, Place: sv.Place, Type: sv.Type, Views: sv.Glimpse, Sweeps: sv.Sweeps, NoScan: sv.NoScan}
	a, f := m.seen.area, m.frame()
	out := f.Inverse()
	if len(sv.Sweeps) == 0 { // otherwise it is up to date, with this scan in it
		a = m.seenNow()
	}
	sv.House = len(m.kept.scans) > 0
	ways := a.Ways(m.laid(sv.Pose, sv.Seq))
	for _, s := range spots {
		where := slices.Clone(s.Where)
		for i := range where {
			where[i].Point = f.point(where[i].Point)
		}
		way, ok := ways.Toward(area.Sought{Where: where, From: f.points(s.From), Stood: f.points(m.stood(&here, s))}, lookFar)
		if !ok {
			continue
		}
		way.End, way.Path = out.point(way.End), out.points(way.Path)
		r := Remembered{Spot: s, End: way.End, WayM: way.WayM, LeftM: way.End.Distance(s.At), Tried: m.triedThing(s)}
		if r.Tried >= mostTries || sv.NoScan && r.LeftM > NearLook {
			continue
		}
		f := Frontier{Spot: way.End}
		f.hops(sv.Pose, way.Path, sv.View0)
		r.Path = f.Path
		sv.Kept = append(sv.Kept, r)
	}
	sv.Again = m.fromAfar(ways, &here, sv.View0)
}

// fromAfar gives where floor begins that was seen, but that this episode has not looked at
// from near: first what no episode in the house has, then what earlier ones have.
func (m *Memory) fromAfar(ways *area.Ways, here *Site, view0 float64) (all []Frontier) {
	own := m.ownNear(here)
	looks := [][]*area.Area{{own}}
	if m.kept != nil {
		looks = [][]*area.Area{{own, m.keptNear}, {own}}
	}
	for i, looked := range looks {
		for _, f := range m.frontiersOf(m.out(ways.Beyond(leastNew, looked...)), here, view0) {
			f.Looked = i > 0
			all = append(all, f)
		}
	}
	return all
}

// stood gives the points from which this episode has looked at a spot from near.
func (m *Memory) stood(here *Site, s Spot) (all []area.Point) {
	for _, site := range append(m.sites[:len(m.sites):len(m.sites)], *here) {
		if p := m.moved(site.Pose.point(), site.Seq); !site.NoScan && p.Distance(s.At) < NearLook {
			all = append(all, p)
		}
	}
	return all
}

// lookNear adds to an area what a scan looked at from near.
func lookNear(a *area.Area, s *Site) {
	rays := raysOf(s.Sweeps)
	for k := range rays {
		if rays[k].Metres > NearLook {
			rays[k].Metres, rays[k].Hit = NearLook, false
		}
	}
	a.See(area.Scan{At: s.Pose.point(), Rays: rays})
}

// triedThing counts the legs for a thing of the house that got to where one sees it, or
// that failed.
func (m *Memory) triedThing(s Spot) (n int) {
	for i := range m.sites {
		site, end := &m.sites[i], m.state.Pose.point()
		if site.Thing != s.Thing || site.Aim == nil {
			continue
		}
		if i+1 < len(m.sites) {
			end = m.moved(m.sites[i+1].Pose.point(), m.sites[i+1].Seq)
		}
		if end.Distance(s.At) < lookFar || m.inVain(site) {
			n++
		}
	}
	return n
}
