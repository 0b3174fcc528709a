package nav_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"navd/daemon/nav"
	"navd/daemon/planner"
)

// course is a walk that the benchmarks measure, as it goes on and on.
type course struct {
	name  string
	long  float64               // it stays within this many metres ahead and back; 0: a building without end
	wide  float64               // and to the sides
	turns int                   // one step in this many is a turn, 0: only at the ends
	plans int                   // steps between plans
	room  func(nav.Pose) string // what is seen at every step, nil: nothing
	sites bool                  // it is as long as it has scan sites, not anchors
}

// courses are a building without end, where what lies near does not grow with
// the walk; one house that is walked over and over; and worse: one corridor up
// and down, round one spot, ever new entries of two rooms, a house without
// names, and a plan every third step. No forward is like another.
func courses() []course {
	two := func(p nav.Pose) string { return []string{"kitchen", "bedroom"}[int(math.Floor(p.X))&1] }
	return []course{
		{"building", 0, 0, 0, 30, roomAt, false},
		{"house", 15, 15, 4, 30, roomAt, false},
		{"corridor", 10, 1, 0, 30, roomAt, false},
		{"spot", 2, 2, 2, 30, roomAt, false},
		{"entries", 4, 1, 0, 30, two, false},
		{"unnamed", 15, 15, 4, 30, nil, false},
		{"plans", 15, 15, 4, 3, roomAt, true},
	}
}

// walker takes the steps of a course.
type walker struct {
	course
	rays   int // directions that a scan measures in a house of rooms; 0: two distances a view, from nowhere
	rng    *rand.Rand
	m      *nav.Memory
	stored nav.Delta
	left   int // turns to take in one go
}

func newWalker(c course) *walker {
	w := &walker{course: c, rng: rand.New(rand.NewPCG(3, 4))}
	w.m, _, w.stored = nav.New("ep", "sofa", nav.DefaultConfig())
	return w
}

// size is how much of the walk there is.
func (w *walker) size() int {
	if w.sites {
		return w.m.Plans()
	}
	return int(w.m.CurrentAnchor())
}

// walk goes on by one step, with the plan before and the sample after it.
func (w *walker) walk(tb testing.TB) {
	if w.m.Seq()%w.plans == 0 {
		w.plan()
	}
	st := nav.Step{Seq: w.m.Seq() + 1, Action: w.action(), Phase: nav.PhasePolicy}
	if st.Action == nav.Forward && w.long > 0 {
		st.MovedM, st.MovedDeg = new(0.25+0.005*w.rng.NormFloat64()), new(2*w.rng.NormFloat64())
	}
	_, d, err := w.m.Advance(st)
	if err != nil {
		tb.Fatal(err)
	}
	w.stored = w.stored.Then(d)
	if w.room == nil {
		return
	}
	_, _, d, err = w.m.Observe(nav.Sample{Step: w.m.Seq(), Label: w.room(w.m.Pose()), Objects: []string{"lamp"}})
	if err != nil {
		tb.Fatal(err)
	}
	w.stored = w.stored.Then(d)
}

// action chooses the next action: at the ends of the course it turns home.
func (w *walker) action() nav.Action {
	p, ahead := w.m.Pose(), w.m.Pose().Moved(0.5, 0)
	switch {
	case w.long == 0:
		return corridors(w.m.Seq())
	case w.left == 0 && (math.Abs(ahead.X) > w.long/2 || math.Abs(ahead.Y) > w.wide/2):
		home := p.Bearing(nav.Pose{}) - p.Yaw
		w.left = int(math.Mod(home+720, 360)/30 + 0.5)
	case w.left == 0 && w.rays > 0 && w.long > 0 && rooms(p, p.Yaw) < 0.5:
		w.left = 1 + w.rng.IntN(11)
	case w.left == 0 && w.turns > 0 && w.rng.IntN(w.turns) == 0:
		return []nav.Action{nav.TurnLeft, nav.TurnRight}[w.rng.IntN(2)]
	}
	if w.left == 0 {
		return nav.Forward
	}
	w.left--
	return nav.TurnLeft
}

// look is what the controller of a course sees before a plan.
func (w *walker) look() nav.Survey {
	p := w.m.Pose()
	if w.rays == 0 {
		return w.m.Survey(nav.AllViews(), 0, (&wanderer{}).labels(p))
	}
	r := nav.Ranges{StepDeg: 360 / float64(w.rays), MaxM: 10}
	for i := range w.rays {
		r.Values = append(r.Values, new(rooms(p, p.Yaw+float64(i)*r.StepDeg)))
	}
	var labels []nav.Glimpse
	for v := range nav.Views {
		see := rooms(p, p.Yaw-30*float64(v))
		labels = append(labels, nav.Glimpse{View: v, SceneType: roomAt(p.Reach(see, p.Yaw-30*float64(v)).Moved(-0.5, 0)), FreeM: &see, SeeM: &see})
	}
	return w.m.Survey(nav.AllViews(), 0, labels, r)
}

// rooms tells how far one sees in a direction, at most 10 m, among rooms of 5 m with a
// door of 1.6 m in the middle of each wall. One has its middle at the origin.
func rooms(p nav.Pose, heading float64) float64 {
	const room, door, far = 5.0, 1.6, 10.0
	dy, dx := math.Sincos(heading * math.Pi / 180)
	near := far
	across := func(x, y, dx, dy float64) { // the walls at right angles to x
		if dx == 0 {
			return
		}
		for wall := math.Floor(x/room+0.5)*room + math.Copysign(room/2, dx); ; wall += math.Copysign(room, dx) {
			t := (wall - x) / dx
			if t >= near {
				return
			}
			if at := y + t*dy; t > 0 && math.Abs(at-room*math.Round(at/room)) > door/2 {
				near = t
			}
		}
	}
	across(p.X, p.Y, dx, dy)
	across(p.Y, p.X, dy, dx)
	return near
}

// plan decides as the daemon does without a model.
func (w *walker) plan() {
	sv := w.look()
	d := planner.Local(sv, nil)
	w.m.Context(sv, nav.Prompt{}).Fit(800)
	_, _, delta := w.m.Decide(sv, nav.Choice{
		GoalFlag: d.GoalFlag, Angle: d.Angle, View: d.View, SceneType: d.SceneType, Why: d.Why, ToSite: d.ToSite, ToView: d.ToView,
	})
	w.stored = w.stored.Then(delta)
}

// walked gives the walks of each course at their lengths, without ranges and with 12
// and 60 of them; each is walked once.
var walked = map[int]map[string]func() []*walker{0: walks(0), 12: walks(12), 60: walks(60)}

func walks(rays int) map[string]func() []*walker {
	out := map[string]func() []*walker{}
	for _, c := range courses() {
		out[c.name] = sync.OnceValue(func() (walks []*walker) {
			for _, size := range lengths {
				w := newWalker(c)
				w.rays = rays
				for w.size() < size || (c.long == 0 && w.m.Seq()%period != 40) { // all end at the same spot of a corridor
					w.walk(nil)
				}
				walks = append(walks, w)
			}
			return walks
		})
	}
	return out
}

// lengths are how long the walks are, anchors or sites.
var lengths = [...]int{1000, 10000}

// again gives the walk's memory as it is stored.
func (w *walker) again(b *testing.B) *walker {
	m, err := nav.Restore("ep", nav.DefaultConfig(), w.stored)
	if err != nil {
		b.Fatal(err)
	}
	out := *w
	out.rng, out.m, out.stored = rand.New(rand.NewPCG(5, 6)), m, nav.Delta{}
	return &out
}

// compareLengths measures an operation on the walks of every course, the short one
// and the long one alternately, so that what else the machine does slows both. It
// reports the median of each and their ratio. Before each time the walk goes on
// by steps, which are not measured; it is taken up anew when it has grown.
func compareLengths(b *testing.B, steps int, do func(w *walker)) { compareWith(b, 0, steps, do) }

func compareWith(b *testing.B, rays, steps int, do func(w *walker)) {
	for _, c := range courses() {
		if rays > 0 && c.sites {
			continue // it takes minutes to walk
		}
		b.Run(c.name, func(b *testing.B) {
			var took [len(lengths)][]float64
			var at [len(lengths)]*walker
			for i := range b.N {
				for k := range at {
					if at[k] == nil || i%40 == 0 && steps > 0 {
						at[k] = walked[rays][c.name]()[k].again(b)
					}
					for range steps {
						at[k].walk(b)
					}
					took[k] = append(took[k], timed(func() { do(at[k]) }))
				}
			}
			report(b, took)
		})
	}
}

// timed gives the nanoseconds that fn takes; short ones are repeated.
func timed(fn func()) float64 {
	start := time.Now()
	fn()
	return float64(time.Since(start))
}

func report(b *testing.B, took [len(lengths)][]float64) {
	var median [len(lengths)]float64
	for k := range took {
		slices.Sort(took[k])
		median[k] = took[k][len(took[k])/2]
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median[0], "ns-1000")
	b.ReportMetric(median[1], "ns-10000")
	b.ReportMetric(median[1]/median[0], "x-1000")
}

func BenchmarkAdvance(b *testing.B) {
	compareLengths(b, 0, func(w *walker) {
		if _, _, err := w.m.Advance(nav.Step{Seq: w.m.Seq() + 1, Action: w.action(), Phase: nav.PhasePolicy}); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkSurvey(b *testing.B) {
	compareLengths(b, 1, func(w *walker) { w.look() })
}

func BenchmarkContext(b *testing.B) {
	compareLengths(b, 1, func(w *walker) { w.m.Context(w.look(), nav.Prompt{}).Fit(800) })
}

func BenchmarkPlan(b *testing.B) {
	compareLengths(b, 1, func(w *walker) { w.plan() })
}

// With ranges, in a house whose walls stand where they stood.
func BenchmarkPlanRanges(b *testing.B) {
	for _, rays := range []int{12, 60} {
		b.Run(strconv.Itoa(rays), func(b *testing.B) { compareWith(b, rays, 1, func(w *walker) { w.plan() }) })
	}
}

func BenchmarkLocalize(b *testing.B) {
	localize := func(limit int) func(*walker) {
		return func(w *walker) {
			if _, err := w.m.Localize(w.m.CurrentAnchor(), 1.5, limit); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("at most 100", func(b *testing.B) { compareLengths(b, 1, localize(100)) })
	b.Run("at most 10", func(b *testing.B) { compareLengths(b, 1, localize(10)) })
}
