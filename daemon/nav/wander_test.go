package nav_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"navd/daemon/nav"
)

// wander is a long walk as a controller reports it: a scan and a plan every 20
// steps or so, forwards with some turns and collisions, a sample when one is
// due, in rooms of 5 m. It stays within a square of side metres; with 0 it goes
// into one corridor of a building after another and back, so that what lies
// near does not grow with the walk. The same length and side give the same walk.
func wander(steps int, side float64) []op {
	rng := rand.New(rand.NewPCG(7, uint64(steps)))
	w := &wanderer{rng: rng, side: side}
	ops := make([]op, 0, steps)
	for i := range steps {
		if i%30 == 0 {
			ops = append(ops, w.plan)
		}
		ops = append(ops, w.step(i%30 == 29), w.see)
	}
	return ops
}

type wanderer struct {
	rng  *rand.Rand
	side float64
}

func (w *wanderer) step(stop bool) op {
	action, turn := nav.Forward, w.rng.IntN(8)
	switch {
	case stop:
		action = nav.Stop
	case turn == 0:
		action = nav.TurnLeft
	case turn == 1:
		action = nav.TurnRight
	}
	blocked := w.rng.IntN(20) == 0
	return func(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
		a := action
		switch {
		case w.side == 0:
			a = corridors(m.Seq())
		case a == nav.Forward && w.outside(m.Pose().Moved(1, 0)):
			a = nav.TurnLeft
		}
		out, delta, err := m.Advance(nav.Step{Seq: m.Seq() + 1, Action: a, Collided: blocked && a == nav.Forward, Phase: nav.PhasePolicy})
		return []any{out, err}, delta
	}
}

func (w *wanderer) outside(p nav.Pose) bool {
	return math.Max(math.Abs(p.X), math.Abs(p.Y)) > w.side/2
}

// period is how many steps one corridor takes: 20 m in, 20 m out, 2 m to the
// next one.
const period = 180

// corridors gives the action of a step of the walk through the building.
func corridors(seq int) nav.Action {
	switch at := seq % period; {
	case at >= 80 && at < 86:
		return nav.TurnLeft
	case at >= 166 && at < 169, at >= 177:
		return nav.TurnRight
	}
	return nav.Forward
}

// see gives a sample when one is due: rooms of four types like a chessboard.
func (w *wanderer) see(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
	if !m.SceneDue().Due {
		return nil, nav.Delta{}
	}
	transition, _, delta, err := m.Observe(nav.Sample{Step: m.Seq(), Label: roomAt(m.Pose()), Objects: []string{"lamp"}})
	return []any{transition, err}, delta
}

func roomAt(p nav.Pose) string {
	i, j := int(math.Floor(p.X/5))&1, int(math.Floor(p.Y/5))&1
	return []string{"kitchen", "corridor", "bedroom", "living room"}[2*i+j]
}

// plan scans with labels for every view and goes on straight ahead.
func (w *wanderer) plan(_ testing.TB, m *nav.Memory) (any, nav.Delta) {
	sv := m.Survey(nav.AllViews(), 0, w.labels(m.Pose()))
	record, events, delta := m.Decide(sv, nav.Choice{SceneType: "hall", Why: "it is open"})
	return []any{record, events}, delta
}

func (w *wanderer) labels(p nav.Pose) []nav.Glimpse {
	var out []nav.Glimpse
	for v := range nav.Views {
		free := 1 + float64((v*7+int(math.Abs(p.X+p.Y)))%9)/2
		see := free + float64(v%3)
		end := p.Reach(see, p.Yaw-30*float64(v))
		out = append(out, nav.Glimpse{View: v, SceneType: roomAt(end), FreeM: &free, SeeM: &see})
	}
	return out
}
