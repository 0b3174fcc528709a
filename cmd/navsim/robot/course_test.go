package robot

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/daemon/words"
)

func courses(t *testing.T, m *world.Map, d Draw) []Course {
	t.Helper()
	all, err := Courses(m, d)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCoursesInOwnHouses(t *testing.T)  { holdCourses(t, own(t, 1, 4)) }
func TestCoursesInRealHouses(t *testing.T) { holdCourses(t, sharedMaps(t)) }

// holdCourses holds every course to what it promises, looked up by other means.
func holdCourses(t *testing.T, maps []*world.Map) {
	t.Helper()
	d, wrong := Draw{Targets: 2, Repetitions: 4, Seed: 1}, 0
	for _, m := range maps {
		drawn, misled := 0, 0
		called := map[words.Key]bool{}
		for _, c := range courses(t, m, d) {
			target := c.Episodes[0].Target
			if called[words.ObjectKey(target)] {
				t.Errorf("%s: %s is called like another", m.House().ID, target)
			}
			called[words.ObjectKey(target)] = true
			if got := misleads(m, target); c.Wrong != got {
				t.Errorf("%s: wrong is %v of %s, want %v", m.House().ID, c.Wrong, target, got)
			}
			if c.Drawn {
				drawn++
			}
			if c.Wrong {
				misled++
			}
			holdStarts(t, m, c, d.Repetitions)
		}
		if drawn != d.Targets || misled > d.Targets {
			t.Errorf("%s: %d courses drawn of all, %d wrong ones", m.House().ID, drawn, misled)
		}
		wrong += misled
	}
	if wrong < len(maps)/2 {
		t.Errorf("%d wrong courses in %d houses say nothing", wrong, len(maps))
	}
	t.Logf("%d wrong courses in %d houses", wrong, len(maps))
}

// holdStarts wants other starts each time, far enough away.
func holdStarts(t *testing.T, m *world.Map, c Course, repetitions int) {
	t.Helper()
	var starts []world.Point
	for i, e := range c.Episodes {
		if want := fmt.Sprintf("%s-%s-r%d", m.House().ID, e.Target, i+1); e.ID != want || e.House != m.House().ID {
			t.Errorf("%s in %s, want %s", e.ID, e.House, want)
		}
		if e.Geodesic < minDistance-0.001 || slices.Contains(starts, e.Start.Point()) {
			t.Errorf("%s starts %.1f m away at %v, after %v", e.ID, e.Geodesic, e.Start, starts)
		}
		starts = append(starts, e.Start.Point())
	}
	if len(c.Episodes) != repetitions {
		t.Errorf("%d searches, want %d", len(c.Episodes), repetitions)
	}
}

// misleads looks the middle and the corners of all instances up, room by room.
func misleads(m *world.Map, target string) bool {
	key := words.ObjectKey(target)
	var likeliest []world.Room
	best := func(r world.Room) float64 { return planner.Prior(key, words.LabelKey(world.Label(r.Type))) }
	for _, r := range m.House().Rooms {
		if len(m.CellsIn(&r)) > 0 {
			likeliest = append(likeliest, r)
		}
	}
	slices.SortFunc(likeliest, func(a, b world.Room) int { return cmp.Compare(best(b), best(a)) })
	likeliest = slices.DeleteFunc(likeliest, func(r world.Room) bool { return best(r) < best(likeliest[0]) })
	for o := range m.House().All() {
		if words.ObjectKey(o.Type) != key {
			continue
		}
		corners := o.Footprint()
		for _, p := range append(corners[:], o.Centre()) {
			if at, ok := m.RoomAt(p); ok && slices.ContainsFunc(likeliest, func(r world.Room) bool { return r.Type == at.Type }) {
				return false
			}
		}
	}
	return true
}

// TestCoursesOfOneName draws a sofa or a loveseat, not both.
func TestCoursesOfOneName(t *testing.T) {
	m := fourRooms(t, func(h *world.House) {
		h.Objects = append(h.Objects, world.Object{
			ID: "x", Type: "Loveseat", Position: world.Vec{X: 3, Y: 0.4, Z: 5}, Size: world.Vec{X: 0.5, Y: 0.8, Z: 0.5},
		})
	})
	for seed := range uint64(8) {
		n := 0
		for _, c := range courses(t, m, Draw{Targets: 99, Repetitions: 2, Seed: seed}) {
			if c.Truth.target == "sofa" {
				n++
			}
		}
		if n != 1 {
			t.Fatalf("seed %d: %d courses for a sofa", seed, n)
		}
	}
}

// TestCoursesGrow gives the same again, and with more repetitions the same
// starts before others; with another seed it gives others.
func TestCoursesGrow(t *testing.T) {
	m := own(t, 3, 3)[0]
	ids := func(d Draw) (out [][]world.Episode) {
		for _, c := range courses(t, m, d) {
			out = append(out, c.Episodes[:3])
		}
		return out
	}
	first := ids(Draw{Targets: 2, Repetitions: 3, Seed: 1})
	for _, repetitions := range []int{3, 6} {
		if diff := gocmp.Diff(first, ids(Draw{Targets: 2, Repetitions: repetitions, Seed: 1})); diff != "" {
			t.Errorf("%d repetitions:\n%s", repetitions, diff)
		}
	}
	if gocmp.Equal(first, ids(Draw{Targets: 2, Repetitions: 3, Seed: 2})) {
		t.Error("another seed gives the same")
	}
}

func TestCoursesRefuse(t *testing.T) {
	m := own(t, 1, 1)[0]
	for name, d := range map[string]Draw{
		"targets": {0, 3, 1}, "repetitions": {2, 100, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Courses(m, d); !fault.Is(err, fault.Invalid) || fault.As(err).Field != name {
				t.Errorf("got %v, want an invalid fault about %s", err, name)
			}
		})
	}
}
