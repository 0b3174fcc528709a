package planner_test

import (
	"math"
	"strings"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"

	"github.com/google/go-cmp/cmp"
)

// view is an option of the present scan with 3 m of floor, all of it a leg.
func view(n int, kind words.Key, newness float64) nav.Option {
	return nav.Option{View: n, Heading: nav.NormDeg(-30 * float64(n)), Type: kind, Known: true, FreeM: 3, LegM: 2.7, LookM: 2.7, Newness: newness, AtFirst: newness, Apart: 1, Outcome: 1}
}

// there is a frontier of site 2, path metres away, whose first hop leads to
// heading.
func there(n int, kind words.Key, newness, path, heading float64) nav.Option {
	o := view(n, kind, newness)
	o.Site, o.PathM, o.FirstHead, o.FirstM = 2, path, heading, min(path, 4)
	return o
}

// change gives an option with something changed.
func change(o nav.Option, fn func(*nav.Option)) nav.Option { fn(&o); return o }

func TestLocal(t *testing.T) {
	lamp := func(o *nav.Option) { o.Objects = []string{"plant", "Sofas"} }
	within := func(n int, metres float64) nav.Option {
		return change(view(n, "", 1), func(o *nav.Option) { lamp(o); o.GoalM = metres })
	}
	for _, tc := range []struct {
		name   string
		here   []nav.Option
		there  []nav.Option
		facing int
		claims []words.Claim
		view   int
		goal   bool
		back   bool // to a frontier
	}{
		{"the target in sight wins over all", []nav.Option{view(0, "living room", 1), change(view(5, "bathroom", 0), lamp)}, nil, 0, nil, 5, true, false},
		{"the one that is nearer", []nav.Option{within(0, 5), within(5, 2)}, nil, 0, nil, 5, true, false},
		{"one of which somebody says how far", []nav.Option{within(0, 0), within(5, 7)}, nil, 0, nil, 5, true, false},
		{"the nearest of two by turns", []nav.Option{change(view(3, "", 1), lamp), change(view(10, "", 1), lamp)}, nil, 0, nil, 10, true, false},
		{"a tie of two by the lower view", []nav.Option{change(view(10, "", 1), lamp), change(view(2, "", 1), lamp)}, nil, 0, nil, 2, true, false},
		{"turns count from the facing view", []nav.Option{change(view(10, "", 1), lamp), change(view(2, "", 1), lamp)}, nil, 11, nil, 10, true, false},
		{"not where the detector found none", []nav.Option{view(0, "living room", 1), change(view(5, "", 1), func(o *nav.Option) { lamp(o); o.Vetoed = true })},
			nil, 0, nil, 0, false, false},
		{"not where the robot cannot get from here", []nav.Option{view(0, "living room", 1), change(view(5, "", 1), func(o *nav.Option) { lamp(o); o.Barred = true })},
			nil, 0, nil, 0, false, false},
		{"the likelier room", []nav.Option{view(0, "kitchen", 1), view(4, "living room", 1)}, nil, 0, nil, 4, false, false},
		{"newness counts", []nav.Option{view(0, "living room", 0.1), view(4, "corridor", 1)}, nil, 0, nil, 4, false, false},
		{"no newness at all is left out", []nav.Option{view(0, "living room", 0), view(4, "bathroom", 0.1)}, nil, 0, nil, 4, false, false},
		{"where it was seen before a likely room", []nav.Option{view(0, "living room", 1)},
			[]nav.Option{change(there(3, "bathroom", 0.1, 4, 180), func(o *nav.Option) { o.Recalled, o.Visits = true, 3 })}, 0, nil, 6, false, true},
		{"a room scanned in vain is left", []nav.Option{change(view(0, "living room", 0.4), func(o *nav.Option) { o.Scans = 8 }), view(4, "bathroom", 1)}, nil, 0, nil, 4, false, false},
		{"one scan is not enough", []nav.Option{change(view(0, "living room", 0.4), func(o *nav.Option) { o.Scans = 1 }), view(4, "bathroom", 1)}, nil, 0, nil, 0, false, false},
		{"a corridor leads to other rooms", []nav.Option{view(0, "bathroom", 1), view(4, "corridor", 1)}, nil, 0, nil, 4, false, false},
		{"one that was seen leads nowhere", []nav.Option{view(0, "bedroom", 0.5), view(4, "corridor", 0.5)}, nil, 0, nil, 0, false, false},
		{"the lead that is nearer", []nav.Option{change(view(0, "kitchen", 1), func(o *nav.Option) { o.LookM = 6 }), view(4, "kitchen", 1)}, nil, 0, nil, 4, false, false},
		{"visits count", []nav.Option{change(view(0, "kitchen", 1), func(o *nav.Option) { o.Visits = 3 }), view(4, "kitchen", 1)}, nil, 0, nil, 4, false, false},
		{"what came of earlier legs counts", []nav.Option{change(view(0, "kitchen", 1), func(o *nav.Option) { o.Outcome = 0.2 }), view(4, "kitchen", 1)}, nil, 0, nil, 4, false, false},
		{"floor that need not be walked costs nothing", []nav.Option{change(view(0, "kitchen", 1), func(o *nav.Option) { o.FreeM = 5 }), view(4, "kitchen", 1)}, nil, 0, nil, 0, false, false},
		{"ties by fewer turns", []nav.Option{view(5, "kitchen", 1), view(11, "kitchen", 1)}, nil, 0, nil, 11, false, false},
		{"then the lower view", []nav.Option{view(11, "kitchen", 1), view(1, "kitchen", 1)}, nil, 0, nil, 1, false, false},
		{"a claim in favour", []nav.Option{view(0, "kitchen", 1), view(4, "bathroom", 1)}, nil, 0,
			[]words.Claim{words.In("sofa", "bathroom", "s", 1)}, 4, false, false},
		{"a claim against", []nav.Option{view(0, "living room", 1), view(4, "kitchen", 1)}, nil, 0,
			[]words.Claim{words.NotIn("sofa", "living room", "s", 1), words.Prefer(words.Place("kitchen"), "s", 0.5)}, 4, false, false},
		{"a claim about a view", []nav.Option{view(0, "kitchen", 1), view(4, "kitchen", 1)}, nil, 0,
			[]words.Claim{words.Avoid(words.View(0), "s", 1)}, 4, false, false},
		{"a claim about another target", []nav.Option{view(0, "kitchen", 1), view(4, "bathroom", 1)}, nil, 0,
			[]words.Claim{words.In("bed", "bathroom", "s", 1)}, 0, false, false},
		{"a frontier elsewhere that is worth its way", []nav.Option{view(0, "bathroom", 0.1)}, []nav.Option{there(3, "living room", 1, 4, 90)}, 0, nil, 9, false, true},
		{"a frontier too far for its worth", []nav.Option{view(0, "living room", 1)}, []nav.Option{there(3, "living room", 1, 4, 90)}, 0, nil, 0, false, false},
		{"nothing is new: the most floor", []nav.Option{view(0, "kitchen", 0), change(view(4, "kitchen", 0), func(o *nav.Option) { o.FreeM = 3.5 })}, nil, 0, nil, 4, false, false},
		{"nothing is new: ties by fewer turns", []nav.Option{view(5, "kitchen", 0), view(11, "kitchen", 0)}, nil, 0, nil, 11, false, false},
		{"no view", nil, nil, 0, nil, 0, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sv := nav.Survey{Goal: "Sofa", Facing: tc.facing, Here: tc.here, Distant: tc.there}
			d := planner.Local(sv, tc.claims)
			if d.View != tc.view || d.GoalFlag != tc.goal || (d.ToSite != 0) != tc.back || d.Why == "" || d.SceneType == "" {
				t.Errorf("got %+v, want view %d, goal %v", d, tc.view, tc.goal)
			}
			if diff := cmp.Diff(d, planner.Local(sv, tc.claims)); diff != "" {
				t.Errorf("the same survey gives another decision:\n%s", diff)
			}
		})
	}
}

func TestLocalGoesBack(t *testing.T) {
	sv := nav.Survey{
		Goal: "sofa", View0: 90, Here: []nav.Option{view(0, "bathroom", 0.1), view(3, "bathroom", 0.1), view(9, "bathroom", 0.1)},
		Distant: []nav.Option{there(3, "living room", 1, 4, 180)},
	}
	d := planner.Local(sv, nil)
	if d.ToSite != 2 || d.ToView != 3 || d.Angle != 90 || d.View != 9 || d.RangeM == nil || *d.RangeM != 4 || !strings.Contains(d.Why, "back 4.0 m") {
		t.Errorf("got %+v, want the first hop of 4 m to the left towards site 2", d)
	}
	sv.Distant[0].FirstM, sv.Distant[0].PathM = 0.1, 0.1
	if d = planner.Local(sv, nil); d.Angle != 180 || *d.RangeM != 2.7 {
		t.Errorf("at the site: %+v, want its own view, 2.7 m", d)
	}
}

// What lies straight ahead is nearer than what has to be gone back for.
func TestLocalGoesStraight(t *testing.T) {
	back, straight := there(3, "living room", 1, 4, 180), there(5, "living room", 1, 4, 180)
	straight.StraightM, straight.StraightHead = 4, 90
	sv := nav.Survey{Goal: "sofa", Here: []nav.Option{view(0, "bathroom", 0.1)}, Distant: []nav.Option{back, straight}}
	d := planner.Local(sv, nil)
	if d.ToView != 5 || d.Angle != 90 || d.RangeM == nil || *d.RangeM != 4 || !strings.HasPrefix(d.Why, "straight to what scan 2 saw, 4.0 m: ") {
		t.Errorf("got %+v, want the 4 m to the left", d)
	}
	// 2 m beyond its floor have to be walked as well.
	sv.Distant[1].LookM = sv.Distant[1].FreeM + 5.1
	if d = planner.Local(sv, nil); d.ToView != 3 {
		t.Errorf("got %+v, want the shorter way back", d)
	}
}

func TestLocalRange(t *testing.T) {
	for _, tc := range []struct {
		name  string
		leg   float64
		known bool
		want  float64 // -1: none
	}{
		{"as far as the leg", 2.2, true, 2.2},
		{"to the millimetre", 1.23456, true, 1.235},
		{"none at all", 0, true, 0},
		{"nobody measured", 2, false, -1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := view(0, "kitchen", 1)
			o.LegM, o.Known = tc.leg, tc.known
			d := planner.Local(nav.Survey{Goal: "sofa", Here: []nav.Option{o}}, nil)
			got := -1.0
			if d.RangeM != nil {
				got = *d.RangeM
			}
			if math.Abs(got-tc.want) > 1e-9 || d.NoLabels != !tc.known {
				t.Errorf("range %v, no labels %v", got, d.NoLabels)
			}
		})
	}
}

func TestLocalNamesItsClaims(t *testing.T) {
	in, other := words.In("sofa", "kitchen", "note 3", 0.6), words.In("bed", "kitchen", "note 4", 1)
	d := planner.Local(nav.Survey{Goal: "couch", Here: []nav.Option{view(0, "kitchen", 1)}}, []words.Claim{other, in})
	if diff := cmp.Diff([]words.Claim{in}, d.Claims); diff != "" {
		t.Error(diff)
	}
}

func TestPrior(t *testing.T) {
	for _, tc := range []struct {
		name         string
		target, room words.Key
		over, under  float64
	}{
		{"a sofa stands in a living room", "sofa", "living room", 0.9, 1},
		{"not in a bathroom", "sofa", "bathroom", 0, 0.05},
		{"a bed in any bedroom", "bed", "guest bedroom", 0.9, 1},
		{"a bed is in no office", "bed", "office", 0.3, 0.3},
		{"a desk is", "desk", "office", 0.7, 1},
		{"a corridor by any other words", "sofa", "corridor to kitchen", 0, 0.05},
		{"a dining room is the better of two", "dining table", "dining room", 0.7, 0.7},
		{"an unknown target", "spaceship", "kitchen", 0.3, 0.3},
		{"an unknown room", "sofa", "observatory", 0.3, 0.3},
		{"no room", "sofa", "", 0.3, 0.3},
		{"the unknown room", "sofa", "unknown", 0.3, 0.3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if p := planner.Prior(tc.target, tc.room); p < tc.over || p > tc.under {
				t.Errorf("%v, want %v to %v", p, tc.over, tc.under)
			}
		})
	}
}

func TestPriorIsAProbability(t *testing.T) {
	for _, target := range words.Objects() {
		for _, room := range words.Rooms() {
			if p := planner.Prior(target, room); !(p >= 0 && p <= 1) {
				t.Errorf("%s in %s: %v", target, room, p)
			}
		}
	}
}
