package nav

import (
	"reflect"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Step is one action of the controller and what it noticed while acting.
type Step struct {
	Seq      int      `json:"seq" allow:"1.."`                                // 1 for the first step, then rising by 1
	Action   Action   `json:"action"`                                         // by name or by number
	Collided bool     `json:"collided,omitempty"`                             // it ran into something: a forward without moved_m moved nothing
	MovedM   *float64 `json:"moved_m,omitempty" allow:"0..10"`                // metres really moved by a forward, 0..10
	MovedDeg *float64 `json:"moved_deg,omitempty" allow:"-360..360"`          // direction of that, relative to the heading
	Junction bool     `json:"junction,omitempty"`                             // at a door or a crossing
	Phase    Phase    `json:"phase,omitempty" allow:"scan|turn|policy|level"` // what the controller is doing, when it says
	Objects  []string `json:"objects,omitempty" max:"200" each:"200"`         // seen now, added to the place
	Odom     *Pose    `json:"odom,omitempty"`                                 // recorded; used only when the pose source is odom
}

// Normal gives the step in normal form, so that two ways to say the same are equal:
// moved_deg is 0 when absent beside moved_m, and objects are a sorted set. A forward
// without moved_m stays different from a measured one of the usual length.
func (st Step) Normal() Step {
	if st.MovedM != nil && st.MovedDeg == nil {
		st.MovedDeg = new(0.0)
	}
	st.Objects = sortedSet(nil, st.Objects)
	if len(st.Objects) == 0 {
		st.Objects = nil
	}
	return st
}

// Equal compares two steps after normalisation.
func (st Step) Equal(other Step) bool { return reflect.DeepEqual(st.Normal(), other.Normal()) }

// Check refuses a step whose members do not fit together.
func (st Step) Check() error {
	switch {
	case st.MovedM != nil && st.Action != Forward:
		return fault.New(fault.Invalid, "only a forward moves").About("moved_m", *st.MovedM).WithHint("leave moved_m out of a %s", st.Action)
	case st.MovedDeg != nil && st.Action != Forward:
		return fault.New(fault.Invalid, "only a forward moves").About("moved_deg", *st.MovedDeg).WithHint("leave moved_deg out of a %s", st.Action)
	case st.MovedDeg != nil && st.MovedM == nil:
		return fault.New(fault.Invalid, "a direction needs a distance").About("moved_deg", *st.MovedDeg).WithHint("give moved_m too")
	case st.MovedM != nil && !(*st.MovedM >= 0 && *st.MovedM <= 10):
		return fault.Field("moved_m", *st.MovedM, "0..10 (metres)")
	case st.MovedDeg != nil && !(*st.MovedDeg >= -360 && *st.MovedDeg <= 360):
		return fault.Field("moved_deg", *st.MovedDeg, "-360..360 (degrees)")
	case st.Odom != nil && !st.Odom.sound():
		return fault.Field("odom", *st.Odom, "metres and degrees within a million of 0")
	}
	return nil
}

// Where names the place the robot is in.
type Where struct {
	ID    ref.PlaceID `json:"id"`    // of the place
	Type  words.Key   `json:"type"`  // type key
	Label string      `json:"label"` // the model's own string
	Key   ref.PlaceID `json:"key"`   // revisit key
}

// Loop is the state of the loop rules.
type Loop struct {
	Stuck    bool `json:"stuck"`    // by the configured rule
	ABABA    bool `json:"ababa"`    // the last four revisit keys are A, B, A, B
	Revisits int  `json:"revisits"` // entries less distinct revisit keys
}

// Stepped is the answer to a step.
type Stepped struct {
	Pose     Pose          `json:"pose"`      // where the robot is by the memory's reckoning
	Anchor   ref.AnchorID  `json:"anchor"`    // the newest anchor
	Place    Where         `json:"place"`     // the place the robot is in
	Events   []event.Event `json:"events"`    // what is new with this step
	Loop     Loop          `json:"loop"`      // whether the robot goes in circles
	PlanDue  Due           `json:"plan_due"`  // whether a plan is wanted now
	SceneDue Due           `json:"scene_due"` // whether a scene sample is wanted now
}

// Advance takes the next step. A seq other than the next one is a conflict
// that names the expected one, and a step whose members do not fit together is
// invalid; both change nothing. Repeats of earlier steps are answered by the
// owner from what it stored.
func (m *Memory) Advance(st Step) (Stepped, Delta, error) {
	s := &m.state
	if st.Seq != s.Seq+1 {
		e := fault.New(fault.Conflict, "does not follow the last one").About("seq", st.Seq)
		e.ExpectedSeq = s.Seq + 1
		return Stepped{}, Delta{}, e.WithHint("send seq %d next", s.Seq+1)
	}
	if err := st.Check(); err != nil {
		return Stepped{}, Delta{}, err
	}
	s.Seq++
	before := s.Pose
	moved := m.move(st)
	due := m.anchorDue(st, moved)
	events := m.confirmByStep()
	if due && len(events) == 0 {
		events = append(events, m.setAnchor())
	}
	if len(st.Objects) > 0 {
		m.gather(s.Place, Sample{Step: s.Seq, Objects: st.Objects})
	}
	m.count(st, moved)
	m.watchTurns(st, m.moveOf(st, before))
	events = append(events, m.watchLoops()...)
	m.endStep(st)
	return m.stepped(events), m.delta(), nil
}

// move applies the action to the pose and gives the metres moved.
func (m *Memory) move(st Step) float64 {
	s := &m.state
	before, length, deg := s.Pose, 0.0, 0.0
	switch st.Action {
	case TurnLeft:
		s.Pose = s.Pose.Turned(m.cfg.TurnDeg)
	case TurnRight:
		s.Pose = s.Pose.Turned(-m.cfg.TurnDeg)
	case Forward:
		length, deg = m.forward(st)
		s.Pose = s.Pose.Moved(length, deg)
	}
	if m.cfg.OdomPose && st.Odom != nil {
		s.Pose = Pose{X: st.Odom.X, Y: st.Odom.Y, Yaw: NormDeg(st.Odom.Yaw)}
		return before.Distance(s.Pose)
	}
	return length
}

// forward gives length and relative direction of a forward: what the
// controller measured, nothing after a collision, else the full length.
func (m *Memory) forward(st Step) (length, deg float64) {
	switch {
	case st.MovedM != nil && st.MovedDeg != nil:
		return *st.MovedM, *st.MovedDeg
	case st.MovedM != nil:
		return *st.MovedM, 0
	case st.Collided:
		return 0, 0
	}
	return m.cfg.ForwardM, 0
}

// confirmByStep enters the candidate's place when its dwell time is over and no second
// sample came. The step is the first one in the new place.
func (m *Memory) confirmByStep() []event.Event {
	s := &m.state
	c := s.Candidate
	if c == nil || s.LastSample != c.Since || s.Seq < c.Since+m.cfg.DwellSteps+1 {
		return nil
	}
	return m.confirm(s.Seq - 1)
}

// endStep closes the leg at a stop and says when a plan is due.
func (m *Memory) endStep(st Step) {
	m.state.Last = st.Action
	if st.Action != Stop {
		return
	}
	m.endLeg()
	if !m.lastGoal() {
		m.due(TriggerStop)
	}
}

func (m *Memory) stepped(events []event.Event) Stepped {
	s := &m.state
	if events == nil {
		events = []event.Event{}
	}
	return Stepped{
		Pose: s.Pose, Anchor: s.Anchor, Place: m.Where(), Events: events,
		Loop: m.Loop(), PlanDue: m.PlanDue(), SceneDue: m.SceneDue(),
	}
}

// Where names the present place.
func (m *Memory) Where() Where {
	p := m.here()
	return Where{ID: p.ID, Type: p.Type, Label: p.Label, Key: m.keys.find(p.ID)}
}

// Loop gives the present state of the loop rules.
func (m *Memory) Loop() Loop {
	return Loop{Stuck: m.state.Stuck, ABABA: m.state.ABABA, Revisits: m.Revisits()}
}
