package area

import (
	"slices"
	"strings"
)

// draw shows what an area knows, row by row from the far left: see the package
// comment; rooms adds the first letter of the room that has most votes.
func (a *Area) draw(robot Point) string {
	var lo, hi spot
	first := true
	for k := range a.tiles {
		for y := range tileSide {
			for x := range tileSide {
				s := spot{k.x<<tileBits + x, k.y<<tileBits + y}
				if a.known(s) == 0 {
					continue
				}
				if first {
					lo, hi, first = s, s, false
				}
				lo, hi = spot{min(lo.x, s.x), min(lo.y, s.y)}, spot{max(hi.x, s.x), max(hi.y, s.y)}
			}
		}
	}
	w := a.Ways(robot)
	var lines []string
	for x := hi.x; x >= lo.x; x-- { // ahead is up
		line := ""
		for y := hi.y; y >= lo.y; y-- { // left is left
			s := spot{x, y}
			switch k := a.known(s); {
			case s == spotOf(robot):
				line += "@"
			case a.open(s) && slices.Contains(w.edges, s):
				line += "+"
			case a.open(s):
				line += "."
			case k&wall != 0:
				line += "#"
			default:
				line += " "
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n") + "\n"
}
