package draw

import (
	"navd/daemon/house"
	"navd/daemon/nav"
)

// MapData is what a map shows. Every field may be left empty. All positions are in metres in
// the frame "odom" of the episode (x forward at the start, y to the left), and all yaws in
// degrees, positive counter-clockwise. What is farther than 10⁹ m from the origin, or at
// NaN, is not drawn.
type MapData struct {
	Title    string           // one line, "sofa in house 7"
	Subtitle string           // one line, "found after 84 steps, SPL 0.71"
	Graph    *nav.Graph       // places, anchors, edges and scan sites
	Path     []nav.Pose       // start pose, then the pose after each step, oldest first
	Marks    []Mark           // where something happened
	Finds    []house.Believed // things that were seen, the likeliest first, in the frame "odom"
	Turn     float64          // degrees by which [Beside] turns the map before drawing it
	Detail   bool             // also draw what navd computes with: anchors, links, views, chances
	Floor    []Polygon        // underlay: the true rooms
	Walls    []Line           // underlay: the true walls
	Things   []Thing          // underlay: the true objects in the rooms
	Target   *nav.Pose        // true position of the goal; only a simulator knows it
}

// Point is a position in the odom frame, metres.
type Point struct{ X, Y float64 }

// Line is a straight wall.
type Line struct{ A, B Point }

// Polygon is the floor of a room: its corners in order, not closed.
type Polygon struct {
	Label   string // name of the room, may be empty
	Corners []Point
}

// Thing is the footprint of an object.
type Thing struct {
	Label   string // what it is, may be empty
	Corners []Point
	Sought  bool // it is the goal of the episode
}

// MarkKind says what happened at a [Mark].
type MarkKind string

// The kinds of marks. Where Marks has no start or end, they are taken from the
// graph and the path. A mark of another kind is drawn as a plain dot.
const (
	MarkStart    MarkKind = "start"
	MarkEnd      MarkKind = "end"
	MarkStuck    MarkKind = "stuck"
	MarkABABA    MarkKind = "ababa"
	MarkFallback MarkKind = "fallback"
	MarkGoal     MarkKind = "goal_seen"
	MarkFound    MarkKind = "found" // an end, too
)

// Mark is something that happened on the way.
type Mark struct {
	Kind MarkKind
	Pose nav.Pose // for goal_seen: where from, and in which direction
	Far  float64  // for goal_seen: distance of the goal, metres; 0: unknown
	Seq  int      // step at which it happened; 0 is not written next to the mark
	Note string   // shown when the pointer is on the mark, may be empty
}

// Map draws an episode's memory as one SVG document, 1000 px wide, in UTF-8.
// The direction the robot looked at the start is up.
//
// Equal data gives equal bytes. The document is self-contained: it needs no style sheet,
// font or script, has no element ids, and may be put into an HTML page as it is. It stays
// below 2 MB for any graph, because dots, links, sites and labels are left out where they
// would hide one another.
func Map(m MapData) []byte {
	s := newSheet(m)
	s.below()
	if m.Detail {
		s.roses()
	} else {
		s.numbers()
	}
	s.signs()
	s.placeLabels()
	s.floorLabels()
	s.thingLabels(s.findNames()...)
	return s.finish()
}

// below draws what lies under the signs.
func (s *sheet) below() {
	s.underlay()
	s.ground()
	s.halos()
	s.openEdges()
	s.links()
	s.bows()
	s.dots()
	s.finds()
}

// signs draws where something happened, and keeps texts off all signs.
func (s *sheet) signs() {
	s.events()
	s.targets()
	for _, b := range s.shown() {
		s.crowd.claim(around(s.point(Point{b.X, b.Y}), 10, 10))
	}
}
