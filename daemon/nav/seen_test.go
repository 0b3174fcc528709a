package nav_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/area"
	"navd/daemon/fault"
	"navd/daemon/nav"
)

// hall are the ranges of a robot in a corridor that leads ahead and back, 1 m wide
// to each side: every 6°, from where it faces.
func hall(ahead, back float64) []nav.Ranges {
	r := nav.Ranges{StepDeg: 6, MaxM: 8}
	for i := range 60 {
		sin, cos := math.Sincos(float64(i) * 6 * math.Pi / 180)
		d := math.Min(1/math.Max(math.Abs(sin), 1e-9), ahead/math.Max(cos, 1e-9))
		d = math.Min(d, back/math.Max(-cos, 1e-9))
		if d >= 8 {
			r.Values = append(r.Values, nil)
			continue
		}
		r.Values = append(r.Values, new(d))
	}
	return []nav.Ranges{r}
}

// values are n distances that are all the same.
func values(n int, metres float64) []*float64 {
	out := make([]*float64, n)
	for i := range out {
		out[i] = new(metres)
	}
	return out
}

func TestCheckRanges(t *testing.T) {
	for _, tt := range []struct {
		name  string
		in    []nav.Ranges
		field string // empty: taken
	}{
		{"a laser all around", []nav.Ranges{{StepDeg: 1, MaxM: 8, Values: values(360, 2)}}, ""},
		{"a depth picture", []nav.Ranges{{StartDeg: 39.5, StepDeg: -0.5, MaxM: 5, Values: values(159, 5)}}, ""},
		{"nothing hit", []nav.Ranges{{StepDeg: 30, MaxM: 8, Values: make([]*float64, 12)}}, ""},
		{"one direction", []nav.Ranges{{MaxM: 8, Values: values(1, 0)}}, ""},
		{"once round and to the first again", []nav.Ranges{{StepDeg: 30, MaxM: 8, Values: values(13, 1)}}, ""},
		{"no farthest", []nav.Ranges{{StepDeg: 30, Values: values(12, 0)}}, "ranges[0].max_m"},
		{"no step", []nav.Ranges{{MaxM: 8, Values: values(2, 1)}}, "ranges[0].step_deg"},
		{"more than once round", []nav.Ranges{{MaxM: 8, StepDeg: -30.1, Values: values(13, 1)}}, "ranges[0].step_deg"},
		{"negative", []nav.Ranges{{MaxM: 8, StepDeg: 1, Values: append(values(3, 1), new(-0.1))}}, "ranges[0].values[3]"},
		{"beyond the farthest", []nav.Ranges{{MaxM: 8, StepDeg: 1, Values: values(1, 1)}, {MaxM: 3, StepDeg: 1, Values: values(2, 3.01)}}, "ranges[1].values[0]"},
		{"no number", []nav.Ranges{{MaxM: 8, StepDeg: 1, Values: values(1, math.NaN())}}, "ranges[0].values[0]"},
		{"too many in all", []nav.Ranges{{MaxM: 8, StepDeg: 0.25, Values: values(1440, 1)}, {MaxM: 8, StepDeg: 1, Values: values(1, 1)}}, "ranges[1].values"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := nav.CheckRanges(tt.in)
			if tt.field == "" && err != nil {
				t.Error(err)
			}
			if tt.field != "" && (!fault.Is(err, fault.Invalid) || fault.As(err).Field != tt.field) {
				t.Errorf("%v, want a fault about %s", err, tt.field)
			}
		})
	}
}

// In a corridor the open edges lie ahead and behind; what a later scan sees closes
// them, and what was tried for one is counted.
func TestOpenEdges(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see corridor")
	labels := allLook("corridor", 3, 5)
	sv := r.mem.Survey(nav.AllViews(), 0, labels, hall(9.5, 3)...)
	ahead := slices.IndexFunc(sv.Edges, func(f nav.Frontier) bool { return f.Spot.X > 5 && math.Abs(f.Spot.Y) < 0.6 })
	if ahead < 0 || slices.ContainsFunc(sv.Edges, func(f nav.Frontier) bool { return f.Spot.X < 0 }) {
		t.Fatalf("edges %+v", sv.Edges)
	}
	f := sv.Edges[ahead]
	if len(f.Path) != 1 || math.Abs(f.Path[0].Angle) > 10 || f.Path[0].RangeM < 5 || f.Tried != 0 || f.Rooms[0].Type != "corridor" {
		t.Errorf("ahead %+v", f)
	}
	decide := func(sv nav.Survey, aim *area.Point) {
		_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0, Aim: aim})
		r.disk.put(t, delta)
	}
	decide(sv, &f.Spot)
	blocked := r.mem.Survey(nav.AllViews(), 0, labels, hall(9.5, 3)...)
	if !blocked.Blocked {
		t.Error("a leg for an edge that moved nothing is not noticed")
	}
	tried := slices.IndexFunc(blocked.Edges, func(e nav.Frontier) bool { return e.Spot == f.Spot })
	if tried < 0 || blocked.Edges[tried].Tried != 1 || blocked.Edges[tried].Failed != 1 {
		t.Errorf("what was tried is not counted: %+v", blocked.Edges)
	}
	if _, err := r.mem.Tell(r.mem.Plans(), nav.Result{Executed: new(false)}); err != nil {
		t.Fatal(err)
	}
	if again := r.mem.Survey(nav.AllViews(), 0, labels, hall(9.5, 3)...); again.Blocked || again.Edges[tried].Tried != 0 {
		t.Errorf("a leg that was not carried out counts: %+v", again.Edges[tried])
	}
	decide(blocked, nil)
	r.do(0, "go F F F F F F F F")
	seen := r.mem.Survey(nav.AllViews(), 0, labels, hall(7.5, 5)...)
	if slices.ContainsFunc(seen.Edges, func(e nav.Frontier) bool { return e.Spot.X > 5 && math.Abs(e.Spot.Y) < 0.6 }) {
		t.Errorf("the end of the corridor was seen, and is open: %+v", seen.Edges)
	}
	if without := seen.Without(nav.PartSeen); without.Edges != nil {
		t.Error("without the seen area there are edges")
	}
	checkRestore(t, r.mem, &r.disk)
}

// A leg goes 3 m of the way to an edge, and on where scans were made nearby: they have shown
// what is to be seen there.
func TestLegToEdge(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	labels := allLook("corridor", 3, 5)
	survey := func() nav.Survey { return r.mem.Survey(nav.AllViews(), 0, labels, hall(20, 20)...) }
	back := func() float64 { // how far a leg goes to the open end behind
		t.Helper()
		edges := survey().Edges
		i := slices.IndexFunc(edges, func(e nav.Frontier) bool { return e.Spot.X < -4 })
		if i < 0 {
			t.Fatalf("the way back is not open: %+v", edges)
		}
		return edges[i].LegM
	}
	go2 := func() {
		r.mem.Decide(survey(), nav.Choice{})
		r.do(0, "go F*8")
	}
	for _, step := range []struct {
		name string
		do   func()
		want float64
	}{
		{"no scan was made on the way", func() {}, 3},
		{"from 5 m, to 2.5 m behind the scan at 0 m", func() { go2(); r.do(0, "go F*12") }, 7.5},
		{"from 6 m, where the way leaves the one scan", func() { r.do(0, "go F*4") }, 3},
		{"from 8 m, to 2.5 m behind the scan at 6 m", go2, 4.5},
		{"over many scans, 8 m", func() { go2(); go2(); go2() }, 8},
	} {
		step.do()
		if got := back(); math.Abs(got-step.want) > 0.26 {
			t.Errorf("%s: a leg goes %v m, want %v", step.name, got, step.want)
		}
	}
}

// What lies more than 4 m away is seen, but not looked at from near; walking up to it does.
func TestSeenFromAfar(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see corridor")
	labels := allLook("corridor", 3, 5)
	survey := func(ahead, back float64) nav.Survey {
		return r.mem.Survey(nav.AllViews(), 0, labels, hall(ahead, back)...)
	}
	sv := survey(7, 3)
	if len(sv.Again) != 1 || math.Abs(sv.Again[0].WayM-4) > 0.5 || sv.Again[0].Looked || len(sv.Again[0].Path) == 0 {
		t.Fatalf("from afar %+v", sv.Again)
	}
	if diff := cmp.Diff(sv.Again, survey(7, 3).Again); diff != "" {
		t.Errorf("a survey changes the next one:\n%s", diff)
	}
	for _, p := range []nav.Part{nav.PartNear, nav.PartSeen} {
		if without := sv.Without(p); without.Again != nil {
			t.Errorf("without %s there is %+v", p, without.Again)
		}
	}
	_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0})
	r.disk.put(t, delta)
	r.do(0, "go F*16 S")
	if near := survey(3, 7); near.Again != nil {
		t.Errorf("all was looked at from near: %+v", near.Again)
	}
	checkRestore(t, r.mem, &r.disk)
}

// A sweep counts from the view that it names, whichever the robot faces; where
// nobody looked is no edge right beside the robot.
// Directions in which nothing was hit are open, but not between two hits so close
// together that nobody fits through: that is a hole of the sensor.
func TestHolesOfSensors(t *testing.T) {
	for _, tt := range []struct {
		name    string
		metres  float64 // to the walls all around
		missing int     // directions of 6° in which nothing is hit
		zeros   int     // and on both sides of them directions that were not measured
		open    bool
	}{
		{"one of 60, walls at 5 m", 5, 1, 0, false},
		{"one, at 6 m: 1.26 m wide", 6, 1, 0, true},
		{"two, at 1.8 m", 1.8, 2, 0, false},
		{"two, at 2 m: 0.63 m wide", 2, 2, 0, true},
		{"a door", 3, 4, 0, true},
		{"a door, with directions beside it that were not measured", 3, 4, 1, true},
		{"all but one", 3, 59, 0, true},
	} {
		for _, first := range []int{0, 29, 58} { // also across the first direction
			r := newRobot(t, nav.DefaultConfig())
			r.do(0, "see kitchen")
			all := nav.Ranges{StepDeg: 6, MaxM: 8, Values: values(60, tt.metres)}
			for i := range tt.missing {
				all.Values[(first+i)%60] = nil
			}
			for i := range tt.zeros {
				all.Values[(first+59-i)%60], all.Values[(first+tt.missing+i)%60] = new(0.0), new(0.0)
			}
			sv := r.mem.Survey(nav.AllViews(), 0, allLook("kitchen", 3, 3), all)
			beyond := func(f nav.Frontier) bool { return math.Hypot(f.Spot.X, f.Spot.Y) > tt.metres+0.7 }
			if got := slices.ContainsFunc(sv.Edges, beyond); got != tt.open {
				t.Errorf("%s, from direction %d: open edges %v, want any: %v", tt.name, first, sv.Edges, tt.open)
			}
		}
	}
}

func TestRangesOfViews(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "go L")
	front := nav.Ranges{StartDeg: 39, StepDeg: -3, MaxM: 8, View: new(3)}
	for i := range 27 {
		if i >= 10 && i <= 16 {
			front.Values = append(front.Values, nil)
		} else {
			front.Values = append(front.Values, new(2.0))
		}
	}
	sv := r.mem.Survey(nav.AllViews(), 11, nil, front)
	// The robot faces 30° and view 11, so view 3 looks along 30 − 4·30 = −90°.
	far := slices.ContainsFunc(sv.Edges, func(f nav.Frontier) bool { return f.Spot.Y < -4 && math.Abs(f.Spot.X) < 2 })
	if !far || slices.ContainsFunc(sv.Edges, func(f nav.Frontier) bool { return f.Spot.Y > 0.5 || f.WayM < 0.2 }) {
		t.Errorf("edges %+v", sv.Edges)
	}
	coarse := nav.Ranges{StepDeg: 60, MaxM: 8, Values: []*float64{new(2.0), new(2.0), new(2.0), new(2.0), new(2.0), new(2.0)}}
	if sv := newRobot(t, nav.DefaultConfig()).mem.Survey(nav.AllViews(), 0, nil, coarse); len(sv.Edges) > 0 {
		t.Errorf("nobody looked between rays 60° apart: %+v", sv.Edges)
	}
}

// Of two surveys at one step the one whose plan is filed counts.
func TestTwoSurveys(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	a := r.mem.Survey(nav.AllViews(), 0, allLook("kitchen", 3, 5), hall(5, 3)...)
	r.mem.Survey(nav.AllViews(), 0, allLook("bathroom", 3, 5), hall(5, 3)...)
	_, _, delta := r.mem.Decide(a, nav.Choice{View: 0})
	r.disk.put(t, delta)
	live := r.mem.Survey(nav.AllViews(), 0, nil, hall(7, 3)...)
	restored := r.disk.restore(t, nav.DefaultConfig()).Survey(nav.AllViews(), 0, nil, hall(7, 3)...)
	if diff := cmp.Diff(live.Edges, restored.Edges); diff != "" || len(live.Edges) == 0 || live.Edges[0].Rooms[0].Type != "kitchen" {
		t.Errorf("%+v\n%s", live.Edges, diff)
	}
}

// A memory that is restored, and one in which surveys were made whose plans were
// not filed, see the same as one that went on, also after hundreds of scans.
func TestSeenAreaIsRestored(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and one goroutine alone")
	}
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see hall")
	labels := allLook("hall", 3, 5)
	for i := range 520 {
		ranges := hall(3+float64(i%5), 2+float64(i%3))
		if i == 7 || i == 107 || i == 515 { // a survey whose plan is not filed
			r.mem.Survey(nav.AllViews(), 0, labels, hall(7, 7)...)
		}
		sv := r.mem.Survey(nav.AllViews(), 0, labels, ranges...)
		if i == 7 || i == 110 || i == 511 || i == 512 || i > 516 { // with 512 scans the first 256 are left out
			if diff := cmp.Diff(sv.Edges, r.disk.restore(t, nav.DefaultConfig()).Survey(nav.AllViews(), 0, labels, ranges...).Edges); diff != "" {
				t.Fatalf("scan %d:\n%s", i, diff)
			}
		}
		_, _, delta := r.mem.Decide(sv, nav.Choice{View: i % 12, Aim: &area.Point{X: float64(i % 9), Y: 0}})
		r.disk.put(t, delta)
		r.do(0, fmt.Sprintf("go %s F", []string{"L", "R", "F"}[i%3]))
	}
}

// Odometry that jumps is no walk: the area neither joins the two places nor grows
// with the distance.
func TestOdometryJumps(t *testing.T) {
	cfg := nav.DefaultConfig()
	cfg.OdomPose = true
	m, _, _ := nav.New("ep", "sofa", cfg)
	for i := range 20 {
		at := nav.Pose{X: float64(i%2) * 900_000, Y: float64(i)}
		if _, _, err := m.Advance(nav.Step{Seq: 2*i + 1, Action: nav.TurnLeft, Odom: &at}); err != nil {
			t.Fatal(err)
		}
		if _, _, err := m.Advance(nav.Step{Seq: 2*i + 2, Action: nav.Forward, Odom: &at}); err != nil {
			t.Fatal(err)
		}
	}
	sv := m.Survey(nav.AllViews(), 0, allLook("hall", 3, 5), hall(5, 3)...)
	if len(sv.Edges) == 0 || slices.ContainsFunc(sv.Edges, func(f nav.Frontier) bool { return f.WayM > 30 }) {
		t.Errorf("edges %+v", sv.Edges)
	}
}

// BenchmarkSeen surveys with 60 rays in a house of which the robot has seen all,
// after n scans; "again" is the first survey after a restart.
func BenchmarkSeen(b *testing.B) {
	labels := allLook("hall", 3, 5)
	for _, scans := range []int{25, 250} {
		m, _, stored := nav.New("ep", "sofa", nav.DefaultConfig())
		for i := range scans {
			_, _, delta := m.Decide(m.Survey(nav.AllViews(), 0, labels, hall(3+float64(i%5), 2+float64(i%3))...), nav.Choice{View: i % 12})
			stored = stored.Then(delta)
			for k, action := range []nav.Action{nav.TurnLeft, nav.Forward, nav.Forward, nav.Forward, nav.Forward} {
				_, delta, err := m.Advance(nav.Step{Seq: 5*i + k + 1, Action: action})
				if err != nil {
					b.Fatal(err)
				}
				stored = stored.Then(delta)
			}
		}
		b.Run(fmt.Sprintf("survey/%d", scans), func(b *testing.B) {
			for b.Loop() {
				sv := m.Survey(nav.AllViews(), 0, labels, hall(5, 3)...)
				_, _, _ = m.Decide(sv, nav.Choice{View: 1})
				b.ReportMetric(float64(len(sv.Edges)), "edges")
			}
		})
		b.Run(fmt.Sprintf("again/%d", scans), func(b *testing.B) {
			for b.Loop() {
				again, err := nav.Restore("ep", nav.DefaultConfig(), stored)
				if err != nil {
					b.Fatal(err)
				}
				again.Survey(nav.AllViews(), 0, labels, hall(5, 3)...)
			}
		})
	}
}

// see_m of all twelve views serves as ranges, where none are sent.
func TestProfile(t *testing.T) {
	all := func(metres ...float64) (labels []nav.Glimpse) {
		for v, m := range metres {
			labels = append(labels, nav.Glimpse{View: v, SceneType: "living room", SeeM: new(m)})
		}
		return labels
	}
	hall := []float64{6, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2, 2}
	for _, tt := range []struct {
		name   string
		labels []nav.Glimpse
		ranges []nav.Ranges
		want   *nav.Sweep
	}{
		{"one sight that ends at 6 m", all(hall...), nil, &nav.Sweep{FromDeg: 0, StepDeg: -30, MaxM: 8, Metres: hall}},
		{"two that end where the sensor does", all(append([]float64{6, 6}, hall[2:]...)...), nil,
			&nav.Sweep{FromDeg: 0, StepDeg: -30, MaxM: 6, Metres: append([]float64{6, 6}, hall[2:]...)}},
		{"beyond 8 m", all(append([]float64{30}, hall[1:]...)...), nil,
			&nav.Sweep{FromDeg: 0, StepDeg: -30, MaxM: 8, Metres: append([]float64{8}, hall[1:]...)}},
		{"eleven views", all(hall[:11]...), nil, nil},
		{"no sight anywhere", all(make([]float64, 12)...), nil, nil},
		{"ranges as well", all(hall...), []nav.Ranges{{StepDeg: 10, MaxM: 4, Values: []*float64{new(1.0), nil}}},
			&nav.Sweep{FromDeg: 0, StepDeg: 10, MaxM: 4, Metres: []float64{1, 4}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
			sv := m.Survey(nav.AllViews(), 0, tt.labels, tt.ranges...)
			var want []nav.Sweep
			if tt.want != nil {
				want = []nav.Sweep{*tt.want}
			}
			if diff := cmp.Diff(want, sv.Sweeps); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A sensor that ended at 5 m ends there in the next scan too, until one sees farther.
func TestSensorReachIsRemembered(t *testing.T) {
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	for i, tt := range []struct{ most, second, reach float64 }{{5, 5, 5}, {5, 4, 5}, {4.5, 3, 5}, {7, 3, 8}, {6, 3, 8}} {
		var labels []nav.Glimpse
		for v := range nav.Views {
			labels = append(labels, nav.Glimpse{View: v, SeeM: new([]float64{tt.most, tt.second, 2}[min(v, 2)])})
		}
		sv := m.Survey(nav.AllViews(), 0, labels)
		if got := sv.Sweeps[0].MaxM; got != tt.reach {
			t.Errorf("scan %d: reach %g, want %g", i+1, got, tt.reach)
		}
		m.Decide(sv, nav.Choice{})
	}
}
