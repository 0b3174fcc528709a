package lats

import (
	"slices"

	"navd/daemon/fault"
)

// round is one iteration of the search: a node is chosen; earlier failures are reflected on;
// the node is sampled; the new steps are tried and valued; the best of them is backed up.
// Each of these stages has tickets of its own.
type round struct {
	node  *Node
	shown []*failure // that the prompts show
	fresh []*Node    // the new steps
	last  bool       // the search ends with this stage: no more tickets
}

const (
	maxRetries = 10 // of an observation that timed out
	maxBarren  = 3  // after this many rounds in a row without a step the search ends
)

// begin begins a round: it chooses a node, and asks for reflections or samples.
func (s *Search) begin() {
	node := s.choose()
	switch {
	case node == nil:
		s.end(Exhausted, "")
		return
	case s.room() <= 0:
		s.end(NodesUsed, "")
		return
	case s.o.Patience > 0 && s.nodes[s.best].Reward > 0 && s.rounds-s.since >= s.o.Patience:
		s.end(Converged, "")
		return
	}
	s.round = round{node: node, shown: s.relevant(node)}
	if s.o.Reflect {
		for _, f := range s.round.shown {
			if f.lesson == "" && !f.asked && s.issue(Ticket{Kind: Reflect, Node: f.node.ID, Prompt: s.reflectPrompt(f)}) == "" {
				f.asked = true
			}
		}
	}
	if len(s.open) == 0 {
		s.sample(0)
	}
}

// sample asks for as many completions as the budget has room for. When it has room for none,
// the driver answers by itself if it can.
func (s *Search) sample(retry int) {
	t := Ticket{Kind: Sample, Node: s.round.node.ID, N: s.o.Samples, Retry: retry, Prompt: s.samplePrompt(retry)}
	lack := s.issue(t)
	for ; lack != "" && t.N > 1; lack = s.issue(t) {
		t.N--
	}
	if lack != "" && s.o.Alone {
		s.own, t.N = true, s.o.Samples
		lack = s.issue(t)
	}
	if lack != "" {
		s.end(lack, "")
	}
}

// issue opens a ticket if its reserve fits; otherwise it gives the budget that is too small.
func (s *Search) issue(t Ticket) Reason {
	t.N = max(t.N, 1)
	reserve := s.reserve(t)
	if lack := s.lacks(reserve); lack != "" {
		return lack
	}
	s.tickets++
	t.ID = s.tickets
	t.StateID = t.Node
	if t.Kind == Observe {
		t.StateID = s.nodes[t.Node].Parent
	}
	t.State = s.nodes[t.StateID].State
	if s.o.Seed != 0 {
		t.Seed = s.o.Seed + uint64(t.ID)
	}
	s.open = append(s.open, &slot{ticket: t, reserve: reserve})
	return ""
}

// apply takes the answers of a stage, in the order of its tickets, and opens the tickets of
// the next stage.
func (s *Search) apply() {
	slots := s.open
	s.open = nil
	for _, sl := range slots {
		s.pay(sl)
	}
	if slots[0].ticket.Kind != Observe {
		s.own = slices.ContainsFunc(slots, func(sl *slot) bool { return sl.answer.Own })
	}
	switch slots[0].ticket.Kind {
	case Reflect:
		s.learn(slots)
	case Sample:
		s.expand(slots[0])
	case Observe:
		s.observe(slots)
	case Evaluate:
		s.value(slots)
	}
}

func (s *Search) learn(slots []*slot) {
	for i, f := 0, s.round.shown; i < len(f); i++ {
		for _, sl := range slots {
			if sl.ticket.Node == f[i].node.ID && sl.answer.Err == nil && len(sl.answer.Texts) > 0 {
				f[i].lesson = shorten(flat(sl.answer.Texts[0]), maxLesson)
			}
		}
	}
	if !s.round.last {
		s.sample(0)
	}
}

// expand makes children of the samples, and has them tried.
func (s *Search) expand(sl *slot) {
	n, parsed := s.round.node, s.read(sl.answer)
	if len(parsed) == 0 && s.round.last && sl.answer.Err != nil { // nothing counts against the node: the search may be resumed
		s.finish()
		return
	}
	if len(parsed) == 0 {
		s.barrenRound(sl)
		return
	}
	s.barren = 0
	n.Expansions++
	s.merge(n, parsed)
	for _, child := range s.round.fresh {
		if child.Error != "" || child.Observation != "" {
			continue // the environment is not asked about it
		}
		if s.round.last {
			child.Error = "the search ended before"
			continue
		}
		if lack := s.issue(Ticket{Kind: Observe, Node: child.ID, Action: &child.Action}); lack != "" {
			child.Error = "no budget for it: " + string(lack)
		}
	}
	if len(s.open) == 0 {
		s.evaluate()
	}
}

// barrenRound handles samples without an action: they are asked for once more, and then the
// round ends.
func (s *Search) barrenRound(sl *slot) {
	n := s.round.node
	switch {
	case s.round.last:
		s.finish() // the search ends anyway, and nothing counts against the node
		return
	case sl.answer.Next: // it says nothing of the node either
		s.sample(0)
		return
	case sl.ticket.Retry == 0:
		s.sample(1)
		return
	}
	s.barren++
	n.Expansions++
	if len(n.Children) == 0 {
		s.exhaust(n)
		s.backup(n, 0)
	}
	if s.barren < maxBarren && n.Parent >= 0 {
		s.finish()
		return
	}
	if sl.answer.Err != nil {
		s.end(Broken, sl.answer.Err.Text)
		return
	}
	s.end(NoValidAction, "")
}

// merge makes a child for each new action at a node, and counts the samples of the others.
func (s *Search) merge(n *Node, parsed []Parsed) {
	byKey := map[string]*Node{}
	for _, id := range n.Children {
		byKey[s.nodes[id].Action.Key()] = s.nodes[id]
	}
	for _, p := range parsed {
		key := p.Action.Key()
		if twin := byKey[key]; twin != nil {
			twin.Samples++
			if p.Thought != twin.Thought && len(twin.Others) < maxOthers {
				twin.Others = append(twin.Others, p.Thought)
			}
			continue
		}
		if s.failed[key] || s.room() <= 0 {
			continue
		}
		child := s.add(n, p)
		if p.Status != OK && p.Status != Unclosed {
			child.Observation = p.Action.Invalid()
			child.State = n.State
		}
		byKey[key] = child
		s.round.fresh = append(s.round.fresh, child)
	}
}

const maxOthers = 8

// observe takes the observations. A step that timed out is asked for again, up to maxRetries
// times, and then has an error as its observation.
func (s *Search) observe(slots []*slot) {
	for _, sl := range slots {
		n, a := s.nodes[sl.ticket.Node], sl.answer
		if a.Err == nil {
			n.Observation, n.Reward, n.State, n.Info = a.Observation, a.Reward, a.State, a.Info
			n.Terminal = a.Done || a.Reward == 1
			n.Verified = n.Terminal && a.Reward >= s.o.Accept
			continue
		}
		again := Ticket{Kind: Observe, Node: n.ID, Action: &n.Action, Retry: sl.ticket.Retry + 1}
		if a.Err.Kind == fault.Timeout && sl.ticket.Retry < maxRetries && !s.round.last && s.issue(again) == "" {
			continue
		}
		n.Error = a.Err.Text
		n.Observation = shorten("Error: "+a.Err.Text, maxObservation)
		n.State = s.nodes[n.Parent].State
	}
	if len(s.open) == 0 {
		s.evaluate()
	}
}

// evaluate asks for the values of the new steps, unless one of them is the answer.
func (s *Search) evaluate() {
	for _, n := range s.round.fresh {
		n.Value = s.nodes[n.Parent].Value
		if n.Error != "" || s.invalid(n) {
			n.Value = 0
		}
	}
	answered := slices.ContainsFunc(s.round.fresh, func(n *Node) bool { return n.Verified })
	if !answered && !s.round.last {
		for _, n := range s.round.fresh {
			if !n.Terminal && n.Error == "" && !s.invalid(n) {
				s.issue(Ticket{Kind: Evaluate, Node: n.ID, Prompt: s.valuePrompt(n)})
			}
		}
	}
	if len(s.open) == 0 {
		s.finish()
	}
}

// value takes the values. A value that cannot be read is asked for once more, and then the
// node keeps that of its parent.
func (s *Search) value(slots []*slot) {
	for _, sl := range slots {
		n, a := s.nodes[sl.ticket.Node], sl.answer
		v, ok := a.value()
		if ok {
			n.Value = v
			continue
		}
		if a.Err == nil && sl.ticket.Retry == 0 && !s.round.last {
			s.issue(Ticket{Kind: Evaluate, Node: n.ID, Prompt: s.valuePrompt(n), Retry: 1})
		}
	}
	if len(s.open) == 0 {
		s.finish()
	}
}

// finish ends the round: the new steps get their v0, the best of them is backed up, failures
// are noted, and exhausted nodes are marked.
func (s *Search) finish() {
	n := s.round.node
	ret := 0.0
	for _, child := range s.round.fresh {
		s.weigh(n, child)
		ret = max(ret, child.V0)
		s.settle(child)
		if child.Terminal && child.Reward == 0 {
			s.fail(child)
		}
		if s.better(child, s.nodes[s.best]) {
			s.best, s.since = child.ID, s.rounds
		}
	}
	if len(s.round.fresh) > 0 {
		s.backup(n, ret)
	}
	s.settle(n)
	s.rounds++
	if best := s.nodes[s.best]; best.Verified {
		reason := Accepted
		if best.Reward == 1 {
			reason = Solved
		}
		s.end(reason, "")
		return
	}
	if !s.round.last {
		s.begin()
	}
}

// weigh sets the value of a step before any backup: the reward of a terminal one, else
// 0.8 of the model's, and 0.2 of how many samples came to it.
func (s *Search) weigh(parent, n *Node) {
	if n.Terminal {
		n.V0 = n.Reward
		return
	}
	v := n.Value
	if s.o.Progress {
		v = clamp(0.5 + (n.Value-parent.Value)/2)
	}
	n.V0 = clamp(0.8*v + 0.2*min(1, float64(n.Samples)/float64(s.o.Samples)))
}

func clamp(v float64) float64 { return min(max(v, 0), 1) }
