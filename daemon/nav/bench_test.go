package nav_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"navd/daemon/nav"
)

// walks are the memories that the benchmarks measure: a building without end,
// where what lies near does not grow with the walk, and one house of 15 m that
// is walked over and over.
func walks(b *testing.B, fn func(b *testing.B, m *nav.Memory)) {
	for _, w := range []struct {
		name string
		side float64
	}{{"building", 0}, {"house", 15}} {
		for _, anchors := range []int{1000, 10000} {
			m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
			for _, do := range wander(anchors*3+period, w.side) {
				// all walks through the building end at the same spot of a corridor
				if do(b, m); int(m.CurrentAnchor()) >= anchors && m.Seq()%period == 40 {
					break
				}
			}
			b.Run(fmt.Sprintf("%s/anchors=%d", w.name, anchors), func(b *testing.B) {
				b.ReportAllocs()
				fn(b, m)
			})
		}
	}
}

func BenchmarkAdvance(b *testing.B) {
	walks(b, func(b *testing.B, m *nav.Memory) {
		rng, actions := rand.New(rand.NewPCG(1, 2)), []nav.Action{nav.TurnLeft, nav.TurnRight}
		for b.Loop() {
			st := nav.Step{Seq: m.Seq() + 1, Action: nav.Forward, Phase: nav.PhasePolicy}
			if n := rng.IntN(8); n < len(actions) {
				st.Action = actions[n]
			}
			if _, _, err := m.Advance(st); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSurvey(b *testing.B) {
	labels := allLook("kitchen", 3, 5)
	walks(b, func(b *testing.B, m *nav.Memory) {
		for b.Loop() {
			m.Survey(allViews(), 0, labels)
		}
	})
}

func BenchmarkContext(b *testing.B) {
	labels := allLook("kitchen", 3, 5)
	walks(b, func(b *testing.B, m *nav.Memory) {
		sv := m.Survey(allViews(), 0, labels)
		for b.Loop() {
			m.Context(sv, nav.Prompt{}).Fit(800)
		}
	})
}

func BenchmarkLocalize(b *testing.B) {
	walks(b, func(b *testing.B, m *nav.Memory) {
		for b.Loop() {
			if _, err := m.Localize(m.CurrentAnchor(), 1.5, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
}
