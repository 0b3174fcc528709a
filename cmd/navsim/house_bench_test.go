package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/episode"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
)

// resident is a robot that walks the shortest ways of a life and looks around on the way,
// without a daemon: what its house grows to, search after search.
type resident struct {
	visits []robot.Visit
	rng    *rand.Rand
	m      *nav.Memory
	pose   world.Pose
	senses world.Senses
}

const (
	residentStride = 0.25 // metres
	residentScan   = 10   // strides between two looks around
	residentOffM   = 0.1  // by which its alignments are off, metres
	residentOff    = 2.0  // and degrees, standard deviation
)

// newResident draws searches from anywhere in a generated house.
func newResident(tb testing.TB, seed uint64, searches int) *resident {
	tb.Helper()
	m, err := world.NewMap(world.Plan{}.Generate(seed))
	if err != nil {
		tb.Fatal(err)
	}
	visits, err := robot.Life{Searches: searches, Start: robot.FromUnknown, Seed: seed}.Visits(m)
	if err != nil || len(visits) != searches {
		tb.Fatalf("%d visits: %v", len(visits), err)
	}
	return &resident{visits: visits, rng: rand.New(rand.NewPCG(seed, 1))}
}

// visit makes one search.
func (r *resident) visit(tb testing.TB, n int) house.Visit {
	tb.Helper()
	e := r.visits[n].Episode
	r.pose, r.senses = e.Start, world.Senses{Profile: world.Rough(), Episode: e.ID, Seed: 1}
	r.m, _, _ = nav.New(e.ID, e.Target, nav.DefaultConfig())
	is := robot.PoseOf(e.Start)
	is.X, is.Y, is.Yaw = is.X+residentOffM*r.rng.NormFloat64(), is.Y+residentOffM*r.rng.NormFloat64(), nav.NormDeg(is.Yaw+residentOff*r.rng.NormFloat64())
	r.look(tb)
	strides := 0
	for _, p := range e.Path {
		for to := (world.Point{X: p[0], Z: p[1]}); r.pose.Point().Dist(to) > 1e-6; {
			r.stride(tb, to)
			if strides++; strides%residentScan == 0 {
				r.look(tb)
			}
		}
	}
	places, anchors := r.m.Walked()
	return house.Visit{
		Episode: e.ID, At: time.Unix(int64(n)*3600, 0).UTC(), Alignments: []house.Alignment{{Version: 1, Frame: nav.FrameOf(nav.Pose{}, is), How: house.Given}},
		Places: places, Anchors: anchors, Sites: r.m.Sites(0), Found: &house.Found{Goal: e.Target, At: r.m.Pose(), Seq: r.m.Seq()},
	}
}

// stride takes the robot one stride nearer to a point.
func (r *resident) stride(tb testing.TB, to world.Point) {
	tb.Helper()
	metres, bearing := min(residentStride, r.pose.Point().Dist(to)), r.pose.Point().Toward(to)
	aside := nav.NormDeg(r.pose.Yaw - bearing)
	if _, _, err := r.m.Advance(nav.Step{Seq: r.m.Seq() + 1, Action: nav.Forward, MovedM: &metres, MovedDeg: &aside, Phase: nav.PhasePolicy}); err != nil {
		tb.Fatal(err)
	}
	at := r.pose.Point().Add(world.Heading(bearing).Scale(metres))
	r.pose.X, r.pose.Z = at.X, at.Z
}

// look looks around, as a plan does.
func (r *resident) look(tb testing.TB) {
	tb.Helper()
	room, things := r.visits[0].Map.Scene(r.pose, r.senses)
	if _, _, _, err := r.m.Observe(nav.Sample{Step: r.m.Seq(), Label: room, Objects: things}); err != nil {
		tb.Fatal(err)
	}
	labels, ranges := r.sees()
	sv := r.m.Survey(nav.AllViews(), 0, labels, ranges)
	r.m.Decide(sv, nav.Choice{Why: "it knows the way"})
}

// sees is what the robot tells navd of what it sees.
func (r *resident) sees() (labels []nav.Glimpse, ranges nav.Ranges) {
	for _, v := range r.visits[0].Map.Look(r.pose, r.senses) {
		g := nav.Glimpse{View: v.View, SceneType: v.Type, FreeM: &v.FreeM, SeeM: &v.SeeM}
		for _, o := range v.Objects {
			g.Objects = append(g.Objects, o.Type)
		}
		labels = append(labels, g)
	}
	ranges = nav.Ranges{StepDeg: 360 / float64(robot.ScanRays), MaxM: world.MaxSight}
	for i := range robot.ScanRays {
		way := r.pose.Turned(float64(i) * ranges.StepDeg)
		d, wall := r.visits[0].Map.Ray(way.Point(), way.Yaw, world.MaxSight)
		if d, hit := r.senses.Range(way, d, wall != nil); hit {
			ranges.Values = append(ranges.Values, &d)
		} else {
			ranges.Values = append(ranges.Values, nil)
		}
	}
	return labels, ranges
}

// lifeLengths are the searches after which a house is measured; what it costs is held
// against the house after lifeBase of them.
var lifeLengths = []int{1, 10, lifeBase, 1000}

const (
	lifeBase   = 50
	housePause = 500 * time.Millisecond
)

// BenchmarkHouse measures what a house costs that a robot searches again and again: how
// much there is of it, and how long plans take in it, which are made by turns in all of
// them, so that what else the machine does slows all. The first plan of an episode is told
// apart from those that follow. The daemon has had housePause to prepare the houses, as after
// the end of an episode that changed one.
func BenchmarkHouse(b *testing.B) {
	c := dialed(b, navd(b))
	r, figures := newResident(b, 2, slices.Max(lifeLengths)), map[string]map[int]float64{}
	note := func(n int, what string, v float64) {
		if figures[what] == nil {
			figures[what] = map[int]float64{}
		}
		figures[what][n] = v
	}
	documents, first, next := map[int]json.RawMessage{}, map[int][]float64{}, map[int][]float64{}
	for n, h := range r.houses(b) {
		document, err := json.Marshal(h)
		if err != nil {
			b.Fatal(err)
		}
		links := 0
		for _, o := range h.Nodes {
			links += len(o.Links)
		}
		documents[n] = document
		for what, many := range map[string]int{"sites": len(h.Sites), "nodes": len(h.Nodes), "links": links, "things": len(h.Things), "kB": len(document) / 1000} {
			note(n, what, float64(many))
		}
	}
	for i := 0; b.Loop(); i++ {
		name := func(n int) string { return fmt.Sprintf("%d of %d", i, n) }
		for _, n := range lifeLengths {
			if _, err := ipc.HouseImport.Call(b.Context(), c, ipc.HouseImportParams{Document: documents[n], House: name(n)}); err != nil {
				b.Fatal(err)
			}
		}
		time.Sleep(housePause)
		for _, n := range lifeLengths {
			took := r.search(b, c, name(n), i)
			first[n], next[n] = append(first[n], took[0]), append(next[n], took[1:]...)
		}
	}
	for _, n := range lifeLengths {
		note(n, "ms-first-plan", median(first[n]))
		note(n, "ms-next-plan", median(next[n]))
	}
	b.ReportMetric(0, "ns/op")
	for what, at := range figures {
		b.ReportMetric(at[lifeBase], fmt.Sprintf("%s-%d", what, lifeBase))
		for n, v := range at {
			if n != lifeBase {
				b.ReportMetric(v/at[lifeBase], fmt.Sprintf("%s-%dx%d", what, lifeBase, n))
			}
		}
	}
}

// houses gives the house after each of the lifeLengths.
func (r *resident) houses(tb testing.TB) map[int]*house.House {
	tb.Helper()
	h, all := house.Empty("house"), map[int]*house.House{}
	for n := range r.visits {
		h = h.Merge(r.visit(tb, n))
		if slices.Contains(lifeLengths, n+1) {
			all[n+1] = h
		}
	}
	return all
}

// search lets a robot that knows where it is search a house, and tells how long its plans
// took, milliseconds.
func (r *resident) search(tb testing.TB, c *client.Client, name string, n int) (took []float64) {
	tb.Helper()
	v := r.visits[n%len(r.visits)]
	start := robot.PoseOf(v.Episode.Start)
	_, err := robot.Search(tb.Context(), c, robot.Task{
		Map: v.Map, Goal: v.Goal, Episode: v.Episode, Profile: world.Rough(), Seed: 1, Rays: robot.ScanRays, Now: time.Now,
		House: &ipc.BeginHouse{ID: name, Mode: string(episode.HomeRead), Start: &ipc.HouseStart{Pose: &start}},
	}, func(m robot.Moment) {
		if m.Plan != nil {
			took = append(took, float64(m.Plan.Took)/float64(time.Millisecond))
		}
	})
	if err != nil {
		tb.Fatal(err)
	}
	return took
}
