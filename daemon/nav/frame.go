package nav

import (
	"math"

	"navd/daemon/area"
)

// Frame is where the frame of an episode lies in another one, such as that of a house:
// the pose of its origin there.
type Frame struct {
	X   float64 `json:"x"`   // metres
	Y   float64 `json:"y"`   // metres
	Yaw float64 `json:"yaw"` // degrees, by which the episode's x axis is turned
}

// FrameOf is the frame that maps a pose of the episode to a pose of the other frame.
func FrameOf(episode, other Pose) Frame {
	turned := NormDeg(other.Yaw - episode.Yaw)
	at := Frame{Yaw: turned}.In(episode)
	return Frame{X: other.X - at.X, Y: other.Y - at.Y, Yaw: turned}
}

// In gives a pose of the episode in the other frame.
func (f Frame) In(p Pose) Pose {
	at := Pose(f).Moved(p.X, 0).Moved(p.Y, 90)
	return Pose{X: at.X, Y: at.Y, Yaw: NormDeg(f.Yaw + p.Yaw)}
}

// Out gives a pose of the other frame in that of the episode.
func (f Frame) Out(p Pose) Pose { return f.Inverse().In(p) }

// Inverse is where the other frame lies in that of the episode.
func (f Frame) Inverse() Frame {
	sin, cos := math.Sincos(f.Yaw * math.Pi / 180)
	return Frame{X: -f.X*cos - f.Y*sin, Y: f.X*sin - f.Y*cos, Yaw: NormDeg(-f.Yaw)}
}

// Of gives where inner, a frame that lies in that of the episode, lies in the other frame.
func (f Frame) Of(inner Frame) Frame { return Frame(f.In(Pose(inner))) }

// Site gives a scan of the episode in the other frame.
func (f Frame) Site(s Site) Site {
	return Site{Pose: f.In(s.Pose), Seq: s.Seq, Type: s.Type, Views: f.Views(s.Views), Sweeps: f.Sweeps(s.Sweeps)}
}

// Views gives views of the episode with their headings in the other frame.
func (f Frame) Views(views []SiteView) []SiteView {
	out := make([]SiteView, len(views))
	for i, v := range views {
		out[i] = SiteView{View: v.View, Heading: NormDeg(v.Heading + f.Yaw), Type: v.Type, Known: v.Known, FreeM: v.FreeM, SeeM: v.SeeM, Objects: v.Objects, Seen: v.Seen}
	}
	return out
}

// Sweeps gives sweeps of the episode with their directions in the other frame.
func (f Frame) Sweeps(sweeps []Sweep) (out []Sweep) {
	for _, s := range sweeps {
		s.FromDeg = NormDeg(s.FromDeg + f.Yaw)
		out = append(out, s)
	}
	return out
}

func (f Frame) point(p area.Point) area.Point { return f.In(Pose{X: p.X, Y: p.Y}).point() }

func (f Frame) points(all []area.Point) []area.Point {
	out := make([]area.Point, len(all))
	for i, p := range all {
		out[i] = f.point(p)
	}
	return out
}

// turned gives a direction of the episode in the other frame.
func (f Frame) turned(p area.Point) area.Point { return Frame{Yaw: f.Yaw}.point(p) }
