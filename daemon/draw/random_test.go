package draw

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"

	"navd/daemon/area"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// metres draws positions, some of them odd.
func metres() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64Range(-12, 12), rapid.Float64Range(-12, 12), rapid.Float64(),
		rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), math.Inf(-1), 1e9, -1e9, math.MaxFloat64}),
	)
}

func poses() *rapid.Generator[nav.Pose] {
	return rapid.Custom(func(t *rapid.T) nav.Pose {
		return nav.Pose{X: metres().Draw(t, "x"), Y: metres().Draw(t, "y"), Yaw: metres().Draw(t, "yaw")}
	})
}

func points() *rapid.Generator[[]Point] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Point {
		return Point{metres().Draw(t, "x"), metres().Draw(t, "y")}
	}), 0, 6)
}

// ids draws numbers that often name something, and sometimes nothing.
func ids() *rapid.Generator[int] { return rapid.IntRange(-1, 9) }

// graphs draws graphs whose parts need not fit together.
func graphs() *rapid.Generator[*nav.Graph] {
	place := rapid.Custom(func(t *rapid.T) nav.PlaceNode {
		return nav.PlaceNode{
			ID: ref.PlaceID(ids().Draw(t, "id")), Key: ref.PlaceID(ids().Draw(t, "key")),
			Type: words.Key(rapid.String().Draw(t, "type")), Visits: ids().Draw(t, "visits"), Objects: []string{rapid.String().Draw(t, "object")},
		}
	})
	anchor := rapid.Custom(func(t *rapid.T) nav.AnchorNode {
		return nav.AnchorNode{
			ID: ref.AnchorID(ids().Draw(t, "id")), Place: ref.PlaceID(ids().Draw(t, "place")),
			Pose: poses().Draw(t, "pose"), Seq: ids().Draw(t, "seq"),
		}
	})
	edge := rapid.Custom(func(t *rapid.T) nav.Edge {
		return nav.Edge{From: ref.AnchorID(ids().Draw(t, "from")), To: ref.AnchorID(ids().Draw(t, "to"))}
	})
	return rapid.Custom(func(t *rapid.T) *nav.Graph {
		return &nav.Graph{
			Places:  rapid.SliceOfN(place, 0, 6).Draw(t, "places"),
			Anchors: rapid.SliceOfN(anchor, 0, 12).Draw(t, "anchors"),
			Edges:   rapid.SliceOfN(edge, 0, 12).Draw(t, "edges"),
			Sites:   rapid.SliceOfN(sites(), 0, 5).Draw(t, "sites"),
			Seen:    rapid.OneOf(rapid.Just[*nav.SeenArea](nil), areas()).Draw(t, "seen"),
		}
	})
}

// areas draws seen areas whose cells may lie anywhere, on top of one another too.
func areas() *rapid.Generator[*nav.SeenArea] {
	run := rapid.Custom(func(t *rapid.T) area.CellRun {
		return area.CellRun{Y: ids().Draw(t, "y"), X: rapid.OneOf(ids(), rapid.Int()).Draw(t, "x"), N: ids().Draw(t, "n")}
	})
	edge := rapid.Custom(func(t *rapid.T) nav.OpenEdge {
		e := nav.OpenEdge{X: metres().Draw(t, "x"), Y: metres().Draw(t, "y"), WidthM: metres().Draw(t, "width"), WayM: metres().Draw(t, "way")}
		if rapid.Bool().Draw(t, "heading?") {
			heading := metres().Draw(t, "heading")
			e.Heading = &heading
		}
		if rapid.Bool().Draw(t, "room?") {
			e.Rooms = []nav.RoomShare{{Type: words.Key(rapid.String().Draw(t, "room")), Share: metres().Draw(t, "share")}}
		}
		return e
	})
	return rapid.Custom(func(t *rapid.T) *nav.SeenArea {
		return &nav.SeenArea{
			CellM: rapid.OneOf(rapid.Just(0.25), metres()).Draw(t, "cell"),
			Floor: rapid.SliceOfN(run, 0, 12).Draw(t, "floor"), Walls: rapid.SliceOfN(run, 0, 12).Draw(t, "walls"),
			Edges: rapid.SliceOfN(edge, 0, 5).Draw(t, "edges"),
		}
	})
}

func sites() *rapid.Generator[nav.Site] {
	view := rapid.Custom(func(t *rapid.T) nav.SiteView {
		v := nav.SiteView{
			View: ids().Draw(t, "view"), Heading: metres().Draw(t, "heading"), FreeM: metres().Draw(t, "free"),
			Known: rapid.Bool().Draw(t, "known"), Tried: rapid.Bool().Draw(t, "tried"), Covered: rapid.Bool().Draw(t, "covered"),
		}
		if rapid.Bool().Draw(t, "ended") {
			v.Outcome = &nav.Outcome{Metres: metres().Draw(t, "metres"), NewView: rapid.Bool().Draw(t, "new")}
		}
		return v
	})
	return rapid.Custom(func(t *rapid.T) nav.Site {
		return nav.Site{
			ID: ref.SiteID(ids().Draw(t, "id")), Pose: poses().Draw(t, "pose"),
			Views: rapid.SliceOfN(view, 0, 13).Draw(t, "views"),
		}
	})
}

func episodes() *rapid.Generator[MapData] {
	return rapid.Custom(func(t *rapid.T) MapData {
		d := MapData{
			Title: rapid.String().Draw(t, "title"), Subtitle: rapid.String().Draw(t, "subtitle"),
			Path: rapid.SliceOfN(poses(), 0, 20).Draw(t, "path"),
		}
		if rapid.Bool().Draw(t, "graph?") {
			d.Graph = graphs().Draw(t, "graph")
		}
		for range rapid.IntRange(0, 4).Draw(t, "marks") {
			d.Marks = append(d.Marks, Mark{
				Kind: MarkKind(rapid.SampledFrom([]string{"start", "stuck", "goal_seen", "found", "<&>"}).Draw(t, "kind")),
				Pose: poses().Draw(t, "pose"), Far: metres().Draw(t, "far"), Seq: ids().Draw(t, "seq"), Note: rapid.String().Draw(t, "note"),
			})
		}
		for range rapid.IntRange(0, 3).Draw(t, "floors") {
			label := rapid.String().Draw(t, "label")
			d.Floor = append(d.Floor, Polygon{label, points().Draw(t, "floor")})
			d.Things = append(d.Things, Thing{label, points().Draw(t, "thing"), rapid.Bool().Draw(t, "sought")})
		}
		for range rapid.IntRange(0, 3).Draw(t, "finds") {
			d.Finds = append(d.Finds, house.Believed{Now: metres().Draw(t, "likely"), Thing: house.Thing{
				Label: rapid.String().Draw(t, "find"), X: metres().Draw(t, "x"), Y: metres().Draw(t, "y"), Spread: metres().Draw(t, "spread"),
			}})
		}
		d.Detail = rapid.Bool().Draw(t, "detail")
		if rapid.Bool().Draw(t, "target?") {
			p := poses().Draw(t, "target")
			d.Target = &p
		}
		return d
	})
}

func TestAnyTwoAreWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := episodes().Draw(t, "a"), episodes().Draw(t, "b")
		svg := Beside(a, b)
		finite(t, svg)
		if !bytes.Equal(svg, Beside(a, b)) {
			t.Fatal("drawn twice, they differ")
		}
	})
}

func TestAnyMapIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := episodes().Draw(t, "data")
		svg := Map(data)
		finite(t, svg)
		if !bytes.Equal(svg, Map(data)) {
			t.Fatal("drawn twice, the map differs")
		}
	})
}
