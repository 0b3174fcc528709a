/*
Package item is the life of what was learned from users: items of one kind,
of which every change is another version. An item is put in use, has its place
taken by another, is taken out of use, and each of that can be undone. What an
item says is its kind's; package grounding has the first kind.

	            Confirm           a rival, or Replaces
	proposed ─────────────► active ────────────────────► superseded
	    │                     │  ▲                           │
	    └───────Retire────────┤  └─────the other one goes────┘
	                          ▼
	                       retired

[Book] holds the last two versions of each item in memory. Its operations append
versions and change none:

	Book.New            an id for a new item
	Book.Settle         its first version, among those that cannot be in use beside it
	Book.Confirm        a proposal is in use
	Book.Retire         out of use; what it superseded comes back
	Book.Undo           the version before the last again
	Book.Withdraw       without a feedback, and out of use where that was all
	   │
	Book.Changes        the new versions, for the owner to write ──► Book.Load after a start

The same operations give the same versions, before a start and after it: there is
no clock and no order of maps. A kind says what its items are by [Item] and [Kind].
[Lists] are for a kind that finds its items by more than their ids.
*/
package item
