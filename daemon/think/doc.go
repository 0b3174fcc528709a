// Package think is the environment of a tree search over the memory of an episode: it
// has the actions, the observation of each action, the score of an answer, and a
// proposer of actions for searches without a model.
//
//	Snapshot (places, anchors, ways, texts) ──► Memory.Do(State, action) ──► Seen, State
//
// A search reads one [Snapshot] from its beginning to its end. What the robot learns
// meanwhile is not in the snapshot, so a search that goes on after a restart gives the
// same result as one without a restart. Every node of the tree has a [State] of its own:
// where the robot would stand, the document that is open, the ways that were taken.
//
// Angles are degrees from view 0 of the scan at which the search began, positive to
// the left, wherever a simulated robot stands. Lengths are metres.
//
// It is not known whether an answer is right. Its score comes from what the memory knows:
// whether there is a way, whether rules allow it, whether legs failed there before, how much
// is new there and how likely the goal is; see [Memory.Judge].
package think
