package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"navd/daemon"
	"navd/ipc"
)

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: exactArgs(0),
		RunE: func(*cobra.Command, []string) error {
			if a.asJSON {
				return a.printJSON(map[string]string{"version": daemon.Version, "protocol": daemon.Protocol})
			}
			_, err := fmt.Fprintf(a.out, "navd %s, protocol %s\n", daemon.Version, daemon.Protocol)
			return err
		},
	}
}

func (a *app) statusCmd() *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Say how the running daemon is", Args: exactArgs(0),
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
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "navd\t%s, pid %d, up %s\n", s.Info.Version, s.Info.PID, time.Duration(s.Info.UptimeS*float64(time.Second)).Round(time.Second))
	fmt.Fprintf(w, "data\t%s (%s)\n", s.Info.DataDir, s.Info.Durability)
	fmt.Fprintf(w, "socket\t%s\n", s.Info.Socket)
	fmt.Fprintf(w, "planner\t%v\n", s.Info.Providers)
	if slices.ContainsFunc(s.Info.Scene, func(entry string) bool { return entry != "local" }) {
		fmt.Fprintf(w, "scene\t%v\n", s.Info.Scene)
	}
	health := "ok"
	if !s.Health.OK {
		health = "degraded"
	}
	fmt.Fprintf(w, "health\t%s\n", health)
	for _, d := range s.Health.Degraded {
		fmt.Fprintf(w, "\t%s: %s, since %s\n", d.What, d.Reason, d.Since.Format(time.RFC3339))
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Info.Counts)) {
		fmt.Fprintf(w, "%s\t%d\n", kind, s.Info.Counts[kind])
	}
	printModels(w, s.Metrics.Models)
	names := slices.SortedFunc(maps.Keys(s.Metrics.Methods), func(x, y string) int {
		return cmp.Or(cmp.Compare(s.Metrics.Methods[y].Calls, s.Metrics.Methods[x].Calls), cmp.Compare(x, y))
	})
	for _, name := range names[:min(len(names), 8)] {
		l := s.Metrics.Methods[name]
		fmt.Fprintf(w, "%s\t%d calls, %d errors, p50 %.2f ms, p99 %.2f ms\n", name, l.Calls, l.Errors, l.P50Ms, l.P99Ms)
	}
	return w.Flush()
}

// printModels says what models took, if any was asked: each provider since the
// start, and all of them today.
func printModels(w io.Writer, m ipc.ModelMetrics) {
	for _, name := range slices.Sorted(maps.Keys(m.Providers)) {
		c := m.Providers[name]
		fmt.Fprintf(w, "model %s\t%s, %d failed, %s, since the start\n", name, plural(c.Calls, "call"), c.Failures, tookText(c.TokensIn, c.TokensOut, c.Cost))
	}
	if t := m.Today; t.Calls > 0 {
		fmt.Fprintf(w, "today\t%s, %s%s\n", plural(t.Calls, "call"), tookText(t.TokensIn, t.TokensOut, t.Cost), ofBudget(t.Budget))
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
