package robot

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/daemon/words"
)

// mapOf gives the map of a house.
func mapOf(t *testing.T, h *world.House) *world.Map {
	t.Helper()
	m, err := world.NewMap(h)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// own gives the maps of the houses of some seeds.
func own(t *testing.T, from, to uint64) []*world.Map {
	t.Helper()
	var maps []*world.Map
	for seed := from; seed <= to; seed++ {
		maps = append(maps, mapOf(t, world.Plan{}.Generate(seed)))
	}
	return maps
}

// sharedMaps gives the maps of the first shared houses, of all of them in a long
// run, and skips the test where they do not lie beside the module.
func sharedMaps(t *testing.T) []*world.Map {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "data", "houses", "*.json.gz"))
	if err != nil || len(files) == 0 {
		t.Skip("no shared houses here")
	}
	if os.Getenv("NAVD_TEST_LONG") == "" {
		files = files[:min(2, len(files))]
	}
	var maps []*world.Map
	for _, file := range files {
		houses, err := world.LoadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		maps = append(maps, mapOf(t, houses[0]))
	}
	return maps
}

func deadlocks(t *testing.T, maps []*world.Map, seeds, cases int) []world.Episode {
	t.Helper()
	episodes, err := Deadlocks(maps, seeds, cases)
	if err != nil {
		t.Fatal(err)
	}
	return episodes
}

// TestDeadlocksInOwnHouses takes three houses, twenty in a long run.
func TestDeadlocksInOwnHouses(t *testing.T) {
	last := uint64(3)
	if os.Getenv("NAVD_TEST_LONG") != "" {
		last = 20
	}
	holdAll(t, own(t, 1, last))
}

func TestDeadlocksInRealHouses(t *testing.T) { holdAll(t, sharedMaps(t)) }

// holdAll holds every episode, and what was left out, to the conditions, which
// are looked up here by other means.
func holdAll(t *testing.T, maps []*world.Map) {
	t.Helper()
	const seeds, cases = 10, 3
	perHouse := map[string][]world.Episode{}
	for _, e := range deadlocks(t, maps, seeds, cases) {
		perHouse[e.House] = append(perHouse[e.House], e)
	}
	for _, m := range maps {
		id := m.House().ID
		possible, targets := traps(t, m)
		want := min(cases, len(possible))
		got := map[trap]int{}
		hunted := map[string]bool{}
		for i, e := range perHouse[id] {
			if want := fmt.Sprintf("%s-d%02d-s%02d", id, i/seeds+1, i%seeds+1); e.ID != want {
				t.Errorf("episode %d is called %s, want %s", i, e.ID, want)
			}
			holds(t, m, e)
			got[trap{e.Target, e.StartRoom}]++
			hunted[e.Target] = true
		}
		for c, n := range got {
			if !slices.Contains(possible, c) || n != seeds {
				t.Errorf("%s: %d episodes of %v, of %v", id, n, c, possible)
			}
		}
		if len(got) != want || len(hunted) != min(cases, targets) {
			t.Errorf("%s: %d cases with %d targets, of %d with %d", id, len(got), len(hunted), len(possible), targets)
		}
		t.Logf("%s: %d episodes of %d cases, of %d there are", id, len(perHouse[id]), len(got), len(possible))
	}
}

// trap is a target, and the id of a room.
type trap struct{ target, room string }

// traps finds all cases of a house, and how many targets they have.
func traps(t *testing.T, m *world.Map) (all []trap, targets int) {
	t.Helper()
	for _, target := range m.Targets() {
		before := len(all)
		for _, r := range m.House().Rooms {
			if stays(t, m, target, r) {
				all = append(all, trap{target, r.ID})
			}
		}
		if len(all) > before {
			targets++
		}
	}
	return all, targets
}

// stays reports whether a room is a case for a target: it is typical, has none,
// reaches none, and a robot can stand somewhere from which it sees none.
func stays(t *testing.T, m *world.Map, target string, r world.Room) bool {
	t.Helper()
	if planner.Prior(words.ObjectKey(target), words.LabelKey(world.Label(r.Type))) < 0.5 {
		return false
	}
	goal, err := m.Goal(target, nil)
	if err != nil {
		t.Fatal(err)
	}
	in := func(p world.Point) bool { at, ok := m.RoomAt(p); return ok && at.ID == r.ID }
	if slices.ContainsFunc(goal.Cells(), in) || slices.ContainsFunc(centres(m.House().Objects, target), in) {
		return false
	}
	blind := false
	lattice(r, func(p world.Point) {
		blind = blind || in(p) && m.Free(p) && goal.Distance(p) < math.Inf(1) && !sees(m, p, target)
	})
	return blind
}

// lattice calls f for every place at 0.05 + k·0.1 m in the box around a room.
func lattice(r world.Room, f func(world.Point)) {
	lo, hi := r.Floor[0], r.Floor[0]
	for _, p := range r.Floor {
		lo = world.Point{X: min(lo.X, p.X), Z: min(lo.Z, p.Z)}
		hi = world.Point{X: max(hi.X, p.X), Z: max(hi.Z, p.Z)}
	}
	for x := math.Floor(lo.X * 10); x <= hi.X*10; x++ {
		for z := math.Floor(lo.Z * 10); z <= hi.Z*10; z++ {
			f(world.Point{X: (10*x + 5) / 100, Z: (10*z + 5) / 100})
		}
	}
}

// centres gives where the objects of a type stand, with those on and in others.
func centres(objects []world.Object, kind string) (at []world.Point) {
	for i := range objects {
		if objects[i].Type == kind {
			at = append(at, objects[i].Centre())
		}
		at = append(at, centres(objects[i].Children, kind)...)
	}
	return at
}

// sees reports whether a robot without noise sees a thing of a type from p.
func sees(m *world.Map, p world.Point, kind string) bool {
	for _, v := range m.Look(world.Pose{X: p.X, Z: p.Z}, world.Senses{Profile: world.Clean()}) {
		if slices.ContainsFunc(v.Objects, func(o world.Sighting) bool { return o.Type == kind }) {
			return true
		}
	}
	return false
}

// holds checks one episode: its start, and every field against the house.
func holds(t *testing.T, m *world.Map, e world.Episode) {
	t.Helper()
	start := e.Start.Point()
	room, ok := m.RoomAt(start)
	if !ok || room.ID != e.StartRoom || !m.Free(start) || sees(m, start, e.Target) {
		t.Errorf("%s: starts at %v, in %v, sees it: %v", e.ID, e.Start, room, sees(m, start, e.Target))
	}
	if e.Start.Yaw < 0 || e.Start.Yaw >= 360 || math.Mod(e.Start.Yaw, 30) != 0 || e.MaxSteps != 500 {
		t.Errorf("%s: starts at %v for %d steps", e.ID, e.Start, e.MaxSteps)
	}
	goal, err := m.Goal(e.Target, nil)
	if err != nil {
		t.Fatal(err)
	}
	var reached []string
	for _, id := range goal.Instances() {
		if one, _ := goal.Of(id); len(one.Cells()) > 0 {
			reached = append(reached, id)
		}
	}
	path, metres, ok := goal.Route(start)
	if diff := cmp.Diff(reached, e.Instances); !ok || diff != "" {
		t.Fatalf("%s: there is a way: %v; instances -want +got:\n%s", e.ID, ok, diff)
	}
	end := path[len(path)-1]
	last, _ := m.RoomAt(end)
	var corners [][2]float64
	for _, p := range path {
		corners = append(corners, [2]float64{p.X, p.Z})
	}
	if diff := cmp.Diff(corners, e.Path); diff != "" || last.ID != e.GoalRoom || !goal.Reached(end) {
		t.Errorf("%s: ends at %v in %s; path -want +got:\n%s", e.ID, end, e.GoalRoom, diff)
	}
	if math.Abs(e.Geodesic-metres) > 0.0005 || math.Abs(e.Euclid-start.Dist(end)) > 0.0005 || e.Geodesic < e.Euclid-0.001 {
		t.Errorf("%s: %v m, %v m straight; the house says %v and %v", e.ID, e.Geodesic, e.Euclid, metres, start.Dist(end))
	}
	if rooms := e.RoomsOnPath; len(rooms) < 2 || rooms[0] != e.StartRoom || rooms[len(rooms)-1] != e.GoalRoom {
		t.Errorf("%s: from %s to %s through %v", e.ID, e.StartRoom, e.GoalRoom, rooms)
	}
}

// A house's episodes are its own: they are the same again, and whatever houses
// stand beside it, and more seeds and cases only add to them.
func TestDeadlocksFollowFromTheHouse(t *testing.T) {
	maps := own(t, 1, 4)
	want := deadlocks(t, maps[2:3], 4, 2)
	if len(want) != 8 {
		t.Fatalf("%d episodes, want 8", len(want))
	}
	tests := []struct {
		name         string
		maps         []*world.Map
		seeds, cases int
	}{
		{"again", maps[2:3], 4, 2},
		{"built again", own(t, 3, 3), 4, 2},
		{"more houses", maps, 4, 2},
		{"houses in another order", []*world.Map{maps[3], maps[2], maps[0]}, 4, 2},
		{"more seeds", maps[2:3], 9, 2},
		{"more cases", maps[2:3], 4, 5},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []world.Episode
			for _, e := range deadlocks(t, test.maps, test.seeds, test.cases) {
				if slices.ContainsFunc(want, func(w world.Episode) bool { return w.ID == e.ID }) {
					got = append(got, e)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Seeds draw all yaws, and cells all over the room.
func TestDeadlockSeedsSpread(t *testing.T) {
	yaws, cells := map[float64]bool{}, map[world.Point]bool{}
	for _, e := range deadlocks(t, own(t, 3, 3), MaxDeadlocks, 1) {
		yaws[e.Start.Yaw], cells[e.Start.Point()] = true, true
	}
	if len(yaws) != world.ViewCount || len(cells) < MaxDeadlocks/2 {
		t.Errorf("%d seeds draw %d yaws and %d cells", MaxDeadlocks, len(yaws), len(cells))
	}
}

// A typical room is left out when it has the target, seen or hidden, when the
// target is seen or reached from inside, and when no way leads there.
func TestDeadlocksLeaveOut(t *testing.T) {
	tests := []struct {
		name   string
		change func(*world.House)
		want   []trap // for the fridge
	}{
		{"the other kitchen has it", func(*world.House) {}, []trap{{"Fridge", "room|2"}}},
		{"both have it", func(h *world.House) { put(h, fridge("f2", 9)) }, nil},
		{"hidden in a safe", func(h *world.House) { put(h, safe(fridge("f2", 9))) }, nil},
		{"hidden and out of reach", func(h *world.House) {
			sofa := world.Object{ID: "sofa", Type: "Sofa", Position: world.Vec{X: 8.6, Y: 0.4, Z: 2.95}, Size: world.Vec{X: 2.8, Y: 0.8, Z: 2.1}}
			put(h, sofa)
			put(h, safe(fridge("f2", 9)))
		}, nil},
		{"out of sight over an open boundary", func(h *world.House) { open(h, 0.4) }, []trap{{"Fridge", "room|2"}}},
		{"seen over an open boundary", func(h *world.House) { open(h, 3) }, nil},
		{"reached through the door", func(h *world.House) { h.Objects[0].Position = world.Vec{X: 4, Y: 0.9, Z: 1} }, nil},
		{"a room that nobody calls a kitchen", func(h *world.House) { h.Rooms[1].Type = "Bedroom" }, nil},
		{"no way there", func(h *world.House) { h.Doors = nil }, nil},
		{"no fridge at all", func(h *world.House) { h.Objects = nil }, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := kitchens()
			test.change(h)
			m := mapOf(t, h)
			var got []trap
			for _, e := range deadlocks(t, []*world.Map{m}, 1, 9) {
				holds(t, m, e)
				got = append(got, trap{e.Target, e.StartRoom})
			}
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(trap{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// kitchens is a house of two kitchens, the first with a fridge at its far end:
//
//	z 4 +--------+--------+
//	    |F       |        |
//	    |        D        |   D open door
//	  0 +--------+--------+
//	    0        5       10 x
func kitchens() *world.House {
	floor := func(x float64) []world.Point {
		return []world.Point{{X: x, Z: 0}, {X: x, Z: 4}, {X: x + 5, Z: 4}, {X: x + 5, Z: 0}}
	}
	wall := world.Wall{ID: "wall|1", RoomID: "room|1", Polygon: []world.Vec{{X: 5}, {X: 5, Z: 4}, {X: 5, Y: 2.5}, {X: 5, Y: 2.5, Z: 4}}}
	h := &world.House{
		ID:    "kitchens",
		Rooms: []world.Room{{ID: "room|1", Type: "Kitchen", Floor: floor(0)}, {ID: "room|2", Type: "Kitchen", Floor: floor(5)}},
		Walls: []world.Wall{wall},
		Doors: []world.Door{{
			ID: "door|1", Room0: "room|1", Room1: "room|2", Wall0: wall.ID, Wall1: wall.ID, Hole: []world.Vec{{X: 0.5}, {X: 1.5, Y: 2}},
		}},
	}
	put(h, fridge("f1", 0.4))
	return h
}

func put(h *world.House, o world.Object) { h.Objects = append(h.Objects, o) }

// open takes the wall away and puts the fridge at x, metres.
func open(h *world.House, x float64) { h.Walls[0].Empty, h.Objects[0].Position.X = true, x }

func fridge(id string, x float64) world.Object {
	return world.Object{
		ID: id, Type: "Fridge", Position: world.Vec{X: x, Y: 0.9, Z: 3.6}, Size: world.Vec{X: 0.8, Y: 1.8, Z: 0.8},
	}
}

// safe is a safe around a thing, which nobody sees there.
func safe(in world.Object) world.Object {
	o := in
	o.ID, o.Type, o.Children = "safe", "Safe", []world.Object{in}
	return o
}

func TestDeadlocksRefuse(t *testing.T) {
	maps := own(t, 1, 1)
	tests := []struct {
		name         string
		maps         []*world.Map
		seeds, cases int
		want         string
	}{
		{"no seeds", maps, 0, 3, "seeds: not allowed, given 0, allowed 1..99"},
		{"seeds of three digits", maps, 100, 3, "seeds: not allowed, given 100, allowed 1..99"},
		{"no cases", maps, 10, 0, "cases: not allowed, given 0, allowed 1..99"},
		{"cases of three digits", maps, 10, 100, "cases: not allowed, given 100, allowed 1..99"},
		{"a house twice", slices.Repeat(maps, 2), 10, 3, `house: not allowed, given "gen-1", allowed a name that no other house has`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Deadlocks(test.maps, test.seeds, test.cases)
			if !fault.Is(err, fault.Invalid) || err.Error() != test.want || got != nil {
				t.Errorf("got %d episodes, %v, want %s", len(got), err, test.want)
			}
		})
	}
	if got, err := Deadlocks(nil, 10, 3); len(got) != 0 || err != nil {
		t.Errorf("no houses: got %d episodes, %v", len(got), err)
	}
}

// The set loads as any set of episodes does.
func TestDeadlocksLoad(t *testing.T) {
	want := deadlocks(t, own(t, 1, 4), 3, 2)
	var b bytes.Buffer
	if err := world.EncodeEpisodes(&b, want); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), "\n"); lines != len(want) || lines == 0 {
		t.Errorf("%d lines of %d episodes", lines, len(want))
	}
	path := filepath.Join(t.TempDir(), "deadlock.jsonl")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := world.LoadEpisodes(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
