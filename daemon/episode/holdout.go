package episode

import (
	"math"
)

// Holdout compares the legs of plans that were shown advice with those that a lot kept it
// from: nothing but the lot tells them apart.
type Holdout struct {
	Shown      int      `json:"shown"`      // legs of plans that were shown advice
	ShownGood  float64  `json:"shown_good"` // share of these that brought something, 0..1
	Held       int      `json:"held"`       // legs of plans that the lot kept it from
	HeldGood   float64  `json:"held_good"`  // share of these that brought something, 0..1
	Difference Interval `json:"difference"` // shown_good − held_good; n counts legs
}

// NewHoldout gives the comparison over ended episodes, nil when legs of one kind are
// missing.
func NewHoldout(es []Episode) *Holdout {
	var items []item
	shown, held := 0, 1
	put := func(house string, figure, good, legs int) {
		for i := range legs {
			values := []float64{math.NaN(), math.NaN()}
			if values[figure] = 0; i < good {
				values[figure] = 1
			}
			items = append(items, item{house, values})
		}
	}
	for _, e := range endedOf(es) {
		if e.Metrics != nil && e.Metrics.Advice != nil {
			a := e.Metrics.Advice
			put(e.SceneID, shown, a.ShownGood, a.ShownLegs)
			put(e.SceneID, held, a.HeldGood, a.HeldLegs)
		}
	}
	each := intervals(items, 2)
	if each[shown].N == 0 || each[held].N == 0 {
		return nil
	}
	h := gather(items, 2)
	r := Holdout{Shown: each[shown].N, ShownGood: each[shown].Mean, Held: each[held].N, HeldGood: each[held].Mean}
	r.Difference = Interval{Mean: r.ShownGood - r.HeldGood, N: r.Shown + r.Held, Houses: h.n}
	if h.n < 2 {
		return &r
	}
	var drawn []float64
	h.draw(func(sums, counts []float64) {
		if counts[shown] > 0 && counts[held] > 0 { // else the draw shows no difference
			drawn = append(drawn, sums[shown]/counts[shown]-sums[held]/counts[held])
		}
	})
	r.Difference.draws(drawn)
	return &r
}
