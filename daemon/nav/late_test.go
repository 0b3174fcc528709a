package nav_test

import "testing"

// TestSampleDue holds when a sample is wanted, to the step.
func TestSampleDue(t *testing.T) {
	runTraces(t, []trace{
		{"each failure counts its own 5 steps", `
			fail
			go F*5 → due retry
			fail → due no
			go F*4 → due no
			go F → due retry; count.scene_failures 2`},
		{"a failed confirmation waits too, and the step confirms without it", `
			see kitchen
			see hall
			go F F F → replied confirm
			fail → due no
			go F → place 2 corridor; due no
			go F*3 → due no
			go F → due retry`},
		{"after a sample no retry is left", `
			fail
			go F*2
			see kitchen
			go F*19 → due no
			go F → due period`},
		{"a late sample answers neither a wish nor a failed call", `
			go F*5
			see kitchen
			ask
			see kitchen @3 → answer late; due asked
			fail
			see kitchen @3
			go F*5 → due retry`},
		{"a late sample does not begin the period anew", `
			go F*2
			see kitchen
			go F*19
			see kitchen @1 → due no
			go F → due period`},
		{"confirmation comes before a wish and the period", `
			cfg scene_every=2
			see kitchen
			see hall
			go F F → due period
			ask → due asked
			go F → due confirm`},
		{"a sample that confirms begins the period anew", `
			see kitchen
			see hall
			go F F F
			see hall
			go F*19 → due no
			go F → due period`},
	})
}

// TestLateSamples holds what a sample of an earlier step does.
func TestLateSamples(t *testing.T) {
	runTraces(t, []trace{
		{"one of the same step as the last one is not late", `
			go F*6
			see kitchen @4
			see hall @4 → answer candidate`},
		{"one that comes late and is none older counts from its own step", `
			see kitchen
			go F*5
			see hall @3 → answer candidate; candidate corridor since 3; due no
			go F → replied confirm
			go F → place 2 corridor`},
		{"one of before the present place, the newest so far, is a candidate like any", `
			see kitchen
			see hall
			go F*4 → place 2 corridor
			see kitchen @3 → answer candidate; candidate kitchen since 3
			see hall → candidate none`},
		{"a second sample of the candidate's first step is none since it", `
			see kitchen
			see hall
			see hall → candidate corridor since 0
			go F*4 → place 2 corridor`},
		{"a candidate of long ago is confirmed by the next step", `
			see kitchen
			go F*9
			see hall @2 → due confirm
			go F → places 1 kitchen 0-9, 2 corridor 10-10`},
		{"it can confirm only by its own step", `
			see kitchen
			see hall
			go F*3
			see hall @2 → answer candidate
			see hall @3 → answer confirmed`},
		{"objects go to the place of that step: its first step is in it", `
			see kitchen
			see hall
			go F*9
			see hall
			see hall @4 {coat}
			see hall @3 {stove} → things 1:stove 2:coat`},
		{"a place confirmed by a sample has that step for its first", `
			see kitchen
			see hall
			go F*3
			see hall
			go F
			see hall
			see hall @3 {coat}
			see hall @2 {stove} → things 1:stove 2:coat`},
		{"it drops no candidate, replaces none, and confirms none", `
			see kitchen
			go F*4
			see hall
			go F*3
			see kitchen @3 → candidate corridor since 4
			see bedroom @3 → candidate corridor since 4
			see hall @3 → answer late; place 1 kitchen; count.samples 5`},
		{"it tells nothing new of the place in words", `
			go F*4
			see kitchen "New."
			see kitchen @2 {cup} "Old." → text New.; objects cup`},
	})
}

// TestCandidates holds the rules of a transition, to the step.
func TestCandidates(t *testing.T) {
	runTraces(t, []trace{
		{"a sample of the candidate at s+k-1 does not confirm, and then only a sample does", `
			see kitchen
			see hall
			go F F
			see hall → answer candidate
			go F*10 → place 1 kitchen; due confirm
			see hall → answer confirmed; places 1 kitchen 0-12, 2 corridor 12-12`},
		{"the old type drops it at s+k too", `
			see kitchen
			see hall
			go F F F
			see kitchen → candidate none
			go F → place 1 kitchen`},
		{"dropped and seen again it begins anew", `
			see kitchen
			see hall
			go F F
			see kitchen
			see hall → candidate corridor since 2
			go F F F → place 1 kitchen
			go F → place 2 corridor`},
		{"a third type and back is anew too", `
			see kitchen
			see hall
			go F
			see bedroom
			go F
			see hall → candidate corridor since 2
			go F F F → replied confirm; place 1 kitchen`},
		{"a third type takes over nothing of the one before", `
			see kitchen
			see hall {coat} "A hall."
			go F
			see bedroom {bed}
			go F*4 → place 2 bedroom; things 1: 2:bed; text`},
		{"types that differ by spaces only are one", `
			see kitchen
			see sun deck {chair}
			go F F F
			see Sundeck → answer confirmed; label Sundeck
			see sun deck → answer none`},
		{"the new place has its newest label and two sentences", `
			see kitchen
			see hallway "It is long. It is dark. It is cold."
			go F F F
			see Corridor → label Corridor; text It is long. It is dark.`},
		{"so it has when a step confirms", `
			see kitchen
			see hallway "It is long. It is dark. It is cold."
			go F F F F → label hallway; text It is long. It is dark.`},
		{"objects of the step that confirms are the new place's", `
			see kitchen
			see hall
			go F F F{cup} F{coat,cup} F{shoe} → things 1:cup 2:coat,cup,shoe`},
		{"a failed call is no place type and drops nothing", `
			see kitchen
			see hall
			fail → candidate corridor since 0; places 1 kitchen 0-0`},
	})
}
