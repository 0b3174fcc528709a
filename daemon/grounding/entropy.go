package grounding

import "math"

// Lookahead is how many steps a verbalized answer covers.
const Lookahead = 3

// weights of the steps in the weighted entropy; their sum is 1.
func weights() [Lookahead]float64 { return [Lookahead]float64{0.5, 0.3, 0.2} }

// Distribution turns the numbers that a model gave for several actions into probabilities.
// Negative and infinite numbers count as 0; the others are divided by their sum. If all
// are 0, all actions are equally probable.
func Distribution(given []float64) []float64 {
	p := make([]float64, len(given))
	largest := 0.0
	for i, v := range given {
		if v > 0 && !math.IsInf(v, 0) {
			p[i] = v
			largest = max(largest, v)
		}
	}
	if largest == 0 {
		for i := range p {
			p[i] = 1 / float64(len(p))
		}
		return p
	}
	sum := 0.0
	for i := range p {
		p[i] /= largest // before the sum, which could overflow
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// Entropy is Shannon's entropy of a distribution in bits: H = -Σ p·log2 p, from
// 0 to log2 of the number of actions. A probability of 0 adds nothing.
func Entropy(distribution []float64) float64 {
	h := 0.0
	for _, p := range distribution {
		if p > 0 {
			h -= p * math.Log2(p)
		}
	}
	return max(h, 0)
}

// Weighted is the entropy of three steps together, in bits: 0.5 of the first,
// 0.3 of the second and 0.2 of the third.
func Weighted(entropies [Lookahead]float64) float64 {
	sum := 0.0
	for i, w := range weights() {
		sum += w * entropies[i]
	}
	return sum
}
