package nav

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/area"
	"navd/daemon/words"
)

// Frontier is an open edge of the seen area: a way to what nobody has looked at.
type Frontier struct {
	Spot       area.Point  // where a leg for it ends: a little into what was not seen
	WayM       float64     // to the edge over seen floor, metres
	WidthM     float64     // how long the edge is, metres
	Behind     float64     // what was not seen within 2 m of it, square metres
	Rooms      []RoomShare // to which room the seen floor beside it belongs, the likeliest first
	HousePlace int         // place of the kept house that it lies in, 0: none that is known
	Scans      int         // of the likeliest of these, this one with them, from within 5 m
	Looked     bool        // earlier episodes in this house have looked at it from near
	Tried      int         // earlier legs for it
	Failed     int         // of these, legs that moved less than 0.4 m
	Path       []Hop       // the way, corner by corner
	LegM       float64     // how far one leg goes along it, metres
}

// Room is the type of the likeliest room beside it, empty: nobody said.
func (f Frontier) Room() words.Key {
	if len(f.Rooms) == 0 {
		return ""
	}
	return f.Rooms[0].Type
}

// RoomShare is how much speaks for a type of room.
type RoomShare struct {
	Type  words.Key `json:"type"`  // type key of the room
	Share float64   `json:"share"` // 0..1
}

// Hop is one straight part of a leg.
type Hop struct {
	Angle  float64 `json:"angle"`   // degrees from view 0, positive left
	RangeM float64 `json:"range_m"` // metres
}

const (
	legM      = 3.0  // a leg goes so far, because more can be seen from there, metres
	scanned   = 2.5  // and on where scans were made so near, which showed what is to be seen there, metres
	longestM  = 8.0  // at most so far, also in a known house, where nothing new is to be seen on the way, metres
	legStride = 0.25 // how far apart the points of a way are that are tried for the end of a leg, metres

	pastOpen = 0.25 // how far beyond the middle of an edge a leg ends, metres
	sameEdge = 0.75 // legs for spots this near to each other were for the same edge, metres
	roomWide = 5.0  // a scan this near to an edge, in a room of the same type, was in the same room, metres
	noLeg    = 0.4  // a leg that moved less failed, metres
	shortHop = 0.05 // a hop that is shorter is left out, metres
	passageM = 0.6  // the width of the narrowest passage, metres
	chanceM  = 1.2  // up to this gap between its neighbours, a single direction without a hit is a miss of the sensor, metres
	fineDeg  = 10.0 // up to this step between directions, degrees; with coarser ones it may be a door
	epoch    = 256  // the area holds at least the last this many scans, and less than twice as many
)

// seen is the area that the sweeps of sites and vistas have seen. It follows from the
// records of the episode: it is computed when it is needed, and then updated.
type seen struct {
	area    *area.Area // nil: not computed
	first   int        // number of the first sites that are left out: a robot has seen again what they saw
	sites   int        // the first this many sites are in the area
	anchors int        // the first this many anchors are
	vistas  int        // the vistas from oldest to this one are
	oldest  int        // the oldest vista that was kept when the area was computed
	ahead   ahead
}

// ahead is the scan of a survey: it is in an area, and becomes the next site if its plan is
// filed.
type ahead struct {
	scan   *Site      // nil: there is none
	before area.Patch // the area around it without it
}

// settle counts the scan as the next site of the area, or takes it out of the area if its
// plan was not filed.
func (h *ahead) settle(m *Memory, a *area.Area, sites *int) {
	if h.scan == nil {
		return
	}
	if len(m.sites) == *sites+1 && m.sites[*sites].sameScan(h.scan) {
		*sites++
	} else {
		a.Restore(h.before)
	}
	*h = ahead{}
}

// seenWith gives the seen area, brought up to date, with a scan that is not yet a site.
func (m *Memory) seenWith(here *Site) *area.Area {
	m.seenNow()
	m.seen.ahead = ahead{here, m.seen.area.Patch(m.laid(here.Pose, here.Seq))}
	m.see(here)
	return m.seen.area
}

// seenNow gives the seen area, brought up to date. It follows from the records
// alone, not from when it was asked for.
func (m *Memory) seenNow() *area.Area {
	s := &m.seen
	s.ahead.settle(m, s.area, &s.sites)
	first := max(0, len(m.sites)/epoch-1) * epoch
	oldest := m.state.Vistas - len(m.vistas) + 1
	if s.area == nil || first != s.first || oldest != s.oldest {
		*s = seen{area: area.New(), first: first, sites: first, oldest: oldest, vistas: oldest - 1}
		if first > 0 {
			s.anchors = int(m.sites[first].Anchor) - 1
		}
		m.layKept()
	}
	for ; s.anchors < len(m.anchors); s.anchors++ {
		if i := s.anchors; i > 0 && m.anchors[i-1].Pose.Distance(m.anchors[i].Pose) <= m.cfg.longWalk() {
			s.area.Walk(m.laid(m.anchors[i-1].Pose, m.anchors[i-1].Seq), m.laid(m.anchors[i].Pose, m.anchors[i].Seq))
		}
	}
	for ; s.sites < len(m.sites); s.sites++ {
		m.see(&m.sites[s.sites])
	}
	for ; s.vistas < m.state.Vistas; s.vistas++ {
		if v := &m.vistas[s.vistas+1-oldest]; v.Seq >= m.seenSince() {
			m.see(&Site{Pose: v.Pose, Seq: v.Seq, Sweeps: v.Sweeps})
		}
	}
	return s.area
}

// seenSince is the step from which on vistas are in the seen area: that of the first
// site in it, when older ones are left out.
func (m *Memory) seenSince() int {
	if m.seen.first == 0 {
		return 0
	}
	return m.sites[m.seen.first].Seq
}

// longWalk is how far apart two consecutive anchors can be, metres. Farther apart, the
// odometry jumped, and the robot did not walk between them.
func (c Config) longWalk() float64 { return float64(c.AnchorEvery+1) * math.Max(c.ForwardM, 1) }

// sameScan tells whether two sites are of one scan.
func (s *Site) sameScan(o *Site) bool {
	sweeps := slices.EqualFunc(s.Sweeps, o.Sweeps, func(a, b Sweep) bool {
		return a.FromDeg == b.FromDeg && a.StepDeg == b.StepDeg && a.MaxM == b.MaxM && slices.Equal(a.Metres, b.Metres)
	})
	views := slices.EqualFunc(s.Views, o.Views, func(a, b SiteView) bool { return a.Heading == b.Heading && a.Type == b.Type })
	return sweeps && views && s.Pose == o.Pose && s.Type == o.Type
}

func (p Pose) point() area.Point { return area.Point{X: p.X, Y: p.Y} }

// see puts a scan into the area.
func (m *Memory) see(s *Site) {
	if len(s.Sweeps) > 0 {
		m.seen.area.See(m.lookOf(s).scan())
	}
}

// scan is what a site saw.
func (s *Site) scan() area.Scan {
	scan := area.Scan{At: s.Pose.point(), Rays: raysOf(s.Sweeps)}
	if !s.Type.Unknown() {
		scan.Own = string(s.Type)
	}
	for _, v := range s.Views {
		if !v.Type.Unknown() {
			scan.Views = append(scan.Views, area.View{Heading: v.Heading, Room: string(v.Type)})
		}
	}
	return scan
}

// Rays gives the rays of sweeps, without those in holes of the sensor, sorted by heading in
// [0, 360).
func Rays(sweeps []Sweep) []area.Ray {
	rays := raysOf(sweeps)
	for i := range rays {
		rays[i].Heading = Around360(rays[i].Heading)
	}
	slices.SortStableFunc(rays, func(a, b area.Ray) int { return cmp.Compare(a.Heading, b.Heading) })
	return rays
}

// raysOf gives the rays of sweeps, without those in holes of the sensor.
func raysOf(sweeps []Sweep) (rays []area.Ray) {
	for _, w := range sweeps {
		holes := w.holes()
		for i, d := range w.Metres {
			if !holes[i] {
				rays = append(rays, area.Ray{Heading: w.FromDeg + float64(i)*w.StepDeg, Metres: d, Hit: d < w.MaxM})
			}
		}
	}
	return rays
}

// holes tells for each direction of a sweep whether it lies in a hole of the sensor: nothing
// was hit there, and the hits on both sides are closer together than a passage. The hole of
// a single direction may be wider, because sensors miss some by chance. A value that was
// not measured, 0, is not a hit.
func (w Sweep) holes() []bool {
	n, holes := len(w.Metres), make([]bool, len(w.Metres))
	step := math.Abs(w.StepDeg)
	round := step*float64(n) > 360-eps
	hit := func(d float64) bool { return 0 < d && d < w.MaxM }
	first := slices.IndexFunc(w.Metres, hit)
	if first < 0 {
		return holes
	}
	for from, to := first, first+1; to < n || round && to <= first+n; to++ {
		if !hit(w.Metres[to%n]) {
			continue
		}
		widest := passageM
		if to-from == 2 && step <= fineDeg {
			widest = chanceM
		}
		apart := float64(to-from) * step * math.Pi / 180 * min(w.Metres[from%n], w.Metres[to%n])
		for i := from + 1; i < to && apart < widest; i++ {
			holes[i%n] = w.Metres[i%n] == w.MaxM
		}
		from = to
	}
	return holes
}

// frontiersOf gives edges as frontiers, in their order.
func (m *Memory) frontiersOf(edges []area.Edge, here *Site, view0 float64) (out []Frontier) {
	legs, scans, stood := m.legsForEdges(len(m.sites)), m.scansByRoom(here), &stoodNear{m: m, at: here.Pose.point()}
	out = make([]Frontier, 0, len(edges))
	for _, e := range edges {
		f := Frontier{Spot: legEnd(e), WayM: e.WayM, WidthM: e.WidthM, Behind: e.Behind, Rooms: roomShares(e.Rooms)}
		if here.Pose.point().Distance(f.Spot) < noLeg {
			continue // so near that turning shows it, without a leg
		}
		f.Tried, f.Failed = triedFor(f.Spot, legs)
		for _, at := range scans[f.Room().Compact()] {
			if at.Distance(f.Spot) < roomWide {
				f.Scans++
			}
		}
		f.hops(here.Pose, e.Path, view0)
		f.LegM = m.legAlong(stood, e)
		out = append(out, f)
	}
	return out
}

// legAlong gives how far a leg goes along the way to an edge.
func (m *Memory) legAlong(stood *stoodNear, e area.Edge) (metres float64) {
	if m.kept != nil && len(m.kept.scans) > 0 || e.WayM <= legM {
		return longestM
	}
	at := stood.at
	for _, c := range e.Path {
		d := at.Distance(c)
		for s := max(legStride, legM-metres); s < d && metres+s < longestM; s += legStride {
			if !stood.near(area.Point{X: at.X + (c.X-at.X)*s/d, Y: at.Y + (c.Y-at.Y)*s/d}) {
				return metres + s
			}
		}
		if metres += d; metres >= longestM {
			return longestM
		}
		at = c
	}
	return longestM // it ends before
}

// stoodNear tells where scans were made near, for squares with sides of legStride around the
// robot. It remembers the answers, because the ways to many edges begin with the same way.
type stoodNear struct {
	m     *Memory
	at    area.Point // where the robot is
	known [stoodSide * stoodSide]uint8
}

const stoodSide = 2*longestM/legStride + 2 // squares

// near tells whether a scan was made within scanned of the middle of the square that a point
// lies in, which is less than longestM away.
func (s *stoodNear) near(p area.Point) bool {
	const no, yes = 1, 2
	x, y := math.Floor((p.X-s.at.X)/legStride), math.Floor((p.Y-s.at.Y)/legStride)
	known := &s.known[int(y+stoodSide/2)*stoodSide+int(x+stoodSide/2)]
	if *known == 0 {
		*known = no
		middle := Pose{X: s.at.X + (x+0.5)*legStride, Y: s.at.Y + (y+0.5)*legStride}
		s.m.outlook.stood.within(middle, scanned, func(int, float64) bool {
			*known = yes
			return false
		})
	}
	return *known == yes
}

// legEnd is where a leg for an open edge ends.
func legEnd(e area.Edge) area.Point {
	return area.Point{X: round(e.At.X + pastOpen*e.Out.X), Y: round(e.At.Y + pastOpen*e.Out.Y)}
}

func roomShares(shares []area.Share) (out []RoomShare) {
	for _, r := range shares {
		out = append(out, RoomShare{words.Key(r.Room), r.Share})
	}
	return out
}

// edgeLeg is a leg for an open edge that got near it or failed.
type edgeLeg struct {
	to     area.Point
	failed bool
}

// legsForEdges gives such legs from the first n sites.
func (m *Memory) legsForEdges(sites int) (legs []edgeLeg) {
	for i := m.seen.first; i < sites; i++ {
		s := &m.sites[i]
		if s.Aim == nil {
			continue
		}
		failed := m.inVain(s)
		if failed || m.legMoved(s) > s.Pose.point().Distance(*s.Aim)-sameEdge {
			legs = append(legs, edgeLeg{m.moved(*s.Aim, s.Seq), failed})
		}
	}
	return legs
}

// triedFor counts the legs for the open edge at a spot, and those of them that failed.
func triedFor(spot area.Point, legs []edgeLeg) (tried, failed int) {
	for _, l := range legs {
		if l.to.Distance(spot) < sameEdge {
			tried++
			if l.failed {
				failed++
			}
		}
	}
	return tried, failed
}

// scansByRoom gives where scans were made, the present one included, by the type of the
// room, without spaces.
func (m *Memory) scansByRoom(here *Site) map[string][]area.Point {
	at := map[string][]area.Point{}
	add := func(s *Site) {
		if room := s.Type.Compact(); room != "" && !s.NoScan {
			at[room] = append(at[room], m.moved(s.Pose.point(), s.Seq))
		}
	}
	for i := m.seen.first; i < len(m.sites); i++ {
		add(&m.sites[i])
	}
	add(here)
	return at
}

// hops sets the path of a frontier, which ends at its spot.
func (f *Frontier) hops(from Pose, corners []area.Point, view0 float64) {
	at := from
	for i, c := range corners {
		if i == len(corners)-1 {
			c = f.Spot
		}
		to := Pose{X: c.X, Y: c.Y}
		metres, heading := at.Distance(to), at.Bearing(to)
		if metres < shortHop {
			continue
		}
		f.Path = append(f.Path, Hop{Angle: round(NormDeg(heading - view0)), RangeM: round(metres)})
		at = to
	}
}

// inVain tells whether the leg for an open edge that began at a site failed: it moved less
// than 0.4 m, or less than half of the way when that is shorter.
func (m *Memory) inVain(s *Site) bool {
	return m.legMoved(s) < math.Min(noLeg, s.Pose.point().Distance(*s.Aim)/2)
}

// legMoved is how far the leg for an open edge that began at a site went, or the running
// leg has gone so far, metres.
func (m *Memory) legMoved(s *Site) float64 {
	if s.LegM != nil {
		return *s.LegM
	}
	return m.state.LegMoved
}

// blocked tells whether the last leg was for a frontier and failed.
func (m *Memory) blocked() bool {
	if len(m.sites) == 0 {
		return false
	}
	last := &m.sites[len(m.sites)-1]
	return last.Aim != nil && m.inVain(last)
}
