package kv

import (
	"errors"
	"fmt"
	"syscall"
)

var (
	// ErrNotFound is returned when a table holds no value under a key.
	ErrNotFound = errors.New("kv: not found")

	// ErrClosed is returned when a closed DB is used.
	ErrClosed = errors.New("kv: store is closed")

	// ErrTxClosed is returned when a Tx is used after its View has returned.
	ErrTxClosed = errors.New("kv: transaction is over")

	// ErrLocked is returned when another DB holds the file; see [LockedError].
	ErrLocked = errors.New("kv: store is in use")

	// ErrAway is returned when the file that is open is no longer the one at its
	// path: it was removed, moved or replaced.
	ErrAway = errors.New("kv: the store's file was removed, moved or replaced")

	// ErrFull is returned when less is free on the disk than Options.Reserve; see [FullError].
	ErrFull = errors.New("kv: too little is free on the disk")

	// ErrAsIs is returned when a DB that was opened with Options.AsIs is written to.
	ErrAsIs = errors.New("kv: store is open for reading only")

	// ErrDamaged is returned when the file cannot be read as a store; see [DamagedError].
	ErrDamaged = errors.New("kv: store is damaged")

	// ErrCorrupt is returned when one value does not pass its checks; see [CorruptError].
	ErrCorrupt = errors.New("kv: value is corrupt")

	// ErrNewer is returned when the file or a value was written by a newer
	// program; see [NewerError].
	ErrNewer = errors.New("kv: written by a newer version")

	// ErrKey is returned when a key is empty or longer than [MaxKeySize], or when
	// its bytes are not the parts that a [KeyReader] asks for.
	ErrKey = errors.New("kv: bad key")

	// ErrTooLarge is returned when an encoded value is over [MaxValueSize].
	ErrTooLarge = errors.New("kv: value too large")

	// ErrSchema is returned when the tables given to Open do not fit together
	// or do not fit the file, and when a table is used which Open was not given.
	ErrSchema = errors.New("kv: bad schema")
)

// LockedError is returned by [Open] when another DB, of this process or of
// another one, holds the file. It wraps [ErrLocked].
type LockedError struct {
	Path string // store file
	PID  int    // process that holds it; 0 when not known
}

// Error says what happened, in one line.
func (e *LockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("kv: %s is in use by another process", e.Path)
	}
	return fmt.Sprintf("kv: %s is in use by process %d", e.Path, e.PID)
}

// Unwrap returns ErrLocked.
func (e *LockedError) Unwrap() error { return ErrLocked }

// FullError is returned by Apply while less is free on the disk than Options.Reserve. It
// wraps [ErrFull], and syscall.ENOSPC, as the error of a full disk does.
type FullError struct {
	Free    int64 // bytes that are free
	Reserve int64 // bytes that are to stay free
}

// Error says what happened, in one line.
func (e *FullError) Error() string {
	return fmt.Sprintf("%v: %d MB are free, %d MB are to stay free", ErrFull, e.Free>>20, e.Reserve>>20)
}

// Unwrap returns ErrFull and ENOSPC.
func (e *FullError) Unwrap() []error { return []error{ErrFull, syscall.ENOSPC} }

// DamagedError is returned when the pages of the file cannot be read: by
// [Open], and by any read that meets a bad page later. It wraps [ErrDamaged].
type DamagedError struct {
	Path   string // store file
	Reason string // what was found, in words
	Hint   string // what to do, in words
}

// Error says what happened, in one line.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("kv: %s is damaged: %s (%s)", e.Path, e.Reason, e.Hint)
}

// Unwrap returns ErrDamaged.
func (e *DamagedError) Unwrap() error { return ErrDamaged }

// CorruptError is returned when one value is unreadable while the file around
// it is sound. It wraps [ErrCorrupt] and, if there is one, its cause.
type CorruptError struct {
	Table  string
	Key    Key
	Reason string // what was found, in words
	Err    error  // cause: a JSON or migration error; may be nil
}

// Error says what happened, in one line.
func (e *CorruptError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("kv: table %s, key %s: %s: %v", e.Table, e.Key, e.Reason, e.Err)
	}
	return fmt.Sprintf("kv: table %s, key %s: %s", e.Table, e.Key, e.Reason)
}

// Unwrap returns ErrCorrupt and the cause.
func (e *CorruptError) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrCorrupt}
	}
	return []error{ErrCorrupt, e.Err}
}

// isCorrupt reports whether err is of one value.
func isCorrupt(err error) bool { return errors.Is(err, ErrCorrupt) }

// NewerError is returned when this program is older than what it reads. It
// wraps [ErrNewer].
type NewerError struct {
	What  string // "file format", "table places" or "table places, key …"
	Have  int    // version found
	Known int    // newest version this program reads
}

// Error says what happened, in one line.
func (e *NewerError) Error() string {
	return fmt.Sprintf("kv: %s has version %d, this program reads up to %d", e.What, e.Have, e.Known)
}

// Unwrap returns ErrNewer.
func (e *NewerError) Unwrap() error { return ErrNewer }
