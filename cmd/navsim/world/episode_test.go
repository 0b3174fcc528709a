package world

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"navd/daemon/fault"
)

const oneEpisode = `{"id":"h-e1","house":"four-rooms","start":{"x":2.55,"z":1.05,"yaw":30},"target":"Bed","instances":["3|0"],"geodesic":5.1,"path":[[2.55,1.05],[3.05,5.05]],"maxSteps":500}`

func episodeFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadEpisodes(t *testing.T) {
	want := []Episode{{
		ID: "h-e1", House: "four-rooms", Start: Pose{2.55, 1.05, 30}, Target: "Bed", Instances: []string{"3|0"},
		Geodesic: 5.1, Path: [][2]float64{{2.55, 1.05}, {3.05, 5.05}}, MaxSteps: 500,
	}}
	for name, data := range map[string][]byte{
		"e.jsonl": []byte(oneEpisode + "\n"), "e.jsonl.gz": zipped(t, []byte("\n"+oneEpisode)),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := LoadEpisodes(episodeFile(t, name, data))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, got, want)
		})
	}
}

func TestLoadEpisodesErrors(t *testing.T) {
	tests := []struct {
		name, line string
		field      string
	}{
		{"no id", `{"house":"h","target":"Bed"}`, "id"},
		{"no house", `{"id":"b","target":"Bed"}`, "house"},
		{"no target", `{"id":"b","house":"h"}`, "target"},
		{"id twice", oneEpisode, "id"},
		{"start too far", `{"id":"b","house":"h","target":"Bed","start":{"x":1e9}}`, "start"},
		{"negative geodesic", `{"id":"b","house":"h","target":"Bed","geodesic":-1}`, "geodesic"},
		{"negative steps", `{"id":"b","house":"h","target":"Bed","maxSteps":-1}`, "maxSteps"},
		{"path too far", `{"id":"b","house":"h","target":"Bed","path":[[0,0],[1e9,0]]}`, "path[1]"},
		{"wrong type", `{"id":3}`, "id"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := episodeFile(t, "e.jsonl", []byte(oneEpisode+"\n"+tt.line))
			_, err := LoadEpisodes(path)
			refused(t, err, fault.Invalid, path+":2: "+tt.field)
		})
	}
	if _, err := LoadEpisodes("testdata/none.jsonl"); !fault.Is(err, fault.NotFound) {
		t.Errorf("missing file: got %v, want a not_found fault", err)
	}
	if _, err := LoadEpisodes(episodeFile(t, "e.jsonl", []byte("{"))); err == nil || !strings.Contains(err.Error(), "e.jsonl:1: ") {
		t.Errorf("cut off: got %v, want file and line", err)
	}
}

func TestEncodeEpisodes(t *testing.T) {
	m := testMap(t)
	var want []Episode
	for i, target := range []string{"Bed", "Chair"} {
		e, ok := goal(t, m, target).Episode(Pose{2.55, 1.05, 30})
		if !ok {
			t.Fatal("no way")
		}
		e.ID, e.MaxSteps = string(rune('a'+i)), 500
		want = append(want, e)
	}
	var b bytes.Buffer
	if err := EncodeEpisodes(&b, want); err != nil {
		t.Fatal(err)
	}
	got, err := LoadEpisodes(episodeFile(t, "e.jsonl", b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, got, want)
	if err := EncodeEpisodes(fullDisk{}, want); err == nil || !strings.Contains(err.Error(), "episode a: ") {
		t.Errorf("full disk: got %v, want the episode named", err)
	}
}

func TestGoalEpisode(t *testing.T) {
	m := testMap(t)
	rooms := map[string]string{}
	for _, r := range m.House().Rooms {
		rooms[r.Type] = r.ID
	}
	tests := []struct {
		name   string
		target string
		start  Pose
		want   Episode // rooms by type; path left out
	}{
		{"through the house", "Bed", Pose{2.55, 1.05, 30}, Episode{
			Instances: []string{"3|0"}, StartRoom: "Kitchen", GoalRoom: "Bedroom", RoomsOnPath: []string{"Kitchen", "LivingRoom", "Hallway", "Bedroom"},
		}},
		{"already there", "Sofa", Pose{7.45, 2.85, 0}, Episode{
			Instances: []string{"2|0"}, StartRoom: "LivingRoom", GoalRoom: "LivingRoom", RoomsOnPath: []string{"LivingRoom"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := goal(t, m, tt.target)
			got, ok := g.Episode(tt.start)
			if !ok {
				t.Fatal("no way")
			}
			want := tt.want
			want.House, want.Target, want.Start = m.House().ID, tt.target, tt.start
			want.StartRoom, want.GoalRoom = rooms[want.StartRoom], rooms[want.GoalRoom]
			for i, kind := range want.RoomsOnPath {
				want.RoomsOnPath[i] = rooms[kind]
			}
			path, metres, _ := g.Route(tt.start.Point())
			for _, p := range path {
				want.Path = append(want.Path, [2]float64{p.X, p.Z})
			}
			want.Geodesic, want.Euclid = metres, path[0].Dist(path[len(path)-1])
			equal(t, got, want)
		})
	}
	if e, ok := goal(t, m, "Bed").Episode(Pose{X: 20, Z: 20}); ok {
		t.Errorf("from outside the house: got %+v, want none", e)
	}
}

func TestRandomStart(t *testing.T) {
	m := testMap(t)
	rng := rand.New(rand.NewPCG(1, 2))
	rooms := map[string]int{}
	for range 2000 {
		p := m.RandomStart(rng)
		if !m.Free(p.Point()) || math.Mod(p.Yaw, 30) != 0 || p.Yaw >= 360 {
			t.Fatalf("got %v", p)
		}
		r, _ := m.RoomAt(p.Point())
		rooms[r.Type]++
	}
	for _, r := range m.House().Rooms {
		if rooms[r.Type] < 200 {
			t.Errorf("only %d of 2000 starts in %s", rooms[r.Type], r.Type)
		}
	}
	again := rand.New(rand.NewPCG(1, 2))
	equal(t, m.RandomStart(again), m.RandomStart(rand.New(rand.NewPCG(1, 2))))
}

// The shared episodes were made by another program from the same rules. Their
// paths must start and end where ours say, and be as long as ours.
func TestSharedGeodesics(t *testing.T) {
	maps := sharedMaps(t)
	episodes := sharedEpisodes(t)
	var off []float64
	for _, e := range episodes {
		m := maps[e.House]
		g := goal(t, m, e.Target, e.Instances...)
		end := e.Path[len(e.Path)-1]
		if !m.Free(e.Start.Point()) || !g.Reached(Point{end[0], end[1]}) {
			t.Errorf("%s: start free %v, end reached %v", e.ID, m.Free(e.Start.Point()), g.Reached(Point{end[0], end[1]}))
		}
		off = append(off, math.Abs(g.Distance(e.Start.Point())/e.Geodesic-1))
	}
	slices.SortFunc(off, cmp.Compare)
	median, worst := off[len(off)/2], off[len(off)-1]
	t.Logf("%d episodes: relative error median %.4f, 90%% below %.4f, at most %.4f", len(off), median, off[len(off)*9/10], worst)
	if median > 0.005 || worst > 0.08 {
		t.Errorf("relative error: got median %.4f and at most %.4f, want 0.005 and 0.08", median, worst)
	}
}
