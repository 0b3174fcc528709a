package world

import "slices"

// targetTypes lists the object types that robots are sent to.
var targetTypes = [...]string{
	"AlarmClock", "Apple", "ArmChair", "BaseballBat", "BasketBall", "Bed", "Bowl", "Chair", "GarbageCan",
	"HousePlant", "Laptop", "Mug", "Sofa", "SprayBottle", "Television", "Toilet", "Vase",
}

// Limits of a livable house, in metres and m².
const (
	leastTargets = 6
	leastFloor   = 0.8  // reachable floor per room
	mostSealed   = 0.4  // free floor that cannot be reached, whole house
	nearPiece    = 0.7  // from every piece of furniture to reachable floor
	nearThing    = 0.9  // from every small target to reachable floor
	startClear   = 0.35 // around the start
)

// settle walks through the finished house like the robot and chooses its start
// pose. It takes away small targets out of reach, and fails when a room or a
// piece of furniture is out of reach.
func settle(d *dice, h *House) bool {
	m, err := NewMap(h)
	if err != nil {
		return false
	}
	walk, ok := m.walkable()
	if !ok {
		return false
	}
	for i := range h.Objects {
		o := &h.Objects[i]
		room := walk[slices.IndexFunc(h.Rooms, func(r Room) bool { return inside(o.Centre(), r.Floor) })]
		if !hangs(o.Type) && !near(o, room, nearPiece) {
			return false
		}
		o.Children = slices.DeleteFunc(o.Children, func(c Object) bool {
			return slices.Contains(targetTypes[:], c.Type) && !near(&c, room, nearThing)
		})
		if len(o.Children) == 0 {
			o.Children = nil
		}
	}
	return h.targets() >= leastTargets && start(d, h, m, walk)
}

// walkable gives the reachable nodes of each room. It fails when a room has
// too few of them, or too much free floor is sealed off.
func (m *Map) walkable() (walk [][]Point, ok bool) {
	sealed := -len(m.home)
	for _, free := range m.grid.free {
		if free {
			sealed++
		}
	}
	const node = nodePitch * nodePitch
	for i := range m.house.Rooms {
		list := m.CellsIn(&m.house.Rooms[i])
		if float64(len(list))*node < leastFloor {
			return nil, false
		}
		walk = append(walk, list)
	}
	return walk, float64(sealed)*node <= mostSealed
}

// near reports whether an object is within n metres of any place.
func near(o *Object, places []Point, metres float64) bool {
	return slices.ContainsFunc(places, func(p Point) bool { return o.Dist(p) <= metres })
}

// targets counts the target types in the house.
func (h *House) targets() int {
	n := 0
	for _, t := range targetTypes {
		for o, hidden := range h.All() {
			if o.Type == t && !hidden {
				n++
				break
			}
		}
	}
	return n
}

// agentHeight is the height of the agent's centre in the format, in metres.
const agentHeight = 0.95

// start chooses where the robot begins, with some space around it.
func start(d *dice, h *House, m *Map, walk [][]Point) bool {
	room := walk[d.IntN(len(walk))]
	for range 100 {
		p := room[d.IntN(len(room))]
		if m.grid.clearance(p) < startClear {
			continue
		}
		h.Metadata.Agent.Position = Vec{p.X, agentHeight, p.Z}
		h.Metadata.Agent.Rotation = Vec{Y: float64(30 * d.IntN(12))}
		return true
	}
	return false
}
