// Package planner turns what is known at a scan into a direction. It is pure: its caller
// makes the calls of models.
//
//	survey and context (nav) ─► Brief ─► reply.Machine ─► Parse ─► Settle ─► Decision
//	                        └─► Local, without a model ────────────────────────┘
//	Decision ─► ViewOf ─► Turns, the actions that face the robot there
//
// [ParseIn] reads a model's answer strictly. The model gives a direction, and [Settle] adds how
// far to go. The machine asks a chain of models: a model whose answer cannot be used is asked
// once more and told what was wrong, one that cannot be reached is tried twice more, then
// the next model is asked. When no model gave an answer, the caller takes [Local] if the
// chain ends with it, otherwise [Fallback]. [Flat] writes a decision for controllers that
// read a model's text themselves.
//
// # Angles and views
//
// An angle is in degrees from view 0, positive to the left. View i is 30·i degrees to the
// right of view 0. After a scan of eleven turns to the right the robot faces view 11, and
// [Turns] turns in the shorter direction:
//
//	angle    0   -30   -60   -90 …  180 …  90   60   30
//	view     0     1     2     3 …    6 …   9   10   11
//
// # The local planner
//
// [Local] scores every way by what general knowledge ([Prior]) and claims say about the room
// that it leads to, by how much unseen area it shows, and by its cost in steps. It is the
// default, and the baseline for every model.
package planner
