package nav

import "math"

// Spin is the trailing run of equal turns. While it may still be a scan that
// the controller does not announce, its steps are held out of the window.
type Spin struct {
	Action Action `json:"action,omitempty"`
	Phase  Phase  `json:"phase,omitempty"`
	Count  int    `json:"count,omitempty"` // equal turns in a row
	Held   []Move `json:"held,omitempty"`  // those not yet in the window
	Spun   bool   `json:"spun,omitempty"`  // too long for a scan: nothing is held out
}

// watchTurns files a step into the stuck window, or holds it out.
func (m *Memory) watchTurns(st Step, mv Move) {
	if m.endsRun(st) {
		m.release()
		m.state.Spin = Spin{}
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
	case st.Phase != "" || !st.Action.Turn() || m.cfg.scanTurns() == 0 || spin.Spun:
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

// scanned tells whether the run is a scan: 11 or 12 turns at 30°, announced as
// one or without a phase. Turns of another phase are none, however many.
func (m *Memory) scanned() bool {
	spin := m.state.Spin
	inferred := spin.Phase == "" && m.cfg.scanTurns() > 0
	if spin.Phase != PhaseScan && !inferred {
		return false
	}
	return spin.Count >= m.cfg.scaled(11) && spin.Count <= m.cfg.scaled(12)
}

// hold keeps a turn out of the window until the run is known to be no scan.
func (m *Memory) hold(mv Move) {
	spin := &m.state.Spin
	spin.Held = append(spin.Held, mv)
	if spin.Count >= m.cfg.scaled(13) {
		m.release()
		spin.Spun = true
	}
}

// release lets the held-out turns into the window.
func (m *Memory) release() {
	for _, mv := range m.state.Spin.Held {
		m.push(mv)
	}
	m.state.Spin.Held = nil
}

// AskPlan tells the memory that a plan is asked for, which Decide will file:
// held-out turns as many as a scan were one, and stay out of the window whatever
// steps come before that. It reports whether that changed the state, which the
// next delta then has in it.
func (m *Memory) AskPlan() (changed bool) {
	spin := &m.state.Spin
	if !m.scanned() || len(spin.Held) == 0 {
		return false
	}
	m.state.Counts.ScanSteps += len(spin.Held)
	spin.Held = nil
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
	view := int(math.Round(float64(spin.Count)*m.cfg.TurnDeg*Views/360)) % Views
	if spin.Action == TurnLeft {
		return (Views - view) % Views
	}
	return view
}
