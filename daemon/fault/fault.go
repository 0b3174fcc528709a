// Package fault names what can go wrong in navd, once, for every layer.
//
// A fault has a [Kind], which decides the JSON-RPC code and the exit code, and
// says what its reader needs to mend it: the field, what was given, what is
// allowed, and a hint. Pure packages return faults; the daemon passes them on
// unchanged; only errors that are no faults become internal incidents.
package fault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Kind is the class of a fault. The zero value is not a kind.
type Kind string

// The kinds. They are part of the wire protocol: names never change.
const (
	Invalid     Kind = "invalid"     // the input is wrong and stays wrong when sent again
	NotFound    Kind = "not_found"   // no such episode, place, method, …
	Conflict    Kind = "conflict"    // right by itself, but not in this state
	Denied      Kind = "denied"      // the caller may not do this
	TooLarge    Kind = "too_large"   // over a limit of size or number
	Unavailable Kind = "unavailable" // a part is away; trying later may help
	Timeout     Kind = "timeout"     // the deadline passed
	Cancelled   Kind = "cancelled"   // the caller took the call back
	Exhausted   Kind = "exhausted"   // a budget is used up
	Corrupt     Kind = "corrupt"     // stored data fails its check
	Internal    Kind = "internal"    // a bug of ours
)

// Kinds lists every kind, in the order of the protocol's codes.
func Kinds() []Kind {
	return []Kind{Invalid, NotFound, Conflict, Denied, TooLarge, Unavailable, Timeout, Cancelled, Exhausted, Corrupt, Internal}
}

// Error is a fault. Only Kind and Message are always set.
type Error struct {
	Kind        Kind
	Message     string // lower case, no final stop
	Field       string // path of the parameter or key, e.g. "views[3].view"
	Given       string // what the caller gave there, shortened
	Allowed     string // what is allowed there
	Hint        string // what to do about it
	ExpectedSeq int    // the step number the daemon waits for; 0 when it is not about seq
	Incident    string // id under which the log tells more; internal faults only
	Err         error  // cause, never shown to a client

	After   time.Duration // unavailable: what the other side asks to wait before the next try; 0: it does not say
	Unasked bool          // the other side was not asked: navd held the call back
}

// Error gives the message with field, given, allowed and hint, on one line.
func (e *Error) Error() string {
	var b strings.Builder
	message := e.Message
	if e.Field != "" {
		b.WriteString(e.Field)
		b.WriteString(": ")
		message = strings.TrimPrefix(message, e.Field+": ") // it may come from an error about the same field
	}
	b.WriteString(message)
	if e.Given != "" {
		fmt.Fprintf(&b, ", given %s", e.Given)
	}
	if e.Allowed != "" {
		fmt.Fprintf(&b, ", allowed %s", e.Allowed)
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// New makes a fault from a format. A %w operand becomes its cause.
func New(kind Kind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Kind: kind, Message: err.Error(), Err: errors.Unwrap(err)}
}

// Field makes an invalid fault about one parameter. Given is rendered as short
// JSON-like text; allowed says in words or as a range what is accepted.
func Field(field string, given any, allowed string) *Error {
	return &Error{Kind: Invalid, Message: "not allowed", Field: field, Given: Show(given), Allowed: allowed}
}

// WithHint sets what the reader should do and gives the fault back.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// About sets the field and what was given there, and gives the fault back.
func (e *Error) About(field string, given any) *Error {
	e.Field, e.Given = field, Show(given)
	return e
}

// As gives the fault in err's chain. An error without a fault becomes one: context
// errors are Cancelled or Timeout, everything else is Internal.
func As(err error) *Error {
	var e *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.Canceled):
		return &Error{Kind: Cancelled, Message: "the call was cancelled", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Kind: Timeout, Message: "the deadline passed", Err: err}
	}
	return &Error{Kind: Internal, Message: err.Error(), Err: err}
}

// Is reports whether err is a fault of this kind.
func Is(err error, kind Kind) bool {
	return err != nil && As(err).Kind == kind
}

// showLimit is how many runes of a given value an error repeats.
const showLimit = 80

// Show renders a given value for an error: strings quoted, objects as JSON, long ones
// cut.
func Show(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return quote(v)
	case fmt.Stringer:
		return quote(v.String())
	case error:
		return quote(v.Error())
	}
	if reflect.TypeOf(v).Kind() == reflect.Struct {
		if text, err := json.Marshal(v); err == nil {
			return cut(string(text))
		}
	}
	return cut(fmt.Sprintf("%v", v))
}

func quote(s string) string { return strconv.Quote(cut(s)) }

func cut(s string) string {
	if utf8.RuneCountInString(s) <= showLimit {
		return s
	}
	return string([]rune(s)[:showLimit]) + "…"
}
