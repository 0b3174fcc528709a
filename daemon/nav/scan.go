package nav

import "math"

// Spin is the trailing run of equal turns. While it may still be a scan that
// the controller does not announce, or the turns that a plan asked for, its
// steps are held out of the window.
type Spin struct {
	Action Action `json:"action,omitempty"`
	Phase  Phase  `json:"phase,omitempty"`
	Count  int    `json:"count,omitempty"` // equal turns in a row
	Held   []Move `json:"held,omitempty"`  // those of which it is not known what they are
	Scan   int    `json:"scan,omitempty"`  // those known to be a scan
	First  bool   `json:"first,omitempty"` // nothing was between it and the last plan
	After  bool   `json:"after,omitempty"` // it follows a scan that no plan followed
}

// Aim is how many turns bring the robot to where the last plan wants it to face, to the
// left and to the right. They never enter the window: a robot that turns as told is not
// stuck.
type Aim struct {
	Left  int `json:"left,omitempty"`
	Right int `json:"right,omitempty"`
}

// aimAt expects the turns to a heading, degrees.
func (m *Memory) aimAt(heading float64) {
	left := math.Mod(NormDeg(heading-m.state.Pose.Yaw)+360, 360)
	m.state.Aim = Aim{}
	if left < m.cfg.TurnDeg/2 || left > 360-m.cfg.TurnDeg/2 {
		return // it faces there
	}
	m.state.Aim = Aim{Left: int(math.Round(left / m.cfg.TurnDeg)), Right: int(math.Round((360 - left) / m.cfg.TurnDeg))}
}

// asked is how many turns the plan asked for that way round, when the run is the
// first since.
func (m *Memory) asked() int {
	spin := m.state.Spin
	switch {
	case !spin.First:
		return 0
	case spin.Action == TurnLeft:
		return m.state.Aim.Left
	}
	return m.state.Aim.Right
}

// aimed is how many of the first n turns of the run bring the robot to where the
// plan wants it to face: those of the short way round, or those of the long way
// when the robot turned all of it.
func (m *Memory) aimed(n int) int {
	asked := m.asked()
	if n < asked && float64(asked)*m.cfg.TurnDeg > 180+m.cfg.TurnDeg/2 {
		return 0
	}
	return min(n, asked)
}

// watchTurns files a step into the stuck window, or holds it out.
func (m *Memory) watchTurns(st Step, mv Move) {
	turns := st.Action.Turn() && (st.Phase == "" || st.Phase == PhaseTurn)
	if m.endsRun(st) {
		m.state.Spin = Spin{After: m.endRun() && turns && st.Phase == ""}
	}
	spin := &m.state.Spin
	if spin.Count == 0 && !m.looks(st) {
		if spin.First = turns && m.state.Aim != (Aim{}); !spin.First {
			m.state.Aim = Aim{}
		}
	}
	if st.Action.Turn() {
		spin.Action, spin.Phase = st.Action, st.Phase
		spin.Count++
	}
	switch {
	case st.Phase == PhaseScan:
		m.state.Counts.ScanSteps++
	case st.Phase == PhaseLevel || st.Action == Stop || m.looks(st):
		m.wasted(mv)
	case turns && spin.Count <= m.longest()+1:
		m.hold(mv)
	default:
		m.push(mv)
	}
}

// looks tells whether a step moves only the camera.
func (m *Memory) looks(st Step) bool {
	return st.Action == LookUp || st.Action == LookDown || st.Phase == PhaseLevel
}

// endsRun tells whether a step ends the run of equal turns. A look after a whole scan does
// not, because it brings the camera back to level before the plan; nor does a look while
// the robot turns to where a plan wants it to face.
func (m *Memory) endsRun(st Step) bool {
	spin := m.state.Spin
	if st.Action == LookUp || st.Action == LookDown {
		return !spin.First && m.scanLength() == 0
	}
	return spin.Action != st.Action || spin.Phase != st.Phase
}

// infers tells whether the run may contain a scan that was not announced.
func (m *Memory) infers() bool { return m.state.Spin.Phase == "" && m.cfg.scanTurns() > 0 }

// longest is how many turns of the run may be held out: those that a plan asked
// for, a scan, and up to half a round of turns before or after it.
func (m *Memory) longest() int {
	if !m.infers() {
		return m.asked()
	}
	return m.asked() + m.cfg.scaled(11) + m.cfg.scaled(Views/2)
}

// scanLength is how many turns at the end of the run are a scan if a plan is
// asked for now: 11 or 12 at 30°, announced as one or without a phase.
func (m *Memory) scanLength() int {
	spin, least, most := m.state.Spin, m.cfg.scaled(11), m.cfg.scaled(12)
	switch n := spin.Count; {
	case spin.Phase == PhaseScan && n >= least && n <= most:
		return n
	case !m.infers() || n < least || n > m.longest():
		return 0
	case n <= most:
		return n
	case n-m.asked() >= least && n-m.asked() <= most:
		return n - m.asked()
	}
	return least
}

// hold keeps a turn out of the window until it is known what the run is. A run that is too
// long has the turns that the plan asked for, then a scan, and then turns that enter the
// window.
func (m *Memory) hold(mv Move) {
	spin := &m.state.Spin
	spin.Held = append(spin.Held, mv)
	if spin.Count <= m.longest() {
		return
	}
	m.leaveOut(m.aimed(len(spin.Held)))
	if m.infers() {
		m.keepScan(max(0, m.cfg.scaled(11)-spin.Scan))
	}
	m.release()
}

// leaveOut keeps the first n of the held-out turns out of the window for good.
func (m *Memory) leaveOut(n int) {
	spin := &m.state.Spin
	for _, mv := range spin.Held[:n] {
		m.outside(mv)
	}
	spin.Held = spin.Held[n:]
}

// keepScan counts the first n of the held-out turns as a scan.
func (m *Memory) keepScan(n int) {
	spin := &m.state.Spin
	n = min(n, len(spin.Held))
	m.state.Counts.ScanSteps += n
	spin.Scan, spin.Held = spin.Scan+n, spin.Held[n:]
}

// admit lets the first n of the held-out turns into the window.
func (m *Memory) admit(n int) {
	spin := &m.state.Spin
	for _, mv := range spin.Held[:n] {
		m.push(mv)
	}
	spin.Held = spin.Held[n:]
}

// release lets the held-out turns into the window.
func (m *Memory) release() {
	m.admit(len(m.state.Spin.Held))
	m.state.Spin.Held = nil
}

// endRun ends the run of equal turns without a plan. A run as long as a scan was a
// scan all the same, since plans may be made elsewhere; it may follow the turns that
// the last plan asked for, or stand in their place. Up to half a round of turns that
// follow the scan, either way, face the robot to where it goes, and stay out of the
// window too. endRun reports whether such turns may still come.
func (m *Memory) endRun() (scan bool) {
	spin, least, most := &m.state.Spin, m.cfg.scaled(11), m.cfg.scaled(12)
	n := len(spin.Held)
	aimed := m.aimed(n)
	whole := func(n int) bool { return m.infers() && n >= least && n <= most }
	switch rest := n - aimed; {
	case spin.Scan > 0 && spin.Count <= most: // it was asked for a plan and has not come yet
		m.keepScan(n)
		scan = true
	case whole(rest):
		m.leaveOut(aimed)
		m.keepScan(rest)
		scan = true
	case whole(n):
		m.keepScan(n)
		scan = true
	case m.infers() && spin.Scan == 0 && rest > most && spin.Count <= m.longest():
		m.leaveOut(aimed)
		m.keepScan(least)
		m.leaveOut(len(spin.Held))
	case m.follows():
		m.leaveOut(n)
	default:
		m.leaveOut(aimed)
	}
	m.release()
	if spin.First {
		m.state.Aim = Aim{}
	}
	return scan
}

// follows tells whether the run may turn the robot, right after a scan, to where it goes
// next.
func (m *Memory) follows() bool {
	spin := m.state.Spin
	return spin.Phase == "" && (spin.After || spin.Scan > 0) && len(spin.Held) <= m.cfg.scaled(Views/2)
}

// AskPlan tells the memory that a plan is asked for, which Decide will file. The
// last of the held-out turns, as many as a scan has, were a scan: they stay out of
// the window, whatever steps come until then. Of the turns before them, those that
// the last plan had not asked for enter the window. It reports whether that changed
// the state, which the next delta then holds.
func (m *Memory) AskPlan() (changed bool) {
	spin := &m.state.Spin
	scan := m.scanLength()
	if scan == 0 || len(spin.Held) == 0 {
		return false
	}
	before := 0
	switch {
	case spin.Scan == 0:
		before = len(spin.Held) - scan
	case spin.Count > m.cfg.scaled(12):
		before, scan = len(spin.Held), 0
	}
	aimed := m.aimed(before)
	m.leaveOut(aimed)
	m.admit(before - aimed)
	m.keepScan(scan)
	return true
}

// settleScan ends the run at a plan. A run as long as a scan was a scan. Turns right
// after it, and those that the last plan asked for, stay out of the window too.
func (m *Memory) settleScan() {
	if !m.AskPlan() && m.follows() {
		m.leaveOut(len(m.state.Spin.Held))
	}
	m.leaveOut(m.aimed(len(m.state.Spin.Held)))
	m.release()
	m.state.Spin = Spin{}
}

// Facing is the view that the robot faces, when the controller does not say: after a scan
// the one nearest to where it turned to, 11 after 11 turns of 30° to the right, 1 after 11
// to the left; when it asks for another plan before it took a step, the one that it faced
// in the last plan; else 0.
func (m *Memory) Facing() int {
	spin := m.state.Spin
	if n := len(m.sites); n > 0 && m.sites[n-1].Seq == m.state.Seq && len(m.sites[n-1].Views) > 0 {
		v := m.sites[n-1].Views[0]
		turned := NormDeg(v.Heading+30*float64(v.View)-m.state.Pose.Yaw) / 30
		return (int(math.Round(turned)) + Views) % Views
	}
	view := int(math.Round(float64(m.scanLength())*m.cfg.TurnDeg*Views/360)) % Views
	if spin.Action == TurnLeft {
		return (Views - view) % Views
	}
	return view
}
