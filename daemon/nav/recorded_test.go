package nav_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/daemon/nav"
)

// recorded opens a recorded trajectory beside the repository, or skips.
func recorded(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "trajectories", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the recorded trajectories are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
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

func TestHabitatRecording(t *testing.T) {
	var h habitat
	if err := json.NewDecoder(recorded(t, "habitat-sim_trajectory_data.json")).Decode(&h); err != nil {
		t.Fatal(err)
	}
	free := func(moved float64) bool { return moved > 0.25-1e-3 }
	for _, tc := range []struct {
		name       string
		know       func(st *nav.Step, moved, deg float64)
		over, most float64 // metres off at the end
	}{
		{"with neither", func(*nav.Step, float64, float64) {}, 10.04, 10.06},
		{"with its slides reported as collided", func(st *nav.Step, moved, _ float64) { st.Collided = !free(moved) }, 1.55, 1.65},
		{"with moved_m", func(st *nav.Step, moved, _ float64) { st.MovedM = &moved }, 0.05, 0.8},
		{"with moved_deg too", func(st *nav.Step, moved, deg float64) { st.MovedM, st.MovedDeg = &moved, &deg }, 0, 0.05},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := nav.DefaultConfig()
			cfg.TurnDeg = 10
			m, _, _ := nav.New("ep", "goal", cfg)
			for _, st := range h.steps(tc.know) {
				if _, _, err := m.Advance(st); err != nil {
					t.Fatal(err)
				}
			}
			want := h.pose(len(h.Positions) - 1)
			if off := m.Pose().Distance(want); off < tc.over || off > tc.most {
				t.Errorf("it ends %.3f m off, want %v to %v", off, tc.over, tc.most)
			}
			if turn := nav.NormDeg(m.Pose().Yaw - want.Yaw); math.Abs(turn) > 0.01 {
				t.Errorf("its yaw is %v° off", turn)
			}
			if c, _, _ := m.Totals(); c.Forwards != 51 {
				t.Errorf("%d forwards", c.Forwards)
			}
		})
	}
}

// TestHabitatSlides checks what the recording is: most forwards blocked, eight
// of them sliding.
func TestHabitatSlides(t *testing.T) {
	var h habitat
	if err := json.NewDecoder(recorded(t, "habitat-sim_trajectory_data.json")).Decode(&h); err != nil {
		t.Fatal(err)
	}
	slides, blocked := 0, 0
	h.steps(func(_ *nav.Step, moved, _ float64) {
		switch {
		case moved < 1e-3:
			blocked++
		case moved < 0.25-1e-3:
			slides++
		}
	})
	if slides != 8 || blocked != 41 {
		t.Errorf("%d slides and %d blocked forwards", slides, blocked)
	}
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
	unzipped, err := gzip.NewReader(recorded(t, "alfred.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	lines, episodes := bufio.NewScanner(unzipped), 0
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a alfred
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		episodes++
		t.Run(a.ID, func(t *testing.T) { walkAlfred(t, a) })
	}
	if err := lines.Err(); err != nil || episodes != 60 {
		t.Errorf("%d episodes, %v", episodes, err)
	}
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
