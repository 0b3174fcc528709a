// Package nav is the navigation memory of one episode: where a robot is, where
// it has been, and what it has looked at. It is pure: it computes, and uses no
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
// [Site] is a spot where the robot looked around for a plan: its views, the view that
// was tried, and the result. A [Vista] is what the ranges showed between two sites. A
// [Record] is the line that a plan leaves in the discovered-context queue.
//
// # The path of a step
//
// [Memory.Advance] does all of a step, from top to bottom:
//
//	Step ─► seq and members are checked ─► pose moves
//	     ─► candidate place: is its dwell time over?   place_created, place_entered
//	     ─► anchor rule                                anchor_created
//	     ─► totals, stuck window, loop rules           stuck, ababa
//	     ─► stop: the leg ends, a plan may be due
//	     ─► Stepped for the controller, Delta for the store
//
// [Memory.Observe] takes a scene sample and may enter a place; [Memory.Watch] takes
// ranges. [Memory.Survey] says what each way from the present scan promises,
// [Memory.Context] writes that as text for a prompt, and [Memory.Decide] files the
// decision of a planner.
//
// Every call that changes something gives a [Delta]: the records that changed.
// [Restore] makes the same memory from the stored records.
//
// # Reading the source
//
// Begin with step.go and memory.go. Then anchor.go, place.go and keys.go hold
// the graph, loop.go and scan.go the loop rules, site.go, lead.go, leg.go and
// survey.go the scan sites, seen.go, vista.go and floor.go the seen area, path.go the ways between them, context.go and
// context_text.go what a planner gets to read.
package nav
