// Package page writes reports of episodes as one HTML page that needs nothing
// beside it: no script, no picture, no font, nothing from the net. The same
// episodes give the same bytes.
package page

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"navd/daemon/episode"
	"navd/daemon/markup"
	"navd/daemon/words"
)

//go:embed style.css
var style string

// policy lets a browser show the page and nothing else.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

// Page is a report of one section or several.
type Page struct {
	Title    string
	Sections []Section
}

// Section is a number of runs that are set beside each other.
type Section struct {
	Title string        // empty: the page's title is enough
	Runs  []episode.Run // the last is compared with each before it
}

// Write writes the page. An error is that of the writer.
func (p Page) Write(w io.Writer) error {
	d := markup.Page()
	d.Open("html").Attr("lang", "en").Open("head")
	d.Open("meta").Attr("charset", "utf-8").Close()
	d.Open("meta").Attr("http-equiv", "Content-Security-Policy").Attr("content", policy).Close()
	d.Open("meta").Attr("name", "viewport").Attr("content", "width=device-width, initial-scale=1").Close()
	d.Leaf("title", p.Title).Leaf("style", style).Close()
	d.Open("body").Leaf("h1", p.Title)
	var reports []episode.Report
	for _, s := range p.Sections {
		r := episode.NewReport(s.Runs)
		reports = append(reports, r)
		s.write(d, r)
	}
	if len(p.Sections) == 0 {
		d.Leaf("p", "There are no episodes.")
	} else {
		d.Leaf("h2", "What the figures mean").Leaf("p", sentence(strings.ReplaceAll(episode.Legend(reports...), "\n", "; ")))
		glossary(d)
	}
	_, err := io.WriteString(w, d.String())
	return err
}

// write writes one section.
func (s Section) write(d *markup.Doc, r episode.Report) {
	d.Open("section")
	if s.Title != "" {
		d.Leaf("h2", s.Title)
	}
	groups := groupsOf(s.Runs)
	counts(d, r)
	if len(groups) > 0 {
		plots(d, groups)
		curves(d, groups)
	}
	differences(d, r)
	figures(d, r)
	if split(groups, s.Runs) {
		groupTable(d, groups)
	}
	episodes(d, s.Runs)
	d.Close()
}

// counts says of how many episodes the section is.
func counts(d *markup.Doc, r episode.Report) {
	all, ended, open := 0, 0, 0
	for _, run := range r.Runs {
		all, ended, open = all+run.Summary.Episodes, ended+run.Summary.Ended, open+run.Summary.Open
	}
	if all == 0 {
		d.Leaf("p", "There are no episodes.")
		return
	}
	said := fmt.Sprintf("%s of %s ended", words.Count(ended, "episode"), words.Count(len(r.Runs), "run"))
	if open > 0 {
		said += fmt.Sprintf("; %d open, left out of all figures", open)
	}
	d.Open("p").Attr("class", "soft").Text(said + ".").Close()
}

// glossary explains the figures.
func glossary(d *markup.Doc) {
	d.Open("dl")
	for _, f := range episode.Figures() {
		d.Leaf("dt", f.Name).Leaf("dd", f.Doc+" ("+f.Unit+")")
	}
	d.Close()
}

// sentence begins with a capital and ends with a full stop.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }
