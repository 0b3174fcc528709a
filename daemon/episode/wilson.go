package episode

import "math"

// normal95 is the 97.5 % quantile of the normal distribution.
const normal95 = 1.959963984540054

// rate tells whether each episode's value of a figure is 0 or 1, so that its mean is a rate.
func (f Figure) rate() bool { return f.Name == "sr" || f.Name == "escaped_start" }

// ofRates gives rates that are the same in all houses Wilson's interval: the bootstrap would
// say that 12 of 12 houses leave no doubt. Each house counts once.
func ofRates(figures []Figure, values []Value) {
	rates := map[string]bool{}
	for _, f := range figures {
		rates[f.Name] = f.rate()
	}
	for i, v := range values {
		if v.How == HowSame && rates[v.Figure] {
			low, high := wilson(v.Mean, v.Houses)
			values[i].Low, values[i].High, values[i].How = &low, &high, HowWilson
		}
	}
}

// wilson is the 95 % score interval of a share of n: E. B. Wilson, "Probable inference, the
// law of succession, and statistical inference", JASA 22 (1927), 209–212.
//
//	(p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n)
func wilson(share float64, n int) (low, high float64) {
	p, of, z := share, float64(n), normal95
	middle, half := p+z*z/(2*of), z*math.Sqrt(p*(1-p)/of+z*z/(4*of*of))
	all := 1 + z*z/of
	return max(0, (middle-half)/all), min(1, (middle+half)/all)
}
