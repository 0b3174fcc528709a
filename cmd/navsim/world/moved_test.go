package world

import (
	"bytes"
	"slices"
	"testing"
)

// placed is where an object is.
type placed struct {
	at   Point
	room string
	on   string // id of the furniture it lies on
}

func placesOf(m *Map) map[string]placed {
	all := map[string]placed{}
	for i := range m.house.Objects {
		o := &m.house.Objects[i]
		all[o.ID] = placed{o.Centre(), m.roomID(o.Centre()), ""}
		for k := range o.Children {
			c := &o.Children[k]
			all[c.ID] = placed{c.Centre(), m.roomID(o.Centre()), o.ID}
		}
	}
	return all
}

func TestMoved(t *testing.T) {
	t.Parallel()
	for seed := uint64(1); seed <= 4; seed++ {
		m := mapOf(t, Plan{}.Generate(seed))
		before, robot := string(encoded(t, m.house)), m.grid.point(m.home[len(m.home)/2])
		moved := func(share float64, seed uint64) *Map {
			t.Helper()
			to, err := m.Moved(share, seed, robot)
			if err != nil {
				t.Fatal(err)
			}
			return to
		}
		if got := string(encoded(t, moved(0, 7).house)); got != before {
			t.Errorf("house %d: nothing was to be moved", seed)
		}
		to := moved(0.3, 7)
		if h := to.house; !bytes.Equal(encoded(t, h), encoded(t, moved(0.3, 7).house)) || bytes.Equal(encoded(t, h), encoded(t, moved(0.3, 8).house)) {
			t.Errorf("house %d: what is moved does not follow from the seed", seed)
		}
		if string(encoded(t, m.house)) != before {
			t.Fatalf("house %d was changed itself", seed)
		}
		checkMoved(t, m, to, robot)
	}
}

// checkMoved looks at everything that is elsewhere now.
func checkMoved(t *testing.T, m, to *Map, robot Point) {
	t.Helper()
	was, is := placesOf(m), placesOf(to)
	ids := (&mover{m: m, h: m.house}).movables()
	count := 0
	for id, old := range was {
		now, there := is[id]
		switch {
		case !there:
			t.Errorf("%s: %s is gone", m.house.ID, id)
		case now.room != old.room:
			if count++; !slices.Contains(ids, id) && !slices.Contains(ids, old.on) {
				t.Errorf("%s: %s cannot be moved", m.house.ID, id)
			}
		}
	}
	if most := len(ids) * 3 / 10; count < most/2 || count > most+6 { // a side table takes along what lies on it
		t.Errorf("%s: %d of %d things moved", m.house.ID, count, len(ids))
	}
	if !to.Free(robot) {
		t.Errorf("%s: something was put onto the robot", m.house.ID)
	}
	for i := range m.house.Rooms {
		r := &m.house.Rooms[i]
		if had, has := len(m.CellsIn(r)), len(to.CellsIn(r)); has < had*7/10 {
			t.Errorf("%s: of room %s %d of %d spots are left", m.house.ID, r.ID, has, had)
		}
	}
}
