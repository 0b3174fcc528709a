package chart

import "navd/daemon/markup"

// Dot is a mean with its interval.
type Dot struct {
	Name      string
	Value     string // mean and interval in words, beside the name
	Ink       int    // number of its colour
	Mean      float64
	Low, High *float64 // nil: it has no interval
}

// Dots are means below each other over one axis.
type Dots struct {
	Title string // of the axis, with the unit
	Share bool   // the axis goes from 0 to 1 at least
	Dots  []Dot
}

// The rows of dots.
const (
	rowHeight = 40.0
	nameLine  = 14.0 // from a row's top to the foot of its name
	dotLine   = 28.0 // from a row's top to its dot
)

// Draw draws the dots; 0 is always on the axis.
func (c Dots) Draw(d *markup.Doc) {
	bottom := rowHeight*float64(len(c.Dots)) + 4
	low, high := c.span()
	x := newAxis(low, high, side, Width-side)
	begin(d, bottom+foot, c.Title)
	x.lower(d, 0, bottom, c.Title)
	for i, dot := range c.Dots {
		dot.draw(d, x, rowHeight*float64(i))
	}
	d.Close()
}

func (dot Dot) draw(d *markup.Doc, x axis, top float64) {
	y := top + dotLine
	text(d, "label halo", "start", 2, top+nameLine, Short(dot.Name, cells))
	text(d, "label halo", "end", Width-2, top+nameLine, dot.Value)
	if dot.Low != nil && dot.High != nil {
		from, to := x.at(*dot.Low), x.at(*dot.High)
		line(d, "bar "+Ink(dot.Ink%Inks), from, y, to, y)
		line(d, "bar "+Ink(dot.Ink%Inks), from, y-4, from, y+4)
		line(d, "bar "+Ink(dot.Ink%Inks), to, y-4, to, y+4)
	}
	d.Open("circle").Attr("class", "dot "+Ink(dot.Ink%Inks)).Attr("cx", px(x.at(dot.Mean))).Attr("cy", px(y)).Attr("r", "4.5").Close()
}

// span is the least and the greatest value that is shown.
func (c Dots) span() (low, high float64) {
	if c.Share {
		high = 1
	}
	for _, dot := range c.Dots {
		low, high = min(low, dot.Mean), max(high, dot.Mean)
		if dot.Low != nil && dot.High != nil {
			low, high = min(low, *dot.Low), max(high, *dot.High)
		}
	}
	return low, high
}
