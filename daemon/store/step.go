package store

import (
	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Step is a step with its answer, as the log has it for repeats of the same seq. nav.Step
// and nav.Stepped are types of the socket; these change only with the format of the file.
type Step struct {
	Step   StepTaken    `json:"step"`            // in normal form
	Answer StepAnswer   `json:"answer"`          // as the controller got it
	Queue  []ref.SiteID `json:"queue,omitempty"` // plans in the discovered-context queue, oldest first
}

// StepTaken is what the controller sent. Its fields are those of nav.Step, or
// this package does not compile.
type StepTaken struct {
	Seq      int        `json:"seq"`
	Action   nav.Action `json:"action"`
	Collided bool       `json:"collided,omitempty"`
	MovedM   *float64   `json:"moved_m,omitempty"`
	MovedDeg *float64   `json:"moved_deg,omitempty"`
	Junction bool       `json:"junction,omitempty"`
	Phase    nav.Phase  `json:"phase,omitempty"`
	Objects  []string   `json:"objects,omitempty"`
	Odom     *nav.Pose  `json:"odom,omitempty"`
}

// StepAnswer is the answer to a step.
type StepAnswer struct {
	Pose     nav.Pose      `json:"pose"`
	Anchor   ref.AnchorID  `json:"anchor"`
	Place    StepPlace     `json:"place"`
	Events   []event.Event `json:"events"`
	Loop     StepLoop      `json:"loop"`
	PlanDue  StepDue       `json:"plan_due"`
	SceneDue StepDue       `json:"scene_due"`
}

// StepPlace is where the robot was after the step.
type StepPlace struct {
	ID    ref.PlaceID `json:"id"`
	Type  words.Key   `json:"type"`
	Label string      `json:"label"`
	Key   ref.PlaceID `json:"key"`
}

// StepLoop is what the loop rules said after the step.
type StepLoop struct {
	Stuck    bool `json:"stuck"`
	ABABA    bool `json:"ababa"`
	Revisits int  `json:"revisits"`
}

// StepDue is what was wanted of the controller after the step.
type StepDue struct {
	Due    bool   `json:"due"`
	Reason string `json:"reason,omitempty"`
}

// NewStep is the record of a step with its answer.
func NewStep(st nav.Step, a nav.Stepped, queue []ref.SiteID) *Step {
	return &Step{Step: StepTaken(st), Queue: queue, Answer: StepAnswer{
		Pose: a.Pose, Anchor: a.Anchor, Place: StepPlace(a.Place), Events: a.Events,
		Loop: StepLoop(a.Loop), PlanDue: StepDue(a.PlanDue), SceneDue: StepDue(a.SceneDue),
	}}
}

// Taken gives the step for the memory, and for the socket.
func (s *Step) Taken() nav.Step { return nav.Step(s.Step) }

// Answered gives the answer for the socket.
func (s *Step) Answered() nav.Stepped {
	a := s.Answer
	return nav.Stepped{
		Pose: a.Pose, Anchor: a.Anchor, Place: nav.Where(a.Place), Events: a.Events,
		Loop: nav.Loop(a.Loop), PlanDue: nav.Due(a.PlanDue), SceneDue: nav.Due(a.SceneDue),
	}
}
