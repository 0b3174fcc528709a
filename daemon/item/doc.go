/*
Package item keeps the versions of what was learned from users. Every change of an
item is a new version: an item is put in use, superseded by another item, or taken
out of use, and each change can be undone. A kind of item defines what an item
says; the entries of package grounding are one kind.

	            Confirm           a rival, or Replaces
	proposed ─────────────► active ────────────────────► superseded
	    │                     │  ▲                           │
	    └───────Retire────────┤  └─────the other one goes────┘
	                          ▼
	                       retired

[Book] holds the last two versions of each item in memory. Its operations append
versions and change none:

	Book.New            an id for a new item
	Book.Settle         its first version; decides which of two rivals is in use
	Book.Confirm        puts a proposal in use
	Book.Retire         takes it out of use; what it superseded comes back
	Book.Undo           the version before the last holds again
	Book.Withdraw       takes a feedback away; an item without any is out of use
	   │
	Book.Changes        the new versions, for the owner to write ──► Book.Load after a start

The same operations give the same versions, before a start and after it: there is
no clock and no order of maps. A kind says what its items are by [Item] and [Kind].
[Lists] are for a kind that finds its items by more than their ids.
*/
package item
