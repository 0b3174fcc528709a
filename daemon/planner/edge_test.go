package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/area"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"
)

// edge is an open edge of the seen area with much behind it: straight ahead of a
// view, beside floor of a room.
func edge(view int, kind words.Key, metres float64) nav.Frontier {
	heading := nav.NormDeg(-30 * float64(view))
	at := nav.Pose{}.Reach(metres, heading)
	return nav.Frontier{
		Spot: area.Point{X: at.X, Y: at.Y}, WayM: metres, WidthM: 1, Behind: 5, LegM: 3,
		Rooms: []nav.RoomShare{{Type: kind, Share: 0.9}}, Path: []nav.Hop{{Angle: heading, RangeM: metres}},
	}
}

func TestLocalTakesEdges(t *testing.T) {
	with := func(f nav.Frontier, fn func(*nav.Frontier)) nav.Frontier { fn(&f); return f }
	sofaHere := func(o *nav.Option) { o.Objects = []string{"sofa"} }
	for _, tt := range []struct {
		name    string
		here    []nav.Option
		there   []nav.Option
		edges   []nav.Frontier
		afar    []nav.Frontier // seen floor that was not looked at from near
		blocked bool
		claims  []words.Claim
		view    int
		open    bool // the way leads to an open edge
	}{
		{name: "the likelier room", edges: []nav.Frontier{edge(1, "bathroom", 2), edge(4, "living room", 2)}, view: 4, open: true},
		{name: "the nearer of two alike", edges: []nav.Frontier{edge(4, "kitchen", 2), edge(1, "kitchen", 4)}, view: 4, open: true},
		{name: "rather than what the views promise", here: []nav.Option{view(0, "living room", 1)}, edges: []nav.Frontier{edge(4, "bathroom", 6)}, view: 4, open: true},
		{name: "the target in sight comes first", here: []nav.Option{change(view(2, "", 1), sofaHere)}, edges: []nav.Frontier{edge(4, "living room", 1)}, view: 2},
		{name: "where it was seen before a far edge", here: []nav.Option{view(0, "bathroom", 0)},
			there: []nav.Option{change(there(3, "bathroom", 0.1, 4, 180), func(o *nav.Option) { o.Recalled = true })}, edges: []nav.Frontier{edge(4, "bathroom", 8)}, view: 6},
		{name: "little behind it is worth little", edges: []nav.Frontier{with(edge(4, "living room", 2), func(f *nav.Frontier) { f.Behind = 0.2 }), edge(1, "kitchen", 2)}, view: 1, open: true},
		{name: "one that was tried in vain waits", edges: []nav.Frontier{with(edge(4, "living room", 2), func(f *nav.Frontier) { f.Tried, f.Failed = 1, 1 }), edge(1, "bathroom", 2)}, view: 1, open: true},
		{name: "after a leg for an edge that moved nothing, over free floor", here: []nav.Option{view(0, "kitchen", 1)}, edges: []nav.Frontier{edge(4, "living room", 2)}, blocked: true, view: 0},
		{name: "a claim moves it", edges: []nav.Frontier{edge(4, "living room", 2), edge(1, "kitchen", 2)},
			claims: []words.Claim{words.NotIn("sofa", "living room", "g1", 1)}, view: 1, open: true},
		{name: "seen floor of the likely room, to look at from near", edges: []nav.Frontier{edge(1, "bathroom", 2)}, afar: []nav.Frontier{edge(4, "living room", 3)}, view: 4, open: true},
		{name: "not in a room that was looked over", edges: []nav.Frontier{edge(1, "bathroom", 2)}, afar: []nav.Frontier{with(edge(4, "living room", 3), func(f *nav.Frontier) { f.Scans = 1 })}, view: 1, open: true},
		{name: "nor where the target is hardly ever", edges: []nav.Frontier{edge(1, "bathroom", 8)}, afar: []nav.Frontier{edge(4, "bathroom", 1)}, view: 1, open: true},
		{name: "not before what nobody has seen of that room", edges: []nav.Frontier{edge(1, "living room", 3)}, afar: []nav.Frontier{edge(4, "living room", 3)}, view: 1, open: true},
		{name: "nor before a view when no way leads there", here: []nav.Option{view(0, "bathroom", 1)}, afar: []nav.Frontier{with(edge(4, "living room", 3), func(f *nav.Frontier) { f.Path = nil })}, view: 0},
		{name: "a corridor leads on", edges: []nav.Frontier{edge(1, "bathroom", 2), edge(4, "corridor", 2)}, view: 4, open: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sv := nav.Survey{Goal: "sofa", Here: tt.here, Distant: tt.there, Edges: tt.edges, Again: tt.afar, Blocked: tt.blocked}
			d := planner.Local(sv, tt.claims)
			if d.View != tt.view || (d.Aim != nil) != tt.open || (len(d.Path) > 0) != tt.open {
				t.Errorf("view %d by %v to %v, want %d: %s", d.View, d.Path, d.Aim, tt.view, d.Why)
			}
			if tt.open && (d.RangeM == nil || *d.RangeM != d.Path[0].RangeM || !strings.Contains(d.Why, "opening") && tt.afar == nil) {
				t.Errorf("%+v", d)
			}
			if d.Moved != (tt.claims != nil) || d.Moved && len(d.Claims) == 0 {
				t.Errorf("moved %v by %v", d.Moved, d.Claims)
			}
		})
	}
}

// Two ways into rooms of one type are told apart in words.
func TestMovedToAnotherRoomOfTheType(t *testing.T) {
	sv := nav.Survey{Goal: "sofa", Here: []nav.Option{view(0, "living room", 1), view(3, "living room", 1)}}
	d := planner.Local(sv, []words.Claim{words.Prefer(words.View(3), "g1", 1)})
	if want := "rather than another living room: so it was told"; d.View != 3 || !strings.HasSuffix(d.Why, want) {
		t.Errorf("view %d, %q, want %q", d.View, d.Why, want)
	}
}

// A model says a direction; the way to the best open edge there is how far it goes.
func TestSettleOnEdges(t *testing.T) {
	sv := nav.Survey{Goal: "sofa", Here: []nav.Option{view(1, "kitchen", 1)}, Edges: []nav.Frontier{edge(4, "living room", 2), edge(1, "kitchen", 3)}}
	for _, n := range []int{1, 3, 5, 7, 9, 11} {
		sv.Glimpse = append(sv.Glimpse, nav.SiteView{View: n})
	}
	if d := planner.Settle(sv, nil, planner.Decision{Angle: -28, View: 1}); d.Aim == nil || *d.Aim != sv.Edges[1].Spot || d.Angle != d.Path[0].Angle || d.View != 1 {
		t.Errorf("%+v", d)
	}
	if d := planner.Settle(sv, nil, planner.Decision{Angle: -90, View: 3}); d.Aim == nil || *d.Aim != sv.Edges[0].Spot || d.View != 3 {
		t.Errorf("the way begins between two shown views: %+v", d)
	}
	sv.Distant = []nav.Option{change(there(3, "bathroom", 0.1, 4, 180), func(o *nav.Option) { o.Recalled, o.FirstHead, o.FirstM = true, -30, 2 })}
	if d := planner.Settle(sv, nil, planner.Decision{Angle: -30, View: 1}); d.Aim != nil || d.ToSite != 2 {
		t.Errorf("where the target was seen comes before an edge, as in the local planner: %+v", d)
	}
	if twin := planner.Local(sv, nil); twin.Aim != nil || twin.ToSite != 2 {
		t.Errorf("the local planner: %+v", twin)
	}
	if d := planner.Settle(sv, nil, planner.Decision{Angle: 90, View: 9}); d.Aim != nil {
		t.Errorf("no edge lies that way: %+v", d)
	}
}

func TestNearestTakesEdges(t *testing.T) {
	tried := edge(2, "hall", 1)
	tried.Tried = 1
	sv := nav.Survey{Goal: "sofa", Here: []nav.Option{view(0, "living room", 1)}, Edges: []nav.Frontier{tried, edge(7, "bathroom", 2), edge(4, "living room", 2.5)}}
	if d := planner.Nearest(sv); d.View != 7 || d.Aim == nil {
		t.Errorf("%+v", d)
	}
}

// A leg goes as far along a way as the memory says, round corners too. It is for the edge
// all the same.
func TestLongLegs(t *testing.T) {
	corner := func(first, second float64) nav.Frontier {
		return nav.Frontier{
			Spot: area.Point{X: first, Y: second}, WayM: first + second, Behind: 5, Rooms: []nav.RoomShare{{Type: "living room", Share: 1}}, LegM: 3,
			Path: []nav.Hop{{Angle: 0, RangeM: first}, {Angle: 90, RangeM: second}},
		}
	}
	for _, tt := range []struct {
		name string
		edge nav.Frontier
		path []nav.Hop
		aim  area.Point
	}{
		{"to the edge", corner(2, 0.5), []nav.Hop{{Angle: 0, RangeM: 2}, {Angle: 90, RangeM: 0.5}}, area.Point{X: 2, Y: 0.5}},
		{"to the edge, 3 m", corner(2, 1), []nav.Hop{{Angle: 0, RangeM: 2}, {Angle: 90, RangeM: 1}}, area.Point{X: 2, Y: 1}},
		{"short of it behind a corner", corner(2, 4), []nav.Hop{{Angle: 0, RangeM: 2}, {Angle: 90, RangeM: 1}}, area.Point{X: 2, Y: 4}},
		{"short of it before the corner", corner(5, 1), []nav.Hop{{Angle: 0, RangeM: 3}}, area.Point{X: 5, Y: 1}},
		{"short of it at the corner", corner(2.98, 1), []nav.Hop{{Angle: 0, RangeM: 2.98}}, area.Point{X: 2.98, Y: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := planner.Local(nav.Survey{Goal: "sofa", Edges: []nav.Frontier{tt.edge}}, nil)
			if diff := cmp.Diff(tt.path, d.Path); diff != "" || d.Aim == nil || *d.Aim != tt.aim {
				t.Errorf("to %v\n%s", d.Aim, diff)
			}
		})
	}
}

func TestWays(t *testing.T) {
	recalled := change(there(3, "bathroom", 0.1, 4, 180), func(o *nav.Option) { o.Recalled = true })
	rooms := func(sv nav.Survey) (names []string) {
		last := 1.0
		for i, w := range planner.Ways(sv, nil) {
			names = append(names, w.Room)
			if len(sv.Edges) > 3 && i < 2 && w.More != 3 { // two of its own and the hall there
				t.Errorf("way %d: %+v, want 3 more", i+1, w)
			}
			if w.Score > last || w.Score <= 0 || i == 0 && w.Score != 1 || w.WayM < 0 || w.Why == "" {
				t.Errorf("way %d: %+v", i+1, w)
			}
			last = w.Score
		}
		return names
	}
	edges := []nav.Frontier{edge(1, "bathroom", 2), edge(4, "living room", 2), edge(7, "kitchen", 2)}
	many := slices.Repeat(edges, 3)
	for v := range 12 {
		many = append(many, edge(v, "hall", 9))
	}
	here := []nav.Option{view(0, "kitchen", 1), view(3, "living room", 1)}
	for _, tt := range []struct {
		name string
		sv   nav.Survey
		want []string
	}{
		{"edges by their worth, not views", nav.Survey{Goal: "sofa", Edges: edges, Here: here}, []string{"living room", "kitchen", "bathroom"}},
		{"where it was seen, too", nav.Survey{Goal: "sofa", Edges: edges[:1], Distant: []nav.Option{recalled}}, []string{"bathroom", "bathroom"}},
		{"views where a leg for an edge came to nothing", nav.Survey{Goal: "sofa", Edges: edges, Here: here, Blocked: true}, []string{"living room", "kitchen"}},
		{"five at most, of those that begin alike the best", nav.Survey{Goal: "sofa", Edges: many}, []string{"living room", "kitchen", "hall", "hall", "hall"}},
		{"none with the goal in sight", nav.Survey{Goal: "sofa", Edges: edges, Here: []nav.Option{change(view(2, "", 1), func(o *nav.Option) { o.Objects = []string{"sofa"} })}}, nil},
		{"none when nothing is new", nav.Survey{Goal: "sofa"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, rooms(tt.sv)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
