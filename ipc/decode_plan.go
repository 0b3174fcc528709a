package ipc

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"time"

	"navd/daemon/fault"
)

// shape is how a type is read.
type shape int

const (
	shapeBool shape = iota
	shapeInt
	shapeUint
	shapeFloat
	shapeString
	shapeBytes // base64
	shapeSlice
	shapeArray
	shapeMap
	shapePointer
	shapeStruct
	shapeRaw  // json.RawMessage: kept as it is
	shapeAny  // any: maps, slices, float64, string, bool, nil
	shapeJSON // reads itself by UnmarshalJSON
	shapeText // reads itself by UnmarshalText
)

// plan is what Decode must know of a type; it is made once, by reflection.
type plan struct {
	shape  shape
	typ    reflect.Type
	wants  string // the type in words, for errors: "number", "object", …
	elem   *plan  // of a slice, array, map or pointer
	checks bool   // has Check() error

	fields   []field // of a struct, in order of declaration
	byName   map[string]int
	names    []string
	required seenSet
}

// field is one member of a struct.
type field struct {
	name     string
	index    []int
	optional bool
	rule     *rule // nil without allow, min and max
	plan     *plan
}

// seenSet has one bit for each of a struct's fields.
type seenSet [4]uint64

func (s *seenSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *seenSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

// covers reports whether every bit of o is in s.
func (s *seenSet) covers(o *seenSet) bool {
	return o[0]&^s[0]|o[1]&^s[1]|o[2]&^s[2]|o[3]&^s[3] == 0
}

// checker is implemented by parameters with rules across their fields.
type checker interface{ Check() error }

// Interfaces of types that read themselves.
type (
	jsonReader = json.Unmarshaler
	textReader = encoding.TextUnmarshaler
)

// plans keeps the plans: reflect.Type to planned. It has no more entries than the program
// has types.
var plans sync.Map

// planned is a plan, or why there is none.
type planned struct {
	plan *plan
	err  error
}

// planFor gives the plan of a type, made at its first use.
func planFor(t reflect.Type) (*plan, error) {
	if known, ok := plans.Load(t); ok {
		return known.(planned).plan, known.(planned).err
	}
	b := planBuilder{made: map[reflect.Type]*plan{}}
	p := b.plan(t)
	known, _ := plans.LoadOrStore(t, planned{p, b.err})
	return known.(planned).plan, known.(planned).err
}

// planBuilder makes the plans of a type and of its parts; made has those that it began,
// so that a type may contain itself.
type planBuilder struct {
	made map[reflect.Type]*plan
	err  error
}

func (b *planBuilder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fault.New(fault.Internal, "declaration of parameters: "+format, args...)
	}
}

func (b *planBuilder) plan(t reflect.Type) *plan {
	if p, ok := b.made[t]; ok {
		return p
	}
	p := &plan{typ: t}
	b.made[t] = p
	p.checks = reflect.PointerTo(t).Implements(reflect.TypeFor[checker]()) && t.Kind() != reflect.Pointer
	if !p.readsItself() {
		b.byKind(p)
	}
	return p
}

// readsItself recognises the types whose own reader is used.
func (p *plan) readsItself() bool {
	pointer := reflect.PointerTo(p.typ)
	switch {
	case p.typ.Kind() == reflect.Pointer:
		return false
	case p.typ == reflect.TypeFor[json.RawMessage]():
		p.shape, p.wants = shapeRaw, "JSON"
	case p.typ == reflect.TypeFor[time.Time]():
		p.shape, p.wants = shapeText, "time (RFC 3339)"
	case pointer.Implements(reflect.TypeFor[jsonReader]()):
		p.shape = shapeJSON
	case pointer.Implements(reflect.TypeFor[textReader]()):
		p.shape, p.wants = shapeText, "string"
	default:
		return false
	}
	return true
}

// byKind fills in the plan of a type without a reader of its own.
func (b *planBuilder) byKind(p *plan) {
	switch t := p.typ; t.Kind() {
	case reflect.Bool:
		p.shape, p.wants = shapeBool, "boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.shape, p.wants = shapeInt, "integer"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.shape, p.wants = shapeUint, "integer"
	case reflect.Float32, reflect.Float64:
		p.shape, p.wants = shapeFloat, "number"
	case reflect.String:
		p.shape, p.wants = shapeString, "string"
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer:
		b.container(p)
	case reflect.Interface:
		if p.shape, p.wants = shapeAny, "JSON"; t.NumMethod() > 0 {
			b.fail("%v cannot be read", t)
		}
	case reflect.Struct:
		p.shape, p.wants, p.byName = shapeStruct, "object", map[string]int{}
		b.members(p, t, nil)
	default:
		b.fail("%v cannot be read", t)
	}
}

func (b *planBuilder) container(p *plan) {
	t := p.typ
	p.elem = b.plan(t.Elem())
	switch {
	case t.Kind() == reflect.Pointer:
		p.shape, p.wants = shapePointer, p.elem.wants
	case t.Kind() == reflect.Array:
		p.shape, p.wants = shapeArray, "array"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		p.shape, p.wants = shapeBytes, "base64 text"
	case t.Kind() == reflect.Slice:
		p.shape, p.wants = shapeSlice, "array"
	default:
		p.shape, p.wants = shapeMap, "object"
		if t.Key().Kind() != reflect.String {
			b.fail("%v has keys that are not strings", t)
		}
	}
}

// members adds the fields of struct t, which lies at index in p's type. Fields of embedded
// structs count as its own.
func (b *planBuilder) members(p *plan, t reflect.Type, index []int) {
	for i := range t.NumField() {
		sf := t.Field(i)
		at := append(index[:len(index):len(index)], i)
		name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
		switch {
		case name == "-":
			continue
		case sf.Anonymous && name == "" && sf.Type.Kind() == reflect.Struct:
			b.members(p, sf.Type, at)
			continue
		case sf.Anonymous && name == "" && sf.Type.Kind() == reflect.Pointer:
			b.fail("%v embeds a pointer", t)
			continue
		case !sf.IsExported():
			continue
		case name == "":
			name = sf.Name
		}
		b.member(p, sf, field{
			name: name, index: at, plan: b.plan(sf.Type),
			optional: strings.Contains(options, "omit") || sf.Type.Kind() == reflect.Pointer,
		})
	}
}

// member adds one field unless an outer one has its name already.
func (b *planBuilder) member(p *plan, sf reflect.StructField, f field) {
	if at, taken := p.byName[f.name]; taken {
		if len(p.fields[at].index) == len(f.index) {
			b.fail("%v has two members %q", p.typ, f.name)
		}
		return
	}
	rule, err := ruleOf(sf.Tag, f.plan)
	if err != nil {
		b.fail("%v.%s: %w", p.typ, sf.Name, err)
	}
	f.rule = rule
	n := len(p.fields)
	if n == len(p.required)*64 {
		b.fail("%v has more than %d members", p.typ, n)
		return
	}
	if !f.optional {
		p.required.add(n)
	}
	p.fields, p.names = append(p.fields, f), append(p.names, f.name)
	p.byName[f.name] = n
}
