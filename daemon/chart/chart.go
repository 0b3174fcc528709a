// Package chart draws plots as SVG inside a page: means with their intervals,
// and curves that go up or down in steps. Colours are classes, so that the page
// sets them for light, dark and print: ink0 to ink5 of what is shown, dash0 to
// dash2 of curves beyond those, grid, zero, label and soft of all else.
package chart

import (
	"fmt"
	"math"
	"strconv"

	"navd/daemon/markup"
)

// Inks is how many colours there are; what has a higher number begins anew, with
// another dash.
const Inks = 6

// Width of every plot, in pixels when it is shown at its own size: that of a
// phone's page.
const Width = 360.0

const (
	side     = 22.0 // room beside a plot, for half of its outer marks
	axisRoom = 44.0 // room of the marks left of curves
	foot     = 42.0 // room of the marks and the title of the lower axis
	cells    = 26   // of a name, in letters of Latin; a Korean one takes two
)

// Ink is the classes of the colour and the dash of the n-th thing shown, from 0.
func Ink(n int) string { return fmt.Sprintf("ink%d dash%d", n%Inks, n/Inks%3) }

// axis maps the values between its first and last mark to pixels.
type axis struct {
	ticks    []float64
	from, to float64 // pixels
}

func newAxis(low, high, from, to float64) axis {
	return axis{Ticks(low, high, 6), from, to}
}

func (a axis) at(v float64) float64 {
	first, last := a.ticks[0], a.ticks[len(a.ticks)-1]
	return a.from + (v-first)/(last-first)*(a.to-a.from)
}

// begin opens a drawing with its name for those who cannot see it.
func begin(d *markup.Doc, height float64, name string) {
	d.Open("svg").Attr("viewBox", "0 0 "+px(Width)+" "+px(height)).Attr("role", "img").Attr("aria-label", name)
}

// lower draws the marks of a horizontal axis with their lines and its title.
func (a axis) lower(d *markup.Doc, top, bottom float64, title string) {
	for _, v := range a.ticks {
		class := "grid"
		if v == 0 {
			class = "zero"
		}
		line(d, class, a.at(v), top, a.at(v), bottom)
		text(d, "soft", "middle", a.at(v), bottom+15, Label(v))
	}
	text(d, "soft", "middle", (a.from+a.to)/2, bottom+33, title)
}

func line(d *markup.Doc, class string, x1, y1, x2, y2 float64) {
	d.Open("path").Attr("class", class).Attr("d", "M"+px(x1)+" "+px(y1)+"L"+px(x2)+" "+px(y2)).Close()
}

func text(d *markup.Doc, class, anchor string, x, y float64, s string) {
	d.Open("text").Attr("class", class).Attr("text-anchor", anchor).Attr("x", px(x)).Attr("y", px(y)).Text(s).Close()
}

// px is a length in pixels, to a tenth.
func px(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64) }

// Short cuts a name to n cells, with an ellipsis where something is left
// out. A letter of Chinese, Japanese or Korean takes two cells.
func Short(name string, cells int) string {
	used, kept := 0, 0 // kept: bytes before the ellipsis
	for i, r := range name {
		if used <= cells-1 {
			kept = i
		}
		used++
		if r >= 0x1100 {
			used++
		}
		if used > cells {
			return name[:kept] + "…"
		}
	}
	return name
}
