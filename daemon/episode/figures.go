package episode

import (
	"math"

	"navd/daemon/nav"
)

// Figure is one number that episodes are judged by.
type Figure struct {
	Name   string                        // as in the JSON of [Metrics], in CSV files and in reports
	Unit   string                        // of one episode's value
	Doc    string                        // what it means, and its denominator
	Better int                           // +1 higher is better, -1 lower, 0 neither
	Of     func(Episode) (float64, bool) // false when the episode lacks it: not ended, not known, or not a number
}

// The units of figures.
const (
	unitShare = "0..1"
	unitSteps = "steps"
	unitM     = "m"
	unitCount = "per episode"
)

// withScenes is the end of the Doc of a figure that needs the types of places.
const withScenes = "; not known when no scene was sampled"

// Figures lists the figures in the order of reports. Of a run, each stands for
// its mean over the ended episodes that have it.
func Figures() []Figure {
	list := []Figure{
		{"sr", unitShare, "success rate: 1 when the controller says that the goal was reached, else 0; over the episodes where it says", +1,
			func(e Episode) (float64, bool) { return told(successOf(e.Metrics)) }},
		{"spl", unitShare, "success weighted by path length: S·l/max(p, l), with the shortest path l and the walked path p; S when l is 0", +1,
			func(e Episode) (float64, bool) { return told(e.Metrics.SPL) }},
		{"soft_spl", unitShare, "progress weighted by path length: max(0, 1 − d/l)·l/max(p, l), with the final distance d to the goal; with l = 0 it is 1 at the goal, else 0", +1,
			func(e Episode) (float64, bool) { return told(e.Metrics.SoftSPL) }},
		{"distance_to_goal", unitM, "distance to the goal at the end, by the controller", -1,
			func(e Episode) (float64, bool) { return told(e.Metrics.DistanceToGoal) }},
		{"steps", unitSteps, "steps of an episode: the controller's figure, else those taken", 0,
			func(e Episode) (float64, bool) { return count(e.Metrics.Steps) }},
		{"plans", unitCount, "plans made, fallbacks included", 0,
			func(e Episode) (float64, bool) { return count(e.Metrics.Plans) }},
		{"path_m", unitM, "path of an episode: the controller's figure, else what navd reckoned from the steps", 0,
			func(e Episode) (float64, bool) { return e.Metrics.PathM, true }},
		{"fallbacks", unitCount, "plans for which neither a model nor navd's own planner had an answer", -1,
			func(e Episode) (float64, bool) { return count(e.Metrics.Fallbacks) }},
		{"model_plans", unitCount, "plans that a model decided; navd itself decided the others", 0,
			func(e Episode) (float64, bool) { return countOf(e.Metrics.ModelPlans) }},
		{"model_calls", unitCount, "model calls for the plans made, retries included", -1,
			func(e Episode) (float64, bool) { return count(e.Metrics.ModelCalls) }},
		{"scene_calls", unitCount, "model calls that read scenes, retries included", -1,
			func(e Episode) (float64, bool) { return countOf(e.Metrics.SceneCalls) }},
		{"cost", unitCount, "cost of all model calls, for plans and for scenes, in the currency of models.prices; those that navd comes with are US dollars per million tokens", -1,
			func(e Episode) (float64, bool) { return e.Metrics.Cost, true }},
		{"ababa", unitCount, "times that the robot began to go back and forth: A,B,A,B over revisit keys" + withScenes, -1,
			func(e Episode) (float64, bool) { return count(e.Metrics.ABABA) }},
		{"stuck", unitCount, "times that the configured STUCK rule began to hold", -1,
			func(e Episode) (float64, bool) { return count(e.Metrics.Stuck) }},
		{"site_abab", unitCount, "times that the robot began to look around at A,B,A,B: spots merged at 1.5 m", -1,
			func(e Episode) (float64, bool) { return count(e.Metrics.SiteABAB) }},
		{"revisit_ratio", unitShare, "entries of places that were entered before: 1 − distinct revisit keys / place entries of the episode" + withScenes, -1,
			func(e Episode) (float64, bool) { return e.Metrics.RevisitRatio, true }},
		{"unique_place_ratio", unitShare, "distinct revisit keys in the window / W, mean over the steps with a full window" + withScenes, +1,
			func(e Episode) (float64, bool) { return e.Metrics.UniquePlaceRatio, true }},
		{"wasted_step_share", unitShare, "steps to where it had been: non-scan steps that end within r of an anchor older than 20 steps / non-scan steps", -1,
			func(e Episode) (float64, bool) { return e.Metrics.WastedShare, true }},
		{"scan_step_share", unitShare, "scan steps / steps taken", 0,
			func(e Episode) (float64, bool) { return e.Metrics.ScanShare, true }},
		{"escape_rate", unitShare, "times counted as stuck or ababa after which the robot left the keys of the loop within 50 non-scan steps / all of them; over the episodes with one" + withScenes, +1,
			func(e Episode) (float64, bool) { return told(e.Metrics.EscapeRate) }},
		{"escaped_start", unitShare, "1 when the robot left the revisit key of its start within 50 non-scan steps, else 0" + withScenes, +1,
			func(e Episode) (float64, bool) { return count(escapedStart(e.Metrics)) }},
	}
	for i, f := range list {
		list[i].Of = known(f.Name, f.Of)
	}
	return list
}

// known makes Of of a figure false for episodes that lack the figure.
func known(name string, of func(Episode) (float64, bool)) func(Episode) (float64, bool) {
	return func(e Episode) (float64, bool) {
		if e.Status != Ended || e.Metrics == nil || !e.Metrics.Knows(name) {
			return 0, false
		}
		v, ok := of(e)
		if !ok || !measured(v) {
			return 0, false
		}
		return v, true
	}
}

// most is the largest number that counts as measured: larger ones stand for no way to the
// goal.
const most = 1e15

// measured tells whether a number is neither NaN nor beyond most.
func measured(v float64) bool { return math.Abs(v) <= most }

func told(v *float64) (float64, bool) {
	if v == nil {
		return 0, false
	}
	return *v, true
}

func count(n int) (float64, bool) { return float64(n), true }

func countOf(n *int) (float64, bool) {
	if n == nil {
		return 0, false
	}
	return count(*n)
}

// escapedStart is 1 when the robot left its start within nav.EscapeSteps, else 0.
func escapedStart(m *Metrics) int {
	if m.LeftStart != nil && *m.LeftStart <= nav.EscapeSteps {
		return 1
	}
	return 0
}

// successOf is success as a number.
func successOf(m *Metrics) *float64 {
	switch {
	case m.Success == nil:
		return nil
	case *m.Success:
		return new(1.0)
	}
	return new(0.0)
}

// Decimals is how many decimal places of a figure are printed.
func (f Figure) Decimals() int {
	switch {
	case f.Name == "cost":
		return 4
	case f.Unit == unitShare:
		return 3
	case f.Unit == unitSteps:
		return 1
	}
	return 2
}
