package world

import "slices"

// Room types of the format.
const (
	living   = "LivingRoom"
	kitchen  = "Kitchen"
	bedroom  = "Bedroom"
	bathroom = "Bathroom"
	hallway  = "Hallway"
)

// Room numbers that every home with them shares.
const (
	livingRoom  = 0
	kitchenRoom = 1
)

// A sketch is the floor cut into blocks, in whole decimetres. A room is one
// block or several that touch, so L-shaped rooms cost nothing.
type sketch struct {
	types  []string // room type by room number; the first is the living room
	want   []int    // wished area by room number, dm²
	blocks []block
}

// block is a rectangle of floor that belongs to one room, in decimetres.
type block struct{ room, x0, z0, x1, z1 int }

// area is the block's floor, dm².
func (b block) area() int { return (b.x1 - b.x0) * (b.z1 - b.z0) }

// habit is what is usual for a room type: wished areas in m², the least side
// of a block in dm, and the area in m² beyond which a room looks empty.
type habit struct {
	lo, hi float64
	side   int
	most   float64
}

// habitOf gives the habit of a room type.
func habitOf(roomType string) habit {
	switch roomType {
	case living:
		return habit{21, 34, 34, 48}
	case kitchen:
		return habit{12, 19, 26, 27}
	case bedroom:
		return habit{11, 18, 27, 27}
	case bathroom:
		return habit{5.5, 9, 20, 14}
	}
	return habit{3, 12, 13, 32}
}

// roomTypes draws which rooms a home of n rooms has. The first is the living
// room; a hallway, if any, is the last.
func roomTypes(d *dice, n int) []string {
	if n == 3 {
		return [][]string{
			{living, kitchen, bedroom}, {living, kitchen, bathroom}, {living, bedroom, bathroom},
		}[d.IntN(3)]
	}
	home := []string{living, kitchen, bedroom, bathroom}
	if n == 4 {
		return home
	}
	if n == 5 && d.chance(0.5) {
		return append(home, bedroom)
	}
	third := bedroom
	if d.chance(0.4) {
		third = bathroom
	}
	extra := []string{bedroom, third, bedroom}
	return append(append(home, extra[:n-5]...), hallway)
}

// newSketch draws rooms and cuts the floor. Not every draw fits.
func newSketch(d *dice, rooms int) (*sketch, bool) {
	s := &sketch{types: roomTypes(d, rooms)}
	for _, t := range s.types {
		h := habitOf(t)
		s.want = append(s.want, int(100*d.span(h.lo, h.hi)))
	}
	fits := false
	switch {
	case s.types[rooms-1] == hallway:
		fits = s.alongHall(d)
	case rooms == 3 || rooms == 4 && d.chance(0.5):
		fits = s.besideLiving(d)
	default:
		fits = s.twoStrips(d)
	}
	if !fits || !s.usual() {
		return nil, false
	}
	s.turn(d)
	return s, true
}

// besideLiving puts the living room along the whole length of the house and
// every other room on one side of it.
func (s *sketch) besideLiving(d *dice) bool {
	depth := d.between(32, 44)
	others := s.others()
	d.shuffle(others)
	long := s.sum(others) / depth
	width := max(s.want[livingRoom]/long, 36)
	s.blocks = append(s.blocks, block{livingRoom, 0, 0, long, width})
	return s.strip(others, block{0, 0, width, long, width + depth})
}

// twoStrips puts living room and kitchen on one side, the other rooms on the
// other, without a hallway: all of them open to the living room.
func (s *sketch) twoStrips(d *dice) bool {
	south, north := []int{livingRoom, kitchenRoom}, s.others()[1:]
	d.shuffle(north)
	front, back := d.between(40, 54), d.between(32, 40)
	long := (s.sum(south)/front + s.sum(north)/back) / 2
	ok := s.strip(south, block{0, 0, 0, long, front}) &&
		s.strip(north, block{0, 0, front, long, front + back})
	s.jog(d, front+back)
	return ok
}

// alongHall puts a hallway between two strips of rooms. The hallway may have a
// leg to the front door, or end where the living room widens.
func (s *sketch) alongHall(d *dice) bool {
	hall := len(s.types) - 1
	south, north := s.share(d)
	if d.chance(0.4) {
		s.want[hall] = 10 * d.between(60, 80) // the leg, some 1.5 m wide
		south = slices.Insert(south, 1, hall)
	}
	front, width, back := d.between(38, 50), d.between(14, 19), d.between(34, 44)
	long := (s.sum(south)/front + s.sum(north)/back) / 2
	top := front + width + back
	if !s.strip(south, block{0, 0, 0, long, front}) ||
		!s.strip(north, block{0, 0, front + width, long, top}) {
		return false
	}
	from := 0
	if d.chance(0.4) {
		from = s.blocks[0].x1
		s.blocks = append(s.blocks, block{livingRoom, 0, front, from, front + width})
	}
	s.blocks = append(s.blocks, block{hall, from, front, long, front + width})
	s.nook(d, front+width)
	s.jog(d, top)
	return true
}
