package planner

import (
	"fmt"
	"slices"
	"strings"

	"navd/daemon/nav"
	"navd/daemon/reply"
	"navd/daemon/words"
)

// ownDirections explains navd's own angles and views, for when nothing is printed on the
// pictures.
const ownDirections = `- Angle 0 is straight ahead in view 0. Positive angles turn left, negative ones right. The range is -180 to 180 degrees.
- View i lies 30*i degrees to the right of view 0.
`

// directions tells a model what angles mean, in the words of the pictures.
func (b Brief) directions() string {
	w, labels := b.words(), strings.Join(b.labels(), ", ")
	switch {
	case w.Clockwise:
		return "- Each view has its angle printed on it. Angles go clockwise: 90 is to the right of 0, 180 behind it, 270 to its left. All angles here are meant so.\n" +
			"- Answer with the angle that is printed on the view you choose: one of " + labels + ".\n"
	case !w.Own():
		return "- Each view has a number printed on it. Clockwise round the robot they are " + labels + ".\n" +
			"- As \"angle\", answer with the number that is printed on the view you choose.\n"
	}
	return ownDirections
}

// pictures tells a model which views it sees, where each of them is in the pictures, and which
// one the robot faces.
func (b Brief) pictures() string {
	w, sv := b.words(), b.Survey
	name, facing := "Views", w.View(sv.Facing)
	switch {
	case w.Clockwise:
		name = "Angles"
	case !w.Own():
		name = "Numbers"
	}
	out := fmt.Sprintf("%s shown: %s. The robot faces %s.\n", name, strings.Join(b.labels(), ", "), facing)
	if b.Printed != nil && len(b.Printed.Tiles) > 0 && slices.ContainsFunc(b.Images, isGrid) {
		out += b.grid()
	}
	return out + b.singles()
}

// grid says where each view is in a picture of several.
func (b Brief) grid() string {
	rows := b.Printed.Tiles
	var out strings.Builder
	fmt.Fprintf(&out, "The picture is a grid of %s. From left to right they are", words.Count(len(rows), "row"))
	for i, row := range rows {
		names := make([]string, len(row))
		for j, v := range row {
			names[j] = b.words().View(v)
		}
		if i > 0 {
			fmt.Fprintf(&out, "; in row %d", i+1)
		}
		out.WriteString(" " + strings.Join(names, ", "))
	}
	return out.String() + ".\n"
}

// singles says which view each picture of a single view shows.
func (b Brief) singles() string {
	var parts []string
	for i, img := range b.Images {
		if !isGrid(img) {
			parts = append(parts, fmt.Sprintf("picture %d shows %s", i+1, b.words().View(img.View)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, ", ") + ".\n"
	return strings.ToUpper(text[:1]) + text[1:]
}

// isGrid reports whether a picture shows several views.
func isGrid(img reply.Image) bool { return img.View < 0 }

// labels returns the labels of the shown views; printed ones in clockwise order.
func (b Brief) labels() []string {
	views := make([]int, 0, len(b.Survey.Here))
	for _, o := range b.Survey.Here {
		views = append(views, o.View)
	}
	if !b.words().Own() {
		slices.Sort(views)
	}
	out := make([]string, len(views))
	for i, v := range views {
		out[i] = b.words().Label(v)
	}
	return out
}

// words returns the words of this brief for directions.
func (b Brief) words() nav.Wording { return b.Context.Words }
