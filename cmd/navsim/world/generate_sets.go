package world

// lounge places a sofa that looks at a television, with a coffee table between
// them and an armchair or a lamp beside. Where that finds no place, sofa and
// television stand apart.
func (f *furnisher) lounge(name string) bool {
	stand, sofa := kindOf("TVStand"), kindOf(name)
	if f.area < 20 && f.d.chance(0.6) {
		sofa = kindOf("Loveseat")
	}
	standSize, sofaSize := stand.size(f.d), sofa.size(f.d)
	for range 2 * attempts {
		e := f.anyEdge()
		if e.length() < sofaSize.X+0.2 {
			continue
		}
		s := e.spot(f.d.span(sofaSize.X/2+0.1, e.length()-sofaSize.X/2-0.1), standSize)
		gap, ok := f.viewing(s, standSize.Z, sofaSize.Z)
		seat := s.moved(standSize.Z/2+gap+sofaSize.Z/2, 0).facingBack()
		before := *f
		if !ok || !f.put(sofa, sofaSize, seat) || !f.put(stand, standSize, s) {
			*f = before
			continue
		}
		f.screen("Television")
		f.beside(seat, sofaSize, gap)
		return true
	}
	return f.byWall(name) && f.watching("Television")
}

// viewing chooses the distance between a television stand and a sofa: the sofa
// goes to the far wall unless that is too far, and then leaves a way behind.
func (f *furnisher) viewing(s spot, standDeep, sofaDeep float64) (gap float64, ok bool) {
	free := f.depth(s) - standDeep/2 - sofaDeep - backGap
	switch {
	case free < 1.5:
		return 0, false
	case free < 3:
		return free - 0.08, true
	}
	gap = f.d.span(1.9, 2.6)
	return gap, free-gap > 0.8
}

// beside puts a coffee table before a sofa, and one or two things around.
func (f *furnisher) beside(seat spot, sofa Vec, gap float64) {
	table := kindOf("CoffeeTable")
	size := table.size(f.d)
	middle := seat.moved(sofa.Z/2+0.35+size.Z/2, 0)
	if gap > 0.35+size.Z+0.55 && f.d.chance(0.85) {
		f.force(table, size, middle)
	}
	away := f.side()
	if arm := kindOf("ArmChair"); f.d.chance(0.55) {
		armSize := arm.size(f.d)
		out := (size.X+armSize.Z)/2 + 0.45
		at := middle.moved(0, -away*out).turned()
		if away < 0 {
			at = at.facingBack()
		}
		f.put(arm, armSize, at)
	}
	small := kindOf([]string{"FloorLamp", "SideTable", "HousePlant"}[f.d.IntN(3)])
	smallSize := small.size(f.d)
	back := (smallSize.Z - sofa.Z) / 2
	f.put(small, smallSize, seat.moved(back, away*((sofa.X+smallSize.X)/2+sideGap)))
}

// side is 1 or -1.
func (f *furnisher) side() float64 { return float64(1 - 2*f.d.IntN(2)) }

// force places a piece on floor that other furniture keeps free for walking,
// if nothing stands there.
func (f *furnisher) force(k kind, size Vec, s spot) bool {
	b := s.box(size)
	if !f.within(b) || f.blocked(b) || anyOverlaps(b, f.doors) {
		return false
	}
	f.solids = append(f.solids, standing{b, size.Y})
	f.add(k, size, Vec{X: s.at.X, Z: s.at.Z}, s.yaw())
	return true
}

// watching puts a television of a model on a stand at a wall.
func (f *furnisher) watching(name string) bool {
	if !f.byWall("TVStand") {
		return false
	}
	f.screen(name)
	return true
}

// screen puts a television on the piece placed last.
func (f *furnisher) screen(name string) {
	o := &f.objects[len(f.objects)-1]
	k := kindOf(name)
	size := k.size(f.d)
	f.stand(o, k.sized(size), Vec{Y: o.Size.Y / 2, Z: -0.05}, 0)
}

// dining places a table, off the walls or with one end at a wall, with chairs
// around it.
func (f *furnisher) dining(name string) bool {
	k := kindOf(name)
	size := k.size(f.d)
	around := Vec{X: size.X, Z: size.Z + 1.15}
	b := boxOf(f.floor...)
	for range 3 * attempts {
		at := Point{round(f.d.span(b.min.X, b.max.X), 2), round(f.d.span(b.min.Z, b.max.Z), 2)}
		s := spot{at, Point{0, 1}, Point{1, 0}}
		if f.d.chance(0.5) {
			s = s.turned()
		}
		if f.d.chance(0.4) {
			e := f.anyEdge() // one end at the wall
			s = e.spot(f.d.span(0, e.length()), Vec{Z: size.X}).turned()
		}
		before := *f
		b := s.box(around)
		if f.within(b) && !f.blocked(b) && f.put(k, size, s) && f.chairs(s, size) > 0 {
			return true
		}
		*f = before
	}
	return false
}

// chairs places chairs at both sides of a table, and sometimes at an end, and
// gives how many found room.
func (f *furnisher) chairs(s spot, table Vec) int {
	before := len(f.objects)
	k := kindOf("Chair")
	size := k.size(f.d)
	out := (table.Z+size.Z)/2 + 0.03
	row := max(1, int(table.X/0.65))
	for i := range row {
		along := (float64(i) - float64(row-1)/2) * table.X / float64(row)
		for _, way := range []float64{1, -1} {
			if f.d.chance(0.85) {
				f.seat(k, size, s.moved(way*out, along), way)
			}
		}
	}
	if q := s.turned(); f.d.chance(0.3) {
		way := f.side()
		f.seat(k, size, q.moved(way*((table.X+size.Z)/2+0.03), 0), way)
	}
	return len(f.objects) - before
}

// seat places a chair on the way side of a table so that it looks at it.
func (f *furnisher) seat(k kind, size Vec, s spot, way float64) {
	if way > 0 {
		s = s.facingBack()
	}
	if !anyOverlaps(s.box(size), f.kept) {
		f.force(k, size, s)
	}
}

// sleeping places a bed with its head at a wall, pillows, and side tables.
func (f *furnisher) sleeping(name string) bool {
	k := kindOf(name)
	if f.area < 12 && f.d.chance(0.6) || f.d.chance(0.15) {
		k = kindOf("Single_Bed")
	}
	size := k.size(f.d)
	s, ok := f.search(k.sized(size), func(e edge, v Vec) float64 {
		if free := e.length() - v.X; free > 1.4 && f.d.chance(0.7) {
			return v.X/2 + 0.6 + f.d.span(0, free-1.2)
		}
		return v.X/2 + backGap
	})
	if !ok {
		return false
	}
	bed := &f.objects[len(f.objects)-1]
	f.pillows(bed)
	side := kindOf("SideTable")
	for _, way := range []float64{-1, 1} {
		if v := side.size(f.d); f.d.chance(0.8) {
			f.put(side, v, s.moved((v.Z-bed.Size.Z)/2, way*((bed.Size.X+v.X)/2+sideGap)))
		}
	}
	return true
}

// pillows puts one or two pillows at the head of a bed.
func (f *furnisher) pillows(bed *Object) {
	k := kindOf("Pillow")
	head := Vec{Y: bed.Size.Y * (bedTop - 0.5), Z: -0.36 * bed.Size.Z}
	if bed.Size.X < 1.3 {
		f.stand(bed, k.sized(k.size(f.d)), head, 0)
		return
	}
	for _, way := range []float64{-1, 1} {
		head.X = way * bed.Size.X / 4
		turn := f.d.span(-6, 6)
		f.stand(bed, k.sized(k.size(f.d)), head, turn)
	}
}

// atDesk places a desk at a wall with a chair before it.
func (f *furnisher) atDesk(name string) bool {
	k, chair, before := kindOf(name), kindOf("Chair"), *f
	s, ok := f.search(k, func(e edge, v Vec) float64 {
		return f.d.span(v.X/2, max(e.length()-v.X/2, v.X/2))
	})
	if !ok {
		return false
	}
	deep, size := f.objects[len(f.objects)-1].Size.Z, chair.size(f.d)
	if !f.force(chair, size, s.moved((deep+size.Z)/2+0.04, 0).facingBack()) {
		*f = before
		return false
	}
	return true
}

// counters places a counter along a wall and the fridge beside it.
func (f *furnisher) counters(name string) bool {
	k := kindOf(name)
	k.w = f.d.span(1.7, 2.8)
	s, ok := f.search(k, func(e edge, v Vec) float64 {
		return f.d.span(v.X/2+backGap, e.length()-v.X/2-backGap)
	})
	if !ok {
		return false
	}
	counter := f.objects[len(f.objects)-1].Size
	fridge := kindOf("Fridge")
	size := fridge.size(f.d)
	for _, way := range []float64{f.side(), 1, -1} {
		out := way * ((counter.X+size.X)/2 + sideGap)
		if f.put(fridge, size, s.moved((size.Z-counter.Z)/2, out)) {
			return true
		}
	}
	return f.byWall("Fridge")
}
