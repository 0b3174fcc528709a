package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"navd/daemon/house"
	"navd/daemon/nav"
)

// found is a map with one thing.
func found(now, spread float64) MapData {
	return MapData{
		Path: []nav.Pose{{}, {X: 2, Y: 2}}, Graph: &nav.Graph{},
		Finds: []house.Believed{{Now: now, Thing: house.Thing{Key: "mug", X: 1, Y: 1, Spread: spread, Seen: 2}}},
	}
}

// What is likely and known to a step is filled and named; what is not is hollow, and its
// name is in doubt. How sure it is to the per cent and to the metre is detail.
func TestFinds(t *testing.T) {
	for name, tt := range map[string]struct {
		data  MapData
		name  string
		entry entry
		fill  string
		ring  bool
	}{
		"sure":             {found(0.9, 0.4), "mug", entryFind, findLine, false},
		"may be gone":      {found(0.3, 0.4), "mug?", entryUnsure, paper, false},
		"somewhere there":  {found(0.9, 1.4), "mug?", entryUnsure, paper, false},
		"sure, detail":     {detailed(found(0.91, 0.4)), "mug 91 %", entryFind, findLine, true},
		"unsure, detail":   {detailed(found(0.3, 2)), "mug 30 %", entryUnsure, paper, true},
		"exact and detail": {detailed(found(0.91, 0)), "mug 91 %", entryFind, findLine, false},
	} {
		svg := Map(tt.data)
		es := parse(t, svg)
		written(t, es, tt.name)
		written(t, es, entryNames[tt.entry])
		signs := 0
		for _, e := range all(es, "path") {
			if e.attrs["stroke"] == findLine && e.attrs["fill"] == tt.fill {
				signs++
			}
		}
		if signs != 2 { // on the map and in the legend
			t.Errorf("%s: %d diamonds in %s, want 2", name, signs, tt.fill)
		}
		if strings.Contains(string(svg), `stroke-dasharray="3 3"`) != tt.ring {
			t.Errorf("%s: with a ring is %v, want %v", name, !tt.ring, tt.ring)
		}
		if want := fmt.Sprintf("<title>mug, %.0f %% likely, within %.1f m, seen 2 times</title>", 100*tt.data.Finds[0].Now, tt.data.Finds[0].Spread); !strings.Contains(string(svg), want) {
			t.Errorf("%s: it does not say %q", name, want)
		}
	}
}

// On one of two maps only what is sure is drawn, and nowhere what lies off the map.
func TestFindsLeftOut(t *testing.T) {
	sure, unsure, far := found(0.9, 0.4), found(0.3, 0.4), found(0.3, 0.4)
	far.Finds[0].X = 500
	for name, tt := range map[string]struct {
		svg  []byte
		want bool
	}{
		"sure, beside":   {Beside(sure, sure), true},
		"unsure, beside": {Beside(unsure, unsure), false},
		"off the map":    {Map(far), false},
	} {
		if got := strings.Contains(string(tt.svg), "<title>mug, "); got != tt.want {
			t.Errorf("%s: drawn is %v, want %v", name, got, tt.want)
		}
	}
}

// What a find names needs no name from the house as it really is.
func TestNamedOnce(t *testing.T) {
	m := found(0.9, 0.4)
	m.Things = []Thing{{Label: "Mug", Corners: []Point{{0.5, 0.2}, {1.5, 0.2}, {1.5, 1.8}, {0.5, 1.8}}}}
	for alone, data := range map[bool]MapData{true: {Path: m.Path, Things: m.Things}, false: m} {
		said := texts(parse(t, Map(data)))
		if slices.Contains(said, "Mug") != alone || slices.Contains(said, "mug") == alone {
			t.Errorf("with a thing alone %v: the map says %q", alone, said)
		}
	}
}

// A line leads from where the goal was seen in the direction in which it was, as far as
// it was away or for a while, and never off the map.
func TestSight(t *testing.T) {
	for name, tt := range map[string]struct {
		mark Mark
		long float64 // px
	}{
		"measured":    {Mark{Kind: MarkGoal, Pose: nav.Pose{X: 1, Yaw: -90}, Far: 1}, mostZoom},
		"nobody knew": {Mark{Kind: MarkGoal, Pose: nav.Pose{X: 1, Yaw: -90}}, sightLong},
		"too far":     {Mark{Kind: MarkGoal, Pose: nav.Pose{X: 1, Yaw: -90}, Far: 1e8}, 0},
	} {
		s := newSheet(MapData{Path: []nav.Pose{{}, {X: 2}}, Marks: []Mark{tt.mark}})
		from := s.at(tt.mark.Pose)
		s.sight(from, tt.mark)
		line := s.String()
		if tt.long > 0 && !strings.Contains(line, fmt.Sprintf(`d="M%vL%v"`, from, from.plus(tt.long, 0))) {
			t.Errorf("%s: the line is %s, want one of %v px to the right of %v", name, line, tt.long, from)
		}
		var x0, y0, x1, y1 float64
		if _, err := fmt.Sscanf(line, `<path d="M%f %fL%f %f"`, &x0, &y0, &x1, &y1); err != nil || !s.area.holds(spot{x1, y1}) || x1 < x0+sightLong/2 {
			t.Errorf("%s: the line %s ends off the map, or at once: %v", name, line, err)
		}
	}
}

// Turn is how a map stands beside another one; alone it stands as the robot did.
func TestTurn(t *testing.T) {
	m := found(0.9, 0.4)
	half := m
	half.Turn = 180
	if string(Map(m)) != string(Map(half)) {
		t.Error("a map of its own is turned")
	}
	if string(Beside(half, half)) == string(Beside(m, m)) {
		t.Error("beside another one it is not turned")
	}
	back := turned(m, 180)
	if string(Beside(half, half)) != string(Beside(back, back)) {
		t.Error("turned by Turn is not turned by hand")
	}
}
