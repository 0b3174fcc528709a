package lats_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/lats/pages"
)

// library is the small house of the recorded searches.
func library() *pages.Env {
	return &pages.Env{Gold: "the kitchen", Pages: []pages.Page{
		{Title: "Kitchen", Text: "The kitchen has a sink. The red mug was seen on the counter."},
		{Title: "Bedroom", Text: "The bedroom has a bed and a lamp."},
	}}
}

// script is a model and an environment for a search.
type script struct {
	samples func(depth int) []string // actions that are proposed at a depth
	value   func(action string) string
	down    bool // the environment is out of reach
	env     *pages.Env
}

// answer gives what the script says to a ticket.
func (c *script) answer(t lats.Ticket) (a lats.Answer) {
	switch t.Kind {
	case lats.Sample:
		depth := strings.Count(t.Prompt.Text, "\nAction")
		texts := c.samples(depth)
		for i := range t.N {
			a.Texts = append(a.Texts, texts[i%len(texts)])
		}
	case lats.Evaluate:
		a.Texts = []string{c.value(t.Prompt.Text)}
	case lats.Observe:
		if c.down {
			a.Err = &lats.Failure{Kind: fault.Unavailable, Text: "connection refused"}
			break
		}
		var s pages.State
		_ = json.Unmarshal(t.State, &s)
		s, o := c.env.Step(s, t.Action.String())
		a.Observation, a.Reward, a.Done = o.Observation, o.Reward, o.Done
		a.State, _ = json.Marshal(s)
		a.Info, _ = json.Marshal(o.Info)
	}
	return a
}

func acts(actions ...string) []string {
	for i, a := range actions {
		actions[i] = "think.\nAction 1: " + a
	}
	return actions
}

func always(score string) func(string) string {
	return func(string) string { return "Thus the correctness score is " + score }
}

// TestRecordedSearches runs the recorded searches, those that never ended among
// them: each ends, with its reason.
func TestRecordedSearches(t *testing.T) {
	if _, err := os.Stat("../../../shared/golden/lats/search_traces.json"); err != nil {
		t.Skip(err)
	}
	deep := func(texts ...[]string) func(int) []string {
		return func(depth int) []string { return texts[min(depth, len(texts)-1)] }
	}
	tests := []struct {
		name      string
		script    script
		n         int
		stop      lats.Reason
		action    string
		most      int // calls
		rounds    int // 0: any
		unproven  bool
		anyResult bool
	}{
		{name: "success", script: script{
			samples: deep(acts("Search[Bedroom]", "Search[Kitchen]", "Search[Garage]"), acts("Finish[the kitchen]", "Lookup[lamp]")),
			value: func(p string) string {
				if strings.Contains(p, "Search[Kitchen]") {
					return "Thus the correctness score is 9"
				}
				return "Thus the correctness score is 3"
			}}, n: 5, stop: lats.Solved, action: "finish[the kitchen]", most: 13, rounds: 2},
		{name: "unparsable", script: script{samples: deep([]string{"I wonder where it is."}), value: always("5")},
			n: 5, stop: lats.NoValidAction, most: 10, unproven: true, anyResult: true},
		{name: "sibling_leak", script: script{samples: deep(acts("Finish[kitchen]", "Search[Bedroom]", "Search[Garage]")), value: always("5")},
			n: 5, stop: lats.Solved, action: "finish[kitchen]", most: 5, rounds: 1},
		{name: "rollout_loses_success", script: script{
			samples: deep(acts("Search[Kitchen]"), acts("Finish[garage]", "Finish[kitchen]")), value: always("5")},
			n: 5, stop: lats.Solved, action: "finish[kitchen]", most: 11, rounds: 2},
		{name: "n1_30", script: script{samples: deep(acts("Search[Kitchen]")), value: always("5")},
			n: 1, stop: lats.Exhausted, most: 60, unproven: true, action: "search[Kitchen]"},
		{name: "connection_error", script: script{samples: deep(acts("Search[Kitchen]", "Search[Bedroom]")), value: always("5"), down: true},
			n: 2, stop: lats.Exhausted, most: 2000, unproven: true, anyResult: true},
		{name: "dead model", script: script{samples: deep([]string{""}), value: always("5")},
			n: 5, stop: lats.NoValidAction, most: 10, unproven: true, anyResult: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.script.env = library()
			s, err := lats.New(lats.Options{
				Question: "In which room did the robot last see the red mug?", Samples: test.n,
				Actions: []lats.ActionType{{Name: "search"}, {Name: "lookup"}, {Name: "think"}, {Name: "finish", Terminal: true}},
				Budget:  lats.Budget{Calls: 2000, Nodes: 300, Depth: 7},
			})
			if err != nil {
				t.Fatal(err)
			}
			for s.Stopped() == "" {
				for _, ticket := range s.Tickets() {
					if err := s.Tell(ticket.ID, test.script.answer(ticket)); err != nil {
						t.Fatal(err)
					}
				}
			}
			r := s.Result()
			if r.Stop != test.stop || r.Spent.Calls > test.most || r.Verified == test.unproven {
				t.Errorf("%s after %d calls, verified %v; want %s after at most %d", r.Stop, r.Spent.Calls, r.Verified, test.stop, test.most)
			}
			if !test.anyResult && (r.Action == nil || r.Action.String() != test.action) {
				t.Errorf("the answer is %v, want %s", r.Action, test.action)
			}
			if test.rounds > 0 && r.Rounds != test.rounds {
				t.Errorf("%d rounds, want %d", r.Rounds, test.rounds)
			}
		})
	}
}
