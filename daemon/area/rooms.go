package area

import (
	"cmp"
	"math"
	"slices"
)

// Share is how much of the floor around a spot belongs to a type of room, by the
// votes of all scans: 0..1.
type Share struct {
	Room  string
	Share float64
}

const (
	drop     = 1.0  // at the frame of a door a ray is this much shorter than the one beside it, metres
	dropRate = 0.1  // and this much more for each metre of the shorter one
	frame    = 0.2  // metres before and behind a door that get no vote
	viewHalf = 15.0 // degrees to each side of a view's heading
	sure     = 2    // votes where the room is certain
	unsure   = 1    // votes where the room is a guess
	doubt    = 0.15 // weight of no room in shares
	nearby   = 3    // votes count within this many cells over seen floor: 0.75 m
)

// opening is what a view looks at: its longest ray, and the rays beside it up to where the
// sight gets shorter suddenly on either side, as at the frame of a door.
type opening struct {
	view     View
	ray      int
	from, to int     // the rays of the opening, to the left
	door     float64 // how far the frame is away, metres; 0: there is none
}

// name has the views vote for the rooms of the cells that their rays go over. In a view of
// the robot's own room, all cells are of that room. In a view of another room, those behind
// the door that its longest ray goes through are of the other room, and those before it of
// the own room; without a door, only the far end is of the other room, as a guess.
func (a *Area) name(f *fan, s Scan) {
	var all []opening
	for _, v := range s.Views {
		if o, ok := f.opening(v); ok && v.Room != "" {
			all = append(all, o)
		}
	}
	own := ownRoom(f, s.Own, all)
	for i, r := range f.rays {
		k := slices.IndexFunc(all, func(o opening) bool { return turned(r.Heading, o.view.Heading) <= viewHalf })
		if k < 0 {
			continue
		}
		o := &all[k]
		switch {
		case o.view.Room == own:
			a.vote(f, i, 0, r.Metres, sure, own)
		case o.door == 0:
			a.vote(f, i, 0, 0.4*r.Metres, unsure, own)
			a.vote(f, i, 0.7*r.Metres, r.Metres, unsure, o.view.Room)
		case f.next(i, -o.from) <= f.next(o.to, -o.from):
			a.vote(f, i, 0, min(o.door-frame, r.Metres), sure, own)
			a.vote(f, i, o.door+frame, r.Metres, sure, o.view.Room)
		default:
			a.vote(f, i, 0, r.Metres, sure, own)
		}
	}
}

// turned is the angle between two headings, degrees, at most 180.
func turned(a, b float64) float64 {
	d := round360(a - b)
	return min(d, 360-d)
}

// opening finds what a view looks at; false when no ray lies in the view.
func (f *fan) opening(v View) (o opening, ok bool) {
	o = opening{view: v, ray: -1}
	for i, r := range f.rays {
		if turned(r.Heading, v.Heading) < viewHalf-1 && (o.ray < 0 || r.Metres > f.rays[o.ray].Metres) {
			o.ray = i
		}
	}
	if o.ray < 0 {
		return o, false
	}
	left, right := 0.0, 0.0
	o.to, left = f.dropAt(o.ray, 1)
	o.from, right = f.dropAt(o.ray, -1)
	if o.door = left + right; left > 0 && right > 0 {
		o.door /= 2
	}
	return o, true
}

// dropAt goes from a ray to one side, over a sixth of the rays at most, until the sight gets
// shorter suddenly. It gives the last ray before that, and the length of the next one;
// without such a place it gives the ray beside, and 0.
func (f *fan) dropAt(ray, side int) (last int, metres float64) {
	for k := 1; k <= len(f.rays)/6; k++ {
		i, j := f.next(ray, side*(k-1)), f.next(ray, side*k)
		if short := f.rays[j].Metres; f.rays[i].Metres-short > drop+dropRate*short {
			return i, short
		}
	}
	return f.next(ray, side), 0
}

// ownRoom is the room that the robot stands in, by a vote: of what it was told, and of the
// views that look through no door, of which near ones count more. Empty: not known.
func ownRoom(f *fan, told string, all []opening) (own string) {
	votes := map[string]float64{}
	if told != "" {
		votes[told] = 2
	}
	for _, o := range all {
		if o.door == 0 {
			votes[o.view.Room] += 1 / (1 + f.rays[o.ray].Metres/3)
		}
	}
	for room, n := range votes {
		if best := votes[own]; n > best || n == best && room < own {
			own = room
		}
	}
	return own
}

// vote gives the cells along a ray, between two distances, votes for a room.
func (a *Area) vote(f *fan, ray int, from, to float64, votes uint8, room string) {
	if to <= from || room == "" {
		return
	}
	number, known := a.room(room)
	if !known {
		return
	}
	heading, last := f.rays[ray].Heading, spot{}
	first := true
	along(f.at.reach(from, heading), f.at.reach(to, heading), func(s spot) bool {
		if first || s != last {
			a.make(s).vote(number, votes)
		}
		first, last = false, s
		return true
	})
}

// maxRooms is the most types of room; further ones get no votes.
const maxRooms = math.MaxUint8

// room gives the number of a type of room.
func (a *Area) room(name string) (number uint8, known bool) {
	i := slices.Index(a.rooms, name)
	if i < 0 {
		if len(a.rooms) == maxRooms {
			return 0, false
		}
		i = len(a.rooms)
		a.rooms = append(a.rooms, name)
	}
	return uint8(i), true
}

// vote counts votes for a room. A cell keeps two rooms; votes for a third are subtracted
// from both (Misra and Gries 1982), so that a room with a majority is never lost.
func (c *cell) vote(room, votes uint8) {
	for i := range c.votes {
		if c.votes[i] > 0 && c.room[i] == room {
			if c.votes[i] > math.MaxUint8-votes {
				c.votes[0], c.votes[1] = c.votes[0]/2, c.votes[1]/2
			}
			c.votes[i] += votes
			return
		}
	}
	for i := range c.votes {
		if c.votes[i] == 0 {
			c.room[i], c.votes[i] = room, votes
			return
		}
	}
	take := min(votes, c.votes[0], c.votes[1])
	c.votes[0], c.votes[1] = c.votes[0]-take, c.votes[1]-take
}

// RoomAt gives the type of room with the most votes at a point, empty without votes.
func (a *Area) RoomAt(p Point) string {
	c := a.of(spotOf(p))
	if c == nil || c.votes == [2]uint8{} {
		return ""
	}
	if c.votes[1] > c.votes[0] {
		return a.rooms[c.room[1]]
	}
	return a.rooms[c.room[0]]
}

// roomsAround gives the shares of rooms in the votes of the seen floor around a cell, the
// largest first, then by name. Each cell counts as one, and near ones count more.
func (a *Area) roomsAround(from spot) (shares []Share) {
	const r, side = nearby, 2*nearby + 1
	var reached [side * side]bool
	var queue [side * side]spot // from the cell
	reached[r*side+r] = true
	sums, all := make([]float64, len(a.rooms)), doubt
	// The cells come in the order of how far they are over seen floor.
	for i, n, far, ring := 0, 1, 0, 1; i < n; i++ {
		if i == ring {
			far, ring = far+1, n
		}
		at := queue[i]
		if c := a.of(from.beside(at)); c != nil {
			sum := float64(c.votes[0]) + float64(c.votes[1])
			near := 1 / (1 + float64(far)*Cell/0.5)
			for k, v := range c.votes {
				if v > 0 {
					sums[c.room[k]] += near * float64(v) / max(sum, sure)
				}
			}
			all += near * min(1, sum/sure)
		}
		for _, d := range sides {
			to := at.beside(d)
			if far == nearby || reached[(to.y+r)*side+to.x+r] || !a.open(from.beside(to)) {
				continue
			}
			reached[(to.y+r)*side+to.x+r] = true
			queue[n] = to
			n++
		}
	}
	for i, v := range sums {
		if v > 0 {
			shares = append(shares, Share{a.rooms[i], v / all})
		}
	}
	slices.SortFunc(shares, func(a, b Share) int { return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Room, b.Room)) })
	return shares
}
