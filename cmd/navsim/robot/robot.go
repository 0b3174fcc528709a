package robot

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"navd/cmd/navsim/explorer"
	"navd/cmd/navsim/world"
	"navd/daemon/area"
	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// Task is one search.
type Task struct {
	Map      *world.Map
	Episode  world.Episode
	Goal     *world.Goal
	Profile  world.Profile
	Seed     uint64
	Run      string // run under which the episode is filed
	Arm      Arm
	MaxSteps int  // 0: the limit of the episode, or else 500
	Images   bool // send a panorama with the labels of each plan
	NoLabels bool // send the panorama without labels: what it shows is only in the picture
	Scenes   bool // send a panorama with each scene sample and wait until navd's scene models have read it, instead of naming the place

	Space string // memory of past episodes; empty: the daemon's default
	Frame string // of the poses; empty: the episode's own

	House *ipc.BeginHouse // the kept house; nil: none
	On    *Outcome        // go on in the episode of that search, where it ended, with another goal; nil: begin an episode
	Open  bool            // leave the episode open
	Then  *world.Pose     // drive the robot there before the episode ends, without looking around; nil: it stays

	Now func() time.Time // clock to measure the time of plans; nil: it is not measured

	Rays int // number of rays per scan, all around; 0: none, so that navd only has the distances of the views

	// Unprinted does not tell navd which angles are printed on the panorama's
	// tiles, nor their order, so that prompts use navd's own names.
	Unprinted bool
}

// Outcome is the result of a search, as the simulator measures it.
type Outcome struct {
	Episode  string // id in navd
	Success  bool
	Steps    int
	PathM    float64 // metres really walked
	Shortest float64 // length of the shortest way, metres
	Distance float64 // length of the way to the goal at the end, metres
	Reason   string  // stop or limit
	Plans    int
	Metrics  episode.Metrics // as navd counts them; zero when the episode stays open

	Pose world.Pose  // where the robot is, after it was driven to Task.Then
	Last nav.Stepped // navd's answer to the last step
	Seq  int         // number of that step in the episode
}

// Moment is an event of a search. Only one field is set.
type Moment struct {
	Begun *ipc.BeginResult
	Plan  *Planned
	Step  *Stepped
	Event *event.Event
	Leg   *LegEnd
}

// Stepped is a step that navd has answered. The events of the answer follow as moments of
// their own.
type Stepped struct {
	Seq    int
	Action nav.Action
	Phase  nav.Phase
	Pose   world.Pose // where the robot really is
	Odom   nav.Pose   // where it is by navd's odometry, in the frame of the episode
}

// Planned is a plan, and what the robot saw when it asked for it.
type Planned struct {
	Step  int
	Place nav.Where
	Views [world.ViewCount]world.View
	Plan  ipc.PlanResult
	Took  time.Duration // until navd answered; 0 without Task.Now
}

// LegEnd is the result of a leg.
type LegEnd struct {
	Steps  int
	Metres float64
	Reason string // arrived, blocked, limit or steps
}

// ScanRays is the default number of rays: five per view.
const ScanRays = 5 * world.ViewCount

const (
	stride    = 0.25 // metres of one forward
	scanTurns = 11
	legSteps  = 32
	legBlocks = 3
	maxRange  = 5.0
	margin    = 0.3
	maxSteps  = 500
)

// run is the state of one search.
type run struct {
	Task
	navd    ipc.Caller
	watch   func(Moment)
	senses  world.Senses
	episode string
	pose    world.Pose
	steps   int // of the episode
	from    int // steps of the episode before this search
	limit   int
	blind   bool // send no scene samples
	pathM   float64
	plans   int
	last    nav.Stepped
	scanDue nav.Due  // whether the first plan needs a look around
	look    *float64 // yaw of where to look first in the next scan; nil: anywhere
	turned  int      // turns to the right since view 0 of the last scan, less those to the left
	vetoed  bool     // no way leads to the goal that the present plan reports

	explorer *explorer.Explorer // decides instead of navd; nil: navd decides
	rooms    *area.Area         // the rooms that it was told of; nil: it knows the true ones
	goalLeg  *world.Point       // where its last leg began, if that was to a goal in sight
}

// Search lets a robot search for its goal: it scans, asks for a plan, turns, drives and
// stops, again and again, until it stops at the goal or its steps are used up. watch, if
// not nil, is called with what happens. Search fails only with an error of a call to the
// daemon or of drawing a picture.
func Search(ctx context.Context, navd ipc.Caller, t Task, watch func(Moment)) (Outcome, error) {
	r := newRun(navd, t, watch)
	if err := r.begin(ctx); err != nil {
		return Outcome{}, err
	}
	found, err := r.search(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return r.end(ctx, found)
}

// newRun returns a robot at the start of a task.
func newRun(navd ipc.Caller, t Task, watch func(Moment)) *run {
	if watch == nil {
		watch = func(Moment) {}
	}
	r := &run{Task: t, navd: navd, watch: watch, pose: t.Episode.Start}
	r.setOut()
	if t.On != nil {
		r.episode, r.pose, r.last, r.steps, r.from = t.On.Episode, t.On.Pose, t.On.Last, t.On.Seq, t.On.Seq
	}
	r.limit = r.from + cmp.Or(t.MaxSteps, t.Episode.MaxSteps, maxSteps)
	r.senses = world.Senses{Profile: t.Profile, Episode: t.Episode.ID, Seed: t.Seed}
	return r
}

func (r *run) begin(ctx context.Context) error {
	if r.On != nil {
		p := ipc.GoalParams{Episode: r.episode, Goal: r.Episode.Target, Success: &r.On.Success, PathM: &r.On.PathM, Steps: &r.On.Steps}
		if !math.IsInf(r.On.Distance, 0) {
			p.DistanceToGoal = &r.On.Distance
		}
		if l := r.shortest(); !math.IsInf(l, 0) {
			p.ShortestPathM = &l
		}
		g, err := ipc.EpisodeGoal.Call(ctx, r.navd, p)
		r.scanDue = g.ScanDue
		return err
	}
	shortest := r.shortest()
	p := ipc.BeginParams{
		Goal: r.Episode.Target, Name: r.Episode.ID, Run: r.Run, SceneID: r.Episode.House, Seed: new(int64(r.Seed)),
		Arm: r.Arm.Name, Condition: r.Arm.Condition, Space: cmp.Or(r.Space, r.Arm.Space), Snapshot: r.Arm.Snapshot, Instruction: r.Arm.Instruction,
		Frame: r.Frame, House: r.House, Use: r.Arm.Use, Config: r.Arm.Config,
	}
	if !math.IsInf(shortest, 0) {
		p.ShortestPathM = &shortest
	}
	if r.Arm.Odom {
		p.PoseSource = "odom"
	}
	b, err := ipc.EpisodeBegin.Call(ctx, r.navd, p)
	if err != nil {
		return err
	}
	r.episode = b.Episode
	r.last = nav.Stepped{Place: b.Place, SceneDue: b.SceneDue, PlanDue: b.PlanDue}
	r.scanDue = b.ScanDue
	r.watch(Moment{Begun: &b})
	return nil
}

// shortest returns the length of the shortest way for SPL: as the episode says, or else by
// the map.
func (r *run) shortest() float64 {
	if r.Episode.Geodesic > 0 {
		return r.Episode.Geodesic
	}
	return r.Goal.Distance(r.Episode.Start.Point())
}

// search goes from plan to plan. It returns true when the robot stopped by itself, because
// it believes that it is at the goal.
func (r *run) search(ctx context.Context) (bool, error) {
	for r.steps < r.limit {
		var seen scan
		if r.needsScan() {
			var err error
			if seen, err = r.scan(ctx); err != nil || r.steps >= r.limit {
				return false, err
			}
		}
		plan, err := r.plan(ctx, seen)
		if seen.count == 0 && fault.Is(err, fault.Invalid) { // no way is known from here
			r.scanDue = nav.Due{Due: true}
			continue
		}
		if err != nil {
			return false, err
		}
		leg, err := r.leg(ctx, seen, plan)
		if err != nil {
			return false, err
		}
		r.watch(Moment{Leg: &leg})
		if plan.GoalFlag && !r.vetoed && leg.Reason == "arrived" {
			return true, nil
		}
	}
	return false, nil
}

// scan is what a look around showed: the first n views, none if the robot did not look.
type scan struct {
	views [world.ViewCount]world.View
	count int
}

// needsScan reports whether the robot has to look around before it asks for a plan. It does
// not before the first one where navd knows the way already.
func (r *run) needsScan() bool {
	return r.explorer != nil || r.Images || r.NoLabels || r.plans > 0 || r.scanDue.Reason != "known"
}

// scan looks around with eleven turns to the right. If navd said where the goal should be
// seen, the robot turns there first, and ends the scan when a view shows the goal.
func (r *run) scan(ctx context.Context) (s scan, err error) {
	if err := r.sample(ctx); err != nil {
		return s, err
	}
	first := r.look != nil
	if first {
		if err := r.turnTo(ctx, *r.look-world.ViewStep/2, nav.PhaseScan); err != nil {
			return s, err
		}
	}
	s.views, s.count, r.turned, r.look = r.Map.Look(r.pose, r.senses), 1, 0, nil
	for s.count < world.ViewCount && !(first && shows(s.views[s.count-1], r.Episode.Target)) {
		if err := r.step(ctx, nav.TurnRight, nav.PhaseScan); err != nil {
			return s, err
		}
		s.count++
	}
	return s, nil
}

// shows reports whether a view shows a thing of that type.
func shows(v world.View, target string) bool {
	return slices.ContainsFunc(v.Objects, func(o world.Sighting) bool { return o.Type == target })
}

// plan asks navd where to go, with what the views show as labels, as a picture, or both.
func (r *run) plan(ctx context.Context, s scan) (p ipc.PlanResult, err error) {
	params := ipc.PlanParams{Episode: r.episode}
	if s.count == 0 {
		r.turned = 0
	} else if err := r.tell(&params, s); err != nil {
		return p, err
	}
	began := r.now()
	if p, err = ipc.NavPlan.Call(ctx, r.navd, params); err != nil {
		return p, err
	}
	took := r.now().Sub(began)
	if r.explorer != nil {
		if err := r.decide(ctx, s.views, &p); err != nil {
			return p, err
		}
	}
	r.plans++
	if p.Look != nil && !r.Images && !r.NoLabels {
		r.look = new(r.pose.Turned(30*float64(r.turned)).Yaw - *p.Look)
	}
	r.watch(Moment{Plan: &Planned{Step: r.steps, Place: r.last.Place, Views: s.views, Plan: p, Took: took}})
	return p, nil
}

// tell adds what a scan showed to the parameters of a plan.
func (r *run) tell(params *ipc.PlanParams, s scan) (err error) {
	if r.Images || r.NoLabels {
		if params.Image, err = r.panorama(s.views); err != nil {
			return err
		}
		if !r.Unprinted {
			params.Printed = printed()
		}
	}
	if r.NoLabels {
		params.ShownViews = pictured()
		return nil
	}
	params.Labels = labels(s.views[:s.count])
	params.FacingView = new(s.count - 1)
	if s.count < world.ViewCount {
		for i := range s.count {
			params.ShownViews = append(params.ShownViews, i)
		}
	}
	if r.Rays > 0 {
		params.Ranges = r.ranges(s.count)
	}
	return nil
}

// now returns the time, zero without Task.Now.
func (r *run) now() (t time.Time) {
	if r.Now != nil {
		t = r.Now()
	}
	return t
}

// labels returns what all views show.
func labels(views []world.View) (all []nav.Glimpse) {
	for _, v := range views {
		all = append(all, nav.Glimpse{View: v.View, SceneType: v.Type, FreeM: new(v.FreeM), SeeM: new(v.SeeM), Objects: objects(v)})
	}
	return all
}

// leg carries out a plan: the turns, then the low-level policy to the targets, then stop.
func (r *run) leg(ctx context.Context, s scan, p ipc.PlanResult) (LegEnd, error) {
	from, before := r.steps, r.pathM
	r.vetoed = false
	aims, err := r.aims(ctx, s.views, p)
	if err != nil {
		return LegEnd{}, err
	}
	for _, a := range p.Turns {
		if err := r.step(ctx, a, nav.PhaseTurn); err != nil {
			return LegEnd{}, err
		}
	}
	reason := "blocked"
	for _, aim := range aims {
		if reason, err = r.follow(ctx, aim); err != nil {
			return LegEnd{}, err
		}
		if reason == "steps" {
			break
		}
	}
	if err := r.step(ctx, nav.Stop, nav.PhasePolicy); err != nil {
		return LegEnd{}, err
	}
	return LegEnd{Steps: r.steps - from, Metres: r.pathM - before, Reason: reason}, nil
}

// follow drives to one target, nil for none, and returns how that ended.
func (r *run) follow(ctx context.Context, aim target) (reason string, err error) {
	blocked := 0
	for range legSteps {
		if r.steps >= r.limit {
			return "steps", nil
		}
		action := nav.Stop
		if aim != nil {
			action = next(r.Map, r.pose, aim)
		}
		if action == nav.Stop {
			if aim != nil && aim.Reached(r.pose.Point()) {
				return "arrived", nil
			}
			return "blocked", nil
		}
		was := r.pose
		if err := r.step(ctx, action, nav.PhasePolicy); err != nil {
			return "", err
		}
		if blocked++; action != nav.Forward || r.pose != was {
			blocked = 0
		}
		if blocked == legBlocks {
			return "blocked", nil
		}
	}
	return "limit", nil
}

// outcome returns the result of the search. found means that the robot stopped by itself.
func (r *run) outcome(found bool) Outcome {
	out := Outcome{
		Episode: r.episode, Steps: r.steps - r.from, PathM: r.pathM, Shortest: r.shortest(),
		Distance: r.Goal.Distance(r.pose.Point()), Reason: "limit", Plans: r.plans,
	}
	if found {
		out.Reason = "stop"
		out.Success = r.Goal.Reached(r.pose.Point())
	}
	if out.Success {
		out.Distance = 0 // within reach counts as there; the map's distance is from the middle of a cell
	}
	return out
}

// end ends the episode, with the results that only the simulator knows.
func (r *run) end(ctx context.Context, found bool) (Outcome, error) {
	out := r.outcome(found)
	if r.Then != nil {
		if err := r.drive(ctx, *r.Then); err != nil {
			return Outcome{}, err
		}
	}
	out.Pose, out.Last, out.Seq = r.pose, r.last, r.steps
	if r.Open {
		return out, nil
	}
	p := ipc.EndParams{Episode: r.episode, Success: &out.Success, PathM: &out.PathM, Steps: &out.Steps, Reason: out.Reason}
	if !math.IsInf(out.Distance, 0) {
		p.DistanceToGoal = &out.Distance
	}
	e, err := ipc.EpisodeEnd.Call(ctx, r.navd, p)
	if err != nil {
		return Outcome{}, err
	}
	out.Metrics = e.Metrics
	return out, nil
}
