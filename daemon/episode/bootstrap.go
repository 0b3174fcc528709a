package episode

import (
	"math"
	"math/rand/v2"
	"slices"
)

// resamples is how many times the bootstrap draws houses.
const resamples = 10_000

// Interval is a mean with its 95 % interval: the 2.5 % and 97.5 % percentiles of a
// bootstrap that draws whole houses, with replacement, as many as there are. Episodes of
// one house are alike, so a single house does not show how much houses differ: then Low and
// High are absent. Nor do houses that all have the same mean: then a rate (sr,
// escaped_start) has the 95 % interval of E. B. Wilson (1927) over houses, and anything
// else none.
type Interval struct {
	Mean   float64  `json:"mean"`               // over the N episodes or pairs
	Low    *float64 `json:"low,omitempty"`      // absent with fewer than two houses, and with interval same
	High   *float64 `json:"high,omitempty"`     // absent with fewer than two houses, and with interval same
	How    string   `json:"interval,omitempty"` // wilson: all houses have the same mean, and the interval is Wilson's; same: they have, and there is none; absent: the bootstrap's
	N      int      `json:"n"`                  // episodes or pairs that have the figure
	Houses int      `json:"houses"`             // those they are from
}

// Values of How, where all houses have the same mean.
const (
	HowWilson = "wilson"
	HowSame   = "same"
)

// alike is how far apart means of houses that are the same may be, by rounding.
const alike = 1e-9

// draws sets the interval to what the bootstrap's means say.
func (i *Interval) draws(means []float64) {
	slices.Sort(means)
	if least, most := means[0], means[len(means)-1]; most-least <= alike*max(1, math.Abs(most)) {
		i.How = HowSame
		return
	}
	i.Low, i.High = new(percentile(means, 0.025)), new(percentile(means, 0.975))
}

// item is what one episode or one pair contributes to the means.
type item struct {
	house  string
	values []float64 // of each figure, NaN where it has none
}

// intervals gives the interval of each figure; the zero value for one that no item has.
func intervals(items []item, figures int) []Interval {
	h := gather(items, figures)
	out := make([]Interval, figures)
	for f := range out {
		sum := 0.0
		for house := range h.n {
			if n := h.counts[house*figures+f]; n > 0 {
				sum += h.sums[house*figures+f]
				out[f].N += int(n)
				out[f].Houses++
			}
		}
		out[f].Mean = ratio(sum, float64(out[f].N))
	}
	if h.n < 2 {
		return out
	}
	for f, means := range h.resample() {
		if out[f].Houses < 2 {
			continue
		}
		out[f].draws(means)
	}
	return out
}

// houses has what a mean over whole houses needs: the sum and the number of the values of
// each house and figure, in rows by house.
type houses struct {
	n, figures   int
	sums, counts []float64
}

func gather(items []item, figures int) houses {
	names := make([]string, len(items))
	for i, it := range items {
		names[i] = it.house
	}
	slices.Sort(names)
	names = slices.Compact(names)
	h := houses{n: len(names), figures: figures}
	h.sums, h.counts = make([]float64, h.n*figures), make([]float64, h.n*figures)
	for _, it := range items {
		row, _ := slices.BinarySearch(names, it.house)
		for f, v := range it.values {
			if !math.IsNaN(v) {
				h.sums[row*figures+f] += v
				h.counts[row*figures+f]++
			}
		}
	}
	return h
}

// resample draws houses, the same ones for all figures, and gives the means of each figure
// over the draws. A draw without a value of a figure gives no mean of it.
func (h houses) resample() [][]float64 {
	means := make([][]float64, h.figures)
	for f := range means {
		means[f] = make([]float64, 0, resamples)
	}
	h.draw(func(sums, counts []float64) {
		for f, n := range counts {
			if n > 0 {
				means[f] = append(means[f], sums[f]/n)
			}
		}
	})
	return means
}

// draw draws houses, and hands over the sum and the number of the values of each figure in
// each draw.
func (h houses) draw(use func(sums, counts []float64)) {
	rng := rand.New(rand.NewPCG(1, 2)) // always the same draws, so that reports can be repeated
	drawn := make([]float64, h.n)
	sums, counts := make([]float64, h.figures), make([]float64, h.figures)
	for range resamples {
		clear(drawn)
		for range h.n {
			drawn[rng.IntN(h.n)]++
		}
		clear(sums)
		clear(counts)
		for house, times := range drawn {
			if times > 0 {
				add(sums, h.sums[house*h.figures:], times)
				add(counts, h.counts[house*h.figures:], times)
			}
		}
		use(sums, counts)
	}
}

// add adds a row n times.
func add(to, row []float64, times float64) {
	for i, v := range row[:len(to)] {
		to[i] += times * v
	}
}

// percentile is the quantile p, 0..1, of sorted values, interpolated linearly.
func percentile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
