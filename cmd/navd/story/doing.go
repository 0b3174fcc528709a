package story

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"
	"navd/ipc"
)

// Doing is what a robot does from After seconds after its last step on, while no other step
// comes.
type Doing struct {
	Phrase
	After float64 `json:"after,omitempty"` // seconds
	Lasts bool    `json:"lasts,omitempty"` // append the time since its last step to the phrase
}

// At says what a robot does that took its last step idle ago. all is sorted by After.
func At(all []Doing, idle time.Duration) (p Phrase) {
	for _, d := range all {
		if idle.Seconds() < d.After {
			break
		}
		if p = d.Phrase; d.Lasts {
			p.Text += Lasted(idle)
		}
	}
	return p
}

// alarmSteps is for how many steps an alarm is shown as what the robot does.
const alarmSteps = 8

// Seen is what is known of an episode so far; the zero value knows nothing.
type Seen struct {
	Record episode.Episode
	step   *ipc.LoggedStep // the last one
	plan   *planner.Plan
	alarm  *event.Event
}

// Take takes a line of the log. It fails when the data do not fit the line's kind.
func (s *Seen) Take(e ipc.LogEntry) (err error) {
	switch e.Kind {
	case "step":
		s.step = new(ipc.LoggedStep)
		err = json.Unmarshal(e.Data, s.step)
		s.step.Step.Seq = e.Seq
	case "plan":
		s.plan = new(planner.Plan)
		err = json.Unmarshal(e.Data, s.plan)
	case "event":
		var ev event.Event
		err = json.Unmarshal(e.Data, &ev)
		switch ev.Type {
		case event.Stuck, event.ABABA:
			s.alarm = &ev
		case event.GoalChanged:
			s.plan = nil // it was for the old goal
		}
	}
	if err != nil {
		return fmt.Errorf("line %d of the log: %w", e.N, err)
	}
	return nil
}

// Doing says what the robot does, from its last step on.
func (s *Seen) Doing() []Doing {
	took := ""
	if s.step != nil {
		took = " after " + words.Count(s.Record.StepsForGoal(s.step.Step.Seq), "step")
	}
	switch goal := The(s.Record.Goal); {
	case s.Record.ID == "":
		return only("No search yet", Rest)
	case State(s.Record) == "found":
		return only("Found "+goal+took, Done)
	case State(s.Record) == "failed":
		return only("Did not find "+goal+took, Rest)
	case State(s.Record) == "ended":
		return only("Ended"+took, Rest)
	case s.step == nil:
		return only("Begins to look for "+goal, Run)
	case s.alarm != nil && s.step.Step.Seq-s.alarm.Seq < alarmSteps:
		p := ofEvent(*s.alarm)
		return only(p.Text, p.Look)
	}
	act := action(s.step.Step.Phase, s.step.Step.Action)
	if act == walks && s.plan != nil {
		act += ", " + goes(s.plan.Decision)
	}
	return acting(act, s.step.Answer.PlanDue.Due && (s.plan == nil || s.plan.AtStep < s.step.Step.Seq))
}

// Where says what a robot does according to nav.where.
func Where(is ipc.WhereResult) []Doing {
	switch {
	case is.Loop.Stuck:
		return only(stuck.Text, stuck.Look)
	case is.Loop.ABABA:
		return only(turns.Text, turns.Look)
	case is.Seq == 0:
		return only("Begins", Run)
	}
	return acting(action(is.Phase, is.Action), is.PlanDue.Due)
}

func only(text string, look Look) []Doing { return []Doing{{Phrase: Phrase{text, look}}} }

// acting is what a robot does; waits: a plan is due.
func acting(act string, waits bool) []Doing {
	all := only(act, Run)
	if waits {
		all = append(all, Doing{Phrase{"Thinks where to go", Run}, 0.7, false}, Doing{Phrase{"Waits for a plan, for ", Run}, 2, true})
	}
	return all
}

const walks = "Walks"

// action says a step.
func action(phase nav.Phase, act nav.Action) string {
	switch phase {
	case nav.PhaseScan:
		return "Looks around"
	case nav.PhaseTurn:
		return "Turns to where it goes"
	case nav.PhaseLevel:
		return "Brings the camera back to level"
	}
	switch act {
	case nav.TurnLeft:
		return "Turns left"
	case nav.TurnRight:
		return "Turns right"
	case nav.Forward:
		return walks
	case nav.Stop:
		return "Stops"
	case nav.LookUp:
		return "Looks up"
	case nav.LookDown:
		return "Looks down"
	}
	return strings.ReplaceAll(string(act), "_", " ")
}

// State is the state of a search: open, found, failed, or ended if nobody said which.
func State(e episode.Episode) string {
	switch {
	case e.Status == episode.Open:
		return "open"
	case e.End != nil && e.End.Success != nil && *e.End.Success:
		return "found"
	case e.End != nil && e.End.Success != nil:
		return "failed"
	}
	return "ended"
}
