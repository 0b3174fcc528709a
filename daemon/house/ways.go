package house

import (
	"encoding/json"
	"math"
	"slices"
	"time"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// Snapshot is a version of a house that was given a name.
type Snapshot struct {
	Name    string    `json:"name"`    // name that callers gave it
	Version int       `json:"version"` // version of the house
	Time    time.Time `json:"time"`    // when it was named
}

// Way is a way along points where robots drove.
type Way struct {
	Metres float64     `json:"metres"` // its length over the points, with the straight ways from where it begins to the first and from the last to where it ends
	Rooms  []words.Key `json:"rooms"`  // types of the rooms on it, in order
	Corner []Corner    `json:"path"`   // its points
}

// Corner is a point of a way.
type Corner struct {
	Node int     `json:"node"` // id of the node
	X    float64 `json:"x"`    // metres
	Y    float64 `json:"y"`    // as x
}

// Kept returns the scans and the ways of the house, for the memories of episodes.
func (h *House) Kept() *nav.Kept {
	var scans []nav.Site
	for _, s := range h.Sites {
		scans = append(scans, nav.Site{Pose: s.Pose, Type: s.Type, Views: s.Views, Sweeps: s.Sweeps})
	}
	at := map[int]nav.Pose{}
	for _, n := range h.Nodes {
		at[n.ID] = nav.Pose{X: n.X, Y: n.Y}
	}
	var walks [][2]nav.Pose
	for _, n := range h.Nodes {
		for _, to := range n.Links {
			if to > n.ID {
				walks = append(walks, [2]nav.Pose{at[n.ID], at[to]})
			}
		}
	}
	return nav.NewKept(scans, walks)
}

// Nearest returns the node nearest to a point; false when there is none.
func (h *House) Nearest(x, y float64) (best Node, ok bool) {
	return h.nearest(x, y, func(Node) bool { return true })
}

// nearest returns the node nearest to a point of those for which counts returns true.
func (h *House) nearest(x, y float64, counts func(Node) bool) (best Node, ok bool) {
	near := math.Inf(1)
	for _, n := range h.Nodes {
		if d := math.Hypot(n.X-x, n.Y-y); d < near && counts(n) {
			best, near, ok = n, d, true
		}
	}
	return best, ok
}

// isIn returns a function that reports whether a node is in a place.
func (h *House) isIn(place int) func(Node) bool {
	return func(n Node) bool {
		p, in := h.Place(n.Place)
		return in && p.ID == place
	}
}

// NodeIn returns the node of a place that is nearest to its middle; false when there is none.
func (h *House) NodeIn(place int) (best Node, ok bool) {
	if p, found := h.Place(place); found {
		return h.nearest(p.X, p.Y, h.isIn(p.ID))
	}
	return best, false
}

// Path returns the shortest way between two nodes (by Dijkstra's algorithm). The error is
// not_found when the ways of robots do not connect them.
func (h *House) Path(from, to int) (Way, error) {
	index := map[int]int{}
	for i, n := range h.Nodes {
		index[n.ID] = i
	}
	cost, before, done := make([]float64, len(h.Nodes)), make([]int, len(h.Nodes)), make([]bool, len(h.Nodes))
	for i := range cost {
		cost[i], before[i] = math.Inf(1), -1
	}
	cost[index[from]] = 0
	for {
		at := -1
		for i := range cost {
			if !done[i] && !math.IsInf(cost[i], 1) && (at < 0 || cost[i] < cost[at]) {
				at = i
			}
		}
		if at < 0 {
			return Way{}, fault.New(fault.NotFound, "no way that robots drove leads from node %d to node %d", from, to).About("house", h.ID)
		}
		if h.Nodes[at].ID == to {
			return h.way(before, at, cost[at]), nil
		}
		done[at] = true
		for _, l := range h.Nodes[at].Links {
			k := index[l]
			if d := cost[at] + math.Hypot(h.Nodes[at].X-h.Nodes[k].X, h.Nodes[at].Y-h.Nodes[k].Y); d < cost[k]-1e-9 {
				cost[k], before[k] = d, at
			}
		}
	}
}

// way returns the way to the node at index end; before has, for each node, the index of the
// one before it, -1 where it begins.
func (h *House) way(before []int, end int, metres float64) Way {
	w := Way{Metres: millimetres(metres), Rooms: []words.Key{}}
	var nodes []Node // from the end
	for i := end; i >= 0; i = before[i] {
		nodes = append(nodes, h.Nodes[i])
	}
	last := 0
	for _, n := range slices.Backward(nodes) {
		w.Corner = append(w.Corner, Corner{n.ID, n.X, n.Y})
		if p, ok := h.Place(n.Place); ok && p.ID != last {
			w.Rooms, last = append(w.Rooms, p.Type), p.ID
		}
	}
	return w
}

// feature is a feature of GeoJSON.
type feature struct {
	Type       string         `json:"type"`
	Properties map[string]any `json:"properties"`
	Geometry   struct {
		Type        string `json:"type"`
		Coordinates any    `json:"coordinates"`
	} `json:"geometry"`
}

// Nav2 returns the ways of the house as a graph for the Route Server of Nav2: GeoJSON with a
// Point for each node and a MultiLineString for each direction of a link, in the frame "map",
// which is that of the house.
func (h *House) Nav2() ([]byte, error) {
	out := struct {
		Type     string    `json:"type"`
		Name     string    `json:"name"`
		Features []feature `json:"features"`
	}{Type: "FeatureCollection", Name: h.ID, Features: []feature{}}
	at := map[int]Node{}
	for _, n := range h.Nodes {
		at[n.ID] = n
		f := feature{Type: "Feature", Properties: map[string]any{"id": n.ID, "frame": "map"}}
		if p, ok := h.Place(n.Place); ok {
			f.Properties["metadata"] = map[string]any{"room": p.Type, "place": p.ID}
		}
		f.Geometry.Type, f.Geometry.Coordinates = "Point", [2]float64{n.X, n.Y}
		out.Features = append(out.Features, f)
	}
	edge := h.Next.Node // ids of edges follow those of nodes
	for _, n := range h.Nodes {
		for _, to := range n.Links {
			f := feature{Type: "Feature", Properties: map[string]any{"id": edge, "startid": n.ID, "endid": to}}
			f.Geometry.Type, f.Geometry.Coordinates = "MultiLineString", [][][2]float64{{{n.X, n.Y}, {at[to].X, at[to].Y}}}
			out.Features = append(out.Features, f)
			edge++
		}
	}
	return json.Marshal(out)
}
