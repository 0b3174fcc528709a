// Package robot is a simulated robot with the control loop of PixelNav: it scans, asks
// navd for a plan, turns, lets a low-level policy drive, and stops. It is a client like
// any other: it reaches navd only through its socket. It does not scan before its
// first plan where a kept house knows the way, and ends a scan early where navd said what it
// is for.
//
// While it searches, it reports its actions, its collisions and what it sees, but not its
// true pose: only what a real robot knows. The length of the shortest way, at the beginning
// of an episode, and its success, at the end, are for measuring. Where an experiment needs
// it, a task names the true pose of the start in a kept house.
//
// The package also makes tasks. For those of [Deadlocks] and [Courses] it looks up what
// navd's planner expects where, which the robot never does. An [Oracle] is a user who
// watches the robot and knows the house. In the arms of [Peers] a simple explorer decides
// where the robot goes; it knows the true pose and, but for [PeerTold], the true house as
// far as it has seen its floor, and tells navd neither.
package robot
