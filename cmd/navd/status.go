package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"navd/daemon/ask"
	"navd/daemon/table"
	"navd/ipc"
)

func (a *app) statusCmd() *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Show the state of the running daemon", Args: exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return answer(cmd.Context(), a, askStatus, a.printStatus)
		},
	}
}

// status is what the running daemon says of itself.
type status struct {
	Info    ipc.Info    `json:"info"`
	Health  ipc.Health  `json:"health"`
	Metrics ipc.Metrics `json:"metrics"`

	Settings map[string]string `json:"-"` // of the daemon, for the doctor; nil: it does not say
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
	t.Row("planner", s.Info.Providers)
	if ask.Any(s.Info.Scene) {
		t.Row("scene", s.Info.Scene)
	}
	health := "ok"
	if !s.Health.OK {
		health = "degraded"
	}
	t.Row("health", health)
	for _, d := range s.Health.Degraded {
		t.Row("", fmt.Sprintf("%s: %s, since %s", d.What, d.Reason, d.Since.Format(time.RFC3339)))
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Info.Counts)) {
		t.Row(kind, s.Info.Counts[kind])
	}
	printModels(&t, s.Metrics.Models)
	names := slices.SortedFunc(maps.Keys(s.Metrics.Methods), func(x, y string) int {
		return cmp.Or(cmp.Compare(s.Metrics.Methods[y].Calls, s.Metrics.Methods[x].Calls), cmp.Compare(x, y))
	})
	for _, name := range names[:min(len(names), 8)] {
		l := s.Metrics.Methods[name]
		t.Row(name, fmt.Sprintf("%d calls, %d errors, p50 %.2f ms, p99 %.2f ms", l.Calls, l.Errors, l.P50Ms, l.P99Ms))
	}
	return a.printTable(t)
}

// printModels says what models took, if any was asked: each provider since the
// start, and all of them today.
func printModels(t *table.Table, m ipc.ModelMetrics) {
	for _, name := range slices.Sorted(maps.Keys(m.Providers)) {
		c := m.Providers[name]
		t.Row("model "+name, fmt.Sprintf("%s, %d failed, %s, since the start", plural(c.Calls, "call"), c.Failures, tookText(c.TokensIn, c.TokensOut, c.Cost)))
	}
	if today := m.Today; today.Calls > 0 {
		t.Row("today", fmt.Sprintf("%s, %s%s", plural(today.Calls, "call"), tookText(today.TokensIn, today.TokensOut, today.Cost), ofBudget(today.Budget)))
	}
}

// tookText is what calls took.
func tookText(in, out int, cost float64) string {
	return fmt.Sprintf("%d tokens in, %d out, cost %s", in, out, costText(cost))
}

// ofBudget completes a cost by the day's budget, if there is one.
func ofBudget(budget float64) string {
	if budget == 0 {
		return ""
	}
	return " of " + costText(budget)
}
