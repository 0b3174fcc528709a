package draw

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"navd/cmd/golden"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/ref"
)

// goldenCases are maps that people have looked at.
func goldenCases() map[string]MapData {
	flatData := flat()
	bare := flatData
	bare.Floor, bare.Walls, bare.Things, bare.Target, bare.Path, bare.Marks, bare.Finds = nil, nil, nil, nil, nil, nil, nil
	one := MapData{Title: "one anchor", Graph: &nav.Graph{
		Places:  []nav.PlaceNode{{ID: 1, Type: nav.Unknown, Key: 1, Visits: 1}},
		Anchors: []nav.AnchorNode{{ID: 1, Place: 1}},
	}}
	korean := MapData{Title: "7번 집에서 소파 찾기", Subtitle: "84걸음 <만에> \"찾음\" & 멈춤\x00\u202e", Graph: &nav.Graph{
		Places:  []nav.PlaceNode{{ID: 1, Type: "작업실", Key: 1, Visits: 1}, {ID: 2, Type: "<옷방> & 'co'", Key: 2, Visits: 3}},
		Anchors: []nav.AnchorNode{{ID: 1, Place: 1}, {ID: 2, Place: 1, Pose: nav.Pose{X: 2}}, {ID: 3, Place: 2, Pose: nav.Pose{X: 2, Y: 3}}},
		Edges:   []nav.Edge{{From: 1, To: 2}, {From: 2, To: 3}},
	}}
	return map[string]MapData{"flat": flatData, "detail": detailed(flatData), "bare": bare, "empty": {}, "one": one, "korean": korean}
}

func TestGolden(t *testing.T) {
	for name, data := range goldenCases() {
		t.Run(name, func(t *testing.T) {
			got := Map(data)
			parse(t, got)
			golden.File(t, "testdata/"+name+".svg", string(got))
		})
	}
}

func TestLeavesItsDataAlone(t *testing.T) {
	data, again := flat(), flat()
	Map(data)
	if !reflect.DeepEqual(data, again) {
		t.Error("Map changed what it was given")
	}
}

// limit is what a document must stay below.
const limit = 2 << 20

func TestStaysSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	crowd := MapData{Graph: grown(10_000)}
	for i := range 10_000 {
		p := nav.Pose{X: float64(i%100) * 0.7, Y: float64(i/100) * 0.4, Yaw: float64(i)}
		crowd.Path = append(crowd.Path, p)
		crowd.Marks = append(crowd.Marks, Mark{Kind: MarkStuck, Pose: p, Seq: i, Note: strings.Repeat("&", 300)})
		crowd.Finds = append(crowd.Finds, house.Believed{Thing: house.Thing{Label: strings.Repeat("&", 300), X: p.X, Y: p.Y, Spread: 9}, Now: 1})
		crowd.Walls = append(crowd.Walls, Line{Point{p.X, p.Y}, Point{p.X + 1, p.Y}})
		square := []Point{{p.X, p.Y}, {p.X + 1, p.Y}, {p.X + 1, p.Y + 1}}
		crowd.Things = append(crowd.Things, Thing{Label: strings.Repeat("<", 300), Corners: square})
		crowd.Floor = append(crowd.Floor, Polygon{Label: strings.Repeat("'", 300), Corners: square})
	}
	lonely := MapData{Graph: &nav.Graph{}} // every anchor a place of its own
	for i := range 10_000 {
		id := ref.PlaceID(i + 1)
		lonely.Graph.Places = append(lonely.Graph.Places, nav.PlaceNode{ID: id, Key: id, Type: "attic", Objects: []string{strings.Repeat("x", 500)}})
		lonely.Graph.Anchors = append(lonely.Graph.Anchors, nav.AnchorNode{
			ID: ref.AnchorID(i + 1), Place: id, Pose: nav.Pose{X: float64(i % 100), Y: float64(i / 100)},
		})
	}
	round := MapData{Floor: []Polygon{{Label: "round", Corners: make([]Point, 80_000)}}}
	for i := range round.Floor[0].Corners {
		sin, cos := math.Sincos(float64(i))
		round.Floor[0].Corners[i] = Point{5 * sin, 5 * cos}
	}
	for name, data := range map[string]MapData{
		"graph": {Graph: grown(10_000)}, "everything": crowd, "lonely anchors": lonely, "polygon": round,
	} {
		drawn := [][]byte{Map(data), Map(detailed(data))}
		if name == "everything" {
			drawn = append(drawn, Beside(detailed(data), detailed(data)))
		}
		for _, svg := range drawn {
			parse(t, svg)
			if len(svg) > limit {
				t.Errorf("%s: %d bytes, want at most %d", name, len(svg), limit)
			}
		}
	}
}

func TestForwardIsUp(t *testing.T) {
	f := extentOf(MapData{Path: []nav.Pose{{X: -1, Y: -2}, {X: 3, Y: 4}}}, &index{}).fit(100)
	origin, ahead, left := f.at(nav.Pose{}), f.at(nav.Pose{X: 1}), f.at(nav.Pose{Y: 1})
	if ahead.y >= origin.y || ahead.x != origin.x {
		t.Errorf("+x goes from %v to %v, want up", origin, ahead)
	}
	if left.x >= origin.x || left.y != origin.y {
		t.Errorf("+y goes from %v to %v, want left", origin, left)
	}
}

func TestHead(t *testing.T) {
	es := parse(t, Map(MapData{Title: "A & B", Subtitle: "x < y", Graph: &nav.Graph{}}))
	written(t, es, "A & B")
	written(t, es, "x < y")
	written(t, es, "0 places · looked around 0 times")
	if got := all(es, "title")[0].text; got != "A & B" {
		t.Errorf("title of the document is %q", got)
	}
}

func TestHeadIsClipped(t *testing.T) {
	es := parse(t, Map(MapData{Title: strings.Repeat("very long ", 100), Subtitle: strings.Repeat("long too ", 100), Graph: flat().Graph}))
	for _, s := range texts(es) {
		if width(s, sizeText) > sheetWidth {
			t.Errorf("%q does not fit the sheet", s)
		}
	}
}

func TestNothingRecorded(t *testing.T) {
	es := parse(t, Map(MapData{}))
	written(t, es, "nothing has been recorded yet")
	if slices.Contains(texts(es), "start") {
		t.Error("the legend of an empty map names a start")
	}
}

func TestHeightFollowsContent(t *testing.T) {
	height := func(path ...nav.Pose) float64 {
		es := parse(t, Map(MapData{Path: path}))
		if w := es[0].num(t, "width"); w != sheetWidth {
			t.Errorf("the sheet is %v px wide", w)
		}
		return es[0].num(t, "height")
	}
	flatOne, highOne := height(nav.Pose{}, nav.Pose{Y: 20}), height(nav.Pose{}, nav.Pose{X: 20})
	if flatOne >= highOne || highOne > mapMost+220 {
		t.Errorf("heights are %v for a wide and %v for a high map", flatOne, highOne)
	}
}

func TestFarAway(t *testing.T) {
	for name, path := range map[string][]nav.Pose{
		"wide":      {{X: -9e8, Y: -9e8}, {X: 9e8, Y: 9e8}},
		"far":       {{X: 9e8, Y: 9e8}, {X: 9e8 + 3, Y: 9e8}},
		"too far":   {{X: 1}, {X: 1e300}, {Y: -1e18}},
		"not there": {{X: math.NaN()}, {Y: math.Inf(1)}, {X: 1, Yaw: math.NaN()}},
	} {
		t.Run(name, func(t *testing.T) {
			finite(t, Map(MapData{Path: path, Marks: []Mark{{Kind: MarkStuck, Pose: path[0]}}, Target: &path[1]}))
		})
	}
}
