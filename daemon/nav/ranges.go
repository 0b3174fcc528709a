package nav

import (
	"fmt"
	"math"

	"navd/daemon/fault"
)

// Ranges is how far one sees in directions that follow one another, as a laser
// scan or a depth picture gives them.
type Ranges struct {
	View     *int       `json:"view,omitempty" allow:"0..11"` // directions count from the middle of this view; default from where the robot faces now. Not with nav.observe
	StartDeg float64    `json:"start_deg" allow:"-360..360"`  // the first direction, degrees, positive left
	StepDeg  float64    `json:"step_deg" allow:"-360..360"`   // from each direction to the next; negative: to the right. Beyond 45 nobody looked between the two
	MaxM     float64    `json:"max_m" allow:"0..1000"`        // how far the sensor sees, metres
	Values   []*float64 `json:"values" min:"1" max:"1440"`    // metres, 0..max_m; null or max_m: nothing was hit so far, which counts as not measured between two hits with less than 0.6 m between them, as the angle times the shorter one, 1.2 m for one direction alone among such at most 10° apart; 0: nothing was measured
}

// maxRays is how many values all ranges of a call may have together.
const maxRays = 1440

// CheckRanges refuses ranges that mean nothing: a value that is negative or beyond
// max_m, directions that go round more than once, too many values. The fault names
// the member.
func CheckRanges(all []Ranges) error {
	total := 0
	for i, r := range all {
		field := func(name string) string { return rangesField(i, name) }
		total += len(r.Values)
		switch n := len(r.Values); {
		case total > maxRays:
			return fault.Field(field("values"), total, fmt.Sprintf("at most %d values in all ranges of a call", maxRays)).
				WithHint("send every second direction, or fewer pictures")
		case r.MaxM <= 0:
			return fault.Field(field("max_m"), r.MaxM, "more than 0 (metres)")
		case n > 1 && r.StepDeg == 0:
			return fault.Field(field("step_deg"), r.StepDeg, "degrees from each direction to the next, not 0")
		case math.Abs(r.StepDeg)*float64(n-1) > 360+eps:
			return fault.Field(field("step_deg"), r.StepDeg, fmt.Sprintf("at most %g for %d values, so that they go round once", 360/float64(n-1), n))
		}
		for k, v := range r.Values {
			if v != nil && !(*v >= 0 && *v <= r.MaxM) {
				return fault.Field(field(fmt.Sprintf("values[%d]", k)), *v, fmt.Sprintf("0..%g (max_m), or null where nothing was hit", r.MaxM))
			}
		}
	}
	return nil
}

// rangesField names a member of ranges.
func rangesField(i int, name string) string { return fmt.Sprintf("ranges[%d].%s", i, name) }

// Sweep is ranges as a scan site keeps them.
type Sweep struct {
	FromDeg float64   `json:"from_deg"` // absolute direction of the first, degrees
	StepDeg float64   `json:"step_deg"` // from each to the next, positive left
	MaxM    float64   `json:"max_m"`    // a value as large as that: nothing was hit
	Metres  []float64 `json:"metres"`   // how far one sees, to the centimetre
}

// openSight is a see_m from which on nothing ends the sight, metres.
const openSight = 8.0

// profile gives see_m of the views as ranges with one direction for each view; none unless
// all twelve have it.
func (m *Memory) profile(labels []Glimpse) []Ranges {
	view0, most, measured := 0, 0.0, 0
	r := Ranges{View: &view0, StepDeg: -360.0 / Views, Values: make([]*float64, Views)}
	for _, g := range labels {
		if g.SeeM != nil && r.Values[g.View] == nil {
			measured++
			r.Values[g.View] = new(math.Min(*g.SeeM, openSight))
			most = math.Max(most, *r.Values[g.View])
		}
	}
	if measured < Views || most == 0 {
		return nil
	}
	r.MaxM = m.sensorReach(r.Values, most)
	return []Ranges{r}
}

// leastReach is how far a sensor sees at least, metres.
const leastReach = 4.0

// sensorReach guesses the range of a sensor from a scan with the values and their maximum,
// metres. A maximum that two directions share, of 4 m or more, is the range, because two
// walls are hardly ever equally far. Otherwise it is the range of the scan before if that
// is large enough, at most 8 m, and else 8 m.
func (m *Memory) sensorReach(values []*float64, most float64) float64 {
	equal := 0
	for _, v := range values {
		if *v == most {
			equal++
		}
	}
	if equal > 1 && most >= leastReach {
		return most
	}
	if n := len(m.sites); n > 0 && len(m.sites[n-1].Sweeps) > 0 {
		if reach := m.sites[n-1].Sweeps[0].MaxM; reach >= most {
			return math.Min(reach, openSight)
		}
	}
	return openSight
}

// sweeps turns ranges into sweeps; without ranges it takes those that the labels give.
func (m *Memory) sweeps(all []Ranges, labels []Glimpse, view0 float64) (out []Sweep) {
	if len(all) == 0 {
		all = m.profile(labels)
	}
	for _, r := range all {
		from := m.state.Pose.Yaw
		if r.View != nil {
			from = view0 - 30*float64(*r.View)
		}
		s := Sweep{FromDeg: NormDeg(from + r.StartDeg), StepDeg: r.StepDeg, MaxM: r.MaxM, Metres: make([]float64, len(r.Values))}
		for i, v := range r.Values {
			s.Metres[i] = r.MaxM
			if v != nil && *v < r.MaxM {
				s.Metres[i] = math.Floor(*v*100) / 100 // never up to max_m, which means no hit
			}
		}
		out = append(out, s)
	}
	return out
}
