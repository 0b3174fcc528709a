package nav_test

import (
	"math"
	"testing"

	"navd/daemon/nav"
)

// look is a label for one view.
func look(view int, kind string, free, see float64, objects ...string) nav.Glimpse {
	return nav.Glimpse{View: view, SceneType: kind, FreeM: &free, SeeM: &see, Objects: objects}
}

// allLook labels all 12 views alike.
func allLook(kind string, free, see float64) []nav.Glimpse {
	var out []nav.Glimpse
	for v := range nav.Views {
		out = append(out, look(v, kind, free, see))
	}
	return out
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

func TestNewness(t *testing.T) {
	for _, tc := range []struct {
		name   string
		labels []nav.Glimpse
		view   int
		want   float64
	}{
		{"below 0.75 m of free floor: nothing", []nav.Glimpse{look(0, "hall", 0.74, 9)}, 0, 0},
		{"0.75 m are some", []nav.Glimpse{look(0, "hall", 0.75, 9)}, 0, 1},
		{"another room type: all", []nav.Glimpse{look(0, "hall", 2, 3)}, 0, 1},
		{"8 m of sight", []nav.Glimpse{look(0, "kitchen", 5, 8)}, 0, 0.7},
		{"a little less than 8 m", []nav.Glimpse{look(0, "kitchen", 5, 7.99)}, 0, 0.1},
		{"a neighbour that sees a little less than 1.5 m less", []nav.Glimpse{look(0, "kitchen", 3, 5), look(11, "kitchen", 3, 3.51)}, 0, 0.1},
		{"beside a neighbour that sees 1.5 m less", []nav.Glimpse{look(0, "kitchen", 3, 5), look(11, "kitchen", 3, 3.5)}, 0, 0.4},
		{"the neighbour that sees less has no edge itself", []nav.Glimpse{look(0, "kitchen", 3, 5), look(11, "kitchen", 3, 3.5)}, 11, 0.1},
		{"nothing special", []nav.Glimpse{look(0, "kitchen", 3, 5), look(1, "kitchen", 3, 4)}, 0, 0.1},
		{"unknown is no other room type", []nav.Glimpse{look(0, "unknown", 3, 5)}, 0, 0.1},
		{"without distances: all", []nav.Glimpse{{View: 0, SceneType: "kitchen"}}, 0, 1},
		{"without labels: all", nil, 4, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := runTrace(t, "see kitchen")
			got := r.mem.Survey(nav.AllViews(), 0, tc.labels).Here[tc.view].Newness
			if math.Abs(got-tc.want) > 1e-9 {
				t.Errorf("newness %v, want %v", got, tc.want)
			}
		})
	}
}

func TestNewnessIsUsedUp(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see kitchen")
	labels := allLook("kitchen", 5, 8.5)
	before := r.mem.Survey(nav.AllViews(), 0, labels)
	if n := before.Here[0].Newness; !near(n, 0.7) {
		t.Fatalf("before any site the newness is %v", n)
	}
	_, _, delta := r.mem.Decide(before, nav.Choice{View: 0})
	r.disk.put(t, delta)
	r.do(0, "go F F")
	after := r.mem.Survey(nav.AllViews(), 0, labels)
	if n := after.Here[6].Newness; n > 0.71 {
		t.Errorf("beside a site the way back is worth %v", n)
	}
	checkRestore(t, r.mem, &r.disk)
}

// TestSiteSeesEarlierOnes is the case in which a new site changes what is
// stored of an old one: the change has to be in the delta.
func TestSiteSeesEarlierOnes(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see kitchen")
	file := func(labels []nav.Glimpse) {
		_, _, delta := r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, labels), nav.Choice{View: 0})
		r.disk.put(t, delta)
	}
	file([]nav.Glimpse{look(0, "kitchen", 4, 4), look(3, "hall", 4, 4)})
	before := jsonOf(t, r.mem.Graph().Sites[0])
	r.do(0, "go R*3:turn F*12 S")
	r.do(0, "see hall")
	r.do(0, "go U U U U")
	file(allLook("hall", 4, 4))
	if after := jsonOf(t, r.mem.Graph().Sites[0]); string(after) == string(before) {
		t.Error("the room behind the door was looked at, and its door still promises it")
	}
	checkRestore(t, r.mem, &r.disk)
}

func TestLegDiscounts(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		view       int
		want       float64 // of an unlabelled view, whose leg is thought to end 2 m away
	}{
		{"no site, no leg", "", 0, 1},
		{"a leg that way of less than 1 m", "plan 0\ngo F F F! S", 0, 0.2 * (0.4 + 0.3*math.Min(2, 2.5))},
		{"a leg that way of 1 m or more", "plan 0\ngo F*4 L*6 F*4 S", 6, 0.5},
		{"a leg of 1 m is one of 1 m or more", "plan 0\ngo F F L*6 F F R*6 S", 0, 0.5},
		{"15 degrees off is the same way", "cfg turn_deg=15\nplan 0\ngo F! S L", 0, 0.2},
		{"more than that is not", "cfg turn_deg=16\nplan 0\ngo F! S L", 0, 1},
		{"a little more than that is not", "cfg turn_deg=15.1\nplan 0\ngo F! S L", 0, 1},
		{"a running leg counts, because a plan ends it", "plan 0\ngo F! F!", 0, 0.2},
		{"another way is free", "plan 0\ngo F! F! S", 3, 1},
		{"a leg that began farther than r away does not count", "plan 0\ngo F*8 S", 0, 1},
		{"an executed:false leg does not count", "plan 0\ntell 1 executed=false\ngo F! S", 0, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := runTrace(t, tc.text)
			o := r.mem.Survey(nav.AllViews(), 0, nil).Here[tc.view]
			if got := o.Outcome * o.Apart; !near(got, tc.want) {
				t.Errorf("discount %v, want %v", got, tc.want)
			}
		})
	}
}

func TestSiteDiscount(t *testing.T) {
	r := runTrace(t, "see kitchen\nplan 0\ngo F=3 S")
	labels := []nav.Glimpse{look(0, "kitchen", 2.3, 3), look(6, "kitchen", 2.3, 3), look(7, "kitchen", 0.8, 3)}
	sv := r.mem.Survey(nav.AllViews(), 0, labels)
	if got, want := sv.Here[6].Apart, 0.4+0.3*1; !near(got, want) {
		t.Errorf("a leg that ends 1 m from a site: %v, want %v", got, want)
	}
	if got := sv.Here[0].Apart; !near(got, 1) {
		t.Errorf("a leg away from it: %v, want 1", got)
	}
}

func TestVisits(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       int // of view 6, the way back: the leg ends 2 m behind the robot
	}{
		{"never there", "go F=10", 0},
		{"once, at the start", "go F F F=3", 1},
		{"1.25 m from the end is there", "go F=3.25", 1},
		{"1.26 m is not", "go F=3.26", 0},
		{"one pass through is one visit", "go F*16", 1},
		{"two passes are two", "go F*8 L*6:turn F*8 R*6:turn F*16", 2},
		{"three at most", "go F*8 L*6 F*16 R*6 F*16 L*6 F*16 R*6 F*16 L*6 F*16 R*6 F*16", 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := runTrace(t, tc.text)
			if got := r.mem.Survey(nav.AllViews(), 0, nil).Here[6].Visits; got != tc.want {
				t.Errorf("%d visits, want %d", got, tc.want)
			}
		})
	}
}

func TestPromise(t *testing.T) {
	for _, tc := range []struct {
		name string
		o    nav.Option
		want float64
	}{
		{"never there", nav.Option{Newness: 0.7, Apart: 1, Outcome: 1}, 0.7},
		{"one visit", nav.Option{Newness: 1, Visits: 1, Apart: 1, Outcome: 1}, 0.6},
		{"two visits", nav.Option{Newness: 1, Visits: 2, Apart: 1, Outcome: 1}, 0.36},
		{"near a site, after a short leg", nav.Option{Newness: 0.5, Visits: 1, Apart: 0.7, Outcome: 0.2}, 0.5 * 0.6 * 0.7 * 0.2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.o.Promise(); math.Abs(got-tc.want) > 1e-12 {
				t.Errorf("%v, want %v", got, tc.want)
			}
		})
	}
}

func TestUnlabelled(t *testing.T) {
	r := runTrace(t, "see kitchen\nplan 6\ngo F=1 S")
	sv := r.mem.Survey(nav.AllViews(), 0, nil)
	for view, want := range map[int]float64{0: 1, 3: 1, 6: 0.3} {
		if got := sv.Here[view].Newness; !near(got, want) {
			t.Errorf("view %d: newness %v, want %v", view, got, want)
		}
	}
	r = runTrace(t, "see kitchen\nplan 6\ngo F! S")
	if got := r.mem.Survey(nav.AllViews(), 0, nil).Here[6].Newness; !near(got, 0.3) {
		t.Errorf("a view that was tried: newness %v, want 0.3", got)
	}
}

func TestFrontiers(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see kitchen")
	labels := []nav.Glimpse{look(0, "kitchen", 4, 5), look(3, "hall", 4, 6), look(6, "kitchen", 0.5, 1), {View: 9, SceneType: "hall"}}
	_, _, delta := r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, labels), nav.Choice{View: 0})
	r.disk.put(t, delta)
	r.do(0, "go F*12 S")
	sv := r.mem.Survey(nav.AllViews(), 0, nil)
	if len(sv.Distant) != 1 {
		t.Fatalf("%d frontiers, want one: tried, blocked and unlabelled views are none: %+v", len(sv.Distant), sv.Distant)
	}
	o := sv.Distant[0]
	if o.Site != 1 || o.View != 3 || !near(o.PathM, 3) || !near(o.Heading, -90) || !near(math.Abs(o.FirstHead), 180) || o.FirstM <= 0 {
		t.Errorf("frontier %+v, want view 3 of site 1, 3 m back", o)
	}
	checkRestore(t, r.mem, &r.disk)
}

// Each scan of a room that does not bring the goal counts against it, from
// whichever of its places, until the goal is another one.
func TestScansOfARoom(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	labels := allLook("kitchen", 3, 3)
	labels[3] = look(3, "hall", 3, 3)
	scans := func() [2]int {
		here := r.mem.Survey(nav.AllViews(), 0, labels).Here
		return [2]int{here[0].Scans, here[3].Scans}
	}
	plan := func() { r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, labels), nav.Choice{}) }
	for _, step := range []struct {
		name string
		do   func()
		want [2]int
	}{
		{"the present scan is one", func() { r.do(0, "see kitchen") }, [2]int{1, 0}},
		{"each plan leaves one", func() { plan(); plan() }, [2]int{3, 0}},
		{"another room has none", func() { r.do(0, "go F*4 S"); r.do(0, "see hall"); r.do(0, "go F*8 S") }, [2]int{0, 1}},
		{"it gets its own", func() { plan() }, [2]int{0, 2}},
		{"back in the first", func() { r.do(0, "go L*6:turn F*8 S"); r.do(0, "see kitchen"); r.do(0, "go F*4 S") }, [2]int{3, 0}},
		{"another goal", func() { r.do(0, "goal lamp") }, [2]int{1, 0}},
		{"and the first again", func() { plan(); r.do(0, "goal sofa") }, [2]int{3, 0}},
	} {
		step.do()
		if got := scans(); got != step.want {
			t.Errorf("%s: %v of kitchen and hall, want %v", step.name, got, step.want)
		}
	}
}

// A leg goes as far as it takes to look at what makes it worth while.
func TestLeg(t *testing.T) {
	edge := func(ahead, beside, floor float64) float64 { // from the end of the floor to where the edge is looked at
		return math.Hypot(ahead*math.Cos(math.Pi/12)-floor, beside*math.Sin(math.Pi/12)) - 1
	}
	for _, tc := range []struct {
		name      string
		views     map[int]nav.Glimpse
		leg, look float64 // of view 0, metres
	}{
		{"no lead: the floor", map[int]nav.Glimpse{0: look(0, "kitchen", 2, 3)}, 1.7, 1.7},
		{"no lead: 3 m at most", map[int]nav.Glimpse{0: look(0, "kitchen", 5, 5)}, 3, 3},
		{"1 m behind where one is in the room", map[int]nav.Glimpse{0: look(0, "hall", 3, 4)}, 3.7 - 2.5 + 1, 3.7 - 2.5 + 1},
		{"1 m at least", map[int]nav.Glimpse{0: look(0, "hall", 3, 1)}, 1, 1},
		{"no farther than the floor", map[int]nav.Glimpse{0: look(0, "hall", 1.2, 4)}, 0.9, 0.9 + 0.3},
		{"a room that the floor does not lead into", map[int]nav.Glimpse{0: look(0, "hall", 1.3, 6)}, 1, 5.7 - 2.5},
		{"nor does all of it", map[int]nav.Glimpse{0: look(0, "hall", 4.5, 7.9)}, 3, 3 + 7.6 - 4.2 - 2.5},
		{"beyond 8 m every metre shows more", map[int]nav.Glimpse{0: look(0, "kitchen", 4.5, 8)}, 3, 3},
		{"half a metre past an edge", map[int]nav.Glimpse{0: look(0, "kitchen", 3, 3), 1: look(1, "kitchen", 1, 1)},
			2*math.Cos(math.Pi/12) - math.Sqrt(1-math.Pow(2*math.Sin(math.Pi/12), 2)) + 0.5, 2*math.Cos(math.Pi/12) - math.Sqrt(1-math.Pow(2*math.Sin(math.Pi/12), 2)) + 0.5},
		{"an edge too far aside", map[int]nav.Glimpse{0: look(0, "kitchen", 1.3, 6), 1: look(1, "kitchen", 2, 4)}, 1, 1 + edge(5, 5, 1)},
		{"of two alike the nearer one", map[int]nav.Glimpse{0: look(0, "kitchen", 3, 3), 1: look(1, "kitchen", 1, 1), 11: look(11, "kitchen", 1, 1.4)},
			2*math.Cos(math.Pi/12) - math.Sqrt(1-math.Pow(2*math.Sin(math.Pi/12), 2)) + 0.5, 2*math.Cos(math.Pi/12) - math.Sqrt(1-math.Pow(2*math.Sin(math.Pi/12), 2)) + 0.5},
		{"the room before the edge", map[int]nav.Glimpse{0: look(0, "hall", 3, 4), 1: look(1, "kitchen", 1, 1)}, 3.7 - 2.5 + 1, 3.7 - 2.5 + 1},
		{"nobody measured", map[int]nav.Glimpse{0: {View: 0, SceneType: "hall"}}, 2, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := runTrace(t, "see kitchen")
			labels := allLook("kitchen", 3, 5.5)
			for v, g := range tc.views {
				labels[v] = g
			}
			for name, sv := range map[string]nav.Survey{
				"survey": r.mem.Survey(nav.AllViews(), 0, labels), "glance": r.mem.Glance(nav.AllViews(), 0, labels, false, 1),
			} {
				if o := sv.Here[0]; math.Abs(o.LegM-tc.leg) > 0.001 || math.Abs(o.LookM-tc.look) > 0.001 {
					t.Errorf("%s: leg %v m, to its lead %v m; want %v and %v", name, o.LegM, o.LookM, tc.leg, tc.look)
				}
			}
		})
	}
}

// Where the floor at the end of an old view is in sight there is no need to go
// back to where it was seen from.
func TestStraight(t *testing.T) {
	end := nav.Pose{}.Reach(3.7, -30) // of view 1
	for _, tc := range []struct {
		name   string
		walk   string
		views  []nav.Glimpse
		direct bool
	}{
		{"in sight", "go F*12 S", []nav.Glimpse{look(3, "hall", 3, 4)}, true},
		{"to the last 0.3 m", "go F*12 S", []nav.Glimpse{look(3, "hall", 1.57, 4)}, true},
		{"behind something", "go F*12 S", []nav.Glimpse{look(3, "hall", 1.55, 4)}, false},
		{"nobody looks that way", "go F*12 S", []nav.Glimpse{look(4, "hall", 3, 4)}, false},
		{"nobody measured", "go F*12 S", []nav.Glimpse{{View: 3, SceneType: "hall"}}, false},
		{"there already", "go R:turn F*14 S", []nav.Glimpse{look(0, "hall", 3, 4)}, false},
		{"too far for one leg", "go L*6:turn F*12 S", []nav.Glimpse{look(6, "hall", 8, 8)}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := newRobot(t, nav.DefaultConfig())
			r.do(0, "see kitchen")
			_, _, delta := r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, []nav.Glimpse{look(0, "kitchen", 4, 5), look(1, "hall", 4, 6)}), nav.Choice{View: 0})
			r.disk.put(t, delta)
			r.do(0, tc.walk)
			sv := r.mem.Survey(nav.AllViews(), 0, tc.views)
			if len(sv.Distant) != 1 {
				t.Fatalf("%d frontiers, want view 1 of site 1: %+v", len(sv.Distant), sv.Distant)
			}
			o, back := sv.Distant[0], sv.Pose.Distance(nav.Pose{})
			if !near(o.PathM, back) {
				t.Errorf("%v m, want the %v m back", o.PathM, back)
			}
			if tc.direct != (o.StraightM > 0) || tc.direct && (!near(o.StraightM, sv.Pose.Distance(end)) || !near(o.StraightHead, sv.Pose.Bearing(end))) {
				t.Errorf("straight on %v m to %v°, want %v of %v m to %v°", o.StraightM, o.StraightHead, tc.direct, sv.Pose.Distance(end), sv.Pose.Bearing(end))
			}
		})
	}
}

func TestGlance(t *testing.T) {
	r := runTrace(t, "see kitchen\nplan 0\ngo F! S")
	sv := r.mem.Glance(nav.AllViews(), 0, allLook("hall", 3, 4), false, 7)
	if len(sv.Distant) != 0 {
		t.Errorf("a glance remembers %d frontiers", len(sv.Distant))
	}
	for _, o := range sv.Here {
		if o.Outcome != 1 || o.Apart != 1 || o.Visits != 0 {
			t.Errorf("a glance remembers: %+v", o)
		}
	}
}

func TestViewHeadings(t *testing.T) {
	r := runTrace(t, "go R*11:scan")
	sv := r.mem.Survey(nav.AllViews(), r.mem.Facing(), nil)
	for i, o := range sv.Here {
		if want := nav.NormDeg(-30 * float64(i)); !near(o.Heading, want) {
			t.Errorf("after a scan view %d looks to %v, want %v", i, o.Heading, want)
		}
	}
}

func TestHowFarTheGoalIs(t *testing.T) {
	couch := func(metres ...float64) nav.Glimpse {
		g := look(0, "bedroom", 2, 4)
		for i := range metres {
			g.Seen = append(g.Seen, nav.Seen{Label: "couch", RangeM: &metres[i]})
		}
		return g
	}
	for _, tc := range []struct {
		name string
		view nav.Glimpse
		want float64
	}{
		{"as far as one sees", look(0, "bedroom", 2, 4, "Sofa"), 4},
		{"as a detector says", couch(2.5), 2.5},
		{"the nearest of two", couch(3, 1.5), 1.5},
		{"nobody says", nav.Glimpse{View: 0, Objects: []string{"sofa"}}, 0},
		{"another thing", look(0, "bedroom", 2, 4, "bed"), 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sv := newRobot(t, nav.DefaultConfig()).mem.Survey(nav.AllViews(), 0, []nav.Glimpse{tc.view})
			if got := sv.Here[0].GoalM; got != tc.want {
				t.Errorf("the goal is at most %v m away, want %v", got, tc.want)
			}
		})
	}
}
