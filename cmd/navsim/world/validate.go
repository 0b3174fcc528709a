package world

import (
	"fmt"
	"math"
	"slices"

	"navd/daemon/fault"
)

// Validate checks what every other function here relies on: rooms with at
// least three corners, walls with at least two, doors on walls that exist,
// finite numbers, sizes that are not negative. The error is fault.Invalid and
// names the field, e.g. "doors[3].wall0".
func (h *House) Validate() error {
	if len(h.Rooms) == 0 {
		return fault.Field("rooms", "none", "at least one room")
	}
	for i := range h.Rooms {
		if err := h.Rooms[i].validate(fmt.Sprintf("rooms[%d]", i)); err != nil {
			return err
		}
	}
	walls := make(map[string]bool, len(h.Walls))
	for i := range h.Walls {
		if err := h.Walls[i].validate(fmt.Sprintf("walls[%d]", i)); err != nil {
			return err
		}
		walls[h.Walls[i].ID] = true
	}
	for i := range h.Doors {
		if err := h.Doors[i].validate(fmt.Sprintf("doors[%d]", i), walls); err != nil {
			return err
		}
	}
	return validateObjects("objects", h.Objects)
}

func (r *Room) validate(field string) error {
	if len(r.Floor) < 3 {
		return fault.Field(field+".floorPolygon", len(r.Floor), "at least 3 points")
	}
	return checkPoints(field+".floorPolygon", r.Floor)
}

func (w *Wall) validate(field string) error {
	if len(w.Polygon) < 2 {
		return fault.Field(field+".polygon", len(w.Polygon), "at least 2 points")
	}
	return checkPoints(field+".polygon", w.Polygon)
}

func (d *Door) validate(field string, walls map[string]bool) error {
	if !walls[d.Wall0] {
		return fault.Field(field+".wall0", d.Wall0, "the id of a wall")
	}
	if d.Wall1 != "" && !walls[d.Wall1] {
		return fault.Field(field+".wall1", d.Wall1, "the id of a wall")
	}
	if len(d.Hole) < 2 {
		return fault.Field(field+".holePolygon", len(d.Hole), "2 points")
	}
	if err := checkPoints(field+".holePolygon", d.Hole); err != nil {
		return err
	}
	if d.Openness != nil && !finite(*d.Openness) {
		return notFinite(field+".openness", *d.Openness)
	}
	return nil
}

func validateObjects(field string, objects []Object) error {
	for i := range objects {
		o, at := &objects[i], fmt.Sprintf("%s[%d]", field, i)
		switch {
		case !o.Position.finite():
			return notFinite(at+".position", o.Position)
		case !o.Rotation.finite():
			return notFinite(at+".rotation", o.Rotation)
		case !o.Size.finite():
			return notFinite(at+".size", o.Size)
		case o.Size.X < 0 || o.Size.Y < 0 || o.Size.Z < 0:
			return fault.Field(at+".size", o.Size, "numbers from 0 up")
		}
		if err := validateObjects(at+".children", o.Children); err != nil {
			return err
		}
	}
	return nil
}

// farthest bounds coordinates, in metres; beyond it sums lose their digits.
const farthest = 1e6

func finite(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(v float64) bool { return math.IsNaN(v) || math.Abs(v) > farthest })
}

func (v Vec) finite() bool { return finite(v.X, v.Y, v.Z) }

func (p Point) finite() bool { return finite(p.X, p.Z) }

// checkPoints refuses points that are not finite.
func checkPoints[P interface{ finite() bool }](field string, points []P) error {
	for i, p := range points {
		if !p.finite() {
			return notFinite(fmt.Sprintf("%s[%d]", field, i), p)
		}
	}
	return nil
}

func notFinite(field string, given any) error {
	return fault.Field(field, given, "finite numbers of at most a million")
}
