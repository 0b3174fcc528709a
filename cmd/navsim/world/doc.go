// Package world is the house in which a simulated robot moves: where it can go, what it
// sees, and how far away everything is.
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
// navd's own frame turns the other way (x forward, y left, counter-clockwise). So angles
// that a robot reports, in [View] and [Sighting], are positive to the left.
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
// A [Room] is a polygon. Walls have no thickness. A file has an interior wall once for each
// of its two rooms, this package has it once; exterior walls repeat interior ones and are
// left out. [Map.Segments] returns the rest:
//
//	+---------+-------------+     solid     wall
//	|         :             |     boundary  no wall between two rooms
//	|         :             |     open      door to walk and see through
//	+---[ ]---+---|##|------+     closed    shut, or leads out of the house
//	   open      closed
//
// # Moving
//
// The robot is a disc with a radius of 0.18 m. It can stand where the disc touches no wall,
// no closed door and no top-level object that reaches into the heights from 0.08 to 0.9 m,
// except flat things on walls ([Object.Blocks]). [Map.Forward] moves it or reports a
// collision; [Pose.Turned] turns it.
//
// Paths run over nodes at 0.05 + k·0.1 m in both directions: eight-connected shortest
// paths without cutting corners, straightened wherever the disc has room ([Map.Path]). A
// [Goal] has the distance of every node to its nearest success cell.
//
// # Seeing
//
// [Map.Look] returns twelve views. View i is i turns of 30° to the right, at angle -30·i.
// Sight ends at walls and closed doors, and at 8 m; furniture hides nothing; what is inside
// a fridge, box or drawer is never seen. [Senses] adds noise that depends only on episode,
// seed, pose and what is looked at.
//
// # Errors
//
// All errors are faults (package fault): Invalid for wrong data, with file, line and field;
// NotFound for missing files, types and instances; TooLarge beyond the limits on size. A
// [Map] and a [Goal] never change and are safe for concurrent use.
package world
