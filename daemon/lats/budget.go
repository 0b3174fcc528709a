package lats

import (
	"math"

	"navd/daemon/reply"
	"navd/daemon/words"
)

// Spent is what a search has used of its [Budget].
type Spent struct {
	Calls     int     `json:"calls"` // completions asked for, evaluations and reflections
	TokensIn  int     `json:"tokens_in"`
	TokensOut int     `json:"tokens_out"`
	Cost      float64 `json:"cost"`
	EnvSteps  int     `json:"env_steps"` // steps of the environment, retries included
	Errors    int     `json:"errors"`    // tickets that got a failure for an answer
}

func (a Spent) plus(b Spent) Spent {
	return Spent{
		a.Calls + b.Calls, a.TokensIn + b.TokensIn, a.TokensOut + b.TokensOut,
		a.Cost + b.Cost, a.EnvSteps + b.EnvSteps, a.Errors + b.Errors,
	}
}

// reserve is the most that a ticket may use: a prompt for each completion, by the estimate
// of its tokens times the largest error of estimates so far.
func (s *Search) reserve(t Ticket) Spent {
	if t.Kind == Observe {
		return Spent{EnvSteps: 1}
	}
	if s.own { // the driver answers by itself
		return Spent{}
	}
	r := Spent{
		Calls:     t.N,
		TokensIn:  t.N * int(math.Ceil(s.ratio*float64(t.Prompt.tokens()))),
		TokensOut: t.N * t.Prompt.MaxTokens,
	}
	r.Cost = (float64(r.TokensIn)*s.o.Price.In + float64(r.TokensOut)*s.o.Price.Out) / 1e6
	return r
}

func (p *Prompt) tokens() int { return words.Tokens(p.System + p.Text + p.Schema) }

// lacks gives the budget that a reserve would exceed, with what is spent and the reserves of
// the open tickets; empty: it fits. Once tokens or cost are exceeded the environment is not
// asked either, unless the search goes on without a model.
func (s *Search) lacks(r Spent) Reason {
	sum := s.spent.plus(r)
	for _, sl := range s.open {
		sum = sum.plus(sl.reserve)
	}
	b, counts := s.o.Budget, r.Calls > 0 || !s.o.Alone
	switch {
	case r.Calls > 0 && sum.Calls > b.Calls:
		return Calls
	case counts && (b.TokensIn > 0 && sum.TokensIn > b.TokensIn || b.TokensOut > 0 && sum.TokensOut > b.TokensOut):
		return Tokens
	case counts && b.Cost > 0 && sum.Cost > b.Cost:
		return Cost
	case r.EnvSteps > 0 && b.EnvSteps > 0 && sum.EnvSteps > b.EnvSteps:
		return NodesUsed
	}
	return ""
}

// pay replaces the reserve of a ticket by what was really used.
func (s *Search) pay(sl *slot) {
	u := sl.answer.Usage
	real := Spent{EnvSteps: sl.reserve.EnvSteps, TokensIn: u.TokensIn, TokensOut: u.TokensOut, Cost: u.Cost}
	if sl.ticket.Kind != Observe {
		real.Calls = max(0, sl.ticket.N-sl.answer.Unasked)
	}
	if sl.answer.Err != nil {
		real.Errors = 1
	}
	s.spent = s.spent.plus(real)
	if p := sl.ticket.Prompt; p != nil && u.TokensIn > 0 {
		estimate := float64(max(1, p.tokens()*sl.ticket.N))
		s.ratio = max(s.ratio, min(float64(u.TokensIn)/estimate, 100))
	}
	if sl.ticket.Kind != Observe {
		n := s.nodes[sl.ticket.Node]
		n.Usage = reply.Usage{
			TokensIn: n.Usage.TokensIn + u.TokensIn, TokensOut: n.Usage.TokensOut + u.TokensOut,
			Cost: n.Usage.Cost + u.Cost, Took: n.Usage.Took + u.Took,
		}
	}
}

// share is the used share of the budget of calls or of nodes, the larger of the two, 0 to 1.
func (s *Search) share() float64 {
	calls := float64(s.spent.Calls) / float64(s.o.Budget.Calls)
	nodes := float64(len(s.nodes)) / float64(s.o.Budget.Nodes)
	return min(max(calls, nodes), 1)
}

// room is how many steps may still be tried.
func (s *Search) room() int {
	left := s.o.Budget.Nodes - len(s.nodes)
	if most := s.o.Budget.EnvSteps; most > 0 {
		left = min(left, most-s.spent.EnvSteps)
	}
	return left
}
