package house

import (
	"math"

	"navd/daemon/nav"
)

// Frame is where the frame of an episode lies in that of a house: the pose of its
// origin there.
type Frame nav.Pose

// In gives a pose of the episode in the house frame.
func (f Frame) In(p nav.Pose) nav.Pose {
	at := nav.Pose(f).Moved(p.X, 0).Moved(p.Y, 90)
	return nav.Pose{X: at.X, Y: at.Y, Yaw: nav.NormDeg(f.Yaw + p.Yaw)}
}

// Out gives a pose of the house in the frame of the episode.
func (f Frame) Out(p nav.Pose) nav.Pose { return f.Inverse().In(p) }

// Inverse is where the frame of the house lies in that of the episode.
func (f Frame) Inverse() Frame {
	sin, cos := math.Sincos(f.Yaw * math.Pi / 180)
	return Frame{X: -f.X*cos - f.Y*sin, Y: f.X*sin - f.Y*cos, Yaw: nav.NormDeg(-f.Yaw)}
}

// FrameOf is the frame in which a pose of the episode is one of the house.
func FrameOf(episode, house nav.Pose) Frame {
	turned := nav.NormDeg(house.Yaw - episode.Yaw)
	at := Frame{Yaw: turned}.In(episode)
	return Frame{X: house.X - at.X, Y: house.Y - at.Y, Yaw: turned}
}

// Site gives a scan of one frame in another, as a scan of an episode.
func (f Frame) Site(s Site) nav.Site {
	return nav.Site{Pose: f.In(s.Pose), Type: s.Type, Views: f.views(s.Views), Sweeps: f.sweeps(s.Sweeps)}
}

func (f Frame) views(views []nav.SiteView) []nav.SiteView {
	out := make([]nav.SiteView, len(views))
	for i, v := range views {
		out[i] = nav.SiteView{View: v.View, Heading: nav.NormDeg(v.Heading + f.Yaw), Type: v.Type, Known: v.Known, FreeM: v.FreeM, SeeM: v.SeeM, Objects: v.Objects, Seen: v.Seen}
	}
	return out
}

func (f Frame) sweeps(sweeps []nav.Sweep) (out []nav.Sweep) {
	for _, s := range sweeps {
		s.FromDeg = nav.NormDeg(s.FromDeg + f.Yaw)
		out = append(out, s)
	}
	return out
}
