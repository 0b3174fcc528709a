package nav_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/nav"
)

// camera are ranges of 79° ahead, every 3°, all so far.
func camera(metres float64) []nav.Ranges {
	return []nav.Ranges{{StartDeg: 39, StepDeg: -3, MaxM: 8, Values: values(27, metres)}}
}

func TestCheckVista(t *testing.T) {
	for _, tt := range []struct {
		name  string
		in    []nav.Ranges
		field string // empty: taken
	}{
		{"none", nil, ""},
		{"a camera", camera(3), ""},
		{"a laser and a camera", append(hall(5, 5), camera(3)...), ""},
		{"of a view", []nav.Ranges{camera(3)[0], {View: new(0), MaxM: 8, StepDeg: 1, Values: values(3, 1)}}, "ranges[1].view"},
		{"negative", []nav.Ranges{{MaxM: 8, StepDeg: 1, Values: values(3, -1)}}, "ranges[0].values[0]"},
		{"no number", []nav.Ranges{{MaxM: 8, StepDeg: 1, Values: values(1, math.NaN())}}, "ranges[0].values[0]"},
		{"beyond the farthest", []nav.Ranges{{MaxM: 8, StepDeg: 1, Values: values(1, 8.01)}}, "ranges[0].values[0]"},
		{"no farthest", []nav.Ranges{{MaxM: math.NaN(), StepDeg: 1, Values: values(1, 8.01)}}, "ranges[0].values[0]"},
		{"more than once round", []nav.Ranges{{MaxM: 8, StepDeg: 361, Values: values(2, 1)}}, "ranges[0].step_deg"},
		{"too many", []nav.Ranges{{MaxM: 8, StepDeg: 0.001, Values: values(100_000, 1)}}, "ranges[0].values"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := nav.CheckVista(tt.in)
			if tt.field == "" && err != nil {
				t.Error(err)
			}
			if tt.field != "" && (!fault.Is(err, fault.Invalid) || fault.As(err).Field != tt.field) {
				t.Errorf("%v, want a fault about %s", err, tt.field)
			}
		})
	}
}

// A vista is kept when it shows what was not looked at from near.
func TestWatchKeepsWhatIsNew(t *testing.T) {
	one := []nav.Ranges{{MaxM: 8, Values: []*float64{new(2.0)}}}
	narrow := []nav.Ranges{{StartDeg: -5, StepDeg: 2, MaxM: 8, Values: camera(2)[0].Values[:6]}}
	for _, tt := range []struct {
		name   string
		before string // moves between the two
		first  []nav.Ranges
		second []nav.Ranges
		want   bool
	}{
		{"the same again", "", camera(3), camera(3), false},
		{"a step on", "F", camera(3), camera(3), false},
		{"three steps on", "F F F", camera(3), camera(3), true},
		{"turned by 30°", "L", camera(3), camera(3), true},
		{"a camera where a laser was", "L L", hall(5, 5), camera(3), false},
		{"a laser where a camera was", "", camera(3), hall(5, 5), true},
		{"a laser that turned", "L", hall(5, 5), hall(5, 5), false},
		{"a narrow one ahead", "", camera(3), narrow, false},
		{"a narrow one elsewhere", "L L", camera(3), narrow, true},
		{"one ray sees no floor", "F F F", camera(3), one, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRobot(t, nav.DefaultConfig())
			if kept, _ := r.mem.Watch(tt.first); !kept {
				t.Fatal("the first is not kept")
			}
			if tt.before != "" {
				r.do(0, "go "+tt.before)
			}
			kept, delta := r.mem.Watch(tt.second)
			if kept != tt.want || len(delta.Vistas) > 0 != kept {
				t.Errorf("kept %v, %d records, want %v", kept, len(delta.Vistas), tt.want)
			}
		})
	}
	r := newRobot(t, nav.DefaultConfig())
	_, _, _ = r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, nil, hall(5, 5)...), nav.Choice{View: 0})
	if kept, _ := r.mem.Watch(camera(3)); kept {
		t.Error("where the last scan was made, all was looked at")
	}
}

// What the robot sees on its way closes the edge that it drives to, in the next
// plan and after a restart.
func TestVistasClose(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see corridor")
	sv := r.mem.Survey(nav.AllViews(), 0, allLook("corridor", 3, 5), hall(9.5, 3)...)
	_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0})
	r.disk.put(t, delta)
	r.do(0, "go F F F F F F F F")
	ahead := func(e nav.OpenEdge) bool { return e.X > 5 && math.Abs(e.Y) < 0.6 }
	if !slices.ContainsFunc(r.mem.SeenFloor().Edges, ahead) {
		t.Fatalf("no edge ahead: %+v", r.mem.SeenFloor().Edges)
	}
	kept, delta := r.mem.Watch(hall(7.5, 5))
	r.disk.put(t, delta)
	got := r.mem.SeenFloor()
	if !kept || slices.ContainsFunc(got.Edges, ahead) {
		t.Errorf("kept %v, edges %+v", kept, got.Edges)
	}
	if diff := cmp.Diff(got, r.disk.restore(t, nav.DefaultConfig()).SeenFloor()); diff != "" {
		t.Error(diff)
	}
	next := r.mem.Survey(nav.AllViews(), 0, nil, hall(7, 5)...)
	again := r.disk.restore(t, nav.DefaultConfig()).Survey(nav.AllViews(), 0, nil, hall(7, 5)...)
	if diff := cmp.Diff(next.Edges, again.Edges); diff != "" || len(next.Edges) == 0 {
		t.Errorf("%+v\n%s", next.Edges, diff)
	}
}

// Vistas alone make a seen area; they are restored to the bit, between scans too,
// and at most 512 of them are stored however far the robot drives.
func TestVistasAreRestoredAndBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and one goroutine alone")
	}
	r := newRobot(t, nav.DefaultConfig())
	labels := allLook("hall", 3, 5)
	made := 0
	for i := range 1100 {
		kept, delta := r.mem.Watch(camera(2 + float64(i%7)/3))
		r.disk.put(t, delta)
		if kept {
			made++
		}
		if i%270 == 269 || i == 1099 {
			if diff := cmp.Diff(r.mem.SeenFloor(), r.disk.restore(t, nav.DefaultConfig()).SeenFloor()); diff != "" {
				t.Fatalf("look %d:\n%s", i, diff)
			}
		}
		if i%120 == 50 {
			sv := r.mem.Survey(nav.AllViews(), 0, labels, hall(3+float64(i%5), 2)...)
			if i%240 == 50 { // it sees more while a model thinks
				_, delta := r.mem.Watch(camera(5))
				r.disk.put(t, delta)
			}
			_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0})
			r.disk.put(t, delta)
		}
		r.do(0, "go "+strings.Repeat("F ", 2+i%2)+[]string{"L", "R", "F"}[i%3])
	}
	if made < 700 || made > r.mem.State().Vistas {
		t.Errorf("%d of them are kept, the state says %d", made, r.mem.State().Vistas)
	}
	if n := len(r.disk.vistas); n > nav.VistaSlots || n < 256 {
		t.Errorf("%d are stored", n)
	}
}

// Vistas from before the oldest scan of the area are left out of it, as that scan's
// elders are.
func TestOldVistasAreLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and one goroutine alone")
	}
	r := newRobot(t, nav.DefaultConfig())
	_, delta := r.mem.Watch(camera(7))
	r.disk.put(t, delta)
	r.do(0, "go "+strings.Repeat("F ", 40))
	for i := range 512 {
		_, _, delta := r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, nil, hall(3, 2)...), nav.Choice{View: 0})
		r.disk.put(t, delta)
		if i > 2 && i < 508 {
			continue
		}
		if there := covers(r.mem.SeenFloor().Floor, 16, 8); there != (i < 511) {
			t.Fatalf("scan %d: what was seen before it is in the area: %v", i+1, there)
		}
	}
	if diff := cmp.Diff(r.mem.SeenFloor(), r.disk.restore(t, nav.DefaultConfig()).SeenFloor()); diff != "" {
		t.Error(diff)
	}
}

// An older navd keeps no count of vistas; their records are then as good as gone,
// and the numbers begin anew.
func TestVistasWithoutTheirCount(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	for range 3 {
		_, delta := r.mem.Watch(camera(7))
		r.disk.put(t, delta)
		r.do(0, "go F F F")
	}
	state := r.mem.State()
	state.Vistas = 0
	r.disk.state = jsonOf(t, state)
	m := r.disk.restore(t, nav.DefaultConfig())
	if got := m.SeenFloor(); got != nil {
		t.Errorf("seen %+v", got)
	}
	_, delta := m.Watch(camera(2))
	r.disk.put(t, delta)
	if diff := cmp.Diff(m.SeenFloor(), r.disk.restore(t, nav.DefaultConfig()).SeenFloor()); diff != "" || m.State().Vistas != 1 {
		t.Errorf("%d vistas\n%s", m.State().Vistas, diff)
	}
}

// Without ranges nothing of it is in a memory's records.
func TestNoVistas(t *testing.T) {
	r := runTrace(t, "see kitchen\nplan 0\ngo F*8\nplan 3")
	if state := string(r.disk.state); strings.Contains(state, "vista") || len(r.disk.vistas) > 0 {
		t.Errorf("state %s", state)
	}
}
