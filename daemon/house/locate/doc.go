// Package locate finds where a robot stands in a kept house, from what its scans show.
// It is pure: the same house and the same scans give the same answer.
//
// # Evidence
//
// A scan is compared with every pose on the seen floor of the house: how far one sees in
// each direction, which rooms the views show, and which things. Each comparison gives the
// logarithm of how much likelier the scan is at this pose than anywhere; 0 says nothing.
// Neighbouring rays are not independent, and things move, so the evidence of each kind is
// weakened by factors that were measured in simulated houses (see DESIGN.md).
//
// # Belief
//
// After each scan the likeliest poses are kept, and the odometry of the episode moves
// them on. One more case is kept: none of the poses is right, because the robot stands on
// floor that no robot has seen, or in another house. A [Verdict] accepts the best pose when
// all others together are unlikely. Else it abstains: a wrong pose is worse than no pose.
//
// # Drift
//
// [Match] compares a scan with scans whose poses are known, of the house and of the same
// episode, and gives the likeliest pose near the one that odometry says.
package locate
