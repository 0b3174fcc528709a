package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"navd/daemon/fault"
)

// progress is how far the searches of a command came.
type progress struct {
	Done int `json:"done"` // searches that ended
	Of   int `json:"of"`   // all that were to be made

	unit string // what they are called, in the plural
	note string // for the hint of an error; empty: none
}

// rows is the file that a flag names, and how it is written: with all searches that were
// made, in the usual order.
type rows struct {
	flag, path string
	write      func(io.Writer) error
}

// end writes the file, also when err says that the searches ended before all were made:
// because the user interrupted them, or because one of them failed. Then its error tells how
// many were made, and that the file has them. When none were made, nothing is written.
func (p progress) end(err error, r rows) error {
	if err == nil {
		return save(r.flag, r.path, r.write)
	}
	if p.Done == 0 {
		return p.cut(err, "")
	}
	if r.path == "" {
		return p.cut(err, "with "+r.flag+" FILE, those that were done are written to it")
	}
	if failed := save(r.flag, r.path, r.write); failed != nil {
		return errors.Join(failed, p.cut(err, ""))
	}
	return p.cut(err, r.path+" has those that were done")
}

// cut makes of err, which is not nil, the error of searches that ended before all were made.
func (p progress) cut(err error, hint string) error {
	hints := []string{hint, p.note}
	f := fault.New(fault.Cancelled, "interrupted after %d of %d %s", p.Done, p.Of, p.unit)
	switch {
	case interrupted(err):
	case p.Done == 0:
		return err
	default:
		cause := fault.As(err)
		f, hints = fault.New(cause.Kind, "%w, after %d of %d %s", err, p.Done, p.Of, p.unit), []string{cause.Hint, hint, p.note}
	}
	f.Hint = strings.Join(slices.DeleteFunc(hints, func(s string) bool { return s == "" }), "; ")
	return f
}

// unless is the progress of searches that ended before all were made; nil without an error.
func (p progress) unless(err error) *progress {
	if err == nil {
		return nil
	}
	return &p
}

// interrupted reports whether an error is the user's wish to end.
func interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || fault.Is(err, fault.Cancelled)
}
