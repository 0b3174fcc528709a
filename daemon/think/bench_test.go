package think_test

import (
	"fmt"
	"math"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/think"
)

// BenchmarkPropose measures what navd proposes from a state, with its worth, over as many
// ways as a snapshot has, in a memory of n anchors.
func BenchmarkPropose(b *testing.B) {
	for _, anchors := range []int{100, 10_000} {
		b.Run(fmt.Sprint(anchors), func(b *testing.B) {
			s := home()
			s.Anchors, s.Links, s.Ways, s.Banned = nil, nil, nil, nil
			side := int(math.Sqrt(float64(anchors)))
			for i := range anchors {
				x, y := i%side, i/side
				s.Anchors = append(s.Anchors, think.Anchor{ID: ref.AnchorID(i + 1), Place: 1, X: float64(x), Y: float64(y)})
				if x > 0 {
					s.Links = append(s.Links, [2]int{i - 1, i})
				}
				if y > 0 {
					s.Links = append(s.Links, [2]int{i - side, i})
				}
			}
			for i := range 64 {
				at := s.Anchors[i*anchors/64]
				s.Ways = append(s.Ways, think.Way{Angle: float64(i) * 5, WayM: 3, Steps: 40, Chance: 0.3, New: 1, End: nav.Pose{X: at.X, Y: at.Y}})
			}
			for b.Loop() {
				m := think.New(s, byWords)
				state := think.State{}
				for range 2 {
					seen, err := m.Do(state, "Simulate", "10")
					if err != nil || len(m.Propose(seen.State, 5)) == 0 {
						b.Fatal(err)
					}
					state = seen.State
				}
			}
		})
	}
}
