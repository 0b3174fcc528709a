package dmn

import (
	"fmt"
	"strings"
)

// kind is a type that values are taken as. The zero kind takes everything.
type kind struct {
	base    string // string, number, boolean, date; empty: any
	list    bool
	fields  map[string]kind
	allowed []test
	said    string // the allowed values as the model writes them
}

// bases are FEEL's types that are supported, also by their names in other tools and versions.
var bases = map[string]string{
	"string": "string", "number": "number", "boolean": "boolean", "date": "date",
	"integer": "number", "long": "number", "double": "number", "decimal": "number", "Any": "", "any": "", "": "",
}

// take gives a value as one of the kind: a list of one item as the item where no
// list is wanted, a string as a date where a date is. What does not fit is null, and
// the reason is told.
func (k kind) take(v Value, tell func(string)) Value {
	if v == nil {
		return nil
	}
	if k.list {
		return k.takeList(v, tell)
	}
	fits := true
	if k.base != "" || k.fields != nil {
		v = single(v)
		v, fits = k.convert(v)
	}
	if !fits {
		tell(fmt.Sprintf("%s is %s, not %s", Text(v), kindOf(v), k.called()))
		return nil
	}
	if r, is := v.(Record); is && k.fields != nil {
		v = k.takeFields(r, tell)
	}
	if len(k.allowed) > 0 && !passes(k.allowed, v) {
		tell(fmt.Sprintf("%s is not among %s", Text(v), k.said))
		return nil
	}
	return v
}

// convert reports whether a value has the kind, with a date in place of a string
// that is one.
func (k kind) convert(v Value) (Value, bool) {
	if k.fields != nil {
		_, is := v.(Record)
		return v, is
	}
	if s, is := v.(String); is && k.base == "date" {
		d, err := parseDate(string(s))
		if err != nil {
			return v, false
		}
		return d, true
	}
	return v, v == nil || strings.TrimPrefix(v.kind(), "a ") == k.base
}

func (k kind) takeList(v Value, tell func(string)) Value {
	l, is := v.(List)
	if !is {
		l = List{v}
	}
	k.list = false
	taken := make(List, len(l))
	for i, item := range l {
		bad := false
		if taken[i] = k.take(item, func(why string) { bad = true; tell(why) }); bad {
			return nil
		}
	}
	return taken
}

// takeFields takes the fields that the kind names; others stay as they are.
func (k kind) takeFields(r Record, tell func(string)) Value {
	taken := make(Record, len(r))
	for i, f := range r {
		taken[i] = f
		if of, known := k.fields[spaced(f.Name)]; known {
			taken[i].Value = of.take(f.Value, func(why string) { tell(f.Name + ": " + why) })
		}
	}
	return taken
}

// called is what a kind is called in problems.
func (k kind) called() string {
	switch {
	case k.list:
		return "a list"
	case k.fields != nil:
		return "a record"
	}
	return "a " + k.base
}

// passes reports whether a value passes unary tests that name nothing.
func passes(tests []test, v Value) bool {
	left := maxSteps
	s := &scope{report: func(string, ...any) {}, left: &left, it: v}
	return bool(anyOf(s, tests, v))
}
