// Package locate finds where in a kept house a robot stands, by what its scans show. It
// is pure: the same house and the same scans give the same answer.
//
// # Evidence
//
// A scan is held against every pose on the floor of the house that was seen: how far one
// sees in each direction, which rooms the views show, and which things. All of it counts
// as the logarithm of how much likelier it is there than anywhere, so 0 says nothing. Rays
// beside one another are no independent proofs, and things move: the evidence of each kind
// is weakened by what was measured in simulated houses (see DESIGN.md).
//
// # Belief
//
// After each scan the likeliest poses are kept, each moved on by the odometry of the
// episode, and beside them the case that none of them is right: the robot stands on floor
// that nobody has seen, or in another house. A [Verdict] accepts the best when all others
// together are unlikely. It abstains else: a wrong pose is worse than none.
//
// # Drift
//
// [Match] holds a scan against others whose places are known, those of the house and of the
// same episode, and gives the likeliest pose near the one that odometry says.
package locate
