package main

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"navd/daemon/episode"
)

// Sizes of the plot, px.
const (
	plotWidth   = 1000.0
	plotMargin  = 24.0
	plotHead    = 104.0 // title and legend
	panelHeight = 190.0
	panelTitle  = 34.0
	panelAxis   = 46.0 // room below a panel's frame
	axisRoom    = 46.0 // and left of it
	panelGap    = 36.0
)

// Colours of the plot other than those of the arms.
const (
	plotPaper = "#ffffff"
	plotEdge  = "#d0d7de"
	plotInk   = "#1f2328"
	plotSoft  = "#59636e"
	plotGrid  = "#eaeef2"
	plotFonts = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif"
)

// inkOf returns the colour and the dashes of an arm's line. The line of deaf should lie on
// that of silent, and both must be visible. With a kept house an arm has the same colour,
// dashed.
func inkOf(arm string) (colour, dashes string) {
	if plain, kept := strings.CutSuffix(arm, "+house"); kept {
		colour, _ = inkOf(plain)
		return colour, "8 4"
	}
	switch arm {
	case "silent":
		return "#738292", ""
	case "deaf":
		return "#1f2328", "2 6"
	case "denies":
		return "#ce6e40", ""
	case "tells":
		return "#009cc9", ""
	}
	return "#679e44", ""
}

// spot is a point of the sheet, px from its upper left corner.
type spot struct{ x, y float64 }

// panel is one figure of one section on the sheet.
type panel struct {
	left, top, right, bottom float64 // of the frame, px
	low, high                float64 // of the scale
	repetitions              int
}

func (p panel) x(repetition int) float64 {
	step := (p.right - p.left) / float64(p.repetitions)
	return p.left + step*(float64(repetition)+0.5)
}

func (p panel) y(v float64) float64 {
	return p.bottom - (v-p.low)/(p.high-p.low)*(p.bottom-p.top)
}

// draw draws the curves as SVG: a row for each section, success rate on the left and SPL
// on the right, and for each arm a line in the band of its interval.
func (r teachReport) draw() []byte {
	var b bytes.Buffer
	row := panelTitle + panelHeight + panelAxis
	height := plotHead + row*float64(len(r.Sections)) + plotMargin/2
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img" font-family="%s">`+"\n",
		pixels(plotWidth), pixels(height), pixels(plotWidth), pixels(height), plotFonts)
	fmt.Fprintf(&b, "<title>What a user's corrections bring</title>\n<desc>Success rate and SPL over %d searches in the same house</desc>\n", r.Repetitions)
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%s" height="%s" rx="12" fill="%s" stroke="%s"/>`+"\n",
		pixels(plotWidth-1), pixels(height-1), plotPaper, plotEdge)
	label(&b, "What a user's corrections bring", spot{plotMargin, 40}, `font-size="22" font-weight="600" fill="`+plotInk+`"`)
	label(&b, "the same thing looked for again and again in one house, each time from another start; bands: 95 % over houses",
		spot{plotMargin, 62}, `font-size="14" fill="`+plotSoft+`"`)
	if len(r.Sections) > 0 {
		legend(&b, r.Sections[0].Arms)
	}
	for i, s := range r.Sections {
		s.draw(&b, plotHead+row*float64(i), r.Repetitions)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// legend names the lines.
func legend(b *bytes.Buffer, arms []teachCurve) {
	x := plotMargin
	for _, a := range arms {
		colour, dashes := inkOf(a.Arm)
		fmt.Fprintf(b, `<path d="M%s 86h28" stroke="%s" stroke-width="3" stroke-dasharray="%s" fill="none"/>`+"\n", pixels(x), colour, dashes)
		label(b, a.Arm, spot{x + 36, 91}, `font-size="14" fill="`+plotInk+`"`)
		x += 120
	}
}

// draw draws the two panels of a section.
func (s teachSection) draw(b *bytes.Buffer, top float64, repetitions int) {
	label(b, s.heading(repetitions), spot{plotMargin, top + 22}, `font-size="14" font-weight="600" fill="`+plotInk+`"`)
	half := (plotWidth - 2*plotMargin - panelGap) / 2
	for i, one := range []struct {
		name string
		of   func(teachPoint) episode.Interval
	}{
		{"success rate", func(p teachPoint) episode.Interval { return p.SR }},
		{"SPL", func(p teachPoint) episode.Interval { return p.SPL }},
	} {
		left := plotMargin + float64(i)*(half+panelGap)
		p := panel{left: left + axisRoom, top: top + panelTitle, right: left + half, bottom: top + panelTitle + panelHeight, repetitions: repetitions}
		p.low, p.high = s.scale(one.of)
		p.axes(b, one.name)
		for _, a := range s.Arms {
			p.band(b, a, one.of)
		}
		for _, a := range s.Arms {
			p.line(b, a, one.of)
		}
	}
}

// scale returns the range of a panel, in whole tenths.
func (s teachSection) scale(of func(teachPoint) episode.Interval) (low, high float64) {
	low, high = 1, 0
	for _, a := range s.Arms {
		for _, p := range a.Points {
			from, to := bounds(of(p))
			low, high = min(low, from), max(high, to)
		}
	}
	low, high = math.Floor(low*10)/10, math.Ceil(high*10)/10
	if high <= low {
		return 0, 1
	}
	return low, high
}

// bounds returns the ends of an interval; the mean for both if it has none.
func bounds(i episode.Interval) (low, high float64) {
	if i.Low == nil || i.High == nil {
		return i.Mean, i.Mean
	}
	return *i.Low, *i.High
}

// axes draws the frame with its scales.
func (p panel) axes(b *bytes.Buffer, name string) {
	for v := math.Round(p.low * 10); v <= math.Round(p.high*10); v++ {
		y := p.y(v / 10)
		fmt.Fprintf(b, `<path d="M%s %sH%s" stroke="%s"/>`+"\n", pixels(p.left), pixels(y), pixels(p.right), plotGrid)
		label(b, fmt.Sprintf("%.1f", v/10), spot{p.left - 8, y + 4}, `font-size="11.5" text-anchor="end" fill="`+plotSoft+`"`)
	}
	for n := range p.repetitions {
		label(b, fmt.Sprint(n+1), spot{p.x(n), p.bottom + 18}, `font-size="11.5" text-anchor="middle" fill="`+plotSoft+`"`)
	}
	label(b, name+" in the 1st, 2nd, … search", spot{(p.left + p.right) / 2, p.bottom + 36}, `font-size="11.5" text-anchor="middle" fill="`+plotSoft+`"`)
}

// band fills the interval of an arm.
func (p panel) band(b *bytes.Buffer, c teachCurve, of func(teachPoint) episode.Interval) {
	colour, dashes := inkOf(c.Arm)
	if dashes != "" {
		return
	}
	var there, back string
	for n, point := range c.Points {
		low, high := bounds(of(point))
		there += corner(n == 0, spot{p.x(n), p.y(high)})
		back = "L" + pixels(p.x(n)) + " " + pixels(p.y(low)) + back
	}
	fmt.Fprintf(b, `<path d="%s%sZ" fill="%s" fill-opacity="0.10"/>`+"\n", there, back, colour)
}

// line draws the means of an arm.
func (p panel) line(b *bytes.Buffer, c teachCurve, of func(teachPoint) episode.Interval) {
	colour, dashes := inkOf(c.Arm)
	var path string
	for n, point := range c.Points {
		path += corner(n == 0, spot{p.x(n), p.y(of(point).Mean)})
	}
	fmt.Fprintf(b, `<path d="%s" stroke="%s" stroke-width="2.5" stroke-dasharray="%s" fill="none" stroke-linejoin="round"/>`+"\n", path, colour, dashes)
	for n, point := range c.Points {
		if dashes == "" {
			fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="3.5" fill="%s"/>`+"\n", pixels(p.x(n)), pixels(p.y(of(point).Mean)), colour)
		}
	}
}

// corner returns a point of an SVG path: the first moves there, the others draw a line.
func corner(first bool, at spot) string {
	if first {
		return "M" + pixels(at.x) + " " + pixels(at.y)
	}
	return "L" + pixels(at.x) + " " + pixels(at.y)
}

// label writes a text, which must not need escaping.
func label(b *bytes.Buffer, text string, at spot, style string) {
	fmt.Fprintf(b, `<text x="%s" y="%s" %s>%s</text>`+"\n", pixels(at.x), pixels(at.y), style, text)
}

// pixels is a length in the document, to a tenth.
func pixels(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64) }
