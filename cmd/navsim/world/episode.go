package world

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"navd/daemon/fault"
)

// Episode is one task: find one of the instances of an object type, starting
// at a pose. Lengths are metres. Target is the object type, Instances are
// object ids, Geodesic is the length of the shortest path to a success cell,
// Euclid the straight line to the cell it ends on, and Path its corners as
// pairs of x and z. GoalRoom is the room of that cell; RoomsOnPath are the ids
// of the rooms from one to the other.
type Episode struct {
	ID          string       `json:"id"`
	House       string       `json:"house"`
	Start       Pose         `json:"start"`
	Target      string       `json:"target"`
	Instances   []string     `json:"instances"`
	Geodesic    float64      `json:"geodesic"`
	Euclid      float64      `json:"euclid"`
	StartRoom   string       `json:"startRoom"`
	GoalRoom    string       `json:"goalRoom"`
	RoomsOnPath []string     `json:"roomsOnPath"`
	Path        [][2]float64 `json:"path"`
	MaxSteps    int          `json:"maxSteps"`
}

// LoadEpisodes reads episodes, one JSON object per line, plain or gzip. The
// error is fault.Invalid and names file, line and field; a file that cannot be
// opened is fault.NotFound.
func LoadEpisodes(path string) ([]Episode, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.New(fault.NotFound, "open episode file: %w", err)
	}
	defer f.Close()
	var episodes []Episode
	seen := make(map[string]bool)
	err = eachLine(f, path, func(n int, line []byte) error {
		var e Episode
		err := invalid(json.Unmarshal(line, &e))
		if err == nil {
			err = e.validate(seen)
		}
		if err != nil {
			return err
		}
		seen[e.ID] = true
		episodes = append(episodes, e)
		return nil
	})
	return episodes, err
}

func (e *Episode) validate(seen map[string]bool) error {
	switch {
	case e.ID == "" || seen[e.ID]:
		return fault.Field("id", e.ID, "a name that no other episode has")
	case e.House == "":
		return fault.Field("house", e.House, "the id of a house")
	case e.Target == "":
		return fault.Field("target", e.Target, "an object type")
	case !finite(e.Start.X, e.Start.Z, e.Start.Yaw):
		return notFinite("start", e.Start)
	case !finite(e.Geodesic) || e.Geodesic < 0:
		return fault.Field("geodesic", e.Geodesic, "metres from 0 up")
	case e.MaxSteps < 0:
		return fault.Field("maxSteps", e.MaxSteps, "a number from 0 up")
	}
	for i, p := range e.Path {
		if !finite(p[0], p[1]) {
			return notFinite(fmt.Sprintf("path[%d]", i), p)
		}
	}
	return nil
}

// EncodeEpisodes writes episodes as LoadEpisodes reads them, one JSON object per
// line. It fails when w does.
func EncodeEpisodes(w io.Writer, episodes []Episode) error {
	lines := json.NewEncoder(w)
	for i := range episodes {
		if err := lines.Encode(&episodes[i]); err != nil {
			return fmt.Errorf("encode episode %s: %w", episodes[i].ID, err)
		}
	}
	return nil
}

// Episode returns the task to find the goal from a start, without id and steps. Lengths are
// rounded to millimetres. It returns false when no way leads to the goal.
func (g *Goal) Episode(start Pose) (Episode, bool) {
	path, metres, ok := g.Route(start.Point())
	if !ok {
		return Episode{}, false
	}
	end := path[len(path)-1]
	e := Episode{
		House: g.m.house.ID, Start: start, Target: g.targets[0].Type, Instances: g.Instances(),
		Geodesic: round(metres, 3), Euclid: round(start.Point().Dist(end), 3),
		StartRoom: g.m.roomID(start.Point()), GoalRoom: g.m.roomID(end), RoomsOnPath: g.m.RoomsOn(path),
	}
	for _, p := range path {
		e.Path = append(e.Path, [2]float64{p.X, p.Z})
	}
	return e, true
}

// RandomStart returns a random start pose: a node of the part of the house that robots can
// reach, all equally likely, with a yaw that is a multiple of 30°.
func (m *Map) RandomStart(rng *rand.Rand) Pose {
	p := m.grid.point(m.home[rng.IntN(len(m.home))])
	return Pose{X: p.X, Z: p.Z, Yaw: float64(rng.IntN(ViewCount) * ViewStep)}
}
