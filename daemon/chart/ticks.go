package chart

import (
	"math"
	"strconv"
)

// Ticks gives the marks of an axis: at most n (2 at least), at multiples
// of 1, 2 or 5 times a power of ten, of which the first is not above low and the
// last not below high. Low and high must be finite and below 1e100; when high is
// not above low by more than rounding, the axis goes from low to 1 above it, or
// by half of low.
func Ticks(low, high float64, most int) []float64 {
	if high-low < max(1e-12, 1e-9*max(math.Abs(low), math.Abs(high))) {
		high = low + max(1, math.Abs(low)/2)
	}
	most = max(most, 2)
	for power := int(math.Floor(math.Log10(high-low))) - 2; ; power++ {
		for _, digit := range []float64{1, 2, 5} {
			first, last := math.Floor(times(low, digit, -power)+slack), math.Ceil(times(high, digit, -power)-slack)
			if last <= first || last-first+1 > float64(most) {
				continue
			}
			var ticks []float64
			for i := first; i <= last; i++ {
				ticks = append(ticks, scaled(i*digit, power))
			}
			return ticks
		}
	}
}

// slack is how much of a step a bound may be off by rounding.
const slack = 1e-9

// times is how many steps of digit·10^-power a value is.
func times(v, digit float64, power int) float64 { return scaled(v, power) / digit }

// scaled is v·10^power, exact where a float can be.
func scaled(v float64, power int) float64 {
	if power < 0 {
		return v / math.Pow10(-power)
	}
	return v * math.Pow10(power)
}

// Label is a mark of an axis as a reader wants it: 0.25, 1500, 20000 as 20k,
// 3000000 as 3M.
func Label(v float64) string {
	unit := ""
	switch a := math.Abs(v); {
	case a >= 1e12:
		v, unit = v/1e12, "T"
	case a >= 1e9:
		v, unit = v/1e9, "G"
	case a >= 1e6:
		v, unit = v/1e6, "M"
	case a >= 1e4:
		v, unit = v/1e3, "k"
	}
	return strconv.FormatFloat(v+0, 'f', -1, 64) + unit // +0 makes 0 of -0
}
