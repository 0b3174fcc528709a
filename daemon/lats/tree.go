package lats

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"navd/daemon/reply"
)

// Tree is a search as values for people and programs: it can be sent, stored, and drawn as
// text ([Tree.Text]), as a graph ([Tree.DOT]) or as SVG.
type Tree struct {
	Version  int        `json:"version"`
	Question string     `json:"question"`
	Result   Result     `json:"result"`
	Nodes    []TreeNode `json:"nodes"` // parents before their children
}

// TreeNode is one node. Its state is three texts; the rest stands beside it.
type TreeNode struct {
	ID         int             `json:"id"`
	Parent     int             `json:"parent"` // -1: the root
	Depth      int             `json:"depth"`
	State      Step            `json:"state"`
	Action     Action          `json:"action"`
	Env        json.RawMessage `json:"env_state,omitempty"`
	Info       json.RawMessage `json:"info,omitempty"`
	Others     []string        `json:"other_thoughts,omitempty"`
	N          int             `json:"N"`
	W          float64         `json:"W"`
	V0         float64         `json:"v0"`
	Q          float64         `json:"q"`
	Terminal   bool            `json:"terminal"`
	Verified   bool            `json:"verified"`
	Reward     float64         `json:"reward"`
	Exhausted  bool            `json:"exhausted"`
	Expansions int             `json:"expansions"`
	Error      string          `json:"error,omitempty"`
	Usage      reply.Usage     `json:"usage,omitzero"`
	Best       bool            `json:"best"` // on the way to the best answer
}

// Tree gives the tree as it is now.
func (s *Search) Tree() Tree {
	t := Tree{Version: s.o.Version, Question: s.o.Question, Result: s.Result()}
	for _, n := range s.nodes {
		t.Nodes = append(t.Nodes, TreeNode{
			ID: n.ID, Parent: n.Parent, Depth: n.Depth, State: n.step(), Action: n.Action, Env: n.State, Info: n.Info, Others: n.Others,
			N: n.N, W: n.W, V0: n.V0, Q: n.Q(), Terminal: n.Terminal, Verified: n.Verified, Reward: n.Reward,
			Exhausted: n.Exhausted, Expansions: n.Expansions, Error: n.Error, Usage: n.Usage,
		})
	}
	for id := t.Result.Node; id > 0; id = t.Nodes[id].Parent {
		t.Nodes[id].Best = true
	}
	if t.Result.Node > 0 {
		t.Nodes[0].Best = true
	}
	return t
}

// Flag is one word for the state of a node: answer, failed, wrong (an answer that is not
// accepted), error, exhausted, or nothing.
func (n TreeNode) Flag() string {
	switch {
	case n.Verified:
		return "answer"
	case n.Terminal && n.Reward == 0:
		return "failed"
	case n.Terminal:
		return "wrong"
	case n.Error != "":
		return "error"
	case n.Exhausted:
		return "exhausted"
	}
	return ""
}

// Walk visits the nodes depth first: each before its children, children by id. Rails tells
// for each depth down to the node whether a later sibling follows there. Nodes that do not
// hang under the root are left out.
func (t Tree) Walk(visit func(n TreeNode, rails []bool)) {
	children := make([][]int, len(t.Nodes))
	for i, n := range t.Nodes {
		if n.Parent >= 0 && n.Parent < i {
			children[n.Parent] = append(children[n.Parent], i)
		}
	}
	var walk func(i int, rails []bool)
	walk = func(i int, rails []bool) {
		visit(t.Nodes[i], rails)
		for k, c := range children[i] {
			walk(c, append(rails[:len(rails):len(rails)], k < len(children[i])-1))
		}
	}
	if len(t.Nodes) > 0 {
		walk(0, nil)
	}
}

// Text draws the tree for a terminal, one line for each node, at most width columns wide, 0:
// any width. A line has id, N, Q, the flag, the action and the observation. A star marks
// the path to the best answer.
func (t Tree) Text(width int) string {
	var b strings.Builder
	t.Walk(func(n TreeNode, rails []bool) {
		line := " "
		if n.Best {
			line = "*"
		}
		line += " " + branch(rails) + n.line(t.Question)
		b.WriteString(columns(line, width) + "\n")
	})
	return b.String()
}

func (n TreeNode) line(question string) string {
	if n.Parent < 0 {
		return fmt.Sprintf("%d N=%d  %s", n.ID, n.N, plain(question))
	}
	line := fmt.Sprintf("%d N=%d Q=%.2f", n.ID, n.N, n.Q)
	if f := n.Flag(); f != "" {
		line += " " + f
	}
	line += "  " + plain(n.State.Action)
	if o := plain(n.State.Observation); o != "" {
		line += "  → " + o
	}
	return line
}

func branch(rails []bool) string {
	var b strings.Builder
	for i, more := range rails {
		switch last := i == len(rails)-1; {
		case last && more:
			b.WriteString("├─ ")
		case last:
			b.WriteString("└─ ")
		case more:
			b.WriteString("│  ")
		default:
			b.WriteString("   ")
		}
	}
	return b.String()
}

// plain puts a text on one line, without control characters.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return flat(s)
}

// columns cuts a line to a width. Characters of East Asian scripts take two columns.
func columns(line string, width int) string {
	if width <= 0 {
		return line
	}
	used, cut := 0, 0
	for i, r := range line {
		w := 1
		if unicode.In(r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x1F000 {
			w = 2
		}
		if used+w > width {
			return line[:cut] + "…"
		}
		if used += w; used <= width-1 {
			cut = i + len(string(r))
		}
	}
	return line
}

// DOT writes the tree for Graphviz. The path to the best answer is bold; failed nodes are
// red, the answer green, exhausted nodes grey.
func (t Tree) DOT() string {
	var b strings.Builder
	b.WriteString("digraph search {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n")
	colours := map[string]string{"answer": "darkgreen", "failed": "red3", "wrong": "orange3", "error": "purple", "exhausted": "gray50", "": "black"}
	t.Walk(func(n TreeNode, _ []bool) {
		lines := []string{fmt.Sprintf("%d  N=%d Q=%.2f %s", n.ID, n.N, n.Q, n.Flag()), n.State.Action, n.State.Observation}
		if n.Parent < 0 {
			lines = []string{fmt.Sprintf("%d  N=%d", n.ID, n.N), t.Question}
		}
		for i, l := range lines {
			lines[i] = quoted(columns(plain(l), 60))
		}
		pen := 1
		if n.Best {
			pen = 3
		}
		fmt.Fprintf(&b, "  n%d [label=\"%s\", color=%s, penwidth=%d];\n", n.ID, strings.Join(lines, `\n`), colours[n.Flag()], pen)
		if n.Parent >= 0 {
			fmt.Fprintf(&b, "  n%d -> n%d [penwidth=%d];\n", n.Parent, n.ID, pen)
		}
	})
	b.WriteString("}\n")
	return b.String()
}

// quoted escapes a text for the quotes of a DOT string.
func quoted(s string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) }
