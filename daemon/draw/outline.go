package draw

import (
	"cmp"
	"sort"
)

// A square is a cell of the seen area by column and row.
type square struct{ x, y int }

// ground is what is known of a square; the zero value is one that nobody saw.
type ground uint8

const (
	seenFloor ground = 1 + iota
	seenWall
)

// A side is the side of a square that begins at its corner from and goes on in
// one of the four directions of ahead. The square lies to its left.
type side struct {
	from square // a corner: that of a square with the lowest x and y has its name
	dir  int
}

// ahead are the directions of sides: along x, along y, and back.
var ahead = [4]square{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// sidesOf are the four sides of a square, each with the square beyond it.
func sidesOf(s square) (sides [4]side, beyond [4]square) {
	sides = [4]side{{s, 0}, {square{s.x + 1, s.y}, 1}, {square{s.x + 1, s.y + 1}, 2}, {square{s.x, s.y + 1}, 3}}
	return sides, [4]square{{s.x, s.y - 1}, {s.x + 1, s.y}, {s.x, s.y + 1}, {s.x - 1, s.y}}
}

func (s side) end() square { return square{s.from.x + ahead[s.dir].x, s.from.y + ahead[s.dir].y} }

// chains joins sides end to end into lines, of which it gives the corners alone:
// one that closes begins and ends with the same corner. Where two lines meet at a
// corner each turns left, so that they do not cross.
func chains(sides []side) (lines [][]square) {
	sort.Slice(sides, func(i, j int) bool {
		a, b := sides[i], sides[j]
		return cmp.Or(cmp.Compare(a.from.y, b.from.y), cmp.Compare(a.from.x, b.from.x), cmp.Compare(a.dir, b.dir)) < 0
	})
	free, into := map[side]bool{}, map[square]bool{}
	for _, s := range sides {
		free[s], into[s.end()] = true, true
	}
	for _, begins := range []bool{true, false} { // lines with an end first, then those that close
		for _, s := range sides {
			if free[s] && !(begins && into[s.from]) {
				lines = append(lines, chain(s, free))
			}
		}
	}
	return lines
}

// chain follows a line from one of its sides on, which are free no more.
func chain(s side, free map[side]bool) []square {
	line := []square{s.from}
	for {
		delete(free, s)
		next, found := side{from: s.end()}, false
		for _, turn := range []int{1, 0, 3} { // left, straight, right
			if next.dir = (s.dir + turn) % 4; free[next] {
				found = true
				break
			}
		}
		if !found {
			return append(line, s.end())
		}
		if next.dir != s.dir {
			line = append(line, next.from)
		}
		s = next
	}
}
