package ipc

import (
	"reflect"
	"strconv"

	"navd/daemon/fault"
)

// readStruct reads an object into a struct and lets it check itself.
func (d *decoder) readStruct(p *plan, v reflect.Value) *fault.Error {
	if d.peek() != '{' {
		return d.mistyped(p, nil)
	}
	start := d.pos
	if err := d.enter(); err != nil {
		return syntaxFault(err)
	}
	var seen, given seenSet
	for next := 0; ; next++ {
		more, err := d.more('}', next == 0)
		if err != nil {
			return syntaxFault(err)
		}
		if !more {
			break
		}
		at, f := d.member(p, next)
		if f != nil {
			return f
		}
		if seen.has(at) {
			return twice(p.names[at])
		}
		seen.add(at)
		if f := d.readField(&p.fields[at], v, &given, at); f != nil {
			return below(p.names[at], f)
		}
	}
	if !given.covers(&p.required) {
		return p.missing(&given)
	}
	return p.check(v, d.data[start:d.pos])
}

// member takes a member's name and gives the field it is for; guess is the
// field it would be if the members stood in the order of declaration.
func (d *decoder) member(p *plan, guess int) (int, *fault.Error) {
	key, f := d.name()
	if f != nil {
		return 0, f
	}
	if guess < len(p.names) && p.names[guess] == string(key) {
		return guess, nil
	}
	if at, ok := p.byName[string(key)]; ok {
		return at, nil
	}
	name := shorten(key)
	f = &fault.Error{Kind: fault.Invalid, Message: "unknown parameter", Field: name}
	if near := fault.Nearest(name, p.names); near != "" {
		f.Hint = "did you mean " + strconv.Quote(near) + "?"
	}
	return 0, f
}

// readField reads a member's value; a null leaves the field as it is, and not
// given.
func (d *decoder) readField(fd *field, v reflect.Value, given *seenSet, at int) *fault.Error {
	if d.peek() == 'n' {
		if err := d.literal("null"); err != nil {
			return syntaxFault(err)
		}
		return nil
	}
	given.add(at)
	f := d.value(fd.plan, fd.rule, v.FieldByIndex(fd.index))
	if f != nil && f.Allowed != "" && fd.rule != nil && fd.rule.setting != "" {
		f.Hint = "without it the daemon's " + fd.rule.setting + " holds"
	}
	return f
}

// missing names the first required member that was not given.
func (p *plan) missing(given *seenSet) *fault.Error {
	for i := range p.fields {
		fd := &p.fields[i]
		if fd.optional || given.has(i) {
			continue
		}
		return &fault.Error{Kind: fault.Invalid, Message: "missing", Field: fd.name, Allowed: fd.rule.of(fd.plan)}
	}
	return nil
}

// check asks a struct that has rules across its fields.
func (p *plan) check(v reflect.Value, raw []byte) *fault.Error {
	if !p.checks {
		return nil
	}
	if err := v.Addr().Interface().(checker).Check(); err != nil {
		f := foreignFault(err, shorten(raw), "")
		if f.Err == err {
			f.Message, f.Given = err.Error(), ""
		}
		return f
	}
	return nil
}

func twice(name string) *fault.Error {
	return &fault.Error{Kind: fault.Invalid, Message: "given twice", Field: name}
}

// readSlice reads an array into a slice.
func (d *decoder) readSlice(p *plan, r *rule, v reflect.Value) *fault.Error {
	if d.peek() != '[' {
		return d.mistyped(p, r)
	}
	if err := d.enter(); err != nil {
		return syntaxFault(err)
	}
	v.SetZero() // a default's elements are not ours to overwrite
	n := 0
	for ; ; n++ {
		more, err := d.more(']', n == 0)
		if err != nil {
			return syntaxFault(err)
		}
		if !more {
			break
		}
		if r != nil && n == r.max {
			return d.overfull(p, r, n)
		}
		v.Grow(1)
		v.SetLen(n + 1)
		elem := v.Index(n)
		elem.SetZero()
		if f := d.value(p.elem, r.element(), elem); f != nil {
			return below("["+strconv.Itoa(n)+"]", f)
		}
	}
	if v.IsNil() {
		v.Set(reflect.MakeSlice(p.typ, 0, 0))
	}
	return r.size(n, "elements")
}

// overfull counts the rest of an array that is longer than allowed.
func (d *decoder) overfull(p *plan, r *rule, n int) *fault.Error {
	for more := true; more; n++ {
		if _, err := d.skip(); err != nil {
			return syntaxFault(err)
		}
		var err error
		if more, err = d.more(']', false); err != nil {
			return syntaxFault(err)
		}
	}
	return r.size(n, "elements")
}

// readArray reads an array of exactly the declared length.
func (d *decoder) readArray(p *plan, r *rule, v reflect.Value) *fault.Error {
	if d.peek() != '[' {
		return d.mistyped(p, r)
	}
	if err := d.enter(); err != nil {
		return syntaxFault(err)
	}
	exact := &rule{min: v.Len(), max: v.Len()}
	n := 0
	for ; ; n++ {
		more, err := d.more(']', n == 0)
		if err != nil {
			return syntaxFault(err)
		}
		if !more {
			return exact.size(n, "elements")
		}
		if n == v.Len() {
			return d.overfull(p, exact, n)
		}
		if f := d.value(p.elem, r.element(), v.Index(n)); f != nil {
			return below("["+strconv.Itoa(n)+"]", f)
		}
	}
}

// readMap reads an object into a map.
func (d *decoder) readMap(p *plan, r *rule, v reflect.Value) *fault.Error {
	if d.peek() != '{' {
		return d.mistyped(p, r)
	}
	if err := d.enter(); err != nil {
		return syntaxFault(err)
	}
	made := reflect.MakeMap(p.typ)
	for n := 0; ; n++ {
		more, err := d.more('}', n == 0)
		if err != nil {
			return syntaxFault(err)
		}
		if !more {
			v.Set(made)
			return r.size(n, "members")
		}
		if f := d.readMember(p, r, made); f != nil {
			return f
		}
	}
}

// readMember reads one member into a map.
func (d *decoder) readMember(p *plan, r *rule, made reflect.Value) *fault.Error {
	key, f := d.name()
	if f != nil {
		return f
	}
	name := reflect.ValueOf(string(key)).Convert(p.typ.Key())
	if made.MapIndex(name).IsValid() {
		return twice(shorten(key))
	}
	elem := reflect.New(p.elem.typ).Elem()
	if f := d.value(p.elem, r.element(), elem); f != nil {
		return below(shorten(key), f)
	}
	made.SetMapIndex(name, elem)
	return nil
}
