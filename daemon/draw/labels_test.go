package draw

import (
	"testing"

	"pgregory.net/rapid"
)

var hall = box{0, 0, 400, 300}

func TestBestLeavesOthersFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := crowd{area: hall}
		coordinate := rapid.Float64Range(-50, 450)
		for range rapid.IntRange(1, 25).Draw(t, "labels") {
			home := spot{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")}
			before := len(c.solid)
			b, ok := c.best(home, ring(home, 20, 50), rapid.Float64Range(5, 90).Draw(t, "w"), 14)
			if !ok {
				continue
			}
			if !b.within(hall) {
				t.Fatalf("label %v leaves the map", b)
			}
			for _, o := range c.solid[:before] {
				if o.meets(b) {
					t.Fatalf("label %v lies over %v", b, o)
				}
			}
		}
	})
}

func TestBestPrefersHome(t *testing.T) {
	c, home := crowd{area: hall}, spot{200, 150}
	if b, ok := c.best(home, ring(home, 20, 50), 40, 10); !ok || b.middle() != home {
		t.Errorf("first label stands at %v, want at home", b)
	}
	if b, ok := c.best(home, ring(home, 20, 50), 40, 10); !ok || b.middle().distance(home) > 21 {
		t.Errorf("second label stands at %v, want on the first ring", b)
	}
}

func TestBestKeepsOffThePath(t *testing.T) {
	c, home := crowd{area: hall}, spot{200, 150}
	c.alight(spot{0, 150}, spot{400, 150})
	b, ok := c.best(home, ring(home, 20), 60, 12)
	if !ok || c.cost(b) > 0 {
		t.Errorf("the label stands at %v, over the path", b)
	}
}

func TestBestWithoutRoom(t *testing.T) {
	c := crowd{area: hall, solid: []box{hall}}
	if b, ok := c.best(spot{200, 150}, ring(spot{200, 150}, 20), 10, 10); ok {
		t.Errorf("there was room at %v", b)
	}
	if len(c.solid) != 1 {
		t.Error("a label without room claims some")
	}
}

func TestSettle(t *testing.T) {
	c, home := crowd{area: hall}, spot{200, 150}
	seen := map[spot]bool{}
	for i := range 12 {
		at := c.settle(home, 16, 16, 20)
		if seen[at] {
			t.Fatalf("sign %d stands on another at %v", i, at)
		}
		seen[at] = true
	}
	if !seen[home] {
		t.Error("no sign stands at home")
	}
	full := crowd{area: hall, solid: []box{hall}}
	if at := full.settle(home, 16, 16, 20); at != home {
		t.Errorf("without room a sign stands at %v, want home", at)
	}
}

func TestBox(t *testing.T) {
	b := around(spot{10, 20}, 4, 6)
	if want := (box{8, 17, 12, 23}); b != want {
		t.Errorf("around is %v, want %v", b, want)
	}
	for name, c := range map[string]struct {
		o    box
		want bool
	}{
		"itself":   {b, true},
		"beside":   {box{12, 17, 14, 23}, false},
		"overlaps": {box{11, 22, 20, 30}, true},
		"below":    {box{8, 24, 12, 30}, false},
	} {
		if got := b.meets(c.o); got != c.want {
			t.Errorf("%s: meets is %v", name, got)
		}
	}
	if !b.holds(spot{8, 17}) || b.holds(spot{7.9, 17}) {
		t.Error("holds is wrong at the corner")
	}
}

// A label or a sign that has to make room stays in its room.
func TestStaysInItsRoom(t *testing.T) {
	left := []spot{{0, 0}, {100, 0}, {100, 400}, {0, 400}}
	home := spot{90, 200}
	c := crowd{area: box{0, 0, 400, 400}, rooms: [][]spot{left}}
	c.claim(around(home, 30, 30))
	if at := c.settle(home, 20, 20, 30); !contains(left, at) || at == home {
		t.Errorf("a sign at %v settles at %v", home, at)
	}
	b, ok := c.best(home, []spot{{130, 200}, {92, 100}, {50, 60}}, 30, 20)
	if !ok || b.middle() != (spot{50, 60}) {
		t.Errorf("a label stands at %v", b.middle())
	}
	if b, ok := c.best(home, []spot{{130, 200}}, 30, 20); ok {
		t.Errorf("a label stands in another room, at %v", b.middle())
	}
	c.claim(box{60, 0, 100, 400})
	if at := c.settle(spot{95, 300}, 12, 12, 40); c.outside(around(at, 12, 12)) {
		t.Errorf("a sign at the wall settles at %v, which reaches out of the house", at)
	}
}
