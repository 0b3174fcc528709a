package episode

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"navd/daemon/words"
)

// Value is a figure with its mean.
type Value struct {
	Figure string `json:"figure"` // its name
	Unit   string `json:"unit"`   // of one episode's value
	Interval
}

// Summary sums up a run.
type Summary struct {
	Episodes int     `json:"episodes"` // all, also those that are open
	Ended    int     `json:"ended"`    // those that count
	Open     int     `json:"open"`     // left out
	Houses   int     `json:"houses"`   // those the ended episodes are from; episodes that name none are of one
	Figures  []Value `json:"figures"`  // in the order of Figures; one that no episode has is absent
}

// Summarize gives the means of a run over its ended episodes. The order of the
// episodes does not matter.
func Summarize(es []Episode) Summary {
	ended := endedOf(es)
	s := Summary{Episodes: len(es), Ended: len(ended), Open: len(es) - len(ended)}
	figures := Figures()
	items := make([]item, len(ended))
	for i, e := range ended {
		items[i] = item{e.SceneID, valuesOf(e, figures)}
	}
	s.Houses = housesOf(items)
	s.Figures = valued(figures, items)
	ofRates(figures, s.Figures)
	return s
}

// Comparison is what changes from a baseline to another run, over pairs of
// their ended episodes: same house, start, target and seed.
type Comparison struct {
	Baseline     string  `json:"baseline,omitempty"` // name of the baseline, when it has one
	Run          string  `json:"run,omitempty"`      // name of the other run
	Pairs        int     `json:"pairs"`              // pairs of episodes
	OnlyBaseline int     `json:"only_baseline"`      // ended episodes of the baseline without a partner
	OnlyRun      int     `json:"only_run"`           // ended episodes of the run without a partner
	Houses       int     `json:"houses"`             // those the pairs are from
	Differences  []Value `json:"differences"`        // run − baseline, mean over the pairs where both have the figure
}

// Compare pairs the episodes of a baseline a with those of another run b and gives the mean
// differences b − a. Episodes pair by house, goal, seed and the controller's name of the
// episode; without a name by start distance and shortest path instead, or by the one of
// them that both runs know. Goals are the same when they mean the same thing: "tv_monitor"
// and "TV" are one. Episodes that agree in all of these pair in the order in which they
// began. The order of the arguments' elements does not matter.
func Compare(a, b []Episode) Comparison {
	waiting := map[pairKey][]Episode{}
	c := Comparison{}
	a, b = endedOf(a), endedOf(b)
	keyOf := pairing(a, b)
	for _, e := range a {
		k := keyOf(e)
		waiting[k] = append(waiting[k], e)
		c.OnlyBaseline++
	}
	figures := Figures()
	var items []item
	for _, e := range b {
		k := keyOf(e)
		if len(waiting[k]) == 0 {
			c.OnlyRun++
			continue
		}
		with := valuesOf(e, figures)
		for f, v := range valuesOf(waiting[k][0], figures) {
			with[f] -= v
		}
		items = append(items, item{e.SceneID, with})
		waiting[k] = waiting[k][1:]
		c.OnlyBaseline--
	}
	c.Pairs, c.Houses = len(items), housesOf(items)
	c.Differences = valued(figures, items)
	return c
}

// pairKey is what two episodes of a pair have in common.
type pairKey struct {
	house, name, goal string
	seeded            bool
	seed              int64
	start, shortest   float64
	nth               int
}

// pairing gives the function that makes the keys of the episodes of two runs. A length that
// one of the runs does not know, as in the tables of benchmarks, is not in the key, unless
// neither length would be. The name of an episode says where it began, which is not where its
// later goals were given.
func pairing(a, b []Episode) func(Episode) pairKey {
	start, shortest := allKnow(a, b, startOf), allKnow(a, b, shortestOf)
	if !start && !shortest {
		start, shortest = true, true
	}
	return func(e Episode) pairKey {
		k := pairKey{house: e.SceneID, name: e.Name, goal: goalKey(e.Goal)}
		if e.Seed != nil {
			k.seeded, k.seed = true, *e.Seed
		}
		k.nth = e.Nth
		if e.Name == "" && start || e.Nth > 0 {
			k.start = startOf(e)
		}
		if e.Name == "" && shortest || e.Nth > 0 {
			k.shortest = shortestOf(e)
		}
		return k
	}
}

// allKnow tells whether both runs have episodes without a name, and a length is known of all
// of these.
func allKnow(a, b []Episode, length func(Episode) float64) bool {
	nameless := func(e Episode) bool { return e.Name == "" }
	lacks := func(e Episode) bool { return e.Name == "" && length(e) < 0 }
	return slices.ContainsFunc(a, nameless) && slices.ContainsFunc(b, nameless) && !slices.ContainsFunc(a, lacks) && !slices.ContainsFunc(b, lacks)
}

func startOf(e Episode) float64    { return metresOf(e.StartDistance) }
func shortestOf(e Episode) float64 { return metresOf(e.ShortestPathM) }

// metresOf is a length, -1 when it is not known or not a number.
func metresOf(m *float64) float64 {
	if m == nil || !measured(*m) {
		return -1
	}
	return *m
}

// goalKey is the key that all names of a goal share, or the goal itself when it has none.
func goalKey(goal string) string {
	return cmp.Or(words.ObjectKey(goal).Compact(), goal)
}

// endedOf gives the ended episodes sorted by house, name and goal, and only then by when
// they began: so the same episodes add up to the same sums to the last bit, whichever ran
// faster.
func endedOf(es []Episode) []Episode {
	ended := slices.DeleteFunc(slices.Clone(es), func(e Episode) bool { return e.Status != Ended })
	goals := map[string]string{} // key by goal: there are few goals
	for _, e := range ended {
		if _, have := goals[e.Goal]; !have {
			goals[e.Goal] = goalKey(e.Goal)
		}
	}
	sort.SliceStable(ended, func(i, j int) bool {
		x, y := &ended[i], &ended[j]
		return cmp.Or(
			cmp.Compare(x.SceneID, y.SceneID), cmp.Compare(x.Name, y.Name), cmp.Compare(goals[x.Goal], goals[y.Goal]),
			x.Began.Compare(y.Began), cmp.Compare(x.ID, y.ID),
		) < 0
	})
	return ended
}

// valuesOf gives the figures of one episode, NaN for those it lacks.
func valuesOf(e Episode, figures []Figure) []float64 {
	values := make([]float64, len(figures))
	for i, f := range figures {
		v, ok := f.Of(e)
		if !ok {
			v = math.NaN()
		}
		values[i] = v
	}
	return values
}

func housesOf(items []item) int {
	seen := map[string]bool{}
	for _, it := range items {
		seen[it.house] = true
	}
	return len(seen)
}

// valued gives the figures that some item has, with their intervals.
func valued(figures []Figure, items []item) []Value {
	out, all := []Value{}, intervals(items, len(figures))
	for i, f := range figures {
		if all[i].N > 0 {
			out = append(out, Value{f.Name, f.Unit, all[i]})
		}
	}
	return out
}
