package daemon_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// hall are the labels and ranges of a scan in the middle of a hall of 16 m by 4 m that
// begins to the right end, with a sofa before it.
func hall(scene string) string {
	var values []string
	for i := range 60 {
		at := float64(6*i) * math.Pi / 180
		values = append(values, fmt.Sprintf("%.2f", math.Min(math.Abs(7.9/math.Cos(at)), math.Abs(2/math.Sin(at)))))
	}
	return fmt.Sprintf(`"facing_view":0,"labels":[{"view":0,"scene_type":%q,"free_m":5,"see_m":7.9,"seen":[{"label":"sofa","bearing_deg":0,"range_m":7}]},{"view":6,"scene_type":%[1]q,"free_m":5,"see_m":7.9}],
		"ranges":[{"start_deg":0,"step_deg":6,"max_m":10,"values":[%s]}]`, scene, strings.Join(values, ","))
}

// Without a look around a robot gets a plan only where the memory knows the way.
func TestPlanWithoutScanRefuses(t *testing.T) {
	h := newHouse(t)
	h.stay("mill")
	for _, begin := range []string{
		`"house":{"id":"attic","start":{"pose":{"x":0,"y":0,"yaw":0}}}`,                                          // nothing is kept of it
		`"house":{"id":"mill","mode":"read"}`,                                                                    // it may stand anywhere
		`"house":{"id":"mill","mode":"read","start":{"pose":{"x":0,"y":0,"yaw":0}}},"use":{"without":["skips"]}`, // it does not use that
		`"house":{"id":"mill","mode":"read","start":{"pose":{"x":0,"y":0,"yaw":0}}},"use":{"context":false}`,     // nor the memory
		`"house":{"id":"mill","mode":"read","start":{"pose":{"x":0,"y":0,"yaw":0}}},"use":{"house":false}`,       // nor the house
	} {
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa",`+begin+`}`)).Episode
		for given, field := range map[string]string{"": "labels", `,"facing_view":1`: "facing_view", `,"shown_views":[1]`: "shown_views",
			`,"ranges":[{"start_deg":0,"step_deg":6,"max_m":8,"values":[1]}]`: "ranges"} {
			h.refuse(ipc.NavPlan, fmt.Sprintf(`{"episode":%q%s}`, id, given), refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: field})
		}
	}
}

// In a house whose floor nobody measured no way is known.
func TestPlanWithoutScanOrFloor(t *testing.T) {
	h := milled(t)
	b := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa","house":{"id":"mill","mode":"read","start":{"pose":{"x":9,"y":0,"yaw":0}}}}`))
	if !b.ScanDue.Due {
		t.Errorf("scan_due %+v", b.ScanDue)
	}
	h.refuse(ipc.NavPlan, fmt.Sprintf(`{"episode":%q}`, b.Episode), refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "labels"})
}

// A robot that is told where it is in a house that knows the goal goes there without looking
// around, and is told where to look from there.
func TestPlanInKnownHouseWithoutScan(t *testing.T) {
	h := newHouse(t)
	id := h.enter(0, 0, 0)
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"hall"}`, id))
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,%s}`, id, hall("hall")))
	h.leave(id)
	begin := func(goal, start, use string) ipc.BeginResult {
		t.Helper()
		return into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":%q,"house":{"id":"mill","mode":"read","start":{%s}},"use":{%s}}`, goal, start, use)))
	}
	const far, near = `"pose":{"x":0,"y":0,"yaw":180}`, `"pose":{"x":4,"y":0,"yaw":180}`
	for _, tt := range []struct {
		name, goal, start, use string
		due                    bool
		reason                 string
	}{
		{"it knows where the sofa is", "sofa", far, "", false, "known"},
		{"by another name", "couch", far, "", false, "known"},
		{"the scan would show it", "sofa", near, "", true, "near"},
		{"no way leads there from where it stands", "sofa", `"pose":{"x":0,"y":50,"yaw":0}`, "", true, ""},
		{"nobody has seen one", "bed", far, "", true, ""},
		{"it may stand anywhere", "sofa", `"at":"dock"`, "", true, ""},
		{"it does not use that", "sofa", far, `"without":["skips"]`, true, ""},
	} {
		if got := begin(tt.goal, tt.start, tt.use).ScanDue; got.Due != tt.due || got.Reason != tt.reason {
			t.Errorf("%s: scan_due %+v", tt.name, got)
		}
	}
	id = begin("sofa", far, "").Episode
	for range 2 { // the second time after a start
		r := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q}`, id)))
		if len(r.Path) == 0 || math.Abs(math.Abs(r.Angle)-180) > 5 || len(r.Turns) != 6 || r.Used.House == nil || r.Used.House.Thing == 0 {
			t.Fatalf("it does not turn round to the sofa: %+v", r)
		}
		if r.Look == nil || math.Abs(math.Abs(*r.Look)-180) > 5 {
			t.Errorf("from the end of the leg the sofa is at %v", r.Look)
		}
		if way := r.Path[len(r.Path)-1].RangeM; len(r.Path) == 1 && (way < 3 || way > 7) {
			t.Errorf("it goes %.1f m to look at what is 7 m away", way)
		}
		if rec := h.record(id); rec.Shown == nil || len(rec.Shown) > 0 || rec.Facing != 0 {
			t.Errorf("the record says views %v, facing %d", rec.Shown, rec.Facing)
		}
		h.restart()
	}
	if got := into[ipc.GoalResult](t, h.do(ipc.EpisodeGoal, fmt.Sprintf(`{"episode":%q,"goal":"bed"}`, id))).ScanDue; !got.Due {
		t.Errorf("another goal: %+v", got)
	}
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":3,"free_m":1}],"facing_view":3}`, id))
	if after := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q}`, id))); math.Abs(nav.NormDeg(after.Discovered.Heading-after.Discovered.From.Yaw-after.Angle)) > 0.01 || h.record(id).Facing != 0 {
		t.Errorf("after a scan that ended at view 3, view 0 of a plan without views is not where the robot faces: %+v", after)
	}
	id = begin("sofa", far, `"without":["skips"]`).Episode
	if r := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,%s}`, id, strings.ReplaceAll(hall("hall"), "sofa", "lamp")))); r.Look != nil || r.Used.House.Thing == 0 {
		t.Errorf("it is told where to look first: %+v", r)
	}
}

// What stands near, but behind a wall, no scan would show: the robot goes there without one.
func TestPlanBehindWallWithoutScan(t *testing.T) {
	h := newHouse(t)
	walls := [][4]float64{{-8, -2, 8, -2}, {8, -2, 8, 7}, {8, 7, -8, 7}, {-8, 7, -8, -2}, {-6, 2.5, 8, 2.5}}
	ray := func(x, y, deg float64) float64 {
		dx, dy, nearest := math.Cos(deg*math.Pi/180), math.Sin(deg*math.Pi/180), 20.0
		for _, w := range walls {
			wx, wy := w[2]-w[0], w[3]-w[1]
			cross := dx*wy - dy*wx
			if math.Abs(cross) < 1e-9 {
				continue
			}
			along, at := ((w[0]-x)*wy-(w[1]-y)*wx)/cross, ((w[0]-x)*dy-(w[1]-y)*dx)/cross
			if along > 0 && at >= 0 && at <= 1 {
				nearest = min(nearest, along)
			}
		}
		return nearest
	}
	for _, at := range [][2]float64{{0, 0}, {-7, 0}, {-7, 5}, {0, 5}} {
		var values []string
		for i := range 60 {
			values = append(values, fmt.Sprintf("%.2f", min(15, ray(at[0], at[1], float64(6*i)))))
		}
		seen := ""
		if at[0] == 0 && at[1] == 5 {
			seen = `,"seen":[{"label":"laptop","bearing_deg":0,"range_m":5}]`
		}
		id := h.enter(at[0], at[1], 0)
		h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"facing_view":0,"labels":[{"view":0,"scene_type":"hall","free_m":1,"see_m":%.2f%s}],
			"ranges":[{"start_deg":0,"step_deg":6,"max_m":15,"values":[%s]}]}`, id, min(15, ray(at[0], at[1], 0)), seen, strings.Join(values, ",")))
		h.leave(id)
	}
	for _, c := range []struct {
		name, pose string
		want       nav.Due
	}{
		{"behind the wall", `"x":5,"y":1.5,"yaw":0`, nav.Due{Reason: "known"}},
		{"in the same room", `"x":5,"y":3.5,"yaw":0`, nav.Due{Due: true, Reason: "near"}},
	} {
		b := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"laptop","house":{"id":"mill","mode":"read","start":{"pose":{`+c.pose+`}}}}`))
		if b.ScanDue != c.want {
			t.Errorf("%s: scan_due %+v, want %+v", c.name, b.ScanDue, c.want)
		}
		r := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q}`, b.Episode)))
		if r.Used.House == nil || r.Used.House.Thing == 0 {
			t.Errorf("%s: without views it does not go for it: %+v", c.name, r)
		}
	}
}
