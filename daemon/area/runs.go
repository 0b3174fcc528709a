package area

// CellRun is cells beside one another. The cell of column x and row y is the square
// from x·0.25 m to (x+1)·0.25 m ahead of the start, and from y·0.25 m to
// (y+1)·0.25 m to the left of it.
type CellRun struct {
	Y int `json:"y"` // row
	X int `json:"x"` // column of the first
	N int `json:"n"` // how many there are, each in the next column
}

// Runs gives the seen floor and the walls that end it, at most metres from a point in x and
// in y, by rows, then columns. No cell is in both.
func (a *Area) Runs(around Point, metres float64) (floor, walls []CellRun) {
	lo, hi := box(around, metres)
	for y := lo.y; y <= hi.y; y++ {
		for x := lo.x; x <= hi.x; x++ {
			if a.tiles[spot{x >> tileBits, y >> tileBits}] == nil {
				x |= tileSide - 1 // nothing of the tile is known: on to the next
				continue
			}
			switch s := (spot{x, y}); {
			case a.open(s):
				floor = longer(floor, s)
			case a.known(s)&wall != 0:
				walls = longer(walls, s)
			}
		}
	}
	return floor, walls
}

// longer adds a cell to the last run, or begins the next one.
func longer(runs []CellRun, s spot) []CellRun {
	if n := len(runs); n > 0 && runs[n-1].Y == s.y && runs[n-1].X+runs[n-1].N == s.x {
		runs[n-1].N++
		return runs
	}
	return append(runs, CellRun{s.y, s.x, 1})
}
