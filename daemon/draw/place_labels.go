package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/words"
)

// about tells what is known of a group, for the pointer.
func (g group) about() string {
	last := g.places[len(g.places)-1]
	out := g.name() + ", "
	if g.called != "" {
		out += g.kind.OrUnknown() + ", "
	}
	out += g.ids()
	if last.Last != uncounted {
		out += fmt.Sprintf(", steps %d to %d", g.places[0].First, last.Last)
	}
	if objects := clip(strings.Join(last.Objects, ", "), 1, 120); objects != "" {
		out += ": " + objects
	}
	return out
}

// ids says which places a group is and how often they were entered:
// "place 3", "places 3 = 7 · 2 visits".
func (g group) ids() string {
	if len(g.places) == 1 {
		return fmt.Sprintf("place %d · %s", g.places[0].ID, words.Count(g.visits(), "visit"))
	}
	var ids []string
	for i, p := range g.places {
		if i == 4 {
			ids = append(ids, "…")
			break
		}
		ids = append(ids, strconv.Itoa(int(p.ID)))
	}
	return "places " + strings.Join(ids, " = ") + " · " + words.Count(g.visits(), "visit")
}

// middles gives the middle of the dots of each group, and how many there are.
func (s *sheet) middles() (at []spot, n []int) {
	at, n = make([]spot, len(s.graph.groups)), make([]int, len(s.graph.groups))
	for _, d := range s.anchors {
		at[d.group] = at[d.group].plus(d.at.x, d.at.y)
		n[d.group]++
	}
	for i := range at {
		at[i] = spot{at[i].x / float64(n[i]), at[i].y / float64(n[i])}
	}
	return at, n
}

// placeLabels writes the type, and with detail ids and visits, beside the places, the largest
// first, as many as find room.
func (s *sheet) placeLabels() {
	middles, n := s.middles()
	var order []int
	for i := range s.graph.groups {
		if n[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(n[b], n[a]) })
	near := standing(s, 12, func(i int) int { return s.anchors[i].group }) // to put a label beside
	for rank, i := range order {
		if rank >= mostLabels || !s.placeLabel(s.graph.groups[i], middles[i], near[i]) {
			s.legend.seeType(s.graph.groups[i])
		}
	}
}

// placeLabel writes one label, and tells whether there was room for it.
func (s *sheet) placeLabel(g group, middle spot, dots []spot) bool {
	name, ids, high := clip(g.name(), sizeText, 180), "", 17.0
	if s.data.Detail {
		ids, high = g.ids(), 31
	}
	w := math.Max(width(name, sizeText)*1.06, width(ids, sizeSmall)) + 6
	wanted := ring(middle, 24, 48, 72, 100)
	for _, d := range dots {
		r := s.haloRadius()
		wanted = append(wanted, d, d.plus(0, -r/2-14), d.plus(0, r/2+14), d.plus(-w/2-14, 0), d.plus(w/2+14, 0))
	}
	b, ok := s.crowd.best(middle, wanted, w, high)
	if !ok {
		return false
	}
	at := spot{(b.left + b.right) / 2, b.top + 13.5}
	s.write(name, at, style{size: sizeText, fill: g.tint.Ink, anchor: "middle", bold: true, halo: true})
	s.write(ids, at.plus(0, 13.5), style{size: sizeSmall, fill: inkSoft, anchor: "middle", halo: true})
	return true
}
