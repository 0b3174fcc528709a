package main

import (
	"fmt"
	"io"
	"strings"

	"navd/cmd/navd/story"
	"navd/cmd/navsim/robot"
	"navd/daemon/event"
	"navd/daemon/table"
	"navd/ipc"
)

// lister prints a search, one line for each plan: the short form of [narrator].
type lister struct {
	out    io.Writer
	goal   string
	plan   *robot.Planned // the running one
	place  string         // place entered on its leg
	alarms []string       // raised since the last line
}

// lineFormat sets step, place, direction, reason and what the leg brought: 100
// columns at most.
const lineFormat = "  %4s  %-14s  %-16s  %-34s  %s"

// mostColumns is how wide a line may be.
const mostColumns = 100

func (l *lister) line(step, in, goes, why, brought string) {
	s := fmt.Sprintf(lineFormat, step, table.Fit(in, 14), table.Fit(goes, 16), table.Fit(why, 34), brought)
	fmt.Fprintln(l.out, table.Fit(strings.TrimRight(s, " "), mostColumns))
}

// moment prints a line when a leg has ended.
func (l *lister) moment(m robot.Moment) {
	switch {
	case m.Plan != nil:
		l.plan, l.place = m.Plan, ""
	case m.Event != nil:
		l.event(*m.Event)
	case m.Leg != nil:
		p := l.plan
		in := fmt.Sprintf("%d %s", p.Place.ID, p.Place.Label)
		l.line(fmt.Sprint(p.Step), in, briefly(p.Plan), l.shortly(p.Plan), l.brought(*m.Leg))
		l.alarms = nil
	}
}

// shortly is the reason of a plan without the name of the goal.
func (l *lister) shortly(p ipc.PlanResult) string {
	return strings.Replace(p.Discovered.Why, " for the "+l.goal, "", 1)
}

func (l *lister) event(e event.Event) {
	switch e.Type {
	case event.PlaceEntered:
		l.place = e.Label
	case event.Stuck:
		l.alarms = append(l.alarms, "STUCK")
	case event.ABABA:
		l.alarms = append(l.alarms, "back and forth")
	}
}

// brought says what happened on a leg.
func (l *lister) brought(leg robot.LegEnd) string {
	parts := append([]string{fmt.Sprintf("%.1f m", leg.Metres)}, l.alarms...)
	switch {
	case l.place != "":
		parts = append(parts, l.place)
	case leg.Reason != "arrived":
		parts = append(parts, legWords(leg.Reason))
	}
	return strings.Join(parts, ", ")
}

// briefly is a short form of [goes].
func briefly(p ipc.PlanResult) string {
	side := story.Direction(p.Angle, "ahead", "")
	switch {
	case p.GoalFlag:
		side += ", goal"
	case p.RangeM != nil:
		side += fmt.Sprintf(" %.1f m", *p.RangeM)
	}
	return side
}
