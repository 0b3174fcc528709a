package episode_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"navd/daemon/episode"
)

// tried is an ended episode in a house, with a path length and perhaps a
// distance to the goal.
func tried(house string, n int, path float64, distance *float64) episode.Episode {
	return episode.Episode{
		ID: fmt.Sprintf("%s-%03d", house, n), SceneID: house, Name: fmt.Sprint(n), Goal: "sofa", Status: episode.Ended,
		Began: time.Unix(int64(n), 0), Metrics: &episode.Metrics{PathM: path, DistanceToGoal: distance},
	}
}

// figure finds a figure of a summary or a comparison.
func figure(t *testing.T, values []episode.Value, name string) episode.Value {
	t.Helper()
	for _, v := range values {
		if v.Figure == name {
			return v
		}
	}
	t.Fatalf("no %s in %+v", name, values)
	return episode.Value{}
}

// slowly is the interval of path_m by its definition: houses drawn whole, the
// mean over all their episodes, and the percentiles of these means.
func slowly(es []episode.Episode, of func(episode.Episode) (float64, bool)) (low, high float64) {
	byHouse := map[string][]float64{}
	var names []string
	for _, e := range es {
		if !slices.Contains(names, e.SceneID) {
			names = append(names, e.SceneID)
		}
		if v, ok := of(e); ok {
			byHouse[e.SceneID] = append(byHouse[e.SceneID], v)
		}
	}
	slices.Sort(names)
	rng := rand.New(rand.NewPCG(1, 2))
	var means []float64
	for range 10_000 {
		var all []float64
		for range names {
			all = append(all, byHouse[names[rng.IntN(len(names))]]...)
		}
		sum := 0.0
		for _, v := range all {
			sum += v
		}
		if len(all) > 0 {
			means = append(means, sum/float64(len(all)))
		}
	}
	slices.Sort(means)
	at := func(p float64) float64 {
		x := p * float64(len(means)-1)
		below, above := means[int(math.Floor(x))], means[int(math.Ceil(x))]
		return below + (above-below)*(x-math.Floor(x))
	}
	return at(0.025), at(0.975)
}

func TestBootstrapIsWhatItSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	var es []episode.Episode
	for h := range 7 {
		for n := range 1 + rng.IntN(5) {
			var distance *float64
			if h%3 == 0 {
				distance = new(rng.Float64())
			}
			es = append(es, tried(fmt.Sprint("house-", h), n, float64(h)+rng.Float64(), distance))
		}
	}
	s := episode.Summarize(es)
	for _, f := range episode.Figures() {
		if f.Name != "path_m" && f.Name != "distance_to_goal" {
			continue
		}
		got := figure(t, s.Figures, f.Name)
		low, high := slowly(es, f.Of)
		if math.Abs(*got.Low-low) > 1e-9 || math.Abs(*got.High-high) > 1e-9 {
			t.Errorf("%s: [%v, %v], want [%v, %v]", f.Name, *got.Low, *got.High, low, high)
		}
	}
	if v := figure(t, s.Figures, "distance_to_goal"); v.Houses != 3 || v.N >= s.Ended {
		t.Errorf("%+v", v)
	}
}

// Two houses with one episode each: a draw has both, or one of them twice, a
// quarter of the time each.
func TestBootstrapOfTwo(t *testing.T) {
	s := episode.Summarize([]episode.Episode{tried("a", 1, 2, nil), tried("b", 1, 6, nil)})
	if v := figure(t, s.Figures, "path_m"); v.Mean != 4 || *v.Low != 2 || *v.High != 6 || v.N != 2 || v.Houses != 2 {
		t.Errorf("%+v, %v, %v", v, *v.Low, *v.High)
	}
}

// Houses that all have the same mean say nothing about how much houses differ: rates get
// Wilson's interval over houses, which for 12 of 12 is n/(n + z²) to 1, and others none.
func TestSameInAllHouses(t *testing.T) {
	run := func(houses, each, found int, path float64) (es []episode.Episode) {
		for h := range houses {
			for n := range each {
				e := tried(fmt.Sprint("house-", h), n, path, nil)
				e.Metrics.Success = new(n < found)
				es = append(es, e)
			}
		}
		return es
	}
	const z2 = 1.959963984540054 * 1.959963984540054
	some := math.Sqrt(z2*(0.25/12+z2/576)) / (1 + z2/12)
	for _, test := range []struct {
		name      string
		es        []episode.Episode
		low, high float64
	}{
		{"all found", run(12, 1, 1, 0.1), 12 / (12 + z2), 1},
		{"none found", run(12, 1, 0, 0.1), 0, z2 / (12 + z2)},
		{"houses count once", run(2, 50, 50, 0.1), 2 / (2 + z2), 1},
		{"half found in each house", run(12, 2, 1, 0.1), 0.5 - some, 0.5 + some},
	} {
		figures := episode.Summarize(test.es).Figures
		sr, path := figure(t, figures, "sr"), figure(t, figures, "path_m")
		if sr.How != episode.HowWilson || math.Abs(*sr.Low-test.low) > 1e-12 || math.Abs(*sr.High-test.high) > 1e-12 {
			t.Errorf("%s: sr %s [%v, %v], want [%v, %v]", test.name, sr.How, *sr.Low, *sr.High, test.low, test.high)
		}
		if path.How != episode.HowSame || path.Low != nil || path.High != nil {
			t.Errorf("%s: path_m %+v", test.name, path)
		}
	}
	for _, v := range episode.Compare(run(12, 1, 0, 1), run(12, 1, 1, 2)).Differences {
		if v.How != episode.HowSame || v.Low != nil || v.High != nil || v.Clear() != (v.Mean != 0) {
			t.Errorf("difference %+v, clear: %v", v, v.Clear())
		}
	}
	if v := figure(t, episode.Summarize(run(1, 5, 5, 1)).Figures, "sr"); v.How != "" || v.Low != nil {
		t.Errorf("one house: %+v", v)
	}
}

// A house with more episodes weighs more.
func TestMeanIsOverEpisodes(t *testing.T) {
	s := episode.Summarize([]episode.Episode{tried("a", 1, 1, nil), tried("a", 2, 1, nil), tried("a", 3, 1, nil), tried("b", 1, 5, nil)})
	if v := figure(t, s.Figures, "path_m"); v.Mean != 2 {
		t.Errorf("mean %v, want 2", v.Mean)
	}
}

// TestCoverage draws houses of many means: the interval has the true mean in it
// about as often as it says. With 30 houses a percentile interval is a little
// narrow.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	const runs = 50
	within := 0
	for seed := range runs {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		var es []episode.Episode
		for h := range 30 {
			home := 10 + 2*rng.NormFloat64()
			for n := range 4 {
				es = append(es, tried(fmt.Sprint(h), n, home+rng.NormFloat64(), nil))
			}
		}
		v := figure(t, episode.Summarize(es).Figures, "path_m")
		if *v.Low <= 10 && 10 <= *v.High {
			within++
		}
	}
	if within < 88*runs/100 || within > 99*runs/100 {
		t.Errorf("%d of %d intervals have the true mean in them", within, runs)
	}
	t.Logf("%d of %d", within, runs)
}

// many is a run of 3,000 episodes in 1,000 houses.
func many(change float64) []episode.Episode {
	rng := rand.New(rand.NewPCG(5, 5))
	var es []episode.Episode
	for n := range 3000 {
		e := full()
		e.ID, e.SceneID, e.Name = fmt.Sprint(n), fmt.Sprint(n%1000), fmt.Sprint(n)
		e.Metrics.PathM = change + rng.Float64()
		es = append(es, e)
	}
	return es
}

func BenchmarkSummarize(b *testing.B) {
	es := many(0)
	for b.Loop() {
		episode.Summarize(es)
	}
}

func BenchmarkCompare(b *testing.B) {
	before, after := many(0), many(1)
	for b.Loop() {
		episode.Compare(before, after)
	}
}
