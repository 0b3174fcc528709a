package lats

import (
	"slices"
	"time"

	"navd/daemon/fault"
)

// Reason is why a search ended.
type Reason string

// The reasons.
const (
	Solved        Reason = "solved"          // an answer has the reward 1
	Accepted      Reason = "accepted"        // an answer has the reward [Options].Accept
	Calls         Reason = "calls"           // the next call is over the budget, as with tokens, cost, time and nodes
	Tokens        Reason = "tokens"          // as calls, of tokens
	Cost          Reason = "cost"            // as calls, of money
	Time          Reason = "time"            // the deadline is over
	NodesUsed     Reason = "nodes"           // or steps of the environment
	Exhausted     Reason = "exhausted"       // nothing is left to try
	Converged     Reason = "converged"       // no better answer for [Options].Patience rounds
	NoValidAction Reason = "no_valid_action" // no sample could be read, nor when asked again
	Cancelled     Reason = "cancelled"       // somebody ended it
	Offline       Reason = "offline"         // no model is in reach
	Broken        Reason = "error"           // the samples failed, again and again
)

// outside are the reasons that a driver may give to [Search.Stop].
var outside = []Reason{Cancelled, Offline, Calls, Tokens, Cost, Time, Broken}

// Search is a tree search at work. It does nothing by itself: its driver takes
// the open [Search.Tickets], gets them answered in any order and by as many
// workers as it likes, and tells the answers. Those of a step are applied when
// all are there, in the order of the tickets, so that the same answers give the
// same tree. A Search is not safe for concurrent use.
//
// Which node is sampled next: from the root down, the child with the highest
// score that is not exhausted, until a node was never sampled, or was visited
// often for what was made of it (N ≥ Widen·expansions·children), or has nothing
// below it left to try; at most Expansions times each. By default the score is
// Q^k/(1+N) with k = 1 + Power·(the share of the budget that is used): visits
// come to be in proportion to Q^k, broad at first and greedy at the end. With C
// it is the recorded rule, [Score].
//
// What a round brings back to the node and all above it is the best of the new
// steps: the reward of a terminal one, else its v0 = 0.8·value + 0.2·(samples
// that came to it / samples asked for). With Progress the value of a step is
// what it gained: 0.5 + (value − value of its parent)/2.
type Search struct {
	o        Options
	prompts  prompts
	nodes    []*Node
	open     []*slot // tickets of the step under way
	tickets  int     // made so far
	round    round
	rounds   int
	spent    Spent
	ratio    float64 // the most that a prompt had of the estimate of its tokens
	failures []*failure
	failed   map[string]bool // by the key of what failed: it is an answer, which is wrong anywhere
	barren   int             // rounds in a row without a single step to try
	best     int             // node of the best answer so far
	since    int             // the round in which it was found
	stop     Reason
	why      string
	events   []Event
	seq      int
}

// slot is an open ticket, and the answer that waits to be applied.
type slot struct {
	ticket  Ticket
	answer  *Answer
	reserve Spent
}

// New begins a search.
func New(o Options) (*Search, error) {
	o.fill()
	if err := o.check(); err != nil {
		return nil, err
	}
	p, err := o.Prompts.parse()
	if err != nil {
		return nil, err
	}
	o.Actions = slices.Clone(o.Actions)
	root := &Node{Parent: -1, V0: 0.5, Value: 0.5, State: o.State}
	s := &Search{o: o, prompts: p, nodes: []*Node{root}, ratio: 1.25, failed: map[string]bool{}}
	s.begin()
	return s, nil
}

// Options gives the options with the defaults filled in, as they are to be stored.
func (s *Search) Options() Options { return s.o }

// Stopped gives the reason why the search ended; empty: it has not.
func (s *Search) Stopped() Reason { return s.stop }

// Tickets gives the tickets that wait for an answer, in order; none when the
// search has ended.
func (s *Search) Tickets() []Ticket {
	if s.stop != "" {
		return nil
	}
	var open []Ticket
	for _, sl := range s.open {
		if sl.answer == nil {
			open = append(open, sl.ticket)
		}
	}
	return open
}

// Tell takes the answer of a ticket. One that is not open, because it was
// answered before, was never made, or the search has ended, is a conflict, and
// an answer that its ticket cannot have is invalid; both change nothing.
func (s *Search) Tell(id int, a Answer) error {
	sl, err := s.find(id)
	if err != nil {
		return err
	}
	if err := a.check(sl.ticket); err != nil {
		return err
	}
	a = a.short()
	sl.answer = &a
	s.record(Event{Ticket: id, Kind: sl.ticket.Kind, Answer: &a})
	if !slices.ContainsFunc(s.open, func(sl *slot) bool { return sl.answer == nil }) {
		s.apply()
	}
	return nil
}

func (s *Search) find(id int) (*slot, error) {
	conflict := func(format string, args ...any) error {
		return fault.New(fault.Conflict, format, args...).About("ticket", id).
			WithHint("take the tickets that are open now")
	}
	if id < 1 || id > s.tickets {
		return nil, conflict("there is no such ticket")
	}
	if s.stop != "" {
		return nil, conflict("the search has ended: %s", s.stop)
	}
	i := slices.IndexFunc(s.open, func(sl *slot) bool { return sl.ticket.ID == id })
	switch {
	case i < 0:
		return nil, conflict("the ticket's time is over")
	case s.open[i].answer != nil:
		return nil, conflict("the ticket was answered before")
	}
	return s.open[i], nil
}

// Stop ends the search from outside: cancelled, offline, error, or a budget of
// the driver that is used up: calls, tokens, cost or time. Answers that are there
// already count. Why says more, for people. A search that has ended stays as it is.
func (s *Search) Stop(r Reason, why string) error {
	if !slices.Contains(outside, r) {
		return fault.Field("reason", string(r), "cancelled, offline, error, calls, tokens, cost or time")
	}
	if s.stop != "" {
		return nil
	}
	s.record(Event{Stop: r, Why: why})
	s.halt(r, why)
	return nil
}

// Tick says how long the search has taken: at its deadline it ends. The result
// tells whether it has.
func (s *Search) Tick(elapsed time.Duration) bool {
	if d := s.o.Budget.Deadline; d > 0 && elapsed >= d {
		_ = s.Stop(Time, "")
	}
	return s.stop != ""
}

// halt ends the search in the middle of a step: what was answered is applied.
func (s *Search) halt(r Reason, why string) {
	if len(s.open) > 0 {
		for _, sl := range s.open {
			if sl.answer == nil {
				sl.answer = &Answer{Err: &Failure{Kind: fault.Cancelled, Text: "the search ended before"}}
				sl.ticket.Retry = maxRetries
				if r != Cancelled && r != Time && r != Broken { // its driver did not begin with it
					sl.reserve = Spent{}
				}
			}
		}
		s.round.last = true
		s.apply()
	}
	if s.stop == "" {
		s.end(r, why)
	}
}

func (s *Search) end(r Reason, why string) {
	s.stop, s.why, s.open = r, why, nil
}
