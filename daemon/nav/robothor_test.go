package nav_test

import (
	"io"
	"math"
	"slices"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/ref"
)

// robothor is one path: the points that a robot has to come by.
type robothor struct {
	ID    string       `json:"id"`
	Start unityPose    `json:"start"`
	Path  [][2]float64 `json:"shortestPath"`
}

func oneRoom(point) string { return "living room" }

// fourRooms has rooms of 3 m beside one another; those of one type lie 12 m
// apart.
func fourRooms(p point) string {
	return []string{"kitchen", "corridor", "bedroom", "bathroom"}[int(math.Floor(p.x/3))&3]
}

// ways lists how the paths are walked. What a way does not report leaves the
// memory off by at most the sum over its forwards that is stated here.
func ways() []way {
	free := func(*nav.Step, float64, float64) float64 { return 0 }
	return []way{
		{name: "freely", report: free, sees: oneRoom},
		{name: "saying its phases", report: free, sees: oneRoom, phases: true},
		{name: "through rooms of four types", report: free, sees: fourRooms},
		{name: "scanning at every point", report: free, sees: oneRoom, scans: true},
		{name: "scanning and saying so", report: free, sees: fourRooms, scans: true, phases: true},
		{name: "hitting, with moved_m and moved_deg: 0 m off", hits: true, sees: oneRoom, report: func(st *nav.Step, moved, deg float64) float64 {
			st.Collided, st.MovedM, st.MovedDeg = moved < 0.25, &moved, &deg
			return 0
		}},
		{name: "hitting, with moved_m: the chord of each slide off", hits: true, sees: oneRoom, report: func(st *nav.Step, moved, deg float64) float64 {
			st.MovedM = &moved
			return 2 * moved * math.Sin(math.Abs(deg)/2*math.Pi/180)
		}},
		{name: "hitting, with collided: the length of each slide off", hits: true, sees: oneRoom, report: func(st *nav.Step, moved, _ float64) float64 {
			if st.Collided = moved < 0.25; st.Collided {
				return moved
			}
			return 0
		}},
		{name: "hitting, with neither: the chord to the full length off", hits: true, sees: oneRoom, report: func(_ *nav.Step, moved, deg float64) float64 {
			return point{}.moved(0.25, 0).distance(point{}.moved(moved, deg))
		}},
	}
}

// TestRobothorPaths walks each path there and back in every way; of those that
// were recorded it takes one in twelve, all of them in a long run.
func TestRobothorPaths(t *testing.T) {
	sources(t, "robothor.jsonl", "robothor.jsonl.gz", func(t *testing.T, paths io.Reader, recorded bool) {
		i := 0
		n := eachLine(t, paths, func(p robothor) {
			if i++; recorded && !long() && i%40 != 0 {
				return
			}
			for _, w := range ways() {
				t.Run(p.ID+"/"+w.name, func(t *testing.T) { walkRobothor(t, p, w) })
			}
		})
		if recorded && n != 120 || !recorded && n != 10 {
			t.Errorf("%d paths", n)
		}
	})
}

func walkRobothor(t *testing.T, p robothor, w way) {
	f := &follower{robot: newRobot(t, nav.DefaultConfig()), way: w, start: p.Start, yaw: p.Start.Yaw}
	f.at = point{p.Start.X, p.Start.Z}
	f.told = f.at
	f.trodden = []trod{{from: f.at, to: f.at, place: 1}}
	f.setAnchor()
	f.trodden = nil
	f.look()
	f.follow(p.Path)
	f.turned = f.mem.Seq()
	back := slices.Clone(p.Path)
	slices.Reverse(back)
	f.follow(back)
	if off := f.at.distance(point{p.Start.X, p.Start.Z}); off > reach {
		t.Errorf("back at the start it is %v m off", off)
	}
	checkMemory(t, f.mem)
	checkRestore(t, f.mem, &f.disk)
	f.checkAnchors()
	f.checkFound()
}

// checkAnchors: anchors lie where the account set them, in the places that the
// replies named, and their links are as long as the robot walked straight.
func (f *follower) checkAnchors() {
	f.t.Helper()
	g := f.mem.Graph()
	if len(g.Anchors) != len(f.anchors) {
		f.t.Fatalf("%d anchors, want %d", len(g.Anchors), len(f.anchors))
	}
	for i, a := range g.Anchors {
		want := f.anchors[i]
		x, y := f.odom(want.to)
		if math.Hypot(a.Pose.X-x, a.Pose.Y-y) > 1e-9 || a.Seq != want.seq || a.Place != want.place {
			f.t.Errorf("anchor %+v, want it at %v %v, %+v", a, x, y, want)
		}
		if !slices.Contains(g.Places[a.Place-1].Anchors, a.ID) {
			f.t.Errorf("place %d does not have anchor %d", a.Place, a.ID)
		}
	}
	for i, e := range g.Edges {
		if want := f.anchors[i].to.distance(f.anchors[i+1].to); math.Abs(e.LengthM-want) > 1e-9 {
			f.t.Errorf("edge %+v, want %v m", e, want)
		}
	}
	for _, p := range g.Places {
		if first := g.Anchors[p.Anchors[0]-1]; first.Seq != p.First {
			f.t.Errorf("place %d begins at %d, its first anchor at %d", p.ID, p.First, first.Seq)
		}
	}
}

// checkFound compares what is found near every anchor with every pair of
// anchors. On the way back in one room the way there is found again.
func (f *follower) checkFound() {
	f.t.Helper()
	g, r := f.mem.Graph(), f.mem.Config().LocalizeRadiusM
	for i, a := range f.anchors {
		found, err := f.mem.Localize(ref.AnchorID(i+1), r, 0)
		if err != nil {
			f.t.Fatal(err)
		}
		got := map[int]float64{}
		again := false
		for _, n := range found {
			got[int(n.Anchor)-1] = n.DistanceM
			again = again || f.anchors[n.Anchor-1].seq <= f.turned
		}
		for j, b := range f.anchors {
			d, is := got[j]
			alike := g.Places[a.place-1].Type == g.Places[b.place-1].Type
			if want := a.to.distance(b.to); is != (i != j && alike && want <= r+1e-9) || is && math.Abs(d-want) > 1e-9 {
				f.t.Errorf("anchor %d is %v m from %d: found %v at %v", j+1, want, i+1, is, d)
			}
		}
		if a.seq > f.turned && f.lost == 0 && len(g.Places) == 1 && !again {
			f.t.Errorf("anchor %d is on the way back, and nothing of the way there is near it", i+1)
		}
	}
}
