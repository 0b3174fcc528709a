/*
Package area keeps the floor that a robot has seen, as cells of 0.25 m: which cells are
open, where walls end the sight, which room each part belongs to, and where the seen floor
ends without a wall. These open edges are what is left to explore.

	#########          #  a wall: a ray ended there
	#.......+          .  seen floor
	#.......+          +  an open edge: beside it nobody has looked, and no wall is known
	#...@...#          @  the robot
	#########

It is computed from scans, in one frame, so it is only as exact as the robot's poses. A cell
that a ray went over is floor, even when another ray ended there.

	Area.See      a scan: rays around a spot, and which rooms the views show
	Area.Walk     the robot went this way, so the floor is open
	Area.Ways     the distance to every cell around the robot, over seen floor
	Ways.Edges    the open edges that the robot can reach, each with the way there

The same calls in the same order give the same answers to the bit.
*/
package area
