package world

import "slices"

// mainPart gives the nodes of the part of the house where the robot lives, in
// the order of the grid: the one that its start pose in the metadata lies in,
// else the largest.
func (m *Map) mainPart() []int {
	var best []int
	seen := make([]bool, len(m.grid.free))
	if start := m.house.Metadata.Agent.Position.floor(); m.Free(start) {
		if n, ok := m.snap(start); ok {
			best = m.grid.flood(n, seen)
		}
	}
	if best == nil {
		best = m.grid.largestPart(seen)
	}
	slices.Sort(best)
	return best
}

// largestPart gives the nodes of the largest connected part of the floor.
func (g *grid) largestPart(seen []bool) (best []int) {
	for n, free := range g.free {
		if !free || seen[n] {
			continue
		}
		if part := g.flood(n, seen); len(part) > len(best) {
			best = part
		}
	}
	return best
}

// flood gives the nodes connected to n and marks them as seen.
func (g *grid) flood(n int, seen []bool) []int {
	part := []int{n}
	seen[n] = true
	for i := 0; i < len(part); i++ {
		for to := range g.neighbours(part[i]) {
			if !seen[to] {
				seen[to] = true
				part = append(part, to)
			}
		}
	}
	return part
}
