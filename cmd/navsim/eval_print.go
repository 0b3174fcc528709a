package main

import (
	"fmt"
	"io"

	"navd/cmd/navsim/robot"
	"navd/daemon/episode"
	"navd/daemon/page"
	"navd/daemon/words"
)

// sectionReport is a section in the output of --json.
type sectionReport struct {
	Set      string         `json:"set"`
	Profile  string         `json:"profile"`
	Episodes int            `json:"episodes"` // of each arm
	Houses   int            `json:"houses"`
	Report   episode.Report `json:"report"`
}

// heading says what a section is about.
func (s section) heading() string {
	in := words.Count(s.houses, "house")
	if s.name == deadlockSet {
		cases := distinct(s.tasks, func(t robot.Task) [3]string { return caseOf(t.Episode) })
		in = words.Count(cases, "case") + " in " + in
	}
	return fmt.Sprintf("%s set, %s: %s, %s an arm", s.name, s.profile.Name, in, words.Count(len(s.tasks), "episode"))
}

// printTables prints the sections and one legend.
func printTables(w io.Writer, sections []section) error {
	var reports []episode.Report
	for _, s := range sections {
		r := episode.NewReport(s.runs)
		reports = append(reports, r)
		if _, err := fmt.Fprintf(w, "%s\n\n", s.heading()); err != nil {
			return err
		}
		if err := r.PrintTables(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintln(w, episode.Legend(reports...))
	return err
}

// printReports prints what produced the reports of the sections, and these, as one JSON
// object.
func (e *evaluation) printReports(w io.Writer, sections []section) error {
	out := struct {
		evalOrigin
		Sections []sectionReport `json:"sections"`
	}{evalOrigin: e.origin}
	for _, s := range sections {
		out.Sections = append(out.Sections, sectionReport{s.name, s.profile.Name, len(s.tasks), s.houses, episode.NewReport(s.runs)})
	}
	return printJSON(w, "  ", out)
}

// savePage writes the reports of the sections as one HTML page, if a file is named.
func savePage(path string, sections []section) error {
	p := page.Page{Title: "Comparison of arms"}
	for _, s := range sections {
		p.Sections = append(p.Sections, page.Section{Title: s.heading(), Runs: s.runs})
	}
	return save("--html", path, p.Write)
}
