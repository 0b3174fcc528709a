package nav_test

import (
	"slices"
	"strings"
	"testing"

	"navd/daemon/nav"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestSiteKeeps holds what a plan leaves: pose, step, and of each view what was
// seen there, whether it was tried, and what came of it.
func TestSiteKeeps(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see kitchen")
	r.do(0, "go F L*3 F")
	free, see := 1.5, 7.0
	labels := []nav.Glimpse{
		{View: 0, SceneType: "LivingRoom", FreeM: &free, SeeM: &see, Objects: []string{"sofa", "lamp", "sofa"}},
		{View: 1, FreeM: &free},
		{View: 3, SeeM: &see},
		{View: 9, SceneType: "hall"},
	}
	sv := r.mem.Survey([]int{0, 1, 3, 9}, 0, labels)
	r.do(0, "go U") // the robot goes on while the planner thinks
	_, _, delta := r.mem.Decide(sv, nav.Choice{View: 3, Angle: -90})
	r.disk.put(t, delta)
	r.do(0, "go F F S")
	want := nav.Site{
		ID: 1, Pose: nav.Pose{X: 0.25, Y: 0.25, Yaw: 90}, Seq: 5, Place: 1, Anchor: 2, Type: "kitchen", Goal: "sofa", Chosen: 3,
		Views: []nav.SiteView{
			{View: 0, Heading: 90, Type: "living room", Known: true, FreeM: 1.5, SeeM: 7, Objects: []string{"lamp", "sofa"}},
			{View: 1, Heading: 60, Known: true, FreeM: 1.5, SeeM: 1.5},
			{View: 3, Heading: 0, Known: true, FreeM: 5, SeeM: 7, Tried: true, Outcome: &nav.Outcome{Metres: 0.5}},
			{View: 9, Heading: 180, Type: "corridor"},
		},
	}
	got := r.mem.Graph().Sites[0]
	if d := cmp.Diff(want, got, cmpopts.IgnoreFields(nav.SiteView{}, "Leads", "Covered")); d != "" {
		t.Errorf("site (-want +got):\n%s", d)
	}
	checkRestore(t, r.mem, &r.disk)
}

// TestSites holds where a site lies and when a leg ends.
func TestSites(t *testing.T) {
	runTraces(t, []trace{
		{"a plan leaves a site, two plans two, numbered like the plans", `
			plan 3
			go F F
			plan 4 → sites 1:1/1@0(0,0)3 2:1/2@2(0.5,0)4`},
		{"it lies where the plan looked round, not where the robot is when it is filed", `
			see kitchen
			go F
			ponder
			see hall
			go F*4 → place 2 corridor
			plan 3 → sites 1:1/1@1(0.25,0)3; from 0.25 0 0; heading -90`},
		{"the heading of a plan is from view 0, which a robot that scanned faces no more", `
			go L R*11 → facing 11; pose 0 0 60
			plan 3 → heading -60; from 0 0 60`},
		{"a new goal keeps the sites", `
			plan 0
			go F*4
			goal lamp
			plan 5 → sites 1:1/1@0(0,0)0 2:1/3@4(1,0)5`},
		{"a plan that was not carried out chose no view", `
			plan 3
			tell 1 executed=false → sites 1:1/1@0(0,0)-1`},
		{"a leg that ended at a stop goes no further", `
			plan 0
			go F F S F F S → outcome 0.5
			plan 0 → queue 1:1+0.5 2:2`},
		{"looks and turns end no leg", `
			plan 0
			go F U L F R → queue 1:1
			go S → outcome 0.5`},
		{"a new goal ends the leg for its site", `
			plan 0
			go F F
			goal lamp
			go F F S → queue`},
		{"what a slide moved counts, what it was meant to move does not", `
			plan 0
			go F=0.1@60 F! F=0.2
			go S → outcome 0.3`},
		{"STUCK that a stop brings up belongs to the leg that ends there", `
			plan 0
			go R*10 → stuck false
			go S → events stuck; outcome 0 loop`},
		{"a loop of the last leg is none of the next", `
			plan 0
			go F!*10 S → outcome 0 loop
			plan 0
			go F*9 S → outcome 2.25 view`},
		{"ABABA on the way is a loop", `
			see kitchen
			see hall
			go U*4
			see kitchen
			go U*4
			plan 0
			see hall
			go U*4 S → outcome 0 place loop`},
		{"a new view is 2 m or more from every site, the oldest too", `
			plan 0
			go F=4 S
			plan 0
			go F=4 S
			plan 6
			go F=1.99@180 S → outcome 1.99
			go F=0.01@180
			plan 6
			go F=4.01@180 S → outcome 4.01
			plan 6
			go F=3.99@180 S → outcome 3.99 view`},
		{"sites exactly 1.5 m apart are one to the site pattern", `
			plan 0
			go F=4
			plan 0
			go L*6 F=2.5
			plan 0
			go L*6 F=2.5
			plan 0 → count.site_abab 1`},
		{"one near two others is the older of them", `
			plan 0
			go F=1
			plan 0
			go F=4
			plan 0
			go L*6 F=4.5
			plan 0
			go L*6 F=4.5
			plan 0 → count.site_abab 1`},
		{"1.51 m apart they are two", `
			plan 0
			go F=4
			plan 0
			go L*6 F=2.49
			plan 0
			go L*6 F=2.49
			plan 0 → count.site_abab 0`},
		{"the queue hears of the outcome that its leg had, also after it was told otherwise", `
			plan 3
			go F*4 S
			tell 1 view=5 → queue 1:1+1`},
	})
}

// TestRecord holds the whole record of a plan in the queue.
func TestRecord(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, `see kitchen {stove} "A kitchen with a stove."`)
	r.do(0, "go F!*10")
	sv := r.mem.Survey(nav.AllViews(), 0, nil)
	got, _, delta := r.mem.Decide(sv, nav.Choice{GoalFlag: true, View: 9, Angle: 90, SceneType: "living room", Why: "A sofa stands there. It is red."})
	r.disk.put(t, delta)
	want := nav.Record{
		Idx: 1, Plan: 1, GoalFlag: true, GoalSceneType: "living room", Why: "A sofa stands there.", AvoidHint: "pattern:STUCK", Heading: 90,
	}
	diff(t, "record", got, want)
	r.do(0, "go F*8 S")
	want.Outcome = &nav.Outcome{Metres: 2, NewView: true}
	diff(t, "queue", r.mem.Queue(), []nav.Record{want})
	for _, word := range []string{"stove", "kitchen"} {
		if text := string(jsonOf(t, r.mem.Queue())); strings.Contains(text, word) {
			t.Errorf("the queue repeats the place: %s", text)
		}
	}
	checkRestore(t, r.mem, &r.disk)
}

// TestQueueOverflow fills the queue past its end: the oldest records go, their
// sites stay.
func TestQueueOverflow(t *testing.T) {
	runTraces(t, []trace{
		{"four and five are kept whole", `
			plan 0
			plan 0
			plan 0
			plan 0 → queue 1:1+0 2:2+0 3:3+0 4:4
			plan 0 → queue 1:1+0 2:2+0 3:3+0 4:4+0 5:5`},
		{"seven plans: numbered anew from 1", `
			plan 0
			plan 0
			plan 0
			plan 0
			plan 0
			plan 0
			plan 0 → queue 1:3+0 2:4+0 3:5+0 4:6+0 5:7; count.plans 7`},
		{"a queue of one keeps the last", `
			cfg queue_size=1
			plan 0
			go F
			plan 0 → queue 1:2
			go F S → queue 1:2+0.25`},
	})
}

func TestDescriptionLengths(t *testing.T) {
	long := strings.Repeat("가", 148)
	for _, tc := range []struct{ name, text, want string }{
		{"two sentences of 300 characters stay whole", long + ". " + long + "나. Three.", long + ". " + long + "나."},
		{"of 301 they lose the last", long + ". " + long + "나다. Three.", long + ". " + long + "나다"},
		{"one sentence is enough", "A room.", "A room."},
		{"no stop at all", "a room", "a room"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := newRobot(t, nav.DefaultConfig())
			r.do(0, `see kitchen "`+tc.text+`"`)
			diff(t, "description", r.value("text"), tc.want)
		})
	}
}

// TestCheckLabels counts the characters of all labels of a call together.
func TestCheckLabels(t *testing.T) {
	long := strings.Repeat("한", 200)
	views := func(n int) (all []nav.Glimpse) {
		for i := range n {
			all = append(all, nav.Glimpse{View: i, SceneType: long, Objects: slices.Repeat([]string{long}, 19)})
		}
		return all
	}
	if err := nav.CheckLabels(views(8)); err != nil {
		t.Errorf("32,000 characters: %v", err)
	}
	err := nav.CheckLabels(views(9))
	if err == nil || err.Error() != "labels[8].objects: not allowed, given 36000, allowed at most 32768 characters in all labels of a call" {
		t.Errorf("36,000 characters: %v", err)
	}
}
