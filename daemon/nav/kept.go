package nav

import (
	"slices"
	"sync"
	"time"

	"navd/daemon/area"
	"navd/daemon/words"
)

// Kept is what an episode has from the house that it is in: what was seen before it
// began, in the frame of the house, and where the episode lies in that.
type Kept struct {
	scans  []Site    // of earlier episodes: pose, type, views and sweeps count
	walks  [][2]Pose // where robots went straight from one point to another
	lies   []Lie     // where the frame of the episode lies, in the order of their steps; one at least
	ground *ground
}

// ground is what scans and walks have seen, laid out when that is asked for first. All
// that share it take copies.
type ground struct {
	once sync.Once
	all  *area.Area // the floor
	near *area.Area // what the scans looked at from near
}

// NewKept is what is kept of a house, for an episode of which nobody says where it lies.
func NewKept(scans []Site, walks [][2]Pose) *Kept {
	return &Kept{scans: scans, walks: walks, ground: &ground{}}
}

// Lying is the same for an episode that lies there so. The floor is laid out once for all
// of them.
func (k *Kept) Lying(lies []Lie) *Kept {
	o := *k
	o.lies = lies
	return &o
}

// Lie is where the frame of an episode lies in that of its house, from a step on. The
// first counts for the steps before it as well.
type Lie struct {
	Seq   int
	Frame Frame
}

// Keep lays what is kept of a house under the seen area, which then has the frame of the
// house; nil takes it away again. It is no part of the memory's records: whoever restores
// the memory keeps it anew.
func (m *Memory) Keep(k *Kept) {
	m.kept, m.keptNear, m.own = k, nil, ownLooks{}
	m.seen = seen{}
}

// Lies tells anew where the episode lies in its house, and whether all that it has seen
// so far stays where it was.
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

// lastSeen is the last step of which something is in the seen area; -1: none.
func (m *Memory) lastSeen() int {
	s, last := &m.seen, -1
	if s.area == nil {
		return last
	}
	if s.sites > 0 {
		last = max(last, m.sites[s.sites-1].Seq)
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

// frame is where it lies now.
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

// lookOf gives a site as it is seen in the frame of the area.
func (m *Memory) lookOf(s *Site) *Site {
	if m.kept == nil {
		return s
	}
	return new(m.frameAt(s.Seq).Site(*s))
}

// out gives edges of the area in the frame of the episode as it lies now.
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

// from gives what is kept in another frame, in which that of the house lies so.
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

// floor gives the floor that is kept, and what was looked at from near.
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

// layKept begins the seen area with what is kept.
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
	sites int        // the first so many are in it
}

// ownNear gives what the episode has looked at from near, brought up to date.
func (m *Memory) ownNear() *area.Area {
	o := &m.own
	if o.area == nil {
		o.area = area.New()
	}
	for ; o.sites < len(m.sites); o.sites++ {
		lookNear(o.area, m.lookOf(&m.sites[o.sites]))
	}
	return o.area
}

// Spot is where something is believed to stand.
type Spot struct {
	Thing  int           // its number in the house
	At     area.Point    // where it most likely stands, in the frame of the episode, metres
	Where  []area.Chance // all the points where it may stand, with how likely
	From   []area.Point  // from where it was seen
	Spread float64       // how far off that may be, metres
	Room   words.Key     // type of the room it is in
	Place  int           // place of the house it is in, 0: none
	Chance float64       // that it is still there, 0..1
	Seen   int           // looks that showed it
	Age    time.Duration // since the last of them
	Missed int           // looks since that did not
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
	lookFar   = 3.0 // from so near one sees what stands at a spot, metres
	nearLook  = 4.0 // from farther away detectors overlook things, metres
	mostTries = 2   // of going to a spot
	leastNew  = 1.0 // floor that is worth another look, square metres
)

// Recollect adds to a survey of an episode in a house what the house knows: the spots
// that one can go to over seen floor and that were not gone to twice in vain, and the
// floor that the episode itself has not looked at from near.
func (m *Memory) Recollect(sv *Survey, spots []Spot) {
	if m.kept == nil {
		return
	}
	here := Site{Pose: sv.Pose, Seq: sv.Seq, Place: sv.Place, Type: sv.Type, Views: sv.Glimpse, Sweeps: sv.Sweeps}
	a, f := m.seen.area, m.frame()
	out := f.Inverse()
	if m.seen.ahead == nil {
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
		if r.Tried >= mostTries {
			continue
		}
		f := Frontier{Spot: way.End}
		f.hops(sv.Pose, way.Path, sv.View0)
		r.Path = f.Path
		sv.Kept = append(sv.Kept, r)
	}
	own := m.ownNear()
	before := own.Patch(m.laid(here.Pose, here.Seq))
	defer own.Restore(before) // what it looks at now counts once it is a site
	lookNear(own, m.lookOf(&here))
	for _, looked := range [][]*area.Area{{own, m.keptNear}, {own}} { // by nobody from near; by this episode not
		for _, f := range m.frontiersOf(m.out(ways.Beyond(looked...)), &here, sv.View0) {
			if f.Behind >= leastNew {
				f.Looked = len(looked) == 1
				sv.Again = append(sv.Again, f)
			}
		}
	}
}

// stood gives from where this episode has looked at a spot already.
func (m *Memory) stood(here *Site, s Spot) (all []area.Point) {
	for _, site := range append(m.sites[:len(m.sites):len(m.sites)], *here) {
		if p := m.moved(site.Pose.point(), site.Seq); p.Distance(s.At) < nearLook {
			all = append(all, p)
		}
	}
	return all
}

// lookNear puts what a scan looked at from near into an area.
func lookNear(a *area.Area, s *Site) {
	rays := raysOf(s.Sweeps)
	for k := range rays {
		if rays[k].Metres > nearLook {
			rays[k].Metres, rays[k].Hit = nearLook, false
		}
	}
	a.See(area.Scan{At: s.Pose.point(), Rays: rays})
}

// triedThing counts the legs for a thing of the house that came to where one sees it, or
// to nothing.
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
