// Package kv keeps typed tables in one bbolt file.
//
// It adds to bbolt what a daemon needs of a store and knows nothing of what is
// stored: keys that sort like tuples, values with a checksum and a version,
// migrations, commits that many callers share, and errors
// instead of panics when the file is damaged.
//
// # Tables
//
// A [Table] is a definition: a name, a Go type stored as JSON, and a version.
// The tables of a program are package variables or fields made once, and their
// list is the schema given to [Open]:
//
//	steps := kv.NewTable[Step]("steps", 1)
//	db, err := kv.Open(path, kv.Options{Sync: true, Tables: []kv.TableInfo{steps}})
//
// A [Key] is built of parts, most significant first, and read back with
// [ReadKey]:
//
//	kv.K("ep1").Int(7)  // episode, number
//
// # Reading
//
// [DB.View] gives a [Tx]: the store at one moment, however many commits follow.
// [Table.Get], [Table.Has], [Table.Scan], [Table.Keys], [Table.First] and
// [Table.Len] read from it. What they return is a copy and outlives the Tx.
//
// # Writing
//
// There is no write transaction to program in. A caller reads, computes a
// [Changes] and hands it to [DB.Apply], which makes all of it or none:
//
//	var c kv.Changes
//	steps.Put(&c, kv.K("ep1").Int(8), step)
//	outbox.Put(&c, kv.K("steps", "ep1").Int(8), entry)
//	err := db.Apply(ctx, &c)
//
// A caller that finds nobody committing puts all change sets that wait in one
// commit, in the order they came; while it commits the next ones gather, and the
// first of their callers goes on with them. A single caller pays for one commit
// and wakes nobody; of callers that come back again and again half are in a
// commit while the others work. Where these halves have grown uneven, with 16
// callers or more and with Options.Sync only, one leader waits until they are even
// again: no longer than the last commit took, 2 ms at most, and less and less
// often when it waited in vain.
//
// A change set that is bad in itself is refused before it joins a commit; one
// that cannot be put fails alone; a commit that fails, fails for all its change
// sets and leaves the store as it was.
//
// Two callers that change what they have read are not kept apart: who needs
// that locks around reading and Apply. Who would hold such a lock for the length
// of a commit, and keep others out of that commit, gives its change sets to a
// [Chain] by [DB.ApplyNext] and releases the lock once they are queued. Within
// View, Apply must not be waited for: a commit that has to map more of the file
// waits for open views.
//
// # Durability
//
// An acknowledged change set survives the death of the process in every mode.
//
//	Options.Sync   Apply returns        after a power cut
//	true           after fdatasync      every acknowledged change set is there
//	false          after the write      the file may be unreadable: restore a backup
//
// After a failed commit the store can be read and written; ENOSPC and the like
// are in the error. After a sync that the disk itself failed (EIO), or a panic
// of bbolt in a commit, nothing more is written until the store is opened anew:
// what is on the disk is then not known, and a later commit could overwrite
// what the last good state needs.
//
// Before each commit the path is looked at. When the open file is no longer the one
// there, or its file system can only be read, the commit is refused, and so is each
// one until that has changed; see [DB.Away]. While less is free on the disk than
// Options.Reserve, only changes that make room are committed, and what fits into the
// room that deletes left in the file; see [DB.Full].
//
// [DB.Beat] tells whether the writer works, for a watchdog.
//
// # Errors
//
//	error                     of                  means
//	ErrNotFound               Get, First          no value
//	ErrLocked, LockedError    Open, Lock          held by a process, named if known
//	ErrAway                   Apply               the file was removed, moved or replaced
//	ErrFull, FullError        Apply               less is free than Options.Reserve
//	ErrDamaged, DamagedError  all                 a page cannot be read; names the way out
//	ErrCorrupt, CorruptError  Get, Scan, First    one value fails its checks
//	ErrNewer, NewerError      Open, reads         written by a newer program
//	ErrSchema                 Open, Apply, reads  tables do not fit, or one is unknown
//	ErrKey, ErrTooLarge       Apply, KeyReader    no key; value over the limit
//	ErrClosed, ErrTxClosed    all                 used after its end
//
// bbolt panics on a page it cannot make sense of, and reading past the end of a
// file that was cut is a memory fault. Each call here runs under recover with
// debug.SetPanicOnFault and turns both into a *DamagedError. A panic in the
// caller's own function is not touched.
//
// # Damage
//
// A flipped bit or a lost sector is to be an error, never another answer. bbolt
// has checksums for its two meta pages only, and takes every other page for what
// it should be. So reads do not go through bbolt, and a put or delete goes its
// way once before bbolt does:
//
//	damaged                           noticed by                       then
//	value                             its checksum                     that value is corrupt
//	key                               order, or the checksum, which    corrupt, for who asks for the
//	                                  takes it in: also before a key   old key or a range with it
//	                                  is said not to be there
//	header, element table, branch     parts without gaps, exact        the page is damaged: what is
//	                                  length, the child's first key,   on it or below; the rest of the
//	                                  even depth, each time            file can be read and written
//	list of free pages                order, and the seal, at Open     refused
//	pages that lead to the tables     the seal, at Open                refused
//	meta page of the last commit      the seal, at Open                put back
//	meta page of the one before       the seal, at Open                nothing, it is written anew
//
// Not noticed by reads are: a reference that flips to an older version of the
// same page, which is whole in itself and begins with the same key; more than
// one flipped bit in a key with the order kept; and, in a file without a seal, a
// list of free pages whose order is kept. [DB.Check] finds the first and the
// last, and the second as a checksum that does not fit.
//
// [Lock] keeps others from a file, and its Hold opens it as it is, for reading alone:
// Check then also lists what a normal Open would refuse. [Hold.Salvage] copies what can
// be read to a new store: values whose checks fail are named and left out, values below
// a page that cannot be read are looked for on the pages that are in use and to which
// nothing leads.
//
// # The file
//
// The file is a bbolt file, version 2, locked with flock by its one holder.
// Beside it path.pid holds the process id of the holder in decimal, and is
// removed by Close; path.new is there while a new store is made, and tells one
// whose making was interrupted from one that was cut. The file grows by 4 MiB at a time, sparsely, and never
// shrinks; [DB.Compact] copies it without the free space.
//
// Buckets:
//
//	".kv"         the meta bucket
//	table name    one for each table; its Sequence is the number of values
//
// Keys and values of the meta bucket:
//
//	"format"          {"format":1,"created":"2026-01-02T03:04:05Z"}
//	"table/" + name   {"version":3,"oldest":1}
//
// format is [Format], the version of all this. version is the newest version
// values of the table were written with, oldest the oldest one that may still
// be there. A file whose format or table version is above what the program
// knows is refused; so is one with an oldest that no chain of migrations
// starts from.
//
// A value:
//
//	offset   bytes   what
//	0        1       version of the table when it was written
//	1        4       CRC-32C, big endian, of: the version byte, the table's
//	                 name, a zero byte, the key, the JSON
//	5        …       JSON
//
// The sum takes in table and key, so that a value which turns up in another
// place is noticed. A value of an older version is migrated each time it is
// read, and written in the new version when it is next put.
//
// In each of the first two pages, at byte 1024, stands a seal: of the commit
// whose meta is in the other one. It is written after the commit, without a
// sync of its own:
//
//	offset   bytes   what, big endian
//	0        8       "kv seal" and 1
//	8        8       transaction
//	16       4       1: written with Options.Sync
//	20       4       CRC-32C of the list of free pages
//	24       4       CRC-32C of the pages of the root tree, and of the meta
//	                 bucket when it has its own
//	28       4       0
//	32       64      copy of the meta
//	96       4       CRC-32C of what is before it
//
// A backup has none, nor has a file of an older program: such a file is taken as
// it is until its next commit.
//
// The bytes of keys are described at [Key].
package kv
