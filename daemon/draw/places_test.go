package draw

import (
	"slices"
	"strings"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/ref"
)

func TestIndexGroupsByKey(t *testing.T) {
	x := indexOf(&nav.Graph{Places: []nav.PlaceNode{
		{ID: 3, Key: 1, Type: "kitchen"}, {ID: 1, Key: 1, Type: "kitchen"}, {ID: 2, Key: 2, Type: "study"}, {ID: 4, Type: "attic"},
	}})
	var got [][]ref.PlaceID
	for _, g := range x.groups {
		var ids []ref.PlaceID
		for _, p := range g.places {
			ids = append(ids, p.ID)
		}
		got = append(got, ids)
	}
	if want := [][]ref.PlaceID{{1, 3}, {2}, {4}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("groups are %v, want %v", got, want)
	}
}

func TestIndexOfABrokenGraph(t *testing.T) {
	x := indexOf(&nav.Graph{
		Places:  []nav.PlaceNode{{ID: 1, Key: 1, Type: "study", Anchors: []ref.AnchorID{77}}},
		Anchors: []nav.AnchorNode{{ID: 1, Place: 1}, {ID: 2, Place: 9}, {ID: 3, Place: 1, Pose: nav.Pose{X: 1e12}}},
		Edges:   []nav.Edge{{From: 1, To: 2}, {From: 1, To: 3}, {From: -4, To: 5}},
		Sites:   []nav.Site{{ID: 1, Pose: nav.Pose{Y: -1e12}}, {ID: 2}},
	})
	if len(x.anchors) != 2 || len(x.sites) != 1 {
		t.Errorf("%d anchors and %d sites are kept, want 2 and 1", len(x.anchors), len(x.sites))
	}
	if g := x.groups[x.groupOf[9]]; g.name() != "unknown" || g.tint != grey {
		t.Errorf("a missing place is drawn as %q in %v", g.name(), g.tint)
	}
}

func TestGroupIds(t *testing.T) {
	places := func(n int) (out []nav.PlaceNode) {
		for i := range n {
			out = append(out, nav.PlaceNode{ID: ref.PlaceID(2*i + 3), Visits: n})
		}
		return out
	}
	for n, want := range map[int]string{
		1: "place 3 · 1 visit", 2: "places 3 = 5 · 2 visits", 6: "places 3 = 5 = 7 = 9 = … · 6 visits",
	} {
		if got := (group{places: places(n)}).ids(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestGroupAbout(t *testing.T) {
	g := group{kind: "kitchen", places: []nav.PlaceNode{{ID: 3, First: 10, Last: 20, Visits: 1, Objects: []string{"mug", "sink"}}}}
	if got, want := g.about(), "kitchen, place 3 · 1 visit, steps 10 to 20: mug, sink"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLabelsOfPlaces(t *testing.T) {
	es := parse(t, Map(detailed(flat())))
	for _, want := range []string{"bedroom", "place 1 · 1 visit", "corridor", "places 2 = 4 · 2 visits", "kitchen", "living room", "place 5 · 1 visit"} {
		written(t, es, want)
	}
	if e := written(t, es, "kitchen"); e.attrs["fill"] != Palette("kitchen").Ink {
		t.Errorf("the kitchen is written in %s", e.attrs["fill"])
	}
}

func TestLabelsKeepTheirSize(t *testing.T) {
	small, large := flat(), flat()
	for i := range large.Graph.Anchors {
		large.Graph.Anchors[i].Pose.X *= 200
		large.Graph.Anchors[i].Pose.Y *= 200
	}
	for _, d := range []MapData{small, {Graph: large.Graph}} {
		if e := written(t, parse(t, Map(d)), "bedroom"); e.num(t, "font-size") != sizeText {
			t.Errorf("a label is %v px high", e.attrs["font-size"])
		}
	}
}

// strokes gives the paths drawn in a colour.
func strokes(es []element, colour string) []element {
	var out []element
	for _, e := range all(es, "path") {
		if e.attrs["stroke"] == colour {
			out = append(out, e)
		}
	}
	return out
}

func TestOneAreaForAKey(t *testing.T) {
	graph := func(key ref.PlaceID) *nav.Graph {
		return &nav.Graph{
			Places:  []nav.PlaceNode{{ID: 1, Key: 1, Type: "study"}, {ID: 2, Key: key, Type: "study"}},
			Anchors: []nav.AnchorNode{{ID: 1, Place: 1}, {ID: 2, Place: 2, Pose: nav.Pose{X: 1.2}}},
		}
	}
	soft := Palette("study").Soft
	joined, apart := Map(detailed(MapData{Graph: graph(1)})), Map(detailed(MapData{Graph: graph(2)}))
	if n := len(strokes(parse(t, joined), soft)); n != 1 {
		t.Errorf("one key is drawn as %d areas", n)
	}
	if n := len(strokes(parse(t, apart), soft)); n != 2 {
		t.Errorf("two keys are drawn as %d areas", n)
	}
	if !strings.Contains(string(joined), "stroke-dasharray") || strings.Contains(string(apart), "stroke-dasharray") {
		t.Error("the tie is missing, or drawn between different keys")
	}
}

func TestVeryManyPlacesShareAreas(t *testing.T) {
	g := &nav.Graph{}
	for i := range 4 * mostHalos {
		id := ref.PlaceID(i + 1)
		g.Places = append(g.Places, nav.PlaceNode{ID: id, Key: id, Type: "study"})
		g.Anchors = append(g.Anchors, nav.AnchorNode{ID: ref.AnchorID(i + 1), Place: id, Pose: nav.Pose{X: float64(i % 30), Y: float64(i / 30)}})
	}
	es := parse(t, Map(MapData{Graph: g}))
	if n := len(strokes(es, Palette("study").Soft)); n != 1 {
		t.Errorf("%d areas, want 1", n)
	}
	if !slices.Contains(texts(es), "study") {
		t.Error("no label and no entry of the legend names the colour")
	}
}

func TestClosest(t *testing.T) {
	a, b := closest([]spot{{0, 0}, {10, 0}}, []spot{{14, 0}, {30, 0}})
	if a != (spot{10, 0}) || b != (spot{14, 0}) {
		t.Errorf("got %v and %v", a, b)
	}
	if a, b := closest(nil, []spot{{1, 1}}); a != b {
		t.Errorf("of nothing: %v and %v", a, b)
	}
}
