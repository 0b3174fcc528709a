package ipc

import (
	"reflect"
	"slices"
	"strings"
)

// Param describes one parameter of a method.
type Param struct {
	Name     string // path, e.g. "views[].view"
	Type     string // string, integer, number, boolean, object, array of …, JSON
	Required bool   // in the object that holds it
	Allowed  string // choices, range and size in words; "" for any
}

// Describe lists the parameters that [Decode] reads into a struct of type t, in the order of
// declaration; the members of a nested struct follow it. A struct inside itself is listed
// once.
func Describe(t reflect.Type) ([]Param, error) {
	p, err := planFor(t)
	if err != nil {
		return nil, err
	}
	return p.describe(nil, "", nil), nil
}

// describe appends the members of p, unless p is one of the structs around it.
func (p *plan) describe(params []Param, path string, around []*plan) []Param {
	if p.shape != shapeStruct || slices.Contains(around, p) {
		return params
	}
	for i := range p.fields {
		fd := &p.fields[i]
		name, inner := path+fd.name, fd.plan
		params = append(params, Param{Name: name, Type: inner.words(), Required: !fd.optional, Allowed: fd.rule.words(inner)})
		for inner.elem != nil && inner.shape != shapeBytes {
			name += inner.step()
			inner = inner.elem
		}
		params = inner.describe(params, name+".", append(around, p))
	}
	return params
}

// step is how a path names an element of p.
func (p *plan) step() string {
	switch p.shape {
	case shapeSlice, shapeArray:
		return "[]"
	case shapeMap:
		return ".*"
	}
	return ""
}

// words names a type for people.
func (p *plan) words() string {
	switch p.shape {
	case shapePointer:
		return p.elem.words()
	case shapeSlice, shapeArray:
		return "array of " + p.elem.words()
	case shapeMap:
		return "object of " + p.elem.words()
	case shapeJSON:
		return "JSON"
	}
	return p.wants
}

// words says what a rule allows.
func (r *rule) words(p *plan) string {
	if r == nil {
		return ""
	}
	size := ""
	if r.min > 0 || r.max >= 0 {
		size = r.sizes(p.counted())
	}
	if r.each != nil && r.each.max >= 0 {
		size = strings.TrimPrefix(size+", each "+r.each.sizes(p.each().counted()), ", ")
	}
	if r.String() != "" && size != "" {
		return r.String() + "; " + size
	}
	return r.String() + size
}

// each is the plan of the elements.
func (p *plan) each() *plan {
	for p.shape == shapePointer {
		p = p.elem
	}
	return p.elem
}

// counted names what min and max count.
func (p *plan) counted() string {
	switch p.shape {
	case shapePointer:
		return p.elem.counted()
	case shapeString:
		return "characters"
	case shapeBytes, shapeRaw:
		return "bytes"
	case shapeMap:
		return "members"
	}
	return "elements"
}
