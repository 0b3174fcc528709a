package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon/table"
	"navd/ipc"
)

func (a *app) searchCmd() *cobra.Command {
	var p ipc.SearchParams
	cmd := &cobra.Command{
		Use:     "search QUERY",
		Short:   "Find what was remembered in all episodes",
		Long:    "Find what was remembered, by words and by likeness, best first. English and Korean find each other.",
		Example: "  navd search \"where is the couch\" --place \"living room\"\n  navd search \"냉장고가 있는 방\" -k 3",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Query = args[0]
			return answer(cmd.Context(), a, ipc.MemorySearch.With(p), a.printHits)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&p.Kinds, "kind", nil, "only of these `KINDS`: place, grounding")
	f.StringVar(&p.Scope, "scene", "", "only of this house or building")
	f.StringVar(&p.Place, "place", "", "only of this type of place")
	f.StringVar(&p.Episode, "episode", "", "only of this episode")
	f.IntVarP(&p.K, "k", "k", 10, "at most so many, 1 to 100")
	return cmd
}

// textWidth is how many characters of a hit's text a table shows.
const textWidth = 80

func (a *app) printHits(r ipc.SearchResult) error {
	if len(r.Hits) == 0 {
		if _, err := fmt.Fprintln(a.out, "nothing found"); err != nil {
			return err
		}
	} else {
		var t table.Table
		t.Row("KIND", "ID", "SCENE", "SEEN", "SCORE", "BY", "TEXT")
		for _, h := range r.Hits {
			t.Row(h.Kind, h.ID, plain(h.Scope), when(h.Time), fmt.Sprintf("%.4f", h.Score), foundBy(h), clip(plain(h.Text), textWidth))
		}
		if err := t.Print(a.out); err != nil {
			return err
		}
	}
	for _, d := range r.Degraded {
		if _, err := fmt.Fprintf(a.err, "navd: hits may be missing: %s: %s\n", d.What, d.Reason); err != nil {
			return err
		}
	}
	return nil
}

// foundBy says what found a hit.
func foundBy(h ipc.SearchHit) string {
	var by []string
	if h.Words.Rank > 0 {
		by = append(by, fmt.Sprintf("words %d", h.Words.Rank))
	}
	if h.Vectors.Rank > 0 {
		by = append(by, fmt.Sprintf("vectors %d", h.Vectors.Rank))
	}
	return strings.Join(by, ", ")
}

// clip cuts a text to n characters.
func clip(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
