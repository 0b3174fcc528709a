// Package journal is the only way to change the store. Every write has these steps:
//
//	c, err := j.Begin(ctx, call, &answer)  // locks the call's key; nil: answered before
//	defer c.End()
//	c.Hold(episode)                        // nobody else changes the episode
//	…check, change what is in memory…
//	store.PutPlan(&c.Changes, …)           // what is to be stored
//	c.Log(entry)                           // lines of the episode's log, events among them
//	c.Due(kind, id, episode)               // documents that the index has to take in again
//	err = c.Commit(ctx, answer)            // all of it or nothing
//
// Commit makes one change set: the changes, the log with its cursors, the outbox, and
// the answer under the call's key. When it is stored, subscribers get the events in the
// order of their cursors, whatever the order in which commits end, and the index is
// told that the outbox has something for it.
//
// # The log
//
// All episodes share one log; the number of a line is its cursor. A chapter lists lines
// of one episode. A change without a checkpoint writes no chapter: its cursors go to the
// episode's tail, in RAM. From time to time, and when the journal closes, tails are
// written as chapters; after a crash they are read from the log.
//
// # Order
//
// A change of an episode holds the episode from reading to commit. A change of what
// belongs to no episode and is kept in RAM holds a lock of its own. That of the entries of
// users is held only until the change set has its place in a [kv.Chain], so that what is
// said to several robots at once shares commits; see [Change.Follow]. Houses and what was
// learned change seldom: their locks are held until the change is stored. Locks are taken
// in this order: the key of a call, an episode, such a lock. No lock is taken while the
// journal's own lock is held.
package journal
