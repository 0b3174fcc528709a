package nav_test

import (
	"math"
	"slices"

	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/ref"
)

// follower walks a path with turns and forwards of a real robot, in Unity's
// frame: y is up, yaw grows clockwise from +z. It keeps two accounts of its own,
// of where it really is and of where its reports say it is. Every answer of the
// memory is compared with the second, and the second with the first.
type follower struct {
	*robot
	way      way
	start    unityPose
	at, told point
	yaw      float64 // degrees clockwise
	forwards int
	lost     float64 // metres that the reports so far may be off
	trodden  []trod  // every step
	anchors  []trod  // the steps that made an anchor
	since    struct {
		forwards int
		turned   bool
	} // since the last anchor
	keys    []int  // revisit key of each place
	room    string // where the last sample was taken
	turned  int    // step of the turn round, 0 on the way there
	planned bool   // a plan asks for a turn that has not come yet
	bumped  bool   // the last forward or turn did
}

// way is how a follower walks and what it reports.
type way struct {
	name   string
	hits   bool                                                 // every sixth forward is blocked, every fifth slides
	report func(st *nav.Step, moved, deg float64) (off float64) // what it says of a forward, and how far off that is
	phases bool                                                 // it says what it is doing
	scans  bool                                                 // it looks round and plans at every point
	sees   func(p point) (room string)                          // what the scene model says
}

type unityPose struct{ X, Z, Yaw float64 }

// point is a point in Unity's frame, metres.
type point struct{ x, z float64 }

func (p point) distance(q point) float64 { return math.Hypot(q.x-p.x, q.z-p.z) }

// moved goes along a direction, degrees clockwise from +z.
func (p point) moved(metres, deg float64) point {
	sin, cos := math.Sincos(deg * math.Pi / 180)
	return point{p.x + metres*sin, p.z + metres*cos}
}

// trod is one step as it was reported.
type trod struct {
	from, to point
	seq      int
	place    ref.PlaceID
	turn     nav.Action // set when it was a turn
	scan     bool
	planned  bool // the turn that the plan asked for
	leg      int  // plans before it
	forward  bool
	moved    float64
	bumped   bool    // it may have slid: nobody said how far it came, and it did not bump before
	heading  float64 // of a forward, degrees clockwise
}

// odom gives a point in the frame of the start: x ahead, y to the left.
func (f *follower) odom(p point) (x, y float64) {
	sin, cos := math.Sincos(f.start.Yaw * math.Pi / 180)
	dx, dz := p.x-f.start.X, p.z-f.start.Z
	return dx*sin + dz*cos, dz*sin - dx*cos
}

// reach is how near a point counts as reached, metres: with headings 30° apart
// a forward of 0.25 m gets nearer down to 0.13 m.
const reach = 0.2

// follow walks to each point, in order.
func (f *follower) follow(points [][2]float64) {
	f.t.Helper()
	for _, xz := range points {
		p := point{xz[0], xz[1]}
		if f.way.scans {
			f.scan()
		}
		for n := 0; f.at.distance(p) > reach; n++ {
			if n > 500 {
				f.t.Fatalf("point %v is not reached", p)
			}
			ahead := math.Atan2(p.x-f.at.x, p.z-f.at.z)*180/math.Pi - f.yaw
			switch ahead -= 360 * math.Round(ahead/360); {
			case ahead > 15+1e-6:
				f.take(nav.TurnRight, nav.PhaseTurn)
			case ahead < -15-1e-6:
				f.take(nav.TurnLeft, nav.PhaseTurn)
			default:
				f.take(nav.Forward, nav.PhasePolicy)
			}
		}
	}
}

// scan stops, looks round with 12 views, and plans to go on where view 0 looks.
func (f *follower) scan() {
	f.t.Helper()
	f.take(nav.Stop, nav.PhasePolicy)
	for range nav.Views - 1 {
		f.take(nav.TurnRight, nav.PhaseScan)
	}
	for i := range nav.Views - 1 {
		f.trodden[len(f.trodden)-1-i].scan = true
	}
	if f.mem.Facing() != nav.Views-1 {
		f.t.Errorf("step %d: after a scan it faces view %d", f.mem.Seq(), f.mem.Facing())
	}
	f.do(f.mem.Seq(), "plan 0")
	f.planned = true // one turn to the right faces view 0
	if got := f.value("events"); got != "plan" {
		f.t.Errorf("step %d: the plan tells of %q", f.mem.Seq(), got)
	}
}

// take does one step, in both accounts and in the memory.
func (f *follower) take(a nav.Action, phase nav.Phase) {
	f.t.Helper()
	st := nav.Step{Action: a}
	if f.way.phases {
		st.Phase = phase
	}
	s := trod{from: f.told, seq: f.mem.Seq() + 1, scan: st.Phase == nav.PhaseScan, planned: f.planned && a == nav.TurnRight, leg: f.mem.Plans()}
	f.planned = false
	switch a {
	case nav.TurnLeft:
		f.yaw, s.turn = f.yaw-30, a
	case nav.TurnRight:
		f.yaw, s.turn = f.yaw+30, a
	case nav.Forward:
		f.forward(&st)
		s.forward, s.moved, s.heading = true, s.from.distance(f.told), f.yaw
		s.bumped = bumps(st) && !f.bumped
	}
	s.to = f.told
	if st.Action == nav.Forward || st.Action.Turn() {
		f.bumped = bumps(st)
	}
	f.step(st)
	s.place = f.last.Place.ID
	f.trodden = append(f.trodden, s)
	f.checkPose()
	f.checkAnswer(s)
	f.look()
}

// forward moves the robot as the world lets it, and reports that.
func (f *follower) forward(st *nav.Step) {
	f.forwards++
	moved, deg := 0.25, 0.0
	switch {
	case f.way.hits && f.forwards%6 == 0:
		moved = 0
	case f.way.hits && f.forwards%5 == 0:
		moved, deg = 0.15, float64(35-70*(f.forwards/5%2))
	}
	f.lost += f.way.report(st, moved, deg)
	f.at = f.at.moved(moved, f.yaw-deg)
	switch {
	case st.MovedM != nil && st.MovedDeg != nil:
		f.told = f.told.moved(*st.MovedM, f.yaw-*st.MovedDeg)
	case st.MovedM != nil:
		f.told = f.told.moved(*st.MovedM, f.yaw)
	case !st.Collided:
		f.told = f.told.moved(0.25, f.yaw)
	}
}

// look gives a sample when one is due or the robot is in another room.
func (f *follower) look() {
	f.t.Helper()
	room := f.way.sees(f.at)
	if room == f.room && !f.mem.SceneDue().Due {
		return
	}
	before := f.mem.CurrentAnchor()
	f.do(f.mem.Seq(), "see "+room)
	f.room = room
	if f.mem.CurrentAnchor() != before {
		f.setAnchor()
	}
}

func (f *follower) setAnchor() {
	a := f.trodden[len(f.trodden)-1]
	a.place = f.mem.Where().ID
	f.join(a)
	f.anchors = append(f.anchors, a)
	f.since.forwards, f.since.turned = 0, false
}

// join gives the place of a new anchor the lowest key of the places of its type
// that have an anchor within r.
func (f *follower) join(a trod) {
	if int(a.place) > len(f.keys) {
		f.keys = append(f.keys, int(a.place))
	}
	for _, b := range f.anchors {
		one, other := f.keys[a.place-1], f.keys[b.place-1]
		if one == other || f.kind(a) != f.kind(b) || a.to.distance(b.to) > f.mem.Config().LocalizeRadiusM+1e-9 {
			continue
		}
		for i, k := range f.keys {
			if k == one || k == other {
				f.keys[i] = min(one, other)
			}
		}
	}
}

// kind is the type of the place that an anchor belongs to.
func (f *follower) kind(a trod) string {
	p, _ := f.mem.Place(a.place)
	return string(p.Type)
}

// ababa: the last four keys are A, B, A, B. Keys that follow one another differ.
func (f *follower) ababa() bool {
	k := f.keys[max(0, len(f.keys)-4):]
	return len(k) == 4 && k[0] == k[2] && k[1] == k[3]
}

// checkPose: dead reckoning is the told pose, and that is off by no more than
// the reports leave out.
func (f *follower) checkPose() {
	f.t.Helper()
	x, y := f.odom(f.told)
	p := f.mem.Pose()
	if off := math.Hypot(p.X-x, p.Y-y); off > 1e-9 {
		f.t.Fatalf("step %d: it is %v m off what was reported", f.mem.Seq(), off)
	}
	if off := f.told.distance(f.at); off > f.lost+1e-9 {
		f.t.Fatalf("step %d: it is %v m off, the reports account for %v", f.mem.Seq(), off, f.lost)
	}
	if turn := p.Yaw + f.yaw - f.start.Yaw; math.Abs(turn-360*math.Round(turn/360)) > 1e-9 || p.Yaw <= -180 || p.Yaw > 180 {
		f.t.Fatalf("step %d: its yaw is %v", f.mem.Seq(), p.Yaw)
	}
}

// checkAnswer compares the events of a step with those that the accounts
// expect: on a straight walk nothing but an anchor every second forward.
func (f *follower) checkAnswer(s trod) {
	f.t.Helper()
	want := []event.Type{}
	entered := hasEvent(f.last.Events, event.PlaceEntered)
	if entered {
		want = append(want, event.PlaceCreated, event.PlaceEntered)
	}
	f.since.turned = f.since.turned || s.turn != ""
	counts := s.forward && s.moved >= 0.125
	if counts {
		f.since.forwards++
	}
	if entered || counts && (f.since.turned || f.since.forwards == 2) {
		want = append(want, event.AnchorCreated)
		f.setAnchor()
	}
	w := f.window()
	if stuck, ababa := f.stuck(w), f.ababa(); stuck != f.last.Loop.Stuck || ababa != f.last.Loop.ABABA {
		f.t.Errorf("step %d: %+v, want stuck %v, ABABA %v", s.seq, f.last.Loop, stuck, ababa)
	} else if stuck && !f.way.hits && onward(w) {
		f.t.Errorf("step %d: stuck, though it gets on", s.seq)
	}
	got := []event.Type{}
	for _, e := range f.last.Events {
		if e.Type != event.Stuck && e.Type != event.ABABA {
			got = append(got, e.Type)
		}
	}
	if !slices.Equal(got, want) {
		f.t.Errorf("step %d: events %v, want %v", s.seq, got, want)
	}
}

// window gives the last ten steps that are no scan and that no plan asked for.
// Turns without phase count
// once something else follows them.
func (f *follower) window() []trod {
	var w []trod
	for _, s := range f.trodden {
		if !s.scan && !s.planned && (s.forward || s.turn != "") {
			w = append(w, s)
		}
	}
	last, first := f.trodden[len(f.trodden)-1], len(f.trodden)-1
	for first > 0 && f.trodden[first-1].turn == last.turn && f.trodden[first-1].leg == last.leg {
		first--
	}
	told := last.leg > 0 && (first == 0 || f.trodden[first-1].leg < last.leg) // it may be what the plan asked for
	if last.turn != "" && (!f.way.phases || told && last.turn == nav.TurnLeft) {
		for len(w) > 0 && w[len(w)-1].turn == last.turn && !last.planned {
			w = w[:len(w)-1]
		}
	}
	return w[max(0, len(w)-10):]
}

// stuck: a whole window at one key, and less than 0.5 m from its first to its
// last step, and from the first to the last of the running leg.
func (f *follower) stuck(w []trod) bool {
	if len(w) < 10 {
		return false
	}
	for _, s := range w {
		if f.keys[s.place-1] != f.keys[w[0].place-1] {
			return false
		}
	}
	leg := slices.DeleteFunc(slices.Clone(w), func(s trod) bool { return s.leg != f.mem.Plans() })
	return still(w) && still(leg)
}

// still: less than 0.5 m from the first to the last step, slid or not.
func still(w []trod) bool {
	if len(w) == 0 {
		return true
	}
	from, to := w[0].from, w[len(w)-1].to
	slid := to
	for _, s := range w {
		if s.bumped {
			slid = slid.moved(0.125, s.heading)
		}
	}
	return from.distance(to) < 0.5-1e-9 && from.distance(slid) < 0.5-1e-9
}

// onward tells whether six forwards or more of the window lead within 120° of
// one another: they take a robot 0.75 m away at least, whatever the order.
func onward(w []trod) bool {
	forwards := 0
	for _, a := range w {
		if !a.forward {
			continue
		}
		forwards++
		for _, b := range w {
			if turn := a.heading - b.heading; b.forward && math.Abs(turn-360*math.Round(turn/360)) > 120+1e-9 {
				return false
			}
		}
	}
	return forwards >= 6
}
