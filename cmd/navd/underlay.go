package main

import (
	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/draw"
)

// underlay puts the house as it really is under the map of a search, in the
// frame of the robot's start.
func underlay(m *draw.MapData, t robot.Task) {
	at := odom(t.Episode.Start)
	h := t.Map.House()
	for _, r := range h.Rooms {
		p := draw.Polygon{Label: world.Label(r.Type)}
		for _, c := range r.Floor {
			p.Corners = append(p.Corners, at(c))
		}
		m.Floor = append(m.Floor, p)
	}
	for _, s := range t.Map.Segments() {
		if s.Stops() {
			m.Walls = append(m.Walls, draw.Line{A: at(s.A), B: at(s.B)})
		}
	}
	standing := map[*world.Object]bool{}
	for i := range h.Objects {
		standing[&h.Objects[i]] = true
	}
	for o, hidden := range h.All() {
		sought := o.Type == t.Episode.Target && !hidden
		if !sought && !(standing[o] && o.Blocks()) {
			continue
		}
		thing := draw.Thing{Label: world.Label(o.Type), Sought: sought}
		for _, c := range o.Footprint() {
			thing.Corners = append(thing.Corners, at(c))
		}
		m.Things = append(m.Things, thing)
	}
}

// odom transforms points of the house into the frame of the robot's start: x ahead, y to
// the left, metres.
func odom(start world.Pose) func(world.Point) draw.Point {
	ahead := world.Heading(start.Yaw)
	return func(p world.Point) draw.Point {
		d := p.Sub(start.Point())
		return draw.Point{X: d.X*ahead.X + d.Z*ahead.Z, Y: d.Z*ahead.X - d.X*ahead.Z}
	}
}
