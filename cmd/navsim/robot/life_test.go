package robot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/world"
	"navd/daemon/words"
)

func TestLife(t *testing.T) {
	t.Parallel()
	m := own(t, 3, 3)[0]
	episodes := func(l Life) (all []world.Episode) {
		t.Helper()
		visits, err := l.Visits(m)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range visits {
			if !v.Map.Free(v.Episode.Start.Point()) || (v.Map != m) != (l.Moved > 0 && v.Episode.ID != "gen-3-l1") {
				t.Errorf("%+v: %s begins at %v in a house that was changed: %v", l, v.Episode.ID, v.Episode.Start, v.Map != m)
			}
			all = append(all, v.Episode)
		}
		return all
	}
	for _, start := range []string{FromLast, FromDock, FromUnknown} {
		for _, moved := range []float64{0, 0.3} {
			l := Life{Searches: 7, Start: start, Moved: moved, Seed: 5}
			all := episodes(l)
			if diff := cmp.Diff(all, episodes(l)); diff != "" || len(all) != 7 {
				t.Fatalf("%+v: %d searches, -first +again:\n%s", l, len(all), diff)
			}
			things := map[words.Key]bool{}
			for i, e := range all {
				things[words.ObjectKey(e.Target)] = true
				if len(things) != min(i+1, turns) {
					t.Errorf("%+v: %s is not a thing by turns", l, e.Target)
				}
				if i == 0 {
					continue
				}
				before := all[i-1]
				switch {
				case start == FromLast && e.Start != endOf(before), start == FromDock && e.Start.Point() != all[0].Start.Point(),
					start == FromUnknown && e.Start.Point() == before.Start.Point():
					t.Errorf("%+v: search %d begins at %v", l, i+1, e.Start)
				}
			}
		}
	}
	if _, err := (Life{Searches: MaxLife + 1}).Visits(m); err == nil {
		t.Error("a life may be as long as it likes")
	}
}
