package ipc

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"

	"navd/daemon/fault"
)

// each calls one for each member of the next object, or element of the next array, until
// one gives a fault. It counts them.
func (d *decoder) each(end byte, one func(n int) *fault.Error) (n int, f *fault.Error) {
	if err := d.enter(); err != nil {
		return 0, syntaxFault(err)
	}
	for ; ; n++ {
		more, err := d.more(end, n == 0)
		if err != nil {
			return n, syntaxFault(err)
		}
		if !more {
			return n, nil
		}
		if f := one(n); f != nil {
			return n, f
		}
	}
}

// inElement puts the index of an element in front of a fault's field; nil stays nil.
func inElement(n int, f *fault.Error) *fault.Error {
	if f == nil {
		return nil
	}
	return below("["+strconv.Itoa(n)+"]", f)
}

// readStruct reads an object into a struct and calls its Check.
func (d *decoder) readStruct(p *plan, v reflect.Value) *fault.Error {
	if d.peek() != '{' {
		return d.mistyped(p, nil)
	}
	start := d.pos
	var seen, given seenSet
	_, f := d.each('}', func(next int) *fault.Error {
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
		return nil
	})
	if f != nil {
		return f
	}
	if !given.covers(&p.required) {
		return p.missing(&given)
	}
	return p.check(v, d.data[start:d.pos])
}

// member takes a member's name and gives the index of its field. guess is the index if the
// members come in the order of declaration.
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
	return 0, d.unknown(p, shorten(key))
}

// unknown takes the value of a member that a struct does not have, and says which it has.
func (d *decoder) unknown(p *plan, name string) *fault.Error {
	f := &fault.Error{Kind: fault.Invalid, Message: "unknown parameter", Field: name, Allowed: cmp.Or(strings.Join(p.names, ", "), "none")}
	if raw, err := d.skip(); err == nil {
		f.Given = shorten(raw)
	}
	if near := fault.Nearest(name, p.names); near != "" {
		f.Hint = "did you mean " + strconv.Quote(near) + "?"
	}
	return f
}

// readField reads a member's value. A null leaves the field unchanged and counts as absent.
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
		f.Hint = "leave it out to use the daemon's " + fd.rule.setting
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

// check calls the Check of a struct that has one.
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
	v.SetZero() // a default's elements are not ours to overwrite
	n, f := d.each(']', func(n int) *fault.Error {
		if r != nil && n == r.max {
			return d.overfull(r, n)
		}
		v.Grow(1)
		v.SetLen(n + 1)
		elem := v.Index(n)
		elem.SetZero()
		return inElement(n, d.value(p.elem, r.element(), elem))
	})
	if f != nil {
		return f
	}
	if v.IsNil() {
		v.Set(reflect.MakeSlice(p.typ, 0, 0))
	}
	return r.size(n, "elements")
}

// overfull counts the rest of an array that is longer than allowed.
func (d *decoder) overfull(r *rule, n int) *fault.Error {
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
	exact := &rule{min: v.Len(), max: v.Len()}
	n, f := d.each(']', func(n int) *fault.Error {
		if n == v.Len() {
			return d.overfull(exact, n)
		}
		return inElement(n, d.value(p.elem, r.element(), v.Index(n)))
	})
	if f != nil {
		return f
	}
	return exact.size(n, "elements")
}

// readMap reads an object into a map.
func (d *decoder) readMap(p *plan, r *rule, v reflect.Value) *fault.Error {
	if d.peek() != '{' {
		return d.mistyped(p, r)
	}
	made := reflect.MakeMap(p.typ)
	n, f := d.each('}', func(int) *fault.Error { return d.readMember(p, r, made) })
	if f != nil {
		return f
	}
	v.Set(made)
	return r.size(n, "members")
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
