// Package think is what a tree search over the memory of an episode can do: the
// actions, what each observes, how good an answer is, and who proposes actions when
// no model does.
//
//	Snapshot (places, anchors, ways, texts) ──► Memory.Do(State, action) ──► Seen, State
//
// A search looks at one [Snapshot] from its beginning to its end. What the robot
// learns meanwhile is not in it, so a search that is gone on with after a restart
// finds what it would have found. Every node of the tree has a [State] of its own:
// where the robot would stand, the document that is open, the ways that were taken.
//
// Angles are degrees from view 0 of the scan that the search began at, positive to
// the left, wherever a simulated robot stands. Lengths are metres.
//
// There is no oracle. An answer is scored by what the memory knows: whether there is
// a way, whether rules allow it, whether it ends a loop, how much is new there and how
// likely the goal is; see [Memory.Judge].
package think
