package world

import (
	"slices"
	"testing"
)

// The cells of the rooms are the nodes where the robot lives, each in one room.
func TestCellsIn(t *testing.T) {
	m := testMap(t)
	var all []Point
	for i := range m.House().Rooms {
		r := &m.House().Rooms[i]
		cells := m.CellsIn(r)
		if len(cells) == 0 {
			t.Errorf("%s has none", r.ID)
		}
		for _, p := range cells {
			if at, ok := m.RoomAt(p); !ok || at.ID != r.ID || !m.Free(p) {
				t.Fatalf("%v is no free place in %s", p, r.ID)
			}
		}
		all = append(all, cells...)
	}
	var home []Point
	for _, n := range m.home {
		home = append(home, m.grid.point(n))
	}
	byPlace := func(a, b Point) int {
		if a.Z != b.Z {
			return int(1000 * (a.Z - b.Z))
		}
		return int(1000 * (a.X - b.X))
	}
	slices.SortFunc(all, byPlace)
	slices.SortFunc(home, byPlace)
	equal(t, all, home)
}

func TestCellsInShutRoom(t *testing.T) {
	m := shutMap(t)
	for i := range m.House().Rooms {
		r := &m.House().Rooms[i]
		if got, shut := len(m.CellsIn(r)) == 0, r.Type == "Bedroom"; got != shut {
			t.Errorf("%s without cells: %v, want %v", r.Type, got, shut)
		}
	}
}

func TestRoomsOn(t *testing.T) {
	m := testMap(t)
	types := map[string]string{}
	for _, r := range m.House().Rooms {
		types[r.ID] = r.Type
	}
	kitchen, living, hall, bed := Point{2.5, 1}, Point{5, 2}, Point{5, 5}, Point{2.5, 5}
	tests := []struct {
		name string
		path []Point
		want []string
	}{
		{"no path", nil, nil},
		{"a place", []Point{kitchen}, []string{"Kitchen"}},
		{"within a room", []Point{living, {6, 3}}, []string{"LivingRoom"}},
		{"straight through rooms between its corners", []Point{{2.5, 3.5}, {6, 4.6}}, []string{"Kitchen", "LivingRoom", "Hallway"}},
		{"round the house", []Point{kitchen, living, hall, bed}, []string{"Kitchen", "LivingRoom", "Hallway", "Bedroom"}},
		{"there and back", []Point{living, hall, living}, []string{"LivingRoom", "Hallway", "LivingRoom"}},
		{"out of the house and in again", []Point{living, {12, 2}, living}, []string{"LivingRoom"}},
		{"outside", []Point{{12, 2}, {13, 2}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, id := range m.RoomsOn(tt.path) {
				got = append(got, types[id])
			}
			equal(t, got, tt.want)
		})
	}
}

// The shared episodes name the rooms on their paths as we do.
func TestSharedRoomsOnPath(t *testing.T) {
	maps := sharedMaps(t)
	for _, e := range sharedEpisodes(t) {
		var path []Point
		for _, p := range e.Path {
			path = append(path, Point{p[0], p[1]})
		}
		equal(t, maps[e.House].RoomsOn(path), e.RoomsOnPath)
	}
}
