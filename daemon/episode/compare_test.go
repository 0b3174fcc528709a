package episode_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"navd/daemon/episode"

	"github.com/google/go-cmp/cmp"
)

func TestSummarize(t *testing.T) {
	es := []episode.Episode{
		{SceneID: "a", Status: episode.Ended, Metrics: &episode.Metrics{Success: new(true), Steps: 10}},
		{SceneID: "a", Status: episode.Ended, Metrics: &episode.Metrics{Success: new(false), Steps: 20}},
		{SceneID: "a", Status: episode.Ended, Metrics: &episode.Metrics{Steps: 60}},
		{SceneID: "b", Status: episode.Open},
	}
	s := episode.Summarize(es)
	if s.Episodes != 4 || s.Ended != 3 || s.Open != 1 || s.Houses != 1 {
		t.Errorf("%+v", s)
	}
	got := map[string]episode.Interval{}
	for _, v := range s.Figures {
		got[v.Figure] = v.Interval
	}
	for name, want := range map[string]episode.Interval{
		"sr":    {Mean: 0.5, N: 2, Houses: 1},
		"steps": {Mean: 30, N: 3, Houses: 1},
		"plans": {Mean: 0, N: 3, Houses: 1},
	} {
		if diff := cmp.Diff(want, got[name]); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
	for _, absent := range []string{"spl", "soft_spl", "distance_to_goal", "escape_rate"} {
		if v, ok := got[absent]; ok {
			t.Errorf("nobody has %s: %+v", absent, v)
		}
	}
}

// With one house there is no interval, and no zero that looks like one.
func TestOneHouseHasNoInterval(t *testing.T) {
	b, err := json.Marshal(episode.Summarize([]episode.Episode{tried("a", 1, 2, nil), tried("a", 2, 4, nil)}).Figures[1])
	if want := `{"figure":"plans","unit":"per episode","mean":0,"n":2,"houses":1}`; err != nil || string(b) != want {
		t.Errorf("%s, %v, want %s", b, err, want)
	}
}

func TestSummarizeNothing(t *testing.T) {
	b, err := json.Marshal(episode.Summarize(nil))
	if want := `{"episodes":0,"ended":0,"open":0,"houses":0,"figures":[]}`; err != nil || string(b) != want {
		t.Errorf("%s, %v", b, err)
	}
}

func TestCompare(t *testing.T) {
	a := []episode.Episode{tried("h1", 1, 4, new(1.0)), tried("h1", 2, 6, nil), tried("h2", 1, 8, new(2.0)), tried("h3", 1, 9, nil)}
	b := []episode.Episode{tried("h1", 1, 3, new(0.5)), tried("h1", 2, 3, new(7.0)), tried("h2", 1, 4, new(1.0)), tried("h4", 1, 9, nil), tried("h4", 2, 9, nil)}
	c := episode.Compare(a, b)
	if c.Pairs != 3 || c.Houses != 2 || c.OnlyBaseline != 1 || c.OnlyRun != 2 {
		t.Errorf("%+v", c)
	}
	// h1: −1 and −3, h2: −4. Draws: h1 twice −2, h2 twice −4, both −8/3.
	if v := figure(t, c.Differences, "path_m"); math.Abs(v.Mean+8.0/3) > 1e-12 || *v.Low != -4 || *v.High != -2 || v.N != 3 {
		t.Errorf("path_m: %+v [%v, %v]", v, *v.Low, *v.High)
	}
	if v := figure(t, c.Differences, "distance_to_goal"); v.Mean != -0.75 || *v.Low != -1 || *v.High != -0.5 || v.N != 2 {
		t.Errorf("distance_to_goal: %+v [%v, %v]", v, *v.Low, *v.High)
	}
}

func TestPairs(t *testing.T) {
	base := func() episode.Episode {
		return episode.Episode{
			ID: "e", SceneID: "h", Goal: "sofa", Seed: new(int64(3)), StartDistance: new(4.0), ShortestPathM: new(5.0),
			Status: episode.Ended, Metrics: &episode.Metrics{},
		}
	}
	for _, tc := range []struct {
		name   string
		change func(a, b *episode.Episode)
		pairs  int
	}{
		{"the same", func(_, b *episode.Episode) { b.ID, b.Run, b.Condition = "f", "other", "noisy" }, 1},
		{"another house", func(_, b *episode.Episode) { b.SceneID = "i" }, 0},
		{"another target", func(_, b *episode.Episode) { b.Goal = "bed" }, 0},
		{"another seed", func(_, b *episode.Episode) { b.Seed = new(int64(4)) }, 0},
		{"no seed", func(_, b *episode.Episode) { b.Seed = nil }, 0},
		{"no seed is not 0", func(a, b *episode.Episode) { a.Seed, b.Seed = new(int64(0)), nil }, 0},
		{"neither has a seed", func(a, b *episode.Episode) { a.Seed, b.Seed = nil, nil }, 1},
		{"another start", func(_, b *episode.Episode) { b.StartDistance = new(4.5) }, 0},
		{"another way", func(_, b *episode.Episode) { b.ShortestPathM = new(5.5) }, 0},
		{"one run does not know the way", func(_, b *episode.Episode) { b.ShortestPathM = nil }, 1},
		{"one run knows the way alone", func(_, b *episode.Episode) { b.StartDistance = nil }, 1},
		{"one run knows the way alone, and another one", func(_, b *episode.Episode) { b.StartDistance, b.ShortestPathM = nil, new(5.5) }, 0},
		{"nothing that both know", func(a, b *episode.Episode) { a.StartDistance, b.ShortestPathM = nil, nil }, 0},
		{"one run knows nothing", func(_, b *episode.Episode) { b.StartDistance, b.ShortestPathM = nil, nil }, 0},
		{"nobody knows the ways", func(a, b *episode.Episode) { a.ShortestPathM, b.ShortestPathM = nil, nil }, 1},
		{"no way is no way", func(a, b *episode.Episode) { a.ShortestPathM, b.ShortestPathM = new(math.Inf(1)), new(math.NaN()) }, 1},
		{"one name, measured otherwise", func(a, b *episode.Episode) { a.Name, b.Name, b.StartDistance = "n", "n", nil }, 1},
		{"another name", func(a, b *episode.Episode) { a.Name, b.Name = "n", "m" }, 0},
		{"a name and none", func(a, _ *episode.Episode) { a.Name = "n" }, 0},
		{"the target by another name", func(a, b *episode.Episode) { a.Goal, b.Goal = "tv_monitor", "Television" }, 1},
		{"the target in another spelling", func(a, b *episode.Episode) { a.Goal, b.Goal = "TV Monitor", "tv" }, 1},
		{"a sofa is a couch", func(_, b *episode.Episode) { b.Goal = "Couch" }, 1},
		{"the target in Korean", func(_, b *episode.Episode) { b.Goal = "소파" }, 1},
		{"targets that name nothing", func(a, b *episode.Episode) { a.Goal, b.Goal = "?", "!" }, 0},
		{"one name, another target", func(a, b *episode.Episode) { a.Name, b.Name, b.Goal = "n", "n", "bed" }, 0},
		{"open", func(_, b *episode.Episode) { b.Status = episode.Open }, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, b := base(), base()
			tc.change(&a, &b)
			if c := episode.Compare([]episode.Episode{a}, []episode.Episode{b}); c.Pairs != tc.pairs || c.OnlyBaseline != 1-tc.pairs {
				t.Errorf("%d pairs, want %d: %+v", c.Pairs, tc.pairs, c)
			}
		})
	}
}

// A table of a benchmark knows of each search the shortest path alone, and
// pairs with what navd kept of the same searches.
func TestPairsWithABenchmark(t *testing.T) {
	var ours []episode.Episode
	for i, way := range []float64{5, 6, 7} {
		ours = append(ours, episode.Episode{
			ID: fmt.Sprint("e", i), Goal: "tv", StartDistance: new(4.0), ShortestPathM: &way,
			Status: episode.Ended, Metrics: &episode.Metrics{PathM: 2 * way},
		})
	}
	theirs := readBack(t, "episode,object_goal,success,start_distance_to_goal,total_distance_m\n"+
		"0,tv_monitor,1,7,10\n1,tv_monitor,0,5,10\n2,tv_monitor,0,9,10\n")
	for i := range theirs {
		theirs[i].Name = "" // its numbers are nobody's names
	}
	c := episode.Compare(theirs, ours)
	if v := figure(t, c.Differences, "path_m"); c.Pairs != 2 || c.OnlyBaseline != 1 || c.OnlyRun != 1 || v.Mean != 2 {
		t.Errorf("%+v", c) // 14 − 10 and 10 − 10
	}
}

// Names of one goal do not change the order in which repeats pair.
func TestRepeatsOfOneGoal(t *testing.T) {
	at := func(goal string, began int64, path float64) episode.Episode {
		e := tried("h", 1, path, nil)
		e.Goal, e.Began, e.ID = goal, time.Unix(began, 0), fmt.Sprint(began)
		return e
	}
	c := episode.Compare([]episode.Episode{at("tv", 1, 1), at("Television", 2, 2)}, []episode.Episode{at("tv", 3, 11)})
	if v := figure(t, c.Differences, "path_m"); v.Mean != 10 || c.Pairs != 1 {
		t.Errorf("%+v", c) // the first with the first
	}
}

// The same start again and again pairs first with first.
func TestRepeatsPairInOrder(t *testing.T) {
	at := func(id string, began int64, path float64) episode.Episode {
		e := tried("h", 1, path, nil)
		e.ID, e.Began = id, time.Unix(began, 0)
		return e
	}
	a := []episode.Episode{at("a2", 20, 2), at("a1", 10, 1), at("a3", 30, 50)}
	b := []episode.Episode{at("b1", 99, 11), at("b2", 99, 32)}
	c := episode.Compare(a, b)
	if v := figure(t, c.Differences, "path_m"); v.Mean != 20 || c.Pairs != 2 || c.OnlyBaseline != 1 {
		t.Errorf("%+v", c) // 11 − 1 and 32 − 2
	}
}

// Who began first changes no sum, not even in its last bit.
func TestClockDoesNotMatter(t *testing.T) {
	report := func(turn int) episode.Report {
		var runs [2]episode.Run
		for i := range runs {
			for n := range 9 {
				e := tried("h", n, math.Pow(1e-16, float64(min(n, 1))), nil) // 1 swallows one more of them, not all together
				e.Name, e.ID = fmt.Sprint(n), fmt.Sprint(turn*n+100)
				e.Began = time.Unix(int64(turn*n), 0)
				runs[i].Episodes = append(runs[i].Episodes, e)
			}
		}
		return episode.NewReport(runs[:])
	}
	if diff := cmp.Diff(report(1), report(-1)); diff != "" {
		t.Errorf("-forwards +backwards:\n%s", diff)
	}
}

// TestOrderDoesNotMatter shuffles both sides.
func TestOrderDoesNotMatter(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 0))
		runs := [2][]episode.Episode{}
		for i := range runs {
			for n := range 12 {
				e := tried(fmt.Sprint("h", rng.IntN(4)), rng.IntN(3), rng.Float64(), nil)
				e.ID = fmt.Sprint(i, n)
				runs[i] = append(runs[i], e)
			}
		}
		want := episode.NewReport([]episode.Run{{Name: "a", Episodes: runs[0]}, {Name: "b", Episodes: runs[1]}})
		for i := range runs {
			rng.Shuffle(len(runs[i]), func(x, y int) { runs[i][x], runs[i][y] = runs[i][y], runs[i][x] })
		}
		got := episode.NewReport([]episode.Run{{Name: "a", Episodes: runs[0]}, {Name: "b", Episodes: runs[1]}})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

// A run against itself differs in nothing, and every swap of sides turns the sign.
func TestCompareIsFair(t *testing.T) {
	a, b := many(0)[:60], many(0.5)[:60]
	for _, v := range episode.Compare(a, a).Differences {
		if v.Mean != 0 || v.How != episode.HowSame || v.Low != nil || v.High != nil {
			t.Errorf("%+v", v)
		}
	}
	there, back := figure(t, episode.Compare(a, b).Differences, "path_m"), figure(t, episode.Compare(b, a).Differences, "path_m")
	if math.Abs(there.Mean-0.5) > 1e-9 || math.Abs(there.Mean+back.Mean) > 1e-9 {
		t.Errorf("%v and back %v", there.Mean, back.Mean)
	}
}

// A later goal of an episode pairs with the same one that was given as far from it, after as
// many others; what past episodes had to do with goals that do not count is not lost.
func TestLaterGoals(t *testing.T) {
	searches := func(shortest ...float64) []episode.Episode {
		e := episode.Episode{ID: "e", Name: "n", Goal: "sofa", Status: episode.Ended, ShortestPathM: &shortest[len(shortest)-1], Metrics: &episode.Metrics{Success: new(true), Advice: &episode.Advice{Plans: 1}}}
		for _, l := range shortest[:len(shortest)-1] {
			e.Goals = append(e.Goals, episode.Past{Goal: "sofa", ShortestPathM: &l, End: episode.End{Success: new(true)}, Metrics: *e.Metrics})
		}
		e.Goals = append(e.Goals, episode.Past{Goal: "bed", Metrics: episode.Metrics{Advice: &episode.Advice{Plans: 5}}})
		return e.Searches()
	}
	for _, c := range []struct {
		name  string
		a, b  []episode.Episode
		pairs int
	}{
		{"the same ways", searches(1, 2, 3), searches(1, 2, 3), 3},
		{"the first is named, a later one is not", searches(1, 2, 3), searches(4, 5, 3), 2},
		{"one goal more", searches(1, 2), searches(1, 9, 2), 1},
	} {
		if got := episode.Compare(c.a, c.b).Pairs; got != c.pairs {
			t.Errorf("%s: %d pairs, want %d", c.name, got, c.pairs)
		}
	}
	if all := searches(1, 2); len(all) != 2 || all[0].Metrics.Advice.Plans != 1 || all[1].Metrics.Advice.Plans != 6 {
		t.Errorf("%+v", all)
	}
}
