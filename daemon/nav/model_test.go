package nav_test

import (
	"math"
	"testing"

	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/ref"

	"pgregory.net/rapid"
)

// model is the navigation memory once more, as plainly as its rules are
// written: whole histories instead of running state, every pair of anchors
// compared with every other.
type model struct {
	cfg     nav.Config
	x, y    float64
	yaw     float64
	steps   []modelStep
	anchors []modelAnchor
	places  []string     // type of each, by id-1
	cand    *modelSample // first sample of the candidate
	sampled int          // step of the last sample, -1: none
	failed  int          // step of a scene call that failed since, -1: none
	asked   bool         // a sample was asked for since
}

type modelStep struct {
	st       nav.Step
	moved    float64
	x0, y0   float64
	x1, y1   float64
	sx, sy   float64 // half a length where it may have slid
	place    int
	turnAt   bool
	junction bool
}

type modelAnchor struct {
	x, y       float64
	place, seq int
}

type modelSample struct {
	step int
	kind string
}

func newModel(cfg nav.Config) *model {
	return &model{cfg: cfg, anchors: []modelAnchor{{place: 1}}, places: []string{"unknown"}, sampled: -1, failed: -1}
}

func (o *model) step(st nav.Step) {
	s := modelStep{st: st, x0: o.x, y0: o.y, turnAt: st.Action == nav.TurnLeft || st.Action == nav.TurnRight, junction: st.Junction}
	switch st.Action {
	case nav.TurnLeft:
		o.yaw += o.cfg.TurnDeg
	case nav.TurnRight:
		o.yaw -= o.cfg.TurnDeg
	case nav.Forward:
		s.moved = o.cfg.ForwardM
		if st.Collided {
			s.moved = 0
		}
		dir := o.yaw
		if st.MovedM != nil {
			s.moved = *st.MovedM
		}
		if st.MovedDeg != nil {
			dir += *st.MovedDeg
		}
		o.x += s.moved * math.Cos(dir*math.Pi/180)
		o.y += s.moved * math.Sin(dir*math.Pi/180)
	}
	s.x1, s.y1 = o.x, o.y
	if bumps(st) && !o.bumped() {
		s.sx, s.sy = o.cfg.ForwardM/2*math.Cos(o.yaw*math.Pi/180), o.cfg.ForwardM/2*math.Sin(o.yaw*math.Pi/180)
	}
	o.steps = append(o.steps, s)
	now := len(o.steps)
	entered := o.cand != nil && o.sampled == o.cand.step && now >= o.cand.step+o.cfg.DwellSteps+1
	if entered {
		o.enter()
	}
	o.steps[now-1].place = len(o.places)
	if !entered && o.anchorDue() {
		o.anchor()
	}
}

// bumps tells whether a step ran into something, and nobody measured how far it
// came.
func bumps(st nav.Step) bool { return st.Action == nav.Forward && st.Collided && st.MovedM == nil }

// bumped tells whether the last forward or turn bumped.
func (o *model) bumped() bool {
	for i := len(o.steps) - 1; i >= 0; i-- {
		if st := o.steps[i].st; st.Action == nav.Forward || st.Action.Turn() {
			return bumps(st)
		}
	}
	return false
}

func (o *model) enter() {
	o.places = append(o.places, o.cand.kind)
	o.cand = nil
	o.anchor()
}

func (o *model) anchor() {
	o.anchors = append(o.anchors, modelAnchor{o.x, o.y, len(o.places), len(o.steps)})
}

// anchorDue looks back over the steps since the last anchor.
func (o *model) anchorDue() bool {
	n := len(o.steps)
	last := o.steps[n-1]
	if last.junction && (n == 1 || !o.steps[n-2].junction) {
		return true
	}
	if !o.counts(last) {
		return false
	}
	forwards, turned := 0, false
	for _, s := range o.steps[o.anchors[len(o.anchors)-1].seq:] {
		if o.counts(s) {
			forwards++
		}
		turned = turned || s.turnAt
	}
	return turned || forwards >= o.cfg.AnchorEvery
}

// counts tells whether a step is a forward of at least half its length.
func (o *model) counts(s modelStep) bool {
	return s.st.Action == nav.Forward && s.moved*2 >= o.cfg.ForwardM
}

func (o *model) see(step int, kind string) {
	if step < o.sampled {
		return
	}
	o.sampled, o.failed, o.asked = step, -1, false
	switch {
	case o.places[0] == "unknown":
		o.places[0] = kind
	case kind == o.places[len(o.places)-1]:
		o.cand = nil
	case o.cand == nil || o.cand.kind != kind:
		o.cand = &modelSample{step, kind}
	case step >= o.cand.step+o.cfg.DwellSteps:
		o.enter()
	}
}

// due tells why a sample is wanted now, empty: it is not.
func (o *model) due() string {
	now := len(o.steps)
	switch {
	case o.failed >= 0 && now < o.failed+5:
		return ""
	case o.failed >= 0:
		return "retry"
	case o.sampled < 0:
		return "start"
	case o.cand != nil && now-o.cand.step >= o.cfg.DwellSteps:
		return "confirm"
	case o.asked:
		return "asked"
	case now-o.sampled >= o.cfg.SceneEvery:
		return "period"
	}
	return ""
}

// keys names each place by the lowest one it hangs together with.
func (o *model) keys() []ref.PlaceID {
	out := make([]ref.PlaceID, len(o.places))
	for i := range out {
		out[i] = ref.PlaceID(i + 1)
	}
	for range o.places {
		for _, a := range o.anchors {
			for _, b := range o.anchors {
				p, q := a.place-1, b.place-1
				if o.places[p] == "unknown" || o.places[p] != o.places[q] || math.Hypot(a.x-b.x, a.y-b.y) > o.cfg.LocalizeRadiusM+1e-9 {
					continue
				}
				low := min(out[p], out[q])
				out[p], out[q] = low, low
			}
		}
	}
	return out
}

// window gives the steps that count for STUCK: all policy and turn steps but
// those of runs of equal turns without a phase that were a scan, or turned up to
// half a round after one. Nobody plans here.
func (o *model) window() []modelStep {
	var out []modelStep
	for i, scan := 0, false; i < len(o.steps); {
		n := 1
		for i+n < len(o.steps) && o.steps[i].turnAt && o.steps[i+n].st.Action == o.steps[i].st.Action && o.steps[i+n].st.Phase == o.steps[i].st.Phase {
			n++
		}
		run, ended := o.steps[i:i+n], i+n < len(o.steps)
		i += n
		s, after := run[0].st, scan
		scan = false
		switch {
		case s.Phase == nav.PhaseScan || s.Phase == nav.PhaseLevel || s.Action == nav.Stop:
		case !run[0].turnAt || s.Phase != "":
			out = append(out, run...)
		case n > 17:
			out = append(out, run[11:]...)
		case !ended || n >= 11 || after && n <= 6:
			scan = n == 11 || n == 12
		default:
			out = append(out, run...)
		}
	}
	return out[max(0, len(out)-o.cfg.StuckWindow):]
}

// stuck is the progress rule.
func (o *model) stuck() bool {
	w, keys := o.window(), o.keys()
	if len(w) < o.cfg.StuckWindow {
		return false
	}
	for _, s := range w {
		if keys[s.place-1] != keys[w[0].place-1] {
			return false
		}
	}
	first, last := w[0], w[len(w)-1]
	x, y := last.x1-first.x0, last.y1-first.y0
	net := math.Hypot(x, y)
	for _, s := range w {
		x, y = x+s.sx, y+s.sy
	}
	return net < 0.5-1e-9 && math.Hypot(x, y) < 0.5-1e-9
}

// ababa collapses the keys of the places and looks at the last four.
func (o *model) ababa() bool {
	var trail []ref.PlaceID
	for _, k := range o.keys() {
		if len(trail) == 0 || trail[len(trail)-1] != k {
			trail = append(trail, k)
		}
	}
	n := len(trail)
	return n >= 4 && trail[n-4] == trail[n-2] && trail[n-3] == trail[n-1] && trail[n-1] != trail[n-2]
}

// drawStep draws a step as controllers send them. Looks never follow eleven
// turns, where the model is plainer than the rule.
func drawStep(t *rapid.T, seq int) nav.Step {
	st := nav.Step{Seq: seq, Action: rapid.SampledFrom([]nav.Action{
		nav.Forward, nav.Forward, nav.Forward, nav.TurnLeft, nav.TurnRight, nav.TurnRight, nav.TurnRight, nav.Stop,
	}).Draw(t, "action")}
	st.Phase = rapid.SampledFrom([]nav.Phase{"", "", "", nav.PhaseScan, nav.PhaseTurn, nav.PhasePolicy, nav.PhaseLevel}).Draw(t, "phase")
	st.Junction = rapid.IntRange(0, 7).Draw(t, "junction") == 0
	if st.Action == nav.Forward {
		st.Collided = rapid.IntRange(0, 3).Draw(t, "collided") == 0
		if rapid.IntRange(0, 3).Draw(t, "measured") == 0 {
			st.MovedM = new(float64(rapid.IntRange(0, 4).Draw(t, "moved")) * 0.0625)
			if rapid.Bool().Draw(t, "slid") {
				st.MovedDeg = new(float64(rapid.IntRange(-12, 12).Draw(t, "deg")) * 30)
			}
		}
	}
	return st
}

// TestAgainstModel walks random traces in both and compares after every step.
func TestAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := nav.DefaultConfig()
		cfg.StuckWindow = rapid.SampledFrom([]int{4, 10}).Draw(t, "window")
		cfg.AnchorEvery = rapid.IntRange(1, 3).Draw(t, "S")
		cfg.DwellSteps = rapid.IntRange(1, 4).Draw(t, "k")
		cfg.SceneEvery = rapid.SampledFrom([]int{4, 20}).Draw(t, "every")
		walkBoth(t, cfg)
	})
}

// TestAtTheEnds does the same at the ends of what settings may be, and where
// they do not fit one another.
func TestAtTheEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := nav.DefaultConfig()
		cfg.ForwardM = rapid.SampledFrom([]float64{0.01, 0.25, 10}).Draw(t, "forward")
		cfg.LocalizeRadiusM = rapid.SampledFrom([]float64{0, 0.2, 1000}).Draw(t, "r")
		cfg.StuckWindow = rapid.SampledFrom([]int{2, 10, 1000}).Draw(t, "window")
		cfg.AnchorEvery = rapid.SampledFrom([]int{1, 2, 1000}).Draw(t, "S")
		cfg.DwellSteps = rapid.SampledFrom([]int{1, 20, 1000}).Draw(t, "k")
		cfg.SceneEvery = rapid.SampledFrom([]int{1, 20, 10000}).Draw(t, "every")
		walkBoth(t, cfg)
	})
}

// walkBoth walks a random trace in both and compares after every step.
func walkBoth(t *rapid.T, cfg nav.Config) {
	kinds := []string{"kitchen", "corridor", "bedroom"}
	m, _, _ := nav.New("ep", "sofa", cfg)
	o := newModel(cfg)
	for range rapid.IntRange(1, 60).Draw(t, "length") {
		switch rapid.IntRange(0, 11).Draw(t, "what") {
		case 0:
			m.SceneFailed("no answer")
			o.failed = m.Seq()
			compare(t, m, o)
			continue
		case 1:
			m.AskSample()
			o.asked, o.failed = true, -1
			compare(t, m, o)
			continue
		case 2, 3:
			s := nav.Sample{Step: max(0, m.Seq()-rapid.IntRange(0, 2).Draw(t, "age")), Label: rapid.SampledFrom(kinds).Draw(t, "kind")}
			if _, _, _, err := m.Observe(s); err != nil {
				t.Fatal(err)
			}
			o.see(s.Step, s.Label)
			compare(t, m, o)
			continue
		}
		steps := []nav.Step{drawStep(t, 0)}
		if steps[0].Action.Turn() && steps[0].Phase == "" && rapid.IntRange(0, 2).Draw(t, "spins") == 0 {
			for range rapid.SampledFrom([]int{5, 6, 9, 10, 11, 12, 16, 17, 20}).Draw(t, "turns") {
				steps = append(steps, steps[0])
			}
		}
		for _, st := range steps {
			stepBoth(t, m, o, st)
		}
	}
}

// stepBoth takes a step in both, and compares.
func stepBoth(t *rapid.T, m *nav.Memory, o *model, st nav.Step) {
	before := m.State()
	st.Seq = m.Seq() + 1
	out, _, err := m.Advance(st)
	if err != nil {
		t.Fatal(err)
	}
	o.step(st)
	compare(t, m, o)
	if out.Loop.Stuck != o.stuck() || out.Loop.ABABA != o.ababa() {
		t.Fatalf("loop %+v, want stuck %v ababa %v", out.Loop, o.stuck(), o.ababa())
	}
	if rose := out.Loop.Stuck && !before.Stuck; rose != hasEvent(out.Events, event.Stuck) {
		t.Fatalf("stuck rose: %v, events %+v", rose, out.Events)
	}
}

func hasEvent(events []event.Event, typ event.Type) bool {
	for _, e := range events {
		if e.Type == typ {
			return true
		}
	}
	return false
}

func compare(t *rapid.T, m *nav.Memory, o *model) {
	p := m.Pose()
	if math.Hypot(p.X-o.x, p.Y-o.y) > 1e-9 || math.Abs(nav.NormDeg(p.Yaw-o.yaw)) > 1e-9 || p.Yaw <= -180 || p.Yaw > 180 {
		t.Fatalf("pose %+v, want %v %v %v", p, o.x, o.y, o.yaw)
	}
	g := m.Graph()
	if len(g.Anchors) != len(o.anchors) || len(g.Places) != len(o.places) {
		t.Fatalf("%d anchors in %d places, want %d in %d", len(g.Anchors), len(g.Places), len(o.anchors), len(o.places))
	}
	for i, a := range g.Anchors {
		w := o.anchors[i]
		if int(a.Place) != w.place || a.Seq != w.seq || math.Hypot(a.Pose.X-w.x, a.Pose.Y-w.y) > 1e-9 {
			t.Fatalf("anchor %+v, want %+v", a, w)
		}
	}
	for i, key := range o.keys() {
		if g.Places[i].Key != key || string(g.Places[i].Type) != o.places[i] {
			t.Fatalf("place %d is %s with key %d, want %s with %d", i+1, g.Places[i].Type, g.Places[i].Key, o.places[i], key)
		}
	}
	if due := m.SceneDue(); due.Reason != o.due() || due.Due != (due.Reason != "") {
		t.Fatalf("sample due %+v, want %q", due, o.due())
	}
	if c := m.State().Candidate; (c == nil) != (o.cand == nil) || (c != nil && (c.Since != o.cand.step || string(c.Type) != o.cand.kind)) {
		t.Fatalf("candidate %+v, want %+v", c, o.cand)
	}
}
