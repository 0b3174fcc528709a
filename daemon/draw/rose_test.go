package draw

import (
	"math"
	"slices"
	"strings"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/ref"
)

func TestPetalOf(t *testing.T) {
	out := func(o nav.Outcome) *nav.Outcome { return &o }
	for name, c := range map[string]struct {
		view nav.SiteView
		want petal
	}{
		"untried":           {nav.SiteView{}, petalOpen},
		"covered":           {nav.SiteView{Covered: true, Known: true}, petalCovered},
		"nobody named it":   {nav.SiteView{Covered: true}, petalOpen},
		"under way":         {nav.SiteView{Tried: true, Covered: true}, petalRunning},
		"new place":         {nav.SiteView{Tried: true, Outcome: out(nav.Outcome{NewPlace: true})}, petalGood},
		"new view":          {nav.SiteView{Tried: true, Outcome: out(nav.Outcome{NewView: true})}, petalGood},
		"nothing":           {nav.SiteView{Tried: true, Outcome: out(nav.Outcome{Metres: 3})}, petalPoor},
		"new, but a loop":   {nav.SiteView{Tried: true, Outcome: out(nav.Outcome{NewView: true, Loop: true})}, petalPoor},
		"outcome, no leg":   {nav.SiteView{Outcome: out(nav.Outcome{NewView: true})}, petalOpen},
		"vetoed is untried": {nav.SiteView{Vetoed: true}, petalOpen},
	} {
		if got := petalOf(c.view); got != c.want {
			t.Errorf("%s: petal %d, want %d", name, got, c.want)
		}
	}
}

func TestPetalLength(t *testing.T) {
	const r = 30
	known := func(free float64) float64 { return petalLength(nav.SiteView{Known: true, FreeM: free}, r) }
	if known(0) != roseCore || known(-1) != roseCore {
		t.Errorf("without free floor a petal is %v px long", known(0))
	}
	if known(farFree) != r || known(100) != r || known(math.Inf(1)) != r {
		t.Errorf("a far view is %v px long, want %v", known(100), r)
	}
	if !(known(0.5) < known(1) && known(1) < known(3)) {
		t.Error("more free floor is not longer")
	}
	if got := petalLength(nav.SiteView{FreeM: 9}, r); got != known(guessed) {
		t.Errorf("an unmeasured view is %v px long, want %v", got, known(guessed))
	}
	if got := known(math.NaN()); got != known(guessed) {
		t.Errorf("NaN metres are %v px long", got)
	}
}

// sited is a graph with sites at these points, twelve views each.
func sited(at ...Point) *nav.Graph {
	g := &nav.Graph{}
	for i, p := range at {
		s := nav.Site{ID: ref.SiteID(i + 1), Pose: nav.Pose{X: p.X, Y: p.Y}}
		for v := range nav.Views {
			s.Views = append(s.Views, nav.SiteView{View: v, Heading: -30 * float64(v)})
		}
		g.Sites = append(g.Sites, s)
	}
	return g
}

func TestRosePerSite(t *testing.T) {
	es := parse(t, Map(detailed(MapData{Graph: sited(Point{0, 0}, Point{3, 3})})))
	written(t, es, "1")
	written(t, es, "2")
	petals := 0
	for _, e := range all(es, "path") {
		if strings.Count(e.attrs["d"], "A") == nav.Views {
			petals++
		}
	}
	if petals != 3 { // two sites and the icon of the legend
		t.Errorf("%d roses of twelve petals, want 3", petals)
	}
}

func TestRosesMakeRoom(t *testing.T) {
	es := parse(t, Map(detailed(MapData{Graph: sited(Point{0, 0}, Point{0, 0}, Point{0, 0.05}, Point{4, 4})})))
	var at []spot
	for _, number := range []string{"1", "2", "3", "4"} {
		e := written(t, es, number)
		at = append(at, spot{e.num(t, "x"), e.num(t, "y")})
	}
	for i, a := range at {
		for _, b := range at[:i] {
			if a.distance(b) < 2*roseCore {
				t.Errorf("sites stand %v px apart, their numbers hide one another", a.distance(b))
			}
		}
	}
}

func TestManySitesBecomeRings(t *testing.T) {
	var at []Point
	for i := range 400 {
		at = append(at, Point{float64(i%20) * 0.3, float64(i/20) * 0.3})
	}
	es := parse(t, Map(detailed(MapData{Graph: sited(at...)})))
	if !slices.Contains(texts(es), entryNames[entryRing]) {
		t.Error("the legend does not tell of the rings")
	}
	written(t, es, "400")
	if n := len(texts(es)); n > mostSites+20 {
		t.Errorf("%d texts: sites hide one another", n)
	}
}

func TestAboutSite(t *testing.T) {
	s := nav.Site{ID: 3, Seq: 40, Views: []nav.SiteView{
		{View: 1}, {View: 2, Tried: true},
		{View: 4, Tried: true, Outcome: &nav.Outcome{Metres: 1.25, NewPlace: true, NewView: true, Loop: true}},
	}}
	if got, want := about(s), "scan 3 at step 40, view 4: 1.2 m, new place, new view, loop"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBeside(t *testing.T) {
	if got, want := beside(spot{0, 0}, spot{30, 40}, 10), (spot{6, 8}); got.distance(want) > 1e-9 {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := beside(spot{5, 5}, spot{5, 5}, 10), (spot{5, 5}); got != want {
		t.Errorf("towards itself: %v, want %v", got, want)
	}
}
