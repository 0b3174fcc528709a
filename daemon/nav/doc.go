// Package nav is the navigation memory of one episode: where a robot is, where
// it has been, and what it has looked at. It is pure: values in, values out, no
// clock, no file, no model.
//
// # Axes
//
// Poses are metres and degrees in the frame odom, whose origin is where the
// episode began (REP-103 with degrees):
//
//	               x, yaw 0
//	                  ▲
//	   yaw 30 ╲       │       ╱ yaw -30
//	  view 11  ╲      │      ╱  view 1
//	            ╲     │     ╱
//	y, yaw 90 ◀───── robot ─────▶ yaw -90
//	   view 9         │           view 3
//	                  ▼
//	          yaw 180, view 6
//
// Yaw and angles grow counter-clockwise, that is to the left, in (-180, 180].
// Views count clockwise: view i of a panorama lies 30·i degrees to the right of
// view 0. The views in the picture are those of a robot that faces view 0.
//
// # What it remembers
//
// An [Anchor] is a point of the robot's path, linked to the one before. A
// [Place] is a room or a corridor: a type, objects, and the anchors made while
// the robot was in it. Each transition makes a new place, also on coming back;
// places of one type with anchors near one another share a revisit key. A
// [Site] is what one plan saw and did: its views, which of them was tried, and
// what came of it. A [Vista] is what ranges showed on the way between two. A
// [Record] is the line that a plan leaves in the queue.
//
// # The path of a step
//
// [Memory.Advance] is all that happens on a step, from top to bottom:
//
//	Step ─► seq and members are checked ─► pose moves
//	     ─► candidate place: is its dwell time over?   place_created, place_entered
//	     ─► anchor rule                                anchor_created
//	     ─► totals, stuck window, loop rules           stuck, ababa
//	     ─► stop: the leg ends, a plan may be due
//	     ─► Stepped for the controller, Delta for the store
//
// [Memory.Observe] takes a sample of the scene and may enter a place,
// [Memory.Watch] what ranges show.
// [Memory.Survey] looks at a panorama with the memory's eyes, [Memory.Context]
// says it in words, and [Memory.Decide] files what a planner made of it.
//
// Every call that changes something gives a [Delta], the records to put;
// [Restore] makes the same memory of them again.
//
// # Reading the source
//
// Begin with step.go and memory.go. Then anchor.go, place.go and keys.go hold
// the graph, loop.go and scan.go the loop rules, site.go, lead.go, leg.go and
// survey.go the scan sites, seen.go, vista.go and floor.go the seen area, path.go the ways between them, context.go and
// context_text.go what a planner gets to read.
package nav
