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

// A robot that stands where it looked around need not do so again to get another plan.
func TestPlanAgainWithoutScan(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	h.do(ipc.NavObserve, `{"episode":"e001","scene_type":"kitchen"}`)
	nothing := refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "labels"}
	h.refuse(ipc.NavPlan, `{"episode":"e001"}`, nothing) // it has not looked
	plan := func(params string) ipc.PlanResult {
		t.Helper()
		return into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001"`+params+`}`))
	}
	scan := `,"labels":[{"view":0,"scene_type":"bedroom","free_m":4,"see_m":6},{"view":3,"scene_type":"living room","free_m":4,"see_m":6}],"facing_view":0`
	if first := plan(scan); first.View != 3 {
		t.Fatalf("it goes along view %d", first.View)
	}
	for seq := 1; seq <= 3; seq++ { // it turns there, and something stands in the way
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":"turn_right","phase":"turn"}`, seq))
	}
	h.do(ipc.NavStep, `{"episode":"e001","seq":4,"action":"move_forward","collided":true}`)
	h.do(ipc.NavStep, `{"episode":"e001","seq":5,"action":"stop"}`)
	h.restart()
	again := plan("")
	if again.View != 0 || len(again.Turns) != 3 || again.Turns[0] != nav.TurnLeft || again.Attempts != 0 || again.Used.Planner != "local" {
		t.Errorf("after a leg that moved nowhere: %+v, want back to view 0", again)
	}
	sites := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001"}`)).Sites
	if len(sites) != 2 || sites[0].NoScan || !sites[1].NoScan || len(sites[1].Views) != len(sites[0].Views) {
		t.Errorf("sites %+v", sites)
	}
	if n := len(h.record(id).Shown); n != 12 {
		t.Errorf("the record says %d views", n)
	}
	for _, given := range []string{`"facing_view":1`, `"shown_views":[1]`, `"ranges":[{"start_deg":0,"step_deg":6,"max_m":8,"values":[1]}]`} {
		name, _, _ := strings.Cut(given, ":")
		h.refuse(ipc.NavPlan, `{"episode":"e001",`+given+`}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: strings.Trim(name, `"`)})
	}
	plan("")
	h.refuse(ipc.NavPlan, `{"episode":"e001"}`, nothing) // it did so twice
	plan(scan)
	h.do(ipc.NavStep, `{"episode":"e001","seq":6,"action":"move_forward"}`)
	h.refuse(ipc.NavPlan, `{"episode":"e001"}`, nothing) // it stands elsewhere
	for _, use := range []string{`{"without":["skips"]}`, `{"context":false}`} {
		other := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa","use":`+use+`}`)).Episode
		h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q%s}`, other, scan))
		h.refuse(ipc.NavPlan, fmt.Sprintf(`{"episode":%q}`, other), nothing)
	}
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
	}{
		{"it knows where the sofa is", "sofa", far, "", false},
		{"by another name", "couch", far, "", false},
		{"the scan would show it", "sofa", near, "", true},
		{"nobody has seen one", "bed", far, "", true},
		{"it may stand anywhere", "sofa", `"at":"dock"`, "", true},
		{"it does not use that", "sofa", far, `"without":["skips"]`, true},
	} {
		if got := begin(tt.goal, tt.start, tt.use).ScanDue; got.Due != tt.due || got.Reason != map[bool]string{false: "known"}[tt.due] {
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
		h.restart()
	}
	if got := into[ipc.GoalResult](t, h.do(ipc.EpisodeGoal, fmt.Sprintf(`{"episode":%q,"goal":"bed"}`, id))).ScanDue; !got.Due {
		t.Errorf("another goal: %+v", got)
	}
	id = begin("sofa", far, `"without":["skips"]`).Episode
	if r := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,%s}`, id, strings.ReplaceAll(hall("hall"), "sofa", "lamp")))); r.Look != nil || r.Used.House.Thing == 0 {
		t.Errorf("it is told where to look first: %+v", r)
	}
}
