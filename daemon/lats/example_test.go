package lats_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"navd/daemon/lats"
	"navd/daemon/lats/pages"
)

// A search over two pages. A function stands for the model: it proposes steps as
// text and scores them.
func Example() {
	house := &pages.Env{Gold: "the kitchen", Pages: []pages.Page{
		{Title: "Kitchen", Text: "The kitchen has a sink. The red mug was seen on the counter."},
		{Title: "Bedroom", Text: "The bedroom has a bed."},
	}}
	model := func(t lats.Ticket) lats.Answer {
		seen := strings.Contains(t.Prompt.Text, "red mug was seen")
		switch {
		case t.Kind == lats.Sample && seen:
			return lats.Answer{Texts: []string{"It stands there.\nAction 2: Finish[kitchen]"}}
		case t.Kind == lats.Sample:
			return lats.Answer{Texts: []string{"Mugs are there.\nAction 1: Search[Kitchen]", "Or there.\nAction 1: Search[Bedroom]"}}
		case seen:
			return lats.Answer{Texts: []string{"Thus the correctness score is 9"}}
		}
		return lats.Answer{Texts: []string{"Thus the correctness score is 2"}}
	}
	environment := func(t lats.Ticket) lats.Answer {
		var at pages.State
		_ = json.Unmarshal(t.State, &at) // empty at the root
		at, o := house.Step(at, t.Action.String())
		state, _ := json.Marshal(at)
		return lats.Answer{Observation: o.Observation, Reward: o.Reward, Done: o.Done, State: state}
	}

	s, err := lats.New(lats.Options{
		Question: "In which room is the red mug?",
		Actions: []lats.ActionType{
			{Name: "search", Help: "opens a page"},
			{Name: "lookup", Help: "finds words on the open page"},
			{Name: "finish", Help: "gives the answer", Terminal: true},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for s.Stopped() == "" {
		for _, t := range s.Tickets() {
			answer := environment
			if t.Kind != lats.Observe {
				answer = model
			}
			if err := s.Tell(t.ID, answer(t)); err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	r := s.Result()
	fmt.Println(r.Stop, r.Action, r.Verified, "after", r.Spent.Calls, "calls")
	fmt.Print(s.Tree().Text(72))
	// Output:
	// solved finish[kitchen] true after 12 calls
	// * 0 N=2  In which room is the red mug?
	// * ├─ 1 N=1 Q=0.88  Search[Kitchen]  → The kitchen has a sink. The red m…
	// * │  └─ 3 N=0 Q=1.00 answer  Finish[kitchen]  → Episode finished, rewar…
	//   └─ 2 N=0 Q=0.20  Search[Bedroom]  → The bedroom has a bed..
}
