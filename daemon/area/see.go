package area

import (
	"cmp"
	"math"
	"slices"
)

// Ray is how far one sees in one direction.
type Ray struct {
	Heading float64 // degrees, counter-clockwise
	Metres  float64
	Hit     bool // something ends the sight; else one sees farther than Metres
}

// Scan is what was seen from one spot.
type Scan struct {
	At    Point
	Rays  []Ray  // in any order
	Own   string // type of the room that the robot stood in; empty: not known
	Views []View // which rooms the views show
}

// View names the room at the end of the longest ray within 15° of a heading.
type View struct {
	Heading float64
	Room    string // empty: not known
}

const (
	// Farthest is how far a ray counts, metres. A longer one is cut there, as open.
	Farthest = 10.0

	widest   = 45.0 // two rays farther apart than this many degrees show nothing between them
	jump     = 1.0  // metres by which two neighbours may differ and still end at one wall
	straight = 0.1  // metres by which three ends may be off a line and still be one wall
	thick    = 0.15 // metres of wall on both sides of where a sight ended
	behind   = 0.3  // metres of wall along a ray behind its end

	scanReach = Farthest + behind + Cell // how far from its point a scan changes cells, metres
)

// See adds a scan. When two rays beside each other end at one wall, the floor between them
// is seen up to the line between their ends: they differ by at most 1 m, or are in line
// with the next end on either side. Otherwise the floor is seen as far as the shorter ray
// goes, and the longer one is a sight through a gap. The line is a wall when both rays hit
// something; beside a gap there is a wall only on the side of the shorter ray.
func (a *Area) See(s Scan) { a.see(s, a.floor, a.wall) }

// Lay adds scans of other times, from poses that are not quite right. The majority of them
// decides what a cell is, so that a scan with a wrong pose opens no walls.
func (a *Area) Lay(scans []Scan) {
	if len(scans) == 0 {
		return
	}
	lo, hi := spotOf(scans[0].At), spotOf(scans[0].At)
	for _, s := range scans {
		l, h := box(s.At, scanReach)
		lo, hi = spot{min(lo.x, l.x), min(lo.y, l.y)}, spot{max(hi.x, h.x), max(hi.y, h.y)}
	}
	wide := hi.x - lo.x + 1
	votes := make([][2]uint16, wide*(hi.y-lo.y+1))
	vote := func(kind int) func(spot) {
		return func(s spot) { votes[(s.y-lo.y)*wide+s.x-lo.x][kind]++ }
	}
	for _, s := range scans {
		a.see(s, vote(0), vote(1))
	}
	for i, v := range votes {
		if v == [2]uint16{} {
			continue
		}
		c := a.make(spot{lo.x + i%wide, lo.y + i/wide})
		switch {
		case c.known&walked != 0 && v[1] < surely:
		case v[1]*wallVotes >= v[0]:
			c.known = wall
		default:
			c.known = c.known&^wall | seen
		}
	}
}

// wallVotes is how many scans that show a cell as floor one that shows it as wall outweighs:
// rays along a wall go over its cells.
const wallVotes = 2

// surely is how many scans have to show a cell as wall when a robot is recorded to have
// walked there.
const surely = 3

// see calls floor and wall for the cells that a scan shows as floor and as wall, and has
// the views vote for rooms.
func (a *Area) see(s Scan, floor, wall func(spot)) {
	f := newFan(s.At, s.Rays)
	if len(f.rays) < 2 {
		return
	}
	lo, hi := spotOf(Point{s.At.X - f.far - behind, s.At.Y - f.far - behind}), spotOf(Point{s.At.X + f.far + behind, s.At.Y + f.far + behind})
	for y := lo.y; y <= hi.y; y++ {
		for x := lo.x; x <= hi.x; x++ {
			c := spot{x, y}
			switch seesFloor, seesWall := f.sees(c.middle()); {
			case seesFloor:
				floor(c)
			case seesWall:
				wall(c)
			}
		}
	}
	for i, r := range f.rays {
		if short := f.gap(i); short < r.Metres {
			along(s.At.reach(short, r.Heading), s.At.reach(r.Metres, r.Heading), func(c spot) bool {
				floor(c)
				return true
			})
		}
	}
	a.name(f, s)
}

func (a *Area) floor(s spot) {
	c := a.make(s)
	c.known = c.known&^wall | seen
}

// wall marks a cell in which a sight ended; what a sight went over stays floor.
func (a *Area) wall(s spot) {
	if c := a.make(s); c.known&(seen|walked) == 0 {
		c.known |= wall
	}
}

// fan is the rays around a point, by heading, each heading once.
type fan struct {
	at    Point
	rays  []Ray    // headings 0..360
	ends  []Point  // of the rays
	parts []sector // between each ray and the next
	far   float64  // length of the longest
	looks bool     // some sector was looked at
	first [360]int // index of the first ray whose heading is larger than this many degrees
}

// sector is the sector between a ray and the next one.
type sector struct {
	deg, sin float64 // its angle and the sine of it
	joins    bool    // both rays end at one wall
	clear    float64 // everything nearer than this is floor, metres
	dark     float64 // nothing farther than this is seen, metres
}

func newFan(at Point, rays []Ray) *fan {
	f := &fan{at: at, rays: slices.Clone(rays)}
	for i := range f.rays {
		r := &f.rays[i]
		r.Heading = round360(r.Heading)
		if r.Metres > Farthest {
			r.Metres, r.Hit = Farthest, false
		}
	}
	slices.SortFunc(f.rays, func(a, b Ray) int {
		return cmp.Or(cmp.Compare(a.Heading, b.Heading), cmp.Compare(a.Metres, b.Metres), cmp.Compare(a.open(), b.open()))
	})
	f.rays = slices.CompactFunc(f.rays, func(a, b Ray) bool { return math.Abs(a.Heading-b.Heading) < 1e-6 })
	for _, r := range f.rays {
		f.ends = append(f.ends, at.reach(r.Metres, r.Heading))
		f.far = max(f.far, r.Metres)
	}
	for i := range f.rays {
		s := f.sector(i)
		f.parts = append(f.parts, s)
		f.looks = f.looks || s.looked()
	}
	i := 0
	for deg := range f.first {
		for i < len(f.rays) && f.rays[i].Heading <= float64(deg) {
			i++
		}
		f.first[deg] = i
	}
	return f
}

// looked tells whether the rays are near enough to each other to show what is between them.
func (s sector) looked() bool { return s.deg > 0 && s.deg <= widest }

// sector computes the sector between a ray and the next one.
func (f *fan) sector(i int) sector {
	k := f.next(i, 1)
	a, b := f.rays[i], f.rays[k]
	s := sector{deg: round360(b.Heading - a.Heading), joins: f.oneWall(i)}
	if !s.looked() {
		return s
	}
	s.sin = math.Sin(s.deg * math.Pi / 180)
	s.clear, s.dark = min(a.Metres, b.Metres), min(a.Metres, b.Metres)
	if s.joins { // one sees up to the line between their ends, which is the wall
		s.clear, s.dark = s.clear*math.Cos(s.deg/2*math.Pi/180), max(a.Metres, b.Metres)
		if line, ok := aside(f.ends[i], f.ends[k], f.at); ok {
			s.clear = min(s.clear, math.Abs(line))
		}
	}
	s.clear, s.dark = s.clear-thick-1e-6, s.dark+behind+1e-6
	return s
}

// open is 0 for a ray that hit something, else 1. Of two rays in one direction the nearer
// counts, and of equals the one that hit something.
func (r Ray) open() int {
	if r.Hit {
		return 0
	}
	return 1
}

// round360 brings an angle into [0, 360).
func round360(deg float64) float64 {
	if deg >= 360 || deg <= -360 {
		deg = math.Mod(deg, 360)
	}
	if deg < 0 {
		deg += 360
	}
	if deg >= 360 { // a tiny negative angle
		return 0
	}
	return deg
}

// next gives the index of the ray n places on, at most once round.
func (f *fan) next(i, n int) int {
	i += n
	switch {
	case i < 0:
		return i + len(f.rays)
	case i >= len(f.rays):
		return i - len(f.rays)
	}
	return i
}

// oneWall tells whether a ray and the next one end at the same wall.
func (f *fan) oneWall(i int) bool {
	j := f.next(i, 1)
	if math.Abs(f.rays[i].Metres-f.rays[j].Metres) <= jump {
		return true
	}
	if !f.rays[i].Hit || !f.rays[j].Hit || len(f.rays) < 4 {
		return false
	}
	before, after := f.next(i, -1), f.next(j, 1)
	return f.rays[before].Hit && inLine(f.ends[before], f.ends[i], f.ends[j]) ||
		f.rays[after].Hit && inLine(f.ends[after], f.ends[j], f.ends[i])
}

// inLine tells whether q lies on the line from r to p, which is not much longer
// than the way from p to q.
func inLine(r, q, p Point) bool {
	if r.Distance(p) > p.Distance(q)+2 {
		return false
	}
	off, ok := aside(r, p, q)
	return ok && math.Abs(off) <= straight
}

// sees tells whether a point is floor that the fan sees, or in a wall that ends the sight.
func (f *fan) sees(p Point) (floor, wall bool) {
	dx, dy := p.X-f.at.X, p.Y-f.at.Y
	square, out := dx*dx+dy*dy, f.far+behind
	switch {
	case square > out*out:
		return false, false
	case square < Cell*Cell: // where the robot stands
		return f.looks, false
	}
	if i, sure := f.roughly(dx, dy); sure {
		switch s := &f.parts[i]; {
		case s.clear > 0 && square < s.clear*s.clear:
			return true, false
		case square > s.dark*s.dark:
			return false, false
		}
	}
	d, heading := math.Sqrt(square), round360(math.Atan2(dy, dx)*180/math.Pi)
	i := f.before(heading)
	switch s := &f.parts[i]; {
	case d < s.clear:
		return true, false
	case d > s.dark:
		return false, false
	}
	metres, hit, ok := f.edge(i, heading)
	if !ok || d > metres+behind {
		return false, false
	}
	wall = hit && (d > metres || f.nearWall(i, p, metres-d))
	return d <= metres && !wall, wall
}

// before gives the index of the last ray that is not left of a heading, 0..360.
func (f *fan) before(heading float64) int {
	i := f.first[min(int(heading), len(f.first)-1)]
	for i < len(f.rays) && f.rays[i].Heading <= heading {
		i++
	}
	if i == 0 {
		return len(f.rays) - 1
	}
	return i - 1
}

// roughDeg is more than the error of [roughHeading], degrees.
const roughDeg = 0.001

// roughly gives the same for the direction of a vector; not sure where a ray lies so near to
// that direction that the rough heading does not tell the side.
func (f *fan) roughly(dx, dy float64) (i int, sure bool) {
	heading := roughHeading(dx, dy)
	i = f.before(heading)
	a, b := f.rays[i].Heading, f.rays[f.next(i, 1)].Heading
	return i, math.Abs(heading-a) > roughDeg && math.Abs(heading-b) > roughDeg && heading > roughDeg && heading < 360-roughDeg
}

// roughHeading is the direction of a vector, degrees in [0, 360], off by at most 0.0006: a
// polynomial for the arc tangent (Abramowitz and Stegun 1964, 4.4.49).
func roughHeading(dx, dy float64) float64 {
	ax, ay := math.Abs(dx), math.Abs(dy)
	z := min(ax, ay) / max(ax, ay)
	q := z * z
	deg := z * (0.9998660 + q*(-0.3302995+q*(0.1801410+q*(-0.0851330+q*0.0208351)))) * (180 / math.Pi)
	if ay > ax {
		deg = 90 - deg
	}
	if dx < 0 {
		deg = 180 - deg
	}
	if dy < 0 {
		deg = 360 - deg
	}
	return deg
}

// nearWall tells whether a point between a ray and the next lies in the wall that ends the
// sight there, which is left metres behind the point.
func (f *fan) nearWall(i int, p Point, left float64) bool {
	if f.parts[i].joins {
		if off, ok := aside(f.ends[i], f.ends[f.next(i, 1)], p); ok {
			left = off
		}
	}
	return math.Abs(left) <= thick
}

// edge gives how far one sees at a heading between a ray and the next, in a sector that was
// looked at, and whether something ends the sight; not ok when both rays have length 0.
func (f *fan) edge(i int, heading float64) (metres float64, hit, ok bool) {
	a, b := f.rays[i], f.rays[f.next(i, 1)]
	s, off := &f.parts[i], round360(heading-a.Heading)
	if s.joins {
		sines := a.Metres*math.Sin((s.deg-off)*math.Pi/180) + b.Metres*math.Sin(off*math.Pi/180)
		if sines <= 0 {
			return 0, false, false
		}
		return a.Metres * b.Metres * s.sin / sines, a.Hit && b.Hit, true
	}
	if a.Metres < b.Metres {
		return a.Metres, a.Hit && off < s.deg/2, true
	}
	return b.Metres, b.Hit && off > s.deg/2, true
}

// aside gives how far a point lies from the line from a to b, metres, positive to
// its left; false when a and b are the same.
func aside(a, b, p Point) (metres float64, ok bool) {
	length := a.Distance(b)
	if length < 1e-9 {
		return 0, false
	}
	return ((b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)) / length, true
}

// gap gives the distance from which on a ray is a sight through a gap; its length when it
// is none.
func (f *fan) gap(i int) float64 {
	if f.parts[i].joins || f.parts[f.next(i, -1)].joins {
		return f.rays[i].Metres
	}
	return min(f.rays[i].Metres, f.rays[f.next(i, -1)].Metres, f.rays[f.next(i, 1)].Metres)
}
