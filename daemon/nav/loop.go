package nav

import (
	"maps"
	"slices"

	"navd/daemon/event"
	"navd/daemon/ref"
)

// Move is one step as the stuck window remembers it.
type Move struct {
	Place ref.PlaceID `json:"p"`
	X0    float64     `json:"x0"`
	Y0    float64     `json:"y0"`
	X1    float64     `json:"x1"`
	Y1    float64     `json:"y1"`
	SX    float64     `json:"sx,omitempty"` // how far it may have slid besides, see slid
	SY    float64     `json:"sy,omitempty"`
	Near  bool        `json:"n,omitempty"` // ended within r of an anchor older than 20 steps
}

// stuckNet is the net displacement over the window below which there is no
// progress, metres.
const stuckNet = 0.5

// wastedAge is how many steps old an anchor is before ending near it counts as
// wasted.
const wastedAge = 20

func (m *Memory) moveOf(st Step, before Pose) Move {
	after := m.state.Pose
	mv := Move{Place: m.state.Place, X0: before.X, Y0: before.Y, X1: after.X, Y1: after.Y, Near: m.nearOld(after)}
	if d := m.slid(st); d > 0 {
		to := after.Moved(d, 0)
		mv.SX, mv.SY = to.X-after.X, to.Y-after.Y
	}
	return mv
}

// slid is how far a forward that ran into something may have slid along it, when that was
// not measured: somewhere between nothing and its length, so half its length. A robot that
// pushes on in the same direction slides no farther.
func (m *Memory) slid(st Step) float64 {
	bumps := st.Action == Forward && st.Collided && st.MovedM == nil && !m.cfg.OdomPose
	again := m.state.Bumped
	if st.Action == Forward || st.Action.Turn() {
		m.state.Bumped = bumps
	}
	if !bumps || again {
		return 0
	}
	return m.cfg.ForwardM / 2
}

// outside counts a step that is not a scan step for the literal rule, and not for the other
// stuck rules.
func (m *Memory) outside(mv Move) {
	m.wasted(mv)
	if m.state.LiteralPlace != mv.Place {
		m.state.LiteralPlace, m.state.LiteralSteps = mv.Place, 0
	}
	m.state.LiteralSteps++
}

// countLiteral derives the count of the literal rule for a state that an older navd stored
// without it: the steps at the end of the window in one place.
func (m *Memory) countLiteral() {
	w := m.state.Window
	if m.state.LiteralSteps > 0 || len(w) == 0 {
		return
	}
	m.state.LiteralPlace = w[len(w)-1].Place
	for i := len(w) - 1; i >= 0 && w[i].Place == m.state.LiteralPlace; i-- {
		m.state.LiteralSteps++
	}
}

// push puts a step into the window, which keeps the last W.
func (m *Memory) push(mv Move) {
	m.outside(mv)
	m.state.LegMoves = min(m.state.LegMoves+1, m.cfg.StuckWindow)
	w := append(m.state.Window, mv)
	if over := len(w) - m.cfg.StuckWindow; over > 0 {
		w = slices.Delete(w, 0, over)
	}
	m.state.Window = w
	if len(w) == m.cfg.StuckWindow {
		m.state.Counts.Windows++
		m.state.Counts.WindowKeys += m.windowKeys()
	}
}

// wasted counts a non-scan step, and whether it was wasted.
func (m *Memory) wasted(mv Move) {
	m.state.Counts.NonScan++
	if mv.Near {
		m.state.Counts.Wasted++
	}
}

// windowKeys counts the distinct revisit keys in the window.
func (m *Memory) windowKeys() int {
	var seen []ref.PlaceID
	for _, mv := range m.state.Window {
		if k := m.keys.find(mv.Place); !slices.Contains(seen, k) {
			seen = append(seen, k)
		}
	}
	return len(seen)
}

// watchLoops evaluates the rules after a step and tells of rising edges.
func (m *Memory) watchLoops() []event.Event {
	s := &m.state
	m.watchEscapes()
	full := len(s.Window) == m.cfg.StuckWindow
	m.raise(&s.Progress, full && m.windowKeys() <= 1 && m.noProgress(), event.StuckProgress)
	m.raise(&s.Literal, s.LiteralSteps >= m.cfg.StuckWindow, event.StuckLiteral)
	return append(m.watchStuck(), m.watchABABA()...)
}

// noRules has a count of 0 for every stuck rule.
func noRules() map[string]int {
	return map[string]int{string(event.StuckProgress): 0, string(event.StuckLiteral): 0, string(event.StuckSite): 0}
}

// raise sets a rule's state and counts its rising edge.
func (m *Memory) raise(state *bool, now bool, rule event.StuckRule) {
	if now && !*state {
		rules := maps.Clone(m.state.Counts.Rules) // copies of the state have the old one
		rules[string(rule)]++
		m.state.Counts.Rules = rules
	}
	*state = now
}

// watchStuck sets STUCK by the configured rule; an event on its rising edge.
func (m *Memory) watchStuck() []event.Event {
	s := &m.state
	now := s.Progress
	switch m.cfg.StuckRule {
	case event.StuckLiteral:
		now = s.Literal
	case event.StuckSite:
		now = s.SiteStuck
	}
	rising := now && !s.Stuck
	s.Stuck = now
	if !rising {
		return nil
	}
	s.Counts.Stuck++
	key := m.keys.find(s.Place)
	m.trapped(TriggerStuck, key)
	return []event.Event{{Type: event.Stuck, Seq: s.Seq, Place: s.Place, Key: key, Rule: m.cfg.StuckRule}}
}

// watchABABA sets ABABA over the last four revisit keys.
func (m *Memory) watchABABA() []event.Event {
	s := &m.state
	var room [4]ref.PlaceID
	k := m.lastKeys(room[:0])
	now := len(k) == len(room) && k[0] == k[2] && k[1] == k[3] && k[0] != k[1]
	rising := now && !s.ABABA
	s.ABABA = now
	if !rising {
		return nil
	}
	s.Counts.ABABA++
	m.trapped(TriggerABABA, k[0], k[1])
	return []event.Event{{Type: event.ABABA, Seq: s.Seq, Place: s.Place, Key: k[0]}}
}

// trapped notes that a loop rule was raised: on the running leg, for the escape rate, and as
// a reason for a plan.
func (m *Memory) trapped(t Trigger, keys ...ref.PlaceID) {
	s := &m.state
	s.LegLoop = true
	s.OpenTraps = append(s.OpenTraps, Trap{Keys: keys, Until: s.Counts.NonScan + EscapeSteps})
	m.due(t)
}

// Trap is a loop that the robot was caught in.
type Trap struct {
	Keys  []ref.PlaceID `json:"keys"`  // revisit keys it went round in: one for STUCK, two for ABABA
	Until int           `json:"until"` // count of non-scan steps up to which leaving them is an escape
}

// EscapeSteps is how many steps that are not scan steps the robot has to leave
// the keys of a loop.
const EscapeSteps = 50

// watchEscapes drops the traps that the robot has left or is too late to leave, and counts
// escapes.
func (m *Memory) watchEscapes() {
	s := &m.state
	here := m.keys.find(s.Place)
	if s.Counts.LeftStart == 0 && here != m.keys.find(1) {
		s.Counts.LeftStart = max(1, s.Counts.NonScan)
	}
	s.OpenTraps = slices.DeleteFunc(s.OpenTraps, func(t Trap) bool {
		late := s.Counts.NonScan > t.Until
		left := !slices.ContainsFunc(t.Keys, func(k ref.PlaceID) bool { return m.keys.find(k) == here })
		if left && !late {
			s.Counts.Escapes++
		}
		return left || late
	})
}

// due makes a plan due for a configured trigger, unless one is due already.
func (m *Memory) due(t Trigger) {
	if m.cfg.triggers(t) && m.state.Due == "" {
		m.state.Due = t
	}
}

// noProgress is the second half of the progress rule: the window ends less than half a
// metre from where it began, and so does its part after the last plan, because a leg that
// leads back the way the robot came is progress.
func (m *Memory) noProgress() bool {
	w := m.state.Window
	return still(w) && still(w[max(0, len(w)-m.state.LegMoves):])
}

// still tells whether moves end near where they began, both with and without the sliding
// that may have happened.
func still(moves []Move) bool {
	if len(moves) == 0 {
		return true
	}
	first, last := moves[0], moves[len(moves)-1]
	from, to := Pose{X: first.X0, Y: first.Y0}, Pose{X: last.X1, Y: last.Y1}
	slid := to
	for _, mv := range moves {
		slid.X, slid.Y = slid.X+mv.SX, slid.Y+mv.SY
	}
	return from.Distance(to) < stuckNet-eps && from.Distance(slid) < stuckNet-eps
}

// AvoidHint names the loop patterns that hold now, for the queue and the context.
func (m *Memory) AvoidHint() string {
	switch {
	case m.state.Stuck && m.state.ABABA:
		return "pattern:STUCK,pattern:ABABA"
	case m.state.Stuck:
		return "pattern:STUCK"
	case m.state.ABABA:
		return "pattern:ABABA"
	}
	return ""
}
