package index

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrClosed is returned when a closed Index is used.
	ErrClosed = errors.New("index: closed")

	// ErrInvalid is returned when a value of a document or of a query is outside
	// its limits; see [InvalidError].
	ErrInvalid = errors.New("index: invalid")

	// ErrLocked is returned by Open when the directory is in use; see [LockedError].
	ErrLocked = errors.New("index: in use")

	// ErrRebuild is returned when the index cannot be used and must be rebuilt; see
	// [RebuildError].
	ErrRebuild = errors.New("index: must be rebuilt")
)

// InvalidError says which value was refused. It wraps [ErrInvalid].
type InvalidError struct {
	Field   string // its name in Go, such as "Doc.ID"
	Given   string // the value, shortened
	Allowed string // what is allowed, in words
}

// Error says what happened, in one line.
func (e *InvalidError) Error() string {
	return fmt.Sprintf("index: %s is %s, allowed: %s", e.Field, e.Given, e.Allowed)
}

// Unwrap returns ErrInvalid.
func (e *InvalidError) Unwrap() error { return ErrInvalid }

// LockedError is returned by [Open] when another Index, of this process or of another
// one, has the directory open. It wraps [ErrLocked].
type LockedError struct {
	Dir string // directory of the index
	PID int    // process that holds it; 0 when not known
}

// Error says what happened, in one line.
func (e *LockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("index: %s is in use by another process", e.Dir)
	}
	return fmt.Sprintf("index: %s is in use by process %d", e.Dir, e.PID)
}

// Unwrap returns ErrLocked.
func (e *LockedError) Unwrap() error { return ErrLocked }

// RebuildError says why an index must be rebuilt. It wraps [ErrRebuild] and its cause,
// if there is one.
type RebuildError struct {
	Reason string // what was found, in words
	Err    error  // cause; may be nil
}

// Error says what happened, in one line.
func (e *RebuildError) Error() string {
	if e.Err == nil {
		return "index: must be rebuilt: " + e.Reason
	}
	cause, _, _ := strings.Cut(e.Err.Error(), "\n") // bleve's errors quote data that they could not read
	return fmt.Sprintf("index: must be rebuilt: %s: %s", e.Reason, cause)
}

// Unwrap returns ErrRebuild and the cause.
func (e *RebuildError) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrRebuild}
	}
	return []error{ErrRebuild, e.Err}
}

// rebuild returns a RebuildError; cause may be nil.
func rebuild(reason string, cause error) error { return &RebuildError{Reason: reason, Err: cause} }
