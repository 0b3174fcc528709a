package main

import (
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/draw"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// TestPicturesOfHouses draws houses with a search in each, and holds every picture to
// what makes it readable: no text stands on another, in a sign or off the sheet, the
// names lie in one room each, and scans in the house. The houses are generated
// ones, and real ones where they are at hand.
func TestPicturesOfHouses(t *testing.T) {
	every := 6 // one house of so many
	if os.Getenv("NAVD_TEST_LONG") != "" {
		every = 1
	}
	var maps []*world.Map
	for seed := 0; seed < 24; seed += every {
		maps = append(maps, mapOfHouse(t, world.Plan{}.Generate(uint64(seed)+1)))
	}
	files, _ := filepath.Glob("../../../shared/data/houses/*.json.gz")
	for i, name := range files {
		if i%every != 0 {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		h, err := world.Load(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		maps = append(maps, mapOfHouse(t, h))
	}
	for i, m := range maps {
		id := m.House().ID
		a, b := searched(m, uint64(i)), searched(m, uint64(i)+100)
		for _, d := range []draw.MapData{a, searched(m, uint64(i)+1000), searched(m, uint64(i)+3000)} {
			legible(t, id+" map", draw.Map(d))
			d.Detail = true
			legible(t, id+" map with detail", draw.Map(d))
		}
		legible(t, id+" beside", draw.Beside(a, b))
		legible(t, id+" film", draw.Film(a, []draw.Scene{{Until: len(a.Path) - 1, Text: "goes on"}}))
		h := house.Empty(id).Merge(house.Visit{
			At: time.Unix(1, 0), Sites: a.Graph.Sites, Anchors: walkedBy(a), Places: []nav.Place{{ID: 1, Type: "kitchen"}},
			Alignments: []house.Alignment{{Version: 1, How: house.Given}}, Dock: "dock",
		})
		for _, d := range []bool{false, true} {
			legible(t, id+" house", draw.House(draw.HouseData{Title: id, House: h, Now: time.Unix(9, 0), Detail: d}))
		}
	}
}

// TestPicturesOfTheDemos holds the pictures of real searches to the same.
func TestPicturesOfTheDemos(t *testing.T) {
	for _, name := range []string{"demo.svg", "compare.svg"} {
		svg, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		legible(t, name, svg)
	}
}

func mapOfHouse(t *testing.T, h *world.House) *world.Map {
	t.Helper()
	m, err := world.NewMap(h)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// searched is a walk through a house to four things, twice along the same way, with scans,
// marks, and what stands there seen a little beside where it stands.
func searched(m *world.Map, seed uint64) draw.MapData {
	rng := rand.New(rand.NewPCG(seed, 1))
	task := robot.Task{Map: m}
	task.Episode.Start, task.Episode.Target = m.RandomStart(rng), m.Targets()[0]
	at := odom(task.Episode.Start)
	d := draw.MapData{Title: m.House().ID, Subtitle: "not found after 500 steps", Graph: &nav.Graph{}}
	underlay(&d, task)
	var way []world.Point
	from, targets := task.Episode.Start.Point(), m.Targets()
	for _, i := range rng.Perm(len(targets))[:min(4, len(targets))] {
		goal, err := m.Goal(targets[i], nil)
		if err != nil {
			continue
		}
		if part, _, ok := goal.Route(from); ok {
			way = append(way, part...)
			from = part[len(part)-1]
		}
	}
	back := slices.Clone(way)
	slices.Reverse(back)
	g, room := d.Graph, ""
	for i, p := range densely(append(way, back...)) {
		r, _ := m.RoomAt(p)
		if r != nil && r.ID != room {
			room = r.ID
			id := ref.PlaceID(len(g.Places) + 1)
			g.Places = append(g.Places, nav.PlaceNode{ID: id, Key: id, Type: words.LabelKey(world.Label(r.Type)), Visits: 1})
		}
		o := at(p)
		pose := nav.Pose{X: o.X, Y: o.Y, Yaw: float64(i % 360)}
		d.Path = append(d.Path, pose)
		if i%2 == 0 && len(g.Places) > 0 {
			id := ref.AnchorID(len(g.Anchors) + 1)
			g.Anchors = append(g.Anchors, nav.AnchorNode{ID: id, Pose: pose, Place: ref.PlaceID(len(g.Places)), Seq: i})
			g.Edges = append(g.Edges, nav.Edge{From: id - 1, To: id})
		}
		if i%20 == 0 {
			g.Sites = append(g.Sites, scanned(m, p, pose, i))
		}
		if i%50 == 49 {
			kinds := []draw.MarkKind{draw.MarkStuck, draw.MarkABABA, draw.MarkGoal, draw.MarkFallback}
			d.Marks = append(d.Marks, draw.Mark{Kind: kinds[i/50%4], Pose: pose, Seq: i})
		}
	}
	for o := range m.House().All() {
		p := at(o.Footprint()[0])
		d.Finds = append(d.Finds, house.Believed{Now: rng.Float64(), Thing: house.Thing{
			Label: world.Label(o.Type), X: p.X + rng.NormFloat64()/3, Y: p.Y + rng.NormFloat64()/3, Spread: 2 * rng.Float64(),
		}})
	}
	return d
}

// scanned is a scan of what the house shows from a spot.
func scanned(m *world.Map, p world.Point, pose nav.Pose, seq int) nav.Site {
	s := nav.Site{ID: ref.SiteID(seq/20 + 1), Pose: pose, Seq: seq, Chosen: seq % nav.Views}
	for i, v := range m.Look(world.Pose{X: p.X, Z: p.Z}, world.Senses{}) {
		view := nav.SiteView{View: i, Heading: float64(-30 * i), Known: true, FreeM: v.FreeM, SeeM: v.SeeM, Tried: i == s.Chosen}
		for _, o := range v.Objects {
			view.Objects = append(view.Objects, world.Label(o.Type))
		}
		if view.Tried {
			view.Outcome = &nav.Outcome{NewView: seq%40 == 0}
		}
		s.Views = append(s.Views, view)
	}
	return s
}

// densely gives points along a way, 0.25 m apart.
func densely(way []world.Point) (all []world.Point) {
	for i := 1; i < len(way); i++ {
		d := way[i].Sub(way[i-1])
		n := int(math.Ceil(math.Hypot(d.X, d.Z) / 0.25))
		for k := range n {
			t := float64(k) / float64(n)
			all = append(all, world.Point{X: way[i-1].X + t*d.X, Z: way[i-1].Z + t*d.Z})
		}
	}
	return all
}

func walkedBy(d draw.MapData) (all []nav.Anchor) {
	for _, a := range d.Graph.Anchors {
		all = append(all, nav.Anchor{Place: 1, Pose: a.Pose, Seq: a.Seq})
	}
	return all
}

// A block is a rectangle of a picture, px, with what it is.
type block struct {
	left, top, right, bottom float64
	what                     string
}

func (b block) meets(o block) bool {
	const slack = 1 // px: fonts differ
	return b.left < o.right-slack && o.left < b.right-slack && b.top < o.bottom-slack && o.top < b.bottom-slack
}

func (b block) String() string {
	return fmt.Sprintf("%q at %.0f %.0f to %.0f %.0f", b.what, b.left, b.top, b.right, b.bottom)
}

// A drawing is what a picture shows where.
type drawing struct {
	wide, high   float64
	names, texts []block // names have a halo: they stand on the map
	signs        []block // with the numbers of scans
	rooms        [][][2]float64
}

// legible holds a picture to its rules.
func legible(t *testing.T, what string, svg []byte) {
	t.Helper()
	d := drawingOf(t, svg)
	for i, b := range d.texts {
		if b.left < 0 || b.top < 0 || b.right > d.wide || b.bottom > d.high {
			t.Errorf("%s: %v reaches off the sheet", what, b)
		}
		for _, o := range slices.Concat(d.texts[:i], d.signs) {
			if b.meets(o) && b.what != o.what {
				t.Errorf("%s: %v stands on %v", what, b, o)
			}
		}
	}
	for _, b := range d.names {
		if len(d.rooms) > 0 && !d.inRoom(b) {
			t.Errorf("%s: %v reaches out of its room", what, b)
		}
	}
	for _, b := range d.signs {
		if middle := [2]float64{(b.left + b.right) / 2, (b.top + b.bottom) / 2}; len(d.rooms) > 0 && !slices.ContainsFunc(d.rooms, func(room [][2]float64) bool { return encloses(room, middle) }) {
			t.Errorf("%s: %v stands outside the house", what, b)
		}
	}
}

// inRoom reports whether some room holds all of a block.
func (d *drawing) inRoom(b block) bool {
	return slices.ContainsFunc(d.rooms, func(room [][2]float64) bool {
		return encloses(room, [2]float64{b.left + 1, b.top + 1}) && encloses(room, [2]float64{b.right - 1, b.top + 1}) &&
			encloses(room, [2]float64{b.left + 1, b.bottom - 1}) && encloses(room, [2]float64{b.right - 1, b.bottom - 1})
	})
}

// encloses is the even-odd rule.
func encloses(room [][2]float64, p [2]float64) bool {
	in := false
	for i, a := range room {
		b := room[(i+1)%len(room)]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(p[1]-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
			in = !in
		}
	}
	return in
}

var (
	floorFill = `#f6f5f1` // of the rooms as they really are
	corner    = regexp.MustCompile(`[ML](-?[\d.]+) (-?[\d.]+)`)
)

// drawingOf reads a picture; texts are as wide as the Go font makes them.
func drawingOf(t *testing.T, svg []byte) (d drawing) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(string(svg)))
	var open map[string]string
	scan := false
	for {
		token, err := dec.Token()
		if err != nil {
			break
		}
		switch token := token.(type) {
		case xml.StartElement:
			at := map[string]string{"": token.Name.Local}
			for _, a := range token.Attr {
				at[a.Name.Local] = a.Value
			}
			n := func(name string) float64 { v, _ := strconv.ParseFloat(at[name], 64); return v }
			switch open = at; {
			case at[""] == "svg":
				d.wide, d.high = n("width"), n("height")
			case at[""] == "rect" && scan && at["rx"] != "":
				d.signs = append(d.signs, block{n("x"), n("y"), n("x") + n("width"), n("y") + n("height"), "a scan"})
			case at[""] == "circle" && scan && at["stroke"] != "": // in the middle of the views of a scan
				d.signs = append(d.signs, block{n("cx") - n("r"), n("cy") - n("r"), n("cx") + n("r"), n("cy") + n("r"), "a scan"})
			case at[""] == "path" && at["fill"] == floorFill:
				for room := range strings.SplitSeq(at["d"], "Z") {
					var corners [][2]float64
					for _, m := range corner.FindAllStringSubmatch(room, -1) {
						x, _ := strconv.ParseFloat(m[1], 64)
						y, _ := strconv.ParseFloat(m[2], 64)
						corners = append(corners, [2]float64{x, y})
					}
					if len(corners) > 2 {
						d.rooms = append(d.rooms, corners)
					}
				}
			}
		case xml.CharData:
			switch s := strings.TrimSpace(string(token)); {
			case s == "":
			case open[""] == "title":
				scan = strings.HasPrefix(s, "scan ")
			case open[""] == "text":
				b := textBlock(t, s, open)
				if open["stroke"] != "" {
					d.names = append(d.names, b)
				}
				if !scan || open["stroke"] != "" { // numbers stand in their signs
					d.texts = append(d.texts, b)
				}
			}
		case xml.EndElement:
			if token.Name.Local == "g" {
				scan = false
			}
		}
	}
	if d.wide == 0 {
		t.Fatal("that is no picture")
	}
	return d
}

var goFont = func() font.Face {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 100, DPI: 72})
	if err != nil {
		panic(err)
	}
	return face
}()

// textBlock is where a text stands.
func textBlock(t *testing.T, s string, at map[string]string) block {
	t.Helper()
	n := func(name string) float64 {
		v, err := strconv.ParseFloat(at[name], 64)
		if err != nil {
			t.Fatalf("%q has %s %q", s, name, at[name])
		}
		return v
	}
	size := n("font-size")
	w := float64(font.MeasureString(goFont, s)) / float64(fixed.I(100)) * size
	left := n("x") - map[string]float64{"middle": w / 2, "end": w}[at["text-anchor"]]
	return block{left, n("y") - 0.72*size, left + w, n("y") + 0.21*size, s}
}
