package house_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

func day(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }

// things are what stands in a test, by label.
type things map[string][][2]float64

// scan is a look around in a room without walls: a thing within 5 m is shown by the view
// it lies in.
func scan(seq int, at nav.Pose, room string, there things) nav.Site {
	s := nav.Site{Pose: at, Seq: seq, Place: 1, Anchor: 1, Type: words.LabelKey(room)}
	w := nav.Sweep{FromDeg: at.Yaw, StepDeg: 6, MaxM: 8}
	for range 60 {
		w.Metres = append(w.Metres, 6)
	}
	s.Sweeps = []nav.Sweep{w}
	for i := range nav.Views {
		v := nav.SiteView{View: i, Heading: nav.NormDeg(at.Yaw - 30*float64(i)), Type: s.Type, Known: true, FreeM: 5, SeeM: 6}
		for _, label := range slices.Sorted(maps.Keys(there)) {
			for _, p := range there[label] {
				to := nav.Pose{X: p[0], Y: p[1]}
				if at.Distance(to) <= 5 && math.Abs(nav.NormDeg(at.Bearing(to)-v.Heading)) <= 15 {
					v.Objects = append(v.Objects, label)
				}
			}
		}
		s.Views = append(s.Views, v)
	}
	return s
}

// around is an episode that looked around at some points, by an alignment.
func around(n int, f nav.Frame, room string, there things, at ...[2]float64) house.Visit {
	v := house.Visit{
		Episode: fmt.Sprintf("e%d", n), At: day(n), Alignments: []house.Alignment{{Version: 1, Frame: f, How: house.Given}},
		Places: []nav.Place{{ID: 1, Type: words.LabelKey(room), Label: room}},
	}
	for i, p := range at {
		pose := f.Out(nav.Pose{X: p[0], Y: p[1]})
		inEpisode := things{}
		for label, all := range there {
			for _, q := range all {
				o := f.Out(nav.Pose{X: q[0], Y: q[1]})
				inEpisode[label] = append(inEpisode[label], [2]float64{o.X, o.Y})
			}
		}
		v.Anchors = append(v.Anchors, nav.Anchor{ID: ref.AnchorID(i + 1), Pose: pose, Place: 1, Seq: i})
		v.Sites = append(v.Sites, scan(i, pose, room, inEpisode))
	}
	return v
}

func one(t *testing.T, h *house.House, label string) house.Thing {
	t.Helper()
	all := h.Known(words.ObjectKey(label))
	if len(all) != 1 {
		t.Fatalf("%d things are a %s: %+v", len(all), label, all)
	}
	return all[0]
}

// A thing is where the directions from which it was seen meet, not where the robot stood.
func TestThingStandsWhereSightsMeet(t *testing.T) {
	h := house.Empty("h").Merge(around(1, nav.Frame{}, "kitchen", things{"Fridge": {{3, 1}}}, [2]float64{0, 0}, [2]float64{2, -2}, [2]float64{5, 2}))
	got := one(t, h, "fridge")
	if off := math.Hypot(got.X-3, got.Y-1); off > 0.6 || got.Spread > 0.8 || got.Seen != 3 || got.Room != "kitchen" || got.Place != 1 {
		t.Errorf("it is %.2f m off: %+v", off, got)
	}
	two := house.Empty("h").Merge(around(1, nav.Frame{}, "kitchen", things{"Chair": {{3, 2}, {-3, -2}}}, [2]float64{0, 0}, [2]float64{1, -2}))
	if all := two.Known("chair"); len(all) != 2 || math.Hypot(all[0].X-all[1].X, all[0].Y-all[1].Y) < 4 {
		t.Errorf("two chairs are %+v", all)
	}
}

// A thing is in the room that it was seen in from near, also when it is seen from another
// room later.
func TestRoomOfTheNearestSight(t *testing.T) {
	there := things{"Toilet": {{2, 0}}}
	h := house.Empty("h").Merge(around(1, nav.Frame{}, "bathroom", there, [2]float64{0, 0}, [2]float64{1, 1.5}, [2]float64{2, -1.5}))
	h = h.Merge(around(2, nav.Frame{}, "hallway", there, [2]float64{-2.5, 0}))
	if got := one(t, h, "toilet"); got.Room != "bathroom" || got.Seen != 4 {
		t.Errorf("a toilet of a bathroom, seen from 4.5 m off, is in the %s: %+v", got.Room, got)
	}
	h = h.Merge(around(3, nav.Frame{}, "laundry room", there, [2]float64{1.2, 0}))
	if got := one(t, h, "toilet"); got.Room != "laundry room" {
		t.Errorf("seen from 0.8 m off in a laundry room, it is in the %s", got.Room)
	}
}

// What a look should have shown and did not is believed less, and forgotten after some;
// a thing that stands elsewhere now is another one.
func TestLooksMakeThingsStale(t *testing.T) {
	there, gone := things{"Cup": {{2, 0}}}, things{"Cup": {{-2, 0}}}
	h := house.Empty("h").Merge(around(1, nav.Frame{}, "kitchen", there, [2]float64{0, 0}, [2]float64{1, 1.5}, [2]float64{2, -1.5}))
	before := one(t, h, "cup")
	last := before.Chance(0, 0)
	for n := 2; n <= 5; n++ {
		h = h.Merge(around(n, nav.Frame{}, "kitchen", things{}, [2]float64{1 + float64(n)/10, 1}))
		all := h.Known("cup")
		if len(all) == 0 {
			break
		}
		if all[0].Chance(0, 0) >= last || all[0].Missed != n-1 {
			t.Errorf("after %d looks: %.2f, %+v", n-1, all[0].Chance(0, 0), all[0])
		}
		last = all[0].Chance(0, 0)
	}
	if all := h.Known("cup"); len(all) > 0 {
		t.Errorf("after four looks that did not show it: %+v", all)
	}
	h = h.Merge(around(9, nav.Frame{}, "kitchen", gone, [2]float64{0, 1}, [2]float64{0, -1.5}))
	if moved := one(t, h, "cup"); moved.ID == before.ID || moved.X > -1 {
		t.Errorf("it was moved: %+v", moved)
	}
	if a, b := before.Chance(0, 0), before.Chance(house.Lives(nil).Of("cup"), house.Lives(nil).Of("cup")); math.Abs(b-a/2) > 1e-9 {
		t.Errorf("after its half-life %.3f of %.3f", b, a)
	}
	if house.Lives(nil).Of("cup") >= house.Lives(nil).Of(words.ObjectKey("fridge")) || house.Lives(nil).Of("what nobody knows") <= 0 {
		t.Error("a cup stays longer than a fridge")
	}
}

func TestParseLives(t *testing.T) {
	const day = 24 * time.Hour
	for _, tt := range []struct {
		name  string
		lines []string
		want  house.Lives // nil: refused
	}{
		{"none", nil, house.Lives{}},
		{"hours, days and years", []string{"mug=12h", " toolbox = 1.5d", "Sofa=2y"}, house.Lives{"mug": 12 * time.Hour, "toolbox": 36 * time.Hour, "sofa": 730 * day}},
		{"another name of a kind", []string{"couch=1y"}, house.Lives{"sofa": 365 * day}},
		{"a kind in Korean", []string{"소파=1y"}, house.Lives{"sofa": 365 * day}},
		{"no time", []string{"mug"}, nil}, {"an empty time", []string{"mug="}, nil}, {"no kind", []string{"=3h"}, nil},
		{"no unit", []string{"mug=12"}, nil}, {"another unit", []string{"mug=12m"}, nil}, {"a unit alone", []string{"mug=h"}, nil},
		{"nothing", []string{"mug=0h"}, nil}, {"less than an hour", []string{"mug=0.5h"}, nil}, {"no number", []string{"mug=NaNh"}, nil},
		{"more than a century", []string{"mug=101y"}, nil}, {"below nothing", []string{"mug=-3h"}, nil}, {"far too much", []string{"mug=1e300y"}, nil},
		{"one kind twice", []string{"couch=1y", "sofa=2y"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := house.ParseLives(tt.lines)
			if diff := cmp.Diff(tt.want, got); diff != "" || (err == nil) != (tt.want != nil) {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
	lives, _ := house.ParseLives([]string{"mug=3h"})
	if lives.Of("mug") != 3*time.Hour || lives.Of("sofa") != house.Lives(nil).Of("sofa") {
		t.Errorf("got %v and %v", lives.Of("mug"), lives.Of("sofa"))
	}
}

// The same episodes in the same order make the same house; from which frame they came
// does not matter.
func TestMergeIsTheSameInEveryFrame(t *testing.T) {
	there := things{"Sofa": {{3, 1}}, "Cup": {{-1, 2}}}
	build := func(f func(n int) nav.Frame) *house.House {
		h := house.Empty("h")
		for n := 1; n <= 4; n++ {
			h = h.Merge(around(n, f(n), "living room", there, [2]float64{float64(n), 0}, [2]float64{0, float64(n)}))
		}
		return h
	}
	still := build(func(int) nav.Frame { return nav.Frame{} })
	if again := build(func(int) nav.Frame { return nav.Frame{} }); !cmp.Equal(still, again) {
		t.Errorf("a second time: %s", cmp.Diff(still, again))
	}
	moved := build(func(n int) nav.Frame {
		return nav.Frame{X: float64(n), Y: -2, Yaw: nav.NormDeg(90 * float64(n))}
	})
	for _, label := range []string{"sofa", "cup"} {
		a, b := one(t, still, label), one(t, moved, label)
		if math.Hypot(a.X-b.X, a.Y-b.Y) > 0.3 {
			t.Errorf("%s at %.2f %.2f and %.2f %.2f", label, a.X, a.Y, b.X, b.Y)
		}
	}
}

// A house grows with its floor, not with the number of episodes in it.
func TestSizeFollowsTheFloor(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	size := func(episodes int) (sites, nodes, things int) {
		h := house.Empty("h")
		for n := range episodes {
			a := 2.4 * float64(n)
			h = h.Merge(around(n%28+1, nav.Frame{}, "hall", thingsAt(n), [2]float64{3 * math.Cos(a), 3 * math.Sin(a)}, [2]float64{math.Sin(3 * a), math.Cos(5 * a)}))
		}
		return len(h.Sites), len(h.Nodes), len(h.Things)
	}
	s1, n1, t1 := size(50)
	s2, n2, t2 := size(400)
	if s2 > 2*s1 || n2 > 2*n1 || t2 > 2*t1 {
		t.Errorf("after 50 episodes %d sites, %d nodes and %d things; after 400 %d, %d and %d", s1, n1, t1, s2, n2, t2)
	}
}

// thingsAt has a chair that is moved about.
func thingsAt(n int) things {
	return things{"Sofa": {{2, 2}}, "Chair": {{2 * math.Cos(float64(n)), 2 * math.Sin(float64(n))}}}
}

// What happened before an episode knew where it was is taken in by the alignment that it
// found; what it did by one that was undone is not.
func TestMergeByAlignment(t *testing.T) {
	v := around(1, nav.Frame{}, "hall", things{"Sofa": {{3, 1}}}, [2]float64{0, 0}, [2]float64{1, 1}, [2]float64{2, 0})
	v.Alignments = []house.Alignment{{Version: 1, Frame: nav.Frame{X: 50}, Undone: "no"}, {Version: 2, Seq: 2, Frame: nav.Frame{X: 10}}}
	h := house.Empty("h").Merge(v)
	if len(h.Sites) != 3 || h.Sites[0].Pose.X != 10 || one(t, h, "sofa").X < 12 {
		t.Errorf("sites %+v", h.Sites)
	}
	v.Alignments[1].Undone = "no"
	if h := house.Empty("h").Merge(v); len(h.Sites)+len(h.Nodes)+len(h.Things) > 0 {
		t.Errorf("all is undone: %+v", h)
	}
}

// Rays of an imported scan may go round many times, either way.
func TestMergeBesideOddRays(t *testing.T) {
	v := around(1, nav.Frame{}, "hall", things{"Sofa": {{3, 1}}}, [2]float64{0, 0})
	for _, step := range []float64{-360, 360, 0} {
		h := house.Empty("h").Merge(v)
		h.Sites[0].Sweeps = []nav.Sweep{{FromDeg: -360, StepDeg: step, MaxM: 8, Metres: make([]float64, 50)}}
		if got := h.Merge(v); len(got.Sites) != 1 {
			t.Errorf("step %g: %d scans", step, len(got.Sites))
		}
	}
}

func TestFrame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		pose := func(name string) nav.Pose {
			f := rapid.Float64Range(-50, 50)
			return nav.Pose{X: f.Draw(r, name), Y: f.Draw(r, name), Yaw: nav.NormDeg(rapid.Float64Range(-180, 180).Draw(r, name))}
		}
		f, p := nav.Frame(pose("frame")), pose("pose")
		near := func(a, b nav.Pose) bool {
			return a.Distance(b) < 1e-6 && math.Abs(nav.NormDeg(a.Yaw-b.Yaw)) < 1e-6
		}
		if back := f.Out(f.In(p)); !near(back, p) {
			r.Errorf("%+v there and back is %+v", p, back)
		}
		if g := nav.FrameOf(p, f.In(p)); !near(nav.Pose(g), nav.Pose(f)) {
			r.Errorf("the frame of %+v is %+v", f, g)
		}
	})
}

// A house can be taken apart and put together, and a version leads to the next and back.
func TestParts(t *testing.T) {
	a := house.Empty("h").Merge(around(1, nav.Frame{}, "hall", things{"Sofa": {{3, 1}}}, [2]float64{0, 0}))
	b := a.Merge(around(2, nav.Frame{}, "hall", things{"Cup": {{1, 1}}}, [2]float64{0.2, 0}, [2]float64{4, 4}))
	from, to := parts(t, a), parts(t, b)
	if got, err := house.Assemble("h", to); err != nil || !cmp.Equal(got, b) {
		t.Errorf("%v %s", err, cmp.Diff(b, got))
	}
	if got := house.Apply(to, house.Differ(to, from)); !cmp.Equal(got, from) {
		t.Errorf("back: %s", cmp.Diff(from, got))
	}
	if got := house.Apply(from, house.Differ(from, to)); !cmp.Equal(got, to) {
		t.Errorf("there: %s", cmp.Diff(to, got))
	}
	if n := len(house.Differ(to, to)); n > 0 {
		t.Errorf("%d differences to itself", n)
	}
}

func parts(t *testing.T, h *house.House) []house.Part {
	t.Helper()
	p, err := h.Parts()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParseRefuses(t *testing.T) {
	good := house.Empty("h").Merge(around(1, nav.Frame{}, "hall", things{"Sofa": {{3, 1}}}, [2]float64{0, 0}, [2]float64{1, 0}))
	document, err := json.Marshal(good)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := house.Parse(document); err != nil || !cmp.Equal(got, good) {
		t.Errorf("%v %s", err, cmp.Diff(good, got))
	}
	for _, tt := range []struct {
		name   string
		change func(*house.House)
	}{
		{"a way to a node that is missing", func(h *house.House) { h.Nodes[0].Links = []int{99} }},
		{"places out of order", func(h *house.House) { h.Places = append(h.Places, h.Places[0]) }},
		{"an id that is still to be given", func(h *house.House) { h.Next.Thing = 1 }},
		{"sites twice", func(h *house.House) { h.Sites = append(h.Sites, h.Sites[0]) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, err := house.Parse(document)
			if err != nil {
				t.Fatal(err)
			}
			tt.change(h)
			bad, err := json.Marshal(h)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := house.Parse(bad); !fault.Is(err, fault.Invalid) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestPath(t *testing.T) {
	h := house.Empty("h").Merge(around(1, nav.Frame{}, "hall", things{}, [2]float64{0, 0}, [2]float64{1, 0}, [2]float64{2, 0}, [2]float64{2, 1}))
	from, _ := h.Nearest(0, 0)
	to, _ := h.Nearest(2, 1.1)
	if w, err := h.Path(from.ID, to.ID); err != nil || w.Metres != 3 || len(w.Corner) != 4 || !cmp.Equal(w.Rooms, []words.Key{"corridor"}) {
		t.Errorf("%+v, %v", w, err)
	}
	far := h.Merge(around(2, nav.Frame{}, "cellar", things{}, [2]float64{20, 20}))
	away, _ := far.Nearest(20, 20)
	if _, err := far.Path(from.ID, away.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("nobody walked there: %v", err)
	}
	if data, err := h.Nav2(); err != nil || !json.Valid(data) {
		t.Errorf("%s, %v", data, err)
	}
}

// A detector that says how far a thing is leaves nothing to be worked out.
func TestSeenWithBearingAndRange(t *testing.T) {
	v := around(1, nav.Frame{}, "kitchen", things{"Cup": {{3, 0.4}}}, [2]float64{0, 0})
	for i := range v.Sites[0].Views {
		if view := &v.Sites[0].Views[i]; len(view.Objects) > 0 {
			bearing := nav.NormDeg(nav.Pose{}.Bearing(nav.Pose{X: 3, Y: 0.4}) - view.Heading)
			view.Seen = []nav.Seen{{Label: "Cup", Bearing: &bearing, RangeM: new(math.Hypot(3, 0.4))}}
		}
	}
	if got := one(t, house.Empty("h").Merge(v), "cup"); math.Hypot(got.X-3, got.Y-0.4) > 0.3 || got.Spread > 0.6 {
		t.Errorf("%+v", got)
	}
}
