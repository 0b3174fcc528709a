package ipc

import (
	"fmt"
	"strings"

	"navd/daemon/fault"
)

// The codes that JSON-RPC 2.0 gives to broken messages.
const (
	CodeParse   = -32700 // not JSON, or not UTF-8
	CodeRequest = -32600 // JSON, but not a request
	CodeMethod  = -32601 // no such method
	CodeParams  = -32602 // parameters that do not fit the method's declaration
)

// Stopping is the message of the unavailable fault with which a daemon that ends refuses a
// call. Another one that takes its place may be asked again.
const Stopping = "navd is stopping"

// codes is the table of kinds and codes. Code and KindOf take the first row that fits.
var codes = [...]struct {
	kind fault.Kind
	code int
}{
	{fault.Internal, -32603},
	{fault.Invalid, -32001}, // refused by a rule that needs state or content
	{fault.NotFound, -32002},
	{fault.Conflict, -32003},
	{fault.Denied, -32004},
	{fault.TooLarge, -32005},
	{fault.Unavailable, -32006},
	{fault.Timeout, -32007},
	{fault.Cancelled, -32008},
	{fault.Exhausted, -32009},
	{fault.Corrupt, -32010},
	{fault.Invalid, CodeParse},
	{fault.Invalid, CodeRequest},
	{fault.NotFound, CodeMethod},
	{fault.Invalid, CodeParams},
}

// Code gives the JSON-RPC code of a kind; that of Internal for an unknown kind.
func Code(kind fault.Kind) int {
	for _, row := range codes {
		if row.kind == kind {
			return row.code
		}
	}
	return codes[0].code
}

// KindOf gives the kind that a code stands for; an unknown code is Internal.
func KindOf(code int) fault.Kind {
	for _, row := range codes {
		if row.code == code {
			return row.kind
		}
	}
	return fault.Internal
}

// Error is the error member of a response. Message is one line for people, including field,
// given and allowed; Data has each of them for programs.
type Error struct {
	Code    int        `json:"code"`
	Message string     `json:"message"`
	Data    *ErrorData `json:"data,omitempty"`
}

// ErrorData says what a program needs to correct the call.
type ErrorData struct {
	Kind        fault.Kind `json:"kind"`                   // class of the error
	Field       string     `json:"field,omitempty"`        // path of the parameter it is about, e.g. "views[3].view"
	Given       string     `json:"given,omitempty"`        // what was given there, shortened
	Allowed     string     `json:"allowed,omitempty"`      // what is allowed there
	ExpectedSeq int        `json:"expected_seq,omitempty"` // the seq that nav.step waits for
	Incident    string     `json:"incident,omitempty"`     // id under which the daemon's log has the details; internal errors only
	Hint        string     `json:"hint,omitempty"`         // what to do about it
}

// Error gives the message.
func (e *Error) Error() string { return e.Message }

// ParamsError is an invalid fault found in the parameters alone, before any
// state was looked at: its code is [CodeParams], not that of the kind.
type ParamsError struct{ Fault *fault.Error }

// Error gives the fault's message.
func (e *ParamsError) Error() string { return e.Fault.Error() }

// Unwrap gives the fault.
func (e *ParamsError) Unwrap() error { return e.Fault }

// ErrorOf puts err on the wire: an [Error] as it is, a [ParamsError] under [CodeParams],
// every other fault under its kind's code. Internal errors keep their incident and hint; their
// text is not sent. A nil error gives nil.
func ErrorOf(err error) *Error {
	if err == nil {
		return nil
	}
	switch e := err.(type) { // not errors.As: an error that wraps one of these is a fault of its own
	case *Error:
		return e
	case *ParamsError:
		return errorWith(CodeParams, e.Fault)
	}
	f := fault.As(err)
	if Code(f.Kind) == Code(fault.Internal) {
		f = &fault.Error{Kind: fault.Internal, Message: "internal error", Incident: f.Incident, Hint: f.Hint}
	}
	return errorWith(Code(f.Kind), f)
}

// Errorf makes an error of a code that JSON-RPC gives.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Data: &ErrorData{Kind: KindOf(code)}}
}

func errorWith(code int, f *fault.Error) *Error {
	return &Error{Code: code, Message: f.Error(), Data: new(DataOf(f))}
}

// DataOf gives what a program needs to know of a fault.
func DataOf(f *fault.Error) ErrorData {
	return ErrorData{f.Kind, f.Field, f.Given, f.Allowed, f.ExpectedSeq, f.Incident, f.Hint}
}

// Fault gives the fault that was put on the wire. Without data, the code tells its kind.
func (e *Error) Fault() *fault.Error {
	if e.Data == nil {
		return &fault.Error{Kind: KindOf(e.Code), Message: e.Message, Err: e}
	}
	d := e.Data
	f := &fault.Error{
		Kind: d.Kind, Field: d.Field, Given: d.Given, Allowed: d.Allowed,
		ExpectedSeq: d.ExpectedSeq, Incident: d.Incident, Hint: d.Hint, Err: e,
	}
	if f.Kind == "" {
		f.Kind = KindOf(e.Code)
	}
	f.Message = bareMessage(e.Message, f)
	return f
}

// bareMessage removes field, given and allowed from a line made by [fault.Error], which adds
// them again when it is printed.
func bareMessage(line string, f *fault.Error) string {
	before, after, found := strings.Cut((&fault.Error{
		Message: "\x00", Field: f.Field, Given: f.Given, Allowed: f.Allowed,
	}).Error(), "\x00")
	bare, hasPrefix := strings.CutPrefix(line, before)
	bare, hasSuffix := strings.CutSuffix(bare, after)
	if !found || !hasPrefix || !hasSuffix || bare == "" {
		return line
	}
	return bare
}
