package world

import (
	"math"
	"math/rand/v2"
	"slices"
)

// around is how much floor stays free around a thing that was put down: a robot can
// pass on every side. Metres.
const around = 2*Radius + 0.04

// Moved gives the map of a copy of the house in which people have moved things into
// other rooms: so great a share, 0 to 1, of what they move about. Chairs and the like
// go to free floor, small things that nothing hides onto furniture; a thing without a
// place in another room stays. Ids stay, and nothing is put where one of the robots
// stands. The same seed moves the same things to the same places.
func (m *Map) Moved(share float64, seed uint64, robots ...Point) (*Map, error) {
	h := *m.house
	h.Objects = slices.Clone(h.Objects)
	for i := range h.Objects {
		h.Objects[i].Children = slices.Clone(h.Objects[i].Children)
	}
	v := &mover{m: m, h: &h, rng: rand.New(rand.NewPCG(seed, 0x6d6f766564))}
	for _, at := range robots {
		v.taken = append(v.taken, disc{at, Radius})
	}
	ids := v.movables()
	v.rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for _, id := range ids[:int(math.Round(share*float64(len(ids))))] {
		v.move(id)
	}
	return NewMap(&h)
}

// mover moves the things of a house.
type mover struct {
	m     *Map // before anything was moved
	h     *House
	rng   *rand.Rand
	taken []disc // floor that was free and is no more
}

// disc is a round piece of floor.
type disc struct {
	at     Point
	radius float64 // metres
}

// movables gives the ids of all that people move about.
func (v *mover) movables() (ids []string) {
	for i := range v.h.Objects {
		o := &v.h.Objects[i]
		if movable(o.Type) {
			ids = append(ids, o.ID)
		}
		if hides(o.Type) {
			continue
		}
		for _, c := range o.Children {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// movable reports whether people move furniture of this type about.
func movable(objectType string) bool {
	switch objectType {
	case "ArmChair", "BaseballBat", "BasketBall", "Boots", "Box", "Cart", "Chair", "DogBed", "FloorLamp", "GarbageBag", "GarbageCan",
		"HousePlant", "LaundryHamper", "Plunger", "SideTable", "Stool":
		return true
	}
	return false
}

// move puts a thing elsewhere, with all that lies on it.
func (v *mover) move(id string) {
	for i := range v.h.Objects {
		o := &v.h.Objects[i]
		if o.ID == id {
			v.putDown(o)
			return
		}
		if k := slices.IndexFunc(o.Children, func(c Object) bool { return c.ID == id }); k >= 0 {
			v.layOn(o, k)
			return
		}
	}
}

// putDown moves furniture to free floor of another room.
func (v *mover) putDown(o *Object) {
	d := disc{radius: math.Hypot(o.Size.X, o.Size.Z) / 2}
	var spots []Point
	for i := range v.h.Rooms {
		if r := &v.h.Rooms[i]; r.ID != v.m.roomID(o.Centre()) {
			for _, p := range v.m.CellsIn(r) {
				if d.at = p; v.hasRoom(d) {
					spots = append(spots, p)
				}
			}
		}
	}
	if len(spots) == 0 {
		return
	}
	d.at = spots[v.rng.IntN(len(spots))]
	v.taken = append(v.taken, d)
	o.shift(d.at.Sub(o.Centre()), 0)
}

// hasRoom reports whether a thing fits on free floor with room around it.
func (v *mover) hasRoom(d disc) bool {
	return v.m.grid.clearance(d.at) >= min(d.radius+around, farClear) &&
		!slices.ContainsFunc(v.taken, func(t disc) bool { return t.at.Dist(d.at) < t.radius+d.radius+around })
}

// layOn moves a thing that lies on furniture onto furniture in another room.
func (v *mover) layOn(from *Object, k int) {
	var onto []*Object
	for i := range v.h.Objects {
		o := &v.h.Objects[i]
		if room := v.m.roomID(o.Centre()); room != "" && room != v.m.roomID(from.Centre()) && carries(o.Type) {
			onto = append(onto, o)
		}
	}
	if len(onto) == 0 {
		return
	}
	thing, to := from.Children[k], onto[v.rng.IntN(len(onto))]
	from.Children = slices.Delete(from.Children, k, k+1)
	thing.Children = slices.Clone(thing.Children)
	ax, az := to.axes()
	at := to.Centre().Add(ax.Scale(to.Size.X * (0.7*v.rng.Float64() - 0.35))).Add(az.Scale(to.Size.Z * (0.7*v.rng.Float64() - 0.35)))
	top := to.Position.Y + to.Size.Y/2
	thing.shift(at.Sub(thing.Centre()), top+thing.Size.Y/2-thing.Position.Y)
	to.Children = append(to.Children, thing)
}

// carries reports whether small things lie on this type of furniture.
func carries(objectType string) bool {
	return slices.ContainsFunc(surfaces[:], func(s surface) bool { return s.typ == objectType })
}

// shift moves an object with all that lies on it.
func (o *Object) shift(by Point, up float64) {
	o.Position = Vec{round(o.Position.X+by.X, 3), round(o.Position.Y+up, 3), round(o.Position.Z+by.Z, 3)}
	for i := range o.Children {
		o.Children[i].shift(by, up)
	}
}
