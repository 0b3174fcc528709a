package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// element is one element of a document, with its own text.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

func (e element) num(t *testing.T, attr string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(e.attrs[attr], 64)
	if err != nil {
		t.Fatalf("<%s> %s=%q is no number", e.name, attr, e.attrs[attr])
	}
	return f
}

// tester is a test, also one of rapid.
type tester interface {
	Helper()
	Fatalf(string, ...any)
}

// parse reads a document and fails when it is not well-formed XML.
func parse(t tester, svg []byte) []element {
	t.Helper()
	var out []element
	var open []int
	dec := xml.NewDecoder(bytes.NewReader(svg))
	dec.Strict = true
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open = append(open, len(out))
			out = append(out, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				out[open[len(open)-1]].text += strings.Trim(string(token), "\n")
			}
		}
	}
}

// finite holds every number of a document to be one.
func finite(t tester, svg []byte) {
	t.Helper()
	for _, e := range parse(t, svg) {
		for name, value := range e.attrs {
			if strings.Contains(value, "NaN") || strings.Contains(value, "Inf") || strings.Contains(value, "%!") {
				t.Fatalf("<%s> has %s=%q", e.name, name, value)
			}
		}
	}
}

// all gives the elements of a name.
func all(es []element, name string) []element {
	var out []element
	for _, e := range es {
		if e.name == name {
			out = append(out, e)
		}
	}
	return out
}

// texts gives what is written on the sheet.
func texts(es []element) []string {
	var out []string
	for _, e := range all(es, "text") {
		out = append(out, e.text)
	}
	return out
}

// written finds the text element with this content.
func written(t *testing.T, es []element, content string) element {
	t.Helper()
	for _, e := range all(es, "text") {
		if e.text == content {
			return e
		}
	}
	t.Fatalf("%q is not written; there is %q", content, texts(es))
	return element{}
}

// walk builds a graph by hand: rooms one after another, an anchor each half
// metre.
type walk struct {
	graph nav.Graph
	path  []nav.Pose
	step  int
}

// room enters a place of this type and revisit key.
func (w *walk) room(kind words.Key, key ref.PlaceID) {
	id := ref.PlaceID(len(w.graph.Places) + 1)
	if key == 0 {
		key = id
	}
	w.graph.Places = append(w.graph.Places, nav.PlaceNode{ID: id, Type: kind, Label: string(kind), Key: key, First: w.step, Last: w.step, Visits: 1})
	for i, p := range w.graph.Places {
		if p.Key == key && p.ID != id {
			w.graph.Places[i].Visits++
			w.graph.Places[id-1].Visits = w.graph.Places[i].Visits
		}
	}
}

// to walks straight to a point and leaves anchors on the way.
func (w *walk) to(x, y float64) {
	from := nav.Pose{X: x, Y: y}
	if len(w.path) > 0 {
		from = w.path[len(w.path)-1]
	}
	goal := nav.Pose{X: x, Y: y}
	heading := from.Bearing(goal)
	for d := 0.25; d < from.Distance(goal)+0.1 || len(w.path) == 0; d += 0.25 {
		p := from.Reach(min(d, from.Distance(goal)), heading)
		w.path = append(w.path, p)
		w.step++
		if w.step%2 == 1 {
			w.anchor(p)
		}
	}
	w.graph.Places[len(w.graph.Places)-1].Last = w.step
}

func (w *walk) anchor(p nav.Pose) {
	id := ref.AnchorID(len(w.graph.Anchors) + 1)
	place := ref.PlaceID(len(w.graph.Places))
	w.graph.Anchors = append(w.graph.Anchors, nav.AnchorNode{ID: id, Pose: p, Place: place, Seq: w.step - 1})
	w.graph.Places[place-1].Anchors = append(w.graph.Places[place-1].Anchors, id)
	if id > 1 {
		w.graph.Edges = append(w.graph.Edges, nav.Edge{From: id - 1, To: id, LengthM: 0.5})
	}
}

// scan leaves a site here. tried is the view of the leg, -1 for none.
func (w *walk) scan(tried int, out *nav.Outcome) {
	pose := w.path[len(w.path)-1]
	s := nav.Site{ID: ref.SiteID(len(w.graph.Sites) + 1), Pose: pose, Seq: w.step, Chosen: tried}
	for i := range nav.Views {
		v := nav.SiteView{View: i, Heading: nav.NormDeg(pose.Yaw - 30*float64(i)), Known: i != 7, FreeM: 0.4 + float64(i*5%12)*0.35, Covered: i%3 == 2}
		if i == tried {
			v.Tried, v.Outcome = true, out
		}
		s.Views = append(s.Views, v)
	}
	w.graph.Sites = append(w.graph.Sites, s)
}

// flat is a search through five rooms and back into the first, in a house.
func flat() MapData {
	var w walk
	w.room("bedroom", 0)
	w.to(0, 0)
	w.scan(0, &nav.Outcome{Metres: 2.5, NewView: true})
	w.to(2.5, 0)
	w.room("corridor", 0)
	w.to(3.5, 0)
	w.scan(3, &nav.Outcome{Metres: 0.3})
	w.to(3.5, -3)
	w.room("kitchen", 0)
	w.to(5.5, -3.2)
	w.scan(5, &nav.Outcome{Metres: 1, NewPlace: true, Loop: true})
	w.to(3.6, -2.6)
	w.room("corridor", 2)
	w.to(3.6, 2)
	w.room("living room", 0)
	w.to(6, 2.5)
	w.scan(9, nil)
	w.to(6.2, 3.4)
	square := func(x0, y0, x1, y1 float64) []Point { return []Point{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} }
	return MapData{
		Title: "sofa in house 7", Subtitle: "found after 84 steps, SPL 0.71",
		Graph: &w.graph, Path: w.path,
		Marks: []Mark{
			{Kind: MarkStuck, Pose: nav.Pose{X: 5.5, Y: -3.2}, Seq: 37, Note: "no progress"},
			{Kind: MarkABABA, Pose: nav.Pose{X: 3.6, Y: -1}, Seq: 45},
			{Kind: MarkFallback, Pose: nav.Pose{X: 3.5, Y: 0}, Seq: 15, Note: "the model did not answer"},
			{Kind: MarkGoal, Pose: nav.Pose{X: 6, Y: 2.5}, Seq: 70},
		},
		Floor: []Polygon{
			{"bedroom", square(-1.5, -1.5, 2.8, 1.6)}, {"hallway", square(2.8, -4, 4.3, 3.9)},
			{"kitchen", square(4.3, -4, 6.5, 0)}, {"living room", square(4.3, 0, 7, 3.9)},
		},
		Walls:  []Line{{Point{-1.5, -1.5}, Point{2.8, -1.5}}, {Point{4.3, -4}, Point{4.3, 1.5}}, {Point{4.3, 0}, Point{7, 0}}},
		Things: []Thing{{"bed", square(-1.2, 0.6, 0.8, 1.5), false}, {"sofa", square(6, 1, 6.8, 3), true}, {"", square(5, -4, 6, -3.7), false}},
		Target: &nav.Pose{X: 6.4, Y: 2},
		Finds: []house.Believed{
			{Thing: house.Thing{Key: "sofa", X: 6.1, Y: 2.2, Spread: 0.4, Seen: 3}, Now: 0.91},
			{Thing: house.Thing{Key: "mug", Label: "Mug", X: 5.2, Y: -1, Spread: 0.3, Seen: 1}, Now: 0.29},
			{Thing: house.Thing{Key: "shelf", X: 1, Y: 1, Spread: 1.8, Seen: 1}, Now: 0.9},
			{Thing: house.Thing{Key: "nowhere", X: 1e12, Y: 1}, Now: 0.9},
		},
	}
}

// detailed is the same map with detail.
func detailed(m MapData) MapData {
	m.Detail = true
	return m
}

// grown is a graph of n anchors, spread over places of about 40.
func grown(n int) *nav.Graph {
	var w walk
	kinds := []words.Key{"kitchen", "bedroom", "corridor", "living room", "bathroom", "작업실"}
	for i := range n {
		if i%40 == 0 {
			w.room(kinds[i/40%len(kinds)], 0)
		}
		x, y := float64(i%173)*0.4, float64(i/173)*0.7
		w.path = append(w.path, nav.Pose{X: x, Y: y, Yaw: float64(i % 360)})
		w.step++
		w.anchor(w.path[i])
		if i%20 == 0 {
			w.scan(i%12, &nav.Outcome{NewView: i%3 == 0})
		}
	}
	return &w.graph
}
