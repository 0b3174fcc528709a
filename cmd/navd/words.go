package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/ipc"
)

// What `navd watch` says in words. The live page says the same: web/words.js, as
// TestWords holds.

// phrase is a line for people, and how it looks.
type phrase struct{ text, style string }

// wholeSeconds says how long something takes in the unit that fits it.
func wholeSeconds(d time.Duration) string {
	switch s := int(d.Round(time.Second).Seconds()); {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	case s < 48*3600:
		return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
	default:
		return fmt.Sprintf("%d days", s/86400)
	}
}

// planGoes says where a plan goes.
func planGoes(d planner.Decision) string {
	text, far := direction(d.Angle, "straight ahead", "to the "), 0.0
	for _, hop := range d.Path {
		far += hop.RangeM
	}
	if far == 0 && d.RangeM != nil {
		far = *d.RangeM
	}
	if far > 0 {
		text += fmt.Sprintf(", %.1f m", far)
	}
	if d.GoalFlag {
		text += ", to the goal"
	}
	return text
}

// decided says who decided a plan, and what that took.
func decided(p planner.Plan) string {
	switch p.Planner {
	case "local":
		return ""
	case "fallback":
		return "nobody: it goes straight on"
	}
	took, cost := time.Duration(0), 0.0
	for _, a := range p.Attempts {
		took, cost = took+a.Usage.Took, cost+a.Usage.Cost
	}
	text := fmt.Sprintf("%s, %.1f s", p.Planner, took.Seconds())
	if cost > 0 {
		text += ", cost " + costText(cost)
	}
	return text
}

// eventWords says an event of an episode; no text: it is not worth a line.
func eventWords(e event.Event) phrase {
	switch e.Type {
	case event.PlaceEntered:
		if e.Label != "" {
			return phrase{"Enters the " + e.Label, ""}
		}
	case event.Stuck:
		return phrase{"STUCK: no progress in its last steps", alarm}
	case event.ABABA:
		return phrase{"Goes back and forth between two places", alarm}
	case event.Fallback:
		return phrase{"No planner gave an answer: " + e.Reason, alarm}
	case event.SceneFailed:
		return phrase{"A picture could not be read: " + e.Reason, alarm}
	case event.Aligned:
		return phrase{"Knows where it is in the house: " + e.Reason, ""}
	case event.AlignmentUndone:
		return phrase{"Was wrong about where it is in the house: " + e.Reason, alarm}
	case event.HouseChanged:
		return phrase{"What is kept of the house changed: " + e.Label, ""}
	}
	return phrase{}
}

// lineWords says a line of the log in one line or two; none: it is not worth one.
func lineWords(e ipc.LogEntry) (lines []phrase, err error) {
	switch e.Kind {
	case "plan":
		var p planner.Plan
		if err = json.Unmarshal(e.Data, &p); err == nil {
			goes := fmt.Sprintf("Plan %d: %s", p.N, planGoes(p.Decision))
			if p.Planner == "local" && p.Options > 1 && !p.Decision.GoalFlag {
				goes += fmt.Sprintf(", the best of %d ways", p.Options)
			}
			lines = append(lines, phrase{goes, bold}, phrase{p.Decision.Why, faint})
			if by := decided(p); by != "" {
				lines = append(lines, phrase{"Decided by " + by, faint})
			}
		}
	case "feedback":
		var f struct {
			Text  string
			Items []struct{ Text string }
		}
		err = json.Unmarshal(e.Data, &f)
		for i := 0; f.Text == "" && i < len(f.Items); i++ {
			f.Text = f.Items[i].Text
		}
		lines = append(lines, phrase{"A user says: " + f.Text, bold})
	case "event":
		var ev event.Event
		if err = json.Unmarshal(e.Data, &ev); err == nil && eventWords(ev).text != "" {
			lines = append(lines, eventWords(ev))
		}
	}
	return lines, err
}

// alarmSteps is for how many steps an alarm is what the robot does.
const alarmSteps = 8

// seen is what was heard of an episode so far.
type seen struct {
	record episode.Episode
	step   *ipc.LoggedStep // the last one
	plan   *planner.Plan
	alarm  *event.Event
}

// take takes a line of the log.
func (s *seen) take(e ipc.LogEntry) error {
	switch e.Kind {
	case "step":
		s.step = new(ipc.LoggedStep)
		return json.Unmarshal(e.Data, s.step)
	case "plan":
		s.plan = new(planner.Plan)
		return json.Unmarshal(e.Data, s.plan)
	case "event":
		var ev event.Event
		err := json.Unmarshal(e.Data, &ev)
		if ev.Type == event.Stuck || ev.Type == event.ABABA {
			s.alarm = &ev
		}
		return err
	}
	return nil
}

// doing says what the robot does, idle after its last step.
func (s *seen) doing(idle time.Duration) phrase {
	goal, took := plain(s.record.Goal), ""
	if s.step != nil {
		took = " after " + plural(s.step.Step.Seq, "step")
	}
	switch stateOf(s.record) {
	case "found":
		return phrase{"Found the " + goal + took, done}
	case "failed":
		return phrase{"Did not find the " + goal + took, alarm}
	case "ended":
		return phrase{"Ended" + took, ""}
	}
	switch {
	case s.step == nil:
		return phrase{"Begins to look for the " + goal, ""}
	case s.alarm != nil && s.step.Step.Seq-s.alarm.Seq < alarmSteps:
		return eventWords(*s.alarm)
	case s.step.Answer.PlanDue.Due && (s.plan == nil || s.plan.AtStep < s.step.Step.Seq) && idle > 700*time.Millisecond:
		if idle > 2*time.Second {
			return phrase{"Waits for a plan, for " + wholeSeconds(idle), ""}
		}
		return phrase{"Thinks where to go", ""}
	}
	act := actionWords(s.step.Step)
	if act == "Walks" && s.plan != nil {
		act += ", " + planGoes(s.plan.Decision)
	}
	return phrase{act, ""}
}

// actionWords says a step.
func actionWords(st nav.Step) string {
	switch st.Phase {
	case nav.PhaseScan:
		return "Looks around"
	case nav.PhaseTurn:
		return "Turns to where it goes"
	case nav.PhaseLevel:
		return "Brings the camera back to level"
	}
	switch st.Action {
	case nav.TurnLeft:
		return "Turns left"
	case nav.TurnRight:
		return "Turns right"
	case nav.Forward:
		return "Walks"
	case nav.Stop:
		return "Stops"
	case nav.LookUp:
		return "Looks up"
	case nav.LookDown:
		return "Looks down"
	}
	return strings.ReplaceAll(string(st.Action), "_", " ")
}
