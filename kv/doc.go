// Package kv keeps typed tables in one bbolt file.
//
// It adds to bbolt what a daemon needs of a store: keys that sort like tuples,
// values with a checksum and a version, migrations, commits that many callers
// share, and errors instead of panics when the file is damaged. It knows nothing
// of what is stored.
//
// # Tables
//
// A [Table] is a definition: a name, a Go type stored as JSON, and a version.
// A program defines its tables once, as package variables or fields, and gives
// their list, the schema, to [Open]:
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
// [DB.View] gives a [Tx]: the store at one moment, unaffected by later commits.
// [Table.Get], [Table.Has], [Table.Scan], [Table.Keys], [Table.First] and
// [Table.Len] read from it. What they return is a copy and outlives the Tx.
//
// # Writing
//
// Callers do not write inside a transaction. A caller reads, computes a [Changes]
// and hands it to [DB.Apply], which makes all of it or none:
//
//	var c kv.Changes
//	steps.Put(&c, kv.K("ep1").Int(8), step)
//	outbox.Put(&c, kv.K("steps", "ep1").Int(8), entry)
//	err := db.Apply(ctx, &c)
//
// A caller that calls Apply while nobody commits becomes the leader: it puts all
// waiting change sets into one commit, in the order in which they came. While it
// commits, the next ones gather, and the caller of the first of them leads next.
// A single caller makes its commit itself and wakes nobody. Of many callers that
// come back again and again, one half waits for a commit while the other half
// computes its next change set. When these halves become uneven, a leader waits
// until enough callers are there to make them even again: only with 16 callers or
// more and with Options.Sync, no longer than the last commit took, 2 ms at most,
// and ever more rarely when the callers did not come.
//
// A change set that is invalid in itself is refused before it joins a commit; one
// that cannot be put fails alone. When a commit fails, all its change sets fail
// and the store stays as it was.
//
// Two callers that change what they have read are not protected from each other:
// they need a lock of their own around reading and Apply. With such a lock held
// during Apply they cannot share a commit; so give the change sets to a [Chain],
// by [DB.ApplyNext], and release the lock once they are queued. Do not wait for
// Apply inside View: a commit that has to map more of the file waits for open
// views.
//
// # Durability
//
// Once Apply has returned nil, the change set survives the death of the process in
// both modes.
//
//	Options.Sync   Apply returns        after a power cut
//	true           after fdatasync      every change set whose Apply returned is there
//	false          after the write      the file may be unreadable: restore a backup
//
// After a failed commit the store can still be read and written; the error wraps the
// errno, such as ENOSPC. After a sync that failed on the disk itself (EIO), or a
// panic of bbolt in a commit, nothing more is written until the store is opened anew:
// what is on the disk is then not known, and a later commit could overwrite what the
// last good state needs.
//
// Each commit is refused while another file, or none, is at the path, or while the
// file system is read-only; see [DB.Away]. While less is free on the disk than
// Options.Reserve, only these are committed: changes that make room, and those that
// fit into the space that deletes left in the file; see [DB.Full].
//
// [DB.Beat] tells whether the writer works, for a watchdog.
//
// # Errors
//
//	error                     of                  means
//	ErrNotFound               Get, First          no value
//	ErrLocked, LockedError    Open, Lock          held by a process, named if known
//	ErrAsIs                   Apply               opened with Options.AsIs, for reading only
//	ErrAway                   Apply               the file was removed, moved or replaced
//	ErrFull, FullError        Apply               less is free than Options.Reserve
//	ErrDamaged, DamagedError  all                 a page cannot be read; has a hint what to do
//	ErrCorrupt, CorruptError  Get, Scan, First    one value fails its checks
//	ErrNewer, NewerError      Open, reads         written by a newer program
//	ErrSchema                 Open, Apply, reads  tables do not fit, or one is unknown
//	ErrKey, ErrTooLarge       Apply, KeyReader    key empty, too long or of other parts; value too long
//	ErrClosed, ErrTxClosed    all                 DB or Tx used after its end
//
// bbolt panics on a page it cannot make sense of, and reading past the end of a
// file that was cut is a memory fault. Each call here runs under recover with
// debug.SetPanicOnFault and turns both into a *DamagedError. A panic in the
// caller's own function is not touched.
//
// # Damage
//
// A flipped bit or a lost sector should give an error, never a wrong answer. bbolt
// has checksums for its two meta pages only, and trusts every other page. So reads
// do not go through bbolt, and before bbolt puts or deletes a key, the pages that
// lead to it are checked:
//
//	damaged                           noticed by                       then
//	value                             its checksum                     that value is corrupt
//	key                               the order of the keys, or the    a read of the old key, or of a
//	                                  checksum of the value, which     range that holds it, says that
//	                                  covers the key; also before      it is corrupt
//	                                  a key is reported missing
//	header, element table, branch     no gaps, exact length, the       what is on the page or below it
//	                                  first key of the page below,     is damaged; the rest of the file
//	                                  equal depth: at each read        can be read and written
//	list of free pages                order, and the seal, at Open     refused
//	pages that lead to the tables     the seal, at Open                refused
//	meta page of the last commit      the seal, at Open                put back
//	meta page of the one before       the seal, at Open                nothing, it is written anew
//
// Reads do not notice: a reference that changed to an older version of the same
// page, which is sound in itself and begins with the same key; more than one
// flipped bit in a key when the order of the keys is kept; and, in a file without a
// seal, a damaged list of free pages whose order is kept. [DB.Check] finds all
// three, the second as a checksum that does not match.
//
// [Lock] keeps other processes from opening a file. Its [Hold.Open] opens the file as
// it is, for reading only, and Check then also lists what a normal Open would refuse.
// [Hold.Salvage] copies what can be read to a new store. It reports values whose
// checks fail and leaves them out; values below a page that cannot be read it looks for
// on the pages that are not free and that no page refers to any more.
//
// # The file
//
// The file is a bbolt file, version 2, locked with flock by the one process that has
// it open. Beside it, path.pid holds the id of that process in decimal; Close removes
// it. path.new exists while a new store is made, so that a store whose making was
// interrupted can be told from one that was truncated. The file grows by 4 MiB at a
// time, sparsely, and never shrinks; [DB.Compact] copies it without the free space.
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
// format is [Format], the version of the layout that this section describes. version
// is the newest version that values of the table were written with, oldest the oldest
// one that may still be there. Open refuses a file whose format or table version is
// newer than the program knows, and one with an oldest version from which the
// migrations do not lead to the present one.
//
// A value:
//
//	offset   bytes   what
//	0        1       version of the table when it was written
//	1        4       CRC-32C, big endian, of: the version byte, the table's
//	                 name, a zero byte, the key, the JSON
//	5        …       JSON
//
// The checksum covers table and key, so that a value that turns up in another place
// is noticed. A value of an older version is migrated each time it is read, and is
// stored in the new version when it is next put.
//
// Each of the first two pages has a seal at byte 1024: that of the commit whose meta
// is in the other page. It is written after the commit, without a sync of its own:
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
// A backup has no seal, nor has a file of an older program: until its next commit
// such a file is opened without that check.
//
// The bytes of keys are described at [Key].
package kv
