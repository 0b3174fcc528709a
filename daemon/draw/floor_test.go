package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"navd/daemon/nav"
)

// ell is a room in the shape of an L.
var ell = []Point{{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}}

func TestRoomIsNamedInside(t *testing.T) {
	for name, corners := range map[string][]Point{
		"L": ell, "diamond": {{0, 4}, {4, 0}, {0, -4}, {-4, 0}}, "square": {{0, 0}, {3, 0}, {3, 3}, {0, 3}},
	} {
		data := MapData{Floor: []Polygon{{"kitchen", corners}}}
		e := written(t, parse(t, Map(data)), "KITCHEN")
		if at := (spot{e.num(t, "x"), e.num(t, "y") - 3}); !contains(newSheet(data).points(corners), at) {
			t.Errorf("%s: the name stands at %v, outside its room", name, at)
		}
	}
}

// houses draws houses whose rooms fill a grid.
func houses() *rapid.Generator[MapData] {
	return rapid.Custom(func(t *rapid.T) MapData {
		m := flat()
		m.Floor, m.Walls = nil, nil
		sides := rapid.SliceOfN(rapid.Float64Range(0.8, 6), 1, 4)
		x := -2.0
		for i, deep := range sides.Draw(t, "deep") {
			y := -5.0
			for j, wide := range sides.Draw(t, "wide") {
				a, b, c, d := Point{x, y}, Point{x + deep, y}, Point{x + deep, y + wide}, Point{x, y + wide}
				m.Floor = append(m.Floor, Polygon{fmt.Sprintf("bedroom %d%d", i, j), []Point{a, b, c, d}})
				m.Walls = append(m.Walls, Line{a, b}, Line{b, c}, Line{c, d}, Line{d, a})
				m.Things = append(m.Things, Thing{Label: "bed", Corners: []Point{a, {x + deep/2, y}, {x + deep/2, y + wide/2}, {x, y + wide/2}}})
				y += wide
			}
			x += deep
		}
		return m
	})
}

// Whatever the house: names stand in their rooms, on the map and clear of one another.
func TestNamesOfAnyHouse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := houses().Draw(t, "house")
		m.Detail = rapid.Bool().Draw(t, "detail")
		s := newSheet(m)
		var boxes []box
		for _, e := range all(parse(t, Map(m)), "text") {
			x, _ := strconv.ParseFloat(e.attrs["x"], 64)
			y, _ := strconv.ParseFloat(e.attrs["y"], 64)
			size, _ := strconv.ParseFloat(e.attrs["font-size"], 64)
			b := around(spot{x, y - size/3}, width(e.text, size), 0.7*size)
			if e.attrs["stroke"] == "" || !s.area.holds(spot{x, y}) { // head, foot, or inside a sign
				continue
			}
			if !b.within(s.area) {
				t.Errorf("%q at %v reaches out of the map", e.text, b)
			}
			for _, room := range m.Floor {
				if strings.EqualFold(room.Label, e.text) && !inside(b, s.points(room.Corners)) {
					t.Errorf("%q at %v reaches out of its room", e.text, b)
				}
			}
			for _, o := range boxes {
				if o.meets(b) {
					t.Errorf("%q at %v stands on the text at %v", e.text, b, o)
				}
			}
			boxes = append(boxes, b)
		}
	})
}

func TestRoomTooSmallForItsName(t *testing.T) {
	data := MapData{Floor: []Polygon{{"conservatory", []Point{{0, 0}, {0.3, 0}, {0.3, 0.3}}}, {"", ell}}}
	if got := texts(parse(t, Map(data))); slices.Contains(got, "CONSERVATORY") {
		t.Errorf("the map says %q", got)
	}
}

func TestContains(t *testing.T) {
	var corners []spot
	for _, p := range ell {
		corners = append(corners, spot{p.X, p.Y})
	}
	for at, want := range map[spot]bool{{1, 1}: true, {5, 1}: true, {1, 5}: true, {4, 4}: false, {-1, 1}: false, {7, 1}: false} {
		if got := contains(corners, at); got != want {
			t.Errorf("%v inside: %v, want %v", at, got, want)
		}
	}
	if contains(nil, spot{}) {
		t.Error("a room without corners holds a spot")
	}
}

func TestThings(t *testing.T) {
	square := []Point{{0, 0}, {2, 0}, {2, 2}, {0, 2}}
	es := parse(t, Map(MapData{Things: []Thing{
		{"table <round>", square, false}, {"sofa", []Point{{5, 0}, {7, 0}, {7, 2}}, true}, {"line", []Point{{0, 0}, {1, 1}}, false},
	}}))
	written(t, es, "table <round>")
	written(t, es, "what is sought")
	if slices.Contains(texts(es), "line") {
		t.Error("a footprint of two corners is drawn")
	}
}

func TestWalls(t *testing.T) {
	es := parse(t, Map(MapData{Walls: []Line{{Point{0, 0}, Point{4, 0}}, {Point{0, 0}, Point{1e30, 0}}}}))
	got := strokes(es, wallLine)
	if len(got) != 1 || strings.Count(got[0].attrs["d"], "M") != 1 {
		t.Errorf("walls are drawn as %v", got)
	}
}

func TestGridOnlyWithoutAHouse(t *testing.T) {
	path := []nav.Pose{{}, {X: 3}}
	if n := len(strokes(parse(t, Map(MapData{Path: path})), gridLine)); n != 1 {
		t.Errorf("%d grids without a house, want 1", n)
	}
	if n := len(strokes(parse(t, Map(MapData{Path: path, Floor: []Polygon{{"", ell}}})), gridLine)); n != 0 {
		t.Errorf("%d grids under a house", n)
	}
}

func TestGridPassesTheOrigin(t *testing.T) {
	s := newSheet(MapData{Path: []nav.Pose{{X: -1.3, Y: -0.7}, {X: 2.9, Y: 1.1}}})
	s.grid()
	o := s.at(nav.Pose{})
	for _, want := range []string{"M" + px(o.x).String() + " ", " " + px(o.y).String() + "L"} {
		if !strings.Contains(s.String(), want) {
			t.Errorf("no line of the grid runs through the origin %v: %s", o, s.String())
		}
	}
}
