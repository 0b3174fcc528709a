package page

import (
	"slices"

	"navd/daemon/chart"
	"navd/daemon/episode"
	"navd/daemon/markup"
)

// curves draws how many episodes reached the goal within n steps, and how
// many have at least a given SPL.
func curves(d *markup.Doc, groups []*group) {
	groups = groups[:min(len(groups), mostGroups)]
	within := chart.Curves{X: "steps", Y: "reached the goal within so many steps"}
	above := chart.Curves{X: "SPL", Y: "have at least this SPL", High: 1}
	for i, g := range groups {
		points, most := successWithin(g.episodes)
		within.High = max(within.High, most)
		if points != nil {
			within.Curves = append(within.Curves, chart.Curve{Ink: i, Points: points})
		}
		if points := splAbove(g.episodes); points != nil {
			above.Curves = append(above.Curves, chart.Curve{Ink: i, Points: points})
		}
	}
	if len(within.Curves)+len(above.Curves) == 0 {
		return
	}
	d.Leaf("h3", "Share of the episodes that …")
	legend(d, groups)
	d.Open("div").Attr("class", "plots")
	for _, c := range []chart.Curves{within, above} {
		if len(c.Curves) > 0 {
			d.Open("div").Attr("class", "plot")
			c.Draw(d)
			d.Close()
		}
	}
	d.Close()
}

// legend names the curves.
func legend(d *markup.Doc, groups []*group) {
	d.Open("ul").Attr("class", "legend")
	for i, g := range groups {
		d.Open("li").Open("svg").Attr("viewBox", "0 0 30 10").Attr("aria-hidden", "true")
		d.Open("path").Attr("class", "curve "+chart.Ink(i)).Attr("d", "M0 5H30").Close().Close()
		d.Leaf("bdi", chart.Short(g.name, nameCells)).Close()
	}
	d.Close()
}

// successWithin gives, of the episodes of which it is known whether and in how
// many steps they reached the goal, the share that did within n steps, and
// the most steps of any of them. It is nil when none is known.
func successWithin(es []episode.Episode) (points []chart.Point, most float64) {
	success, steps := figureOf("sr"), figureOf("steps")
	var took []float64
	known := 0
	for _, e := range es {
		reached, told := success.Of(e)
		n, counted := steps.Of(e)
		if !told || !counted {
			continue
		}
		known++
		most = max(most, n)
		if reached > 0 {
			took = append(took, n)
		}
	}
	if known == 0 {
		return nil, 0
	}
	slices.Sort(took)
	points = []chart.Point{{X: 0, Y: 0}}
	for i, n := range took {
		if i+1 == len(took) || took[i+1] > n {
			points = append(points, chart.Point{X: n, Y: float64(i+1) / float64(known)})
		}
	}
	return points, most
}

// splAbove gives the share of the episodes with a known SPL that have at least
// a given one. It is nil when none is known.
func splAbove(es []episode.Episode) []chart.Point {
	spl := figureOf("spl")
	var values []float64
	for _, e := range es {
		if v, known := spl.Of(e); known {
			values = append(values, v)
		}
	}
	if values == nil {
		return nil
	}
	slices.Sort(values)
	points := []chart.Point{{X: 0, Y: 1}}
	for i, v := range values {
		if i+1 == len(values) || values[i+1] > v {
			points = append(points, chart.Point{X: v, Y: 1 - float64(i+1)/float64(len(values))})
		}
	}
	return points
}
