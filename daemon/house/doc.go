// Package house holds what navd remembers of a house from all episodes in it: where robots
// drove, what they saw from where, and which things are where. It is pure: it uses no file
// and no clock.
//
// # The house frame
//
// A house has one frame, in metres and degrees as in package nav. If callers say where
// they are, it is their frame; otherwise it is the frame of the first episode, whose origin
// is where that episode began. An [Alignment] says where the frame of an episode is in the
// frame of the house.
//
// # How an episode is merged
//
//	Visit ─► [House.Merge]   points of its way    within 0.35 m of a kept one: the kept one stays
//	                         scans                within 0.5 m of a kept one: replaces it, and keeps its count
//	                         places               of one type, near one another: joined
//	                         things               seen again, or missed by a look that should have shown them
//
// The size of a house depends on its floor area, not on the number of episodes. The same
// visits in the same order give the same house, byte for byte.
package house
