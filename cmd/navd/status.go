package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navd/story"
	"navd/daemon/ask"
	"navd/daemon/table"
	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) statusCmd() *cobra.Command {
	methods := false
	cmd := &cobra.Command{
		Use: "status", Short: "Show the state of the running daemon",
		Long: "Show the state of the running daemon: who plans, what is wrong, what is remembered, and how many calls it answered since\n" +
			"its start. \"half within T, 99 of 100 within U\" are times of the last 1,024 calls of a method. The log is that of all\n" +
			"episodes, and keeps the events of deleted ones for subscribers, as long as retention.events_days says. --json has\n" +
			"everything.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if methods {
				return answer(cmd.Context(), a, ipc.NavdMetrics.With(ipc.None{}), a.printMethods)
			}
			return answer(cmd.Context(), a, askStatus, a.printStatus)
		},
	}
	cmd.Flags().BoolVar(&methods, "methods", false, "instead list the methods that were called, the most often called first")
	return cmd
}

// status is what the running daemon says of itself.
type status struct {
	Info    ipc.Info    `json:"info"`
	Health  ipc.Health  `json:"health"`
	Metrics ipc.Metrics `json:"metrics"`

	Settings map[string]string `json:"-"` // of the daemon, for the doctor; nil: unknown
}

func askStatus(ctx context.Context, c ipc.Caller) (s status, err error) {
	if s.Info, err = ipc.NavdInfo.Call(ctx, c, ipc.None{}); err != nil {
		return s, err
	}
	if s.Health, err = ipc.NavdHealth.Call(ctx, c, ipc.None{}); err != nil {
		return s, err
	}
	s.Metrics, err = ipc.NavdMetrics.Call(ctx, c, ipc.None{})
	return s, err
}

func (a *app) printStatus(s status) error {
	var t table.Table
	t.Row("navd", fmt.Sprintf("%s, pid %d, up %s", s.Info.Version, s.Info.PID, time.Duration(s.Info.UptimeS*float64(time.Second)).Round(time.Second)))
	t.Row("data", fmt.Sprintf("%s (%s)", s.Info.DataDir, s.Info.Durability))
	t.Row("socket", s.Info.Socket)
	t.Row("planner", strings.Join(s.Info.Providers, ", else "))
	if ask.Any(s.Info.Scene) {
		t.Row("pictures", strings.Join(s.Info.Scene, ", else "))
	}
	switch s.Info.TapeMode {
	case "record":
		t.Row("tape", "what models answer goes to "+s.Info.Tape)
	case "replay":
		t.Row("tape", s.Info.Tape+" answers in the place of models")
	}
	health := "ok"
	if !s.Health.OK {
		health = "degraded"
	}
	t.Row("health", health)
	for _, d := range s.Health.Degraded {
		t.Row("", fmt.Sprintf("%s: %s, since %s", d.What, d.Reason, d.Since.Format(time.RFC3339)))
	}
	printHeld(&t, s.Info.Counts)
	printModels(&t, s.Metrics.Models)
	printAsked(&t, s.Metrics)
	return a.printFacts(t)
}

// heldRows are the counts of the daemon, in rows; each with its key and the word for one.
var heldRows = []struct {
	title string
	kinds [][2]string
}{
	{"searches", [][2]string{{"episodes", "episode"}, {"plans", "plan"}, {"scenes", "scene sample"}}},
	{"memory", [][2]string{{"houses", "house"}, {"places", "place"}, {"sites", "scan"}, {"anchors", "remembered point"}}},
	{"learned", [][2]string{{"feedback", "feedback"}, {"grounding", "statement"}, {"knowledge", "learned item"}, {"episodic", "record of a past leg"}}},
	{"work", [][2]string{{"jobs", "job"}, {"searches", "tree search"}}},
}

// printHeld says what is stored.
func printHeld(t *table.Table, counts map[string]int) {
	for _, row := range heldRows {
		var parts []string
		for _, kind := range row.kinds {
			if n := counts[kind[0]]; n > 0 {
				parts = append(parts, words.Count(n, kind[1]))
			}
		}
		if len(parts) > 0 {
			t.Row(row.title, strings.Join(parts, ", "))
		}
	}
	if n := counts["log_entries"]; n > 0 {
		t.Row("log", words.Count(n, "line")+"; events stay when their episode is deleted")
	}
}

// asked are the methods that a controller calls most, and what they are called for people.
var asked = [][2]string{{string(ipc.NavStep), "steps"}, {string(ipc.NavPlan), "plans"}, {string(ipc.NavObserve), "sights"}, {string(ipc.FeedbackAdd), "feedback"}}

// printAsked says how many calls were answered, and how long they took.
func printAsked(t *table.Table, m ipc.Metrics) {
	calls, failed := 0, 0
	for _, l := range m.Methods {
		calls, failed = calls+l.Calls, failed+l.Errors
	}
	for _, one := range asked {
		l := m.Methods[one[0]]
		if calls, failed = calls-l.Calls, failed-l.Errors; l.Calls > 0 {
			t.Row(one[1], fmt.Sprintf("%s; half within %s, 99 of 100 within %s", askedText(l.Calls, l.Errors, m.UptimeS), msText(l.P50Ms), msText(l.P99Ms)))
		}
	}
	if calls > 0 {
		t.Row("other calls", askedText(calls, failed, m.UptimeS))
	}
	if s := m.Store; s.Commits > 0 {
		t.Row("writes", fmt.Sprintf("%d to the disk; half within %s, 99 of 100 within %s", s.Commits, msText(s.CommitP50), msText(s.CommitP99)))
	}
}

// askedText counts calls; after a minute, and from one a minute on, it also gives the rate.
func askedText(calls, failed int, seconds float64) string {
	text := fmt.Sprint(calls)
	if rate := float64(calls) / seconds * 60; seconds >= 60 && rate >= 1 {
		text += fmt.Sprintf(", %.0f a minute", rate)
	}
	if failed > 0 {
		text += fmt.Sprintf(", %d failed", failed)
	}
	return text
}

// msText is a time in milliseconds, to two digits below 10 ms.
func msText(ms float64) string {
	if ms >= 9.95 {
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.2g ms", ms)
}

// printMethods lists the methods that were called, the most often called first.
func (a *app) printMethods(m ipc.Metrics) error {
	names := slices.SortedFunc(maps.Keys(m.Methods), func(x, y string) int {
		return cmp.Or(cmp.Compare(m.Methods[y].Calls, m.Methods[x].Calls), cmp.Compare(x, y))
	})
	t := table.Table{Right: 1, Spare: []string{"HALF WITHIN"}}
	t.Row("METHOD", "CALLS", "FAILED", "HALF WITHIN", "99 OF 100 WITHIN")
	for _, name := range names {
		l := m.Methods[name]
		t.Row(name, l.Calls, l.Errors, msText(l.P50Ms), msText(l.P99Ms))
	}
	return a.printTable(t)
}

// printModels says how many calls, tokens and cost models took: each provider since the
// start, and all together today.
func printModels(t *table.Table, m ipc.ModelMetrics) {
	for _, name := range slices.Sorted(maps.Keys(m.Providers)) {
		c := m.Providers[name]
		var parts []string
		if c.Calls > 0 || c.Taped+c.Missed == 0 {
			parts = append(parts, fmt.Sprintf("%s, %d failed, %s", words.Count(c.Calls, "call"), c.Failures, tookText(c.TokensIn, c.TokensOut, c.Cost)))
		}
		if c.Taped > 0 {
			parts = append(parts, words.Count(c.Taped, "question")+" answered by the tape")
		}
		if c.Missed > 0 {
			parts = append(parts, words.Count(c.Missed, "question")+" not on the tape")
		}
		t.Row("model "+name, strings.Join(parts, ", ")+", since the start")
	}
	if today := m.Today; today.Calls > 0 {
		t.Row("today", fmt.Sprintf("%s, %s%s", words.Count(today.Calls, "call"), tookText(today.TokensIn, today.TokensOut, today.Cost), ofBudget(today.Budget)))
	}
}

// tookText is what calls took.
func tookText(in, out int, cost float64) string {
	return fmt.Sprintf("%d tokens in, %d out, cost %s", in, out, story.Cost(cost))
}

// ofBudget adds the day's budget to a cost, if there is one.
func ofBudget(budget float64) string {
	if budget == 0 {
		return ""
	}
	return " of " + story.Cost(budget)
}
