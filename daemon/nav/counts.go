package nav

// Counts are the running totals of one episode, the raw material of its
// metrics. All of them only grow.
type Counts struct {
	Steps         int            `json:"steps"`          // taken
	Forwards      int            `json:"forwards"`       // steps that were move_forward
	Blocked       int            `json:"blocked"`        // forwards that moved less than half their length
	PathM         float64        `json:"path_m"`         // metres moved by dead reckoning
	Anchors       int            `json:"anchors"`        // set
	Samples       int            `json:"samples"`        // scene samples taken
	SceneFailures int            `json:"scene_failures"` // scene calls that failed
	Plans         int            `json:"plans"`          // made, fallbacks included
	Fallbacks     int            `json:"fallbacks"`      // plans without a usable answer of a planner
	Stuck         int            `json:"stuck"`          // rising edges by the configured rule
	ABABA         int            `json:"ababa"`          // rising edges over revisit keys
	SiteABAB      int            `json:"site_abab"`      // rising edges over scan sites
	Rules         map[string]int `json:"rules"`          // rising edges of each stuck rule
	Escapes       int            `json:"escapes"`        // rising edges of stuck and ABABA after which the robot left in time
	LeftStart     int            `json:"left_start"`     // non-scan steps until it first left the start's revisit key, 0: it has not
	ScanSteps     int            `json:"scan_steps"`     // turns that looked around, whether or not a plan followed
	NonScan       int            `json:"non_scan"`       // steps known to be no scan steps
	Wasted        int            `json:"wasted"`         // of those, ended within r of an anchor older than 20 steps
	Windows       int            `json:"windows"`        // times the stuck window was full
	WindowKeys    int            `json:"window_keys"`    // distinct revisit keys in the full windows, added up
}

// count adds one step to the totals.
func (m *Memory) count(st Step, moved float64) {
	c := &m.state.Counts
	c.Steps++
	c.PathM += moved
	if st.Action == Forward {
		c.Forwards++
		if m.short(moved) {
			c.Blocked++
		}
	}
	if m.state.LegOpen {
		m.state.LegMoved += moved
	}
}

// Totals gives the running totals, with places and revisit keys.
func (m *Memory) Totals() (c Counts, places, distinctKeys int) {
	return m.state.clone().Counts, len(m.places), len(m.places) - m.keys.unions
}

// Since gives the totals less those of an earlier moment of the episode.
func (c Counts) Since(base Counts) Counts {
	rules := map[string]int{}
	for rule, n := range c.Rules {
		rules[rule] = n - base.Rules[rule]
	}
	return Counts{
		Steps: c.Steps - base.Steps, Forwards: c.Forwards - base.Forwards, Blocked: c.Blocked - base.Blocked,
		PathM: c.PathM - base.PathM, Anchors: c.Anchors - base.Anchors, Samples: c.Samples - base.Samples,
		SceneFailures: c.SceneFailures - base.SceneFailures, Plans: c.Plans - base.Plans, Fallbacks: c.Fallbacks - base.Fallbacks,
		Stuck: c.Stuck - base.Stuck, ABABA: c.ABABA - base.ABABA, SiteABAB: c.SiteABAB - base.SiteABAB, Rules: rules, Escapes: c.Escapes - base.Escapes,
		LeftStart: c.LeftStart - base.LeftStart,
		ScanSteps: c.ScanSteps - base.ScanSteps, NonScan: c.NonScan - base.NonScan, Wasted: c.Wasted - base.Wasted,
		Windows: c.Windows - base.Windows, WindowKeys: c.WindowKeys - base.WindowKeys,
	}
}
