package nav_test

import "testing"

func TestScans(t *testing.T) {
	runTraces(t, []trace{
		{"a scan that is announced stays out", `
			go F*3 R*11:scan → window 3; held 0; facing 11
			plan 0 → window 3; facing 11; count.scan_steps 11; count.non_scan 3`},
		{"equal turns are held out", `
			go R*11 → window 0; held 11; facing 11`},
		{"11 before a plan stay out", `
			go F R*11
			plan 0 → window 1; held 0; count.scan_steps 11
			go F*9 → window 10; stuck false`},
		{"12 before a plan stay out, and the robot faces view 0", `
			go F R*12 → facing 0
			plan 0 → window 1; count.scan_steps 12`},
		{"10 before a plan enter", `
			go R*10 → window 0
			plan 0 → window 10; stuck true; events stuck plan`},
		{"13 to 17 before a plan: the last 11 are the scan, those before them enter, and the robot faces view 11", `
			go F R*13 → held 13; facing 11
			plan 0 → window 3; count.scan_steps 11; stuck false
			go F R*17 → facing 11
			plan 0 → window 10; count.scan_steps 22`},
		{"18 are more than a scan and turns: the first 11 were one, the others enter", `
			go R*17 → held 17; window 0
			go R → held 0; window 7; count.scan_steps 11
			go R*2 → stuck false
			go R → stuck true`},
		{"11 or 12 are a scan, whether or not a plan follows", `
			go R*11 → stuck false
			go F → window 1; count.scan_steps 11; count.non_scan 1
			go L*12 S → window 1; count.scan_steps 23`},
		{"10 without a plan are none", `
			go R*10 F → window 10; stuck true; count.scan_steps 0`},
		{"turns on after a scan without a plan, up to half a round, stay out", `
			go R*17 F → window 1; count.scan_steps 11; count.non_scan 7`},
		{"turns back after a scan without a plan, up to half a round, stay out", `
			go R*11 L*6 F → window 1; count.scan_steps 11; count.non_scan 7`},
		{"more turns back enter", `
			go R*11 L*7 F → window 8`},
		{"turns back enter when a forward came between", `
			go R*11 F L*3 F → window 5`},
		{"turns on and then back: the ones back enter", `
			go R*13 L*3 F → window 4; count.scan_steps 11`},
		{"a turn the other way ends the run", `
			go R*5 L → window 5; held 1`},
		{"a stop ends the run", `
			go R*5 S → window 5; facing 0`},
		{"a look ends a run that is no scan yet", `
			go R*5 D → window 5`},
		{"looks after a whole scan bring the camera to level, the scan stays one", `
			go R*11 U D → facing 11; held 11
			plan 0 → window 0; count.scan_steps 11`},
		{"the same with phases", `
			go R*11:scan U:level D:level → facing 11`},
		{"a scan to the left ends at view 1", `
			go L*11 → facing 1`},
		{"turns of another phase are another run", `
			go R*6:scan R*5 → facing 0; held 5`},
		{"announced turns count at once, however equal", `
			go R*9:turn → window 9; stuck false
			go R:turn → stuck true`},
		{"turns of 10 degrees: 33 to 36 are a scan", `
			cfg turn_deg=10
			go F R*33 → facing 11
			plan 0 → window 1
			go F R*36
			plan 0 → window 2; count.scan_steps 69`},
		{"turns of 10 degrees: 32 are none", `
			cfg turn_deg=10
			go R*32
			plan 0 → window 10`},
		{"turns of 10 degrees: of 37 the last 33 are", `
			cfg turn_deg=10
			go R*37 → held 37
			plan 0 → window 4`},
		{"turns of 10 degrees: 52 are more than a scan and turns", `
			cfg turn_deg=10
			go R*51 → window 0
			go R → window 10; count.scan_steps 33`},
		{"turns of 15 degrees: 22 are a scan", `
			cfg turn_deg=15
			go R*22 → facing 11
			plan 0 → window 0`},
		{"above 30 degrees no scan is inferred", `
			cfg turn_deg=45
			go R*7 → window 7; held 0; facing 0`},
		{"above 30 degrees announced ones stay out", `
			cfg turn_deg=45
			go R*7:scan → window 0`},
		{"turns of 10 degrees: the robot faces the nearest view", `
			cfg turn_deg=10
			go R*34 → facing 11
			go R → facing 0
			go R → facing 0`},
		{"turns of 10 degrees to the left", `
			cfg turn_deg=10
			go L*34 → facing 1
			go L*2 → facing 0`},
		{"above 30 degrees an announced scan says where the robot faces", `
			cfg turn_deg=45
			go R*7:scan → facing 11
			go R:scan → facing 0`},
		{"11 turns that are announced as something else are no scan", `
			go R*11:policy → facing 0
			go L*11:turn → facing 0
			go R*11:level → facing 0
			go R*11 → facing 11`},
		{"a hair above 30 degrees no scan is inferred", `
			cfg turn_deg=30.01
			go R*11 → held 0; facing 0`},
		{"a scan does not make a walk stuck", `
			see kitchen
			go F*8 S
			go R*11
			plan 3
			go R*3 F*8 S
			go R*11
			plan 3
			go R*3 F*8 S → stuck false; count.stuck 0`},
		{"end lets the held turns in", `
			go R*6
			end → window 6`},
		{"the rules look at what end lets in", `
			plan 0
			go R*10 → count.stuck 0
			end → window 10; stuck true; events stuck; count.stuck 1; count.rules.progress 1; count.rules.literal 1
			want outcome 0 loop`},
		{"turns that were held belong to the place they were made in", `
			cfg stuck_rule=literal stuck_window=6
			see kitchen
			see hall
			go R*6 F! → place 2 corridor; window 6; stuck false`},
		{"turns and forwards of phase level stay out, forwards of phase turn do not", `
			go R:level L:level F:level → window 0
			go F:turn → window 1`},
		{"a new goal leaves a scan under way alone", `
			go R*11
			goal lamp → facing 11
			plan 0 → window 0`},
	})
}

func TestWasted(t *testing.T) {
	runTraces(t, []trace{
		{"a step that ends near an anchor older than 20 steps is wasted", `
			go F!*20 → count.wasted 0
			go F! → count.wasted 1; count.non_scan 21`},
		{"one far from any is not", `
			go F*40 → count.wasted 0`},
		{"scan steps never are", `
			go F!*20 R*11:scan → count.wasted 0; count.non_scan 20; count.scan_steps 11`},
		{"stop and looks are no scan steps", `
			go F!*20 S U D → count.wasted 3`},
		{"near is within r", `
			go F=1.5 U*20 → count.wasted 1`},
		{"and no farther", `
			go F=1.51 U*20 → count.wasted 0`},
		{"full windows and their keys are counted", `
			see kitchen
			go F!*12 → count.windows 3; count.window_keys 3`},
	})
}

// TestScanLengths holds how many equal turns are a scan, for other angles too.
func TestScanLengths(t *testing.T) {
	runTraces(t, []trace{
		{"a scan before a stop is one", `
			go R*11 S → window 0
			plan 0 → count.scan_steps 11`},
		{"two scans, one after the other", `
			go L*11 R*11 → window 0; held 11
			plan 0 → count.scan_steps 22; count.non_scan 0`},
		{"12 turns and a look, then one more: 11 of them are the scan", `
			go R*12 U → held 12
			go R → held 13
			plan 0 → window 2; count.scan_steps 11`},
		{"turns after a scan's plan are a new run", `
			go R*11
			plan 6
			go L*5 → held 5
			go R*6 → held 6; facing 0
			go F → window 7; count.scan_steps 11`},
		{"half a run before a plan does not count towards the next", `
			go R*5
			plan 0 → window 5
			go R*11 → held 11
			plan 0 → window 5; count.scan_steps 11`},
		{"turns of 15 degrees: 24 are a scan, 21 are none, of 25 the last 22 are", `
			cfg turn_deg=15
			go R*24
			plan 0 → window 0; count.scan_steps 24
			go R*21
			plan 0 → window 10; count.scan_steps 24
			go R*25 → held 25
			plan 0 → count.scan_steps 46`},
		{"turns of 10 degrees: 35 and then a look are a scan", `
			cfg turn_deg=10
			go R*35 U → held 35
			plan 0 → count.scan_steps 35`},
		{"turns of 20 degrees: 16.5 turns are 17, 19.5 are 20", `
			cfg turn_deg=20
			go R*16
			plan 0 → window 10
			go R*17 → facing 11
			plan 0 → count.scan_steps 17
			go R*20 → held 20
			plan 0 → window 10; count.scan_steps 35`},
		{"turns of 25 degrees: 13.2 turns are 13, 15.6 are 16", `
			cfg turn_deg=25
			go R*13 → facing 11
			plan 0 → count.scan_steps 13; window 0
			go R*15 → held 15; facing 0`},
		{"a little above 30 degrees no scan is inferred", `
			cfg turn_deg=30.5
			go R*11 → held 0; window 10; facing 0
			plan 0 → count.scan_steps 0`},
		{"turns of 90 degrees count at once", `
			cfg turn_deg=90
			go R → window 1
			go R R → window 3; held 0
			plan 0 → window 3; count.scan_steps 0`},
		{"turns of 45 degrees with phase scan stay out, those before a plan without do not, but for one that the last plan asked for", `
			cfg turn_deg=45
			go R*7:scan
			plan 0 → count.scan_steps 7
			go R*7
			plan 0 → window 6; count.scan_steps 7`},
	})
}

// TestPlannedTurns keeps the turns that a plan asked for out of the window, the
// short way round or the long one, and nothing else.
func TestPlannedTurns(t *testing.T) {
	const facing11 = `
			go R*11
			plan `
	runTraces(t, []trace{
		{"the short way, to the right", facing11 + `5
			go R*6 F → window 1; count.scan_steps 11; count.non_scan 7; count.wasted 0`},
		{"the short way, to the left", facing11 + `7
			go L*4 F → window 1`},
		{"fewer than asked", facing11 + `5
			go R*4 F → window 1`},
		{"more than asked: the others count", facing11 + `3
			go R*6 F → window 3`},
		{"the other way, not to the end: they count", facing11 + `3
			go L*3 F → window 4`},
		{"the long way round, to the end", facing11 + `3
			go L*8 F → window 1; count.scan_steps 11`},
		{"the long way round, and more", facing11 + `3
			go L*10 F → window 3`},
		{"half a round, either way", facing11 + `5
			go L*6 F → window 1`},
		{"none asked for", facing11 + `11
			go R F → window 2`},
		{"a scan follows at once: 17 in a row", facing11 + `5
			go R*6 → held 6
			go R*11 → held 17; facing 11
			plan 5 → window 0; count.scan_steps 22; stuck false`},
		{"two turns of the policy before the scan: 13 in a row", facing11 + `11
			go F R*2 R*11 → facing 11
			plan 11 → window 3; count.scan_steps 22; stuck false`},
		{"looks between them", facing11 + `7
			go L*2 D U L*2 F → window 1`},
		{"a forward between them", facing11 + `7
			go L*2 F L*2 F → window 4`},
		{"a stop between them", facing11 + `7
			go L*2 S L*2 F → window 3`},
		{"said to be turns", facing11 + `7
			go L*4:turn F:policy → window 1`},
		{"said to be the policy's", facing11 + `7
			go L*4:policy F:policy → window 5`},
		{"a plan by the fallback", facing11 + `0
			go R F → window 1`},
		{"turns of 10 degrees", `
			cfg turn_deg=10
			go R*33
			plan 7
			go L*12 F → window 1`},
		{"a plan that is late: its turns count from where the robot faces", `
			go R*11
			ponder
			go F F R*2
			plan 3
			go R*2 F → window 5`},
		{"a leg that leads back the way the robot came is progress", `
			go F*6 R*11
			plan 6
			go L*5 F*4 → window 10; stuck false
			go F*4 → stuck false`},
		{"legs that lead nowhere are none", `
			go F*2 R*11
			plan 6
			go L*5 F! F! F! R*11
			plan 11
			go F! F! F! R*11
			plan 11
			go F! F! F! → window 10; stuck true`},
		{"bumping at the end of a leg that got on is none either", `
			go R*11
			plan 11
			go F*8 F!*8 → stuck false
			go F! → stuck true`},
		{"a scan instead of them", facing11 + `0
			go R*11 → facing 11
			plan 5 → window 0; count.scan_steps 22
			go R*12 → facing 0
			plan 0 → window 0; count.scan_steps 34`},
		{"a scan instead of them, the other way", facing11 + `3
			go L*11 → facing 1
			plan 5 → window 0; count.scan_steps 22`},
		{"a scan instead of them, and no plan", facing11 + `5
			go R*11 F → window 1; count.scan_steps 22`},
		{"a plan that was not carried out", facing11 + `5
			tell 1 executed=false
			go R*6 F → window 7`},
		{"another view than the plan's", facing11 + `3
			tell 1 view=7
			go L*4 F → window 1`},
		{"a new goal: its turns are not asked for any more", facing11 + `5
			goal bed
			go R*6 F → window 7`},
		{"turned while the plan was made, and on", `
			go R*11
			ponder
			go L*3
			plan 8 → window 0
			go F → window 1`},
		{"the long way round, said to be turns", facing11 + `3
			go L*8:turn F:policy → window 1`},
		{"the long way round, with looks between", facing11 + `3
			go L*4 D L*4 F → window 1`},
		{"turns of 7 degrees", `
			cfg turn_deg=7
			plan 2
			go R*9 F → window 1
			plan 6
			go R*26 F → window 2`},
		{"turns of 45 degrees", `
			cfg turn_deg=45
			plan 6
			go R*4 F → window 1`},
		{"turns of 28 degrees, half a round", `
			cfg turn_deg=28
			plan 6
			go R*6 F → window 1`},
		{"the literal rule counts them all the same", facing11 + `7
			go L*4 F*5 → window 5; literal false
			go F → literal true; stuck false`},
	})
}
