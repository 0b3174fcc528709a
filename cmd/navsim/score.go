package main

import (
	"fmt"
	"io"
	"strconv"

	"navd/daemon/table"
)

// scorecard has the means over the episodes of a run; fallbacks are a sum.
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
	text := func(decimals int, v float64) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
	var t table.Table
	t.Row("episodes", fmt.Sprintf("%d, profile %s, seed %d, run %s", s.Episodes, f.profile, f.seed, f.name))
	t.Row("SR", text(3, s.SR), "SPL", text(3, s.SPL), "SoftSPL", text(3, s.SoftSPL))
	t.Row("steps", text(1, s.Steps), "plans", text(1, s.Plans), "fallbacks", s.Fallback)
	t.Row("ABABA", text(2, s.ABABA), "STUCK", text(2, s.Stuck), "site ABAB", text(2, s.SiteABAB), "(per episode)")
	t.Row("revisits", text(3, s.Revisit), "wasted", text(3, s.Wasted), "scan", text(3, s.Scan), "(shares)")
	return t.Print(out)
}
