// Package house is what is kept of a house over all episodes in it: where robots
// walked, what they saw from where, and which things stand where. It is pure: values
// in, values out.
//
// # The house frame
//
// All of a house has one frame, in metres and degrees as in package nav. It is that of
// the caller, when callers say where they are; else it is the frame of the first
// episode, whose origin is where that episode began. An [Alignment] says where the
// frame of an episode lies in it.
//
// # What becomes of an episode
//
//	Visit ─► [House.Merge]   points of its way    within 0.35 m of a kept one: that one
//	                         scans                within 0.5 m of a kept one: its place taken, its count kept
//	                         places               of one type, near one another: joined
//	                         things               seen again, or missed by a look that should have shown them
//
// The size of a house follows its floor, not the number of episodes. The same visits in
// the same order make the same house, to the byte.
package house
