// Package search finds what was remembered: places as they were described, and
// entries made of what users said.
//
// What can be found is a [Document] of a source, read from the store. The commit
// that changes one names it in the outbox; the engine takes it from there to the
// index:
//
//	journal.Change.Due → outbox (kv) → Engine.drain → index.Put
//
// [Engine.Search] lays the outbox over the index, so that what was stored a
// moment ago is found at once; without an index it reads the store, and says so.
// [Engine.Rank] is the same for a prompt, which cannot wait: it gives what it found
// in a short time.
package search
