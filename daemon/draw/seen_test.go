package draw

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
	"navd/daemon/area"
	"navd/daemon/nav"
)

// plan reads a seen area from rows of cells, that of the lowest y first: "." is
// floor, "#" a wall. The first cell has column x and row y.
func plan(x, y int, rows ...string) *nav.SeenArea {
	a := &nav.SeenArea{CellM: area.Cell}
	for i, row := range rows {
		for from := 0; from < len(row); {
			n := len(row[from:]) - len(strings.TrimLeft(row[from:], row[from:from+1]))
			run := area.CellRun{Y: y + i, X: x + from, N: n}
			switch row[from] {
			case '.':
				a.Floor = append(a.Floor, run)
			case '#':
				a.Walls = append(a.Walls, run)
			}
			from += n
		}
	}
	return a
}

// looked is the search of [flat] by a robot with ranges, which has seen the
// bedroom, the corridor and the near half of the kitchen.
func looked() MapData {
	m := flat()
	var rows []string
	for y := -17; y < 17; y++ {
		row := []byte(strings.Repeat(" ", 36))
		for i := range row {
			switch x := i - 7; {
			case y < -16 || y > 15 && x > 9, x < -6, x < 11 && (y < -6 || y > 6): // the outer walls, and the bedroom's
				if x >= -7 && x <= 16 && y >= -7 && y <= 7 || x >= 10 && x <= 17 {
					row[i] = '#'
				}
			case x < 11, x < 17:
				row[i] = '.'
			case y < 0 && x < 23-(y+17)/3:
				row[i] = '.'
			case y < 3 && y > 0 && x < 18:
				row[i] = '#'
			}
		}
		rows = append(rows, string(row))
	}
	g := *m.Graph
	g.Seen = plan(-7, -17, rows...)
	g.Seen.Edges = []nav.OpenEdge{
		{X: 4.125, Y: 1.625, Heading: new(0.0), WidthM: 1.5, WayM: 1.2, Rooms: []nav.RoomShare{{Type: "corridor", Share: 0.62}}},
		{X: 5.125, Y: -2.125, Heading: new(20.0), WidthM: 1.75, WayM: 4.4, Rooms: []nav.RoomShare{{Type: "kitchen", Share: 0.8}}, Tried: 2},
		{X: 3.375, Y: 3.875, WidthM: 0.5, WayM: 5},
	}
	m.Graph = &g
	return m
}

func TestSeenGolden(t *testing.T) {
	bare := looked()
	bare.Floor, bare.Walls, bare.Things, bare.Target = nil, nil, nil, nil
	for name, got := range map[string][]byte{
		"seen": Map(bare), "seen-house": Map(detailed(looked())), "seen-beside": Beside(looked(), flat()),
	} {
		t.Run(name, func(t *testing.T) {
			parse(t, got)
			golden.File(t, "testdata/"+name+".svg", string(got))
		})
	}
}

// Where nobody looked is told by the seen area, and without one by the untried views of
// scans, of neighbours one: four of each scan of this search.
func TestOpenings(t *testing.T) {
	for name, tt := range map[string]struct {
		svg          []byte
		area         bool
		edges, views int
	}{
		"with an area":              {Map(looked()), true, 3, 0},
		"without":                   {Map(flat()), false, 0, 16},
		"without, with detail":      {Map(detailed(flat())), false, 0, 0},
		"without, beside one so":    {Beside(flat(), flat()), false, 0, 0},
		"with, beside one that has": {Beside(looked(), looked()), true, 6, 0},
	} {
		edges, views := strings.Count(string(tt.svg), "<title>opening that nobody looked behind"), strings.Count(string(tt.svg), "<title>nobody went this way")
		if edges != tt.edges || views != tt.views {
			t.Errorf("%s: %d edges and %d views, want %d and %d", name, edges, views, tt.edges, tt.views)
		}
		said := texts(parse(t, tt.svg))
		if slices.Contains(said, "seen floor") != tt.area || slices.Contains(said, "nobody looked behind") != (edges+views > 0) {
			t.Errorf("%s: the legend says %q", name, said)
		}
	}
	if svg := string(Map(looked())); !strings.Contains(svg, "<title>opening that nobody looked behind, 1.8 m wide, 4.4 m away, beside it kitchen (80 %), tried 2 times</title>") {
		t.Error("what nobody looked behind does not say what it is")
	}
}

func TestChains(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []string // the lowest first
		want [][]square
	}{
		{"nothing", nil, nil},
		{"one square", []string{"."}, [][]square{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}}},
		{"a row", []string{"..."}, [][]square{{{0, 0}, {3, 0}, {3, 1}, {0, 1}, {0, 0}}}},
		{"a corner", []string{"..", "."}, [][]square{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {0, 0}}}},
		{"two that touch at a corner", []string{".", " ."}, [][]square{
			{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}, {{1, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 1}},
		}},
		{"around a hole", []string{"...", ". .", "..."}, [][]square{
			{{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}}, {{1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := seenOf(plan(0, 0, tt.rows...), 0)
			if diff := cmp.Diff(tt.want, s.floor, cmp.AllowUnexported(square{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Cells are turned with the map that they belong to.
func TestSeenIsTurned(t *testing.T) {
	s := seenOf(plan(4, 4, "."), 30)
	sin, cos := math.Sincos(30 * math.Pi / 180)
	want := Point{cos - sin, sin + cos}
	if got := s.corner(s.floor[0][0]); math.Hypot(got.X-want.X, got.Y-want.Y) > 1e-9 {
		t.Errorf("the corner at 1, 1 is at %v, want %v", got, want)
	}
	tilted := turned(flat(), 30)
	tilted.Graph.Seen = plan(4, 4, ".")
	tilted.Turn = upright(tilted)
	if got := readied(tilted).seen.turn; math.Abs(got+30) > 1e-6 {
		t.Errorf("beside another map the cells are turned by %v°, and the house by -30°", got)
	}
}

// Only the part of an outline is an open edge that nobody has seen beyond and that
// hangs together with the middle of one.
func TestOpenSides(t *testing.T) {
	a := plan(0, 0,
		"#####  ",
		"#...  .",
		"#...   ",
		"#####  ")
	a.Edges = []nav.OpenEdge{{X: 0.875, Y: 0.375, Heading: new(0.0), WidthM: 0.5}}
	s := seenOf(a, 0)
	if diff := cmp.Diff([][]square{{{4, 1}, {4, 3}}}, s.open, cmp.AllowUnexported(square{})); diff != "" {
		t.Error(diff)
	}
	a.Edges = nil
	if s := seenOf(a, 0); s.open != nil {
		t.Errorf("there is no open edge, and %v is marked", s.open)
	}
}

// A large or ragged area is drawn coarser, and what cannot be drawn not at all.
func TestSeenStaysSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	ragged := &nav.SeenArea{CellM: 0.25}
	for y := range 160 {
		for x := y % 2; x < 160; x += 2 {
			ragged.Floor = append(ragged.Floor, area.CellRun{Y: y, X: x, N: 1})
			ragged.Walls = append(ragged.Walls, area.CellRun{Y: y, X: x + 1, N: 1})
		}
		ragged.Edges = append(ragged.Edges, nav.OpenEdge{X: float64(y), Y: math.NaN()}, nav.OpenEdge{X: float64(y), Y: float64(y), Heading: new(math.NaN())})
	}
	for name, a := range map[string]*nav.SeenArea{
		"ragged":         ragged,
		"endless":        {CellM: 0.25, Floor: []area.CellRun{{N: math.MaxInt}, {Y: 1, X: math.MinInt, N: 3}, {Y: 2, N: -5}}},
		"of no size":     {Floor: []area.CellRun{{N: 3}}},
		"of odd size":    {CellM: math.NaN(), Floor: []area.CellRun{{N: 3}}},
		"of tiny size":   {CellM: 1e-300, Floor: []area.CellRun{{N: 3}, {X: 1 << 52, N: 1}}, Edges: []nav.OpenEdge{{X: 1e9}}},
		"far apart":      {CellM: 1, Floor: []area.CellRun{{X: 1e9 - 1, N: 1}, {X: -1e9, N: 1}}, Edges: []nav.OpenEdge{{X: -1e9, WayM: math.Inf(1)}}},
		"of huge size":   {CellM: 1e8, Floor: []area.CellRun{{X: 9, N: 900}}},
		"beyond the end": {CellM: 1e300, Floor: []area.CellRun{{X: 9, N: 900}}},
	} {
		t.Run(name, func(t *testing.T) {
			m := MapData{Graph: &nav.Graph{Seen: a}}
			svg := Map(m)
			finite(t, svg)
			if len(svg) > limit || !bytes.Equal(svg, Map(m)) {
				t.Errorf("%d bytes, or other ones when drawn twice", len(svg))
			}
		})
	}
}
