// Package journal is the one way to change the store. A write is a straight line:
//
//	c, err := j.Begin(ctx, call, &answer)  // the call's key is ours; nil: answered before
//	defer c.End()
//	c.Hold(episode)                        // nobody else changes the episode
//	…check, change what is in memory…
//	store.PutPlan(&c.Changes, …)           // what is to be stored
//	c.Log(entry)                           // lines of the episode's log, events among them
//	c.Due(kind, id)                        // documents that the index has to take in again
//	err = c.Commit(ctx, answer)            // all of it or nothing
//
// Commit makes one change set of it: the changes, the log with its cursors, the
// outbox, and the answer under the call's key. Only when it is stored does
// anybody hear of it: subscribers get the events in the order of their cursors,
// whatever the order in which commits end, and the index is told that something
// is due.
//
// # The log
//
// All episodes share one log, numbered by cursors. Chapters tell which of its
// lines are an episode's. A change that writes its lines alone leaves them to
// the episode's tail, which is kept in memory; now and then, and at the end,
// the tails are written as chapters, and after a crash they are read from the
// log.
//
// # Order
//
// What changes an episode holds it from reading to commit. What changes
// something that belongs to no episode, and is kept in memory, as the entries of
// users are, holds its own lock only until its change set has its place in a
// [kv.Chain]; see [Change.Follow]. Locks are taken in this order: the key of a
// call, an episode, such a lock. Nothing is taken under the journal's own.
package journal
