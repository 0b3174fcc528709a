package draw

import (
	"fmt"

	"navd/daemon/lats"
	"navd/daemon/words"
)

// mostRows is how many nodes a drawn search shows.
const mostRows = 2000

// Sizes of a drawn search, px.
const (
	rowHeight = 24.0
	rowIndent = 26.0
	rowDot    = 5.0
)

// Search draws the tree of a tree search as one SVG document, 1000 px wide: one row per
// node, children below their parent and indented. A row has the node's id, its action and
// its observation, and at the end N and Q. The path to the best answer is blue and bold;
// answers are blue, failures orange and exhausted nodes grey, and each is labelled so. At
// most 2,000 nodes are drawn. Like a [Map] it is self-contained.
func Search(t lats.Tree) []byte {
	rows := min(len(t.Nodes), mostRows)
	top := 96.0
	height := top + float64(rows)*rowHeight + 20
	if len(t.Nodes) > rows {
		height += rowHeight
	}
	about := fmt.Sprintf("%s, %s", words.Count(len(t.Nodes), "node"), words.Count(t.Result.Rounds, "round"))
	doc := card(height, orElse(t.Question, "search"), about)
	doc.heading(t.Question, spot{margin, 42}, sizeTitle, mapWidth)
	doc.write(clip(verdict(t)+" · "+about, sizeText, mapWidth), spot{margin, 68}, style{size: sizeText, fill: inkSoft})
	at := map[int]spot{}
	t.Walk(func(n lats.TreeNode, rails []bool) {
		if len(at) >= rows {
			return
		}
		p := spot{margin + 8 + rowIndent*float64(min(n.Depth, 20)), top + (float64(len(at))+0.5)*rowHeight}
		at[n.ID] = p
		doc.row(n, p, at)
	})
	if left := len(t.Nodes) - rows; left > 0 {
		doc.write(words.Count(left, "more node"), spot{margin, height - 26}, style{size: sizeText, fill: inkSoft})
	}
	return doc.close()
}

// verdict says how a search ended.
func verdict(t lats.Tree) string {
	switch r := t.Result; {
	case r.Verified:
		return "answered: " + r.Action.String()
	case r.Stop == "":
		return "goes on"
	default:
		return "ended without a verified answer: " + string(r.Stop)
	}
}

// row draws one node, and the line from its parent.
func (c *canvas) row(n lats.TreeNode, p spot, at map[int]spot) {
	colour, fill, wide := edgeLine, ink, 1.5
	switch n.Flag() {
	case "answer":
		fill = good
	case "failed", "wrong", "error":
		fill = bad
	case "exhausted":
		fill = inkSoft
	}
	if n.Best {
		colour, wide = hues[8].Line, 3
	}
	if from, ok := at[n.Parent]; ok && n.Parent >= 0 {
		var line pen
		line.lines(from.plus(0, rowDot), spot{from.x, p.y}, p.plus(-rowDot, 0))
		c.stroke(&line, colour, wide)
	}
	c.disc(p, rowDot, fill, paper)
	label := fmt.Sprintf("%d  %s", n.ID, n.State.Action)
	if n.State.Observation != "" {
		label += "  →  " + n.State.Observation
	}
	if n.Parent < 0 {
		label = "0  root"
	}
	if f := n.Flag(); f != "" {
		label = f + "  " + label
	}
	left := p.x + 14
	c.write(clip(label, sizeText, margin+mapWidth-130-left), spot{left, p.y + 5}, style{size: sizeText, fill: fill, bold: n.Best})
	c.write(fmt.Sprintf("N %d · Q %.2f", n.N, n.Q), spot{margin + mapWidth, p.y + 5}, style{size: sizeSmall, fill: inkSoft, anchor: "end"})
}
