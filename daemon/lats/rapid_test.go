package lats

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// wild answers tickets at random, well and badly; the same ticket always alike.
func wild(seed uint64) func(Ticket) Answer {
	return func(t Ticket) Answer {
		h := fnv.New64a()
		fmt.Fprint(h, t.ID, t.Kind, t.Node)
		r := rand.New(rand.NewPCG(seed, h.Sum64()))
		a := Answer{}
		if t.Prompt != nil {
			in := t.N * t.Prompt.tokens()
			a.Usage = reply.Usage{TokensIn: r.IntN(in + 1), TokensOut: r.IntN(t.N*t.Prompt.MaxTokens + 1), Cost: float64(r.IntN(10)) / 1e4}
		}
		if r.IntN(6) == 0 {
			a.Err = &Failure{Kind: []fault.Kind{fault.Timeout, fault.Unavailable}[r.IntN(2)], Text: "away"}
			return a
		}
		switch t.Kind {
		case Sample:
			pick := []string{
				"Action 1: Search[%d]", "a\nAction: Finish[%d]", "b: c\n**Action 2:** search [%d]", "nothing %d", "Action 1: Jump[%d]",
				"Action 1: go to %d", "Action 1: Search[] %d", "Action 1: Search[[%d", "Action 1: Frontier",
			}
			for range r.IntN(t.N + 1) {
				a.Texts = append(a.Texts, fmt.Sprintf(pick[r.IntN(len(pick))], r.IntN(4)))
			}
		case Observe:
			a.Observation = fmt.Sprintf("seen %d", r.IntN(9))
			a.State = json.RawMessage(fmt.Sprint(r.IntN(99)))
			a.Done = t.Action.Type == "finish"
			a.Reward = []float64{0, 0, 0, .5, .9, 1}[r.IntN(6)] * flag(a.Done)
		case Evaluate, Reflect:
			a.Texts = []string{[]string{"7", "the correctness score is 3", "no idea", "{\"score\": 9}"}[r.IntN(4)]}
		}
		return a
	}
}

// drawOptions draws a search that ends soon.
func drawOptions(t *rapid.T) Options {
	o := Options{
		Question: "Where?", Actions: append(actionsOf("search", "finish"), ActionType{Name: "frontier", Optional: true}),
		Samples:    rapid.IntRange(1, 6).Draw(t, "n"),
		C:          rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "c"),
		Accept:     rapid.SampledFrom([]float64{0, 0.8}).Draw(t, "accept"),
		Expansions: rapid.IntRange(1, 6).Draw(t, "expansions"),
		Patience:   rapid.IntRange(0, 9).Draw(t, "patience"),
		Reflect:    rapid.Bool().Draw(t, "reflect"),
		Progress:   rapid.Bool().Draw(t, "progress"),
		Structured: rapid.Bool().Draw(t, "structured"),
		Price:      Price{In: 1, Out: 2},
	}
	o.Budget = Budget{
		Calls: rapid.IntRange(1, 80).Draw(t, "calls"), Nodes: rapid.IntRange(1, 60).Draw(t, "nodes"), Depth: rapid.IntRange(1, 6).Draw(t, "depth"),
		EnvSteps:  rapid.SampledFrom([]int{0, 1, 20}).Draw(t, "steps"),
		TokensIn:  rapid.SampledFrom([]int{0, 100, 20_000}).Draw(t, "in"),
		TokensOut: rapid.SampledFrom([]int{0, 100, 20_000}).Draw(t, "out"),
		Cost:      rapid.SampledFrom([]float64{0, 1e-6, 0.05}).Draw(t, "cost"),
	}
	return o
}

// TestAnyOrder: whichever ticket is answered first, and wherever the search is
// interrupted and replayed, the tree is the same; and no budget is exceeded.
func TestAnyOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		o, answer := drawOptions(r), wild(rapid.Uint64().Draw(r, "seed"))
		s, err := New(o)
		if err != nil {
			r.Fatal(err)
		}
		drive(t, s, answer)
		other, _ := New(o)
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "order"), 0))
		var events []Event
		for other.Stopped() == "" {
			open := other.Tickets()
			ticket := open[order.IntN(len(open))]
			if err := other.Tell(ticket.ID, answer(ticket)); err != nil {
				r.Fatal(err)
			}
			events = append(events, stored(r, other.Drain())...)
			if order.IntN(4) > 0 {
				continue
			}
			again, err := Replay(stored(r, other.Options()), events)
			if err != nil {
				r.Fatal(err)
			}
			if diff := cmp.Diff(dump(t, other), dump(t, again)); diff != "" {
				r.Fatalf("the replayed search differs, -first +again:\n%s", diff)
			}
			other = again
		}
		if diff := cmp.Diff(dump(t, s), dump(t, other)); diff != "" {
			r.Fatalf("another order gives another tree:\n%s", diff)
		}
		within(r, s)
	})
}

// stored is a value as it comes back from JSON.
func stored[T any](r *rapid.T, v T) (back T) {
	data, err := json.Marshal(v)
	if err != nil {
		r.Fatal(err)
	}
	if err := json.Unmarshal(data, &back); err != nil {
		r.Fatal(err)
	}
	return back
}

// within fails when a search used more than it may, or its books do not balance.
func within(r *rapid.T, s *Search) {
	b, got := s.o.Budget, s.Result()
	over := func(used, most int) bool { return most > 0 && used > most }
	if got.Spent.Calls > b.Calls || over(got.Spent.TokensIn, b.TokensIn) || over(got.Spent.TokensOut, b.TokensOut) ||
		b.Cost > 0 && got.Spent.Cost > b.Cost || over(got.Spent.EnvSteps, b.EnvSteps) || got.Nodes > b.Nodes {
		r.Fatalf("over the budget %+v: %+v", b, got)
	}
	for _, n := range s.nodes {
		if n.Depth > b.Depth || n.Q() < 0 || n.Q() > 1 {
			r.Fatalf("not a node: %+v", n)
		}
		open := 0
		for _, id := range n.Children {
			if !s.nodes[id].Exhausted {
				open++
			}
		}
		if open != n.open {
			r.Fatalf("node %d has %d children to try, and counts %d", n.ID, open, n.open)
		}
	}
}

// TestStopAnywhere: a search that is stopped at any ticket has its best answer
// so far, takes no more answers, and is replayed to the same.
func TestStopAnywhere(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		o, answer := drawOptions(r), wild(rapid.Uint64().Draw(r, "seed"))
		o.Budget.Deadline = time.Second
		s, err := New(o)
		if err != nil {
			r.Fatal(err)
		}
		for range rapid.IntRange(0, 60).Draw(r, "answers") {
			open := s.Tickets()
			if len(open) == 0 {
				break
			}
			ticket := open[len(open)-1]
			if err := s.Tell(ticket.ID, answer(ticket)); err != nil {
				r.Fatal(err)
			}
		}
		open, ended, before := s.Tickets(), s.Stopped(), s.Result()
		if !s.Tick(time.Second) {
			r.Fatal("the deadline does not end the search")
		}
		for _, ticket := range open {
			if err := s.Tell(ticket.ID, answer(ticket)); !fault.Is(err, fault.Conflict) {
				r.Fatalf("an answer that came too late: %v", err)
			}
		}
		after := s.Result()
		if ended == "" && after.Stop != Time && !after.Verified || after.Reward < before.Reward || len(s.Tickets()) > 0 {
			r.Fatalf("before %+v, after %+v", before, after)
		}
		again, err := Replay(s.Options(), stored(r, s.Drain()))
		if err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(dump(t, s), dump(t, again)); diff != "" {
			r.Fatal(diff)
		}
		within(r, s)
	})
}
