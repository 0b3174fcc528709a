package area

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Runs are what the area knows, cell by cell, and nothing twice.
func TestRuns(t *testing.T) {
	a := New()
	if floor, walls := a.Runs(Point{}, 48); floor != nil || walls != nil {
		t.Errorf("of nothing: %v, %v", floor, walls)
	}
	for _, at := range []Point{{0.1, 0.1}, {-1.2, 4.3}} {
		a.See(Scan{At: at, Rays: twoRooms().look(at, 60)})
	}
	a.Walk(Point{-20, -20}, Point{-20, -19.5})
	floor, walls := a.Runs(Point{}, 48)
	drawn := map[spot]byte{}
	for i, runs := range [][]CellRun{floor, walls} {
		last := CellRun{Y: -1 << 20}
		for _, r := range runs {
			if r.N < 1 || r.Y < last.Y || r.Y == last.Y && r.X <= last.X+last.N {
				t.Fatalf("%+v follows %+v", r, last)
			}
			last = r
			for x := range r.N {
				s := spot{r.X + x, r.Y}
				if drawn[s] != 0 {
					t.Errorf("%v stands there twice", s)
				}
				drawn[s] = ".#"[i]
			}
		}
	}
	for k, tile := range a.tiles {
		for i := range tile {
			s := spot{k.x<<tileBits + i%tileSide, k.y<<tileBits + i/tileSide}
			want := byte(0)
			if a.known(s) != 0 {
				want = '#'
			}
			if a.open(s) {
				want = '.'
			}
			if drawn[s] != want {
				t.Errorf("cell %v is %q, want %q", s, drawn[s], want)
			}
		}
	}
	near, _ := a.Runs(Point{0.1, 0.1}, 0.3)
	if diff := cmp.Diff([]CellRun{{-1, -1, 3}, {0, -1, 3}, {1, -1, 3}}, near); diff != "" {
		t.Errorf("%s\n%s", diff, strings.TrimSpace(a.draw(Point{})))
	}
}
