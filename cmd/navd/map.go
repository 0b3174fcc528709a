package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"navd/daemon/draw"
	"navd/daemon/episode"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/ipc/client"
)

func (a *app) mapCmd() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "map EPISODE",
		Short: "Draw an episode's memory as SVG",
		Long:  "Draw an episode's memory as SVG: places, anchors, the path, scan sites with what each view promised,\nand where the robot went in circles. The file is EPISODE.svg unless -o says otherwise; - is standard output.",
		Args:  exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.dial()
			if err != nil {
				return err
			}
			defer c.Close()
			m, err := mapData(cmd.Context(), c, args[0])
			if err != nil {
				return err
			}
			return a.writeMap(m, args[0], out)
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write, - for standard output")
	return cmd
}

func (a *app) writeMap(m draw.MapData, episode, out string) error {
	svg := draw.Map(m)
	switch out {
	case "-":
		_, err := a.out.Write(svg)
		return err
	case "":
		out = episode + ".svg"
	}
	if err := os.WriteFile(out, svg, 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.out, "map of %s in %s\n", episode, out)
	return err
}

// mapData asks the daemon for all that a map shows.
func mapData(ctx context.Context, c *client.Client, id string) (m draw.MapData, err error) {
	ep, err := c.Episode(ctx, id)
	if err != nil {
		return m, err
	}
	g, err := c.Graph(ctx, id)
	if err != nil {
		return m, err
	}
	m = draw.MapData{Title: title(ep), Subtitle: subtitle(ep), Graph: g.Graph, Path: []nav.Pose{{}}}
	p := ipc.LogParams{Episode: id, Kinds: []string{"step", "event", "plan"}, Limit: 1000}
	for {
		r, err := c.Log(ctx, p)
		if err != nil {
			return m, err
		}
		for _, e := range r.Entries {
			if err := addEntry(&m, e); err != nil {
				return m, err
			}
		}
		if p.Cursor = r.Cursor; p.Cursor == "" {
			return m, nil
		}
	}
}

// addEntry adds one line of the log to the map.
func addEntry(m *draw.MapData, e ipc.LogEntry) error {
	here := m.Path[len(m.Path)-1]
	switch store.Kind(e.Kind) {
	case store.KindStep:
		var s store.Step
		if err := json.Unmarshal(e.Data, &s); err != nil {
			return fmt.Errorf("log entry %d: %w", e.N, err)
		}
		m.Path = append(m.Path, s.Answer.Pose)
	case store.KindPlan:
		var p planner.Plan
		if err := json.Unmarshal(e.Data, &p); err != nil {
			return fmt.Errorf("log entry %d: %w", e.N, err)
		}
		if p.Decision.GoalFlag {
			m.Marks = append(m.Marks, draw.Mark{Kind: draw.MarkGoal, Pose: here, Seq: e.Seq, Note: p.Decision.Why})
		}
	case store.KindEvent:
		var ev nav.Event
		if err := json.Unmarshal(e.Data, &ev); err != nil {
			return fmt.Errorf("log entry %d: %w", e.N, err)
		}
		kind, ok := map[nav.EventType]draw.MarkKind{
			nav.EventStuck: draw.MarkStuck, nav.EventABABA: draw.MarkABABA, nav.EventFallback: draw.MarkFallback,
		}[ev.Type]
		if ok {
			m.Marks = append(m.Marks, draw.Mark{Kind: kind, Pose: here, Seq: e.Seq, Note: ev.Reason})
		}
	}
	return nil
}

func title(e episode.Episode) string {
	goal := string(words.ObjectKey(e.Goal))
	if e.SceneID == "" {
		return goal
	}
	return goal + " in " + e.SceneID
}

func subtitle(e episode.Episode) string {
	m := e.Metrics
	if m == nil {
		return "the episode still runs"
	}
	s := fmt.Sprintf("%s after %d steps, %.1f m, %d plans", stateOf(e), m.Steps, m.PathM, m.Plans)
	if m.SPL != nil {
		s += fmt.Sprintf(", SPL %.2f", *m.SPL)
	}
	return s
}
