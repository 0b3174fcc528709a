package nav

import (
	"math"
	"slices"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// Option is one way the robot could go next: a view of the present scan, or an
// untried view of an earlier site.
type Option struct {
	Site      ref.SiteID // 0: a view of the present scan
	View      int
	Heading   float64 // absolute, degrees
	Type      words.Key
	Known     bool // free_m or see_m were given
	FreeM     float64
	Newness   float64 // 0..1, see Site.fresh; of a view without distances 0.3 when something is known that way
	AtFirst   float64 // newness for a robot that has looked from nowhere else
	LegM      float64 // how far a leg that way goes, metres
	LookM     float64 // along that way to where its best lead can be looked at, metres
	Scans     int     // of the room it shows, this one with them, that did not bring the goal
	Visits    int     // separate anchor passes within 1.25 m of the end of its floor, at most 3
	Apart     float64 // 0.4..1, from how near the end of its floor is to another site
	Outcome   float64 // 0..1, from earlier legs that way
	PathM     float64 // metres to the site by the anchor path, 0 here
	Objects   []string
	Vetoed    bool    // a leg that way was vetoed: the goal is not there
	Barred    bool    // the robot went for the goal that way from here twice, and got nowhere
	Recalled  bool    // an earlier site saw the goal there
	GoalM     float64 // how far away the goal that a view of the present scan shows is at most, metres; 0: nobody says, or it shows none
	FirstHead float64 // absolute heading of the first hop towards the site
	FirstM    float64 // length of that hop, metres

	HousePlace int // place of the kept house that the view shows, 0: none that is known

	// The straight way to the end of the view's floor, when the present scan
	// shows that nothing stands in it: metres, and its absolute heading. 0 m when
	// it does not, and for a view of the present scan.
	StraightM, StraightHead float64
}

// Promise is what is left of the newness after visits and outcomes, 0..1: times
// 0.6 for each pass of the end of its floor, times Apart and Outcome.
func (o Option) Promise() float64 {
	return o.Newness * math.Pow(0.6, float64(o.Visits)) * o.Apart * o.Outcome
}

// Survey is what the memory tells a planner about the ways to go.
type Survey struct {
	Goal    string
	Seq     int // step it was made at
	Pose    Pose
	Place   ref.PlaceID
	Anchor  ref.AnchorID
	Type    words.Key // type of that place
	Facing  int
	View0   float64      // absolute heading of view 0
	Here    []Option     // every view of the present scan
	Distant []Option     // untried views of earlier sites
	Edges   []Frontier   // open edges of the seen area, the nearest first; none where nobody says how far one sees
	Kept    []Remembered // where the goal was seen in this house before
	Again   []Frontier   // seen floor that this episode has not looked at from near, the nearest first
	House   bool         // the floor of a kept house is known
	Blocked bool         // the last leg was for such an edge and came to nothing
	Dice    uint64       // breaks ties; 0: the fewest turns do
	Glimpse []SiteView
	Sweeps  []Sweep
	NoScan  bool // the robot does not look now: nobody knows what its views show
}

const (
	visitRadius = 1.25 // metres
	maxVisits   = 3
	siteNear    = 2.0 // a leg that ends closer to a site than this is discounted, metres
	minFree     = 0.75
	knownWay    = 0.3 // newness of a view without distances where something is known that way
)

// Survey weighs the views of the present scan, and those of earlier ones, by what the
// memory knows. shown are the views that the planner sees, facing is the view that the
// robot faces. Ranges say how far one sees, finer than the labels; see [CheckRanges].
// Without them see_m of the views serves.
func (m *Memory) Survey(shown []int, facing int, labels []Glimpse, ranges ...Ranges) Survey {
	s := m.surveyOf(m.glimpsed(shown, facing, labels), facing)
	s.Sweeps = m.sweeps(ranges, labels, s.View0)
	m.addWays(&s)
	return s
}

// addWays adds the ways to go to a survey.
func (m *Memory) addWays(s *Survey) {
	here := Site{Pose: s.Pose, Place: s.Place, Type: s.Type, Views: s.Glimpse, NoScan: s.NoScan}
	here.lead()
	m.cover(&here)
	aspects, running, goal := m.aspectsOf(&here), m.runningFrom(&here), words.ObjectKey(m.state.Goal)
	for i := range here.Views {
		o := m.option(&here, i, &aspects[i], running)
		o.GoalM = here.Views[i].within(goal)
		s.Here = append(s.Here, o)
	}
	if slices.ContainsFunc(here.Views, func(v SiteView) bool { return v.shows(goal) }) {
		m.bar(s.Here)
	}
	if len(s.Sweeps) > 0 || s.NoScan && m.looked() {
		m.addEdges(s, &here)
	}
	s.Distant = m.frontiers(&here)
}

// addEdges adds the open edges of the seen area to a survey.
func (m *Memory) addEdges(s *Survey, scan *Site) {
	here := *scan
	here.Seq, here.Sweeps = s.Seq, s.Sweeps
	ways := m.seenWith(&here).Ways(m.laid(here.Pose, here.Seq))
	s.Edges, s.Blocked = m.frontiersOf(m.out(ways.Edges()), &here, s.View0), m.blocked()
	if m.kept == nil {
		s.Again = m.fromAfar(ways, &here, s.View0)
	}
}

// Look is the present scan as evidence of where the robot is: what its views show, and how
// far one sees. See [Memory.Survey] for the parameters.
func (m *Memory) Look(shown []int, facing int, labels []Glimpse, ranges ...Ranges) Site {
	return Site{
		Pose: m.state.Pose, Seq: m.state.Seq, Place: m.state.Place, Type: m.here().Type,
		Views: m.glimpsed(shown, facing, labels), Sweeps: m.sweeps(ranges, labels, m.view0(facing)),
	}
}

// Present is the survey of a robot that does not look now: what the memory knows where it
// is, with the open edges of the area seen so far. Nobody knows its views, if any are shown;
// without views, view 0 is where it faces.
func (m *Memory) Present(shown []int) Survey {
	facing := m.Facing()
	if len(shown) == 0 {
		facing = 0
	}
	s := m.surveyOf(m.glimpsed(shown, facing, nil), facing)
	s.NoScan = true
	m.addWays(&s)
	return s
}

// surveyOf is a survey of views that has no options yet.
func (m *Memory) surveyOf(views []SiteView, facing int) Survey {
	return Survey{
		Goal: m.state.Goal, Seq: m.state.Seq, Pose: m.state.Pose, Place: m.state.Place, Anchor: m.state.Anchor, Type: m.here().Type,
		Facing: facing, View0: m.view0(facing), Glimpse: views,
	}
}

// Toward gives the shown view that lies closest to an angle from view 0; without a scan, of all
// twelve.
func (s Survey) Toward(angle float64) int {
	if len(s.Glimpse) == 0 {
		return ViewOf(angle, AllViews(), s.Facing)
	}
	shown := make([]int, len(s.Glimpse))
	for i, v := range s.Glimpse {
		shown[i] = v.View
	}
	return ViewOf(angle, shown, s.Facing)
}

// Glance is a survey without memory: only what the present scan shows. Episodes that do not
// use the Navigation Context plan with it. With recent set it knows as much as a prompt
// that lists the last decisions: a view is worth half when its room type is among them, and
// half when its direction is. dice breaks ties, so that only luck leads out of a circle.
func (m *Memory) Glance(shown []int, facing int, labels []Glimpse, recent bool, dice uint64) Survey {
	views := m.glimpsed(shown, facing, labels)
	s := m.surveyOf(views, facing)
	s.Dice = dice
	here := Site{Pose: s.Pose, Type: s.Type, Views: views}
	here.lead()
	for i, v := range views {
		leg, look := here.leg(i)
		s.Here = append(s.Here, Option{
			View: v.View, Heading: v.Heading, Type: v.Type, Known: v.Known, FreeM: v.FreeM, Objects: v.Objects,
			Newness: here.fresh(i), AtFirst: here.atFirst(i), LegM: leg, LookM: look, Apart: 1, Outcome: 1,
		})
		if v.Type.Equal(here.Type) {
			s.Here[i].Scans = 1
		}
	}
	if recent {
		m.lately(s.Here)
	}
	return s
}

// option weighs one view of a site.
func (m *Memory) option(s *Site, i int, a *aspect, running *SiteView) Option {
	v := &s.Views[i]
	factor := a.factor()
	if running != nil && sameWay(running.Heading, v.Heading) {
		factor = min(factor, legFactor(m.state.LegMoved))
	}
	newness := a.fresh
	if !v.Known && (factor < 1 || m.siteThatWay(s, v.Heading)) {
		newness = knownWay
	}
	scans := 0
	if a.inside {
		scans = m.scansOf(s)
	}
	return Option{
		Site: s.ID, View: v.View, Heading: v.Heading, Type: v.Type, Known: v.Known, FreeM: v.FreeM, Objects: v.Objects,
		Newness: newness, AtFirst: a.atFirst, LegM: a.legM, LookM: a.lookM, Scans: scans, Visits: a.visits,
		Apart: a.apart(), Outcome: factor * math.Pow(0.2, float64(v.Failed)), Vetoed: a.legs[legVetoed] || v.Vetoed,
	}
}

const (
	barredNear = 0.5 // legs that began this near count as begun here, metres
	barredBy   = 2   // after this many of them that got nowhere a view is barred
)

// bar marks the views along which the robot went for the goal from here and got nowhere:
// something stands in the way.
func (m *Memory) bar(here []Option) {
	goal := words.ObjectKey(m.state.Goal)
	blocked := make([]int, len(here))
	m.outlook.stood.within(m.state.Pose, barredNear, func(id int, _ float64) bool {
		s := &m.sites[id-1]
		v := s.numbered(s.Chosen)
		until := m.state.Seq
		if id < len(m.sites) {
			until = m.sites[id].Seq
		}
		if v == nil || !v.shows(goal) || until == s.Seq { // no step was taken, so nothing was tried
			return true
		}
		moved := m.state.LegMoved // of the running leg, so far
		if v.Outcome != nil {
			moved = v.Outcome.Metres
		}
		for i := range here {
			if moved < noLeg && sameWay(here[i].Heading, v.Heading) {
				blocked[i]++
			}
		}
		return true
	})
	for i, n := range blocked {
		here[i].Barred = n >= barredBy
	}
}

// siteThatWay tells whether an earlier site lies within 2 m in this direction.
func (m *Memory) siteThatWay(s *Site, heading float64) (found bool) {
	const r = siteNear + eps
	m.outlook.stood.walk(s.Pose, func(n *node[[2]float64]) bool {
		return n.away(s.Pose) > r*r || n.aside(s.Pose, heading)
	}, func(it *point[[2]float64]) bool {
		d2 := it.away(s.Pose)
		found = it.id != int(s.ID) && d2 > 0 && d2 <= r*r && sameWay(s.Pose.Bearing(m.sites[it.id-1].Pose), heading)
		return !found
	})
	return found
}

// nearestSite gives the squared distance from p to the nearest site other than but, at most
// siteNear².
func (m *Memory) nearestSite(but ref.SiteID, p Pose) float64 {
	nearest := siteNear * siteNear
	m.outlook.stood.walk(p, func(n *node[[2]float64]) bool { return n.away(p) >= nearest }, func(it *point[[2]float64]) bool {
		if it.id != int(but) {
			nearest = min(nearest, it.away(p))
		}
		return true
	})
	return nearest
}

// runningFrom gives the view that the running leg follows when it began within r of a site,
// or nil. It counts with the way it has gone so far, because the next plan ends it.
func (m *Memory) runningFrom(s *Site) *SiteView {
	running := m.running()
	if running != nil && !m.sites[len(m.sites)-1].Pose.near(s.Pose, m.cfg.LocalizeRadiusM) {
		return nil
	}
	return running
}

// running gives the view that the running leg follows, or nil.
func (m *Memory) running() *SiteView {
	if !m.state.LegOpen || len(m.sites) == 0 {
		return nil
	}
	s := &m.sites[len(m.sites)-1]
	if v := s.numbered(s.Chosen); v != nil && v.Outcome == nil {
		return v
	}
	return nil
}

// legFactor is the factor that a leg that moved n metres puts on the worth of the
// next one the same way.
func legFactor(metres float64) float64 {
	if metres < 1-eps {
		return 0.2
	}
	return 0.5
}
