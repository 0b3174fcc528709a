package daemon_test

import (
	"testing"

	"navd/ipc"
)

// An episode's arm decides what its planner is told, and who plans.
func TestArms(t *testing.T) {
	const (
		labels = `[{"view":2,"free_m":3,"see_m":3,"scene_type":"bathroom"},{"view":5,"free_m":3,"see_m":9,"scene_type":"living room"}]`
		moved  = `{"episode":"e001","steps":[{"seq":1,"action":1,"moved_m":2},{"seq":2,"action":0}]}`
	)
	for _, tt := range []struct {
		name, arm     string
		planner       string
		first, second int // views of the two plans
	}{
		{"all of it", ``, "local", 5, 5},
		{"the nearest way", `,"config":{"planner_chain":["nearest"]}`, "nearest", 2, 2},
		{"no memory", `,"use":{"context":false}`, "local", 5, 5},
		{"without rooms nothing speaks for the living room", `,"use":{"without":["rooms"]}`, "local", 2, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t)
			h.do(ipc.EpisodeBegin, `{"goal":"sofa"`+tt.arm+`}`)
			got := []ipc.PlanResult{into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":`+labels+`}`))}
			h.do(ipc.NavSteps, moved)
			got = append(got, into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":`+labels+`}`)))
			for i, view := range []int{tt.first, tt.second} {
				if got[i].View != view || got[i].Used.Planner != tt.planner {
					t.Errorf("plan %d: view %d by %s, want %d by %s", i+1, got[i].View, got[i].Used.Planner, view, tt.planner)
				}
			}
		})
	}
}
