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

It is no map of a house. It is computed from what the scan sites of one episode
keep, in the frame in which they stand, and is as right as the robot's reckoning.
What a sight went over is floor, whatever else was said of it.

	Area.See      a scan: rays around a spot, and which rooms the views show
	Area.Walk     the robot went this way, so the floor is open
	Area.Ways     how far it is to every cell around the robot, over seen floor
	Ways.Edges    the open edges that it reaches, each with the way there

The same calls in the same order give the same answers to the bit.
*/
package area
