package nav

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Graph is the whole memory of an episode as a value.
type Graph struct {
	Places  []PlaceNode  `json:"places"`
	Anchors []AnchorNode `json:"anchors"`
	Edges   []Edge       `json:"edges"`
	Sites   []Site       `json:"sites"`
}

// PlaceNode is a place of the graph.
type PlaceNode struct {
	ID          PlaceID    `json:"id"`
	Type        wordsKey   `json:"type"`
	Label       string     `json:"label"`
	Key         PlaceID    `json:"key"` // revisit key
	Anchors     []AnchorID `json:"anchors"`
	First       int        `json:"first"`
	Last        int        `json:"last"`
	Visits      int        `json:"visits"` // entries of its revisit key
	Objects     []string   `json:"objects"`
	Description string     `json:"description"`
}

// AnchorNode is an anchor of the graph.
type AnchorNode struct {
	ID    AnchorID `json:"id"`
	Pose  Pose     `json:"pose"`
	Place PlaceID  `json:"place"`
	Seq   int      `json:"seq"`
}

// Edge is one walked link, once for each pair of anchors.
type Edge struct {
	From     AnchorID `json:"from"`
	To       AnchorID `json:"to"`
	LengthM  float64  `json:"length_m"`
	HeadingD float64  `json:"heading_deg"` // absolute direction from From to To
}

// Graph gives the whole memory, in the order of the ids.
func (m *Memory) Graph() *Graph {
	g := &Graph{Places: []PlaceNode{}, Anchors: []AnchorNode{}, Edges: []Edge{}, Sites: []Site{}}
	for i := range m.places {
		p, _ := m.Place(PlaceID(i + 1))
		g.Places = append(g.Places, PlaceNode{
			ID: p.ID, Type: p.Type, Label: p.Label, Key: m.keys.find(p.ID), Anchors: slices.Clone(m.members[i]),
			First: p.First, Last: p.Last, Visits: m.Visits(p.ID), Objects: slices.Clone(p.Objects), Description: p.Description,
		})
	}
	for _, a := range m.anchors {
		g.Anchors = append(g.Anchors, AnchorNode{ID: a.ID, Pose: a.Pose, Place: a.Place, Seq: a.Seq})
		for _, n := range a.Neighbors {
			if b := m.anchors[n-1]; n > a.ID {
				g.Edges = append(g.Edges, Edge{From: a.ID, To: n, LengthM: a.Pose.Distance(b.Pose), HeadingD: a.Pose.Bearing(b.Pose)})
			}
		}
	}
	for _, s := range m.sites {
		g.Sites = append(g.Sites, s.clone())
	}
	return g
}

// centi keeps centimetres; never a negative zero.
func centi(metres float64) float64 { return math.Round(metres*100)/100 + 0 }

// DOT renders the graph for Graphviz: places as clusters of their anchors.
func (g *Graph) DOT() string {
	var b strings.Builder
	b.WriteString("graph navd {\n  node [shape=circle, fontsize=8];\n")
	for _, p := range g.Places {
		fmt.Fprintf(&b, "  subgraph cluster_p%d {\n    label=%q;\n", p.ID, fmt.Sprintf("%d %s", p.ID, p.Label))
		for _, a := range p.Anchors {
			at := g.Anchors[a-1].Pose
			fmt.Fprintf(&b, "    a%d [label=\"%d\", pos=\"%.2f,%.2f!\"];\n", a, a, centi(-at.Y), centi(at.X))
		}
		b.WriteString("  }\n")
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  a%d -- a%d [label=\"%.2f\"];\n", e.From, e.To, e.LengthM)
	}
	b.WriteString("}\n")
	return b.String()
}
