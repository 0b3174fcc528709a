package nav

import (
	"slices"
	"time"

	"navd/daemon/area"
	"navd/daemon/words"
)

// Kept is what an episode has from the house that it is in: what was seen before it
// began, in the frame of the house, and where the episode lies in that.
type Kept struct {
	Scans []Site    // scans of earlier episodes: pose, type, views and sweeps count
	Walks [][2]Pose // where robots went straight from one point to another
	Lies  []Lie     // where the frame of the episode lies, in the order of their steps; one at least
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
	m.kept, m.keptNear = k, nil
	m.seen = seen{}
}

// Lies tells anew where the episode lies in its house, and whether all that it has seen
// so far stays where it was.
func (m *Memory) Lies(lies []Lie) (stays bool) {
	last := m.lastSeen()
	for i, l := range lies {
		if i < len(m.kept.Lies) && m.kept.Lies[i] == l {
			continue
		}
		if i < len(m.kept.Lies) || l.Seq <= last {
			k := *m.kept
			k.Lies = lies
			m.Keep(&k)
			return false
		}
	}
	m.kept.Lies = lies
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
	for _, l := range slices.Backward(m.kept.Lies) {
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
	o := &Kept{}
	for _, s := range k.Scans {
		o.Scans = append(o.Scans, f.Site(s))
	}
	for _, w := range k.Walks {
		o.Walks = append(o.Walks, [2]Pose{f.In(w[0]), f.In(w[1])})
	}
	for _, l := range k.Lies {
		o.Lies = append(o.Lies, Lie{l.Seq, f.Of(l.Frame)})
	}
	return o
}

// layKept puts what is kept into the seen area.
func (m *Memory) layKept() {
	if m.kept == nil {
		return
	}
	if len(m.kept.Scans) > 0 {
		m.seen.area.KeepOffWalls()
	}
	for _, w := range m.kept.Walks {
		m.seen.area.Walk(w[0].point(), w[1].point())
	}
	var scans []area.Scan
	for i := range m.kept.Scans {
		if len(m.kept.Scans[i].Sweeps) > 0 {
			scans = append(scans, m.kept.Scans[i].scan())
		}
	}
	m.seen.area.Lay(scans)
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
	End     area.Point // where the way ends
	WayM    float64    // metres to there over seen floor
	LeftM   float64    // from there to the spot, metres
	Path    []Hop      // the way, corner by corner; none: the robot is there
	Heading float64    // absolute direction of its first hop, degrees
	Tried   int        // earlier legs for it in this episode
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
	sv.House = len(m.kept.Scans) > 0
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
		r.Path, r.Heading = f.Path, f.Heading
		sv.Kept = append(sv.Kept, r)
	}
	own := area.New()
	for i := range m.sites {
		lookNear(own, m.lookOf(&m.sites[i]))
	}
	lookNear(own, m.lookOf(&here))
	if m.keptNear == nil {
		m.keptNear = area.New()
		for i := range m.kept.Scans {
			lookNear(m.keptNear, &m.kept.Scans[i])
		}
	}
	for _, f := range m.frontiersOf(m.out(ways.Beyond(own, m.keptNear)), &here, sv.View0) {
		if f.Behind >= leastNew {
			sv.Again = append(sv.Again, f)
		}
	}
	for _, f := range m.frontiersOf(m.out(ways.Beyond(own)), &here, sv.View0) {
		if f.Behind >= leastNew {
			f.Looked = true
			sv.Again = append(sv.Again, f)
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
