package lats

import "math"

// Score ranks a child: Q + c·√(ln(1+parentN)/(1+N)). It is always finite.
func Score(n *Node, parentN int, c float64) float64 {
	return n.Q() + c*math.Sqrt(math.Log(float64(1+parentN))/float64(1+n.N))
}

// choose gives the node to sample next, nil when the tree is exhausted.
func (s *Search) choose() *Node {
	n := s.nodes[0]
	for !n.Exhausted {
		if s.widens(n) {
			return n
		}
		n = s.topChild(n)
	}
	return nil
}

// widens tells whether a node is sampled, rather than one below it: the first time, and
// again when it has many visits for its children, or all of them are exhausted.
func (s *Search) widens(n *Node) bool {
	if n.Expansions == 0 && len(n.Children) == 0 || n.open == 0 {
		return true
	}
	return n.Expansions < s.o.Expansions &&
		float64(n.N) >= s.o.Widen*float64(n.Expansions)*float64(len(n.Children))
}

// topChild gives the child with the highest score that is not exhausted, of equals the one
// with the lowest id.
func (s *Search) topChild(n *Node) *Node {
	var best *Node
	top := math.Inf(-1)
	for _, id := range n.Children {
		child := s.nodes[id]
		if child.Exhausted {
			continue
		}
		if score := s.score(child, n.N); score > top {
			best, top = child, score
		}
	}
	return best
}

func (s *Search) score(n *Node, parentN int) float64 {
	if s.o.Power <= 0 {
		return Score(n, parentN, s.o.C)
	}
	// Choosing the highest quotient makes visits proportional to Q^k in the long run.
	k := 1 + s.o.Power*s.share()
	return math.Pow(max(n.Q(), 1e-6), k) / float64(1+n.N)
}

// backup adds a return to a node and all above it.
func (s *Search) backup(n *Node, ret float64) {
	for {
		n.N++
		n.W += ret
		if n.Parent < 0 {
			return
		}
		n = s.nodes[n.Parent]
	}
}
