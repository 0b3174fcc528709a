// Package robot is a simulated robot with the controller loop of PixelNav: it
// scans, asks navd for a plan, turns, lets a low-level policy follow, and
// stops. It is a client like any other: all it knows of navd is its socket.
//
// It reports its actions and whether it collided, and nothing that a real
// robot would not know: never its true pose. Tasks are made here too; those of
// [Deadlocks] and [Courses] ask what the planner takes for typical, which the
// robot never does. An [Oracle] is the user beside it, who knows the house. In
// the arms of [Peers] a plain explorer decides where it goes, from the true pose
// and, but for [PeerTold], with the house's word on the floor that it has seen; navd is
// told neither.
package robot
