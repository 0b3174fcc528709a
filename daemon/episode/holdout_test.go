package episode_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episode"
)

func TestHoldout(t *testing.T) {
	with := func(house string, shownGood, shown, heldGood, held int) episode.Episode {
		return episode.Episode{SceneID: house, Status: episode.Ended, Metrics: &episode.Metrics{Advice: &episode.Advice{ShownLegs: shown, ShownGood: shownGood, HeldLegs: held, HeldGood: heldGood}}}
	}
	open := with("c", 9, 9, 0, 9)
	open.Status = episode.Open
	for _, c := range []struct {
		name     string
		episodes []episode.Episode
		want     *episode.Holdout
	}{
		{"nothing", nil, nil},
		{"nobody counted", []episode.Episode{{SceneID: "a", Status: episode.Ended, Metrics: &episode.Metrics{}}}, nil},
		{"none held out", []episode.Episode{with("a", 1, 2, 0, 0)}, nil},
		{"none shown", []episode.Episode{with("a", 0, 0, 1, 2)}, nil},
		{"open", []episode.Episode{open}, nil},
		{"one house has no interval", []episode.Episode{with("a", 1, 2, 0, 1), with("a", 2, 2, 1, 3)},
			&episode.Holdout{Shown: 4, ShownGood: 0.75, Held: 4, HeldGood: 0.25, Difference: episode.Interval{Mean: 0.5, N: 8, Houses: 1}}},
		// Draws: a twice 1, b twice 0, both 0.5.
		{"two houses", []episode.Episode{with("a", 2, 2, 0, 2), with("b", 0, 2, 0, 2), open},
			&episode.Holdout{Shown: 4, ShownGood: 0.5, Held: 4, HeldGood: 0, Difference: episode.Interval{Mean: 0.5, Low: new(0.0), High: new(1.0), N: 8, Houses: 2}}},
		// Only draws of both houses show a difference.
		{"each house has one kind", []episode.Episode{with("a", 1, 2, 0, 0), with("b", 0, 0, 1, 1)},
			&episode.Holdout{Shown: 2, ShownGood: 0.5, Held: 1, HeldGood: 1, Difference: episode.Interval{Mean: -0.5, How: episode.HowSame, N: 3, Houses: 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, episode.NewHoldout(c.episodes)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
