package lats

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"navd/cmd/golden"
)

// corridorTree is the toy's tree, with texts that drawings must not trip over.
func corridorTree(t testing.TB) Tree {
	s := begun(t, corridorOptions())
	drive(t, s, corridor)
	tree := s.Tree()
	tree.Nodes[1].State.Observation = "Say \"거실\" \\ or\n[x]\x1b[31m\u202e."
	return tree
}

func TestDrawings(t *testing.T) {
	tree := corridorTree(t)
	golden.File(t, "testdata/toy.txt", tree.Text(60))
	golden.File(t, "testdata/toy.dot", tree.DOT())
}

func TestWidth(t *testing.T) {
	for width := range 70 {
		for line := range strings.Lines(corridorTree(t).Text(width)) {
			line = strings.TrimSuffix(line, "\n")
			used := utf8.RuneCountInString(line) + strings.Count(line, "거") + strings.Count(line, "실")
			if width > 0 && used > width {
				t.Errorf("%d columns, want at most %d: %s", used, width, line)
			}
		}
	}
}

// TestExportShape: the state of a node is three texts, under these names.
func TestExportShape(t *testing.T) {
	data, err := json.Marshal(corridorTree(t))
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Nodes []struct{ State map[string]string }
	}
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	for i, n := range back.Nodes {
		_, thought := n.State["thought"]
		_, action := n.State["action"]
		_, observation := n.State["observation"]
		if !thought || !action || !observation || len(n.State) != 3 {
			t.Errorf("node %d has the state %v", i, n.State)
		}
	}
}
