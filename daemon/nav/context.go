package nav

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// Context is the Navigation Context: everything the memory tells a planner, as
// one value with two renderings, JSON and Text. The same state gives the same
// bytes. Its size is bounded however long the episode grows.
type Context struct {
	SystemPrompt Prompt          `json:"system_prompt"`            // the prompt it goes with
	Goal         string          `json:"goal"`                     // what to look for
	Step         int             `json:"step"`                     // the last step taken
	Localization Localization    `json:"localization"`             // where the robot is
	Place        PlaceSummary    `json:"current_place"`            // the place the robot is in
	Loop         LoopSummary     `json:"loop"`                     // whether it goes in circles
	Views        []ViewSummary   `json:"views"`                    // what is known in each direction
	House        *HouseSummary   `json:"house,omitempty"`          // what is known from earlier episodes in this house
	Queue        []Record        `json:"discovered_context_queue"` // records of the last plans, oldest first
	Openings     []Opening       `json:"openings"`                 // where the seen floor goes on into what nobody has looked at, nearest first; none where nobody says how far one sees
	Sites        []SiteSummary   `json:"scan_sites"`               // scan sites near here with untried views, nearest first; where there are openings, those from which the goal was seen
	Places       []PlaceSummary  `json:"recent_places"`            // places before this one, newest first, one for each revisit key
	Neighbors    []ref.AnchorID  `json:"neighbors"`                // anchors linked to the present one
	Anchors      []AnchorSummary `json:"recent_anchors"`           // the newest anchors, oldest of them first
	Nearby       []Nearby        `json:"nearby_candidates"`        // anchors that may be this same spot

	Words Wording `json:"-"` // how the text names directions; the JSON has navd's own angles
}

// Prompt names the system prompt a context goes with.
type Prompt struct {
	ID   string `json:"id"`   // name of the prompt
	Hash string `json:"hash"` // SHA-256 of its text, hexadecimal
}

// Localization says where the robot is.
type Localization struct {
	Pose   Pose         `json:"pose"`              // by the memory's reckoning, millimetres kept
	Place  ref.PlaceID  `json:"current_place_id"`  // the place the robot is in
	Anchor ref.AnchorID `json:"current_anchor_id"` // the newest anchor
}

// PlaceSummary is a place in a few words.
type PlaceSummary struct {
	ID          ref.PlaceID `json:"place_id"`             // of the place
	Type        string      `json:"place_type"`           // type key, "unknown" until the first sample
	Label       string      `json:"label"`                // the model's own string
	Key         ref.PlaceID `json:"key"`                  // revisit key
	Visits      int         `json:"visits"`               // of its revisit key
	Objects     []string    `json:"objects_list"`         // labels of what was seen there, at most 24: first the goal, then what few places have
	Description string      `json:"semantic_description"` // of the last sample, at most two sentences
	Anchors     int         `json:"anchors"`              // how many
}

// AnchorSummary is an anchor of the recent path.
type AnchorSummary struct {
	ID    ref.AnchorID `json:"anchor_id"` // of the anchor
	Pose  Pose         `json:"pose"`      // where it was set, millimetres kept
	Place ref.PlaceID  `json:"place_id"`  // place it belongs to
}

// SiteSummary is a scan site near here with its untried views.
type SiteSummary struct {
	ID        ref.SiteID `json:"site"`                // number of the plan that left it
	DistanceM float64    `json:"distance_m"`          // straight, metres
	Heading   float64    `json:"heading"`             // angle from view 0 towards it, positive left
	PathM     *float64   `json:"path_m,omitempty"`    // walked way back to it, metres, when one of its views was weighed
	Untried   []Untried  `json:"untried"`             // its views that promise something new; none where there are openings
	GoalSeen  []float64  `json:"goal_seen,omitempty"` // angles from view 0 at which the goal was seen from there
}

// Untried is a view of an earlier site that no leg has followed.
type Untried struct {
	Heading float64   `json:"heading"`        // absolute, degrees
	Angle   float64   `json:"angle"`          // the same direction from view 0 here, positive left
	Type    words.Key `json:"type,omitempty"` // type key of the room seen there
	FreeM   float64   `json:"free_m"`         // reachable floor that way, metres
	Newness float64   `json:"newness"`        // how much new it promises to show, 0..1; visits and outcomes of legs have lowered it
}

// ViewSummary says what is known in the direction of one view.
type ViewSummary struct {
	View     int       `json:"view"`                        // number of the view
	Angle    float64   `json:"angle"`                       // from view 0, positive left, degrees
	Openings []int     `json:"openings,omitempty"`          // those to which the way begins with this view, by their numbers
	LeftOut  int       `json:"openings_left_out,omitempty"` // further ones, which had no room
	Newness  *float64  `json:"newness,omitempty"`           // how much new it promises to show, 0..1; visits and outcomes of legs have lowered it; absent where there are openings
	Keys     []KeySeen `json:"keys,omitempty"`              // revisit keys with anchors that way
	Vetoed   bool      `json:"vetoed,omitempty"`            // the detector found no goal that way
	Scans    int       `json:"scans,omitempty"`             // of the room it shows, this one with them, that did not bring the goal
	Legs     []Outcome `json:"outcomes,omitempty"`          // of legs that began near here and went that way
}

// KeySeen is a revisit key seen in a direction.
type KeySeen struct {
	Key    ref.PlaceID `json:"key"`    // revisit key
	Type   string      `json:"type"`   // type key
	Visits int         `json:"visits"` // entries of it
}

// LoopSummary is the state of the loop rules for a planner.
type LoopSummary struct {
	Loop
	AvoidHint string `json:"avoid_hint,omitempty"` // pattern:STUCK, pattern:ABABA or both
}

const (
	viewReach   = 5.0 // anchors this near count for a view, metres
	nearbyLimit = 8
	sitesLimit  = 6
	siteReach   = 10.0
	objectLimit = 24 // objects of a place in a context
	recentLimit = 100
)

// Context builds the Navigation Context for a survey. It reads only.
func (m *Memory) Context(sv Survey, prompt Prompt) Context {
	s := &m.state
	c := Context{
		SystemPrompt: prompt, Goal: s.Goal, Step: s.Seq,
		Localization: Localization{Pose: s.Pose, Place: s.Place, Anchor: s.Anchor},
		Place:        m.summary(s.Place), Loop: LoopSummary{m.Loop(), m.AvoidHint()},
		Queue: m.Queue(), Places: []PlaceSummary{}, Anchors: []AnchorSummary{}, Views: []ViewSummary{},
		Neighbors: slices.Clone(m.anchors[s.Anchor-1].Neighbors),
	}
	for _, id := range m.recentPlaces() {
		c.Places = append(c.Places, m.summary(id))
	}
	for i := max(0, len(m.anchors)-m.cfg.ContextAnchors); i < len(m.anchors); i++ {
		a := m.anchors[i]
		c.Anchors = append(c.Anchors, AnchorSummary{a.ID, roundPose(a.Pose), a.Place})
	}
	c.Localization.Pose = roundPose(s.Pose)
	c.Nearby, _ = m.Localize(s.Anchor, m.cfg.LocalizeRadiusM, nearbyLimit)
	for i := range c.Nearby {
		c.Nearby[i].DistanceM = round(c.Nearby[i].DistanceM)
	}
	c.Openings, c.Sites = m.openings(sv), m.siteSummaries(sv)
	for i, o := range sv.Here {
		c.Views = append(c.Views, m.viewSummary(sv, sv.Glimpse[i], o))
	}
	m.addKeys(c.Views, sv)
	if len(c.Openings) > 0 {
		c.leadTo(sv)
	}
	return c
}

// recentPlaces gives the last M places other than the present one, newest
// first, one for each revisit key, among the last 100 entries.
func (m *Memory) recentPlaces() []ref.PlaceID {
	var out, keys []ref.PlaceID
	keys = append(keys, m.keys.find(m.state.Place))
	for i := len(m.places); i > max(0, len(m.places)-recentLimit) && len(out) < m.cfg.ContextPlaces; i-- {
		if k := m.keys.find(ref.PlaceID(i)); !slices.Contains(keys, k) {
			keys, out = append(keys, k), append(out, ref.PlaceID(i))
		}
	}
	return out
}

func (m *Memory) summary(id ref.PlaceID) PlaceSummary {
	p := m.places[id-1]
	return PlaceSummary{
		ID: id, Type: string(p.Type), Label: p.Label, Key: m.keys.find(id), Visits: m.Visits(id),
		Objects: m.telling(p.Objects), Description: p.Description, Anchors: len(m.members[id-1]),
	}
}

// telling gives the labels that say most about a place, at most 24: first the goal, then
// those that the fewest places have, in alphabetical order among equals.
func (m *Memory) telling(labels []string) []string {
	if len(labels) <= objectLimit {
		return labels
	}
	goal, places := words.ObjectKey(m.state.Goal), map[string]int{}
	for i := max(0, len(m.places)-recentLimit); i < len(m.places); i++ {
		for _, o := range m.places[i].Objects {
			places[o]++
		}
	}
	rank := func(label string) int {
		if words.ObjectKey(label).Equal(goal) {
			return 0
		}
		return places[label]
	}
	labels = slices.Clone(labels)
	slices.SortStableFunc(labels, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return labels[:objectLimit]
}

// siteSummaries gives the sites near here, nearest first, that have untried
// views with something new.
func (m *Memory) siteSummaries(sv Survey) []SiteSummary {
	out := []SiteSummary{}
	if len(sv.Edges) > 0 {
		return m.addWeighed(out, sv)
	}
	for _, h := range m.outlook.untried.nearest(m.state.Pose, siteReach, sitesLimit, round) {
		s := &m.sites[h.id-1]
		sum := SiteSummary{ID: s.ID, DistanceM: round(h.distance), Heading: whole(NormDeg(m.state.Pose.Bearing(s.Pose) - sv.View0))}
		for i, v := range s.Views {
			if s.untried(i) {
				sum.Untried = append(sum.Untried, Untried{
					Heading: whole(v.Heading), Angle: whole(NormDeg(v.Heading - sv.View0)), Type: v.Type, FreeM: round(v.FreeM), Newness: s.promise(i, sv),
				})
			}
		}
		out = append(out, sum)
	}
	return m.addWeighed(out, sv)
}

// promise is the newness of a site's view, by its option when the survey has one.
func (s *Site) promise(i int, sv Survey) float64 {
	for _, o := range sv.Distant {
		if o.Site == s.ID && o.View == s.Views[i].View {
			return o.Promise()
		}
	}
	return s.fresh(i)
}

// addWeighed adds what the survey knows of sites: the way back, and where the
// goal was seen.
func (m *Memory) addWeighed(out []SiteSummary, sv Survey) []SiteSummary {
	for _, o := range sv.Distant {
		i := slices.IndexFunc(out, func(s SiteSummary) bool { return s.ID == o.Site })
		switch {
		case i < 0 && !o.Recalled:
			continue
		case i < 0:
			s := &m.sites[o.Site-1]
			i = len(out)
			out = append(out, SiteSummary{
				ID: s.ID, DistanceM: round(m.state.Pose.Distance(s.Pose)), Heading: whole(NormDeg(m.state.Pose.Bearing(s.Pose) - sv.View0)), Untried: []Untried{},
			})
		}
		out[i].PathM = new(round(o.PathM))
		if o.Recalled {
			out[i].GoalSeen = append(out[i].GoalSeen, whole(NormDeg(o.Heading-sv.View0)))
		}
	}
	return out
}

// viewSummary gathers what is known in the direction of one view, without revisit keys.
func (m *Memory) viewSummary(sv Survey, v SiteView, o Option) ViewSummary {
	sum := ViewSummary{View: v.View, Angle: NormDeg(-30 * float64(v.View)), Vetoed: o.Vetoed, Scans: o.Scans}
	if n := o.Promise(); v.Known || n < 1 {
		sum.Newness = &n
	}
	for _, r := range m.state.Queue {
		if r.Outcome != nil && r.From.Distance(sv.Pose) <= m.cfg.LocalizeRadiusM && sameWay(r.Heading, v.Heading) {
			sum.Legs = append(sum.Legs, *r.Outcome)
		}
	}
	return sum
}

func roundPose(p Pose) Pose { return Pose{X: round(p.X), Y: round(p.Y), Yaw: round(p.Yaw)} }

// whole rounds an angle to whole degrees.
func whole(deg float64) float64 { return NormDeg(math.Round(deg)) }
