package nav_test

import "testing"

func TestABABA(t *testing.T) {
	const abab = `
			see kitchen
			see hall
			go F! F! F! F!
			see kitchen
			go F! F! F! F! → ababa false
			see hall
			go F! F! F! → ababa false
			go F!`
	runTraces(t, []trace{
		{"up while the last four keys alternate", abab + `
			want ababa true; hint pattern:ABABA; keys 1 2 1 2; count.ababa 1
			want events place_created place_entered anchor_created ababa`},
		{"its event names the key it began with", abab + `
			want told place_created@12 place=4 key=2 label=hall, place_entered@12 place=4 key=2 label=hall, anchor_created@12 place=4 anchor=4, ababa@12 place=4 key=2`},
		{"an event on the rising edge only", abab + `
			go F! → events
			see kitchen
			go F! F! F! F! → ababa true; count.ababa 1`},
		{"it falls on a third key and may rise again", abab + `
			see bedroom
			go F! F! F! F! → ababa false; hint
			see hall
			go F! F! F! F! → ababa false
			see bedroom
			go F! F! F! F! → ababa true; count.ababa 2`},
		{"it rises inside nav.observe too", `
			see kitchen
			see hall
			go F! F! F! F!
			see kitchen
			go F! F! F! F!
			see hall
			go F! F! F!
			see hall → events scene place_created place_entered anchor_created ababa`},
		{"over place ids it can never fire, over places far apart it does not", `
			see kitchen
			see hall
			go F=2 F=2 F=2 F=2
			see kitchen
			go F=2 F=2 F=2 F=2
			see hall
			go F=2 F=2 F=2 F=2 → keys 1 2 3 4; ababa false`},
		{"three keys that take turns are no ABABA", `
			see kitchen
			see hall
			go F! F! F! F!
			see bedroom
			go F! F! F! F!
			see kitchen
			go F! F! F! F!
			see hall
			go F! F! F! F! → keys 1 2 3 1 2; ababa false`},
		{"as a trigger it makes a plan due", `
			cfg plan_triggers=episode_start,ababa
			plan 0
			see kitchen
			see hall
			go F! F! F! F!
			see kitchen
			go F! F! F! F!
			see hall
			go F! F! F! F! → plandue ababa`},
	})
}

func TestStuck(t *testing.T) {
	runTraces(t, []trace{
		{"a full window in one key without displacement", `
			go F!*9 → stuck false
			go F! → stuck true; events stuck; hint pattern:STUCK; count.stuck 1; count.rules.progress 1
			go F!*5 → count.stuck 1`},
		{"stuck_window is W", `
			cfg stuck_window=4
			go F!*3 → stuck false
			go F! → stuck true`},
		{"turning left and right on the spot is stuck", `
			go L R L R L R L R L R → window 9; stuck false
			go L → stuck true`},
		{"a straight walk is not", `
			go F*40 → stuck false; count.rules.progress 0`},
		{"net displacement below 0.5 m is, there and back", `
			go F*4 L*6:turn F F F → window 10; stuck false
			go F → stuck false
			go L*6:turn F F → stuck true`},
		{"0.5 m in any direction is progress", `
			go L:policy F F R:policy L:policy R:policy L:policy R:policy L:policy R:policy → window 10; stuck false
			go L:policy F! → stuck true`},
		{"blocked forwards after it got on: stuck when the window holds less than half a metre", `
			go F F F F F F! F! F! F! F! → stuck false
			go F!*3 → stuck false
			go F! → stuck true`},
		{"bumps after turns may have slid along: half a length each", `
			go R:turn F! L:turn F! R:turn F! L:turn F! R:turn F! → window 10; stuck false`},
		{"bumps that were measured did not slide", `
			go R:turn F=0 L:turn F=0 R:turn F=0 L:turn F=0 R:turn F=0 → stuck true`},
		{"what may have been slid makes nobody stuck who got on", `
			go F=0.5 R*6:turn F! R:turn L:turn → window 10; stuck false`},
		{"there and back is no progress", `
			go F*4 R*3:turn F*3 → stuck false
			go L*3:policy F=1:policy → stuck false
			go R*6:policy F=1:policy → stuck true`},
		{"no forward at all: only displacement counts", `
			go L*10:policy → stuck true`},
		{"it falls when the robot gets on, and rises again", `
			go F!*10 → stuck true
			go F*6 → stuck false
			go F!*10 → stuck true; count.stuck 2`},
		{"two keys in the window are not stuck", `
			see kitchen
			go F!*7
			see hall
			go F! F! F! F! → place 2 corridor; window 10; stuck false
			go F!*8 → stuck false
			go F! → stuck true`},
		{"the literal rule asks for one place id only", `
			cfg stuck_rule=literal
			go F*9 → stuck false
			go F → stuck true; count.rules.literal 1; count.rules.progress 0`},
		{"all rules are counted whatever is configured", `
			go F*10 → stuck false; count.rules.literal 1; count.rules.site 0; count.stuck 0`},
		{"the site rule asks whether a plan is near an earlier site", `
			cfg stuck_rule=site
			plan 0 → stuck false
			go F*10 S
			plan 0 → events stuck plan; stuck true; count.rules.site 1
			go F=10
			plan 0 → stuck false`},
		{"any earlier site is one, not the last alone", `
			cfg stuck_rule=site
			plan 0
			go F=9
			plan 0 → stuck false
			go F=8@180
			plan 0 → stuck true`},
		{"the event names rule, place and key", `
			see hall
			see kitchen
			go F! F! F! F!
			go F!*10 → told stuck@13 place=2 key=2 rule=progress`},
		{"the event names the configured rule", `
			cfg stuck_rule=literal
			see hall
			go F*9
			go F → told anchor_created@10 place=1 anchor=6, stuck@10 place=1 key=1 rule=literal`},
		{"2.6 m away is no earlier site", `
			cfg stuck_rule=site
			plan 0
			go F=2.6
			plan 0 → stuck false`},
		{"looks do not count whatever their phase", `
			go F!*9 U:policy D:turn S:turn → window 9; stuck false`},
		{"stop, looks, level and scan steps do not count", `
			go F!*9 S U D U:level D:level R:scan R:scan F!:level F!:scan S:policy → window 9; stuck false
			go F! → stuck true`},
		{"as a trigger it makes a plan due once", `
			cfg plan_triggers=stuck
			want plandue no
			go F!*10 → plandue stuck
			plan 0 → plandue no
			go F! → plandue no`},
	})
}

func TestBothHints(t *testing.T) {
	runTraces(t, []trace{{"both are joined by a comma", `
			see hall
			see kitchen
			go F! F! F! F!
			see hall
			go F! F! F! F!
			see kitchen
			go F! F! F! F! → ababa true; stuck false
			go F!*9 → hint pattern:STUCK,pattern:ABABA`}})
}
