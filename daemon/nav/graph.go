package nav

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// Graph is the whole memory of an episode as a value.
type Graph struct {
	Places  []PlaceNode  `json:"places"`         // by id
	Anchors []AnchorNode `json:"anchors"`        // by id
	Edges   []Edge       `json:"edges"`          // walked links, once for each pair
	Sites   []Site       `json:"sites"`          // scan sites by id
	Seen    *SeenArea    `json:"seen,omitempty"` // with seen: the floor that was seen; absent when nobody said how far one sees
}

// PlaceNode is a place of the graph.
type PlaceNode struct {
	ID          ref.PlaceID    `json:"id"`          // of the place
	Type        words.Key      `json:"type"`        // type key, "unknown" until the first sample
	Label       string         `json:"label"`       // the model's own string
	Key         ref.PlaceID    `json:"key"`         // revisit key
	Anchors     []ref.AnchorID `json:"anchors"`     // set in it, in their order
	First       int            `json:"first"`       // step it was entered at
	Last        int            `json:"last"`        // last step in it
	Visits      int            `json:"visits"`      // entries of its revisit key
	Objects     []string       `json:"objects"`     // labels of what was seen there, sorted
	Description string         `json:"description"` // of the last sample, at most two sentences
}

// AnchorNode is an anchor of the graph.
type AnchorNode struct {
	ID    ref.AnchorID `json:"id"`    // of the anchor
	Pose  Pose         `json:"pose"`  // where it was set
	Place ref.PlaceID  `json:"place"` // place it belongs to
	Seq   int          `json:"seq"`   // step it was set at, 0 at the start
}

// Edge is one walked link, once for each pair of anchors.
type Edge struct {
	From     ref.AnchorID `json:"from"`        // the older anchor
	To       ref.AnchorID `json:"to"`          // the newer anchor
	LengthM  float64      `json:"length_m"`    // straight, metres
	HeadingD float64      `json:"heading_deg"` // absolute direction from the one to the other
}

// Graph gives the whole memory, in the order of the ids.
func (m *Memory) Graph() *Graph {
	g := &Graph{Places: []PlaceNode{}, Anchors: []AnchorNode{}, Edges: []Edge{}, Sites: []Site{}}
	for i := range m.places {
		p, _ := m.Place(ref.PlaceID(i + 1))
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

// centi rounds to centimetres; never a negative zero.
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
