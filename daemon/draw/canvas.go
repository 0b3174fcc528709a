package draw

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// A spot is a point of the sheet, px from its upper left corner.
type spot struct{ x, y float64 }

func (p spot) plus(dx, dy float64) spot { return spot{p.x + dx, p.y + dy} }

// toward returns the spot r px away in the direction of a heading of the odom frame, in
// degrees: 0 is up, 90 to the left. An infinite heading or NaN counts as 0.
func (p spot) toward(heading, r float64) spot {
	if math.IsNaN(heading) || math.IsInf(heading, 0) {
		heading = 0
	}
	sin, cos := math.Sincos(heading * math.Pi / 180)
	return spot{p.x - r*sin, p.y - r*cos}
}

func (p spot) distance(q spot) float64 { return math.Hypot(p.x-q.x, p.y-q.y) }

// px is a length or a coordinate in the document: one decimal, never NaN,
// infinite or minus zero.
type px float64

func (v px) String() string {
	f := float64(v)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "0"
	}
	return strconv.FormatFloat(math.Round(f*10)/10+0, 'f', -1, 64)
}

// String writes a spot as a pair for path data.
func (p spot) String() string { return px(p.x).String() + " " + px(p.y).String() }

// A canvas collects elements. Text from outside must be passed as [text], which escapes it.
type canvas struct{ bytes.Buffer }

func (c *canvas) put(format string, args ...any) { fmt.Fprintf(&c.Buffer, format+"\n", args...) }

// A pen collects path data.
type pen struct{ bytes.Buffer }

// dot is a line of no length: a stroke with round ends makes it a disc.
func (p *pen) dot(at spot) { p.WriteString("M" + at.String() + "h0") }

// lines joins spots, one to the next.
func (p *pen) lines(spots ...spot) {
	step := "M"
	for _, at := range spots {
		p.WriteString(step + at.String())
		step = "L"
	}
}

// loop is like lines, and leads back to the first.
func (p *pen) loop(corners ...spot) {
	p.lines(corners...)
	p.WriteString("Z")
}

// sector is a slice of a pie around the middle, w degrees to either side.
func (p *pen) sector(middle spot, heading, r, w float64) {
	p.lines(middle, middle.toward(heading+w, r))
	fmt.Fprintf(p, "A%v %v 0 0 1 %v", px(r), px(r), middle.toward(heading-w, r))
	p.WriteString("Z")
}

// disc draws a filled circle with a thin rim.
func (c *canvas) disc(at spot, r float64, fill, rim string) {
	c.put(`<circle cx="%v" cy="%v" r="%v" fill="%s" stroke="%s" stroke-width="1.5"/>`, px(at.x), px(at.y), px(r), fill, rim)
}

// rimmed draws a filled outline with a thin rim.
func (c *canvas) rimmed(fill, rim string, corners ...spot) {
	var p pen
	p.loop(corners...)
	c.put(`<path d="%s" fill="%s" stroke="%s" stroke-width="1.5" stroke-linejoin="round"/>`, p.String(), fill, rim)
}

// stroke draws lines of one colour with round ends.
func (c *canvas) stroke(p *pen, colour string, width float64) {
	if p.Len() == 0 {
		return
	}
	c.put(`<path d="%s" stroke="%s" stroke-width="%v" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`,
		p.String(), colour, px(width))
}
