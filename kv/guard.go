package kv

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"syscall"
)

// hint is what every DamagedError says to do.
const hint = "replace it with a backup, or move it away to begin with an empty store"

// guard runs fn, which touches pages of the file at path. bbolt panics on a
// page it cannot make sense of, and a read past the end of a cut file is a
// memory fault, which recover sees only under SetPanicOnFault. Both become a
// *DamagedError that says what was being done.
func guard(path, doing string, fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damaged(path, doing+": "+panicText(p))
		}
	}()
	return fn()
}

// panicText says what a panic was about. The text of a memory fault would speak of a
// nil pointer; its address tells more.
func panicText(p any) string {
	if fault, ok := p.(interface{ Addr() uintptr }); ok {
		return fmt.Sprintf("fault at %#x, the file is cut or the disk unreadable", fault.Addr())
	}
	return fmt.Sprint(p)
}

func damaged(path, reason string) *DamagedError {
	return &DamagedError{Path: path, Reason: reason, Hint: hint}
}

// withErrno adds the errno that err names in its text but does not wrap. bbolt formats
// the failure to grow the file with %s, so errors.Is(err, syscall.ENOSPC) would not
// find it.
func withErrno(err error) error {
	var errno syscall.Errno
	if err == nil || errors.As(err, &errno) {
		return err
	}
	for _, e := range []syscall.Errno{syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT, syscall.EIO, syscall.EROFS, syscall.ENOMEM} {
		if strings.HasSuffix(err.Error(), e.Error()) {
			return &errnoError{err: err, errno: e}
		}
	}
	return err
}

// errnoError is an error whose text lost its errno on the way.
type errnoError struct {
	err   error
	errno syscall.Errno
}

func (e *errnoError) Error() string   { return e.err.Error() }
func (e *errnoError) Unwrap() []error { return []error{e.err, e.errno} }
