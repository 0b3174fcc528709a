package robot

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/daemon/words"
)

// With a dock each visit begins there, without one elsewhere; things and their order are
// the same, each is looked for as often as told, 4 m of way off at least.
func TestVisits(t *testing.T) {
	for _, m := range own(t, 1, 3) {
		goals := map[bool][]words.Key{}
		for _, dock := range []bool{true, false} {
			v := Visiting{Targets: 3, Repetitions: 3, Seed: 7, Dock: dock}
			all, err := Visits(m, v)
			if err != nil {
				t.Fatal(err)
			}
			starts, before := map[world.Pose]bool{}, map[words.Key]int{}
			for _, one := range all {
				key := words.ObjectKey(one.Episode.Target)
				if one.Before != before[key] {
					t.Errorf("%s: %d visits before, want %d", one.Episode.ID, one.Before, before[key])
				}
				before[key]++
				starts[one.Episode.Start] = true
				goals[dock] = append(goals[dock], key)
				if far := one.Goal.Distance(one.Episode.Start.Point()); far < minDistance {
					t.Errorf("%s is %v m off", one.Episode.ID, far)
				}
			}
			if dock && len(starts) > 1 || !dock && len(all) > 3 && len(starts) < 3 {
				t.Errorf("%s, dock %v: %d starts of %d visits", m.House().ID, dock, len(starts), len(all))
			}
			for key, n := range before {
				if n > v.Repetitions || dock && n != v.Repetitions {
					t.Errorf("%s: %d visits for the %s", m.House().ID, n, key)
				}
			}
			again, err := Visits(m, v)
			if err != nil || len(again) != len(all) || len(all) > 0 && gocmp.Diff(all[0].Episode, again[0].Episode) != "" {
				t.Errorf("%s: drawn again it differs: %v", m.House().ID, err)
			}
		}
		if len(goals[true]) == len(goals[false]) && gocmp.Diff(goals[true], goals[false]) != "" {
			t.Errorf("%s: other things without a dock", m.House().ID)
		}
	}
	for field, v := range map[string]Visiting{"targets": {Repetitions: 1}, "repetitions": {Targets: 2, Repetitions: 100}} {
		if _, err := Visits(own(t, 1, 1)[0], v); fault.As(err) == nil || fault.As(err).Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}
