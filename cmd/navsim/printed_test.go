package main

import (
	"testing"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/vlm"
)

// TestPrintedModel lets robots search by pictures whose tiles have angles printed
// on them, as PixelNav's have. When navd is told so, a model that answers what is
// printed does exactly what one does that answers what it is asked for; when it
// is not told, the first one is of no use.
func TestPrintedModel(t *testing.T) {
	figures(t)
	t.Parallel()
	tasks, steps := generated(t, 5), 0
	if !long() {
		tasks, steps = tasks[4:], 100 // found after 79 steps, when it is told
	}
	search := func(printed, told bool) (views []int, found, fallbacks int) {
		socket, _, _ := modelled(t, vlm.Options{Printed: printed}, "vertex", "local")
		outs, plans := searches(t, socket, tasks, func(r *robot.Task) {
			r.NoLabels, r.Unprinted, r.MaxSteps = true, !told, steps
		})
		for _, o := range outs {
			if o.Success {
				found++
			}
		}
		for _, p := range plans {
			views = append(views, p.Plan.View)
			if p.Plan.Used.Planner == "local" {
				fallbacks++
			}
		}
		return views, found, fallbacks
	}
	asked, foundAsked, _ := search(false, true)
	printed, foundPrinted, fallbacks := search(true, true)
	if len(asked) != len(printed) || fallbacks > 0 {
		t.Errorf("%d plans as asked, %d as printed, %d of them by the local planner", len(asked), len(printed), fallbacks)
	}
	for i := range min(len(asked), len(printed)) {
		if asked[i] != printed[i] {
			t.Fatalf("plan %d: view %d as asked, %d as printed", i, asked[i], printed[i])
		}
	}
	_, foundMirrored, fallbacks := search(true, false)
	t.Logf("%d searches; found: %d as asked, %d as printed; without being told %d, with %d plans by the local planner",
		len(tasks), foundAsked, foundPrinted, foundMirrored, fallbacks)
	if fallbacks == 0 || foundMirrored >= foundPrinted {
		t.Errorf("without being told it does as well: this test cannot fail")
	}
}
