package draw

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"navd/daemon/nav"
	"navd/daemon/ref"
)

func TestPick(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, most := rapid.IntRange(0, 3000).Draw(t, "n"), rapid.IntRange(1, 500).Draw(t, "most")
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		got := pick(all, most)
		if len(got) != min(n, most) {
			t.Fatalf("%d of %d, at most %d", len(got), n, most)
		}
		if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("not ascending: %v", got)
		}
		if n > 0 && got[len(got)-1] != n-1 {
			t.Fatalf("the last of %d is left out: %v", n, got)
		}
	})
	if got := pick([]string{"a", "b", "c", "d"}, 2); !slices.Equal(got, []string{"b", "d"}) {
		t.Errorf("picked %v", got)
	}
}

// scattered draws n dots of up to groups places.
func scattered(t *rapid.T, n, groups int) []dot {
	out := make([]dot, n)
	for i := range out {
		out[i] = dot{
			id:    ref.AnchorID(i + 1),
			at:    spot{rapid.Float64Range(0, sheetWidth).Draw(t, "x"), rapid.Float64Range(0, mapMost).Draw(t, "y")},
			group: rapid.IntRange(0, groups).Draw(t, "group"),
		}
	}
	return out
}

func TestThinnedStands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dots := scattered(t, rapid.IntRange(0, 200).Draw(t, "n"), 3)
		for i, stand := range thinned(dots) {
			if thinned(dots)[stand] != stand {
				t.Fatalf("dot %d is stood for by %d, which is left out", i, stand)
			}
			if d := dots[i].at.distance(dots[stand].at); d > 4.3 || dots[i].group != dots[stand].group {
				t.Fatalf("dot %d is stood for by one %v px away, of group %d", i, d, dots[stand].group)
			}
		}
	})
}

func TestThinnedBound(t *testing.T) {
	for name, groups := range map[string]int{"one place": 1, "a place each": 100_000} {
		dots := make([]dot, 100_000)
		for i := range dots {
			dots[i] = dot{at: spot{float64(i%1000) * 0.93, float64(i/1000) * 8}, group: i % groups}
		}
		kept := 0
		for i, stand := range thinned(dots) {
			if i == stand {
				kept++
			}
		}
		if kept > mostDots || kept < 50 {
			t.Errorf("%s: %d dots are kept of 100,000", name, kept)
		}
	}
}

func TestCorners(t *testing.T) {
	var track []spot
	for i := range 50_000 {
		track = append(track, spot{float64(i%900) + 0.5, float64(i) / 60})
	}
	got := corners(track, mostKnees)
	if len(got) > mostKnees || len(got) < mostKnees/8 {
		t.Errorf("%d corners are kept", len(got))
	}
	if got[0] != track[0] || got[len(got)-1] != track[len(track)-1] {
		t.Error("an end is lost")
	}
	if still := corners([]spot{{1, 1}, {1, 1}, {1, 1}}, 9); len(still) != 1 {
		t.Errorf("a robot that stands still leaves %v", still)
	}
}

func TestLinked(t *testing.T) {
	dots := []dot{{id: 1}, {id: 2, at: spot{50, 0}}, {id: 3, at: spot{51, 0}}, {id: 4, at: spot{90, 0}}}
	edges := []nav.Edge{{From: 1, To: 2}, {From: 2, To: 3}, {From: 3, To: 1}, {From: 3, To: 4}, {From: 4, To: 9}}
	got := linked(edges, dots, []int{0, 1, 1, 3})
	if want := []link{{0, 1}, {1, 3}}; !slices.Equal(got, want) {
		t.Errorf("links are %v, want %v", got, want)
	}
}
