// Package house is what navd remembers of a house from all episodes in it: where robots
// walked, what they saw and from where, and which things stand where. It is pure: it
// computes, and uses no file or clock.
//
// # The house frame
//
// A house has one frame, in metres and degrees as in package nav. When callers say where
// they are, it is their frame; else it is the frame of the first episode, whose origin
// is where that episode began. An [Alignment] says where the frame of an episode lies in
// the frame of the house.
//
// # What becomes of an episode
//
//	Visit ─► [House.Merge]   points of its way    within 0.35 m of a kept one: the kept one stays
//	                         scans                within 0.5 m of a kept one: replaces it, and keeps its count
//	                         places               of one type, near one another: joined
//	                         things               seen again, or missed by a look that should have shown them
//
// The size of a house follows its floor, not the number of episodes. The same visits in
// the same order make the same house, to the byte.
package house
