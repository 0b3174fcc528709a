package ipc

import (
	"encoding/json"
	"errors"
	"reflect"

	"navd/daemon/fault"
)

// hardNesting is the deepest nesting that Decode reads, whatever the server allows.
const hardNesting = 512

// Decode reads the parameters of a call into the struct that into points to.
// Fields of absent members keep their value, so defaults may be set before.
//
// The struct's tags are the whole declaration:
//
//	Seq   int     `json:"seq" allow:"1.."`                       required
//	Phase string  `json:"phase,omitempty" allow:"scan|turn"`     optional, one of
//	Yaw   float64 `json:"yaw,omitempty" allow:"-180..180"`       optional, in a range
//	Views []View  `json:"views,omitempty" max:"12"`              at most 12 of them
//
// A field with omitempty, omitzero or a pointer type is optional: null counts as absent.
// Any other is required.
//
//	allow    a range with one or both ends, or the choices; of a slice or map, for each element
//	setting  a setting of the daemon that the field overrides, as in setting:"nav.forward_m":
//	         the field has the range that package limits gives the setting, and its most elements
//	like     a setting that the field does not override, but whose range it has
//	min, max the number of runes of a string, bytes of JSON or base64, elements of a slice,
//	         members of a map
//	each     the most runes of a text, or bytes of JSON, in a slice or map
//
// Integral numbers may be written 1.0. Names are matched exactly; unknown, repeated, missing
// and mistyped members are refused at every depth. Types with UnmarshalJSON or UnmarshalText
// read themselves. A struct with a method Check() error is checked by it last. Both may
// return faults whose Field is relative to their own place.
//
// No params, null and an empty array count as an empty object. The error is a [ParamsError]
// that names the member by its path; a fault of Check whose kind is not Invalid is returned
// as it is. A type with tags that make no sense is an Internal fault.
func Decode(raw json.RawMessage, into any) error {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return fault.New(fault.Internal, "decode into %T", into)
	}
	target = target.Elem()
	p, err := planFor(target.Type())
	if err != nil {
		return err
	}
	if isNone(raw) {
		raw = json.RawMessage("{}")
	}
	d := decoder{scanner{data: raw, limit: hardNesting}}
	f := d.value(p, nil, target)
	if f == nil {
		if err := d.end(); err != nil {
			f = syntaxFault(err)
		}
	}
	return paramsError(f)
}

// isNone reports whether params are absent, null or an empty array.
func isNone(raw json.RawMessage) bool {
	s := scanner{data: raw, limit: 1}
	switch s.peek() {
	case 0:
		return s.pos == len(raw)
	case 'n':
		return s.literal("null") == nil && s.end() == nil
	case '[':
		s.pos++
		if s.peek() != ']' {
			return false
		}
		s.pos++
		return s.end() == nil
	}
	return false
}

// paramsError wraps an invalid fault; a nil one gives nil.
func paramsError(f *fault.Error) error {
	switch {
	case f == nil:
		return nil
	case f.Kind == fault.Invalid:
		return &ParamsError{f}
	}
	return f
}

// syntaxFault turns a scanner's error into an invalid fault.
func syntaxFault(err error) *fault.Error {
	return &fault.Error{Kind: fault.Invalid, Message: err.Error()}
}

// foreignFault makes a fault of the error of a type's own reader or check. given and allowed
// are for an error that is not a fault.
func foreignFault(err error, given, allowed string) *fault.Error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return &fault.Error{Kind: fault.Invalid, Message: "not allowed", Given: given, Allowed: allowed, Err: err}
	}
	kept := *f // the fault may be shared, its field is about to change
	return &kept
}

// below puts a member's name in front of a fault's field.
func below(name string, f *fault.Error) *fault.Error {
	switch {
	case f.Field == "":
		f.Field = name
	case f.Field[0] == '[':
		f.Field = name + f.Field
	default:
		f.Field = name + "." + f.Field
	}
	return f
}
