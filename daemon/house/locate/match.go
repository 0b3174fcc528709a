package locate

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/area"
	"navd/daemon/house"
	"navd/daemon/nav"
)

// Off is the uncertainty of a pose, as standard deviations.
type Off struct {
	M   float64 // metres
	Deg float64 // degrees
}

// Match returns the frame, near f, in which a scan agrees best with others whose poses are
// known, and its score; false when the scan does not determine it. off is the uncertainty
// of f.
//
// It finds the likeliest pose by search from coarse to fine (correlative scan matching,
// Olson 2009): rays are likely to end where others saw a wall, and unlikely to end where
// they saw floor; what they did not see does not count.
func Match(f nav.Frame, look nav.Site, others []house.Site, off Off) (nav.Frame, float64, bool) {
	p := f.In(look.Pose)
	others = around(p, others)
	agree, gain, least := byWalls(p, look, others)
	if coarse(nav.Rays(look.Sweeps)) {
		agree, gain, least = byViews(look, others)
	}
	if agree == nil {
		return f, 0, false
	}
	less := func(q nav.Pose) float64 {
		m, deg := q.Distance(p)/off.M, nav.NormDeg(q.Yaw-p.Yaw)/off.Deg
		return (m*m + deg*deg) / 2
	}
	best, at := agree(p.Yaw)(p.X, p.Y)-less(p), p
	was := best
	for _, step := range []struct {
		m, deg float64
		n, t   int
	}{{off.M / 2, off.Deg / 2, 4, 5}, {off.M / 6, off.Deg / 6, 2, 2}, {off.M / 15, off.Deg / 15, 2, 2}} {
		from, turned := at, make([]func(x, y float64) float64, 2*step.t+1)
		for i := range turned {
			turned[i] = agree(from.Yaw + float64(i-step.t)*step.deg)
		}
		for dx := -step.n; dx <= step.n; dx++ {
			for dy := -step.n; dy <= step.n; dy++ {
				for dt := -step.t; dt <= step.t; dt++ {
					q := nav.Pose{X: from.X + float64(dx)*step.m, Y: from.Y + float64(dy)*step.m, Yaw: from.Yaw + float64(dt)*step.deg}
					if v := turned[dt+step.t](q.X, q.Y) - less(q); v > best {
						best, at = v, q
					}
				}
			}
		}
	}
	at.Yaw = nav.NormDeg(at.Yaw)
	if best < was+gain || agree(at.Yaw)(at.X, at.Y) < least {
		return f, best, false
	}
	return nav.FrameOf(look.Pose, at), best, true
}

const (
	aroundM    = 10.0 // scans made within this distance show the same surroundings, metres
	mostAround = 12   // how many of them are compared, the nearest
)

// around gives the scans that were made around a pose, the nearest first.
func around(p nav.Pose, others []house.Site) (near []house.Site) {
	for _, o := range others {
		if len(o.Sweeps) > 0 && o.Pose.Distance(p) < aroundM {
			near = append(near, o)
		}
	}
	slices.SortStableFunc(near, func(a, b house.Site) int { return cmp.Compare(a.Pose.Distance(p), b.Pose.Distance(p)) })
	return near[:min(len(near), mostAround)]
}

// agreement gives, for a heading of the robot, a function that says how well a scan made at
// a point agrees with the others.
type agreement func(yaw float64) func(x, y float64) float64

// byViews gives the agreement of a scan of a few directions with a map of the other scans.
// Each of its rays says how far one sees at most within some degrees of it. A pose is
// accepted only if its score is higher by gain than that of the pose the search began at,
// and it agrees at least by least.
func byViews(look nav.Site, others []house.Site) (agree agreement, gain, least float64) {
	h := &house.House{Sites: others}
	if len(others) == 0 {
		return nil, 0, 0
	}
	m := none()
	m.bounds(h)
	m.paint(h)
	m.count(h)
	g := m.ringOf(look)
	return func(yaw float64) func(x, y float64) float64 {
		return func(x, y float64) float64 { return m.exact(g, x, y, yaw) }
	}, 0.5, 2
}

// exact is the evidence of the rays of a few directions for any pose, not only a stand.
func (m *Map) exact(g *ring, x, y, yaw float64) (sum float64) {
	c := m.cell(x, y)
	if c < 0 || m.cells[c] != floor {
		return math.Inf(-1)
	}
	for i, r := range g.rays {
		got := reach(0)
		for k := -2.0; k <= 2; k++ {
			got = got.longer(m.cast(x, y, r.heading+yaw+k*6))
		}
		sum += float64(g.like[i][got])
	}
	return sum
}

// byWalls is [byViews] for a scan of many directions. Each ray counts for a pose if it ends
// at a wall that other scans saw, and against it if it ends on their floor.
func byWalls(p nav.Pose, look nav.Site, others []house.Site) (agree agreement, gain, least float64) {
	w, rays := wallsAround(p, others), endsOf(look)
	if len(w.fans) == 0 || len(rays) == 0 {
		return nil, 0, 0
	}
	return func(yaw float64) func(x, y float64) float64 {
		ends := make([]area.Point, len(rays))
		for i, r := range rays {
			sin, cos := math.Sincos((yaw + r.heading) * math.Pi / 180)
			ends[i] = area.Point{X: r.metres * cos, Y: r.metres * sin}
		}
		return func(x, y float64) float64 { return w.agree(x, y, ends) }
	}, 1, 4
}

const (
	pixel   = 0.1  // side of a cell, metres
	side    = 200  // cells
	beyondM = 0.4  // a scan says nothing of points farther than this behind the end of its sight, metres
	wallM   = 0.12 // uncertainty of a wall, metres
	wallPer = 0.03 // and in addition for each metre of sight
	agreed  = 1.4  // evidence of a ray that ends at a wall
	against = -0.9 // and of one that ends on floor
	weigh   = 0.4  // weight of a ray: neighbouring rays have the same errors, so they count as fewer
)

// walls are what scans saw around a pose. Cells are worked out when first needed.
type walls struct {
	x, y  float64
	fans  []fan
	cells []float32 // NaN: not yet worked out
}

// fan is a scan of many directions, with the points where its rays end.
type fan struct {
	x, y float64
	rays []area.Ray // by heading in [0, 360)
	ends []area.Point
	far  float64 // the longest ray, metres
}

func wallsAround(p nav.Pose, others []house.Site) *walls {
	w := &walls{x: p.X - side*pixel/2, y: p.Y - side*pixel/2}
	for _, o := range others {
		f := fan{x: o.Pose.X, y: o.Pose.Y, rays: nav.Rays(o.Sweeps)}
		if coarse(f.rays) {
			continue
		}
		for _, r := range f.rays {
			sin, cos := math.Sincos(r.Heading * math.Pi / 180)
			f.ends = append(f.ends, area.Point{X: f.x + r.Metres*cos, Y: f.y + r.Metres*sin})
			f.far = max(f.far, r.Metres)
		}
		w.fans = append(w.fans, f)
	}
	w.cells = make([]float32, side*side)
	for i := range w.cells {
		w.cells[i] = float32(math.NaN())
	}
	return w
}

// end is where a ray of a scan ends, from where it was made.
type end struct{ metres, heading float64 }

// endsOf gives the rays of a scan that hit something, by the direction from where the
// robot faced.
func endsOf(look nav.Site) (all []end) {
	for _, r := range nav.Rays(look.Sweeps) {
		if r.Hit && r.Metres < farthest && r.Metres > 0.2 {
			all = append(all, end{r.Metres, r.Heading - look.Pose.Yaw})
		}
	}
	return all
}

// agree is the evidence of rays for a point where the robot stands; their ends count from
// there.
func (w *walls) agree(x, y float64, ends []area.Point) (sum float64) {
	for _, e := range ends {
		sum += float64(w.at(x+e.X, y+e.Y))
	}
	return weigh * sum
}

// at is the evidence of a ray that ends at a point, interpolated between cells.
func (w *walls) at(x, y float64) float32 {
	fx, fy := (x-w.x)/pixel-0.5, (y-w.y)/pixel-0.5
	i, k := int(math.Floor(fx)), int(math.Floor(fy))
	if i < 0 || k < 0 || i+1 >= side || k+1 >= side {
		return 0
	}
	a, b := float32(fx-float64(i)), float32(fy-float64(k))
	return (w.cell(i, k)*(1-a)+w.cell(i+1, k)*a)*(1-b) + (w.cell(i, k+1)*(1-a)+w.cell(i+1, k+1)*a)*b
}

func (w *walls) cell(i, k int) float32 {
	v := w.cells[k*side+i]
	if v != v {
		v = w.say(w.x+(float64(i)+0.5)*pixel, w.y+(float64(k)+0.5)*pixel)
		w.cells[k*side+i] = v
	}
	return v
}

// say is the evidence of a ray that ends at a point: the larger the part of the scans
// seeing the point whose sight ends there, the higher.
func (w *walls) say(x, y float64) float32 {
	sees, ends := 0.0, 0.0
	for i := range w.fans {
		s, e := w.fans[i].look(x, y)
		sees, ends = sees+s, ends+e
	}
	if sees == 0 {
		return 0
	}
	share := ends / sees
	return float32(math.Log(share*math.Exp(agreed)+(1-share)*math.Exp(against))) * float32(min(1, sees))
}

// look tells how surely a scan sees a point, and how surely its sight ends there, 0..1.
func (f *fan) look(x, y float64) (sees, ends float64) {
	dx, dy := x-f.x, y-f.y
	d := math.Hypot(dx, dy)
	if d > f.far+beyondM+1e-6 {
		return 0, 0
	}
	heading := nav.Around360(math.Atan2(dy, dx) * 180 / math.Pi)
	n := len(f.rays)
	i := int(heading / 360 * float64(n)) // a first guess, right if the rays are evenly spread
	for i < n && f.rays[i].Heading < heading {
		i++
	}
	for i > 0 && f.rays[i-1].Heading >= heading {
		i--
	}
	a, b := (i+n-1)%n, i%n
	gap := nav.Around360(f.rays[b].Heading - f.rays[a].Heading)
	if gap > 45 {
		return 0, 0
	}
	ra, rb := f.rays[a], f.rays[b]
	part := nav.Around360(heading-ra.Heading) / gap
	if ra.Hit && rb.Hit && math.Abs(ra.Metres-rb.Metres) <= 0.3+0.2*min(ra.Metres, rb.Metres) {
		// one wall, it seems
		r := 1 / ((1-part)/ra.Metres + part/rb.Metres)
		if d > r+beyondM {
			return 0, 0
		}
		off := toSegment(x, y, f.ends[a], f.ends[b])
		sigma := wallM + wallPer*r
		return 1, math.Exp(-off * off / (2 * sigma * sigma))
	}
	r, e := ra, f.ends[a]
	if part > 0.5 {
		r, e = rb, f.ends[b]
	}
	if d > r.Metres+beyondM || !r.Hit && d > r.Metres-0.3 {
		return 0, 0
	}
	if !r.Hit {
		return 0.5, 0
	}
	off := math.Hypot(x-e.X, y-e.Y)
	sigma := wallM + wallPer*r.Metres
	return 0.5, 0.5 * math.Exp(-off*off/(2*sigma*sigma))
}

// toSegment is how far a point is from a straight wall, metres.
func toSegment(x, y float64, a, b area.Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	l := dx*dx + dy*dy
	t := 0.0
	if l > 0 {
		t = max(0, min(1, ((x-a.X)*dx+(y-a.Y)*dy)/l))
	}
	return math.Hypot(x-a.X-t*dx, y-a.Y-t*dy)
}
