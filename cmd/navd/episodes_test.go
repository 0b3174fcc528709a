package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episode"
	"navd/daemon/table"
	"navd/ipc"
)

// TestEpisodesLineUp holds that each cell begins in the column of its title on a
// terminal, where a Korean letter takes two.
func TestEpisodesLineUp(t *testing.T) {
	began := time.Date(2026, 11, 2, 10, 0, 0, 0, time.UTC)
	var out strings.Builder
	a := &app{out: &out}
	err := a.printEpisodes(ipc.EpisodeListResult{Cursor: "e2", Episodes: []episode.Episode{
		{ID: "e1", Goal: "냉장고", SceneID: "우리집-2층", Run: "저녁", Arm: "기억", Condition: "C2", Began: began, Status: episode.Open},
		{ID: "e2", Goal: "refrigerator", SceneID: "h1", Run: "try", Arm: "none", Condition: "C1", Began: began, Status: episode.Open},
	}})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	before := func(line, cell string) int {
		text, _, found := strings.Cut(line, cell)
		if !found {
			t.Errorf("%q is not in %q", cell, line)
		}
		return table.Width(text)
	}
	columns := func(line string, cells ...string) (at []int) {
		for _, cell := range cells {
			at = append(at, before(line, cell))
		}
		return at
	}
	want := columns(lines[0], "GOAL", "STATE", "BEGAN", "SCENE", "RUN", "ARM", "CONDITION")
	for i, cells := range [][]string{
		{"냉장고", "open", "2026", "우리집", "저녁", "기억", "C2"}, {"refrigerator", "open", "2026", "h1", "try", "none", "C1"},
	} {
		if diff := cmp.Diff(want, columns(lines[1+i], cells...)); diff != "" {
			t.Errorf("line %d (-want +got):\n%s\n%s", i+1, diff, out.String())
		}
	}
	if lines[3] != "more with --cursor e2" {
		t.Errorf("the way on is %q", lines[3])
	}
}

func TestFoundText(t *testing.T) {
	end := func(success *bool) *episode.End { return &episode.End{Success: success} }
	past := func(success *bool) episode.Past { return episode.Past{End: *end(success)} }
	yes, no := new(true), new(false)
	for want, e := range map[string]episode.Episode{
		"open":         {Status: episode.Open, Goals: []episode.Past{past(yes)}},
		"found":        {Status: episode.Ended, End: end(yes)},
		"failed":       {Status: episode.Ended, End: end(no)},
		"ended":        {Status: episode.Ended, End: end(nil), Goals: []episode.Past{past(nil)}},
		"found 2 of 3": {Status: episode.Ended, End: end(yes), Goals: []episode.Past{past(no), past(yes)}},
		"found 0 of 1": {Status: episode.Ended, End: end(no), Goals: []episode.Past{past(nil)}},
	} {
		if got := foundText(e); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestFiguresOfGoals: the figures of an episode are those of all its goals that a report counts.
func TestFiguresOfGoals(t *testing.T) {
	end := func(success *bool) episode.End { return episode.End{Success: success} }
	metrics := func(steps, plans int, spl *float64) episode.Metrics {
		return episode.Metrics{Steps: steps, Plans: plans, SPL: spl}
	}
	past := func(success *bool, m episode.Metrics) episode.Past {
		return episode.Past{End: end(success), Metrics: m}
	}
	yes, no := new(true), new(false)
	last := metrics(40, 4, new(0.9))
	for _, tt := range []struct {
		name string
		e    episode.Episode
		want string
	}{
		{"one that runs", episode.Episode{Status: episode.Open}, "- - -"},
		{"one goal", episode.Episode{Metrics: &last}, "40 4 0.90"},
		{"three goals", episode.Episode{Metrics: &last, Goals: []episode.Past{past(yes, metrics(10, 1, new(0.6))), past(no, metrics(100, 20, new(0.0)))}}, "150 25 0.50"},
		{"a goal of which nobody said the outcome", episode.Episode{Metrics: &last, Goals: []episode.Past{past(nil, metrics(10, 1, nil))}}, "40 4 0.90"},
		{"a goal without SPL", episode.Episode{Metrics: &last, Goals: []episode.Past{past(yes, metrics(10, 1, nil))}}, "50 5 0.90"},
		{"no SPL", episode.Episode{Metrics: new(metrics(5, 1, nil))}, "5 1 -"},
		{"the second goal runs", episode.Episode{Status: episode.Open, Goals: []episode.Past{past(yes, metrics(10, 1, new(0.6)))}}, "10 1 0.60"},
	} {
		steps, plans, spl := figuresOf(tt.e)
		if got := fmt.Sprint(steps, " ", plans, " ", spl); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
