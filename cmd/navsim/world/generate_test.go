package world

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// encoded gives a house as it is written to a file.
func encoded(t *testing.T, h *House) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := h.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func fingerprint(data []byte) string {
	sum := fnv.New64a()
	sum.Write(data)
	return fmt.Sprintf("%016x", sum.Sum64())
}

// TestGeneratePromises holds what every generated house promises, also a large one, for 12
// seeds, 200 in a long run, 5 in a short one.
func TestGeneratePromises(t *testing.T) {
	seeds := uint64(12)
	switch {
	case os.Getenv("NAVD_TEST_LONG") != "":
		seeds = 200
	case testing.Short():
		seeds = 5
	}
	for i := range 2 * seeds {
		p := Plan{Large: i%2 == 1}
		h := p.Generate(i / 2)
		t.Run(h.ID, func(t *testing.T) {
			t.Parallel()
			if err := h.Validate(); err != nil {
				t.Fatal(err)
			}
			checkRooms(t, h, p)
			checkWalls(t, h)
			checkDoors(t, h)
			checkFurniture(t, h)
			checkIDs(t, h)
			checkLivable(t, h)
		})
	}
}

// TestGenerateGolden guards recorded runs: whoever changes the generator sees
// that seeds now mean other houses.
func TestGenerateGolden(t *testing.T) {
	for seed, want := range []string{
		"788ca4876dfcd076", "2a660e8afcb336b5", "23ab436aab579975", "f71620f48d990b23",
	} {
		if got := fingerprint(encoded(t, Plan{}.Generate(uint64(seed)))); got != want {
			t.Errorf("seed %d: fingerprint %s, want %s", seed, got, want)
		}
	}
}

// TestShell holds that the house of last resort is whole.
func TestShell(t *testing.T) {
	for n := minRooms; n <= maxRooms; n++ {
		for try := range uint64(4) {
			h := shell(newDice(1, try), n)
			h.ID = fmt.Sprintf("shell-%d-%d", n, try)
			checkWalls(t, h)
			checkDoors(t, h)
			checkIDs(t, h)
			m := mapOf(t, h)
			at := h.Metadata.Agent.Position
			if _, ok := m.walkable(); !ok || len(h.Rooms) != n || !m.Free(Point{at.X, at.Z}) {
				t.Errorf("%s: %d rooms, walkable %v", h.ID, len(h.Rooms), ok)
			}
		}
	}
}

func TestFirstGoodGivesUp(t *testing.T) {
	tries := uint64(0)
	never := func(try uint64) (*House, bool) { tries = try; return &House{}, false }
	if h := firstGood(7, never); h != nil || tries != 7 {
		t.Errorf("house %v after %d tries, want none after 7", h, tries)
	}
	third := func(try uint64) (*House, bool) { return &House{ID: fmt.Sprint(try)}, try == 3 }
	if h := firstGood(7, third); h == nil || h.ID != "3" {
		t.Errorf("house %v, want that of try 3", h)
	}
}

func TestPlanRooms(t *testing.T) {
	for _, c := range []struct{ ask, want int }{{-4, 3}, {1, 3}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {50, 8}} {
		for seed := range uint64(2) {
			if h := (Plan{Rooms: c.ask}).Generate(seed); len(h.Rooms) != c.want {
				t.Errorf("Plan{%d} seed %d: %d rooms, want %d", c.ask, seed, len(h.Rooms), c.want)
			}
		}
	}
	drawn := map[int]bool{}
	for seed := range uint64(60) {
		drawn[Plan{}.rooms(newDice(seed, 0))] = true
	}
	if len(drawn) != maxRooms-minRooms+1 {
		t.Errorf("60 seeds draw %d different numbers of rooms, want 6", len(drawn))
	}
}

func TestEncodeLoadsBack(t *testing.T) {
	for seed := range uint64(5) {
		want := Plan{}.Generate(seed)
		got, err := Load(bytes.NewReader(encoded(t, want)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d changed on the way (-want +got):\n%s", seed, diff)
		}
	}
}

// fullDisk fails every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestEncodeFails(t *testing.T) {
	err := Plan{}.Generate(1).Encode(fullDisk{})
	if err == nil || !strings.Contains(err.Error(), "gen-1") {
		t.Errorf("error %v, want one that names the house", err)
	}
}

// TestEveryRoomIsFurnished holds what a person expects in a room.
func TestEveryRoomIsFurnished(t *testing.T) {
	must := map[string][]string{
		living: {"Sofa", "Television"}, kitchen: {"CounterTop", "Fridge"},
		bedroom: {"Bed"}, bathroom: {"Toilet", "Sink"},
	}
	for seed := range uint64(15) {
		h := Plan{}.Generate(seed)
		for _, r := range h.Rooms {
			var types []string
			for o := range h.All() {
				if inside(o.Centre(), r.Floor) {
					types = append(types, o.Type)
				}
			}
			for _, want := range must[r.Type] {
				if !slices.Contains(types, want) {
					t.Errorf("%s: %s %s has %v, want a %s", h.ID, r.Type, r.ID, types, want)
				}
			}
		}
	}
}

// figures are what makes houses comparable.
type figures struct {
	area                  float64 // of a room, m²
	pieces, things, types float64 // furniture and small things per room, object types per house
	singleDoor            float64 // share of single doors
}

func figuresOf(houses []*House) figures {
	var f figures
	rooms, doors := 0.0, 0.0
	for _, h := range houses {
		types := map[string]bool{}
		for i := range h.Objects {
			if h.Objects[i].Type != "Painting" {
				f.pieces++
			}
			f.things += float64(len(h.Objects[i].Children))
		}
		for o := range h.All() {
			types[o.Type] = true
		}
		f.types += float64(len(types)) / float64(len(houses))
		rooms += float64(len(h.Rooms))
		for _, r := range h.Rooms {
			f.area += areaOf(r.Floor)
		}
		for _, d := range h.Doors {
			if doors++; d.Hole[1].X-d.Hole[0].X < 1.3 {
				f.singleDoor++
			}
		}
	}
	f.area, f.pieces, f.things, f.singleDoor = f.area/rooms, f.pieces/rooms, f.things/rooms, f.singleDoor/doors
	return f
}

// TestGeneratedLooksReal compares large generated houses with real layouts, which hold more
// of what we do not generate.
func TestGeneratedLooksReal(t *testing.T) {
	if testing.Short() {
		t.Skip("many houses")
	}
	var ours, real []*House
	for _, m := range sharedMaps(t) {
		real = append(real, m.House())
	}
	for seed := range uint64(15) {
		ours = append(ours, Plan{Large: true}.Generate(seed))
	}
	got, want := figuresOf(ours), figuresOf(real)
	t.Logf("generated %+v", got)
	t.Logf("real      %+v", want)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"area of a room", got.area, want.area},
		{"pieces of furniture per room", got.pieces, want.pieces},
		{"small things per room", got.things, want.things},
		{"object types per house", got.types, want.types},
		{"share of single doors", got.singleDoor, want.singleDoor},
	} {
		if c.got < 0.5*c.want || c.got > 2*c.want {
			t.Errorf("%s: %.2f, real houses have %.2f", c.name, c.got, c.want)
		}
	}
}

func ExamplePlan_Generate_fromSeed() {
	h := Plan{}.Generate(7)
	for _, r := range h.Rooms {
		fmt.Println(r.ID, Label(r.Type))
	}
	// Output:
	// room|2 living room
	// room|3 kitchen
	// room|4 bedroom
	// room|5 bathroom
}

func ExamplePlan_Generate() {
	h := Plan{Rooms: 8}.Generate(1)
	m, err := NewMap(h)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := h.Metadata.Agent.Position
	fmt.Println(len(h.Rooms), "rooms, start free:", m.Free(Point{start.X, start.Z}))
	// Output: 8 rooms, start free: true
}

func BenchmarkGenerate(b *testing.B) {
	seed := uint64(0)
	for b.Loop() {
		Plan{}.Generate(seed)
		seed++
	}
}
