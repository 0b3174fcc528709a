/*
Package area keeps the floor that a robot has seen, as cells of 0.25 m: which of
it is open, where walls end the sight, which room each part belongs to, and where
the seen floor ends without a wall. Those open edges are what there is left to
explore.

	#########          #  a wall: a ray ended there
	#.......+          .  seen floor
	#.......+          +  an open edge: beside it nobody has looked, and no wall is known
	#...@...#          @  the robot
	#########

It is not a map of a house. It is computed from the scan sites of one episode, in the
frame of that episode, so it is only as exact as the robot's poses. A cell that a ray
went over is floor, even where another ray says that there is a wall.

	Area.See      a scan: rays around a spot, and which rooms the views show
	Area.Walk     the robot went this way, so the floor is open
	Area.Ways     the distance to every cell around the robot, over seen floor
	Ways.Edges    the open edges that the robot can reach, each with the way there

The same calls in the same order give the same answers to the bit.
*/
package area
