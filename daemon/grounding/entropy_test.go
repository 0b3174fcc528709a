package grounding_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	. "navd/daemon/grounding"
)

// near takes numbers for equal that differ by rounding alone.
func near() cmp.Option { return cmpopts.EquateApprox(0, 1e-9) }

func TestDistribution(t *testing.T) {
	for _, c := range []struct {
		name    string
		given   []float64
		want    []float64
		entropy float64
	}{
		{"already one", []float64{0.5, 0.25, 0.25}, []float64{0.5, 0.25, 0.25}, 1.5},
		{"renormalised", []float64{3, 1}, []float64{0.75, 0.25}, 2 - 0.75*math.Log2(3)},
		{"negatives are 0", []float64{-5, 2, 2}, []float64{0, 0.5, 0.5}, 1},
		{"certain", []float64{0, 7}, []float64{0, 1}, 0},
		{"all 0", []float64{0, 0, 0, 0}, []float64{0.25, 0.25, 0.25, 0.25}, 2},
		{"all negative", []float64{-1, -2}, []float64{0.5, 0.5}, 1},
		{"not finite", []float64{math.NaN(), math.Inf(1), 1}, []float64{0, 0, 1}, 0},
		{"huge", []float64{math.MaxFloat64, math.MaxFloat64}, []float64{0.5, 0.5}, 1},
		{"none", []float64{}, []float64{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Distribution(c.given)
			if diff := cmp.Diff(c.want, got, near()); diff != "" {
				t.Error(diff)
			}
			if h := Entropy(got); !cmp.Equal(c.entropy, h, near()) || math.Signbit(h) {
				t.Errorf("H = %v, want %v", h, c.entropy)
			}
		})
	}
}

// TestEntropyRange holds the bounds of any distribution.
func TestEntropyRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := rapid.SliceOfN(rapid.Float64(), 1, 8).Draw(t, "given")
		p := Distribution(given)
		sum := 0.0
		for _, v := range p {
			sum += v
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%v sums to %v", p, sum)
		}
		if h := Entropy(p); h < 0 || h > math.Log2(float64(len(p)))+1e-9 {
			t.Errorf("H of %v is %v", p, h)
		}
	})
}

func TestWeighted(t *testing.T) {
	if got := Weighted([Lookahead]float64{1, 2, 3}); !cmp.Equal(1.7, got, near()) {
		t.Errorf("Weighted = %v, want 1.7", got)
	}
}

func TestParseVerbalized(t *testing.T) {
	even := []float64{0.5, 0.5}
	for _, c := range []struct {
		name, answer string
		want         Verbalized
	}{
		{"whole", `{"executability": 0.75, "step1": {"left": 3, "right": 1}, "step2": {"left": 0, "right": 1}, "step3": {"left": 1, "right": 1}}`, Verbalized{
			Best:          [Lookahead]string{"left", "right", "left"},
			Probabilities: [Lookahead][]float64{{0.75, 0.25}, {0, 1}, even},
			Entropies:     [Lookahead]float64{0.8112781244591328, 0, 1},
			Weighted:      0.6056390622295664, Executability: 0.75, Whole: true,
		}},
		{"broken off", "```json\n" + `{"executability": 0.75, "step1": {"left": 0, "right": 1}, "step2": {"left": 0.5,`, Verbalized{
			Best:          [Lookahead]string{"right", "left", "left"},
			Probabilities: [Lookahead][]float64{{0, 1}, even, even},
			Entropies:     [Lookahead]float64{0, 1, 1},
			Weighted:      0.5, Executability: 0.75,
		}},
		{"of the wrong types", `{"executability": "high", "step1": {"left": "x", "up": 1}, "step2": [1], "step3": null}`, Verbalized{
			Best:          [Lookahead]string{"left", "left", "left"},
			Probabilities: [Lookahead][]float64{even, even, even},
			Entropies:     [Lookahead]float64{1, 1, 1},
			Weighted:      1, Executability: 0.5,
		}},
		{"too sure", `{"executability": 7, "step1": {"left": 1}, "step2": {"left": 1}, "step3": {"left": 1, "right": -1}}`, Verbalized{
			Best:          [Lookahead]string{"left", "left", "left"},
			Probabilities: [Lookahead][]float64{{1, 0}, {1, 0}, {1, 0}},
			Executability: 1, Whole: true,
		}},
		{"nothing", "I cannot say.", Verbalized{
			Best:          [Lookahead]string{"left", "left", "left"},
			Probabilities: [Lookahead][]float64{even, even, even},
			Entropies:     [Lookahead]float64{1, 1, 1},
			Weighted:      1, Executability: 0.5,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, ParseVerbalized(c.answer, []string{"left", "right"}), near()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestParseVerbalizedWithoutActions holds that there is nothing to choose from.
func TestParseVerbalizedWithoutActions(t *testing.T) {
	none := [Lookahead][]float64{{}, {}, {}}
	if diff := cmp.Diff(Verbalized{Probabilities: none, Executability: 0.5}, ParseVerbalized("{}", nil)); diff != "" {
		t.Error(diff)
	}
}

func FuzzParseVerbalized(f *testing.F) {
	f.Add(`{"executability": 1, "step1": {"left": 1}, "step2": {"left":`)
	f.Add(`"step1":`)
	f.Add(`{"step1": {"left": 1e400}, "step2": {}, "step3": {"left": -1}}`)
	f.Fuzz(func(t *testing.T, answer string) {
		v := ParseVerbalized(answer, []string{"left", "right", "stop"})
		if v.Executability < 0 || v.Executability > 1 || v.Weighted < 0 || v.Weighted > math.Log2(3)+1e-9 {
			t.Errorf("%q gives %+v", answer, v)
		}
		for _, p := range v.Probabilities {
			if len(p) != 3 || math.Abs(p[0]+p[1]+p[2]-1) > 1e-9 {
				t.Errorf("%q gives the distribution %v", answer, p)
			}
		}
	})
}
