package draw

import (
	"math"
	"testing"

	"navd/daemon/nav"
)

func fitted(ps ...nav.Pose) frame { return extentOf(MapData{Path: ps}, &index{}).fit(60) }

func TestEverythingFits(t *testing.T) {
	for name, ps := range map[string][]nav.Pose{
		"point":  {{X: 3, Y: 4}},
		"flat":   {{}, {Y: 30}},
		"high":   {{}, {X: 30}},
		"room":   {{X: -2, Y: -2}, {X: 2, Y: 2}},
		"city":   {{X: -5000, Y: 20}, {X: 7000, Y: -900}},
		"tiny":   {{X: 0.001}, {X: 0.002}},
		"remote": {{X: 1e8, Y: 1e8}, {X: 1e8 + 5, Y: 1e8 + 5}},
	} {
		f := fitted(ps...)
		if f.zoom <= 0 || f.zoom > mostZoom {
			t.Errorf("%s: %v px per metre", name, f.zoom)
		}
		if h := f.area.bottom - f.area.top; h < mapLeast || h > mapMost {
			t.Errorf("%s: the map is %v px high", name, h)
		}
		for _, p := range ps {
			if at := f.at(p); !f.area.holds(at) {
				t.Errorf("%s: %v is drawn at %v, outside %v", name, p, at, f.area)
			}
		}
	}
}

func TestMapIsCentred(t *testing.T) {
	f := fitted(nav.Pose{X: 1, Y: 2}, nav.Pose{X: 3, Y: 5})
	if got, want := f.at(nav.Pose{X: 2, Y: 3.5}), f.area.middle(); got.distance(want) > 1e-6 {
		t.Errorf("the middle is drawn at %v, want %v", got, want)
	}
}

func TestScaleIsTheSameBothWays(t *testing.T) {
	f := fitted(nav.Pose{}, nav.Pose{X: 3, Y: 40})
	o := f.at(nav.Pose{})
	if a, b := o.distance(f.at(nav.Pose{X: 1})), o.distance(f.at(nav.Pose{Y: 1})); math.Abs(a-b) > 1e-9 {
		t.Errorf("a metre is %v px up and %v px across", a, b)
	}
}

func TestExtentLeavesOut(t *testing.T) {
	var e extent
	e.addPoints(Point{math.NaN(), 0}, Point{math.Inf(1), 0}, Point{0, 1e30})
	if e.some {
		t.Errorf("positions that are none make the extent %v", e)
	}
	e.addPoints(Point{1, 2}, Point{-1, math.NaN()}, Point{0, 3})
	if want := (extent{Point{0, 2}, Point{1, 3}, true}); e != want {
		t.Errorf("extent is %v, want %v", e, want)
	}
}

func TestExtentOfEveryLayer(t *testing.T) {
	p, at := nav.Pose{X: 1, Y: 2}, []Point{{1, 2}}
	x := indexOf(&nav.Graph{Anchors: []nav.AnchorNode{{ID: 1, Pose: p, Place: 1}}})
	for name, e := range map[string]extent{
		"anchor": extentOf(MapData{}, x),
		"site":   extentOf(MapData{}, &index{sites: []nav.Site{{Pose: p}}}),
		"path":   extentOf(MapData{Path: []nav.Pose{p}}, &index{}),
		"mark":   extentOf(MapData{Marks: []Mark{{Pose: p}}}, &index{}),
		"floor":  extentOf(MapData{Floor: []Polygon{{Corners: at}}}, &index{}),
		"wall":   extentOf(MapData{Walls: []Line{{at[0], at[0]}}}, &index{}),
		"thing":  extentOf(MapData{Things: []Thing{{Corners: at}}}, &index{}),
		"target": extentOf(MapData{Target: &p}, &index{}),
	} {
		if want := (extent{at[0], at[0], true}); e != want {
			t.Errorf("a %s makes the extent %v, want %v", name, e, want)
		}
	}
}

func TestRoundLength(t *testing.T) {
	for zoom, want := range map[float64]float64{92: 1, 70: 2, 30: 5, 15: 10, 1: 100, 0.05: 2000, 400: 0.2} {
		f := frame{zoom: zoom}
		got := f.roundLength(150)
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v px per metre the bar is %v m long, want %v", zoom, got, want)
		}
		if w := got * zoom; w > 150 || w < 59 {
			t.Errorf("at %v px per metre the bar is %v px long", zoom, w)
		}
	}
}

func TestMetresText(t *testing.T) {
	for metres, want := range map[float64]string{1: "1 m", 50: "50 m", 0.2: "20 cm", 2000: "2 km", 0.05: "5 cm", 1e6: "1000 km"} {
		if got := metresText(metres); got != want {
			t.Errorf("%v m is written %q, want %q", metres, got, want)
		}
	}
}
