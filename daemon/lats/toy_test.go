package lats

import (
	"encoding/json"
	"fmt"
	"testing"
)

// drive answers the tickets of a search until it ends.
func drive(t testing.TB, s *Search, answer func(Ticket) Answer) {
	t.Helper()
	for s.Stopped() == "" {
		open := s.Tickets()
		if len(open) == 0 {
			t.Fatal("the search goes on without a ticket")
		}
		for _, ticket := range open {
			if err := s.Tell(ticket.ID, answer(ticket)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// dump is all of a search that can be seen.
func dump(t testing.TB, s *Search) string {
	t.Helper()
	text, err := json.MarshalIndent([]any{s.Options(), s.Nodes(), s.Result(), s.Tickets()}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// corridor is a toy: the answer lies three steps to the right.
func corridor(ticket Ticket) Answer {
	at := 0
	_ = json.Unmarshal(ticket.State, &at)
	switch ticket.Kind {
	case Sample:
		texts := []string{"Go on.\nAction 1: Step[right]", "Go back.\nAction 1: Step[left]", fmt.Sprintf("Here.\nAction 1: Finish[%d]", at)}
		return Answer{Texts: texts[:min(ticket.N, 3)]}
	case Evaluate:
		return Answer{Texts: []string{fmt.Sprintf("Thus the correctness score is %d", min(max(4+at, 1), 10))}}
	case Observe:
		a := Answer{}
		switch ticket.Action.String() {
		case "step[right]":
			at++
		case "step[left]":
			at--
		case "finish[3]":
			a.Reward, a.Done = 1, true
		default:
			a.Done = true
		}
		a.State = json.RawMessage(fmt.Sprint(at))
		a.Observation = fmt.Sprintf("You are at %d.", at)
		return a
	}
	return Answer{}
}

func corridorOptions() Options {
	return Options{Question: "Where is the mug?", State: json.RawMessage("0"), Actions: []ActionType{{Name: "step"}, {Name: "finish", Terminal: true}}}
}

func TestToy(t *testing.T) {
	s := begun(t, corridorOptions())
	drive(t, s, corridor)
	r := s.Result()
	if r.Stop != Solved || !r.Verified || r.Action.String() != "finish[3]" || len(r.Path) != 4 {
		t.Errorf("%+v", r)
	}
}
