package words

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// Every name of a table belongs to one row only, or a key would depend on the
// order of a map.
func TestNoNameIsAmbiguous(t *testing.T) {
	for name, table := range map[string][]row{"rooms": slices.Concat(rooms, roomsAlone), "objects": allObjects()} {
		owner := map[string]string{}
		for _, r := range table {
			names := r.names()
			if _, defined := owner[compact(r.key)]; !defined {
				names = append(names, r.key)
			}
			for _, n := range names {
				c := compact(n)
				if c == "" {
					t.Errorf("%s: %q has an empty name", name, r.key)
				}
				if other, taken := owner[c]; taken {
					t.Errorf("%s: %q names %q and %q", name, n, other, r.key)
				}
				owner[c] = r.key
			}
		}
	}
}

// A name that is a place and a thing would make claims guess.
func TestNoNameIsPlaceAndThing(t *testing.T) {
	for name := range roomWords().words {
		if k, ok := objectWords().words[name]; ok {
			t.Errorf("%q is a place and the thing %q", name, k)
		}
	}
}

func TestTableIsInNormalForm(t *testing.T) {
	for _, c := range []struct {
		name  string
		table []row
		key   func(string) Key
	}{{"rooms", slices.Concat(rooms, roomsAlone), LabelKey}, {"objects", allObjects(), ObjectKey}} {
		for _, r := range c.table {
			for _, n := range append(r.names(), r.key) {
				if got := c.key(n); got != Key(r.key) {
					t.Errorf("%s: key of %q is %q, want %q", c.name, n, got, r.key)
				}
				if c.name == "objects" && strings.Contains(n, "'") {
					t.Errorf("%q: a sentence takes its 's for \"is\"", n)
				}
				if len(strings.Fields(fold(n))) > longestName {
					t.Errorf("%s: %q has more than %d words", c.name, n, longestName)
				}
			}
		}
	}
}

// Replacing names in a label must come to rest, whatever stands side by side.
func TestPairsOfNamesComeToRest(t *testing.T) {
	for name, l := range map[string]*lexicon{"rooms": roomWords(), "objects": objectWords()} {
		var names []string
		for _, k := range l.order {
			names = append(names, append(l.byKey[k].names(), string(k))...)
		}
		every := 149
		if os.Getenv("NAVD_TEST_LONG") != "" {
			every = 1
		}
		for i, a := range names {
			for j := i % every; j < len(names); j += every {
				b := names[j]
				once := l.replace(fold(a + " " + b))
				twice := l.replace(once)
				if l.replace(twice) != twice {
					t.Fatalf("%s: %q and %q do not come to rest: %q, %q", name, a, b, once, twice)
				}
			}
		}
	}
}

func TestPluralsNameTheSame(t *testing.T) {
	for many, want := range map[string]Key{
		"sofas": "sofa", "couches": "sofa", "shelves": "shelf", "knives": "knife", "potatoes": "potato", "widgets": "widgets",
		"boots": "boots", "glasses": "eyeglasses", "boxes": "box", "tv stands": "tv stand", "armchairs": "armchair", "televisions": "television",
	} {
		if got := ObjectKey(many); got != want {
			t.Errorf("ObjectKey(%q) = %q, want %q", many, got, want)
		}
	}
}

// The object types of AI2-THOR and ProcTHOR, RoboTHOR's targets among them, and
// the goal categories of Habitat.
const (
	thorTypes = `AlarmClock AluminumFoil Apple AppleSliced ArmChair BaseballBat BasketBall Bathtub BathtubBasin Bed Blinds Book
		Boots Bottle Bowl Box Bread BreadSliced ButterKnife Cabinet Candle Cart CD CellPhone Chair Cloth ClothesDryer CoffeeMachine
		CoffeeTable CounterTop CreditCard Cup Curtains Desk DeskLamp Desktop DiningTable DishSponge DogBed Doorframe Doorway Drawer
		Dresser Dumbbell Egg EggCracked Faucet FloorLamp Footstool Fork Fridge GarbageBag GarbageCan HandTowel HandTowelHolder
		HousePlant Kettle KeyChain Knife Ladle Laptop LaundryHamper Lettuce LettuceSliced LightSwitch Microwave Mirror Mug Newspaper
		Ottoman Painting Pan PaperTowelRoll Pen Pencil PepperShaker Pillow Plate Plunger Poster Pot Potato PotatoSliced RemoteControl
		RoomDecor Safe SaltShaker ScrubBrush Shelf ShelvingUnit ShowerCurtain ShowerDoor ShowerGlass ShowerHead SideTable Sink
		SinkBasin SoapBar SoapBottle Sofa Spatula Spoon SprayBottle Statue Stool StoveBurner StoveKnob TableTopDecor TeddyBear
		Television TennisRacket TissueBox Toaster Toilet ToiletPaper ToiletPaperHanger Tomato TomatoSliced Towel TowelHolder TVStand
		VacuumCleaner Vase WashingMachine Watch WateringCan Window WineBottle`
	habitatGoals = `chair table picture cabinet cushion sofa bed chest_of_drawers plant sink toilet stool towel tv_monitor shower
		bathtub counter fireplace gym_equipment seating clothes`
)

// sameThing are the types that share a key on purpose.
var sameThing = map[string]bool{
	"AppleSliced": true, "BreadSliced": true, "EggCracked": true, "LettuceSliced": true, "PotatoSliced": true, "TomatoSliced": true,
	"SinkBasin": true, "BathtubBasin": true, "Doorway": true,
}

func TestBenchmarkTypesHaveKeys(t *testing.T) {
	for name, list := range map[string]string{"thor": thorTypes, "habitat": habitatGoals} {
		owner := map[Key]string{}
		for typ := range strings.FieldsSeq(list) {
			k := ObjectKey(typ)
			if _, ok := objectWords().byKey[k]; !ok {
				t.Errorf("%s: %s gives %q, which is not in the table", name, typ, k)
			}
			if other, taken := owner[k]; taken && !sameThing[typ] {
				t.Errorf("%s: %s and %s share the key %q", name, other, typ, k)
			}
			if !sameThing[typ] {
				owner[k] = typ
			}
		}
	}
}

// Every predicate must be reachable: none may begin with the spelling of a name,
// which the scanner would take away first.
func TestPredicatesAreNoNames(t *testing.T) {
	for letters, forms := range koreanVerbs().stems {
		for _, f := range forms {
			stem := norm.NFC.String(letters)
			if tok, ok := lookup(stem); ok && f.form == formInf {
				t.Errorf("predicate %q is read as %v", stem, tok)
			}
		}
	}
}

func TestParticlesLongestFirst(t *testing.T) {
	for i, p := range particles {
		for _, q := range particles[:i] {
			if strings.HasSuffix(p, q) {
				t.Errorf("%q can never be taken off, %q comes first", p, q)
			}
		}
	}
}
