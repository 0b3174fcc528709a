package episode

import (
	"math"
	"slices"

	"navd/daemon/nav"
)

// Metrics are the figures of one ended episode, for its last goal. A figure that needs what
// the controller did not tell is absent. Figures that need the types of places are there,
// but mean nothing, while scene_samples is 0, because then no place has a type;
// [Metrics.Knows] tells which. [Figures] says what the figures of reports mean.
type Metrics struct {
	Success        *bool    `json:"success,omitempty"`          // the controller's word
	SPL            *float64 `json:"spl,omitempty"`              // 0..1; with a shortest path of 0 it is success
	SoftSPL        *float64 `json:"soft_spl,omitempty"`         // 0..1; with a shortest path of 0 it is 1 at the goal, else 0
	DistanceToGoal *float64 `json:"distance_to_goal,omitempty"` // at the end, metres

	Steps     int     `json:"steps"`     // the controller's figure, else those taken
	Forwards  int     `json:"forwards"`  // steps that were move_forward
	Blocked   int     `json:"blocked"`   // forwards that moved less than half their length
	PathM     float64 `json:"path_m"`    // metres: the controller's figure, else dead reckoning
	Plans     int     `json:"plans"`     // made, fallbacks included
	Fallbacks int     `json:"fallbacks"` // plans without a usable answer of a planner

	ModelCalls int     `json:"model_calls"`  // of models for those plans, retries included
	ModelTimeS float64 `json:"model_time_s"` // mean seconds of one of those calls, 0 without calls
	Cost       float64 `json:"cost"`         // of all model calls, for plans and for scenes, in the currency of the price table

	// ModelPlans are the plans that a model decided; navd itself decided the others. Absent in
	// records from before they were counted.
	ModelPlans *int `json:"model_plans,omitempty"`

	// SceneCalls are the calls of models that read scenes, retries included.
	// Absent in records from before navd counted them apart: there model_calls
	// and model_time_s have them in.
	SceneCalls *int `json:"scene_calls,omitempty"`

	// Advice is absent where no past episode could say anything.
	Advice *Advice `json:"advice,omitempty"`

	SceneSamples  int `json:"scene_samples"`           // taken, failed calls not included; 0: what needs place types is not known
	SceneFailures int `json:"scene_failures"`          // scene calls that failed
	PlaceSamples  int `json:"place_samples,omitempty"` // taken in the whole episode, also for goals before the last: its places come from them

	Places         int `json:"places"`          // entries: each transition makes one; not known without scene samples
	DistinctPlaces int `json:"distinct_places"` // revisit keys; not known without scene samples
	Anchors        int `json:"anchors"`         // set for this goal

	ABABA    int            `json:"ababa"`     // rising edges over revisit keys, per episode; not known without scene samples
	Stuck    int            `json:"stuck"`     // rising edges of the configured rule, per episode
	Rules    map[string]int `json:"rules"`     // rising edges of each stuck rule, per episode; of literal not known without scene samples
	SiteABAB int            `json:"site_abab"` // rising edges over scan sites merged at 1.5 m, per episode

	// ABABALiteral is A,B,A,B over place ids. It is always 0, because each
	// transition makes a new id; it stands beside ABABA so that both readings
	// of the rule are in every report. Not known without scene samples.
	ABABALiteral int `json:"ababa_literal"`

	RevisitRatio     float64 `json:"revisit_ratio"`      // 1 − distinct keys / entries; not known without scene samples
	UniquePlaceRatio float64 `json:"unique_place_ratio"` // distinct keys in the window / W, mean over the steps with a full window; not known without scene samples
	ScanShare        float64 `json:"scan_step_share"`    // scan steps / steps taken
	WastedShare      float64 `json:"wasted_step_share"`  // non-scan steps that end within r of an anchor older than 20 steps / non-scan steps

	// EscapeRate is the share of STUCK and ABABA rising edges after which the
	// robot was, within 50 non-scan steps, in a revisit key other than the one
	// it was stuck in, or the two it went back and forth between; absent when
	// there was none; not known without scene samples.
	EscapeRate *float64 `json:"escape_rate,omitempty"`

	// LeftStart is how many non-scan steps the robot took until it first was in
	// another revisit key than that of its start; absent while it was not, and
	// for a goal that is not the first of its episode; not known without scene
	// samples.
	LeftStart *int `json:"left_start,omitempty"`

	// Unknown names the members that the file an episode was read from does
	// not tell; their values mean nothing. The daemon knows all of them.
	Unknown []string `json:"-"`
}

// Knows reports whether a figure, named as in JSON, files and reports, means anything. It
// does not when the file that the metrics are from does not have it, or when it needs the
// types of places and no scene was sampled. A figure that is absent for another reason is
// nil.
func (m *Metrics) Knows(name string) bool {
	switch {
	case slices.Contains(m.Unknown, name):
		return false
	case m.SceneSamples > 0 || m.PlaceSamples > 0 || slices.Contains(m.Unknown, "scene_samples"):
		return true
	}
	return !slices.Contains(ofPlaces(), name)
}

// ofPlaces names the figures that follow from the types of places.
func ofPlaces() []string {
	return []string{
		"places", "distinct_places", "ababa", "ababa_literal", "stuck_literal", "revisit_ratio", "unique_place_ratio",
		"escape_rate", "escaped_start", "left_start",
	}
}

// Calls counts the calls of models, and the advice, of an episode.
type Calls struct {
	Advice  *Advice // what past episodes had to do with its plans, nil: nothing
	Plans   int     // plans that a model decided
	N       int     // calls for plans, retries included
	Seconds float64 // those calls together
	Scenes  int     // calls that read scenes, retries included
	Cost    float64 // of both together, in the currency of the price table
}

// Advice counts what the plans of an episode did with the advice of past episodes.
type Advice struct {
	Plans     int `json:"plans"`     // made
	Found     int `json:"found"`     // for which past episodes had something to say
	Shown     int `json:"shown"`     // of these, plans that were given it
	Held      int `json:"held"`      // of those found, plans that a lot kept it from; 0 in episodes from before this was counted
	Followed  int `json:"followed"`  // of those shown, plans that went the way of the advice
	Overrides int `json:"overrides"` // of these, plans that went another way than without it
	Helped    int `json:"helped"`    // of those followed, plans whose leg brought something
	Harmed    int `json:"harmed"`    // of those followed, plans whose leg came to nothing or into a loop
	Risks     int `json:"risks"`     // plans made while a loop detector was up

	ShownLegs int `json:"shown_legs"` // plans that were given it and whose leg has ended
	ShownGood int `json:"shown_good"` // of these, plans whose leg brought something
	HeldLegs  int `json:"held_legs"`  // plans that a lot kept it from and whose leg has ended
	HeldGood  int `json:"held_good"`  // of these, plans whose leg brought something
}

// Add gives the sum of two counts; nil counts nothing.
func (a Advice) Add(b *Advice) Advice {
	if b == nil {
		return a
	}
	return Advice{
		Plans: a.Plans + b.Plans, Found: a.Found + b.Found, Shown: a.Shown + b.Shown, Held: a.Held + b.Held, Followed: a.Followed + b.Followed,
		Overrides: a.Overrides + b.Overrides, Helped: a.Helped + b.Helped, Harmed: a.Harmed + b.Harmed, Risks: a.Risks + b.Risks,
		ShownLegs: a.ShownLegs + b.ShownLegs, ShownGood: a.ShownGood + b.ShownGood, HeldLegs: a.HeldLegs + b.HeldLegs, HeldGood: a.HeldGood + b.HeldGood,
	}
}

// SPL is success weighted by path length: S·l/max(p, l), with the shortest
// path l and the walked path p in metres. With l = 0 it is S. Infinite or
// negative lengths give 0.
func SPL(success bool, shortest, walked float64) float64 {
	if !success || !length(shortest) || !length(walked) {
		return 0
	}
	if shortest == 0 {
		return 1
	}
	return shortest / math.Max(walked, shortest)
}

// SoftSPL replaces success by progress: max(0, 1 − d/l)·l/max(p, l), with the
// final distance d to the goal in metres. With l = 0 it is 1 at the goal
// (d = 0) and 0 elsewhere.
func SoftSPL(distance, shortest, walked float64) float64 {
	if !length(distance) || !length(shortest) || !length(walked) {
		return 0
	}
	if shortest == 0 {
		if distance == 0 {
			return 1
		}
		return 0
	}
	return math.Max(0, 1-distance/shortest) * shortest / math.Max(walked, shortest)
}

func length(m float64) bool { return m >= 0 && !math.IsInf(m, 0) && !math.IsNaN(m) }

// Measure makes the metrics of an episode from the memory's totals, what the controller
// said at its end, and the calls of models. The metrics are for the last goal, and so must
// the calls be.
func Measure(e Episode, end End, m *nav.Memory, calls Calls) Metrics {
	c, places, keys := m.Totals()
	samples := c.Samples
	if e.GoalBase != nil {
		c = c.Since(*e.GoalBase)
	}
	out := Metrics{
		Success: end.Success, DistanceToGoal: end.DistanceToGoal,
		Steps: c.Steps, Forwards: c.Forwards, Blocked: c.Blocked, PathM: c.PathM,
		Plans: c.Plans, Fallbacks: c.Fallbacks,
		ModelPlans: &calls.Plans, ModelCalls: calls.N, ModelTimeS: ratio(calls.Seconds, float64(calls.N)), SceneCalls: &calls.Scenes, Cost: calls.Cost,
		Advice:       calls.Advice,
		SceneSamples: c.Samples, SceneFailures: c.SceneFailures, PlaceSamples: samples,
		Places: places, DistinctPlaces: keys, Anchors: c.Anchors,
		ABABA: c.ABABA, Stuck: c.Stuck, Rules: c.Rules, SiteABAB: c.SiteABAB,
		RevisitRatio:     1 - ratio(float64(keys), float64(places)),
		UniquePlaceRatio: ratio(float64(c.WindowKeys), float64(c.Windows*e.Config.StuckWindow)),
		ScanShare:        ratio(float64(c.ScanSteps), float64(c.Steps)),
		WastedShare:      ratio(float64(c.Wasted), float64(c.NonScan)),
	}
	if traps := c.Stuck + c.ABABA; traps > 0 {
		v := ratio(float64(c.Escapes), float64(traps))
		out.EscapeRate = &v
	}
	if e.GoalBase == nil && c.LeftStart > 0 {
		out.LeftStart = &c.LeftStart
	}
	if end.Steps != nil {
		out.Steps = *end.Steps
	}
	if end.PathM != nil {
		out.PathM = *end.PathM
	}
	if l := e.ShortestPathM; l != nil {
		if end.Success != nil {
			v := SPL(*end.Success, *l, out.PathM)
			out.SPL = &v
		}
		if end.DistanceToGoal != nil {
			v := SoftSPL(*end.DistanceToGoal, *l, out.PathM)
			out.SoftSPL = &v
		}
	}
	return out
}

// ratio is a/b, 0 when b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
