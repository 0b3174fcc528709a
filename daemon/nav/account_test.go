package nav_test

import (
	"testing"

	"pgregory.net/rapid"

	"navd/daemon/nav"
)

// TestEveryStepIsAccountedFor takes random runs of turns with plans between them:
// every step is one of a scan, none, or held out until it is known, and at the end
// nothing is held out.
func TestEveryStepIsAccountedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := nav.DefaultConfig()
		cfg.TurnDeg = rapid.SampledFrom([]float64{30, 30, 1, 7, 15, 28.65, 45, 100, 180}).Draw(t, "turn")
		m, _, _ := nav.New("ep", "sofa", cfg)
		for range rapid.IntRange(1, 12).Draw(t, "runs") {
			st := nav.Step{
				Action: rapid.SampledFrom([]nav.Action{nav.TurnLeft, nav.TurnRight, nav.TurnRight, nav.Forward, nav.LookUp, nav.Stop}).Draw(t, "action"),
				Phase:  rapid.SampledFrom([]nav.Phase{"", "", nav.PhaseScan, nav.PhaseTurn, nav.PhasePolicy, nav.PhaseLevel}).Draw(t, "phase"),
			}
			for range rapid.SampledFrom([]int{1, 2, 5, 6, 8, 11, 12, 13, 17, 18, 24}).Draw(t, "length") {
				st.Seq = m.Seq() + 1
				if _, _, err := m.Advance(st); err != nil {
					t.Fatal(err)
				}
				account(t, m)
			}
			switch rapid.IntRange(0, 5).Draw(t, "then") {
			case 0:
				m.AskPlan()
			case 1, 2, 3:
				m.Decide(m.Survey(nav.AllViews(), m.Facing(), nil), nav.Choice{View: rapid.IntRange(0, 11).Draw(t, "view")})
			case 4:
				m.SetGoal("bed")
			}
			account(t, m)
		}
		if m.End(); len(m.State().Spin.Held) > 0 {
			t.Fatalf("held at the end: %+v", m.State().Spin)
		}
		account(t, m)
	})
}

func account(t *rapid.T, m *nav.Memory) {
	s := m.State()
	if c := s.Counts; c.Steps != c.ScanSteps+c.NonScan+len(s.Spin.Held) {
		t.Fatalf("%d steps: %d of a scan, %d of none, %d held out", c.Steps, c.ScanSteps, c.NonScan, len(s.Spin.Held))
	}
}
