package draw

import (
	"strings"
	"testing"

	"navd/cmd/golden"
	"navd/daemon/lats"
)

// searched is a small tree with a node of each kind, whose texts have a part of
// their own.
func searched(own string) lats.Tree {
	t := lats.Tree{Question: "Where is the mug? " + own, Nodes: []lats.TreeNode{
		{Parent: -1, N: 3, Q: .5, Best: true},
		{ID: 1, Parent: 0, Depth: 1, N: 2, Q: .75, Best: true, State: lats.Step{Action: "Search[Kitchen" + own + "]", Observation: "A kitchen. " + own}},
		{ID: 2, Parent: 0, Depth: 1, Q: .2, Exhausted: true, State: lats.Step{Action: "Search[Garage]"}},
		{ID: 3, Parent: 1, Depth: 2, Q: 1, Best: true, Terminal: true, Verified: true, Reward: 1, State: lats.Step{Action: "Finish[kitchen]"}},
		{ID: 4, Parent: 1, Depth: 2, Terminal: true, State: lats.Step{Action: "Finish[hall]"}},
	}}
	t.Result = lats.Result{Stop: lats.Solved, Verified: true, Node: 3, Rounds: 2, Action: &lats.Action{Type: "finish", Param: "kitchen"}}
	return t
}

func TestSearch(t *testing.T) {
	golden.File(t, "testdata/search.svg", string(Search(searched("부엌"))))
	if svg := string(Search(lats.Tree{})); !strings.Contains(svg, "</svg>") {
		t.Errorf("an empty tree: %s", svg)
	}
}

func TestLongSearch(t *testing.T) {
	tree := searched("")
	for id := len(tree.Nodes); id < 4_000; id++ {
		tree.Nodes = append(tree.Nodes, lats.TreeNode{ID: id, Parent: id - 1, Depth: min(id, 100), State: lats.Step{Action: "Search[" + strings.Repeat("방", 300) + "]"}})
	}
	svg := Search(tree)
	written(t, parse(t, svg), "2000 more nodes")
	if len(svg) > 2<<20 {
		t.Errorf("%d bytes", len(svg))
	}
}

// FuzzSearch puts any text into a tree: it never becomes an element.
func FuzzSearch(f *testing.F) {
	for _, s := range []string{"", "거실", `<script>alert("&")</script>`, "]]>", "a\x00\x1b\u202e\xff\uFFFE"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		stayText(t, Search(searched(s)), Search(searched("")))
	})
}
