package chart

import (
	"strings"

	"navd/daemon/markup"
)

// Point is a corner of a curve.
type Point struct{ X, Y float64 }

// Curve is a share that changes in steps: from each point on it has its Y.
type Curve struct {
	Ink    int     // number of its colour and dash
	Points []Point // with rising X; the first is where the curve begins
}

// Curves are curves over one axis, each drawn to its right end. Their shares are
// from 0 to 1 and are shown in percent.
type Curves struct {
	X, Y   string  // titles of the axes
	High   float64 // end of the lower axis, which begins at 0
	Curves []Curve
}

// height of curves without the marks below them.
const curveHeight = 200.0

// Draw draws the curves. What they stand for is told by a legend of the page,
// in the colours of [Ink].
func (c Curves) Draw(d *markup.Doc) {
	const top = 24.0
	bottom := top + curveHeight
	x := newAxis(0, c.High, axisRoom, Width-side)
	y := newAxis(0, 1, bottom, top)
	begin(d, bottom+foot, c.Y+" over "+c.X)
	text(d, "soft", "start", 2, 12, c.Y)
	x.lower(d, top, bottom, c.X)
	for _, v := range y.ticks {
		line(d, "grid", x.from, y.at(v), x.to, y.at(v))
		text(d, "soft", "end", x.from-6, y.at(v)+4, Label(v*100)+" %")
	}
	for _, one := range c.Curves {
		d.Open("path").Attr("class", "curve "+Ink(one.Ink)).Attr("d", one.path(x, y)).Close()
	}
	d.Close()
}

// path goes along the curve, level and then up or down, to the end of the axis.
func (c Curve) path(x, y axis) string {
	var b strings.Builder
	for i, p := range c.Points {
		if i == 0 {
			b.WriteString("M" + px(x.at(p.X)) + " " + px(y.at(p.Y)))
			continue
		}
		b.WriteString("H" + px(x.at(p.X)) + "V" + px(y.at(p.Y)))
	}
	if b.Len() > 0 {
		b.WriteString("H" + px(x.to))
	}
	return b.String()
}
