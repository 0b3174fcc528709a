package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/episode"
	"navd/daemon/nav"
	"navd/daemon/words"
	"navd/ipc"
)

// dockName is the name in the kept house of the start at a dock.
const dockName = "dock"

// setting is where searches begin, and how much is moved between them.
type setting struct {
	starts string
	moved  float64
}

// lives is all searches to be made.
type lives struct {
	lifelongFlags
	noises    []world.Profile
	houses    []*world.Map
	neighbour *world.Map                  // the other building if there is only one house
	visits    map[setting][][]robot.Visit // by house
	condition string                      // of advice by past episodes; empty: none
}

// lifetime is all searches in one house with one arm, in their order.
type lifetime struct {
	setting
	profile, house int
	arm            string
}

// lived is one search, and where navd located the robot in it.
type lived struct {
	Navd    string     `json:"navd"` // version of the daemon
	Run     string     `json:"run"`  // under which its episode is filed
	Seed    uint64     `json:"seed"`
	Starts  string     `json:"starts"`
	Moved   float64    `json:"moved"`
	Profile string     `json:"profile"`
	Rays    int        `json:"rays"`
	Arm     string     `json:"arm"`
	Search  int        `json:"search"` // in the life, from 1
	From    world.Pose `json:"from"`   // where the robot really began, in the house's own axes
	Seen    bool       `json:"seen"`   // an earlier search of this life had the thing in view
	line
	PlanMs  float64 `json:"plan_ms"`          // mean time of its plans
	Version int     `json:"version"`          // of the house at the beginning
	Fixes   []fix   `json:"fixes,omitempty"`  // after each scan; none without a house
	Undone  []bool  `json:"undone,omitempty"` // for each alignment that was undone: it was wrong
	Bytes   int     `json:"bytes,omitempty"`  // of the exported house, after some of the searches

	record episode.Episode
}

// counted is the search as reports count it.
func (s lived) counted() episode.Episode { return s.record }

// all makes all searches, in n lives at a time as jobs says, and returns them in
// order.
func (l *lives) all(ctx context.Context, socket string) ([]lived, error) {
	work, n := l.lifetimes()
	var runs []string
	for _, w := range work {
		runs = append(runs, l.runName(w))
	}
	if err := l.fresh(ctx, socket, slices.Compact(runs), "the houses"); err != nil {
		return nil, err
	}
	return gather(ctx, l.workers(socket, n), work, func(ctx context.Context, navd ipc.Caller, w lifetime, done func()) ([]lived, error) {
		t := newTenant(l, w, navd)
		err := t.live(ctx, l.visits[w.setting][w.house], done)
		return t.lived, err
	})
}

// lifetimes lists all lives, and counts their searches.
func (l *lives) lifetimes() (all []lifetime, n int) {
	for _, s := range l.settings() {
		for p := range l.noises {
			for _, arm := range l.arms {
				if arm == armGoal && s.starts != robot.FromLast {
					continue
				}
				for h := range l.houses {
					all, n = append(all, lifetime{s, p, h, arm}), n+len(l.visits[s][h])
				}
			}
		}
	}
	return all, n
}

// tenant is a robot that lives in a house.
type tenant struct {
	lifetime
	all     *lives
	navd    ipc.Caller
	name    string             // of the kept house
	origin  *nav.Pose          // of navd's frame for the kept house, in the axes of the house; nil: unknown, or another building
	last    robot.Outcome      // of the last search
	earlier []fix              // of earlier searches, after scans where the robot was located
	belief  *nav.Pose          // its pose by navd in the kept house after the last search; nil: not located
	views   map[words.Key]bool // things that it has seen
	pose    world.Pose         // where it is
	odom    nav.Pose           // the same by navd's odometry in the episode
	undone  int                // step at which an alignment of the episode was last undone
	lived   []lived            // its searches so far
}

func newTenant(l *lives, w lifetime, navd ipc.Caller) *tenant {
	t := &tenant{all: l, lifetime: w, navd: navd, name: l.houseName(w), views: map[words.Key]bool{}}
	if w.arm != armKept && w.arm != armOther { // its true pose is given, so navd's frame is that of the house
		t.origin = &nav.Pose{}
	}
	return t
}

// live goes through the searches of a life.
func (t *tenant) live(ctx context.Context, visits []robot.Visit, done func()) error {
	if t.arm == armOther {
		if err := t.elsewhere(ctx); err != nil {
			return err
		}
	}
	for n := range visits {
		one, err := t.search(ctx, visits, n)
		if err != nil {
			return fmt.Errorf("arm %s, episode %s: %w", t.arm, visits[n].Episode.ID, err)
		}
		t.lived = append(t.lived, one)
		done()
	}
	return nil
}

// elsewhere makes the searches in another building, under the name of this house.
func (t *tenant) elsewhere(ctx context.Context) error {
	m := cmp.Or(t.all.neighbour, t.all.houses[(t.house+1)%len(t.all.houses)])
	visits, err := t.all.life(setting{starts: t.starts}).Visits(m)
	if err != nil {
		return err
	}
	before := newTenant(t.all, t.lifetime, t.navd)
	before.arm, before.moved = armKept, 0
	return before.live(ctx, visits, func() {})
}

// fill fills the kept house of the arm perfect; when things were moved, it fills another
// one, under another name.
func (t *tenant) fill(ctx context.Context, v robot.Visit, n int) error {
	if n > 0 {
		t.name = fmt.Sprintf("%s %d", t.all.houseName(t.lifetime), n+1)
	}
	e := v.Episode
	e.ID, e.Target = e.ID+"-fill", "map of the house"
	return robot.Fill(ctx, t.navd, robot.Task{
		Map: v.Map, Goal: v.Goal, Episode: e, Profile: world.Clean(), Seed: t.all.seed, Run: t.all.runName(t.lifetime) + "/fill", Rays: max(t.all.rays, robot.ScanRays),
		House: &ipc.BeginHouse{ID: t.name, Mode: string(episode.HomeWrite), Start: &ipc.HouseStart{Pose: new(robot.PoseOf(e.Start))}},
	})
}

// carried reports whether the robot keeps its odometry from search to search.
func (t *tenant) carried() bool {
	return t.starts == robot.FromLast && (t.arm == armGoal || t.arm == armKept || t.arm == armOther)
}

// task is one search of the life.
func (t *tenant) task(visits []robot.Visit, n int) robot.Task {
	v := visits[n]
	task := robot.Task{
		Now: time.Now,
		Map: v.Map, Goal: v.Goal, Episode: v.Episode, Profile: t.all.noises[t.profile], Seed: t.all.seed, Run: t.all.runName(t.lifetime), Rays: t.all.rays,
		Arm: robot.Arm{Name: t.arm, Condition: t.all.condition}, House: t.begin(v.Episode.Start, n),
	}
	if t.all.condition != "" { // a memory of its own
		task.Space = task.Run + "/" + v.Episode.House
	}
	if !t.carried() {
		return task
	}
	if n > 0 && v.Map.Free(t.last.Pose.Point()) {
		task.Episode.Start, task.Episode.Geodesic = t.last.Pose, 0
	}
	more := n+1 < len(visits)
	if more {
		task.Then = &visits[n+1].Episode.Start
	}
	if t.arm == armGoal {
		task.Open = more
		if n > 0 {
			task.On = &t.last
		}
	}
	return task
}

// begin returns what episode.begin says of the house and of the start in it.
func (t *tenant) begin(start world.Pose, n int) *ipc.BeginHouse {
	h := &ipc.BeginHouse{ID: t.name, Mode: string(episode.HomeWrite)}
	pose := robot.PoseOf(start)
	switch {
	case t.arm == armPerfect:
		h.Mode, h.Start = string(episode.HomeRead), &ipc.HouseStart{Pose: &pose}
	case t.arm == armWrong && n%2 == 1:
		pose = pose.Moved(3, 90)
		pose.Yaw = nav.NormDeg(pose.Yaw + 90)
		h.Start = &ipc.HouseStart{Pose: &pose}
	case t.arm == armPose || t.arm == armWrong:
		h.Start = &ipc.HouseStart{Pose: &pose}
	case t.arm != armKept && t.arm != armOther:
		return nil
	case t.starts == robot.FromDock:
		h.Start = &ipc.HouseStart{At: dockName}
	case t.starts == robot.FromLast && t.belief != nil:
		h.Start = &ipc.HouseStart{Pose: t.belief}
	}
	return h
}

// search makes one search and records the result.
func (t *tenant) search(ctx context.Context, visits []robot.Visit, n int) (lived, error) {
	if t.arm == armPerfect && (n == 0 || t.moved > 0) {
		if err := t.fill(ctx, visits[n], n); err != nil {
			return lived{}, err
		}
	}
	task := t.task(visits, n)
	one := lived{
		Starts: t.starts, Moved: t.moved, Profile: task.Profile.Name, Rays: t.all.rays, Arm: t.arm, Search: n + 1, From: task.Episode.Start,
		Seen: t.views[words.ObjectKey(task.Episode.Target)],
	}
	t.pose, t.odom, t.undone = task.Episode.Start, nav.Pose{}, -1
	began := time.Now()
	out, err := t.drive(ctx, task, &one)
	if err != nil {
		return one, err
	}
	if task.House != nil {
		if err := t.settle(ctx, out, &one); err != nil {
			return one, err
		}
	}
	t.last = out
	one.record = recordOf(task, out, began, time.Now())
	one.line = lineOf(result{Outcome: out, record: one.record})
	one.PlanMs /= float64(max(1, out.Plans))
	return one, nil
}

// drive lets the robot search, and asks navd after each scan where it is located.
func (t *tenant) drive(ctx context.Context, task robot.Task, one *lived) (out robot.Outcome, err error) {
	if t.arm == armOracle {
		return robot.Walk(task), nil
	}
	var began string
	var failed error
	out, err = robot.Search(ctx, t.navd, task, func(m robot.Moment) {
		switch {
		case m.Begun != nil:
			began = m.Begun.Episode
			if m.Begun.House != nil {
				one.Version = m.Begun.House.Version
			}
		case m.Step != nil:
			t.pose, t.odom = m.Step.Pose, m.Step.Odom
		case m.Plan != nil:
			one.PlanMs += float64(m.Plan.Took) / float64(time.Millisecond)
			for _, v := range m.Plan.Views {
				for _, o := range v.Objects {
					t.views[words.ObjectKey(o.Type)] = true
				}
			}
			if task.House != nil && failed == nil {
				failed = t.look(ctx, began, task.Episode.Start, one)
			}
		}
	})
	return out, cmp.Or(err, failed)
}
