package chart_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/chart"
	"navd/daemon/markup"
)

func TestTicks(t *testing.T) {
	for _, tt := range []struct {
		name      string
		low, high float64
		want      []float64
	}{
		{"a share", 0, 1, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{"steps", 0, 480, []float64{0, 100, 200, 300, 400, 500}},
		{"around 0", -0.3, 0.75, []float64{-0.5, 0, 0.5, 1}},
		{"cents", 0, 0.0042, []float64{0, 0.001, 0.002, 0.003, 0.004, 0.005}},
		{"nothing between", 0, 0, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{"rounding alone between", 0, 1e-300, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, chart.Ticks(tt.low, tt.high, 6)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestTicksAnywhere holds the promises for any two bounds.
func TestTicksAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low, high := rapid.Float64Range(-1e15, 1e15).Draw(t, "low"), rapid.Float64Range(-1e15, 1e15).Draw(t, "high")
		most := rapid.IntRange(3, 12).Draw(t, "most")
		low, high = min(low, high), max(low, high)
		ticks := chart.Ticks(low, high, most)
		if len(ticks) < 2 || len(ticks) > most {
			t.Fatalf("%d marks, want 2 to %d: %v", len(ticks), most, ticks)
		}
		step := ticks[1] - ticks[0]
		if near := 1e-6 * step; ticks[0] > low+near || ticks[len(ticks)-1] < high-near {
			t.Fatalf("%v does not hold %v to %v", ticks, low, high)
		}
		for i := 1; i < len(ticks); i++ {
			if got := ticks[i] - ticks[i-1]; math.Abs(got-step) > 1e-6*step {
				t.Fatalf("a step of %v in %v, want %v", got, ticks, step)
			}
		}
	})
}

func TestLabel(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 0.25: "0.25", 1500: "1500", 20000: "20k", 2.5e6: "2.5M", -4e9: "-4G", 1e15: "1000T",
	} {
		if got := chart.Label(v); got != want {
			t.Errorf("%v: got %q, want %q", v, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"it fits", "12345678", "12345678"},
		{"too long", "123456789", "1234567…"},
		{"Korean fits", "거실소파", "거실소파"},
		{"Korean is too long", "거실소파들", "거실소…"},
		{"nothing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := chart.Short(tt.in, 8); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestCurve holds a curve to its corners: level, then up, to the end of the axis.
func TestCurve(t *testing.T) {
	var d markup.Doc
	chart.Curves{X: "steps", Y: "share", High: 100, Curves: []chart.Curve{
		{Ink: 7, Points: []chart.Point{{X: 0, Y: 0}, {X: 50, Y: 0.5}, {X: 100, Y: 1}}},
	}}.Draw(&d)
	if want := `<path class="curve ink1 dash1" d="M44 224H191V124H338V24H338"></path>`; !strings.Contains(d.String(), want) {
		t.Errorf("no %s in\n%s", want, d.String())
	}
}

// TestDots holds a mean without an interval to a dot alone.
func TestDots(t *testing.T) {
	var d markup.Doc
	chart.Dots{Title: "sr", Share: true, Dots: []chart.Dot{
		{Name: "a", Mean: 0.5, Low: new(0.25), High: new(0.75)}, {Name: "b", Ink: 1, Mean: 1},
	}}.Draw(&d)
	got := d.String()
	for want, times := range map[string]int{
		"<circle": 2, `class="bar ink0 dash0"`: 3, `class="bar ink1`: 0,
		`d="M101 28L259 28"`: 1, `cx="338" cy="68"`: 1,
	} {
		if n := strings.Count(got, want); n != times {
			t.Errorf("%d times %s, want %d, in\n%s", n, want, times, got)
		}
	}
}
