package draw

import (
	"slices"
	"strings"
	"testing"

	"navd/daemon/nav"
)

// A map may be put into a page beside others: nothing in it may reach out of
// it or be mistaken for something of the page.
func TestStandsAlone(t *testing.T) {
	allowed := []string{"svg", "title", "desc", "rect", "g", "path", "circle", "text"}
	for _, e := range parse(t, Map(flat())) {
		if !slices.Contains(allowed, e.name) {
			t.Errorf("there is a <%s>", e.name)
		}
		for name, value := range e.attrs {
			if name == "id" || name == "class" || name == "style" || strings.HasPrefix(name, "on") || strings.Contains(value, "url(") {
				t.Errorf("<%s> has %s=%q", e.name, name, value)
			}
		}
	}
}

// On a dark page the card keeps the map readable.
func TestCardIsWhite(t *testing.T) {
	es := parse(t, Map(flat()))
	card := all(es, "rect")[0]
	if card.attrs["fill"] != paper || card.num(t, "width") < sheetWidth-2 || card.num(t, "height") < es[0].num(t, "height")-2 {
		t.Errorf("the card is %v", card.attrs)
	}
}

func TestLayersFromBelow(t *testing.T) {
	svg := string(Map(detailed(flat())))
	last := -1
	for _, layer := range []struct{ name, sign string }{
		{"floor", floorFill}, {"thing", soughtFill}, {"wall", wallLine}, {"halo", Palette("kitchen").Soft}, {"link", inkFaint},
		{"path", `stroke-opacity="0.7"`}, {"arrow", `stroke-width="0.8"`}, {"anchor", `stroke-width="6.4"`},
		{"site", "scan 1 at"}, {"mark", "stuck at step"}, {"target", pink}, {"label", ">kitchen<"},
	} {
		at := strings.Index(svg, layer.sign)
		if at <= last {
			t.Errorf("the %s layer is at byte %d, under the one before at %d", layer.name, at, last)
		}
		last = at
	}
}

func TestHeadLines(t *testing.T) {
	graph := &nav.Graph{}
	for name, c := range map[string]struct {
		data  MapData
		lines int
	}{
		"nothing":            {MapData{}, 0},
		"title":              {MapData{Title: "t"}, 1},
		"subtitle":           {MapData{Subtitle: "s"}, 1},
		"counts":             {MapData{Graph: graph}, 1},
		"title and counts":   {MapData{Title: "t", Graph: graph}, 1},
		"all":                {MapData{Title: "t", Subtitle: "s", Graph: graph}, 2},
		"title of controls":  {MapData{Title: "\x00\x01"}, 0},
		"subtitle of blanks": {MapData{Subtitle: " \n"}, 0},
	} {
		s := newSheet(c.data)
		var head canvas
		s.head(&head)
		lines := map[bool]bool{}
		for _, e := range all(parse(t, []byte("<svg>"+head.String()+"</svg>")), "text") {
			y := e.num(t, "y")
			lines[y < s.area.top-25] = true
			if y > s.area.top-5 || y < 10 {
				t.Errorf("%s: %q is written at %v, the map begins at %v", name, e.text, y, s.area.top)
			}
		}
		if len(lines) != c.lines {
			t.Errorf("%s: %d lines, want %d", name, len(lines), c.lines)
		}
	}
}

func TestCounts(t *testing.T) {
	one := &nav.Graph{Places: make([]nav.PlaceNode, 1), Anchors: make([]nav.AnchorNode, 2), Sites: []nav.Site{{}, {NoScan: true}}}
	for want, data := range map[string]MapData{
		"no graph":                                  {},
		"0 places · looked around 0 times":          {Graph: &nav.Graph{}},
		"1 place · looked around 1 time · 1 step":   {Graph: one, Path: make([]nav.Pose, 2)},
		"1 place · 2 points · looked around 1 time": {Graph: one, Detail: true},
	} {
		if got := newSheet(data).counts(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestScaleBarIsTrue(t *testing.T) {
	s := newSheet(MapData{Path: []nav.Pose{{}, {X: 4, Y: 3}}})
	s.scaleBar(spot{0, 0})
	want := px(s.at(nav.Pose{}).distance(s.at(nav.Pose{Y: 1}))).String()
	if got := s.String(); !strings.Contains(got, "h"+want+"v") || !strings.Contains(got, ">1 m<") {
		t.Errorf("the bar of a metre is %s, want %s px", got, want)
	}
}

// A memory that lived through a whole search is drawn with all it holds.
func TestMapOfAMemory(t *testing.T) {
	memory, _, _ := nav.New("e", "sofa", nav.DefaultConfig())
	var path []nav.Pose
	walk := func(actions ...nav.Action) {
		for _, a := range actions {
			done, _, err := memory.Advance(nav.Step{Seq: memory.Seq() + 1, Action: a})
			if err != nil {
				t.Fatal(err)
			}
			path = append(path, done.Pose)
		}
	}
	look := func(label string) {
		if _, _, _, err := memory.Observe(nav.Sample{Step: memory.Seq(), Label: label}); err != nil {
			t.Fatal(err)
		}
	}
	look("Bedroom")
	free := 2.0
	survey := memory.Survey([]int{0, 3, 6, 9}, 0, []nav.Glimpse{{View: 0, FreeM: &free}})
	memory.Decide(survey, nav.Choice{View: 0})
	walk(slices.Repeat([]nav.Action{nav.Forward}, 12)...)
	look("hallway")
	walk(nav.Forward, nav.Forward, nav.Forward)
	look("hallway")
	walk(nav.TurnLeft, nav.Forward, nav.Forward, nav.Forward, nav.Stop)
	es := parse(t, Map(MapData{Graph: memory.Graph(), Path: path, Detail: true}))
	for _, want := range []string{"bedroom", "corridor", "place 1 · 1 visit", "place 2 · 1 visit", "1", "start", "end", entryNames[entrySite]} {
		written(t, es, want)
	}
}
