package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"navd/cmd/navd/story"
	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/event"
	"navd/ipc"
)

// narrator tells a person what the robot sees, decides and meets.
type narrator struct {
	out   io.Writer
	task  robot.Task
	plans int
	place string
}

// moment prints one thing that happened.
func (n *narrator) moment(m robot.Moment) {
	switch {
	case m.Plan != nil:
		n.plan(*m.Plan)
	case m.Leg != nil:
		fmt.Fprintf(n.out, "  leg   %s after %.1f m in %d steps%s\n\n", legWords(m.Leg.Reason), m.Leg.Metres, m.Leg.Steps, n.entered())
	case m.Event != nil:
		n.event(*m.Event)
	}
}

func legWords(reason string) string {
	switch reason {
	case "limit":
		return "long enough, stopped"
	case "steps":
		return "out of steps"
	}
	return reason
}

// entered says which type of place the leg entered; "" when it entered none.
func (n *narrator) entered() string {
	if n.place == "" {
		return ""
	}
	s := ", now in a place of type " + n.place
	n.place = ""
	return s
}

func (n *narrator) event(e event.Event) {
	switch e.Type {
	case event.PlaceEntered:
		n.place = e.Label
	case event.Stuck:
		fmt.Fprintf(n.out, "  !     STUCK at step %d: no progress in the last steps\n", e.Seq)
	case event.ABABA:
		fmt.Fprintf(n.out, "  !     ABABA at step %d: going back and forth between two places\n", e.Seq)
	}
}

func (n *narrator) plan(p robot.Planned) {
	n.plans++
	n.place = ""
	fmt.Fprintf(n.out, "plan %d, step %d, in place %d: %s\n", n.plans, p.Step, p.Place.ID, p.Place.Label)
	fmt.Fprintf(n.out, "  sees  %s\n", sees(p))
	fmt.Fprintf(n.out, "  goes  %s\n", goes(p.Plan))
	fmt.Fprintf(n.out, "  why   %s\n", p.Plan.Discovered.Why)
}

// sees lists the objects in sight, nearest first, and the other rooms.
func sees(p robot.Planned) string {
	var all []world.Sighting
	var rooms []string
	for _, v := range p.Views {
		all = append(all, v.Objects...)
		if v.Type != "unknown" && !strings.EqualFold(v.Type, p.Place.Label) && !slices.Contains(rooms, v.Type) {
			rooms = append(rooms, v.Type)
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[i].Distance, all[j].Distance), cmp.Compare(all[i].ID, all[j].ID)) < 0
	})
	var things []string
	for _, s := range all {
		if label := name(s.Type); !slices.Contains(things, label) {
			things = append(things, label)
		}
	}
	s := strings.Join(things[:min(len(things), 7)], ", ")
	if len(things) > 7 {
		s += fmt.Sprintf(" and %d more", len(things)-7)
	}
	if len(rooms) > 0 {
		s += "; beyond doors: " + strings.Join(rooms, ", ")
	}
	return s
}

// goes says the direction and the distance of a plan in words.
func goes(p ipc.PlanResult) string {
	s := fmt.Sprintf("%s, view %d", story.Direction(p.Angle, "straight ahead", "to the "), p.View)
	if p.RangeM != nil {
		s += fmt.Sprintf(", %.1f m", *p.RangeM)
	}
	if p.GoalFlag {
		s += ", to the goal"
	}
	return s
}

// scorecard prints the result and the figures of the search.
func (n *narrator) scorecard(o robot.Outcome, m ipc.Metrics) {
	goal := name(n.task.Episode.Target)
	switch {
	case o.Success:
		fmt.Fprintf(n.out, "Found the %s: %d steps, %.1f m walked, %.1f m is the shortest way.\n\n", goal, o.Steps, o.PathM, o.Shortest)
	case o.Reason == "stop":
		fmt.Fprintf(n.out, "Stopped %.1f m away from the %s, after %d steps.\n\n", o.Distance, goal, o.Steps)
	default:
		fmt.Fprintf(n.out, "Did not find the %s in %d steps; it is %.1f m away.\n\n", goal, o.Steps, o.Distance)
	}
	e, step := o.Metrics, m.Methods[string(ipc.NavStep)]
	fmt.Fprintf(n.out, "  success %s   SPL %s   SoftSPL %s\n", yesNo(o.Success), figure(e.SPL), figure(e.SoftSPL))
	none := ""
	if e.Fallbacks > 0 {
		none = fmt.Sprintf(", %d of them without an answer", e.Fallbacks)
	}
	fmt.Fprintf(n.out, "  plans %d%s   STUCK %d   back and forth %d\n", e.Plans, none, e.Stuck, e.ABABA)
	fmt.Fprintf(n.out, "  places %d, %d of them different, entered again %.0f %%\n", e.Places, e.DistinctPlaces, 100*e.RevisitRatio)
	fmt.Fprintf(n.out, "  wasted steps %.0f %%   steps to look around %.0f %%\n", 100*e.WastedShare, 100*e.ScanShare)
	fmt.Fprintf(n.out, "  steps: half answered within %s, 99 of 100 within %s, each on disk before its answer\n", msText(step.P50Ms), msText(step.P99Ms))
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func figure(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *v)
}
