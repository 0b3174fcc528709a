package nav_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"navd/daemon/nav"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // dozens of small memories: the collector took a seventh of the time
	m.Run()
}

// long makes tests take more of what only repeats itself.
func long() bool { return os.Getenv("NAVD_TEST_LONG") != "" }

// sources runs a test on our own trace in testdata, and on the recorded one
// when it lies beside the repository.
func sources(t *testing.T, own, shared string, fn func(t *testing.T, trace io.Reader, recorded bool)) {
	t.Helper()
	for _, src := range []struct {
		name, path string
		recorded   bool
	}{
		{"own", filepath.Join("testdata", own), false},
		{"recorded", filepath.Join("..", "..", "..", "shared", "data", "trajectories", shared), true},
	} {
		t.Run(src.name, func(t *testing.T) {
			f, err := os.Open(src.path)
			if src.recorded && errors.Is(err, fs.ErrNotExist) {
				t.Skip("the recorded trajectories are not here")
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Close() })
			var r io.Reader = f
			if strings.HasSuffix(src.path, ".gz") {
				if r, err = gzip.NewReader(f); err != nil {
					t.Fatal(err)
				}
			}
			fn(t, r, src.recorded)
		})
	}
}

// eachLine decodes one value a line.
func eachLine[V any](t *testing.T, r io.Reader, fn func(V)) (lines int) {
	t.Helper()
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for ; in.Scan(); lines++ {
		var v V
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		fn(v)
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// habitat is one recorded episode: row i holds the pose before action i, in
// Habitat's frame (y up, the robot looks along −z at rotation 0).
type habitat struct {
	Positions [][3]float64 `json:"positions"`
	Rotations [][4]float64 `json:"rotations"` // x y z w
	Actions   []string     `json:"actions"`
}

// pose gives row i in the odom frame of row 0.
func (h habitat) pose(i int) nav.Pose {
	yaw := func(q [4]float64) float64 { return 2 * math.Atan2(q[1], q[3]) * 180 / math.Pi }
	east, north := h.Positions[i][0]-h.Positions[0][0], h.Positions[0][2]-h.Positions[i][2]
	start := yaw(h.Rotations[0])
	at := nav.Pose{}.Reach(math.Hypot(east, north), math.Atan2(-east, north)*180/math.Pi-start)
	at.Yaw = nav.NormDeg(yaw(h.Rotations[i]) - start)
	return at
}

// steps gives the recorded actions with what a controller knows of them.
func (h habitat) steps(know func(*nav.Step, float64, float64)) []nav.Step {
	var out []nav.Step
	for i, name := range h.Actions[:len(h.Actions)-1] {
		st := nav.Step{Seq: i + 1, Action: nav.Action(name)}
		if a, b := h.pose(i), h.pose(i+1); st.Action == nav.Forward {
			know(&st, a.Distance(b), nav.NormDeg(a.Bearing(b)-a.Yaw))
		}
		out = append(out, st)
	}
	return out
}

func readHabitat(t *testing.T, trace io.Reader) (h habitat) {
	t.Helper()
	if err := json.NewDecoder(trace).Decode(&h); err != nil {
		t.Fatal(err)
	}
	return h
}

// freely tells whether a forward went its whole length.
func freely(moved float64) bool { return moved > 0.25-1e-3 }

// between is a closed range of metres.
type between struct{ least, most float64 }

// TestHabitatRecording walks a trace of Habitat with what a controller may know
// of each forward. The less it knows, the farther off it ends.
func TestHabitatRecording(t *testing.T) {
	for _, tc := range []struct {
		name          string
		know          func(st *nav.Step, moved, deg float64)
		own, recorded between // metres off at the end
	}{
		{"with neither", func(*nav.Step, float64, float64) {}, between{6.05, 6.06}, between{10.04, 10.06}},
		{"with its slides reported as collided", func(st *nav.Step, moved, _ float64) { st.Collided = !freely(moved) }, between{1.91, 1.92}, between{1.55, 1.65}},
		{"with moved_m", func(st *nav.Step, moved, _ float64) { st.MovedM = &moved }, between{0.44, 0.46}, between{0.05, 0.8}},
		{"with moved_deg too", func(st *nav.Step, moved, deg float64) { st.MovedM, st.MovedDeg = &moved, &deg }, between{0, 0.001}, between{0, 0.05}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sources(t, "habitat.json", "habitat-sim_trajectory_data.json", func(t *testing.T, trace io.Reader, recorded bool) {
				h, want := readHabitat(t, trace), tc.own
				if recorded {
					want = tc.recorded
				}
				walkHabitat(t, h.steps(tc.know), h, want)
			})
		})
	}
}

// walkHabitat checks the yaw after every step, that the error is nowhere above
// what it is at the end, and how large it is there.
func walkHabitat(t *testing.T, steps []nav.Step, h habitat, want between) {
	t.Helper()
	r := newRobot(t, configOf(t, "turn_deg=10"))
	off := 0.0
	for i, st := range steps {
		r.step(st)
		at, truth := r.last.Pose, h.pose(i+1)
		if turn := nav.NormDeg(at.Yaw - truth.Yaw); math.Abs(turn) > 0.01 {
			t.Errorf("after step %d its yaw is %v° off", i+1, turn)
		}
		if off = at.Distance(truth); off > want.most {
			t.Errorf("after step %d it is %.4f m off", i+1, off)
		}
	}
	if off < want.least {
		t.Errorf("it ends %.4f m off, want %v", off, want)
	}
	checkMemory(t, r.mem)
	checkRestore(t, r.mem, &r.disk)
}

// TestHabitatSlides checks what the traces are: most forwards blocked, eight of
// them sliding.
func TestHabitatSlides(t *testing.T) {
	sources(t, "habitat.json", "habitat-sim_trajectory_data.json", func(t *testing.T, trace io.Reader, recorded bool) {
		type counts struct{ Forwards, Slides, Blocked int }
		got, want := counts{}, counts{46, 8, 23}
		if recorded {
			want = counts{51, 8, 41}
		}
		readHabitat(t, trace).steps(func(_ *nav.Step, moved, _ float64) {
			got.Forwards++
			switch {
			case moved < 1e-3:
				got.Blocked++
			case !freely(moved):
				got.Slides++
			}
		})
		diff(t, "forwards", got, want)
	})
}

// alfred is one recorded episode: actions as letters, and where the robot was
// after some of them, in Unity's frame (yaw clockwise from +z).
type alfred struct {
	ID    string `json:"id"`
	Start struct {
		X, Z, Yaw float64
	} `json:"start"`
	Forward     float64  `json:"forward"`
	Turn        float64  `json:"turn"`
	Actions     []string `json:"actions"`
	Checkpoints []struct {
		After     int
		X, Z, Yaw float64
	} `json:"checkpoints"`
}

// pose gives a Unity pose in the odom frame of the start.
func (a alfred) pose(x, z, yaw float64) nav.Pose {
	east, north := x-a.Start.X, z-a.Start.Z
	p := nav.Pose{}.Reach(math.Hypot(east, north), -math.Atan2(east, north)*180/math.Pi+a.Start.Yaw)
	p.Yaw = nav.NormDeg(a.Start.Yaw - yaw)
	return p
}

func TestAlfredRecordings(t *testing.T) {
	sources(t, "alfred.jsonl", "alfred.jsonl.gz", func(t *testing.T, trace io.Reader, recorded bool) {
		checkpoints := 0
		episodes := eachLine(t, trace, func(a alfred) {
			checkpoints += len(a.Checkpoints)
			t.Run(a.ID, func(t *testing.T) { walkAlfred(t, a) })
		})
		if recorded && (episodes != 60 || checkpoints < episodes) || !recorded && (episodes != 4 || checkpoints != 17) {
			t.Errorf("%d episodes with %d checkpoints", episodes, checkpoints)
		}
	})
}

func walkAlfred(t *testing.T, a alfred) {
	cfg := nav.DefaultConfig()
	cfg.ForwardM, cfg.TurnDeg = a.Forward, a.Turn
	m, _, _ := nav.New("ep", "goal", cfg)
	at := map[int]nav.Pose{0: m.Pose()}
	for i, name := range a.Actions {
		if !strings.HasPrefix(name, "!") { // the arm moves, the robot does not
			if _, _, err := m.Advance(nav.Step{Seq: m.Seq() + 1, Action: letters()[name[0]]}); err != nil {
				t.Fatal(err)
			}
		}
		at[i+1] = m.Pose()
	}
	for _, c := range a.Checkpoints {
		want := a.pose(c.X, c.Z, c.Yaw)
		if got := at[c.After]; got.Distance(want) > 1e-6 || math.Abs(nav.NormDeg(got.Yaw-want.Yaw)) > 1e-6 {
			t.Errorf("after %d actions it is at %+v, recorded is %+v", c.After, got, want)
		}
	}
}
