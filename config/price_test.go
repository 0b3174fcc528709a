package config_test

import (
	"testing"

	"navd/config"
)

func TestPriceOf(t *testing.T) {
	m := config.Models{Prices: []string{"flash 0.1 0.4", "projects/p/locations/l/endpoints/7 1 2", "8  3  4"}}
	for _, tt := range []struct {
		model   string
		in, out float64
	}{
		{"flash", 0.1, 0.4},
		{"publishers/google/models/flash", 0.1, 0.4},
		{"projects/p/locations/l/endpoints/7", 1, 2},
		{"projects/p/locations/l/endpoints/8", 3, 4},
		{"flash-lite", 0, 0},
		{"", 0, 0},
	} {
		if p, listed := m.PriceOf(tt.model); p.In != tt.in || p.Out != tt.out || listed != (tt.in > 0) {
			t.Errorf("%q costs %v and %v, listed %v, want %v and %v", tt.model, p.In, p.Out, listed, tt.in, tt.out)
		}
	}
	if p, _ := config.Default().Models.PriceOf("gemini-2.5-flash-lite"); p.In <= 0 || p.Out <= p.In {
		t.Errorf("the planner's model costs %+v", p)
	}
}
