package nav

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"navd/daemon/fault"
)

// Printed says what a controller prints on the pictures of its views and where
// they stand in its grid. A planner that looks at them is told of directions in
// the same words, and its answer is read in them. At most one of Angles and
// Numbers is given.
type Printed struct {
	Angles  string          `json:"angles,omitempty" allow:"clockwise|none"` // clockwise: each view has 30 times its number on it, as PixelNav's have; none, the default: nothing is printed
	Numbers []PrintedNumber `json:"numbers,omitempty" max:"12"`              // or the number on each shown view, in no order
	Tiles   [][]int         `json:"tiles,omitempty" max:"12"`                // the views in a grid: its rows, each from left to right
}

// PrintedNumber is the number that stands on one view.
type PrintedNumber struct {
	View   int     `json:"view" allow:"0..11"`             // number of the view, clockwise from view 0
	Number float64 `json:"number" allow:"-100000..100000"` // what is printed on it
}

// Printed angles.
const (
	AnglesClockwise = "clockwise"
	AnglesNone      = "none"
)

// CheckFor refuses a Printed that does not fit the shown views: each of them needs a number
// of its own, and tiles may have only shown views, each once.
func (p *Printed) CheckFor(shown []int) error {
	if p == nil {
		return nil
	}
	if len(p.Numbers) > 0 && p.Angles != "" {
		return fault.Field("printed.numbers", len(p.Numbers), "no numbers when angles are given: views have one of the two printed on them")
	}
	var views []int
	numbers := map[float64]bool{}
	for _, n := range p.Numbers {
		if numbers[n.Number] {
			return fault.Field("printed.numbers", n.Number, "a different number on each view")
		}
		numbers[n.Number] = true
		views = append(views, n.View)
	}
	if len(views) > 0 && !slices.Equal(slices.Sorted(slices.Values(views)), slices.Sorted(slices.Values(shown))) {
		return fault.Field("printed.numbers", views, fmt.Sprintf("each shown view once: %v", shown))
	}
	if slices.ContainsFunc(p.Tiles, func(row []int) bool { return len(row) == 0 }) {
		return fault.Field("printed.tiles", p.Tiles, "rows with at least one view each")
	}
	seen := map[int]bool{}
	for _, view := range slices.Concat(p.Tiles...) {
		if seen[view] || !slices.Contains(shown, view) {
			return fault.Field("printed.tiles", view, fmt.Sprintf("shown views, each once: %v", shown))
		}
		seen[view] = true
	}
	return nil
}

// Wording is how a text for a planner names directions and views. The zero value is navd's
// own: degrees from view 0, positive to the left, and views by their numbers. With another
// one the text has no yaw and no coordinates, so that it knows only one sense of turning.
type Wording struct {
	Clockwise bool            // degrees clockwise from view 0, 0..359, as printed
	Numbers   []PrintedNumber // the numbers printed on the shown views, clockwise from view 0
	View0     float64         // absolute heading of view 0, degrees
}

// Wording gives the wording for these pictures, navd's own when nothing is printed on them.
// view0 is the absolute heading of view 0, degrees.
func (p *Printed) Wording(view0 float64) Wording {
	switch {
	case p == nil:
		return Wording{}
	case p.Angles == AnglesClockwise:
		return Wording{Clockwise: true, View0: view0}
	case len(p.Numbers) > 0:
		numbers := slices.Clone(p.Numbers)
		sort.Slice(numbers, func(i, j int) bool { return numbers[i].View < numbers[j].View })
		return Wording{Numbers: numbers, View0: view0}
	}
	return Wording{}
}

// Own tells whether the words are navd's own.
func (w Wording) Own() bool { return !w.Clockwise && len(w.Numbers) == 0 }

// Angle names a direction, given in degrees from view 0, positive to the left: "angle 90",
// or "number 3" for the view that lies closest.
func (w Wording) Angle(left float64) string {
	if len(w.Numbers) > 0 {
		return "number " + strconv.FormatFloat(w.nearest(left).Number, 'f', -1, 64) // 3, 2.5
	}
	if w.Clockwise {
		left = math.Mod(360-math.Round(left), 360)
	}
	return fmt.Sprintf("angle %.0f", left+0)
}

// View names a view: "view 9", "angle 270" or "number 3".
func (w Wording) View(view int) string {
	if w.Own() {
		return fmt.Sprintf("view %d", view)
	}
	return w.Angle(NormDeg(-30 * float64(view)))
}

// Label gives what is printed on a view, or the view's number.
func (w Wording) Label(view int) string {
	_, label, _ := strings.Cut(w.View(view), " ")
	return label
}

// nearest gives the number of the view that lies closest to a direction, of two
// the one with the lower view.
func (w Wording) nearest(left float64) PrintedNumber {
	best, gap := w.Numbers[0], math.Inf(1)
	for _, n := range w.Numbers {
		if g := math.Abs(NormDeg(left + 30*float64(n.View))); g < gap-eps {
			best, gap = n, g
		}
	}
	return best
}
