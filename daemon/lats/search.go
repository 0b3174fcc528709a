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

// Search is a tree search. It does nothing by itself: its driver takes the open
// [Search.Tickets], gets them answered in any order and by any number of workers, and tells
// the answers. The answers of a stage are applied together, in the order of the tickets, so
// that the same answers give the same tree. A Search is not safe for concurrent use.
//
// The node to sample is found from the root down, over the children with the highest score
// that are not exhausted, until one was never sampled, has many visits for its children
// (N ≥ Widen·expansions·children), or has nothing below it left to try. Each node is sampled
// at most Expansions times. By default the score is Q^k/(1+N) with k = 1 + Power·(share of
// the budget that is used): visits become proportional to Q^k, so the search is broad at
// first and greedy at the end. With C the score is the recorded rule, [Score].
//
// A round backs up the best of the new steps: the reward of a terminal one, else
// v0 = 0.8·value + 0.2·(samples that came to it / samples asked for). With Progress the
// value of a step is its gain: 0.5 + (value − value of its parent)/2.
type Search struct {
	o        Options
	prompts  prompts
	nodes    []*Node
	open     []*slot // tickets of the present stage
	tickets  int     // made so far
	round    round
	rounds   int
	spent    Spent
	ratio    float64 // the largest factor by which a prompt had more tokens than estimated
	failures []*failure
	failed   map[string]bool // by the key of a failed action: it is an answer, and so wrong at any node
	own      bool            // the driver answers by itself, see [Answer]
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

// Options gives the options with defaults in place, for storing.
func (s *Search) Options() Options { return s.o }

// Stopped gives the reason why the search ended; empty: it has not.
func (s *Search) Stopped() Reason { return s.stop }

// Own tells whether the driver answers by itself: it did so last and the search was not
// resumed since, or the budget has no room for a model, see [Options].Alone.
func (s *Search) Own() bool { return s.own }

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

// Tell takes the answer of a ticket. A ticket that is not open is a conflict fault: it was
// answered before, was never made, or the search has ended. An answer that its ticket cannot
// have is an invalid fault. Both change nothing.
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

// Stop ends the search from outside, as cancelled, offline or error, or because a budget of
// the driver is used up: calls, tokens, cost or time. Answers that were told count. Why says
// more, for people. A search that has ended stays as it is.
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

// Tick tells the search how long it has taken so far; at its deadline it ends. It reports
// whether the search has ended.
func (s *Search) Tick(elapsed time.Duration) bool {
	if d := s.o.Budget.Deadline; d > 0 && elapsed >= d {
		_ = s.Stop(Time, "")
	}
	return s.stop != ""
}

// halt ends the search in the middle of a stage, and applies the answers so far.
func (s *Search) halt(r Reason, why string) {
	if len(s.open) > 0 {
		for _, sl := range s.open {
			if sl.answer == nil {
				sl.answer = &Answer{Err: &Failure{Kind: fault.Cancelled, Text: "the search ended before"}}
				sl.ticket.Retry = maxRetries
				if r != Cancelled && r != Time && r != Broken { // the driver did not begin with the ticket, so it used nothing
					sl.reserve, sl.answer.Unasked = Spent{}, sl.ticket.N
				} else if s.own {
					sl.answer.Unasked = sl.ticket.N
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
