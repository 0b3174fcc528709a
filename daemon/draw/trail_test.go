package draw

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"navd/daemon/nav"
)

func TestFade(t *testing.T) {
	for moment, want := range map[float64]string{0: "#93a0f0", 1: "#261e6e", 0.5: "#5d5faf"} {
		if got := fade(moment); got != want {
			t.Errorf("at %v the path is %s, want %s", moment, got, want)
		}
	}
}

// straight is a path of n steps ahead.
func straight(n int) []nav.Pose {
	var out []nav.Pose
	for i := range n {
		out = append(out, nav.Pose{X: 0.25 * float64(i)})
	}
	return out
}

func TestTrailIsWhole(t *testing.T) {
	for _, n := range []int{2, 3, 24, 25, 26, 400} {
		s := newSheet(MapData{Path: straight(n)})
		s.bows()
		want := fmt.Sprintf(`<path d="M%vL%v" stroke="#`, s.at(nav.Pose{}), s.at(straight(n)[n-1]))
		if !strings.Contains(s.String(), want) {
			t.Errorf("%d steps ahead are drawn as %s, want %s", n, s.String(), want)
		}
	}
}

func TestNoTrail(t *testing.T) {
	for name, path := range map[string][]nav.Pose{
		"no step": nil, "one step": {{X: 1}}, "on the spot": {{X: 1}, {X: 1, Yaw: 30}}, "nowhere": {{X: math.NaN()}, {X: math.Inf(1)}},
	} {
		s := newSheet(MapData{Path: path})
		if s.bows(); s.Len() > 0 || s.legend.seen[entryPath] {
			t.Errorf("%s is drawn: %s", name, s.String())
		}
	}
}

func TestArrowsPointAhead(t *testing.T) {
	path := straight(20)
	for i := range 20 { // back, with a turn each 2 m
		path = append(path, nav.Pose{X: 4.75 - 0.25*float64(i), Y: float64(i / 8)})
	}
	s := newSheet(MapData{Path: path})
	s.bows()
	es := parse(t, []byte("<svg>"+s.String()+"</svg>"))
	var up, down int
	for _, e := range all(es, "path") {
		if e.attrs["stroke-width"] != "0.8" {
			continue
		}
		corner := strings.Split(strings.Trim(e.attrs["d"], "MZ"), "L")
		if y(t, corner[0]) < y(t, corner[1]) && y(t, corner[0]) < y(t, corner[3]) {
			up++
		} else if y(t, corner[0]) > y(t, corner[1]) && y(t, corner[0]) > y(t, corner[3]) {
			down++
		}
	}
	if up != 1 || down < 2 {
		t.Errorf("%d arrows point up and %d down, want one along the way there and more along the way back", up, down)
	}
}

func y(t *testing.T, pair string) float64 {
	t.Helper()
	_, after, _ := strings.Cut(pair, " ")
	return element{attrs: map[string]string{"y": after}}.num(t, "y")
}

func TestArrowsAreBounded(t *testing.T) {
	var path []nav.Pose
	for i := range 20_000 {
		path = append(path, nav.Pose{X: float64(i % 2 * 8), Y: float64(i%97) / 10})
	}
	if n := strings.Count(string(Map(MapData{Path: path})), `stroke-width="0.8"`); n > mostArrows+1 {
		t.Errorf("%d arrows", n)
	}
}
