package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// scorecard is the mean over the episodes of a run.
type scorecard struct {
	Episodes int     `json:"episodes"`
	SR       float64 `json:"sr"`
	SPL      float64 `json:"spl"`
	SoftSPL  float64 `json:"soft_spl"`
	Steps    float64 `json:"steps"`
	Plans    float64 `json:"plans"`
	Fallback int     `json:"fallbacks"`
	ABABA    float64 `json:"ababa"`
	Stuck    float64 `json:"stuck"`
	SiteABAB float64 `json:"site_abab"`
	Revisit  float64 `json:"revisit_ratio"`
	Wasted   float64 `json:"wasted_step_share"`
	Scan     float64 `json:"scan_step_share"`
}

func score(results []result) scorecard {
	s := scorecard{Episodes: len(results)}
	n := float64(max(1, len(results)))
	for _, r := range results {
		if r.Success {
			s.SR += 1 / n
		}
		s.SPL += share(r.record.Metrics.SPL) / n
		s.SoftSPL += share(r.record.Metrics.SoftSPL) / n
		s.Steps += float64(r.Steps) / n
		s.Plans += float64(r.Plans) / n
		s.Fallback += r.Metrics.Fallbacks
		s.ABABA += float64(r.Metrics.ABABA) / n
		s.Stuck += float64(r.Metrics.Stuck) / n
		s.SiteABAB += float64(r.Metrics.SiteABAB) / n
		s.Revisit += r.Metrics.RevisitRatio / n
		s.Wasted += r.Metrics.WastedShare / n
		s.Scan += r.Metrics.ScanShare / n
	}
	return s
}

func (s scorecard) print(out io.Writer, f *runFlags) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "episodes\t%d, profile %s, seed %d, run %s\n", s.Episodes, f.profile, f.seed, f.name)
	fmt.Fprintf(w, "SR\t%.3f\tSPL\t%.3f\tSoftSPL\t%.3f\n", s.SR, s.SPL, s.SoftSPL)
	fmt.Fprintf(w, "steps\t%.1f\tplans\t%.1f\tfallbacks\t%d\n", s.Steps, s.Plans, s.Fallback)
	fmt.Fprintf(w, "ABABA\t%.2f\tSTUCK\t%.2f\tsite ABAB\t%.2f\t(per episode)\n", s.ABABA, s.Stuck, s.SiteABAB)
	fmt.Fprintf(w, "revisits\t%.3f\twasted\t%.3f\tscan\t%.3f\t(shares)\n", s.Revisit, s.Wasted, s.Scan)
	return w.Flush()
}
