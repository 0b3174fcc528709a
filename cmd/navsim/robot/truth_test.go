package robot

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/world"
	"navd/daemon/words"
)

// fourRooms gives the map of the four-room house of package world after a
// change: kitchen and living room below, bedroom and hallway above; 4 m up and
// to the right is where all four meet.
func fourRooms(t *testing.T, change func(*world.House)) *world.Map {
	t.Helper()
	houses, err := world.LoadFile("../world/testdata/four_rooms.json")
	if err != nil {
		t.Fatal(err)
	}
	change(houses[0])
	return mapOf(t, houses[0])
}

// moved gives a change that moves one object.
func moved(id string, x, z float64) func(*world.House) {
	return func(h *world.House) {
		i := slices.IndexFunc(h.Objects, func(o world.Object) bool { return o.ID == id })
		h.Objects[i].Position.X, h.Objects[i].Position.Z = x, z
	}
}

func TestTruth(t *testing.T) {
	same := func(*world.House) {}
	tests := []struct {
		name     string
		change   func(*world.House)
		target   string
		holds    []words.Key
		main     words.Key // "" for none
		misleads bool
	}{
		{"where it belongs", same, "Sofa", []words.Key{"living room"}, "living room", false},
		{"by a name that people use", same, "couch", []words.Key{"living room"}, "living room", false},
		{"hidden: it is there, and nobody is sent", same, "Egg", []words.Key{"kitchen"}, "", false},
		{"on another thing", same, "Apple", []words.Key{"kitchen"}, "kitchen", false},
		{"not in the likeliest room; as many in each of two", same, "Chair", []words.Key{"corridor", "living room"}, "corridor", true},
		{"a thing that the table does not know", same, "Rug", []words.Key{"living room"}, "living room", false},
		{"in another room", moved("2|0", 6, 6.2), "Sofa", []words.Key{"corridor"}, "corridor", true},
		{"across the border of two rooms", moved("2|2", 4.3, 2), "Rug", []words.Key{"kitchen", "living room"}, "living room", false},
		{"under another name of the same thing", func(h *world.House) {
			h.Objects = append(h.Objects, world.Object{
				ID: "x", Type: "Loveseat", Position: world.Vec{X: 3, Y: 0.4, Z: 5}, Size: world.Vec{X: 0.5, Y: 0.8, Z: 0.5},
			})
		}, "Sofa", []words.Key{"bedroom", "living room"}, "bedroom", false},
		{"nowhere", same, "Television", nil, "", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			truth := NewTruth(fourRooms(t, test.change), test.target)
			var holds []words.Key
			for _, room := range words.Rooms() {
				if truth.Holds(room) {
					holds = append(holds, room)
				}
			}
			slices.Sort(holds)
			if diff := cmp.Diff(test.holds, holds); diff != "" {
				t.Errorf("holds, -want +got:\n%s", diff)
			}
			if main, ok := truth.Main(); main != test.main || ok != (test.main != "") {
				t.Errorf("main %q %v, want %q", main, ok, test.main)
			}
			if got := truth.Misleads(); got != test.misleads {
				t.Errorf("misleads %v, want %v", got, test.misleads)
			}
		})
	}
}
