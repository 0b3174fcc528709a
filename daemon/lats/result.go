package lats

import "slices"

// Step is one step of a trajectory, as three texts.
type Step struct {
	Thought     string `json:"thought"`
	Action      string `json:"action"`
	Observation string `json:"observation"`
}

// Result is the best answer so far.
type Result struct {
	Stop     Reason  `json:"stop,omitempty"` // empty: the search goes on
	Why      string  `json:"why,omitempty"`
	Node     int     `json:"node"`             // 0: there is no answer
	Action   *Action `json:"action,omitempty"` // of the node
	Verified bool    `json:"verified"`         // the environment accepted it
	Reward   float64 `json:"reward"`
	Value    float64 `json:"value"` // Q of the node
	Path     []Step  `json:"path"`  // from the root to the node
	Nodes    int     `json:"nodes"` // of the tree, with the root
	Rounds   int     `json:"rounds"`
	Failed   int     `json:"failed"` // answers that differ and had the reward 0
	Spent    Spent   `json:"spent"`
}

// Result gives the best answer so far, at any time: the answer with the highest reward, or
// else the step with the highest value.
func (s *Search) Result() Result {
	r := Result{Path: []Step{}, Stop: s.stop, Why: s.why, Nodes: len(s.nodes), Rounds: s.rounds, Failed: len(s.failures), Spent: s.spent}
	best := s.nodes[0]
	for _, n := range s.nodes[1:] {
		if s.better(n, best) {
			best = n
		}
	}
	if best.Parent < 0 {
		return r
	}
	r.Node, r.Action, r.Verified, r.Reward, r.Value = best.ID, &best.Action, best.Verified, best.Reward, best.Q()
	r.Path = s.steps(best.ID)
	return r
}

func (n *Node) step() Step {
	return Step{Thought: n.Thought, Action: n.Text, Observation: n.Observation}
}

// better tells whether a is a better answer than b: by reward, then one that is not known to
// be wrong before one that is, then by value. It is false for equals.
func (s *Search) better(a, b *Node) bool {
	ra, rb := s.rank(a), s.rank(b)
	return slices.Compare(ra[:], rb[:]) > 0
}

func (s *Search) rank(n *Node) [3]float64 {
	switch {
	case n.Parent < 0:
		return [3]float64{0, 0, 0}
	case n.Terminal && n.Reward > 0:
		return [3]float64{n.Reward, 1, n.Q()}
	case n.Terminal, n.Error != "", s.invalid(n):
		return [3]float64{0, 0.5, n.Q()}
	}
	return [3]float64{0, 1, n.Q()}
}

// invalid tells whether a step was refused as an invalid action.
func (s *Search) invalid(n *Node) bool { return n.Observation == n.Action.Invalid() }
