// Package planner turns what is known at a scan into a direction. It is pure: a
// driver does the model calls.
//
//	survey and context (nav) ─► Brief ─► reply.Machine ─► Parse ─► Settle ─► Decision
//	                        └─► Local, without a model ────────────────────────┘
//	Decision ─► ViewOf ─► Turns, the actions that face the robot there
//
// [Parse] reads a model's answer strictly. The model says a direction, and
// [Settle] how far to go that way. The machine asks a chain of models: a model
// whose answer cannot be used is asked once more and told what was wrong, one that
// is out of reach is tried twice more, then the next model is asked. When none is
// left the driver takes [Local] if the chain ends with it, else [Fallback].
// [Flat] says a decision to controllers that read a model's text themselves.
//
// # Angles and views
//
// An angle is degrees from view 0, positive to the left. View i lies 30·i
// degrees to the right of view 0. After a scan of eleven turns to the right the
// robot faces view 11, from where [Turns] goes the shorter way round:
//
//	angle    0   -30   -60   -90 …  180 …  90   60   30
//	view     0     1     2     3 …    6 …   9   10   11
//
// # The local planner
//
// [Local] scores every way by what general knowledge ([Prior]) and claims say
// of the room it leads to, by how much it shows that was not seen, and by what
// it costs in steps. It is the default, and the baseline of every model.
package planner
