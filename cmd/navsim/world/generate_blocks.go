package world

import (
	"math"
	"slices"
)

// others gives every room number but the living room's.
func (s *sketch) others() []int {
	var list []int
	for r := 1; r < len(s.types); r++ {
		list = append(list, r)
	}
	return list
}

// sum is the wished area of some rooms, dm².
func (s *sketch) sum(rooms []int) int {
	total := 0
	for _, r := range rooms {
		total += s.want[r]
	}
	return total
}

// share divides the rooms beside a hallway into two sides of about the same
// area. The south side begins with living room and kitchen.
func (s *sketch) share(d *dice) (south, north []int) {
	south = []int{livingRoom, kitchenRoom}
	rest := s.others()[1 : len(s.types)-2]
	d.shuffle(rest)
	for _, r := range rest {
		if len(north) > 0 && s.sum(north)+s.want[r]/2 > s.sum(south) {
			south = append(south, r)
			continue
		}
		north = append(north, r)
	}
	return south, north
}

// strip cuts the area along x into one block per room, each as wide as its
// share of the wished areas but not narrower than usual.
func (s *sketch) strip(rooms []int, area block) bool {
	long, total, left := area.x1-area.x0, s.sum(rooms), area.x1-area.x0
	widths, widest := make([]int, len(rooms)), 0
	for i, r := range rooms {
		widths[i] = max(long*s.want[r]/total, habitOf(s.types[r]).side)
		left -= widths[i]
		if widths[i] > widths[widest] {
			widest = i
		}
	}
	widths[widest] += left
	x := area.x0
	for i, r := range rooms {
		s.blocks = append(s.blocks, block{r, x, area.z0, x + widths[i], area.z1})
		x += widths[i]
	}
	return widths[widest] >= habitOf(s.types[rooms[widest]]).side
}

// nook keeps only the part of a long bathroom that lies at the hallway, whose
// far side is at z, and gives the rest to a bedroom beside it.
func (s *sketch) nook(d *dice, z int) {
	for i, b := range s.blocks {
		keep := d.between(24, 29)
		if s.types[b.room] != bathroom || b.z0 != z || b.z1-b.z0 < keep+13 || (b.x1-b.x0)*keep < 480 {
			continue
		}
		for _, o := range s.blocks {
			if s.types[o.room] == bedroom && o.z0 == z && (o.x1 == b.x0 || o.x0 == b.x1) {
				s.blocks[i].z1 = b.z0 + keep
				s.blocks = append(s.blocks, block{o.room, b.x0, b.z0 + keep, b.x1, b.z1})
				return
			}
		}
	}
}

// jog moves the outer walls of some rooms inward, so that not every house is a
// plain box. The outer walls lie at 0 and top.
func (s *sketch) jog(d *dice, top int) {
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.room == livingRoom || s.types[b.room] == hallway || !d.chance(0.3) {
			continue
		}
		by := d.between(4, 10)
		least := int(100 * habitOf(s.types[b.room]).lo * 0.85)
		if b.area()-by*(b.x1-b.x0) < least || s.pieces(b.room) > 1 {
			continue
		}
		if b.z0 == 0 {
			b.z0 += by
		}
		if b.z1 == top {
			b.z1 -= by
		}
	}
}

// pieces counts the blocks of a room.
func (s *sketch) pieces(room int) int {
	n := 0
	for _, b := range s.blocks {
		if b.room == room {
			n++
		}
	}
	return n
}

// usual reports whether every room has a usual size and shape.
func (s *sketch) usual() bool {
	area := make([]int, len(s.types))
	for _, b := range s.blocks {
		area[b.room] += b.area()
		w, l := min(b.x1-b.x0, b.z1-b.z0), max(b.x1-b.x0, b.z1-b.z0)
		if s.pieces(b.room) == 1 && s.types[b.room] != hallway &&
			(w < habitOf(s.types[b.room]).side || l*5 > w*12) {
			return false
		}
	}
	for r, t := range s.types {
		h := habitOf(t)
		if float64(area[r]) < 80*h.lo || float64(area[r]) > 100*h.most {
			return false
		}
	}
	return true
}

// stretch makes all blocks n times as wide and as long.
func (s *sketch) stretch(by float64) {
	to := func(dm int) int { return int(math.Round(float64(dm) * by)) }
	for i, b := range s.blocks {
		s.blocks[i] = block{b.room, to(b.x0), to(b.z0), to(b.x1), to(b.z1)}
	}
}

// turn mirrors and turns the whole sketch at random and moves its lowest
// corner to the origin.
func (s *sketch) turn(d *dice) {
	flipX, flipZ, swap := d.chance(0.5), d.chance(0.5), d.chance(0.5)
	lo := block{x0: 1 << 30, z0: 1 << 30}
	for i, b := range s.blocks {
		if flipX {
			b.x0, b.x1 = -b.x1, -b.x0
		}
		if flipZ {
			b.z0, b.z1 = -b.z1, -b.z0
		}
		if swap {
			b.x0, b.x1, b.z0, b.z1 = b.z0, b.z1, b.x0, b.x1
		}
		lo.x0, lo.z0 = min(lo.x0, b.x0), min(lo.z0, b.z0)
		s.blocks[i] = b
	}
	for i := range s.blocks {
		b := &s.blocks[i]
		b.x0, b.x1, b.z0, b.z1 = b.x0-lo.x0, b.x1-lo.x0, b.z0-lo.z0, b.z1-lo.z0
	}
}

// lines gives the sorted coordinates at which blocks begin or end.
func (s *sketch) lines() (xs, zs []int) {
	for _, b := range s.blocks {
		xs, zs = append(xs, b.x0, b.x1), append(zs, b.z0, b.z1)
	}
	slices.Sort(xs)
	slices.Sort(zs)
	return slices.Compact(xs), slices.Compact(zs)
}
