package world

import (
	"fmt"
	"math"
)

// A surface is where small things lie on a type of furniture: the height as a
// share of its box, and the part of its depth, from -0.5 at the back to 0.5 at
// the front.
type surface struct {
	typ         string
	top         float64
	back, front float64
	most        int // how many things at most
	things      []thing
}

// thing is a small thing's model and the chance that it is there.
type thing struct {
	name   string
	chance float64
}

// bedTop is the height of a mattress as a share of the height of the bed.
const bedTop = 0.6

// surfaces lists what carries small things.
var surfaces = [...]surface{
	{"Bed", bedTop, -0.05, 0.45, 3, []thing{{"Book", 0.43}, {"Laptop", 0.29}, {"CellPhone", 0.29}, {"BasketBall", 0.12}}},
	{"SideTable", 1, -0.5, 0.5, 3, []thing{{"AlarmClock", 0.72}, {"DeskLamp", 0.58}, {"Book", 0.58}, {"Mug", 0.29}, {"Vase", 0.22}}},
	{"Dresser", 1, -0.5, 0.5, 4, []thing{{"Vase", 0.51}, {"Book", 0.58}, {"Pot_Plant", 0.43}, {"AlarmClock", 0.29}, {"SprayBottle", 0.22}, {"Statue", 0.43}, {"Bowl", 0.29}}},
	{"Desk", 1, -0.5, 0.5, 5, []thing{{"Laptop", 0.9}, {"DeskLamp", 0.72}, {"Mug", 0.58}, {"Book", 0.87}, {"CellPhone", 0.43}, {"Pot_Plant", 0.22}}},
	{"Sofa", 0.52, -0.1, 0.4, 3, []thing{{"Pillow", 0.9}, {"RemoteControl", 0.72}, {"Book", 0.29}, {"Laptop", 0.14}}},
	{"CoffeeTable", 1, -0.5, 0.5, 4, []thing{{"RemoteControl", 0.72}, {"Book", 0.87}, {"Bowl", 0.43}, {"Vase", 0.43}, {"Mug", 0.43}, {"Laptop", 0.22}}},
	{"TVStand", 1, 0.1, 0.5, 1, []thing{{"RemoteControl", 0.43}, {"Statue", 0.14}}},
	{"DiningTable", 1, -0.5, 0.5, 8, []thing{{"Bowl", 0.72}, {"Apple", 0.58}, {"Vase", 0.58}, {"Plate", 0.9}, {"Plate", 0.72}, {"Mug", 0.58}, {"Laptop", 0.29}, {"Bread", 0.36}}},
	{"CounterTop", 1, -0.5, 0.5, 10, []thing{{"Microwave", 0.87}, {"CoffeeMachine", 0.72}, {"Toaster", 0.72}, {"Kettle", 0.58}, {"Mug", 0.87}, {"Apple", 0.58}, {"Bowl", 0.72}, {"SoapBottle", 0.72}, {"SprayBottle", 0.43}, {"Bread", 0.58}, {"Cup", 0.72}, {"Plate", 0.72}}},
	{"ShelvingUnit", 1, -0.5, 0.5, 3, []thing{{"Book", 0.87}, {"Vase", 0.58}, {"Statue", 0.72}, {"Pot_Plant", 0.43}}},
	{"Toilet", 1, -0.5, -0.2, 1, []thing{{"ToiletPaper", 0.72}, {"SprayBottle", 0.58}}},
	{"WashingMachine", 1, -0.5, 0.5, 2, []thing{{"SprayBottle", 0.72}, {"SoapBottle", 0.72}}},
}

// dress puts small things on a piece of furniture.
func (f *furnisher) dress(o *Object) {
	for _, s := range surfaces {
		if s.typ != o.Type {
			continue
		}
		left := s.most
		for _, i := range f.d.Perm(len(s.things)) {
			t := s.things[i]
			if left > 0 && f.d.chance(t.chance) && f.lay(o, s, t.name) {
				left--
			}
		}
	}
}

// lay puts one thing at a random free place of a surface.
func (f *furnisher) lay(o *Object, s surface, name string) bool {
	k := kindOf(name)
	size := k.size(f.d)
	turn := f.d.span(-20, 20)
	if f.d.chance(0.2) {
		turn += 180
	}
	// A box turned by 20° reaches farther on both sides.
	reach, deep := size.X/2+0.17*size.Z+0.02, size.Z/2+0.17*size.X+0.02
	w, lo, hi := o.Size.X/2-reach, s.back*o.Size.Z+deep, s.front*o.Size.Z-deep
	if w < 0 || hi < lo {
		return false
	}
	for range 8 {
		at := Point{f.d.span(-w, w), f.d.span(lo, hi)}
		if f.covered(o, at, Point{reach, deep}) {
			continue
		}
		f.stand(o, k.sized(size), Vec{at.X, o.Size.Y * (s.top - 0.5), at.Z}, turn)
		return true
	}
	return false
}

// covered reports whether something on o already takes the place at, half
// wide and deep as given, in o's own axes.
func (f *furnisher) covered(o *Object, at, half Point) bool {
	ax, az := o.axes()
	for i := range o.Children {
		c := &o.Children[i]
		v := c.Centre().Sub(o.Centre())
		r := max(c.Size.X, c.Size.Z) / 2
		if math.Abs(v.dot(ax)-at.X) < half.X+r && math.Abs(v.dot(az)-at.Z) < half.Z+min(c.Size.X, c.Size.Z)/2+0.03 {
			return true
		}
	}
	return false
}

// stand adds a child to o. The place is relative to o's centre in o's axes,
// its Y the height of the surface; turn is relative to o's yaw, degrees. The
// child is exactly as large as its model.
func (f *furnisher) stand(o *Object, k kind, at Vec, turn float64) {
	ax, az := o.axes()
	p := o.Centre().Add(ax.Scale(at.X)).Add(az.Scale(at.Z))
	o.Children = append(o.Children, Object{
		ID: fmt.Sprintf("small|%d|%d", f.room+2, f.small), AssetID: k.name, Type: k.typ,
		Position: Vec{round(p.X, 3), round(o.Position.Y+at.Y+k.h/2, 3), round(p.Z, 3)},
		Rotation: Vec{Y: round(norm360(o.Rotation.Y+turn), 1)},
		Size:     Vec{k.w, k.h, k.d},
	})
	f.small++
}
