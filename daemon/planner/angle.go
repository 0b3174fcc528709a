package planner

import (
	"math"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/reply"
)

// answers returns the range of the angle in a model's answer in these words. Printed angles
// go up to 360, which is the same as 0.
func answers(w nav.Wording) (low, high float64) {
	switch {
	case w.Own():
		return -180, 180
	case w.Clockwise:
		return 0, 360
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, n := range w.Numbers {
		low, high = min(low, n.Number), max(high, n.Number)
	}
	return low, high
}

// readAngle reads the angle of an answer. In printed words it keeps both the answer and its
// meaning.
func (d *Decision) readAngle(o reply.Fields, w nav.Wording, shown []int) (err error) {
	if w.Own() {
		d.Angle, err = reply.Number(o, "angle", -180, 180)
		d.Angle += 0 // a negative zero becomes zero
		return err
	}
	said, err := reply.Number(o, "angle", -math.MaxFloat64, math.MaxFloat64)
	if err != nil {
		return err
	}
	d.Said = &said
	if w.Clockwise {
		d.Angle, err = clockwise(said, shown)
		return err
	}
	i := slices.IndexFunc(w.Numbers, func(n nav.PrintedNumber) bool { return n.Number == said })
	if i < 0 {
		return fault.Field("angle", said, "a number that is printed on a view: "+listOf(w, shown, ", "))
	}
	d.Angle = nav.NormDeg(-30 * float64(w.Numbers[i].View))
	return nil
}

// clockwise returns the direction, positive to the left, that a printed angle means. A
// negative angle is refused, because it could be meant either way; only -180 is the same both
// ways.
func clockwise(said float64, shown []int) (left float64, err error) {
	printed := "an angle that is printed on a view: " + listOf(nav.Wording{Clockwise: true}, shown, ", ")
	switch {
	case said < 0 && said != -180:
		return 0, unclear(said, "could mean to the left or to the right", printed)
	case said > 360:
		return 0, fault.Field("angle", said, printed)
	}
	left = nav.NormDeg(-said)
	near, gap := []int{}, math.Inf(1)
	for _, v := range shown {
		switch g := math.Abs(nav.NormDeg(left + 30*float64(v))); {
		case g < gap-1e-9:
			near, gap = []int{v}, g
		case g <= gap+1e-9:
			near = append(near, v)
		}
	}
	if len(near) > 1 {
		return 0, unclear(said, "lies half way between "+listOf(nav.Wording{Clockwise: true}, near, " and "), printed)
	}
	return left + 0, nil
}

// listOf lists what is printed on views.
func listOf(w nav.Wording, views []int, sep string) string {
	labels := make([]string, len(views))
	for i, v := range views {
		labels[i] = w.Label(v)
	}
	return strings.Join(labels, sep)
}

// unclear refuses an angle that could mean two directions.
func unclear(said float64, why, allowed string) error {
	f := fault.Field("angle", said, allowed)
	f.Message = why
	return f
}
