package world

// A kind is a model of furniture or of a thing: the usual size of its box in
// metres, and the free floor it needs in front.
type kind struct {
	name    string
	typ     string // object type; the name where empty
	w, h, d float64
	front   float64
}

// kinds lists every model that the generator places. Sizes are those of
// everyday shops.
var kinds = [...]kind{
	{"Double_Bed", "Bed", 1.6, 0.95, 2.1, 0.5},
	{"Single_Bed", "Bed", 1.0, 0.85, 2.05, 0.5},
	{"Dresser", "", 1.1, 0.9, 0.5, 0.6},
	{"Desk", "", 1.25, 0.75, 0.6, 0.7},
	{"SideTable", "", 0.45, 0.55, 0.38, 0},
	{"ShelvingUnit", "", 0.9, 1.5, 0.32, 0.45},
	{"Sofa", "", 2.05, 0.85, 0.92, 0.4},
	{"Loveseat", "Sofa", 1.5, 0.85, 0.88, 0.4},
	{"ArmChair", "", 0.82, 0.88, 0.82, 0.35},
	{"CoffeeTable", "", 1.0, 0.42, 0.58, 0},
	{"TVStand", "", 1.35, 0.52, 0.42, 0.6},
	{"Television", "", 1.1, 0.66, 0.14, 0},
	{"Small_TV", "Television", 0.8, 0.5, 0.14, 0},
	{"DiningTable", "", 1.5, 0.75, 0.88, 0},
	{"Kitchen_Table", "DiningTable", 1.0, 0.75, 0.8, 0},
	{"Chair", "", 0.46, 0.9, 0.5, 0},
	{"Stool", "", 0.38, 0.65, 0.38, 0},
	{"CounterTop", "", 2.2, 0.92, 0.64, 0.8},
	{"Fridge", "", 0.75, 1.8, 0.72, 0.7},
	{"Toilet", "", 0.42, 0.78, 0.7, 0.5},
	{"Sink", "", 0.65, 0.9, 0.5, 0.55},
	{"Bathtub", "", 1.65, 0.56, 0.75, 0.4},
	{"WashingMachine", "", 0.62, 0.86, 0.62, 0.5},
	{"LaundryHamper", "", 0.45, 0.65, 0.4, 0},
	{"GarbageCan", "", 0.34, 0.55, 0.3, 0},
	{"Plunger", "", 0.15, 0.52, 0.15, 0},
	{"FloorLamp", "", 0.4, 1.65, 0.4, 0},
	{"HousePlant", "", 0.45, 1.1, 0.45, 0},
	{"DogBed", "", 0.85, 0.22, 0.7, 0},
	{"Box", "", 0.42, 0.34, 0.36, 0},
	{"Painting", "", 0.8, 0.6, 0.03, 0},
	{"BasketBall", "", 0.24, 0.24, 0.24, 0},
	{"BaseballBat", "", 0.09, 0.82, 0.09, 0},

	{"Pillow", "", 0.52, 0.14, 0.36, 0},
	{"Laptop", "", 0.35, 0.24, 0.27, 0},
	{"Mug", "", 0.12, 0.1, 0.09, 0},
	{"Cup", "", 0.08, 0.12, 0.08, 0},
	{"Book", "", 0.17, 0.035, 0.24, 0},
	{"Vase", "", 0.15, 0.28, 0.15, 0},
	{"AlarmClock", "", 0.15, 0.13, 0.08, 0},
	{"Bowl", "", 0.22, 0.09, 0.22, 0},
	{"Plate", "", 0.24, 0.025, 0.24, 0},
	{"Apple", "", 0.085, 0.085, 0.085, 0},
	{"Bread", "", 0.13, 0.12, 0.26, 0},
	{"RemoteControl", "", 0.05, 0.025, 0.18, 0},
	{"SprayBottle", "", 0.09, 0.26, 0.11, 0},
	{"SoapBottle", "", 0.08, 0.2, 0.07, 0},
	{"ToiletPaper", "", 0.11, 0.1, 0.11, 0},
	{"CellPhone", "", 0.075, 0.01, 0.15, 0},
	{"DeskLamp", "", 0.18, 0.42, 0.18, 0},
	{"Pot_Plant", "HousePlant", 0.22, 0.36, 0.22, 0},
	{"Microwave", "", 0.5, 0.3, 0.36, 0},
	{"CoffeeMachine", "", 0.24, 0.34, 0.3, 0},
	{"Toaster", "", 0.3, 0.2, 0.18, 0},
	{"Kettle", "", 0.2, 0.22, 0.16, 0},
	{"Statue", "", 0.14, 0.32, 0.14, 0},
}

// kindOf gives the model of a name; an unknown name is a cube of 0.3 m.
func kindOf(name string) kind {
	for _, k := range kinds {
		if k.name != name {
			continue
		}
		if k.typ == "" {
			k.typ = name
		}
		return k
	}
	return kind{name, name, 0.3, 0.3, 0.3, 0}
}

// size draws the box of one exemplar, within 6 % of the usual one.
func (k kind) size(d *dice) Vec {
	grow, tall := d.span(0.94, 1.06), d.span(0.95, 1.05)
	return Vec{round(k.w*grow, 3), round(k.h*tall, 3), round(k.d*grow, 3)}
}

// sized gives the model with the size of one exemplar.
func (k kind) sized(size Vec) kind {
	k.w, k.h, k.d = size.X, size.Y, size.Z
	return k
}
