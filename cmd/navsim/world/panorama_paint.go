package world

// paint is an opaque colour.
type paint struct{ r, g, b uint8 }

// lit gives the colour with its light scaled by k, 1 for no change.
func (p paint) lit(k float64) paint {
	scale := func(v uint8) uint8 { return uint8(min(float64(v)*k, 255)) }
	return paint{scale(p.r), scale(p.g), scale(p.b)}
}

// faded gives the colour darkened by distance in metres.
func (p paint) faded(dist float64) paint { return p.lit(0.45 + 0.55/(1+0.09*dist)) }

// Colours of the house itself.
var (
	ceilingPaint = paint{244, 244, 240}
	doorPaint    = paint{122, 76, 42}
	panelPaint   = paint{104, 62, 32}
	framePaint   = paint{236, 236, 232}
	skirtPaint   = paint{230, 228, 222}
	outsidePaint = paint{150, 150, 150}
)

// decor is how a type of room looks: its walls, its floor, the floor's second
// colour, and the size in metres of the floor's tiles.
type decor struct {
	wall, floor, joint paint
	tile               float64
}

// decorOf gives the decor of a room type.
func decorOf(roomType string) decor {
	switch roomType {
	case living:
		return decor{paint{222, 206, 174}, paint{164, 116, 72}, paint{152, 104, 62}, 0.2}
	case kitchen:
		return decor{paint{206, 216, 178}, paint{206, 200, 190}, paint{182, 176, 166}, 0.5}
	case bedroom:
		return decor{paint{186, 200, 224}, paint{172, 160, 150}, paint{168, 156, 146}, 1}
	case bathroom:
		return decor{paint{178, 218, 220}, paint{226, 230, 232}, paint{170, 186, 192}, 0.3}
	case hallway:
		return decor{paint{222, 212, 208}, paint{146, 104, 68}, paint{136, 94, 58}, 0.2}
	}
	return decor{outsidePaint, outsidePaint, outsidePaint, 1}
}

// part is one block of a piece of furniture, as shares of its box: x from 0 at
// its left side to 1, y from the floor up, z from 0 at the back to 1.
type part struct {
	x0, x1, y0, y1, z0, z1 float64
	paint                  paint
}

// Materials of furniture.
var (
	oak    = paint{170, 122, 74}
	walnut = paint{112, 74, 46}
	white  = paint{242, 242, 242}
	steel  = paint{196, 202, 208}
	black  = paint{24, 24, 28}
	leaf   = paint{58, 132, 54}
	clay   = paint{176, 92, 58}
	cloth  = paint{92, 112, 150}
	cream  = paint{238, 228, 200}
	water  = paint{150, 200, 222}
	red    = paint{190, 44, 40}
)

// legs gives a plate on four legs. Top is where the plate begins, as a share.
func legs(top float64, p paint, more ...part) []part {
	const thick = 0.08 // the side of a leg, as a share
	parts := append(more, part{0, 1, top, 1, 0, 1, p})
	for _, x := range []float64{0, 1 - thick} {
		for _, z := range []float64{0, 1 - thick} {
			parts = append(parts, part{x, x + thick, 0, top, z, z + thick, p.lit(0.8)})
		}
	}
	return parts
}

// partsOf gives the blocks that a type of object is drawn with; most small
// things are one block.
func partsOf(objectType string) []part {
	switch objectType {
	case "Bed":
		return []part{
			{0, 1, 0, 0.35, 0, 1, walnut}, {0, 1, 0, 1, 0, 0.04, walnut},
			{0.02, 0.98, 0.35, bedTop, 0.04, 0.36, white}, {0.01, 0.99, 0.35, bedTop, 0.36, 0.99, cloth},
		}
	case "Sofa", "ArmChair":
		seat := paint{150, 70, 62}
		return []part{
			{0, 1, 0, 0.5, 0.2, 1, seat}, {0, 1, 0, 1, 0, 0.25, seat.lit(0.85)},
			{0, 0.12, 0, 0.7, 0.1, 1, seat.lit(0.75)}, {0.88, 1, 0, 0.7, 0.1, 1, seat.lit(0.75)},
		}
	case "Chair":
		return []part{
			{0, 1, 0.47, 0.53, 0, 1, oak}, {0, 1, 0.53, 1, 0, 0.1, oak.lit(0.9)},
			{0, 0.1, 0, 0.47, 0, 0.1, walnut}, {0.9, 1, 0, 0.47, 0, 0.1, walnut},
			{0, 0.1, 0, 0.47, 0.9, 1, walnut}, {0.9, 1, 0, 0.47, 0.9, 1, walnut},
		}
	case "Toilet":
		return []part{
			{0, 1, 0, 1, 0, 0.28, white}, {0.1, 0.9, 0.42, 0.52, 0.28, 1, white},
			{0.22, 0.78, 0, 0.42, 0.28, 0.85, white.lit(0.9)},
		}
	case "HousePlant":
		return []part{
			{0.25, 0.75, 0, 0.3, 0.25, 0.75, clay}, {0.45, 0.55, 0.3, 0.5, 0.45, 0.55, walnut},
			{0.15, 0.85, 0.42, 0.7, 0.15, 0.85, leaf}, {0, 1, 0.55, 0.8, 0.1, 0.9, leaf.lit(1.15)},
			{0.25, 0.75, 0.8, 1, 0.25, 0.75, leaf.lit(0.9)},
		}
	case "Television":
		return []part{
			{0, 1, 0.1, 1, 0.3, 0.8, black}, {0.03, 0.97, 0.14, 0.97, 0.8, 0.9, paint{52, 66, 88}},
			{0.3, 0.7, 0, 0.1, 0, 1, black},
		}
	}
	return cabinetParts(objectType)
}

// cabinetParts gives the blocks of storage, tables and appliances.
func cabinetParts(objectType string) []part {
	switch objectType {
	case "DiningTable", "Desk", "SideTable", "Stool", "Cart":
		return legs(0.92, oak)
	case "CoffeeTable":
		return legs(0.85, walnut)
	case "CounterTop":
		return []part{
			{0, 1, 0.1, 0.95, 0, 0.95, white}, {0, 1, 0.95, 1, 0, 1, paint{70, 70, 74}},
			{0.34, 0.35, 0.12, 0.9, 0.95, 0.97, steel}, {0.66, 0.67, 0.12, 0.9, 0.95, 0.97, steel},
		}
	case "Fridge":
		return []part{
			{0, 1, 0, 1, 0, 0.95, steel}, {0.01, 0.99, 0.64, 0.99, 0.95, 0.99, steel.lit(1.08)},
			{0.01, 0.99, 0.02, 0.62, 0.95, 0.99, steel.lit(1.08)}, {0.06, 0.1, 0.4, 0.85, 0.99, 1, black},
		}
	case "Dresser", "TVStand":
		return []part{
			{0, 1, 0, 1, 0, 0.96, oak}, {0.04, 0.48, 0.1, 0.48, 0.96, 1, oak.lit(0.82)},
			{0.52, 0.96, 0.1, 0.48, 0.96, 1, oak.lit(0.82)}, {0.04, 0.48, 0.54, 0.94, 0.96, 1, oak.lit(0.82)},
			{0.52, 0.96, 0.54, 0.94, 0.96, 1, oak.lit(0.82)},
		}
	case "ShelvingUnit":
		return []part{
			{0, 1, 0, 1, 0, 0.1, walnut.lit(0.8)}, {0, 0.05, 0, 1, 0, 1, walnut}, {0.95, 1, 0, 1, 0, 1, walnut},
			{0, 1, 0.03, 0.07, 0, 1, walnut}, {0, 1, 0.33, 0.37, 0, 1, walnut}, {0, 1, 0.63, 0.67, 0, 1, walnut},
			{0, 1, 0.96, 1, 0, 1, walnut},
		}
	case "Bathtub":
		return []part{
			{0, 1, 0, 0.3, 0, 1, white}, {0, 1, 0.3, 1, 0, 0.1, white}, {0, 1, 0.3, 1, 0.9, 1, white},
			{0, 0.06, 0.3, 1, 0.1, 0.9, white}, {0.94, 1, 0.3, 1, 0.1, 0.9, white}, {0.06, 0.94, 0.3, 0.5, 0.1, 0.9, water},
		}
	case "Sink":
		return []part{{0.35, 0.65, 0, 0.8, 0, 0.5, white.lit(0.9)}, {0, 1, 0.8, 1, 0, 1, white}, {0.46, 0.54, 1, 1.15, 0.02, 0.2, steel}}
	case "WashingMachine", "ClothesDryer":
		return []part{{0, 1, 0, 1, 0, 0.97, white}, {0.25, 0.75, 0.25, 0.75, 0.97, 1, paint{60, 70, 84}}}
	case "FloorLamp", "DeskLamp":
		return []part{{0.2, 0.8, 0, 0.03, 0.2, 0.8, black}, {0.46, 0.54, 0.03, 0.8, 0.46, 0.54, black}, {0.1, 0.9, 0.76, 1, 0.1, 0.9, cream}}
	}
	return thingParts(objectType)
}

// thingParts gives the blocks of small things.
func thingParts(objectType string) []part {
	plain := func(p paint) []part { return []part{{0, 1, 0, 1, 0, 1, p}} }
	switch objectType {
	case "Laptop":
		return []part{{0, 1, 0, 0.08, 0.1, 1, steel}, {0, 1, 0.08, 1, 0, 0.1, black}, {0.05, 0.95, 0.15, 0.95, 0.1, 0.12, paint{90, 140, 200}}}
	case "Painting":
		return []part{{0, 1, 0, 1, 0, 0.9, walnut.lit(0.7)}, {0.07, 0.93, 0.08, 0.92, 0.9, 1, paint{120, 160, 170}}, {0.07, 0.93, 0.08, 0.4, 0.91, 1.05, paint{196, 170, 96}}}
	case "GarbageCan":
		return []part{{0, 1, 0, 0.88, 0, 1, paint{96, 100, 104}}, {0, 1, 0.88, 1, 0, 1, black}}
	case "LaundryHamper", "Box", "DogBed":
		return plain(paint{198, 164, 118})
	case "Vase", "Statue", "Bowl":
		return plain(paint{70, 120, 170})
	case "Apple", "Tomato", "AlarmClock", "Mug", "Plunger":
		return plain(red)
	case "BasketBall":
		return plain(paint{222, 120, 40})
	case "BaseballBat", "Bread":
		return plain(paint{206, 166, 104})
	case "SprayBottle", "SoapBottle":
		return plain(paint{60, 160, 150})
	case "Book", "Newspaper":
		return plain(paint{120, 50, 110})
	case "Pillow", "Plate", "ToiletPaper", "TissueBox", "PaperTowelRoll", "Cup":
		return plain(white)
	case "Microwave", "CoffeeMachine", "CellPhone", "RemoteControl", "Pan", "Pot", "GarbageBag":
		return plain(paint{52, 52, 58})
	}
	return plain(paint{160, 150, 140})
}
