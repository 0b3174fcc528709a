package draw

import (
	"math"

	"navd/daemon/nav"
)

// Sizes of the sheet, px.
const (
	sheetWidth = 1000.0
	margin     = 32.0
	mapWidth   = sheetWidth - 2*margin
	mapMost    = 860.0 // highest map
	mapLeast   = 180.0 // lowest map
	rim        = 48.0  // kept free inside the map, for what stands out
	mostZoom   = 92.0  // px per metre
)

// farthest is how far from the origin a position may lie, metres.
const farthest = 1e9

// drawable tells whether a position lies on any map.
func drawable(x, y float64) bool { return math.Abs(x) <= farthest && math.Abs(y) <= farthest }

// A frame brings metres of the odom frame onto the sheet: +x is up, +y left.
type frame struct {
	zoom   float64 // px per metre
	x0, y0 float64 // px of the origin
	area   box     // the map on the sheet
}

func (f frame) at(p nav.Pose) spot { return f.point(Point{p.X, p.Y}) }
func (f frame) point(p Point) spot { return spot{f.x0 - p.Y*f.zoom, f.y0 - p.X*f.zoom} }
func (f frame) points(ps []Point) []spot {
	out := make([]spot, 0, len(ps))
	for _, p := range ps {
		if drawable(p.X, p.Y) {
			out = append(out, f.point(p))
		}
	}
	return out
}

// extent is the smallest rectangle around all positions, metres.
type extent struct {
	lo, hi Point
	some   bool
}

func (e *extent) add(x, y float64) {
	switch {
	case !drawable(x, y):
	case !e.some:
		*e = extent{Point{x, y}, Point{x, y}, true}
	default:
		e.lo = Point{math.Min(e.lo.X, x), math.Min(e.lo.Y, y)}
		e.hi = Point{math.Max(e.hi.X, x), math.Max(e.hi.Y, y)}
	}
}

func (e *extent) addPoints(ps ...Point) {
	for _, p := range ps {
		e.add(p.X, p.Y)
	}
}

// extentOf looks at everything that will be drawn.
func extentOf(m MapData, graph *index) extent {
	var e extent
	for _, a := range graph.anchors {
		e.add(a.Pose.X, a.Pose.Y)
	}
	for _, s := range graph.sites {
		e.add(s.Pose.X, s.Pose.Y)
	}
	graph.seen.addTo(&e)
	for _, p := range m.Path {
		e.add(p.X, p.Y)
	}
	for _, k := range m.Marks {
		e.add(k.Pose.X, k.Pose.Y)
	}
	for _, f := range m.Floor {
		e.addPoints(f.Corners...)
	}
	for _, l := range m.Walls {
		e.addPoints(l.A, l.B)
	}
	for _, t := range m.Things {
		e.addPoints(t.Corners...)
	}
	for _, b := range m.Finds {
		if r := math.Min(b.Spread, mostRing); m.Detail {
			e.addPoints(Point{b.X - r, b.Y - r}, Point{b.X + r, b.Y + r})
		} else if b.Now >= likely && b.Spread <= mostRing || len(m.Path) == 0 {
			e.add(b.X, b.Y)
		}
	}
	if m.Target != nil {
		e.add(m.Target.X, m.Target.Y)
	}
	return e
}

// join adds what another one holds.
func (e *extent) join(o extent) {
	if o.some {
		e.addPoints(o.lo, o.hi)
	}
}

// fit makes the frame of a map whose upper edge lies at top: as large as the
// sheet allows, centred.
func (e extent) fit(top float64) frame { return e.within(spot{margin, top}, mapWidth, rim) }

// within makes the frame of a map with this upper left corner and width, with
// so much kept free inside it.
func (e extent) within(corner spot, across, rim float64) frame {
	wide, high := e.hi.Y-e.lo.Y, e.hi.X-e.lo.X // metres across and along the sheet
	zoom := math.Min(mostZoom, math.Min((across-2*rim)/wide, (mapMost-2*rim)/high))
	height := math.Max(high*zoom+2*rim, mapLeast)
	area := box{corner.x, corner.y, corner.x + across, corner.y + height}
	return frame{
		zoom: zoom, area: area,
		x0: (area.left+area.right)/2 + (e.lo.Y+e.hi.Y)/2*zoom,
		y0: (area.top+area.bottom)/2 + (e.lo.X+e.hi.X)/2*zoom,
	}
}

// roundLength is the largest 1, 2 or 5 times a power of ten, in metres, that
// is at most w px long.
func (f frame) roundLength(w float64) float64 {
	metres := w / f.zoom
	power := math.Pow(10, math.Floor(math.Log10(metres)))
	for _, n := range []float64{5, 2} {
		if n*power <= metres {
			return n * power
		}
	}
	return power
}
