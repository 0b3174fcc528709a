package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"navd/cmd/golden"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// lived is a house of three rooms that were seen at different times, with a thing in each
// and one that was missed; own is part of its names.
func lived(own string) HouseData {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	h := house.Empty("mill " + own)
	for i, v := range []struct {
		at    nav.Pose
		ago   time.Duration
		room  string
		thing string
		seen  int
	}{
		{nav.Pose{}, 90 * 24 * time.Hour, "bedroom", "bed", 3}, {nav.Pose{X: 3}, 20 * 24 * time.Hour, "hallway", "mirror", 1},
		{nav.Pose{X: 5, Y: 2, Yaw: 90}, 3 * 24 * time.Hour, "kitchen", "냉장고", 2}, {nav.Pose{X: 3, Y: -2, Yaw: -90}, time.Hour, "living room", "sofa " + own, 1},
	} {
		visit := house.Visit{
			Episode: fmt.Sprint(i), At: now.Add(-v.ago), Alignments: []house.Alignment{{Version: 1, Frame: nav.Frame(v.at), How: house.Given}}, Dock: map[int]string{0: "dock " + own}[i],
			Places: []nav.Place{{ID: 1, Type: words.LabelKey(v.room), Label: v.room + own}},
			Sites: []nav.Site{{Place: 1, Type: words.LabelKey(v.room), Pose: nav.Pose{X: 1}, Views: []nav.SiteView{
				{Known: true, FreeM: 2, SeeM: 2, Objects: []string{v.thing}},
			}}},
		}
		for k := range 5 {
			visit.Anchors = append(visit.Anchors, nav.Anchor{Place: 1, Pose: nav.Pose{X: float64(k) / 2}})
		}
		for range v.seen {
			h = h.Merge(visit)
		}
	}
	return HouseData{Title: "mill " + own, Subtitle: "version 7, of 7 episodes", House: h, Now: now}
}

func TestHouse(t *testing.T) {
	svg := House(lived("<풍차> & 'co'"))
	parse(t, svg)
	golden.File(t, "testdata/house.svg", string(svg))
	if again := House(lived("<풍차> & 'co'")); string(again) != string(svg) {
		t.Error("two maps of the same house differ")
	}
	empty := House(HouseData{House: house.Empty("x")})
	written(t, parse(t, empty), "nothing has been recorded yet")
}

// However much is kept, the document stays small.
func TestHouseStaysSmall(t *testing.T) {
	h := house.Empty("x")
	for i := range 5000 {
		at := nav.Pose{X: float64(i % 70), Y: float64(i / 70)}
		h.Nodes = append(h.Nodes, house.Node{ID: i + 1, X: at.X, Y: at.Y, Place: i%900 + 1, Links: []int{(i+1)%5000 + 1}})
		h.Sites = append(h.Sites, house.Site{ID: i + 1, Pose: at})
		h.Docks = append(h.Docks, house.Dock{Name: strings.Repeat("<", 100), Pose: at})
		h.Things = append(h.Things, house.Thing{ID: i + 1, Key: words.Key(strings.Repeat("&", 200)), X: at.X, Y: at.Y, Seen: 1})
	}
	for i := range 900 {
		h.Places = append(h.Places, house.Place{ID: i + 1, Type: "attic"})
	}
	svg := House(HouseData{House: h})
	parse(t, svg)
	if len(svg) > limit {
		t.Errorf("%d bytes, want at most %d", len(svg), limit)
	}
}

// What ranges have shown of a house is its floor, with where nobody looked behind it: here
// a robot saw a room of 4 by 4 m, and through a door ahead.
func TestHouseHasItsFloor(t *testing.T) {
	sweep := nav.Sweep{FromDeg: -12, StepDeg: 3, MaxM: 8}
	for i := range 120 {
		sin, cos := math.Sincos(float64(3*i-12) * math.Pi / 180)
		sweep.Metres = append(sweep.Metres, 2/max(math.Abs(sin), math.Abs(cos)))
	}
	copy(sweep.Metres, slices.Repeat([]float64{8}, 9))
	h := house.Empty("x").Merge(house.Visit{
		Alignments: []house.Alignment{{Version: 1, How: house.Given}}, Places: []nav.Place{{ID: 1, Type: "kitchen"}},
		Anchors: []nav.Anchor{{Place: 1}, {Place: 1, Pose: nav.Pose{X: 0.5}, Seq: 2}},
		Sites:   []nav.Site{{Place: 1, Sweeps: []nav.Sweep{sweep}}},
	})
	es := parse(t, House(HouseData{House: h}))
	written(t, es, entryNames[entrySeen])
	written(t, es, entryNames[entryEdge])
	for _, e := range seenIn(h).Edges {
		if e.X < 2 {
			t.Errorf("nobody looked behind %v, which is a wall", e)
		}
	}
	if slices.Contains(texts(es), entryNames[entryWall]) || !slices.Contains(texts(parse(t, House(HouseData{House: h, Detail: true}))), entryNames[entryWall]) {
		t.Error("where sights ended is to be shown with detail alone")
	}
	h.Sites[0].Sweeps = nil
	if slices.Contains(texts(parse(t, House(HouseData{House: h}))), entryNames[entrySeen]) {
		t.Error("there is a seen floor, and nobody said how far one sees")
	}
}
