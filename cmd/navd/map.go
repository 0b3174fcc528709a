package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navd/story"
	"navd/cmd/outfile"
	"navd/daemon/draw"
	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) mapCmd() *cobra.Command {
	var out string
	var detail bool
	cmd := &cobra.Command{
		Use:   "map EPISODE [EPISODE] | HOUSE",
		Short: "Draw an episode's memory as SVG, two episodes side by side, or a kept house",
		Long: "Draw an episode's memory as SVG: the floor that was seen, where nobody has looked behind it yet, the way that the robot\n" +
			"walked (drawn as a bow where it was walked again), the places by their names, where the robot looked around and what\n" +
			"that brought, where it saw and found the goal, and the things that navd remembers.\n\n" +
			"Two episodes are drawn side by side at the same scale, each in the frame of its own start; those in a kept house are\n" +
			"turned to the axes of the house.\n\n" +
			"The map of a kept house shows the floor that was seen, how long ago each part of it was walked, and where things are\n" +
			"believed to stand: filled where that is sure, hollow where it is not.\n\n" +
			"--detail adds what navd calculates with: the points that it remembers and the links between them, the numbers and\n" +
			"visits of places, the scores of the 12 views of each scan, where the sight ended, and how likely and how exact each\n" +
			"thing is.\n\n" +
			"The file is EPISODE.svg, EPISODE-EPISODE.svg or HOUSE.svg unless -o says otherwise; - is standard output.",
		Args: oneOrTwoEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.dialled(func(c connection) error {
				svg, err := mapOf(cmd.Context(), c, args, detail)
				if err != nil {
					return err
				}
				return a.writeMap(svg, args, out)
			})
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write, - for standard output")
	cmd.Flags().BoolVar(&detail, "detail", false, "also show remembered points, the scores of views, and how likely each thing is")
	return cmd
}

// oneOrTwoEpisodes wants one id, or two that differ.
func oneOrTwoEpisodes(cmd *cobra.Command, args []string) error {
	if len(args) == 2 && args[0] == args[1] {
		e := misused("map takes two different episodes, given %s twice", args[0])
		e.hint = "name it once for its map alone; `navd episodes` lists the others"
		return e
	}
	return argsBetween(1, 2)(cmd, args)
}

// mapOf draws one episode, two side by side, or a house.
func mapOf(ctx context.Context, c ipc.Caller, ids []string, detail bool) ([]byte, error) {
	head := alone
	if len(ids) == 2 {
		head = beside
	}
	var maps []draw.MapData
	for _, id := range ids {
		m, err := mapData(ctx, c, id, head)
		if f := fault.As(err); err != nil && f.Kind == fault.NotFound {
			if svg, err := houseMap(ctx, c, id, detail); len(ids) == 1 && !fault.Is(err, fault.NotFound) {
				return svg, err
			}
			return nil, f.WithHint("`navd episodes` lists the episodes, `navd houses` the houses that are kept")
		}
		if err != nil {
			return nil, err
		}
		m.Detail = detail
		maps = append(maps, m)
	}
	if len(maps) == 2 {
		return draw.Beside(maps[0], maps[1]), nil
	}
	return draw.Map(maps[0]), nil
}

func (a *app) writeMap(svg []byte, episodes []string, out string) error {
	switch out {
	case "-":
		return a.write(string(svg))
	case "":
		out = strings.Join(episodes, "-") + ".svg"
	}
	if err := outfile.Write("--out", out, text(string(svg))); err != nil {
		return err
	}
	return a.show(map[string]any{"file": out, "of": episodes}, func() error {
		return a.say("map of %s in %s\n", strings.Join(episodes, " and "), out)
	})
}

// A heading is what stands above the map of an episode.
type heading func(episode.Episode) (title, subtitle string)

// mapData asks the daemon for all that a map shows.
func mapData(ctx context.Context, c ipc.Caller, id string, head heading) (m draw.MapData, err error) {
	ep, err := ipc.EpisodeGet.Call(ctx, c, ipc.EpisodeParams{Episode: id})
	if err != nil {
		return m, err
	}
	g, err := ipc.NavGraph.Call(ctx, c, ipc.GraphParams{Episode: id, Seen: true})
	if err != nil {
		return m, err
	}
	m = draw.MapData{Graph: g.Graph, Path: []nav.Pose{{}}}
	m.Title, m.Subtitle = head(ep)
	p := ipc.LogParams{Episode: id, Kinds: []string{"step", "event", "plan"}}
	if err := eachEntry(ctx, c, p, func(e ipc.LogEntry) error { return addEntry(&m, e) }); err != nil {
		return m, err
	}
	if verdict(ep) == "found" {
		m.Marks = append(m.Marks, draw.Mark{Kind: draw.MarkFound, Pose: m.Path[len(m.Path)-1], Seq: len(m.Path) - 1})
	}
	err = remember(ctx, c, ep, &m)
	return m, err
}

// remember adds the things that navd believes to stand where: from the kept house if the
// episode is in one and aligned to it, else from what the episode itself saw.
func remember(ctx context.Context, c ipc.Caller, ep episode.Episode, m *draw.MapData) error {
	visit := house.Visit{Episode: ep.ID, At: ep.Began, Sites: m.Graph.Sites, Alignments: []house.Alignment{{Version: 1, How: house.Given}}}
	if verdict(ep) == "found" {
		last := len(m.Path) - 1
		visit.Found = &house.Found{Goal: ep.Goal, At: m.Path[last], Seq: last}
	}
	h, lives, at := house.Empty(ep.SceneID), house.Lives(nil), ep.Ended
	var frame nav.Frame // of the episode in the house
	took := false       // the episode is part of the kept house already
	if a, aligned := ep.Home.Aligned(); aligned {
		frame, visit.Alignments, m.Turn = a.Frame, ep.Home.Alignments, a.Frame.Yaw
		switch kept, l, err := readHouse(ctx, c, ep.Home.House); {
		case err == nil:
			h, lives, at, took = kept, l, time.Now(), ep.Home.Merged > 0
		case !fault.Is(err, fault.NotFound): // NotFound: the house was deleted
			return err
		}
	}
	if !took {
		h = h.Merge(visit)
	}
	if at.IsZero() {
		at = time.Now()
	}
	m.Finds = h.Believe(at, lives, func(house.Thing) bool { return true })
	for i, b := range m.Finds {
		spot := frame.Out(nav.Pose{X: b.X, Y: b.Y})
		m.Finds[i].X, m.Finds[i].Y = spot.X, spot.Y
	}
	return nil
}

// addEntry adds one line of the log to the map.
func addEntry(m *draw.MapData, e ipc.LogEntry) error {
	here := m.Path[len(m.Path)-1]
	var err error
	switch store.Kind(e.Kind) {
	case store.KindStep:
		var s ipc.LoggedStep
		err = json.Unmarshal(e.Data, &s)
		m.Path = append(m.Path, s.Answer.Pose)
	case store.KindPlan:
		var p planner.Plan
		if err = json.Unmarshal(e.Data, &p); p.Decision.GoalFlag {
			mark := draw.Mark{Kind: draw.MarkGoal, Pose: p.Record.From, Seq: e.Seq, Note: p.Decision.Why}
			mark.Pose.Yaw = p.Record.Heading
			if p.Decision.RangeM != nil {
				mark.Far = *p.Decision.RangeM
			}
			m.Marks = append(m.Marks, mark)
		}
	case store.KindEvent:
		var ev event.Event
		err = json.Unmarshal(e.Data, &ev)
		kind, ok := map[event.Type]draw.MarkKind{
			event.Stuck: draw.MarkStuck, event.ABABA: draw.MarkABABA, event.Fallback: draw.MarkFallback,
		}[ev.Type]
		if ok {
			m.Marks = append(m.Marks, draw.Mark{Kind: kind, Pose: here, Seq: e.Seq, Note: ev.Reason})
		}
	}
	if err != nil {
		return fmt.Errorf("log entry %d: %w", e.N, err)
	}
	return nil
}

// alone is the heading of a map of one episode.
func alone(e episode.Episode) (title, subtitle string) { return search(e), summary(e) }

// beside is the heading of an episode next to another one, with its id.
func beside(e episode.Episode) (title, subtitle string) {
	return e.ID + ": " + search(e) + ", " + verdict(e), caption(e)
}

// search says what was looked for, and in which scene.
func search(e episode.Episode) string {
	goal := string(words.ObjectKey(e.Goal))
	if e.SceneID == "" {
		return goal
	}
	return goal + " in " + e.SceneID
}

func summary(e episode.Episode) string {
	m := e.Metrics
	if m == nil {
		return "the episode still runs"
	}
	s := fmt.Sprintf("%s after %d steps, %.1f m, %s", story.State(e), m.Steps, m.PathM, words.Count(m.Plans, "plan"))
	if m.SPL != nil {
		s += fmt.Sprintf(", SPL %.2f", *m.SPL)
	}
	return s
}

// verdict says how an episode ended: "found", "not found", "ended", or "open".
func verdict(e episode.Episode) string {
	if state := story.State(e); state != "failed" {
		return state
	}
	return "not found"
}

// caption gives the figures to compare two episodes by: "375 steps, went back 8 times,
// 24.0 m (shortest way 11.8 m)".
func caption(e episode.Episode) string {
	m := e.Metrics
	if m == nil {
		return "the episode still runs"
	}
	s := fmt.Sprintf("%d steps, ", m.Steps)
	if m.SceneSamples > 0 {
		s += wentBack(*m) + ", "
	}
	s += fmt.Sprintf("%.1f m", m.PathM)
	if e.ShortestPathM != nil {
		s += fmt.Sprintf(" (shortest way %.1f m)", *e.ShortestPathM)
	}
	return s
}

// wentBack says how often the robot entered a place that it had been in before.
func wentBack(m episode.Metrics) string {
	if n := m.Places - m.DistinctPlaces; n > 0 {
		return "went back " + words.Times(n)
	}
	return "never went back"
}
