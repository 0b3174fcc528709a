package daemon_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	kept "navd/daemon/house"
	"navd/daemon/nav"
	"navd/ipc"
)

// enter begins an episode in the kept house "mill" at a pose.
func (h *house) enter(x, y, yaw float64) string {
	h.t.Helper()
	return into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin,
		fmt.Sprintf(`{"goal":"bed","house":{"id":"mill","start":{"pose":{"x":%g,"y":%g,"yaw":%g}}}}`, x, y, yaw))).Episode
}

// roam has the robot of an episode say which room it is in, see a thing ahead, and walk
// two metres; there it looks again.
func (h *house) roam(id, room, thing string) {
	h.t.Helper()
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":%q}`, id, room))
	look := fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":%q,"free_m":3,"see_m":%%g,"objects":[%q]},{"view":6,"free_m":1,"see_m":1}]}`, id, room, thing)
	h.do(ipc.NavPlan, fmt.Sprintf(look, 4.0))
	for seq := range 8 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward"}`, id, seq+1))
	}
	h.do(ipc.NavPlan, fmt.Sprintf(look, 2.0))
}

// leave ends an episode that did not find what it looked for.
func (h *house) leave(id string) {
	h.t.Helper()
	h.do(ipc.EpisodeEnd, fmt.Sprintf(`{"episode":%q,"success":false}`, id))
}

// stay has a robot in a kept house for a while.
func (h *house) stay(id string) {
	h.t.Helper()
	e := into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"bed","house":{"id":%q,"start":{"pose":{"x":0,"y":0,"yaw":0}}}}`, id))).Episode
	h.roam(e, "kitchen", "fridge")
	h.leave(e)
}

// milled fills "mill": in the kitchen, from the origin ahead, is a refrigerator; beside
// it, to the left, the living room with a sofa.
func milled(t *testing.T) *house {
	h := newHouse(t)
	for _, v := range []struct {
		x, y, yaw   float64
		room, thing string
	}{{0, 0, 0, "kitchen", "refrigerator"}, {2, 0, 90, "living room", "sofa"}} {
		id := h.enter(v.x, v.y, v.yaw)
		h.roam(id, v.room, v.thing)
		h.leave(id)
	}
	return h
}

func TestHouseList(t *testing.T) {
	h := milled(t)
	id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"bed","house":{"id":"attic"}}`)).Episode
	h.roam(id, "bedroom", "bed")
	h.leave(id)
	var got []string
	for cursor := ""; ; {
		r := into[ipc.HouseListResult](t, h.do(ipc.HouseList, fmt.Sprintf(`{"limit":1,"cursor":%q}`, cursor)))
		for _, o := range r.Houses {
			got = append(got, fmt.Sprintf("%s v%d of %d: %+v %t", o.House, o.Version, o.Episodes, o.Counts, o.Bytes > 500))
		}
		if cursor = r.Cursor; cursor == "" {
			break
		}
	}
	want := []string{
		"attic v1 of 1: {Places:1 Nodes:5 Sites:2 Things:1} true",
		"mill v2 of 2: {Places:2 Nodes:9 Sites:3 Things:2} true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// How long things stay somewhere can be set, and counts for what is asked and for plans.
func TestHalfLives(t *testing.T) {
	chances := map[string]float64{}
	for _, lives := range []string{"fridge=1y", "fridge=1h"} {
		h := milled(t)
		h.opts.Config.House.HalfLives = []string{lives}
		h.ticks.Add(int64(3 * time.Hour / time.Millisecond))
		h.restart()
		r := into[ipc.HouseWhereResult](t, h.do(ipc.HouseWhere, `{"house":"mill","what":"fridge"}`))
		chances[lives] = r.Seen[0].Chance
		pose := `"house":{"id":"mill","mode":"read","start":{"pose":{"x":2,"y":0,"yaw":90}}}`
		id := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"fridge",`+pose+`}`)).Episode
		c := into[struct{ Context nav.Context }](t, h.do(ipc.NavContext, fmt.Sprintf(`{"episode":%q}`, id))).Context
		if c.House == nil || len(c.House.Goal) != 1 || math.Abs(c.House.Goal[0].Chance-r.Seen[0].Chance) > 0.01 {
			t.Errorf("%s: house.where says %.3f, the context of a plan %+v", lives, r.Seen[0].Chance, c.House)
		}
	}
	if year, hour := chances["fridge=1y"], chances["fridge=1h"]; math.Abs(hour-year/8) > 0.01 {
		t.Errorf("after three hours got %.3f, with an hour for half of them %.3f", year, hour)
	}
}

// What is got page by page is the house, in each version.
func TestHouseGet(t *testing.T) {
	h := milled(t)
	for version := 1; version <= 2; version++ {
		whole := into[struct{ Document kept.House }](t, h.do(ipc.HouseExport, fmt.Sprintf(`{"house":"mill","version":%d}`, version))).Document
		for _, limit := range []int{1, 4, 1000} {
			got := *kept.Empty("mill")
			for cursor := ""; ; {
				r := into[ipc.HouseGetResult](t, h.do(ipc.HouseGet, fmt.Sprintf(
					`{"house":"mill","version":%d,"parts":["places","nodes","sites","things"],"limit":%d,"cursor":%q}`, version, limit, cursor)))
				if r.Bytes < 500 {
					t.Errorf("it takes %d bytes", r.Bytes)
				}
				got.Version, got.Merged, got.Changed, got.By, got.Origin, got.Next = r.Version, r.Episodes, r.Changed, r.By, r.Origin, whole.Next
				got.Places, got.Nodes = append(got.Places, r.Places...), append(got.Nodes, r.Nodes...)
				got.Sites, got.Things = append(got.Sites, r.Sites...), append(got.Things, r.Things...)
				if cursor = r.Cursor; cursor == "" {
					break
				}
			}
			if diff := cmp.Diff(whole, got); diff != "" {
				t.Errorf("version %d, %d at a time: -want +got\n%s", version, limit, diff)
			}
		}
	}
}

func TestHouseWhere(t *testing.T) {
	h := milled(t)
	for _, tt := range []struct{ name, params, want string }{
		{"its name", `"what":"sofa"`, "sofa: living room 2 seen 2"},
		{"another name", `"what":"couch"`, "sofa: living room 2 seen 2"},
		{"Korean", `"what":"소파"`, "sofa: living room 2 seen 2"},
		{"a question", `"what":"where did you last see the couch?"`, "sofa: living room 2 seen 2"},
		{"a question in Korean", `"what":"냉장고는 어디에 있어?"`, "fridge: kitchen 1 seen 2"},
		{"from a point", `"what":"sofa","from":{"x":0,"y":0}`, "sofa: living room 2 seen 2, 5.8 m through [kitchen living room]"},
		{"from a place", `"what":"fridge","from":{"place":2}`, "fridge: kitchen 1 seen 2, 3.8 m through [living room kitchen]"},
		{"before it was seen", `"what":"sofa","version":1`, "sofa: like [] known [fridge]"},
		{"a slip", `"what":"sofe"`, "sofe: like [sofa] known []"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := into[ipc.HouseWhereResult](t, h.in(t).do(ipc.HouseWhere, `{"house":"mill",`+tt.params+`}`))
			got := fmt.Sprintf("%s: like %v known %v", r.What, r.Like, r.Known)
			for _, s := range r.Seen {
				got = fmt.Sprintf("%s: %s %d seen %d", r.What, s.Room, s.Place, s.Seen)
				if s.Way != nil {
					got += fmt.Sprintf(", %.1f m through %v", s.Way.Metres, s.Way.Rooms)
				}
				if len(s.From) == 0 || s.Chance < 0.5 || s.Chance > 1 || s.Last.IsZero() {
					t.Errorf("%+v", s)
				}
			}
			if got != tt.want || r.Text == "" {
				t.Errorf("got %s, want %s; %s", got, tt.want, r.Text)
			}
		})
	}
	id := h.enter(2, 2, 0)
	r := into[ipc.HouseWhereResult](t, h.do(ipc.HouseWhere, fmt.Sprintf(`{"house":"mill","what":"fridge","episode":%q}`, id)))
	want := "The fridge was last seen less than a minute ago in the kitchen at x 3.8, y 0.0, 2 times: 91 % likely. The way there is 4.8 m, through living room and kitchen."
	if r.Text != want {
		t.Errorf("got %s\nwant %s", r.Text, want)
	}
}

// TestHouseWhereText: the likeliest spot is not always where a thing was seen last.
func TestHouseWhereText(t *testing.T) {
	h := newHouse(t)
	first := h.enter(0, 0, 0)
	h.roam(first, "kitchen", "fridge") // sees it twice
	h.leave(first)
	second := h.enter(20, 0, 0)
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":3,"see_m":4,"objects":["fridge"]}]}`, second))
	h.leave(second)
	for limit, want := range map[int]string{
		1: "The fridge was seen less than a minute ago in the kitchen at x 3.8, y 0.0, 2 times: 91 % likely.",
		2: "The fridge was seen less than a minute ago in the kitchen at x 3.8, y 0.0, 2 times: 91 % likely." +
			" Else less than a minute ago in the kitchen at x 23.1, y 0.0, once: 80 % likely.",
	} {
		r := into[ipc.HouseWhereResult](t, h.do(ipc.HouseWhere, fmt.Sprintf(`{"house":"mill","what":"fridge","limit":%d}`, limit)))
		if r.Text != want {
			t.Errorf("%d spots: got %s\nwant %s", limit, r.Text, want)
		}
	}
}

func TestHouseObjects(t *testing.T) {
	h := milled(t)
	for _, tt := range []struct{ name, params, want string }{
		{"all", ``, "refrigerator sofa"},
		{"by name", `,"label":"couch"`, "sofa"},
		{"by place", `,"place":1`, "refrigerator"},
		{"by both", `,"place":1,"label":"sofa"`, ""},
		{"the surest", `,"limit":1`, "refrigerator and 1 more"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := into[ipc.HouseObjectsResult](t, h.in(t).do(ipc.HouseObjects, `{"house":"mill"`+tt.params+`}`))
			var got []string
			for _, o := range r.Things {
				got = append(got, o.Label)
			}
			if r.More > 0 {
				got = append(got, fmt.Sprintf("and %d more", r.More))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %s, want %s", s, tt.want)
			}
		})
	}
}

// What cannot be done is refused, and says why.
func TestHouseRefuses(t *testing.T) {
	h := milled(t)
	open := h.enter(0, 0, 0)
	alone, ended := h.begin(), h.enter(0, 0, 0)
	h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, open))
	h.leave(ended)
	h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, ended))
	document := string(into[struct{ Document json.RawMessage }](t, h.do(ipc.HouseExport, `{"house":"mill"}`)).Document)
	h.do(ipc.HouseImport, `{"house":"bare","document":{"format":1,"house":"x","version":1,"places":[],"nodes":[],"sites":[],"things":[],"next":{}}}`)
	invalid := func(field string) refusal { return refusal{ipc.CodeParams, fault.Invalid, field, 0} }
	missing, conflict := refusal{-32002, fault.NotFound, "house", 0}, refusal{-32003, fault.Conflict, "episode", 0}
	for _, tt := range []struct {
		name   string
		method fmt.Stringer
		params string
		want   refusal
	}{
		{"no such house", ipc.HouseGet, `{"house":"none"}`, missing},
		{"no such version", ipc.HouseGet, `{"house":"mill","version":99}`, missing},
		{"no such snapshot", ipc.HouseGet, `{"house":"mill","snapshot":"x"}`, refusal{-32002, fault.NotFound, "snapshot", 0}},
		{"a version and a snapshot", ipc.HouseGet, `{"house":"mill","version":1,"snapshot":"x"}`, invalid("snapshot")},
		{"a cursor of nobody's", ipc.HouseGet, `{"house":"mill","cursor":"1.walls.0"}`, invalid("cursor")},
		{"no such place", ipc.HouseObjects, `{"house":"mill","place":77}`, refusal{-32002, fault.NotFound, "place", 0}},
		{"a way from nowhere", ipc.HousePath, `{"house":"mill","from":{},"to":{"place":1}}`, invalid("from")},
		{"a way to half a point", ipc.HousePath, `{"house":"mill","from":{"place":1},"to":{"x":1}}`, invalid("to")},
		{"a way to where nobody was", ipc.HousePath, `{"house":"mill","from":{"place":1},"to":{"x":900,"y":0}}`, missing},
		{"a way outside any sense", ipc.HousePath, `{"house":"mill","from":{"place":1},"to":{"x":1e9,"y":0}}`, invalid("to.x")},
		{"a way in a house with no site", ipc.HousePath, `{"house":"bare","from":{"x":0,"y":0},"to":{"x":1,"y":0}}`, missing},
		{"from two spots", ipc.HouseWhere, `{"house":"mill","what":"sofa","from":{"place":1},"episode":"` + open + `"}`, invalid("from")},
		{"from an episode that is elsewhere", ipc.HouseWhere, `{"house":"mill","what":"sofa","episode":"` + alone + `"}`, conflict},
		{"from an episode that knows not where", ipc.HouseWhere, `{"house":"mill","what":"sofa","episode":"` + open + `"}`, conflict},
		{"a house in use", ipc.HouseDelete, `{"house":"mill"}`, refusal{-32003, fault.Conflict, "house", 0}},
		{"nothing to delete", ipc.HouseDelete, `{"house":"none"}`, missing},
		{"a document that is none", ipc.HouseImport, `{"document":[1]}`, invalid("document")},
		{"a document of another format", ipc.HouseImport, `{"house":"new","document":` + strings.Replace(document, `"format":1`, `"format":2`, 1) + `}`, invalid("document.format")},
		{"a graph for Nav2", ipc.HouseImport, `{"house":"new","document":{"type":"FeatureCollection","features":[]}}`, invalid("document.type")},
		{"a document of something else", ipc.HouseImport, `{"house":"new","document":{"rooms":[]}}`, invalid("document")},
		{"a document with a hole", ipc.HouseImport, `{"house":"new","document":` + strings.Replace(document, `"links":[2`, `"links":[88`, 1) + `}`, invalid("document")},
		{"a document from the moon", ipc.HouseImport, `{"house":"new","document":` + strings.Replace(document, `"x":0.`, `"x":30000.`, 1) + `}`, invalid("house")},
		{"a name that is taken", ipc.HouseImport, `{"document":` + document + `}`, refusal{-32003, fault.Conflict, "house", 0}},
		{"a name that is a path", ipc.HouseImport, `{"house":"../mill","document":` + document + `}`, invalid("house")},
		{"a scene that is a path", ipc.EpisodeBegin, `{"goal":"bed","scene_id":"../../etc/passwd","house":{}}`, invalid("scene_id")},
		{"a start with a bell", ipc.EpisodeBegin, `{"goal":"bed","house":{"id":"mill","start":{"at":"do\u0007ck"}}}`, invalid("house.start.at")},
		{"a house that is hidden", ipc.EpisodeBegin, `{"goal":"bed","house":{"id":".."}}`, invalid("house.id")},
		{"a start outside any sense", ipc.EpisodeBegin, `{"goal":"bed","house":{"id":"mill","start":{"pose":{"x":1e300,"y":0,"yaw":0}}}}`, invalid("house.start.pose.x")},
		{"no snapshot to delete", ipc.HouseSnapshot, `{"house":"mill","name":"x","delete":true}`, refusal{-32002, fault.NotFound, "snapshot", 0}},
		{"delete without a name", ipc.HouseSnapshot, `{"house":"mill","delete":true}`, invalid("name")},
		{"a snapshot of nothing", ipc.HouseSnapshot, `{"house":"none","name":"x"}`, missing},
		{"neither pose nor undo", ipc.HouseAlign, `{"episode":"` + open + `"}`, invalid("undo")},
		{"pose and undo", ipc.HouseAlign, `{"episode":"` + open + `","undo":true,"pose":{"x":0,"y":0,"yaw":0}}`, invalid("undo")},
		{"a pose outside any sense", ipc.HouseAlign, `{"episode":"` + open + `","pose":{"x":0,"y":-20000,"yaw":0}}`, invalid("pose.y")},
		{"an episode without a house", ipc.HouseAlign, `{"episode":"` + alone + `","undo":true}`, conflict},
		{"undone twice", ipc.HouseAlign, `{"episode":"` + open + `","undo":true}`, conflict},
		{"undone twice, ended", ipc.HouseAlign, `{"episode":"` + ended + `","undo":true}`, conflict},
		{"a pose after the end", ipc.HouseAlign, `{"episode":"` + ended + `","pose":{"x":0,"y":0,"yaw":0}}`, conflict},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if e := h.in(t).refuse(tt.method, tt.params, tt.want); e.Data.Hint+e.Data.Allowed == "" {
				t.Errorf("%v does not say what to do", e)
			}
		})
	}
	h.sound()
}

// A house that is exported and imported is the same, to the byte, and goes on from there.
func TestHouseRoundTrip(t *testing.T) {
	from, to := milled(t), newHouse(t)
	out := from.do(ipc.HouseExport, `{"house":"mill"}`)
	head := into[ipc.HouseHead](t, to.do(ipc.HouseImport, documentOf(t, out)))
	if head.House != "mill" || head.Version != 2 || head.Counts.Things != 2 {
		t.Errorf("got %+v", head)
	}
	same(t, "exported again", to.do(ipc.HouseExport, `{"house":"mill"}`), out)
	to.restart()
	same(t, "after a start", to.do(ipc.HouseExport, `{"house":"mill"}`), out)
	for _, h := range []*house{from, to} {
		id := h.enter(0, 0, 180)
		h.roam(id, "hallway", "mirror")
		h.leave(id)
	}
	for _, h := range []*house{from, to} {
		if r := into[ipc.HouseHead](t, h.do(ipc.HouseGet, `{"house":"mill"}`)); r.Version != 3 || r.Counts.Things != 3 {
			t.Errorf("got %+v", r)
		}
	}
	to.do(ipc.HouseDelete, `{"house":"mill"}`)
	to.refuse(ipc.HouseGet, `{"house":"mill"}`, refusal{-32002, fault.NotFound, "house", 0})
	to.sound()

	from.do(ipc.HouseDelete, `{"house":"mill"}`)
	from.do(ipc.HouseImport, documentOf(t, out)) // without the version before its last episode
	from.refuse(ipc.HouseGet, `{"house":"mill","version":1}`, refusal{-32002, fault.NotFound, "house", 0})
	from.refuse(ipc.HouseAlign, `{"episode":"e002","undo":true}`, refusal{-32003, fault.Conflict, "episode", 0})
	same(t, "after a refused undo", from.do(ipc.HouseExport, `{"house":"mill"}`), out)
	from.sound()
}

// documentOf makes the parameters of an import of an export.
func documentOf(t *testing.T, exported json.RawMessage) string {
	t.Helper()
	return `{"document":` + string(into[ipc.HouseExportResult](t, exported).Document) + `}`
}

// The graph for Nav2 has a point for each node and both directions of each link, with
// whole numbers as ids that are given once.
func TestHouseNav2(t *testing.T) {
	h := milled(t)
	r := into[struct {
		Document struct {
			Type     string
			Features []struct {
				Properties struct {
					ID             *int
					Frame          string
					StartID, EndID int
				}
				Geometry struct {
					Type        string
					Coordinates json.RawMessage
				}
			}
		}
	}](t, h.do(ipc.HouseExport, `{"house":"mill","format":"nav2"}`))
	at, edges, ids := map[int][2]float64{}, map[[2]int]bool{}, map[int]bool{}
	for _, f := range r.Document.Features {
		p := f.Properties
		if p.ID == nil || ids[*p.ID] {
			t.Fatalf("%+v has no id of its own", f)
		}
		ids[*p.ID] = true
		switch f.Geometry.Type {
		case "Point":
			at[*p.ID] = into[[2]float64](t, f.Geometry.Coordinates)
			if p.Frame != "map" {
				t.Errorf("%+v", f)
			}
		case "MultiLineString":
			line := into[[][][2]float64](t, f.Geometry.Coordinates)
			edges[[2]int{p.StartID, p.EndID}] = true
			if len(line) != 1 || line[0][0] != at[p.StartID] || line[0][1] != at[p.EndID] {
				t.Errorf("%+v: %v", f, line)
			}
		}
	}
	if r.Document.Type != "FeatureCollection" || len(at) != 9 || len(edges) != 16 {
		t.Errorf("%s, %d points, %d edges", r.Document.Type, len(at), len(edges))
	}
	for e := range edges {
		if !edges[[2]int{e[1], e[0]}] {
			t.Errorf("edge %v leads one way only", e)
		}
	}
}

// The seen area of nav.graph is that of the house as the alignment says now, before and after
// a restart alike.
func TestGraphOfHouse(t *testing.T) {
	h := newHouse(t)
	plan := func(id string, metres int) {
		t.Helper()
		values := strings.Repeat(fmt.Sprintf("%d,", metres), 36)
		h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"hall","objects":["sofa","couch"]}],"ranges":[{"start_deg":0,"step_deg":10,"max_m":8,"values":[%s]}]}`, id, values[:len(values)-1]))
	}
	first := h.enter(0, 0, 0)
	plan(first, 5)
	h.leave(first)
	if seen := into[ipc.HouseObjectsResult](t, h.do(ipc.HouseObjects, `{"house":"mill"}`)).Things; len(seen) != 1 || seen[0].Seen != 1 {
		t.Errorf("two names of one sofa: %+v", seen)
	}
	id := h.enter(0, 0, 0)
	plan(id, 2)
	cells := func() (n int) {
		for _, r := range into[ipc.GraphResult](t, h.do(ipc.NavGraph, fmt.Sprintf(`{"episode":%q,"seen":true}`, id))).Graph.Seen.Floor {
			n += r.N
		}
		return n
	}
	whole := cells()
	h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"undo":true}`, id))
	own := cells()
	h.do(ipc.HouseAlign, fmt.Sprintf(`{"episode":%q,"pose":{"x":0,"y":0,"yaw":0}}`, id))
	again := cells()
	h.restart()
	if restored := cells(); own >= whole || again != whole || restored != whole {
		t.Errorf("%d cells, undone %d, aligned again %d, after a restart %d", whole, own, again, restored)
	}
}

// A scene whose id no house can have as its name, such as a path of Habitat, has a house of a
// name like it, and another scene another.
func TestHouseOfPath(t *testing.T) {
	h := newHouse(t)
	houses := map[string]string{}
	for _, scene := range []string{"data/mp3d/17DRP/17DRP.glb", "data/hm3d/17DRP/17DRP.glb", `C:\\scenes\\a?b.glb`, "/", strings.Repeat("long", 100), "mill"} {
		for range 2 {
			e := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"bed","scene_id":"%s","house":{}}`, scene)))
			house := e.House.House
			if was, begun := houses[scene]; begun && was != house || len(house) > 200 {
				t.Errorf("%s: %s, %s", scene, house, was)
			}
			houses[scene] = house
			h.leave(e.Episode)
			h.do(ipc.HouseGet, fmt.Sprintf(`{"house":%q}`, house))
		}
	}
	names := slices.Sorted(maps.Values(houses))
	if len(slices.Compact(names)) != len(houses) || houses["mill"] != "mill" || !strings.HasPrefix(houses["data/mp3d/17DRP/17DRP.glb"], "17DRP.glb-") {
		t.Errorf("%v", houses)
	}
}
