package nav_test

import (
	"strings"
	"testing"

	"navd/daemon/nav"
)

func TestQueue(t *testing.T) {
	runTraces(t, []trace{
		{"one record a plan, numbered from 1", `
			want queue
			plan 0
			plan 3 → queue 1:1+0 2:2`},
		{"first in, first out, numbered anew", `
			cfg queue_size=2
			plan 0
			go F*10
			plan 0
			go F*10
			plan 0 → queue 1:2+2.5 2:3`},
		{"the outcome comes when the leg ends: at a stop", `
			plan 0
			go F F → queue 1:1
			go S → queue 1:1+0.5
			go F F
			plan 0 → queue 1:1+0.5 2:2`},
		{"at the next plan", `
			plan 0
			go F F
			plan 0 → queue 1:1+0.5 2:2`},
		{"at the end", `
			plan 0
			go F
			end → queue 1:1+0.25`},
		{"a new goal empties it", `
			plan 0
			go F
			goal lamp → queue; plandue goal_changed`},
		{"the hint is the rules' at that moment", `
			go F!*10
			plan 0 → queue 1:1[pattern:STUCK]`},
		{"a plan tells of itself, and of a fallback", `
			plan 0 → events plan
			plan 0 fallback → events plan fallback; count.plans 2; count.fallbacks 1`},
	})
}

func TestPlanDue(t *testing.T) {
	runTraces(t, []trace{
		{"at the start", `
			want plandue episode_start
			go F → plandue episode_start
			plan 0 → plandue no`},
		{"a stop before the first plan leaves the reason", `
			go S → plandue episode_start`},
		{"at a stop without goal", `
			plan 0
			go F → plandue no
			go S → plandue stop_without_goal`},
		{"not at a stop with the goal", `
			plan 0 goal
			go F S → plandue no`},
		{"the detector's word counts more than the model's", `
			plan 0 goal
			tell 1 verified=false → plandue no
			go F S → plandue stop_without_goal`},
		{"also when it comes after the stop", `
			plan 0 goal
			go F S
			tell 1 verified=false → plandue stop_without_goal`},
		{"a goal verified after the stop takes it back", `
			plan 0
			go F S → plandue stop_without_goal
			tell 1 verified=true → plandue no`},
		{"without the triggers none is due", `
			cfg plan_triggers=stuck
			want plandue no
			plan 0
			go S → plandue no`},
		{"a word about a plan that was not made", `
			tell 1 verified=true → answer plan: no such plan in this episode, given 1`},
	})
}

// outcome gives the outcome of the last ended leg.
func (r *robot) outcome() nav.Outcome {
	r.t.Helper()
	q := r.mem.Queue()
	for i := len(q) - 1; i >= 0; i-- {
		if q[i].Outcome != nil {
			return *q[i].Outcome
		}
	}
	r.t.Fatal("no leg has ended")
	return nav.Outcome{}
}

func TestOutcomes(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       nav.Outcome
	}{
		{"metres are what was walked, not how far it got", "plan 0\ngo F*4 L*6 F*4 S", nav.Outcome{Metres: 2, Loop: true}},
		{"2 m from every earlier site is a new view", "plan 0\ngo F*8 S", nav.Outcome{Metres: 2, NewView: true}},
		{"in every direction", "plan 0\ngo L F*8 S", nav.Outcome{Metres: 2, NewView: true}},
		{"below 2 m is none", "plan 0\ngo F*7 S", nav.Outcome{Metres: 1.75}},
		{"near another site is none", "plan 0\ngo F*10 S\nplan 0\ngo L*6 F*9 S", nav.Outcome{Metres: 2.25}},
		{"another place is a new place", "see kitchen\nplan 0\ngo F\nsee hall\ngo F*4 S", nav.Outcome{Metres: 1.25, NewPlace: true}},
		{"a loop rule that rises on it", "plan 0\ngo F!*10 S", nav.Outcome{Loop: true}},
		{"by the site rule, which looks at the plan that ends it", "cfg stuck_rule=site\nplan 0\ngo F*4\nplan 0", nav.Outcome{Metres: 1, Loop: true}},
		{"one that was up before is none", "go F!*10\nplan 0\ngo F! S", nav.Outcome{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			diff(t, "outcome", runTrace(t, tc.text).outcome(), tc.want)
		})
	}
}

func TestEscapes(t *testing.T) {
	runTraces(t, []trace{
		{"a loop is escaped when the robot leaves the key within 50 steps", `
			see kitchen
			go F!*10 → count.stuck 1
			go F*40 → count.escapes 0
			see hall
			go F*4 → count.escapes 1
			go F*10 → count.escapes 1`},
		{"it is not when it leaves later", `
			see kitchen
			go F!*10
			go F*50
			see hall
			go F*4 → count.escapes 0`},
		{"scan steps do not count", `
			see kitchen
			go F!*10
			go L:scan*60
			see hall
			go F*4 → count.escapes 1`},
		{"going far within the key is none", `
			see kitchen
			go F!*10
			go F*60 → count.escapes 0`},
		{"going on in circles is none", `
			see kitchen
			go F*4
			see hall
			go F*4 L*6 F*4
			see kitchen
			go F*4 L*6 F*4
			see hall
			go F*4 → count.ababa 1
			go L*6 F*4
			see kitchen
			go F*8 → count.escapes 0
			see bath
			go F*4 → count.escapes 1`},
	})
}

func TestLeftStart(t *testing.T) {
	runTraces(t, []trace{
		{"steps until the robot is in another key", `
			see kitchen
			go F*6 → count.left_start 0
			see hall
			go F*8 → count.left_start 10`},
		{"the first sample names the start", `
			go F*6
			see hall
			go F*8 → count.left_start 0`},
	})
}

// tried lists the views of a site that were tried, with "+" after an outcome.
func tried(m *nav.Memory, site int) string {
	var out []string
	for _, v := range m.Graph().Sites[site-1].Views {
		if v.Tried {
			s := num(float64(v.View))
			if v.Outcome != nil {
				s += "+" + num(v.Outcome.Metres)
			}
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

func TestTell(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"the planned view was tried", "plan 3", "3"},
		{"its outcome stays with it", "plan 3\ngo F*4 S", "3+1"},
		{"another view was executed", "plan 3\ntell 1 view=5\ngo F*4 S", "5+1"},
		{"told after the leg the outcome goes there", "plan 3\ngo F*4 S\ntell 1 view=5", "5+1"},
		{"the same view changes nothing", "plan 3\ngo F*4 S\ntell 1 view=3", "3+1"},
		{"not executed: none was tried", "plan 3\ntell 1 executed=false\ngo F*4 S", ""},
		{"executed as planned", "plan 3\ntell 1 executed=true\ngo F*4 S", "3+1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tried(runTrace(t, tc.text).mem, 1); got != tc.want {
				t.Errorf("tried %q, want %q", got, tc.want)
			}
		})
	}
}

func TestWhyIsOneSentence(t *testing.T) {
	long := strings.Repeat("가", 199)
	for _, tc := range []struct{ name, why, want string }{
		{"the first sentence", "Sofas stand here. It is also near.", "Sofas stand here."},
		{"a point inside a number is no end", "It is 2.5 m wide! Go.", "It is 2.5 m wide!"},
		{"no stop at all", "because", "because"},
		{"spaces are squeezed", " a \n b.  c", "a b."},
		{"Korean", "소파가 있다. 가깝다.", "소파가 있다."},
		{"full-width stops need no space", "这里有沙发。很近。", "这里有沙发。"},
		{"200 characters", strings.Repeat("나", 250), strings.Repeat("나", 200)},
		{"a sentence of 200 characters with its stop stays whole", long + ". More.", long + "."},
		{"of 201 it loses its stop", long + "나. More.", long + "나"},
		{"a long text is cut in its first sentence", strings.Repeat("word ", 60), strings.TrimSpace(strings.Repeat("word ", 40))},
		{"the second sentence does not fill up", "Short. " + long + ".", "Short."},
		{"a question is a sentence", "Is it there? Perhaps.", "Is it there?"},
		{"empty", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
			r, _, _ := m.Decide(m.Survey(nav.AllViews(), 0, nil), nav.Choice{Why: tc.why})
			diff(t, "why", r.Why, tc.want)
		})
	}
}

func TestSetGoal(t *testing.T) {
	r := runTrace(t, "plan 3 goal\ngo F*4 S\ntell 1 verified=false\ngoal lamp")
	sv := r.mem.Survey(nav.AllViews(), 0, nil)
	if g := r.mem.Graph(); len(g.Sites) != 1 || sv.Goal != "lamp" || g.Sites[0].Views[3].Vetoed {
		t.Errorf("goal %q, sites %+v", sv.Goal, g.Sites)
	}
}
