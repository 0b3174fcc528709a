package nav

import "math"

// Spin is the trailing run of equal turns. While it may still be a scan that
// the controller does not announce, its steps are held out of the window.
type Spin struct {
	Action Action `json:"action,omitempty"`
	Phase  Phase  `json:"phase,omitempty"`
	Count  int    `json:"count,omitempty"` // equal turns in a row
	Held   []Move `json:"held,omitempty"`  // those not yet in the window
	Scan   int    `json:"scan,omitempty"`  // those known to be a scan
	After  bool   `json:"after,omitempty"` // it follows a scan that no plan followed
}

// Aim is how many turns bring the robot to where the last plan wants it to face,
// one way round and the other. They never enter the window: nobody is stuck who
// turns as told.
type Aim struct {
	Left  int `json:"left,omitempty"`
	Right int `json:"right,omitempty"`
}

// side gives the turns of one way round.
func (a *Aim) side(action Action) *int {
	if action == TurnRight {
		return &a.Right
	}
	return &a.Left
}

// aimAt expects the turns to a heading, degrees.
func (m *Memory) aimAt(heading float64) {
	if m.state.Aim = (Aim{}); m.cfg.scanTurns() == 0 {
		return
	}
	round := m.cfg.scaled(Views)
	left := int(math.Round(math.Mod(NormDeg(heading-m.state.Pose.Yaw)+360, 360) / m.cfg.TurnDeg))
	m.state.Aim = Aim{Left: left % round, Right: (round - left) % round}
}

// takesAim tells whether a step is a turn to where the plan wants the robot to
// face, the short way round. What a controller announces as a scan or as its
// policy's is none.
func (m *Memory) takesAim(st Step) bool {
	if !st.Action.Turn() || st.Phase != "" && st.Phase != PhaseTurn {
		return false
	}
	left := *m.state.Aim.side(st.Action)
	if left == 0 || left > m.cfg.scaled(Views/2) {
		return false
	}
	m.state.Aim = Aim{}
	*m.state.Aim.side(st.Action) = left - 1
	return true
}

// missesAim ends the turns to where the plan wants the robot to face, with
// anything but a movement of the camera, or a turn the long way round.
func (m *Memory) missesAim(st Step) {
	switch aim := m.state.Aim; {
	case st.Action == LookUp || st.Action == LookDown || st.Phase == PhaseLevel:
	case st.Action.Turn() && st.Phase == "":
		m.state.Aim = Aim{}
		*m.state.Aim.side(st.Action) = *aim.side(st.Action)
	default:
		m.state.Aim = Aim{}
	}
}

// watchTurns files a step into the stuck window, or holds it out.
func (m *Memory) watchTurns(st Step, mv Move) {
	if m.takesAim(st) {
		m.outside(mv)
		return
	}
	m.missesAim(st)
	if m.endsRun(st) {
		m.state.Spin = Spin{After: m.endRun() && st.Action.Turn() && st.Phase == ""}
	}
	spin := &m.state.Spin
	if st.Action.Turn() {
		spin.Action, spin.Phase = st.Action, st.Phase
		spin.Count++
	}
	switch {
	case st.Phase == PhaseScan:
		m.state.Counts.ScanSteps++
	case st.Phase == PhaseLevel || st.Action == Stop || st.Action == LookUp || st.Action == LookDown:
		m.wasted(mv)
	case st.Phase != "" || !st.Action.Turn() || m.cfg.scanTurns() == 0 || spin.Count > m.cfg.longestHeld()+1:
		m.push(mv)
	default:
		m.hold(mv)
	}
}

// endsRun tells whether a step ends the run of equal turns. A look after a whole
// scan does not: it brings the camera back to level before the plan.
func (m *Memory) endsRun(st Step) bool {
	spin := m.state.Spin
	if st.Action == LookUp || st.Action == LookDown {
		return !m.scanned()
	}
	return spin.Action != st.Action || spin.Phase != st.Phase
}

// scanned tells whether the run is a scan, or has one in it: 11 or 12 turns at
// 30°, announced as one or without a phase; or up to half a round more without a
// phase, since the robot may turn the same way before or after it. Turns of
// another phase are none, however many.
func (m *Memory) scanned() bool {
	spin, least := m.state.Spin, m.cfg.scaled(11)
	if spin.Phase == PhaseScan {
		return spin.Count >= least && spin.Count <= m.cfg.scaled(12)
	}
	return spin.Phase == "" && m.cfg.scanTurns() > 0 && spin.Count >= least && spin.Count <= m.cfg.longestHeld()
}

// longestHeld is the longest run that is a scan with turns before or after it.
func (c Config) longestHeld() int { return c.scaled(11) + c.scaled(Views/2) }

// hold keeps a turn out of the window until it is known what the run is. One
// that has gone the long way round to where a plan wants the robot to face is
// known at once; of one that is too long the first turns were a scan, and the
// others are none.
func (m *Memory) hold(mv Move) {
	spin := &m.state.Spin
	spin.Held = append(spin.Held, mv)
	switch {
	case spin.Count == *m.state.Aim.side(spin.Action):
		m.leaveOut()
		m.state.Spin, m.state.Aim = Spin{}, Aim{}
	case spin.Count > m.cfg.longestHeld():
		first := max(0, m.cfg.scaled(11)-spin.Scan)
		m.state.Counts.ScanSteps += first
		spin.Scan, spin.Held = spin.Scan+first, spin.Held[first:]
		m.release()
	}
}

// keepScan finds the scan among the held-out turns of a run that has one: the
// last 11 or 12 of them, or what completes the round. They stay out of the window
// for good.
func (m *Memory) keepScan() {
	spin, n := &m.state.Spin, 0
	switch {
	case spin.Count <= m.cfg.scaled(12):
		n = len(spin.Held)
	case spin.Scan == 0:
		n = m.cfg.scaled(11)
	}
	m.state.Counts.ScanSteps += n
	spin.Scan, spin.Held = spin.Scan+n, spin.Held[:len(spin.Held)-n]
}

// leaveOut keeps the held-out turns out of the window for good.
func (m *Memory) leaveOut() {
	for _, mv := range m.state.Spin.Held {
		m.outside(mv)
	}
	m.state.Spin.Held = nil
}

// release lets the held-out turns into the window.
func (m *Memory) release() {
	for _, mv := range m.state.Spin.Held {
		m.push(mv)
	}
	m.state.Spin.Held = nil
}

// endRun ends the run of equal turns without a plan. One as long as a scan was
// one all the same, whoever plans; turns up to half a round that follow it, on
// or back, bring the robot to where it was decided to go and stay out of the
// window too. It reports whether they may still come.
func (m *Memory) endRun() (scan bool) {
	spin := &m.state.Spin
	short := spin.Phase == "" && spin.Count <= m.cfg.scaled(Views/2)
	switch {
	case m.scanned() && len(spin.Held) > 0:
		m.keepScan()
		scan = len(spin.Held) == 0
		m.leaveOut()
	case spin.After && short:
		m.leaveOut()
	}
	m.release()
	return scan
}

// AskPlan tells the memory that a plan is asked for, which Decide will file: the
// last of the held-out turns, as many as a scan has, were one and stay out of the
// window, whatever steps come before that; those before them enter it. It reports
// whether that changed the state, which the next delta then has in it.
func (m *Memory) AskPlan() (changed bool) {
	if !m.scanned() || len(m.state.Spin.Held) == 0 {
		return false
	}
	m.keepScan()
	m.release()
	return true
}

// settleScan ends the run at a plan: a run as long as a scan was one, any other
// goes into the window.
func (m *Memory) settleScan() {
	m.AskPlan()
	m.release()
	m.state.Spin = Spin{}
}

// Facing is the view a controller faces now when it does not say: after a scan
// the one nearest to where it turned to, 11 after 11 turns of 30° to the right, 1
// after 11 to the left; else 0.
func (m *Memory) Facing() int {
	spin := m.state.Spin
	if !m.scanned() {
		return 0
	}
	count := spin.Count
	if count > m.cfg.scaled(12) { // it turned the same way before the scan
		count = m.cfg.scaled(11)
	}
	view := int(math.Round(float64(count)*m.cfg.TurnDeg*Views/360)) % Views
	if spin.Action == TurnLeft {
		return (Views - view) % Views
	}
	return view
}
