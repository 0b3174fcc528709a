package draw

import (
	"math"
	"testing"
)

func TestPx(t *testing.T) {
	for in, want := range map[float64]string{
		0: "0", 1: "1", 1.25: "1.3", -1.21: "-1.2", -0.01: "0", 1234.567: "1234.6", 1e7: "10000000",
		math.Inf(1): "0", math.Inf(-1): "0",
	} {
		if got := px(in).String(); got != want {
			t.Errorf("%v is written %q, want %q", in, got, want)
		}
	}
	if got := px(math.NaN()).String(); got != "0" {
		t.Errorf("NaN is written %q", got)
	}
	if got := px(math.Copysign(0, -1)).String(); got != "0" {
		t.Errorf("minus zero is written %q", got)
	}
}

func TestToward(t *testing.T) {
	for heading, want := range map[float64]spot{0: {100, 90}, 90: {90, 100}, -90: {110, 100}, 180: {100, 110}} {
		if got := (spot{100, 100}).toward(heading, 10); got.distance(want) > 1e-9 {
			t.Errorf("10 px along %v° is %v, want %v", heading, got, want)
		}
	}
	for _, heading := range []float64{math.NaN(), math.Inf(1)} {
		if got, want := (spot{100, 100}).toward(heading, 10), (spot{100, 90}); got != want {
			t.Errorf("10 px along %v is %v, want %v", heading, got, want)
		}
	}
}

func TestPen(t *testing.T) {
	for name, c := range map[string]struct {
		draw func(*pen)
		want string
	}{
		"line":   {func(p *pen) { p.lines(spot{1, 2}, spot{3, 4.26}) }, "M1 2L3 4.3"},
		"dot":    {func(p *pen) { p.dot(spot{1, 2}) }, "M1 2h0"},
		"loop":   {func(p *pen) { p.loop(spot{0, 0}, spot{1, 0}, spot{1, 1}) }, "M0 0L1 0L1 1Z"},
		"sector": {func(p *pen) { p.sector(spot{0, 0}, 0, 10, 90) }, "M0 0L-10 0A10 10 0 0 1 10 0Z"},
	} {
		var p pen
		if c.draw(&p); p.String() != c.want {
			t.Errorf("%s: %s, want %s", name, p.String(), c.want)
		}
	}
}

func TestStrokeOfNothing(t *testing.T) {
	var c canvas
	if c.stroke(&pen{}, ink, 2); c.Len() > 0 {
		t.Errorf("an empty pen draws %s", c.String())
	}
}
