package world

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon/fault"
)

const fourRooms = "testdata/four_rooms.json"

// testMap gives the map of the four-room house:
//
//	z 7 +--------+----------+
//	    | bed    f  hallway |   f doorframe, D open door, # closed door
//	  4 +--##----+ . . . . .+
//	    | kitchen|  living  |
//	    |        D   room   #
//	  0 +--------+----------+
//	    0        4          9 x
func testMap(t testing.TB) *Map { return mapOf(t, edited(t, func(*House) {})) }

// mapOf gives the map of a house.
func mapOf(t testing.TB, h *House) *Map {
	t.Helper()
	m, err := NewMap(h)
	if err != nil {
		t.Fatalf("%s: %v", h.ID, err)
	}
	return m
}

// edited gives the four-room house after a change.
func edited(t testing.TB, change func(*House)) *House {
	t.Helper()
	houses, err := LoadFile(fourRooms)
	if err != nil {
		t.Fatal(err)
	}
	change(houses[0])
	return houses[0]
}

// shutMap gives the map of the four-room house with the bedroom's doors shut.
func shutMap(t testing.TB) *Map {
	return mapOf(t, edited(t, func(h *House) { h.Doors[2].Openable = new(false) }))
}

// sharedData gives the path of the project's shared data, and skips the test
// where it does not lie beside the module.
func sharedData(t testing.TB) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "..", "shared", "data")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no shared data here")
	}
	return dir
}

// sharedMaps gives the maps of all shared houses by id.
func sharedMaps(t testing.TB) map[string]*Map {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(sharedData(t), "houses", "*.json.gz"))
	if err != nil || len(files) == 0 {
		t.Skip("no shared houses here")
	}
	maps := make(map[string]*Map)
	for _, file := range files {
		houses, err := LoadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		maps[houses[0].ID] = mapOf(t, houses[0])
	}
	return maps
}

// sharedEpisodes gives the episodes in the shared houses.
func sharedEpisodes(t testing.TB) []Episode {
	t.Helper()
	episodes, err := LoadEpisodes(filepath.Join(sharedData(t), "episodes", "objectnav.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	return episodes
}

// equal fails the test unless got and want are alike, numbers to a millimetre.
func equal(t *testing.T, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-3), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// refused wants a fault of a kind about a field.
func refused(t *testing.T, err error, kind fault.Kind, field string) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Fatalf("got %v, want a fault of kind %s", err, kind)
	}
	equal(t, fault.As(err).Field, field)
}

// segmentDist gives the distance from p to the segment a b.
func segmentDist(p, a, b Point) float64 {
	ab := b.Sub(a)
	t := 0.0
	if l := ab.dot(ab); l > 0 {
		t = min(max(p.Sub(a).dot(ab)/l, 0), 1)
	}
	return p.Dist(a.Add(ab.Scale(t)))
}
