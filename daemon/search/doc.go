// Package search finds what was remembered: places as they were described, and
// entries made of what users said.
//
// A search finds documents: a [Document] is made from records of the store. The commit
// that changes a document puts its name into the outbox; the engine takes the name from
// there and updates the index:
//
//	journal.Change.Due → outbox (kv) → Engine.drain → index.Put
//
// [Engine.Search] also searches the documents in the outbox, so it finds what was stored
// a moment ago. Without an index it reads the store, and its answer says so.
// [Engine.Rank] does the same for a prompt, which cannot wait: it gives what it finds
// in a short time.
package search
