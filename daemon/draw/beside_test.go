package draw

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/cmd/golden"
	"navd/daemon/nav"
	"navd/daemon/ref"
)

// pacing is a search that goes n times between bedroom and corridor, in the
// house of [flat].
func pacing(n int) MapData {
	var w walk
	w.room("bedroom", 0)
	w.to(0, 0)
	w.scan(0, &nav.Outcome{Metres: 3.4, NewView: true})
	for i := range n {
		if i == 0 {
			w.room("corridor", 0)
		}
		w.to(3.4*float64((i+1)%2), 0)
		w.scan(6, &nav.Outcome{Metres: 3.4})
	}
	m := flat()
	m.Title, m.Subtitle, m.Graph, m.Path, m.Target = "without memory: not found", "500 steps", &w.graph, w.path, nil
	m.Marks = []Mark{{Kind: MarkABABA, Pose: nav.Pose{X: 3.4}, Seq: 60}}
	return m
}

func TestBesideGolden(t *testing.T) {
	bare := func(m MapData) MapData {
		m.Floor, m.Walls, m.Things, m.Target, m.Finds = nil, nil, nil, nil, nil
		return m
	}
	for name, maps := range map[string][2]MapData{
		"beside":       {pacing(9), flat()},
		"beside-turn":  {turned(pacing(9), 30), turned(flat(), 30)},
		"beside-bare":  {bare(pacing(3)), bare(flat())},
		"beside-empty": {{}, {Title: "nothing"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := Beside(maps[0], maps[1])
			parse(t, got)
			golden.File(t, "testdata/"+name+".svg", string(got))
		})
	}
}

// Each half has its own title and figures, at its own side, and both share one
// legend.
func TestBesideHeads(t *testing.T) {
	es := parse(t, Beside(pacing(9), flat()))
	left, right := written(t, es, "without memory: not found"), written(t, es, "sofa in house 7")
	written(t, es, "500 steps")
	written(t, es, "found after 84 steps, SPL 0.71")
	if l, r := left.num(t, "x"), right.num(t, "x"); l >= sheetWidth/2 || r <= sheetWidth/2 {
		t.Errorf("the titles stand at %v and %v px", l, r)
	}
	for _, entry := range []entry{entryPath, entryABABA, entryFallback, entryTarget, entryNumberPoor} {
		name, n := entryNames[entry], 0
		for _, s := range texts(es) {
			if s == name {
				n++
			}
		}
		if n != 1 {
			t.Errorf("the legend says %q %d times", name, n)
		}
	}
}

// The same episode on both sides is the same drawing, moved sideways; what
// only one side holds widens both.
func TestBesideSameScale(t *testing.T) {
	far := flat()
	far.Marks = append(slices.Clone(far.Marks), Mark{Kind: MarkStuck, Pose: nav.Pose{X: 6.5, Y: -8}})
	spread := func(a, b MapData) (left, right float64) {
		var x []float64
		for _, e := range all(parse(t, Beside(a, b)), "text") {
			if e.text == "BEDROOM" || e.text == "KITCHEN" {
				x = append(x, e.num(t, "x"), e.num(t, "y"))
			}
		}
		if len(x) != 8 {
			t.Fatalf("rooms are named at %v", x)
		}
		return math.Hypot(x[0]-x[2], x[1]-x[3]), math.Hypot(x[4]-x[6], x[5]-x[7])
	}
	l, r := spread(flat(), flat())
	if math.Abs(l-r) > 0.2 {
		t.Errorf("two rooms are %v px apart on the left and %v on the right", l, r)
	}
	if l2, r2 := spread(flat(), far); l2 >= l-5 || r2 >= r-5 {
		t.Errorf("with more to show on the right, rooms are %v and %v px apart, were %v and %v", l2, r2, l, r)
	}
}

func TestRuns(t *testing.T) {
	var track []spot
	for i := range 5 { // there and back, four times, 100 px in steps of 10
		for d := range 10 {
			x := float64(10 * d)
			if i%2 == 1 {
				x = 100 - x
			}
			track = append(track, spot{x, 50})
		}
	}
	got := runs(track)
	want := []run{
		{spot{0, 50}, spot{100, 50}, 0, 0}, {spot{100, 50}, spot{0, 50}, 1, 0}, {spot{0, 50}, spot{100, 50}, 2, 0},
		{spot{100, 50}, spot{0, 50}, 3, 0}, {spot{0, 50}, spot{90, 50}, 4, 0},
	}
	same := cmp.Options{cmp.AllowUnexported(run{}, spot{}), cmpopts.IgnoreFields(run{}, "moment")}
	if diff := cmp.Diff(want, got, same); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for i, r := range got {
		side := r.peak().y - 50 // there passes below, back above the straight line
		switch {
		case i == 0 && side != 0, i > 0 && i%2 == 0 && side <= 0, i%2 == 1 && side >= 0, math.Abs(side) > bowMost:
			t.Errorf("run %d passes %v px beside the straight line", i, side)
		}
		if i > 0 && r.moment <= got[i-1].moment {
			t.Errorf("run %d is at %v of the path, the one before at %v", i, r.moment, got[i-1].moment)
		}
	}
	if n := len(runs([]spot{{1, 1}})); n > 0 {
		t.Errorf("a path without a step has %d runs", n)
	}
}

func TestUprightWalls(t *testing.T) {
	for _, deg := range []float64{0, 30, -30, 44, 100} {
		m := turned(flat(), deg)
		back := turned(m, upright(m))
		for _, w := range back.Walls {
			if dx, dy := math.Abs(w.A.X-w.B.X), math.Abs(w.A.Y-w.B.Y); math.Min(dx, dy) > 1e-9 {
				t.Errorf("turned by %v°, a wall stays aslant: %v", deg, w)
			}
		}
	}
	if got := upright(MapData{}, MapData{Walls: []Line{{Point{math.NaN(), 0}, Point{1, 1}}}}); got != 0 {
		t.Errorf("without a wall it is turned by %v°", got)
	}
}

// Turning leaves the map it was made from alone, and turning back restores it.
func TestTurned(t *testing.T) {
	m := flat()
	back := turned(turned(m, 30), -30)
	if diff := cmp.Diff(m, back, cmpopts.EquateApprox(1e-12, 1e-9)); diff != "" {
		t.Errorf("turned and back, -was +is:\n%s", diff)
	}
	if diff := cmp.Diff(flat(), m); diff != "" {
		t.Errorf("turning changed its input, -was +is:\n%s", diff)
	}
	if got := turned(MapData{Path: []nav.Pose{{X: 1, Yaw: 10}}}, 90).Path[0]; math.Hypot(got.X, got.Y-1) > 1e-9 || got.Yaw != 100 {
		t.Errorf("1 m ahead, turned to the left, is %v", got)
	}
}

// Plans that were made at one spot share a sign.
func TestStandLabel(t *testing.T) {
	for want, ids := range map[string][]ref.SiteID{"4": {4}, "4, 6, 9": {4, 6, 9}, "4 … 22, 4×": {4, 6, 9, 22}} {
		var st stand
		for _, id := range ids {
			st.sites = append(st.sites, nav.Site{ID: id})
		}
		if got := st.label(); got != want {
			t.Errorf("%v are written %q, want %q", ids, got, want)
		}
	}
	svg := string(Beside(pacing(9), flat()))
	if !strings.Contains(svg, "1 … 9, 5×") || !strings.Contains(svg, "2 … 10, 5×") {
		t.Error("the scans of a robot that paces are not gathered")
	}
}
