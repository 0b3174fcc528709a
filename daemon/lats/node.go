package lats

import (
	"encoding/json"

	"navd/daemon/reply"
)

// Node is one step of the tree, with its statistics.
type Node struct {
	ID     int `json:"id"`     // from 0, the root, in the order they are made
	Parent int `json:"parent"` // -1: the root has none
	Depth  int `json:"depth"`

	Thought     string          `json:"thought"`
	Others      []string        `json:"others,omitempty"` // thoughts of samples that came to the same action, at most 8
	Action      Action          `json:"action"`
	Text        string          `json:"text"` // the action as it was written
	Observation string          `json:"observation"`
	State       json.RawMessage `json:"state,omitempty"` // of the environment after the step
	Info        json.RawMessage `json:"info,omitempty"`  // kept, never judged

	N          int     `json:"N"`               // backups that passed
	W          float64 `json:"W"`               // sum of their returns, each 0 to 1
	V0         float64 `json:"v0"`              // value before any backup, 0 to 1
	Value      float64 `json:"value"`           // the model's part of V0, or what stands for it
	Samples    int     `json:"samples"`         // completions that came to this step
	Expansions int     `json:"expansions"`      // times it was sampled
	Terminal   bool    `json:"terminal"`        // nothing follows
	Verified   bool    `json:"verified"`        // terminal, and its reward is accepted
	Reward     float64 `json:"reward"`          // of the environment, 0 to 1
	Exhausted  bool    `json:"exhausted"`       // terminal, too deep, or sampled to the end with all below it
	Error      string  `json:"error,omitempty"` // why there is no observation

	Usage reply.Usage `json:"usage,omitzero"` // of the model calls about it: its samples, its value

	Children []int `json:"children,omitempty"`

	open int // children that are not exhausted
}

// Q is the value of a node: (v0+W)/(1+N), 0 to 1.
func (n *Node) Q() float64 { return (n.V0 + n.W) / float64(1+n.N) }

// Nodes gives the tree in the order its nodes were made. It must not be changed.
func (s *Search) Nodes() []*Node { return s.nodes }

// path gives the nodes from the root to a node, without the root.
func (s *Search) path(id int) []*Node {
	n := s.nodes[id]
	way := make([]*Node, n.Depth)
	for ; n.Parent >= 0; n = s.nodes[n.Parent] {
		way[n.Depth-1] = n
	}
	return way
}

// add makes a child.
func (s *Search) add(parent *Node, p Parsed) *Node {
	n := &Node{
		ID: len(s.nodes), Parent: parent.ID, Depth: parent.Depth + 1,
		Thought: p.Thought, Action: p.Action, Text: p.Text, Samples: 1,
	}
	s.nodes = append(s.nodes, n)
	parent.Children = append(parent.Children, n.ID)
	parent.open++
	return n
}

// exhaust marks a node as exhausted, and those above it that have nothing left to try.
func (s *Search) exhaust(n *Node) {
	for !n.Exhausted {
		n.Exhausted = true
		if n.Parent < 0 {
			return
		}
		n = s.nodes[n.Parent]
		n.open--
		if n.open > 0 || n.Expansions < s.o.Expansions {
			return
		}
	}
}

// settle marks a node as exhausted when it is terminal, too deep, or sampled as often as
// allowed with all below it exhausted.
func (s *Search) settle(n *Node) {
	if n.Terminal || n.Depth >= s.o.Budget.Depth || n.Expansions >= s.o.Expansions && n.open == 0 {
		s.exhaust(n)
	}
}
