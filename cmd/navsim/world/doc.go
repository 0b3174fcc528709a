// Package world is the house that a simulated robot lives in: what it can walk
// through, what it sees, and how far everything is.
//
// # Axes
//
// Houses use ProcTHOR's axes, which are Unity's and left-handed: the floor is
// the plane of x and z in metres, y is up. Yaw is in degrees and grows
// clockwise seen from above:
//
//	          z   yaw 0
//	          ^                    Heading(yaw) = (sin yaw, cos yaw)
//	          |
//	          |                    a turn to the left by 30° lowers yaw by 30
//	270  -----+-----> x            a turn to the right raises it
//	          |    yaw 90
//	          |
//	         180
//
// navd's own frame turns the other way (x forward, y left, counter-clockwise),
// so angles that a robot reports, in [View] and [Sighting], are positive to the
// left; yaws here never leave the simulator.
//
// # A house
//
// [Load] and [LoadFile] read houses in the strict subset of ProcTHOR's schema
// 1.0.0 that the project uses, and also ProcTHOR-10k's own JSONL, in which some
// fields are missing:
//
//	id          file name, or file name and line number
//	objectType  the word before the first "|" of the object's id, if it begins
//	            with an upper-case letter; else the leading words of assetId
//	            before its first number; else "Object"
//	size        0.3 m in every direction
//
// A [Room] is a polygon. Walls have no thickness. An interior wall comes once
// per room and once here; exterior walls repeat interior lines and are left
// out. [Map.Segments] gives what remains:
//
//	+---------+-------------+     solid     wall
//	|         :             |     boundary  no wall: two rooms flow together
//	|         :             |     open      door to walk and see through
//	+---[ ]---+---|##|------+     closed    shut, or leads out of the house
//	   open      closed
//
// # Moving
//
// The robot is a disc of 0.18 m. It stands where the disc touches neither wall
// nor closed door nor a top-level object that reaches into the band from 0.08
// to 0.9 m, flat things on walls excepted ([Object.Blocks]). [Map.Forward]
// moves it or reports a collision; [Pose.Turned] turns it.
//
// Paths run over nodes at 0.05 + k·0.1 m in both directions, by eight-connected
// shortest paths without cutting corners, then pulled straight wherever the
// disc has room ([Map.Path]). A [Goal] keeps the distance of every node to its
// nearest success cell.
//
// # Seeing
//
// [Map.Look] gives twelve views. View i lies i turns of 30° to the right, at
// angle -30·i. Walls and closed doors end sight at 8 m or before; furniture
// hides nothing; what is inside a fridge, box or drawer is never seen.
// [Senses] adds noise that depends on nothing but episode, seed, pose and what
// is looked at.
//
// # Errors
//
// All errors are faults (package fault): Invalid for data, naming file, line
// and field; NotFound for files, types and instances that are not there;
// TooLarge beyond the limits on size. A [Map] and a [Goal] never change once
// made and serve any number of goroutines.
package world
