package explorer

import (
	"math"

	"navd/cmd/navsim/world"
)

const (
	jump     = 1.0 // neighbouring rays end at one wall if they differ by at most that, metres
	straight = 0.1 // three ends are on one wall if they are off a line by at most that, metres
	farther  = 2.0 // the third end may be this much farther away than the two are apart, metres
)

// fan is the rays of one scan.
type fan struct {
	rays  []Ray
	ends  []world.Point
	joins []bool  // a ray ends at the same wall as the next one
	step  float64 // degrees from each to the next
	far   float64 // the longest, metres
}

func newFan(at world.Point, rays []Ray) fan {
	f := fan{rays: rays, step: 360 / float64(len(rays))}
	for _, r := range rays {
		f.ends = append(f.ends, at.Add(world.Heading(r.Yaw).Scale(r.Metres)))
		f.far = max(f.far, r.Metres)
	}
	for i := range rays {
		f.joins = append(f.joins, f.oneWall(i))
	}
	return f
}

// next returns the index of the ray n places on.
func (f *fan) next(i, n int) int { return (i + n + len(f.rays)) % len(f.rays) }

// hit reports whether a ray hit something.
func (f *fan) hit(i int) bool { return f.rays[i].Metres < world.MaxSight }

// oneWall reports whether a ray and the next one end at the same wall.
func (f *fan) oneWall(i int) bool {
	j := f.next(i, 1)
	if math.Abs(f.rays[i].Metres-f.rays[j].Metres) <= jump {
		return true
	}
	before, after := f.next(i, -1), f.next(j, 1)
	return f.hit(i) && f.hit(j) &&
		(f.hit(before) && inLine(f.ends[before], f.ends[i], f.ends[j]) || f.hit(after) && inLine(f.ends[after], f.ends[j], f.ends[i]))
}

// inLine reports whether q is on the line from r to p, and that line is not much longer
// than the one from q to p.
func inLine(r, q, p world.Point) bool {
	length := r.Dist(p)
	if length > q.Dist(p)+farther || length < 1e-9 {
		return false
	}
	u, v := p.Sub(r), q.Sub(r)
	return math.Abs(u.X*v.Z-u.Z*v.X)/length <= straight
}

// sight returns how far one sees at a yaw, in metres, and whether a wall ends the sight.
// In a gap between two rays, nothing does on the side of the longer one.
func (f *fan) sight(yaw float64) (metres float64, wall bool) {
	off := math.Mod(yaw-f.rays[0].Yaw+720, 360)
	i := int(off/f.step) % len(f.rays)
	off -= float64(i) * f.step
	j := f.next(i, 1)
	a, b := f.rays[i].Metres, f.rays[j].Metres
	switch {
	case !f.joins[i] && a < b:
		return a, f.hit(i) && off < f.step/2
	case !f.joins[i]:
		return b, f.hit(j) && off > f.step/2
	}
	const rad = math.Pi / 180
	sines := a*math.Sin((f.step-off)*rad) + b*math.Sin(off*rad)
	if sines <= 0 {
		return 0, false
	}
	return a * b * math.Sin(f.step*rad) / sines, f.hit(i) && f.hit(j)
}
