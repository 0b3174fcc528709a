package world

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
)

// Plan says what kind of house to make. Its zero value draws everything from
// the seed.
type Plan struct {
	// Rooms is the number of rooms, the hallway counted, from 3 to 8; numbers
	// outside are moved to the nearest end. 0 draws it from the seed.
	Rooms int
	// Large makes rooms 1.4 to 2.1 times as wide and as long, by a factor drawn
	// from the seed, as in the houses of ProcTHOR; otherwise they are those of a flat.
	Large bool
}

// Bounds of how much wider and longer large rooms are.
const (
	leastLarge = 1.4
	mostLarge  = 2.1
)

// Bounds of Plan.Rooms.
const (
	minRooms = 3
	maxRooms = 8
)

// patience is how many drafts are drawn before giving up. Between a sixth and
// a half of the drafts pass, depending on the number of rooms.
const patience = 300

// Generate makes a furnished house that follows the plan: the same seed gives the
// same house, byte for byte once encoded. Every room can be reached by a disc of
// 0.18 m from the start pose in the house's metadata. Drafts that a person or a
// robot could not live in are thrown away and drawn again from the next sub-seed.
// Were none of 300 to pass, it gives an unfurnished house of the same number of
// rooms, so that it always ends.
func (p Plan) Generate(seed uint64) *House {
	rooms := p.rooms(newDice(seed, 0))
	h := firstGood(patience, func(try uint64) (*House, bool) { return p.draft(newDice(seed, try), rooms) })
	if h == nil {
		h = shell(newDice(seed, 0), rooms)
	}
	h.ID = fmt.Sprintf("gen-%d", seed)
	if p.Large {
		h.ID = fmt.Sprintf("large-%d", seed)
	}
	return h
}

// firstGood gives the first house that passes among the tries from 1 to most,
// or nil.
func firstGood(most uint64, draw func(try uint64) (*House, bool)) *House {
	for try := uint64(1); try <= most; try++ {
		if h, ok := draw(try); ok {
			return h
		}
	}
	return nil
}

// shell builds an unfurnished house: a living room with every other room in a
// row beside it, each with a door to it.
func shell(d *dice, rooms int) *House {
	const wide, deep = 30, 40 // dm
	s := &sketch{types: roomTypes(d, rooms)}
	s.blocks = append(s.blocks, block{livingRoom, 0, 0, wide * (rooms - 1), deep})
	for i, r := range s.others() {
		s.blocks = append(s.blocks, block{r, i * wide, deep, (i + 1) * wide, 2 * deep})
	}
	plan := newFloorplan(s)
	links, _ := plan.link(d)
	h := &House{Source: "navsim", Schema: "1.0.0"}
	plan.build(h, links, 2.7)
	h.Metadata.Agent.Position = Vec{wide / 20.0, agentHeight, deep / 20.0}
	return h
}

// rooms is the number of rooms to draw.
func (p Plan) rooms(d *dice) int {
	if p.Rooms == 0 {
		return d.between(minRooms, maxRooms)
	}
	return min(max(p.Rooms, minRooms), maxRooms)
}

// draft draws one house from the outside in: rooms, doors, furniture, the
// small things, a start. It gives up, with ok false, as soon as a step fails.
func (p Plan) draft(d *dice, rooms int) (h *House, ok bool) {
	sk, ok := newSketch(d, rooms)
	if !ok {
		return nil, false
	}
	if p.Large {
		sk.stretch(d.span(leastLarge, mostLarge))
	}
	plan := newFloorplan(sk)
	links, ok := plan.link(d)
	if !ok {
		return nil, false
	}
	h = &House{Source: "navsim", Schema: "1.0.0"}
	plan.build(h, links, round(d.span(2.6, 3.1), 2))
	for room := range plan.types {
		objects, ok := furnish(d, plan, links, room)
		if !ok {
			return nil, false
		}
		h.Objects = append(h.Objects, objects...)
	}
	return h, settle(d, h)
}

// Encode writes the house as one line of JSON with a newline at the end, in
// the format that Load reads. Equal houses give equal bytes.
func (h *House) Encode(w io.Writer) error {
	if err := json.NewEncoder(w).Encode(h); err != nil {
		return fmt.Errorf("encode house %s: %w", h.ID, err)
	}
	return nil
}

// dice is a random source with the draws that a house needs.
type dice struct{ *rand.Rand }

// newDice is the dice of one try at one seed.
func newDice(seed, try uint64) *dice {
	return &dice{rand.New(rand.NewPCG(seed, try))}
}

// between draws a whole number in [lo, hi].
func (d *dice) between(lo, hi int) int { return lo + d.IntN(hi-lo+1) }

// span draws a number in [lo, hi).
func (d *dice) span(lo, hi float64) float64 { return lo + (hi-lo)*d.Float64() }

// chance is true with probability p.
func (d *dice) chance(p float64) bool { return d.Float64() < p }

// shuffle puts the numbers in a random order, in place.
func (d *dice) shuffle(list []int) {
	d.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// round cuts v to n decimals, which keeps files short and the same on
// machines that fuse multiplications.
func round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}
