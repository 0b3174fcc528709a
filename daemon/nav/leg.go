package nav

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"navd/daemon/area"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Record is one entry of the discovered-context queue: what a plan was after,
// and its outcome.
type Record struct {
	Idx           int        `json:"idx"`                  // 1..N, oldest first, renumbered at each reading
	Plan          ref.SiteID `json:"plan"`                 // number of the plan
	GoalFlag      bool       `json:"goal_flag"`            // the planner saw the goal
	GoalSceneType string     `json:"goal_scene_type"`      // the room type it went for
	Why           string     `json:"why"`                  // its reason in words, at most 200 characters
	AvoidHint     string     `json:"avoid_hint,omitempty"` // loop patterns that were up
	Outcome       *Outcome   `json:"outcome,omitempty"`    // once the leg has ended
	From          Pose       `json:"from"`                 // where the leg began
	Heading       float64    `json:"heading"`              // absolute direction it took, degrees
	Verified      *bool      `json:"verified,omitempty"`   // the detector's word on goal_flag
}

// maxWhy is how many characters of a reason are kept.
const maxWhy = 200

// Choice is a planner's decision as the memory keeps it.
type Choice struct {
	GoalFlag  bool
	Angle     float64 // degrees, positive left, from view 0
	View      int
	SceneType string
	Why       string
	Fallback  string     // why the fallback was used, empty: it was not
	ToSite    ref.SiteID // set when the leg goes back for a frontier
	ToView    int
	Aim       *area.Point // set when the leg is for an open edge of the seen area, or for a thing of the house
	Thing     int         // set when the leg is for a thing of the house: its number there
}

// Decide files a plan: it ends the running leg, leaves a scan site of what the
// survey saw, puts a record into the queue and begins the next leg.
func (m *Memory) Decide(sv Survey, c Choice) (Record, []event.Event, Delta) {
	s := &m.state
	m.settleScan()
	events := append(m.watchLoops(), m.watchSites(sv.Pose)...)
	m.endLeg()
	site := m.leaveSite(sv, c)
	events = append(events, m.planEvents(c)...)
	heading := NormDeg(sv.View0 + c.Angle)
	r := Record{
		Plan: site.ID, GoalFlag: c.GoalFlag, GoalSceneType: c.SceneType, Why: cutRunes(sentences(c.Why, 1), maxWhy),
		AvoidHint: m.AvoidHint(), From: sv.Pose, Heading: heading,
	}
	s.Queue = append(s.Queue, r)
	if over := len(s.Queue) - m.cfg.QueueSize; over > 0 {
		s.Queue = slices.Delete(s.Queue, 0, over)
	}
	s.Due = ""
	s.LegOpen, s.LegPlace, s.LegMoved, s.LegMoves, s.LegLoop = true, s.Place, 0, 0, false
	m.aimAt(NormDeg(sv.View0 - 30*float64(c.View)))
	r.Idx = len(s.Queue)
	return r, events, m.delta()
}

func (m *Memory) planEvents(c Choice) []event.Event {
	s := &m.state
	ref := ref.NewPlanRef(m.id, s.Counts.Plans)
	events := []event.Event{{Type: event.Plan, Seq: s.Seq, Place: s.Place, Anchor: s.Anchor, Plan: ref}}
	if c.Fallback != "" {
		s.Counts.Fallbacks++
		events = append(events, event.Event{Type: event.Fallback, Seq: s.Seq, Plan: ref, Reason: c.Fallback})
	}
	return events
}

// leaveSite makes the scan site of a plan.
func (m *Memory) leaveSite(sv Survey, c Choice) *Site {
	m.state.Counts.Plans++
	site := Site{
		ID: ref.SiteID(len(m.sites) + 1), Pose: sv.Pose, Seq: sv.Seq, Place: sv.Place, Anchor: sv.Anchor,
		Type: sv.Type, Goal: words.ObjectKey(sv.Goal), Chosen: c.View, To: c.ToSite, ToView: c.ToView, Views: slices.Clone(sv.Glimpse),
		Sweeps: sv.Sweeps, NoScan: sv.NoScan, Aim: c.Aim, Thing: c.Thing,
	}
	if v := site.numbered(c.View); v != nil {
		v.Tried = true
	}
	m.sites = append(m.sites, site)
	kept := &m.sites[len(m.sites)-1]
	m.outlook.sight = math.Max(m.outlook.sight, kept.sight())
	m.cover(kept)
	m.coverOthers(kept)
	m.indexSite(kept)
	m.doubt(kept)
	m.gatherAround(kept)
	m.touchedSites.add(kept.ID)
	return kept
}

// endLeg closes the running leg and writes its outcome to the site it began
// at, the queue, and the frontier it was after.
func (m *Memory) endLeg() {
	s := &m.state
	if !s.LegOpen || len(m.sites) == 0 {
		return
	}
	s.LegOpen = false
	site := &m.sites[len(m.sites)-1]
	out := &Outcome{
		Metres: round(s.LegMoved), NewPlace: s.Place != s.LegPlace, NewView: m.newView(), Loop: s.LegLoop,
	}
	m.edit(site.ID, func(site *Site) {
		if site.Aim != nil {
			site.LegM = &out.Metres
		}
		if v := site.numbered(site.Chosen); v != nil {
			v.Outcome = out
		}
	})
	if n := len(s.Queue); n > 0 && s.Queue[n-1].Plan == site.ID {
		s.Queue[n-1].Outcome = out
	}
	if site.To != 0 && out.Metres < 0.5 { // it was for a frontier, and failed
		if v := m.sites[site.To-1].numbered(site.ToView); v != nil {
			v.Failed++
			m.touchedSites.add(site.To)
		}
	}
}

// newView tells whether the robot is 2 m or more from every site.
func (m *Memory) newView() bool {
	free := true
	m.outlook.stood.within(m.state.Pose, siteNear, func(_ int, d float64) bool {
		free = d >= siteNear-eps
		return free
	})
	return free
}

// siteMerge is how close two sites are that count as one in the site pattern.
const siteMerge = 1.5

// siteTrap is how close to an earlier site a plan is stuck by the site rule.
const siteTrap = 2.5

// watchSites evaluates the loop rules over sites, for the site that a plan is about to
// leave at p: the site rule of STUCK, and the pattern A,B,A,B over sites merged at 1.5 m.
func (m *Memory) watchSites(p Pose) []event.Event {
	s := &m.state
	merged := m.mergedSite(p)
	m.raise(&s.SiteStuck, len(m.outlook.stood.nearest(p, siteTrap, 1, byGrain)) > 0, event.StuckSite)
	if t := s.SiteTrail; len(t) == 0 || t[len(t)-1] != merged {
		s.SiteTrail = append(t, merged)
	}
	if over := len(s.SiteTrail) - 4; over > 0 {
		s.SiteTrail = slices.Delete(s.SiteTrail, 0, over)
	}
	t := s.SiteTrail
	now := len(t) == 4 && t[0] == t[2] && t[1] == t[3]
	if now && !s.SiteABAB {
		s.Counts.SiteABAB++
	}
	s.SiteABAB = now
	return m.watchStuck()
}

// mergedSite gives the oldest site within siteMerge of p, or the number of the next site
// when there is none.
func (m *Memory) mergedSite(p Pose) ref.SiteID {
	oldest, r := len(m.sites)+1, siteMerge+eps
	m.outlook.stood.walk(p, func(n *node[[2]float64]) bool {
		return n.oldest >= oldest || n.away(p) > r*r+slack
	}, func(it *point[[2]float64]) bool {
		if math.Sqrt(it.away(p)) <= r {
			oldest = min(oldest, it.id)
		}
		return true
	})
	return ref.SiteID(oldest)
}

// Queue gives the discovered-context queue, oldest first, numbered from 1.
func (m *Memory) Queue() []Record {
	out := append([]Record{}, m.state.Queue...)
	for i := range out {
		out[i].Idx = i + 1
	}
	return out
}

// lastGoal tells whether the last plan saw the goal, as verified if it was.
func (m *Memory) lastGoal() bool {
	q := m.state.Queue
	if len(q) == 0 {
		return false
	}
	last := q[len(q)-1]
	if last.Verified != nil {
		return *last.Verified
	}
	return last.GoalFlag
}

// Result is what the controller says about a plan afterwards.
type Result struct {
	Verified     *bool // the detector's word on the goal flag
	ExecutedView *int  // the view really taken
	Executed     *bool // false: the plan was not carried out
}

// Tell takes a result for plan n. A plan that does not exist is not_found. A
// leg that has ended keeps its outcome, which goes to the view really taken. A
// plan that was not executed has tried nothing. When the goal turns out to be
// there, no plan is due after the stop any more; when it turns out not to be
// there, one is.
func (m *Memory) Tell(n int, r Result) (Delta, error) {
	if n < 1 || n > len(m.sites) {
		return Delta{}, fault.New(fault.NotFound, "no such plan in this episode").About("plan", n).
			WithHint("plans are numbered 1 to %d", len(m.sites))
	}
	site := ref.SiteID(n)
	m.touchedSites.add(site)
	for i := range m.state.Queue {
		if q := &m.state.Queue[i]; q.Plan == site && r.Verified != nil {
			q.Verified = r.Verified
		}
	}
	switch {
	case r.Executed != nil && !*r.Executed:
		m.edit(site, func(s *Site) { s.retry(-1) })
		m.aimElsewhere(n, -1)
	case r.ExecutedView != nil:
		m.edit(site, func(s *Site) { s.retry(*r.ExecutedView) })
		m.aimElsewhere(n, *r.ExecutedView)
	}
	if r.Verified != nil {
		m.edit(site, func(s *Site) { s.veto(!*r.Verified) })
	}
	switch {
	case r.Verified == nil || n != len(m.sites) || m.state.LegOpen:
	case !*r.Verified:
		m.due(TriggerStop)
	case m.state.Due == TriggerStop:
		m.state.Due = ""
	}
	return m.delta(), nil
}

// aimElsewhere corrects where the last plan wants the robot to face, unless the robot has
// begun to turn; view -1: nowhere.
func (m *Memory) aimElsewhere(plan, view int) {
	if plan != len(m.sites) || m.state.Spin.Count > 0 || m.state.LegMoves > 0 {
		return
	}
	m.state.Aim = Aim{}
	if views := m.sites[plan-1].Views; view >= 0 && len(views) > 0 && m.state.LegOpen {
		m.aimAt(NormDeg(views[0].Heading + 30*float64(views[0].View-view)))
	}
}

// retry corrects which view of the site was tried; -1: none. A leg along another
// view than the plan's was not for the plan's open edge.
func (s *Site) retry(view int) {
	var out *Outcome
	if view != s.Chosen {
		s.Aim, s.LegM = nil, nil
	}
	if v := s.numbered(s.Chosen); v != nil {
		out, v.Tried, v.Outcome = v.Outcome, false, nil
	}
	if v := s.numbered(view); v != nil {
		v.Tried, v.Outcome = true, out
	}
	s.Chosen = view
}

// veto remembers that there was no goal where the plan went.
func (s *Site) veto(vetoed bool) {
	if v := s.numbered(s.Chosen); v != nil {
		v.Vetoed = vetoed
	}
}

// SetGoal gives the episode a new goal on the same map: the queue is emptied,
// sites stay, a plan is due. A scan under way goes on.
func (m *Memory) SetGoal(goal string) Delta {
	m.endLeg()
	m.state.Goal, m.state.Queue, m.state.Due = goal, nil, TriggerGoalChanged
	m.state.OpenTraps, m.state.Aim = nil, Aim{}
	m.recountScans()
	for i := range m.sites {
		if slices.ContainsFunc(m.sites[i].Views, func(v SiteView) bool { return v.Vetoed }) {
			m.edit(m.sites[i].ID, (*Site).forgive)
		}
	}
	return m.delta()
}

// forgive takes back every veto: they were about another goal.
func (s *Site) forgive() {
	for i := range s.Views {
		s.Views[i].Vetoed = false
	}
}

// End closes the running leg when the episode ends. Held-out turns that were not a scan enter
// the window, which can raise loop rules.
func (m *Memory) End() ([]event.Event, Delta) {
	m.endRun()
	m.state.Spin = Spin{}
	events := m.watchLoops()
	m.endLeg()
	m.state.Due = ""
	return events, m.delta()
}

// sentences gives the first n sentences of a text, with single spaces. A sentence ends with
// a stop before a space, or with a Chinese or Japanese stop.
func sentences(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		if !strings.ContainsRune(".!?。！？", r) || (end < len(s) && s[end] != ' ' && r < utf8.RuneSelf) {
			continue
		}
		if n--; n == 0 {
			return s[:end]
		}
	}
	return s
}

// round rounds to millimetres, so that figures stay short; never a negative zero.
func round(metres float64) float64 { return math.Round(metres*1000)/1000 + 0 }
