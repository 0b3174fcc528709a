package nav_test

import "testing"

// TestStuckBounds holds the rules of STUCK where they begin.
func TestStuckBounds(t *testing.T) {
	runTraces(t, []trace{
		{"net displacement a little below 0.5 m is no progress", `
			go F=0.499:policy L:policy R:policy L:policy R:policy L:policy R:policy L:policy R:policy L:policy
			want window 10; stuck true`},
		{"0.5 m is, and it counts from where the oldest step began", `
			go F:policy F:policy L:policy R:policy L:policy R:policy L:policy R:policy L:policy R:policy
			want window 10; stuck false
			go L:policy → stuck true`},
		{"half of three forwards is two", `
			go F=3 L:turn R:turn F! L:turn R:turn F L:turn R:turn L:turn → window 10; stuck false
			go F! → stuck true`},
		{"short forwards that add up to half a metre are progress", `
			go F=0.05*10 → stuck false
			go F=0.04 → stuck true`},
		{"a window without forwards may get on, carried", `
			cfg stuck_window=2 odom_pose=true
			go L^0,0,30:turn R^0.6,0,0:turn → stuck false
			go L^0.6,0.6,0:turn → stuck false
			go R^0.6,0.6,0:turn L^0.6,0.6,0:turn → stuck true`},
		{"two entries of one place are one key in the window, though two ids", `
			cfg stuck_rule=literal
			see kitchen
			go F!*3
			see hall
			go U*4
			see kitchen
			go U*4 → keys 1 2 1
			go F!*7 → window 10; count.rules.progress 1; count.rules.literal 0; stuck false
			go F!*3 → stuck true; count.rules.literal 1`},
		{"steps of a place that do not count leave the window to the others", `
			see kitchen
			go F!*5
			see hall
			go U*4 → place 2 corridor
			go F!*5 → window 10; stuck false`},
		{"each rule is counted when it rises, not while it is up", `
			go F!*15 → count.rules.progress 1; count.rules.literal 1; count.rules.site 0
			go F*10 → count.rules.progress 1
			go F!*10 → count.rules.progress 2; count.rules.literal 1; count.stuck 2`},
		{"the site rule is counted when another is configured", `
			plan 0
			plan 0
			plan 0 → count.rules.site 1; count.stuck 0
			go F=9
			plan 0
			plan 0 → count.rules.site 2; stuck false`},
		{"the progress rule is counted when the site rule is configured", `
			cfg stuck_rule=site
			go F!*10 → stuck false; hint; count.rules.progress 1; count.rules.literal 1`},
		{"a site exactly 2.5 m away traps, 2.51 m does not", `
			cfg stuck_rule=site
			plan 0
			go L F=2.5
			plan 0 → stuck true
			go F=2.51
			plan 0 → stuck false`},
		{"the site rule falls and rises again", `
			cfg stuck_rule=site
			plan 0
			plan 0 → events stuck plan
			plan 0 → events plan
			go F=9
			plan 0 → stuck false
			plan 0 → events stuck plan; count.stuck 2`},
		{"the site rule asks where the plan looked round, not where the robot is by then", `
			cfg stuck_rule=site
			plan 0
			ponder
			go F=9
			plan 0 → stuck true
			plan 0 → stuck false`},
	})
}

// TestScanThenSteps holds what becomes of a scan when the plan it was made for
// is filed later than the next steps.
func TestScanThenSteps(t *testing.T) {
	runTraces(t, []trace{
		{"a scan stays out of the window when steps come before its plan", `
			go R*11
			ponder
			go F*4
			plan 0 → stuck false; count.stuck 0; count.scan_steps 11`},
		{"a turn that completes the round belongs to it", `
			go R*11
			ponder
			go R
			plan 0 → count.scan_steps 12; count.stuck 0`},
		{"two turns more are no scan, but those before were one", `
			go R*11
			ponder
			go R*2 F
			plan 0 → count.scan_steps 11`},
		{"ten turns are none, whatever was asked", `
			go R*10
			ponder
			go F
			plan 0 → count.scan_steps 0; count.stuck 1`},
	})
}

// TestABABABounds holds the pattern over revisit keys.
func TestABABABounds(t *testing.T) {
	runTraces(t, []trace{
		{"an anchor that joins two keys raises it on a plain step", `
			see kitchen
			see hall
			go F! F! F! F=5
			see kitchen
			go F=5@180 F! F! F!
			see hall
			go F! F! F! F=5@90 → keys 1 2 1 4; ababa false
			go F=3@-45 → ababa false
			go F=4.071@-45
			want keys 1 2 1 2; events anchor_created ababa; ababa true; hint pattern:ABABA; count.ababa 1`},
		{"three entries of two keys are not enough", `
			see kitchen
			see hall
			go U*4
			see kitchen
			go U*4 → keys 1 2 1; ababa false`},
		{"a third key among the last four keeps it down: A B C B", `
			see kitchen
			see hall
			go U*4
			see bedroom
			go U*4
			see hall
			go U*4 → keys 1 2 3 2; ababa false
			see bedroom
			go U*4 → keys 1 2 3 2 3; ababa true`},
		{"A B C A B: the first and third differ", `
			see kitchen
			see hall
			go U*4
			see kitchen
			go U*4
			see bedroom
			go U*4 → keys 1 2 1 4; ababa false`},
		{"only the last four count, whatever came before", `
			see bathroom
			see kitchen
			go U*4
			see hall
			go U*4
			see kitchen
			go U*4
			see hall
			go U*4 → keys 1 2 3 2 3; ababa true`},
		{"a candidate that is not confirmed is no entry", `
			see kitchen
			see hall
			go U*4
			see kitchen
			go U*4
			see hall
			go U*3 → ababa false
			see kitchen
			go U*9 → ababa false`},
		{"it stays up without an event until a third key", `
			see kitchen
			see hall
			go U*4
			see kitchen
			go U*4
			see hall
			go U*4 → events place_created place_entered anchor_created ababa
			see kitchen
			go U*4 → events place_created place_entered anchor_created; count.ababa 1
			see bathroom
			go U*3 → ababa true
			go U → ababa false; hint`},
	})
}

// TestSilence walks as good controllers do: nothing rises.
func TestSilence(t *testing.T) {
	const silent = `
			want count.stuck 0; count.rules.progress 0; count.ababa 0; hint`
	runTraces(t, []trace{
		{"a straight walk through rooms that differ", `
			see kitchen
			go F*9
			see hall
			go F*9
			see bedroom
			go F*9
			see hall
			go F*5` + silent},
		{"a straight walk tells of its anchors only", `
			see kitchen
			go F → events
			go F → events anchor_created
			go F → events
			go F → events anchor_created
			go F*30 → count.rules.progress 0; ababa false`},
		{"scans without phase, 11 turns each", `
			see kitchen
			go R*11
			plan 0
			go F*3 S R*11
			plan 11
			go L F*3 S R*11
			plan 1
			go R F*3 S R*11
			plan 0 → window 10; count.scan_steps 44` + silent},
		{"the same with phases", `
			see kitchen
			go R*11:scan
			plan 0
			go F*3:policy S:policy R*11:scan
			plan 11
			go L:turn F*3:policy S:policy R*11:scan
			plan 1
			go R:turn F*3:policy S:policy R*11:scan
			plan 0 → count.scan_steps 44` + silent},
		{"scans of a whole round, 12 turns to the left", `
			see kitchen
			go L*12
			plan 0
			go F*4 S L*12
			plan 0
			go F*4 S L*12
			plan 0 → window 8; count.scan_steps 36` + silent},
		{"scans whose camera is brought to level", `
			see kitchen
			go R*11 D U
			plan 0
			go F*4 S R*11 D U
			plan 0
			go F*4 S R*11 D U
			plan 0 → window 8; count.scan_steps 33` + silent},
	})
}
