package limits_test

import (
	"fmt"
	"strings"
	"testing"

	"navd/daemon/limits"
)

func TestChain(t *testing.T) {
	const none = 99
	c := limits.Planners([]string{"vertex", "tape"})
	long := "vertex:" + strings.Repeat("x", 293)
	for _, tt := range []struct {
		name  string
		chain []string
		bad   int // place of the entry that is refused, Whole or none
	}{
		{"local", []string{"local"}, none},
		{"a model, then local", []string{"vertex", "local"}, none},
		{"a model, then the baseline", []string{"vertex", "nearest"}, none},
		{"two models", []string{"vertex", "tape", "local"}, none},
		{"models alone", []string{"vertex", "tape"}, none},
		{"models by name", []string{"vertex:a", "vertex:projects/p/locations/l/endpoints/7", "vertex", "local"}, none},
		{"one twice", []string{"vertex", "vertex", "local"}, none},
		{"300 bytes", []string{long}, none},
		{"eight", strings.Split("vertex"+strings.Repeat(",tape", 7), ","), none},
		{"301 bytes", []string{long + "x"}, 0},
		{"nine", strings.Split("vertex"+strings.Repeat(",tape", 8), ","), limits.Whole},
		{"empty", nil, limits.Whole},
		{"local before others", []string{"local", "vertex"}, 0},
		{"the baseline before others", []string{"vertex", "nearest", "local"}, 1},
		{"no such provider", []string{"vertex", "openai"}, 1},
		{"another case", []string{"Vertex"}, 0},
		{"no name of a model", []string{"vertex:"}, 0},
		{"a blank for a model", []string{"vertex: "}, 0},
		{"blanks around", []string{"vertex", " tape"}, 1},
		{"a line break", []string{"vertex:a\nb"}, 0},
		{"no UTF-8", []string{"vertex:\xff"}, 0},
		{"local with a model", []string{"local:a"}, 0},
		{"an empty entry", []string{""}, 0},
	} {
		at, f := c.Check(tt.chain)
		if f == nil {
			at = none
		}
		if at != tt.bad {
			t.Errorf("%s: refused at %d, want %d (%v)", tt.name, at, tt.bad, f)
		}
	}
	if _, f := (limits.Chain{Providers: c.Providers, Ends: []string{"local"}}).Check([]string{"nearest"}); f == nil {
		t.Error("only planners have a baseline")
	}
}

func ExampleChain() {
	_, f := limits.Planners([]string{"vertex", "openai"}).Check([]string{"local", "vertex"})
	fmt.Println(f)
	_, f = limits.Planners(nil).Check([]string{"vertex"})
	fmt.Println(f)
	// Output:
	// not allowed, given "local", allowed PROVIDER or PROVIDER:MODEL each, 1..8 of at most 300 bytes; only the last may be local or nearest; providers: openai, vertex; models.servers adds more
	// not allowed, given "vertex", allowed PROVIDER or PROVIDER:MODEL each, 1..8 of at most 300 bytes; only the last may be local or nearest; no provider is set up
}
