package page

import (
	"cmp"
	"slices"
	"strings"

	"navd/daemon/chart"
	"navd/daemon/episode"
	"navd/daemon/markup"
)

// group is the episodes of a run with one arm and one condition.
type group struct {
	run, arm, condition string
	name                string // for legends
	episodes            []episode.Episode
	summary             episode.Summary
	figures             map[string]episode.Value
}

// mostGroups is how many groups a plot shows at most: more cannot be told apart.
const mostGroups = 12

// groupsOf parts the runs by arm and condition, in the order of the runs. A run
// without an ended episode gives none.
func groupsOf(runs []episode.Run) []*group {
	var all []*group
	for _, run := range runs {
		var in []*group
		for _, e := range run.Episodes {
			if e.Status != episode.Ended {
				continue
			}
			i := slices.IndexFunc(in, func(g *group) bool { return g.arm == e.Arm && g.condition == e.Condition })
			if i < 0 {
				i = len(in)
				in = append(in, &group{run: run.Name, arm: e.Arm, condition: e.Condition})
			}
			in[i].episodes = append(in[i].episodes, e)
		}
		slices.SortFunc(in, func(a, b *group) int {
			return cmp.Or(cmp.Compare(a.arm, b.arm), cmp.Compare(a.condition, b.condition))
		})
		for _, g := range in {
			g.summarize(len(in) > 1)
		}
		all = append(all, in...)
	}
	return all
}

// summarize fills in the figures and the name. Where a run has several groups
// the name has their arm and condition.
func (g *group) summarize(several bool) {
	g.name = g.run
	for _, part := range []string{g.arm, g.condition} {
		if several && part != "" {
			g.name += " · " + part
		}
	}
	if several && g.arm == "" && g.condition == "" {
		g.name += " · no arm"
	}
	g.summary = episode.Summarize(g.episodes)
	g.figures = map[string]episode.Value{}
	for _, v := range g.summary.Figures {
		g.figures[v.Figure] = v
	}
}

// split tells whether a run has several groups, so that a table of them says
// more than the one of the runs.
func split(groups []*group, runs []episode.Run) bool {
	ended := 0
	for _, run := range runs {
		if slices.ContainsFunc(run.Episodes, func(e episode.Episode) bool { return e.Status == episode.Ended }) {
			ended++
		}
	}
	return len(groups) > ended
}

// groupTable sets the groups below each other.
func groupTable(d *markup.Doc, groups []*group) {
	d.Leaf("h3", "Runs by arm and condition")
	openTable(d, []column{{name: "run"}, {name: "arm"}, {name: "condition"}, {"episodes", true}, {"houses", true}}, plotted())
	for _, g := range groups {
		d.Open("tr")
		nameCell(d, "td", g.run)
		nameCell(d, "td", g.arm)
		nameCell(d, "td", g.condition)
		numberCell(d, count(g.summary.Ended))
		numberCell(d, count(g.summary.Houses))
		for _, f := range plotted() {
			numberCell(d, shown(g.figures[f.Name], f, g.summary.Ended))
		}
		d.Close()
	}
	closeTable(d)
}

// plotNames are the figures with a plot, and what it is called.
func plotNames() [][2]string {
	return [][2]string{
		{"sr", "Success rate"},
		{"spl", "SPL"},
		{"steps", "Steps of an episode"},
		{"stuck", "Loops: STUCK, per episode"},
		{"ababa", "Loops: A,B,A,B of places, per episode"},
		{"site_abab", "Loops: A,B,A,B of scan sites, per episode"},
		{"model_calls", "Model calls for plans, per episode"},
		{"cost", "Cost of model calls, per episode"},
	}
}

// plotted lists the figures with a plot.
func plotted() []episode.Figure {
	var list []episode.Figure
	for _, n := range plotNames() {
		list = append(list, figureOf(n[0]))
	}
	return list
}

func figureOf(name string) episode.Figure {
	all := episode.Figures()
	return all[slices.IndexFunc(all, func(f episode.Figure) bool { return f.Name == name })]
}

// plots draws the figures of the groups with their intervals. Of those that are
// 0 in every episode it says so.
func plots(d *markup.Doc, groups []*group) {
	d.Leaf("h3", "Means with 95 % intervals")
	tooMany(d, len(groups))
	d.Open("div").Attr("class", "plots")
	var zero []string
	for _, n := range plotNames() {
		f := figureOf(n[0])
		plot, some := chart.Dots{Title: axisTitle(f), Share: f.Unit == "0..1"}, f.Unit == "0..1"
		for i, g := range groups[:min(len(groups), mostGroups)] {
			if v := g.figures[f.Name]; v.N > 0 {
				some = some || v.Mean != 0
				plot.Dots = append(plot.Dots, dot(g.name, i, v, shown(v, f, g.summary.Ended)))
			}
		}
		if !some && len(plot.Dots) > 0 {
			zero = append(zero, f.Name)
			continue
		}
		drawDots(d, n[1], plot)
	}
	d.Close()
	if len(zero) > 0 {
		d.Open("p").Attr("class", "soft").Text("0 in every episode, so without a plot: " + strings.Join(zero, ", ") + ".").Close()
	}
}

// drawDots draws a plot under its name; one without a value is left out.
func drawDots(d *markup.Doc, name string, plot chart.Dots) {
	if len(plot.Dots) == 0 {
		return
	}
	d.Open("div").Attr("class", "plot").Leaf("p", name)
	plot.Draw(d)
	d.Close()
}

func dot(name string, ink int, v episode.Value, value string) chart.Dot {
	return chart.Dot{Name: name, Ink: ink, Value: value, Mean: v.Mean, Low: v.Low, High: v.High}
}

// axisTitle is a figure with its unit, where that says more.
func axisTitle(f episode.Figure) string {
	if f.Unit == f.Name {
		return f.Name
	}
	return f.Name + " (" + f.Unit + ")"
}

// tooMany says when the plots leave groups out.
func tooMany(d *markup.Doc, groups int) {
	if groups > mostGroups {
		d.Leaf("p", "The plots show the first "+count(mostGroups)+" of "+count(groups)+" groups; the tables have all.")
	}
}
