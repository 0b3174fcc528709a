// Package locate finds where a robot stands in a kept house, from what its scans show.
// It is pure: the same house and the same scans give the same answer.
//
// # Evidence
//
// A scan is compared with every pose on the seen floor of the house: how far one sees in
// each direction, which rooms the views show, and which things. Each comparison gives the
// logarithm of how much likelier the scan is at this pose than anywhere; 0 is no evidence.
// Neighbouring rays are not independent, and things move, so the evidence of each kind is
// reduced by factors that were measured in simulated houses (see DESIGN.md).
//
// # Belief
//
// After each scan the likeliest poses are kept; the odometry of the episode moves them to
// the next scan. One more case is kept: that none of the poses is right, because the robot
// is on unseen floor or in another house. A [Verdict] accepts the best pose only when all
// others together are unlikely, because a wrong pose is worse than no pose.
//
// # Drift
//
// [Match] compares a scan with scans whose poses are known, of the house and of the same
// episode, and returns the likeliest pose near the one by odometry.
package locate
