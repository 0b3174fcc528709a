package world

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/daemon/fault"
)

func zipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func fixture(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile(fourRooms)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestLoadSniffsGzip(t *testing.T) {
	plain, err := Load(bytes.NewReader(fixture(t)))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := Load(bytes.NewReader(zipped(t, fixture(t))))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, packed, plain)
	equal(t, []int{len(plain.Rooms), len(plain.Doors), len(plain.Objects)}, []int{4, 4, 9})
}

// room and wall are the least that a house may hold.
const (
	leastRoom = `"rooms":[{"id":"room|1","roomType":"Kitchen","floorPolygon":[{"x":0,"z":0},{"x":0,"z":3},{"x":3,"z":3},{"x":3,"z":0}]}]`
	leastWall = `"walls":[{"id":"w","polygon":[{"x":0,"y":0,"z":0},{"x":0,"y":0,"z":3}]}]`
)

func TestLoadErrors(t *testing.T) {
	tests := []struct {
		name  string
		json  string
		field string
	}{
		{"no rooms", `{}`, "rooms"},
		{"two corners", `{"rooms":[{"floorPolygon":[{"x":0,"z":0},{"x":1,"z":0}]}]}`, "rooms[0].floorPolygon"},
		{"far corner", `{"rooms":[{"floorPolygon":[{"x":0,"z":0},{"x":1,"z":0},{"x":1e300,"z":1}]}]}`, "rooms[0].floorPolygon[2]"},
		{"wall of one point", `{` + leastRoom + `,"walls":[{"polygon":[{"x":1}]}]}`, "walls[0].polygon"},
		{"wall too far", `{` + leastRoom + `,"walls":[{"polygon":[{"x":1},{"y":-1e9}]}]}`, "walls[0].polygon[1]"},
		{"door without wall", `{` + leastRoom + `,` + leastWall + `,"doors":[{"wall0":"v"}]}`, "doors[0].wall0"},
		{"door without second wall", `{` + leastRoom + `,` + leastWall + `,"doors":[{"wall0":"w","wall1":"v"}]}`, "doors[0].wall1"},
		{"door without hole", `{` + leastRoom + `,` + leastWall + `,"doors":[{"wall0":"w"}]}`, "doors[0].holePolygon"},
		{"hole too far", `{` + leastRoom + `,` + leastWall + `,"doors":[{"wall0":"w","holePolygon":[{"x":1e9},{}]}]}`, "doors[0].holePolygon[0]"},
		{"openness too large", `{` + leastRoom + `,` + leastWall + `,"doors":[{"wall0":"w","openness":1e9,"holePolygon":[{},{}]}]}`, "doors[0].openness"},
		{"negative size", `{` + leastRoom + `,"objects":[{"size":{"x":-1,"y":1,"z":1}}]}`, "objects[0].size"},
		{"child too far", `{` + leastRoom + `,"objects":[{},{"children":[{"position":{"x":1e9}}]}]}`, "objects[1].children[0].position"},
		{"rotation too large", `{` + leastRoom + `,"objects":[{"rotation":{"y":1e9}}]}`, "objects[0].rotation"},
		{"size too large", `{` + leastRoom + `,"objects":[{"size":{"y":1e9}}]}`, "objects[0].size"},
		{"wrong JSON type", `{"rooms":[{"id":7}]}`, "rooms.id"},
		{"list for an object", `[]`, ""},
		{"cut off", `{"rooms":[`, ""},
		{"empty", ``, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(strings.NewReader(tt.json))
			refused(t, err, fault.Invalid, tt.field)
		})
	}
}

func TestLoadBrokenGzip(t *testing.T) {
	whole := zipped(t, fixture(t))
	for name, data := range map[string][]byte{"header": whole[:5], "body": whole[:len(whole)/2]} {
		t.Run(name, func(t *testing.T) {
			if _, err := Load(bytes.NewReader(data)); !fault.Is(err, fault.Invalid) {
				t.Errorf("got %v, want an invalid fault", err)
			}
		})
	}
}

func TestLoadFileForms(t *testing.T) {
	house := `{` + leastRoom + `}`
	named := `{"id":"mine",` + leastRoom + `}`
	tests := []struct {
		file string
		data []byte
		want []string // ids
	}{
		{"villa.json", []byte(house), []string{"villa"}},
		{"villa.json.gz", zipped(t, []byte(house)), []string{"villa"}},
		{"named.json", []byte(named), []string{"mine"}},
		{"train.jsonl", []byte(house + "\n\n" + named + "\n" + house), []string{"train-1", "mine", "train-4"}},
		{"train.jsonl.gz", zipped(t, []byte(house+"\n"+house+"\n")), []string{"train-1", "train-2"}},
		{"empty.jsonl", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), tt.file)
			if err := os.WriteFile(path, tt.data, 0o600); err != nil {
				t.Fatal(err)
			}
			houses, err := LoadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, h := range houses {
				got = append(got, h.ID)
			}
			equal(t, got, tt.want)
		})
	}
}

func TestLoadFileErrorsNameThePlace(t *testing.T) {
	dir := t.TempDir()
	house := `{` + leastRoom + `}`
	tests := []struct {
		file, data string
		want       string // after the directory
	}{
		{"a.json", `{}`, `a.json: rooms: not allowed, given "none", allowed at least one room`},
		{"b.jsonl", house + "\n{}", `b.jsonl:2: rooms: not allowed, given "none", allowed at least one room`},
		{"c.jsonl", "\n{", `c.jsonl:2: not a JSON document: unexpected end of JSON input`},
		{"d.json", "\x1f\x8b", `d.json: not a JSON document: unexpected EOF`},
		{"e.jsonl.gz", "\x1f\x8b", `e.jsonl.gz: not a JSON document: unexpected EOF`},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			path := filepath.Join(dir, tt.file)
			if err := os.WriteFile(path, []byte(tt.data), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := LoadFile(path)
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("got %v, want an invalid fault", err)
			}
			equal(t, strings.TrimPrefix(err.Error(), dir+"/"), tt.want)
		})
	}
	if _, err := LoadFile(filepath.Join(dir, "none.json")); !fault.Is(err, fault.NotFound) {
		t.Errorf("missing file: got %v, want a not_found fault", err)
	}
}

func TestTypeFromName(t *testing.T) {
	tests := []struct{ name, id, asset, want string }{
		{"ProcTHOR's own ids", "Television|3|1", "Television_14", "Television"},
		{"numbered id", "2|1|0", "Dining_Table_19_1", "DiningTable"},
		{"child id", "small|2|3", "Laptop_26", "Laptop"},
		{"RoboTHOR asset", "2|4|0", "RoboTHOR_sofa_7", "Sofa"},
		{"no word anywhere", "2|4", "17_b", "Object"},
		{"nothing", "", "", "Object"},
		{"letters beyond ASCII", "2|1", "Läufer_1", "Object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, typeFromName(&Object{ID: tt.id, AssetID: tt.asset}), tt.want)
		})
	}
}

func TestLoadCompletes(t *testing.T) {
	h, err := Load(strings.NewReader(`{` + leastRoom + `,"objects":[{"id":"Bed|1|2","children":[{"id":"small|1","assetId":"Pillow_3","size":{"x":1,"y":2,"z":3}}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	bed := h.Objects[0]
	equal(t, []any{bed.Type, bed.Size}, []any{"Bed", Vec{0.3, 0.3, 0.3}})
	equal(t, []any{bed.Children[0].Type, bed.Children[0].Size}, []any{"Pillow", Vec{1, 2, 3}})
}

func TestLoadSharedHouses(t *testing.T) {
	for id, m := range sharedMaps(t) {
		if start := m.House().Metadata.Agent.Position.floor(); !m.Free(start) {
			t.Errorf("%s: the agent's start %v is not free", id, start)
		}
	}
}

// FuzzLoad holds that any input gives a fault or a house that a map can be
// tried on, and never a panic.
func FuzzLoad(f *testing.F) {
	f.Add(fixture(f))
	f.Add(zipped(f, fixture(f)))
	f.Add([]byte(`{` + leastRoom + `,` + leastWall + `,"doors":[{"wall0":"w","holePolygon":[{"x":1},{"x":2}]}]}`))
	f.Add([]byte(`{` + leastRoom + `,"objects":[{"position":{"x":1,"z":1}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := Load(bytes.NewReader(data))
		if err != nil {
			if fault.As(err).Kind == fault.Internal {
				t.Fatalf("not a fault: %v", err)
			}
			return
		}
		if lo, hi := h.bounds().min, h.bounds().max; hi.X-lo.X > 30 || hi.Z-lo.Z > 30 {
			return // a large grid per input would slow the search
		}
		m, err := NewMap(h)
		if err != nil {
			return
		}
		p := Pose{X: m.grid.point(m.home[0]).X, Z: m.grid.point(m.home[0]).Z}
		if to, collided := m.Forward(p, 0.25); !collided && !m.Free(to.Point()) {
			t.Fatalf("forward from %v ends at %v, which is not free", p, to)
		}
		m.Look(p, Senses{Profile: Std()})
	})
}
