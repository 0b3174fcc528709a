package nav_test

import (
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/ref"
)

func TestPath(t *testing.T) {
	r := runTrace(t, "go F*4 L*3 F*4 S")
	for _, tc := range []struct {
		name     string
		from, to ref.AnchorID
		want     nav.Path
	}{
		{"to where it is", 2, 2, nav.Path{Anchors: []ref.AnchorID{2}}},
		{"along the walked links", 1, 4, nav.Path{Anchors: []ref.AnchorID{1, 2, 3, 4}, LengthM: 1.25}},
		{"and back", 4, 1, nav.Path{Anchors: []ref.AnchorID{4, 3, 2, 1}, LengthM: 1.25, FirstHeading: -90}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := r.mem.Path(tc.from, tc.to)
			if err != nil {
				t.Fatal(err)
			}
			diff(t, "path", got, tc.want)
		})
	}
	for _, ends := range [][2]ref.AnchorID{{0, 1}, {1, 0}, {1, 99}, {99, 1}} {
		if _, err := r.mem.Path(ends[0], ends[1]); !fault.Is(err, fault.NotFound) {
			t.Errorf("%v: %v, want not_found", ends, err)
		}
	}
}

func TestPathSkipsAnchorsAtOnePose(t *testing.T) {
	r := runTrace(t, "go U+j U U+j L*3 F")
	got, err := r.mem.Path(1, 4)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "path", got, nav.Path{Anchors: []ref.AnchorID{1, 2, 3, 4}, LengthM: 0.25, FirstHeading: 90})
}

func TestPathIsWholeHoweverLong(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "go F*6000")
	got, err := r.mem.Path(1, 3001)
	if err != nil || len(got.Anchors) != 3001 || got.LengthM != 1500 {
		t.Errorf("%d anchors, %v m, %v", len(got.Anchors), got.LengthM, err)
	}
}

func TestDOT(t *testing.T) {
	r := runTrace(t, "see \"kitchen\"\ngo F*4")
	dot := r.mem.Graph().DOT()
	for _, want := range []string{"graph navd {", `label="1 \"kitchen\""`, `a1 [label="1", pos="0.00,0.00!"]`, `a1 -- a2 [label="0.50"]`} {
		if !strings.Contains(dot, want) {
			t.Errorf("no %s in\n%s", want, dot)
		}
	}
}

func TestGraphIsACopy(t *testing.T) {
	r := runTrace(t, "see kitchen {stove}\nplan 0\ngo F*4")
	before := string(jsonOf(t, r.mem.Graph()))
	g := r.mem.Graph()
	g.Places[0].Anchors[0], g.Places[0].Objects[0], g.Sites[0].Views[0].Tried = 9, "x", false
	diff(t, "graph", string(jsonOf(t, r.mem.Graph())), before)
}
