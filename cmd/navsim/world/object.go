package world

import (
	"iter"
	"math"
	"strings"
	"unicode"
)

// Robot and obstacle figures of HOUSE_FORMAT, in metres.
const (
	Radius       = 0.18 // radius of the robot's disc
	obstacleLow  = 0.9  // things whose bottom is at or above this do not block
	obstacleFlat = 0.08 // things whose top is at or below this do not block
)

// Centre gives the middle of the object's box on the floor plane.
func (o *Object) Centre() Point { return o.Position.floor() }

// floor gives the point of the floor plane below v.
func (v Vec) floor() Point { return Point{v.X, v.Z} }

// Footprint gives the four corners of the object's box seen from above, in
// order around it.
func (o *Object) Footprint() [4]Point {
	ax, az := o.axes()
	return rectangle(o.Centre(), ax.Scale(o.Size.X/2), az.Scale(o.Size.Z/2))
}

// axes gives the object's local x and z axes on the floor plane.
func (o *Object) axes() (ax, az Point) {
	az = Heading(o.Rotation.Y)
	return Point{az.Z, -az.X}, az
}

// Dist gives the distance from p to the nearest point of the footprint, in
// metres; 0 inside it.
func (o *Object) Dist(p Point) float64 {
	ax, az := o.axes()
	v := p.Sub(o.Centre())
	dx := max(math.Abs(v.dot(ax))-o.Size.X/2, 0)
	dz := max(math.Abs(v.dot(az))-o.Size.Z/2, 0)
	return math.Hypot(dx, dz)
}

// Blocks reports whether a robot cannot stand where a top-level object of this
// shape and type stands: it reaches into the band from 0.08 to 0.9 m and is
// not a flat thing on a wall.
func (o *Object) Blocks() bool {
	if o.Size.X <= 0 && o.Size.Z <= 0 {
		return false
	}
	bottom, top := o.Position.Y-o.Size.Y/2, o.Position.Y+o.Size.Y/2
	return bottom < obstacleLow && top > obstacleFlat && !hangs(o.Type)
}

// hangs reports whether things of this type hang flat on a wall.
func hangs(objectType string) bool {
	switch objectType {
	case "Painting", "Window", "Curtains", "Blinds", "LightSwitch", "Mirror",
		"TowelHolder", "HandTowelHolder", "ToiletPaperHanger", "ShowerHead":
		return true
	}
	return false
}

// hides reports whether things inside this type of object cannot be seen.
func hides(objectType string) bool {
	switch objectType {
	case "Fridge", "Microwave", "Safe", "Box", "LaundryHamper", "GarbageCan",
		"Toaster", "Cabinet", "Drawer":
		return true
	}
	return false
}

// All yields every object of the house, parents before their children, with
// hidden set for those inside a closed container such as a fridge.
func (h *House) All() iter.Seq2[*Object, bool] {
	return func(yield func(o *Object, hidden bool) bool) {
		walk(h.Objects, false, yield)
	}
}

func walk(objects []Object, hidden bool, yield func(*Object, bool) bool) bool {
	for i := range objects {
		o := &objects[i]
		if !yield(o, hidden) || !walk(o.Children, hidden || hides(o.Type), yield) {
			return false
		}
	}
	return true
}

// Label gives a type in readable words: "LivingRoom" is "living room",
// "TVStand" is "tv stand".
func Label(camel string) string {
	runes := []rune(camel)
	var b strings.Builder
	for i, r := range runes {
		begins := i > 0 && unicode.IsUpper(r) &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if begins {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
