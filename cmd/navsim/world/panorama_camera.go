package world

import (
	"image"
	"math"
)

// nearPlane is the closest distance, in metres, at which anything is drawn.
const nearPlane = 0.05

// A camera turns places into pixels of one view and keeps, per pixel, how far
// the thing drawn there is. Distances are along the view's axis, so that
// straight lines stay straight.
type camera struct {
	lens
	img        *image.RGBA
	at         Point
	focal      float64 // pixels
	fwd, right Point
	depth      []float32 // per pixel, row by row, m
	ceiling    []paint   // per row of the upper half
}

// newCamera gives a camera at a pose, not yet aimed.
func newCamera(p Pose, l lens) *camera {
	c := &camera{lens: l, at: p.Point()}
	c.focal = float64(l.w) / 2 / math.Tan(l.fov*math.Pi/360)
	c.depth = make([]float32, c.w*c.h)
	for y := range c.h / 2 {
		c.ceiling = append(c.ceiling, ceilingPaint.lit(1-0.4*float64(y)/float64(c.h)))
	}
	if !finite(p.X, p.Z) {
		c.at = Point{}
	}
	return c
}

// aim points the camera at a yaw, in degrees clockwise, to draw into img.
func (c *camera) aim(img *image.RGBA, yaw float64) {
	if !finite(yaw) {
		yaw = 0
	}
	c.img, c.fwd = img, Heading(yaw)
	c.right = Point{c.fwd.Z, -c.fwd.X}
	for i := range c.depth {
		c.depth[i] = math.MaxFloat32
	}
}

// ray gives the direction of a column: one metre of it is one metre forward.
func (c *camera) ray(col int) Point {
	return c.fwd.Add(c.right.Scale((float64(col) + 0.5 - float64(c.w)/2) / c.focal))
}

// columns gives the range of columns that the places may fall on.
func (c *camera) columns(places []Point) (lo, hi int) {
	left, right := math.Inf(1), math.Inf(-1)
	behind := 0
	for _, p := range places {
		v := p.Sub(c.at)
		ahead := v.dot(c.fwd)
		if ahead < nearPlane {
			behind++
			continue
		}
		x := v.dot(c.right) / ahead * c.focal
		left, right = min(left, x), max(right, x)
	}
	switch behind {
	case 0:
		half := float64(c.w) / 2
		return max(0, clampInt(left+half, c.w)), min(c.w, clampInt(right+half, c.w)+1)
	case len(places):
		return 0, 0
	}
	return 0, c.w
}

// clampInt cuts v to a whole number in [0, hi].
func clampInt(v float64, hi int) int { return int(min(max(v, 0), float64(hi))) }

// row gives the row, not cut to a whole one, of a height at a distance.
func (c *camera) row(height, dist float64) float64 {
	return float64(c.h)/2 + (c.eye-height)*c.focal/dist
}

// upright paints the part of a column between two heights at one distance,
// where nothing nearer is.
func (c *camera) upright(col int, s span) {
	from, to := clampInt(c.row(s.high, s.dist)+0.5, c.h), clampInt(c.row(s.low, s.dist)+0.5, c.h)
	d, paint := float32(s.dist), s.paint.faded(s.dist)
	for y := from; y < to; y++ {
		if i := y*c.w + col; d <= c.depth[i] {
			c.depth[i] = d
			c.set(col, y, paint)
		}
	}
}

// span is a piece of a column: heights and distance in metres, and a colour.
type span struct {
	low, high, dist float64
	paint           paint
}

// level paints the part of a column that a level plate covers, which lies at a
// height, reaches from one distance to another, and has the same look all over.
func (c *camera) level(col int, height float64, dists [2]float64, p paint) {
	shade := p.faded((dists[0] + dists[1]) / 2)
	c.plate(col, height, dists, func(float64) paint { return shade })
}

// plate is level with the look at each distance.
func (c *camera) plate(col int, height float64, dists [2]float64, look func(dist float64) paint) {
	a, b := c.row(height, dists[0]), c.row(height, dists[1])
	from, to := clampInt(min(a, b)+0.5, c.h), clampInt(max(a, b)+0.5, c.h)
	for y := from; y < to; y++ {
		d := (c.eye - height) * c.focal / (float64(y) + 0.5 - float64(c.h)/2)
		if i := y*c.w + col; d > 0 && float32(d) < c.depth[i] {
			c.depth[i] = float32(d)
			c.set(col, y, look(d))
		}
	}
}

// set writes one pixel of the view.
func (c *camera) set(x, y int, p paint) {
	i := y*c.img.Stride + 4*x
	px := c.img.Pix[i : i+4 : i+4]
	px[0], px[1], px[2], px[3] = p.r, p.g, p.b, 255
}
