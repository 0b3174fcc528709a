package draw

import (
	"math"
	"slices"
	"testing"

	"navd/daemon/nav"
)

func kinds(ms []Mark) []MarkKind {
	var out []MarkKind
	for _, m := range ms {
		out = append(out, m.Kind)
	}
	return out
}

func TestStartAndEndAreFound(t *testing.T) {
	path := []nav.Pose{{X: 1}, {X: 2}, {X: 3}}
	graph := &nav.Graph{
		Places:  []nav.PlaceNode{{ID: 1, Key: 1}},
		Anchors: []nav.AnchorNode{{ID: 1, Place: 1, Pose: nav.Pose{X: -1}}},
	}
	late := &nav.Graph{Places: graph.Places, Anchors: []nav.AnchorNode{{ID: 1, Place: 1, Seq: 5}}}
	start, end := Mark{Kind: MarkStart, Pose: nav.Pose{X: 9}}, Mark{Kind: MarkEnd, Pose: nav.Pose{X: 8}}
	found := Mark{Kind: MarkFound, Pose: path[2]}
	for name, c := range map[string]struct {
		data MapData
		want []Mark
	}{
		"nothing":        {MapData{}, nil},
		"path":           {MapData{Path: path}, []Mark{{Kind: MarkStart, Pose: path[0]}, {Kind: MarkEnd, Pose: path[2]}}},
		"first anchor":   {MapData{Path: path, Graph: graph}, []Mark{{Kind: MarkStart, Pose: nav.Pose{X: -1}}, {Kind: MarkEnd, Pose: path[2]}}},
		"graph alone":    {MapData{Graph: graph}, []Mark{{Kind: MarkStart, Pose: nav.Pose{X: -1}}}},
		"a later anchor": {MapData{Graph: late}, nil},
		"found":          {MapData{Path: path, Marks: []Mark{found}}, []Mark{{Kind: MarkStart, Pose: path[0]}, found}},
		"given":          {MapData{Path: path, Marks: []Mark{end, start}}, []Mark{end, start}},
		"nowhere":        {MapData{Marks: []Mark{{Kind: MarkStuck, Pose: nav.Pose{X: math.NaN()}}}}, nil},
	} {
		if got := newSheet(c.data).marks(); !slices.Equal(got, c.want) {
			t.Errorf("%s: marks are %v, want %v", name, got, c.want)
		}
	}
}

func TestEveryKindHasASign(t *testing.T) {
	drawn := map[string]MarkKind{}
	for _, k := range []MarkKind{MarkStart, MarkEnd, MarkStuck, MarkABABA, MarkFallback, MarkGoal, MarkFound, "something else"} {
		var c canvas
		c.glyph(k, spot{50, 50}, 30)
		parse(t, []byte("<svg>"+c.String()+"</svg>"))
		if other, taken := drawn[c.String()]; taken || c.Len() == 0 {
			t.Errorf("%s looks like %s", k, other)
		}
		drawn[c.String()] = k
	}
}

func TestLegendNamesWhatOccurs(t *testing.T) {
	at := nav.Pose{}
	for kind, name := range map[MarkKind]string{
		MarkStart: "start", MarkEnd: "end", MarkStuck: "stuck", MarkABABA: "went back and forth",
		MarkFallback: "no planner answered", MarkGoal: "saw it, that way", MarkFound: "found what was sought (at step)", "odd": "mark",
	} {
		got := texts(parse(t, Map(MapData{Marks: []Mark{{Kind: kind, Pose: at}}})))
		want := []string{"1 m", "x forward", "y left", name}
		if !slices.Equal(got, want) {
			t.Errorf("a map with %s alone says %q, want %q", kind, got, want)
		}
	}
	if got := texts(parse(t, Map(MapData{Target: &at}))); !slices.Contains(got, entryNames[entryTarget]) {
		t.Errorf("a map with a target says %q", got)
	}
}

func TestStepBesideMark(t *testing.T) {
	es := parse(t, Map(MapData{Marks: []Mark{{Kind: MarkStuck, Seq: 37, Note: `a <note> & "more"`}}}))
	written(t, es, "37")
	if titles := all(es, "title"); titles[len(titles)-1].text != `stuck at step 37: a <note> & "more"` {
		t.Errorf("the mark's title is %q", titles[len(titles)-1].text)
	}
}

func TestMarksAtOneSpot(t *testing.T) {
	var marks []Mark
	for i := range 8 {
		marks = append(marks, Mark{Kind: MarkGoal, Seq: 100 + i})
	}
	s := newSheet(MapData{Marks: marks})
	s.events()
	for i, a := range s.crowd.solid {
		for _, b := range s.crowd.solid[:i] {
			if a.meets(b) {
				t.Errorf("%v and %v overlap", a, b)
			}
		}
	}
	if !s.legend.seen[entryGoal] || s.legend.seen[entryStuck] {
		t.Errorf("marks of kind %v give the legend %v", kinds(marks)[:1], s.legend.seen)
	}
}

func TestTargetNowhere(t *testing.T) {
	s := newSheet(MapData{Target: &nav.Pose{X: math.Inf(1)}})
	if s.targets(); s.Len() > 0 {
		t.Errorf("a target nowhere is drawn: %s", s.String())
	}
}
