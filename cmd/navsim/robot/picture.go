package robot

import (
	"bytes"
	"image/jpeg"
	"slices"

	"navd/cmd/navsim/caption"
	"navd/cmd/navsim/world"
	"navd/daemon/nav"
	"navd/ipc"
)

// pictured lists the views that a panorama shows, in the order of its grid.
func pictured() []int { return slices.Concat(printed().Tiles...) }

// printed says what is printed on the tiles of the panorama: angles, as in PixelNav.
func printed() *nav.Printed {
	return &nav.Printed{Angles: nav.AnglesClockwise, Tiles: [][]int{{1, 3, 5}, {7, 9, 11}}}
}

// panorama returns what the robot saw in its scan, in PixelNav's layout. Its caption has
// what a model would see in it: the same, with the same noise, as the robot's labels.
func (r *run) panorama(views [world.ViewCount]world.View) (*ipc.ImageRef, error) {
	at := r.pose.Turned(30 * scanTurns)
	room, things := r.Map.Scene(at, r.senses)
	seen := caption.Seen{Scene: &caption.Scene{Type: room, Objects: things}}
	for _, i := range pictured() {
		v := views[i]
		seen.Views = append(seen.Views, caption.View{View: i, Type: v.Type, Objects: objects(v), FreeM: v.FreeM, SeeM: v.SeeM})
	}
	return r.picture(at, seen)
}

// picture draws the panorama at a pose, with a caption.
func (r *run) picture(at world.Pose, seen caption.Seen) (*ipc.ImageRef, error) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, r.Map.Panorama(at), &jpeg.Options{Quality: 85}); err != nil {
		return nil, err
	}
	labelled, err := caption.Label(b.Bytes(), seen)
	if err != nil {
		return nil, err
	}
	return &ipc.ImageRef{Base64: labelled}, nil
}

// objects returns the types of the objects that a view shows, nearest first.
func objects(v world.View) (types []string) {
	for _, o := range v.Objects {
		types = append(types, o.Type)
	}
	return types
}
