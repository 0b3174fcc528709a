package area

// Patch is what was known of a part of an area.
type Patch struct {
	lo, hi spot           // its tiles, both included
	tiles  map[spot]*tile // copies of those that were known
}

// Patch copies the part that a scan at a point can change, so that the scan can be undone.
func (a *Area) Patch(at Point) Patch {
	lo, hi := box(at, scanReach)
	p := Patch{spot{lo.x >> tileBits, lo.y >> tileBits}, spot{hi.x >> tileBits, hi.y >> tileBits}, map[spot]*tile{}}
	p.each(func(k spot) {
		if t := a.tiles[k]; t != nil {
			p.tiles[k] = new(*t)
		}
	})
	return p
}

// Restore puts a part back as it was.
func (a *Area) Restore(p Patch) {
	a.has = false
	p.each(func(k spot) {
		delete(a.tiles, k)
		if t := p.tiles[k]; t != nil {
			a.tiles[k] = t
		}
	})
}

func (p Patch) each(visit func(spot)) {
	for y := p.lo.y; y <= p.hi.y; y++ {
		for x := p.lo.x; x <= p.hi.x; x++ {
			visit(spot{x, y})
		}
	}
}
