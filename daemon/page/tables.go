package page

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"navd/daemon/chart"
	"navd/daemon/episode"
	"navd/daemon/markup"
	"navd/daemon/words"
)

// column is the head of a column of a table.
type column struct {
	name   string
	number bool // set to the right
}

// openTable begins a table with its heads, those of figures last, and its body.
func openTable(d *markup.Doc, columns []column, figures []episode.Figure) {
	for _, f := range figures {
		columns = append(columns, column{f.Name, true})
	}
	d.Open("div").Attr("class", "wide").Attr("tabindex", "0").Open("table").Open("thead").Open("tr")
	for _, c := range columns {
		class := ""
		if c.number {
			class = "n"
		}
		d.Open("th").Attr("scope", "col").Attr("class", class).Open("bdi").Text(c.name).Close().Close()
	}
	d.Close().Close().Open("tbody")
}

// closeTable ends what openTable began.
func closeTable(d *markup.Doc) { d.Close().Close().Close() }

// nameCell is a name that anybody may have given. It keeps its direction of
// writing to itself.
func nameCell(d *markup.Doc, element, name string) {
	d.Open(element)
	if element == "th" {
		d.Attr("scope", "row")
	}
	d.Leaf("bdi", name).Close()
}

func numberCell(d *markup.Doc, value string) {
	d.Open("td").Attr("class", "n").Text(value).Close()
}

// nameCells is how much of a name stands in a text or a legend: tables have it
// whole.
const nameCells = 60

func count(n int) string { return strconv.Itoa(n) }

// shown is a mean with its interval as in the report's text.
func shown(v episode.Value, f episode.Figure, all int) string { return v.Cell(f, "%.*f", all) }

// changed is a difference with its interval, with a star when it leaves out 0.
func changed(v episode.Value, f episode.Figure, pairs int) string {
	text := v.Cell(f, "%+.*f", pairs)
	if v.Clear() {
		text += " *"
	}
	return text
}

// figures sets all figures of the runs beside each other.
func figures(d *markup.Doc, r episode.Report) {
	if len(r.Runs) == 0 {
		return
	}
	d.Leaf("h3", "All figures")
	columns := []column{{name: "figure"}, {name: "unit"}}
	values := make([]map[string]episode.Value, len(r.Runs))
	for i, run := range r.Runs {
		columns = append(columns, column{run.Name, true})
		values[i] = episode.ByName(run.Summary.Figures)
	}
	openTable(d, columns, nil)
	for _, c := range []struct {
		name string
		of   func(episode.Summary) int
	}{
		{"episodes", func(s episode.Summary) int { return s.Ended }},
		{"houses", func(s episode.Summary) int { return s.Houses }},
	} {
		d.Open("tr")
		nameCell(d, "th", c.name)
		nameCell(d, "td", "")
		for _, run := range r.Runs {
			numberCell(d, count(c.of(run.Summary)))
		}
		d.Close()
	}
	for _, f := range episode.Figures() {
		figureRow(d, f)
		for i, run := range r.Runs {
			numberCell(d, shown(values[i][f.Name], f, run.Summary.Ended))
		}
		d.Close()
	}
	closeTable(d)
}

// figureRow begins the row of a figure.
func figureRow(d *markup.Doc, f episode.Figure) {
	d.Open("tr")
	nameCell(d, "th", f.Name)
	nameCell(d, "td", f.Unit)
}

// differences shows how the last run differs from each before it.
func differences(d *markup.Doc, r episode.Report) {
	if len(r.Differences) == 0 {
		return
	}
	last := chart.Short(r.Differences[0].Run, nameCells)
	d.Leaf("h3", "Differences of paired episodes: "+last+" minus each other run")
	columns := []column{{name: "figure"}, {name: "unit"}}
	values := make([]map[string]episode.Value, len(r.Differences))
	paired := false
	for i, c := range r.Differences {
		columns = append(columns, column{"− " + c.Baseline, true})
		values[i] = episode.ByName(c.Differences)
		paired = paired || c.Pairs > 0
		baseline := chart.Short(c.Baseline, nameCells)
		d.Open("p").Attr("class", "soft").Text(fmt.Sprintf("%s − %s: %s, %s; without a partner: %d of %s, %d of %s.", last, baseline,
			words.Count(c.Pairs, "pair"), words.Count(c.Houses, "house"), c.OnlyBaseline, baseline, c.OnlyRun, last)).Close()
	}
	if !paired {
		d.Leaf("p", "No two episodes have the same house, start, target and seed.")
		return
	}
	differencePlots(d, r.Differences, values)
	openTable(d, columns, nil)
	for _, f := range episode.Figures() {
		if !slices.ContainsFunc(values, func(of map[string]episode.Value) bool { return of[f.Name].N > 0 }) {
			continue
		}
		figureRow(d, f)
		for i, c := range r.Differences {
			numberCell(d, changed(values[i][f.Name], f, c.Pairs))
		}
		d.Close()
	}
	closeTable(d)
}

// differencePlots draws the differences of success, SPL and steps around 0.
func differencePlots(d *markup.Doc, differences []episode.Comparison, values []map[string]episode.Value) {
	d.Open("div").Attr("class", "plots")
	for _, n := range plotNames()[:3] {
		f := figureOf(n[0])
		plot := chart.Dots{Title: "difference of " + axisTitle(f)}
		for i, c := range differences[:min(len(differences), mostGroups)] {
			if v := values[i][f.Name]; v.N > 0 {
				plot.Dots = append(plot.Dots, dot("− "+c.Baseline, i, v, changed(v, f, c.Pairs)))
			}
		}
		drawDots(d, n[1]+", difference", plot)
	}
	d.Close()
}

// mostEpisodes is how many episodes of a section the page lists: a browser is
// slow with more, and the CSV has all.
const mostEpisodes = 2000

// listed are the figures of one episode that the table has.
func listed() []episode.Figure {
	var list []episode.Figure
	for _, name := range []string{"spl", "steps", "path_m", "plans", "model_calls", "cost", "stuck", "ababa", "site_abab"} {
		list = append(list, figureOf(name))
	}
	return list
}

// episodes lists the episodes one by one, open ones too.
func episodes(d *markup.Doc, runs []episode.Run) {
	all := 0
	for _, run := range runs {
		all += len(run.Episodes)
	}
	if all == 0 {
		return
	}
	d.Leaf("h3", "Episodes")
	if all > mostEpisodes {
		d.Leaf("p", fmt.Sprintf("The first %d of %d; a CSV file has all.", mostEpisodes, all))
	}
	columns := []column{{name: "run"}, {name: "episode"}, {name: "house"}, {name: "goal"}, {name: "arm"}, {name: "condition"}, {name: "began (UTC)"}, {name: "result"}}
	openTable(d, columns, listed())
	figures, left := listed(), mostEpisodes
	for _, run := range runs {
		for _, e := range run.Episodes[:min(left, len(run.Episodes))] {
			episodeRow(d, run.Name, e, figures)
			left--
		}
	}
	closeTable(d)
}

func episodeRow(d *markup.Doc, run string, e episode.Episode, figures []episode.Figure) {
	class, result := resultOf(e)
	d.Open("tr").Attr("class", class)
	name := e.Name
	if name == "" {
		name = e.ID
	}
	for _, s := range []string{run, name, e.SceneID, e.Goal, e.Arm, e.Condition} {
		nameCell(d, "td", s)
	}
	began := "-"
	if !e.Began.IsZero() {
		began = e.Began.UTC().Format(time.DateTime)
	}
	d.Open("td").Attr("class", "n").Text(began).Close()
	d.Open("td").Attr("class", "result").Text(result).Close()
	for _, f := range figures {
		text := "-"
		if v, known := f.Of(e); known {
			text = one(f, v)
		}
		numberCell(d, text)
	}
	d.Close()
}

// one is the figure of a single episode: what is counted has no places.
func one(f episode.Figure, v float64) string {
	if v == float64(int64(v)) && f.Unit != "0..1" && f.Unit != "m" {
		return strconv.FormatInt(int64(v), 10)
	}
	return strconv.FormatFloat(v, 'f', f.Decimals(), 64)
}

// resultOf says what came of an episode, and the class of its row.
func resultOf(e episode.Episode) (class, result string) {
	if e.Status != episode.Ended {
		return "", "open"
	}
	reached, told := figureOf("sr").Of(e)
	switch {
	case !told:
		return "", "not told"
	case reached > 0:
		return "good", "reached"
	}
	return "bad", "failed"
}
