package main

import (
	"encoding"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"time"

	"navd/ipc"
)

// field is one member of an object, those of embedded structs included.
type field struct {
	owner    reflect.Type // the struct that declares it
	goName   string
	name     string
	typ      reflect.Type
	optional bool
}

// path names the field in Go.
func (f field) path() string { return f.owner.Name() + "." + f.goName }

// fieldsOf lists the members of a struct as encoding/json writes them.
func fieldsOf(t reflect.Type) []field {
	if t.Kind() != reflect.Struct || isText(t) {
		return nil
	}
	var fields []field
	for i := range t.NumField() {
		sf := t.Field(i)
		name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
		switch {
		case sf.Anonymous && name == "":
			for _, f := range fieldsOf(core(sf.Type)) {
				f.optional = f.optional || sf.Type.Kind() == reflect.Pointer
				fields = append(fields, f)
			}
		case sf.IsExported() && name != "-":
			optional := strings.Contains(options, "omit") || sf.Type.Kind() == reflect.Pointer
			fields = append(fields, field{t, sf.Name, name, sf.Type, optional})
		}
	}
	return fields
}

// core removes pointers, slices and maps around a type.
func core(t reflect.Type) reflect.Type {
	for t.Name() == "" {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			t = t.Elem()
		default:
			return t
		}
	}
	return t
}

// isText reports whether a type writes itself as a string.
func isText(t reflect.Type) bool {
	return t == reflect.TypeFor[time.Time]() || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// words names a type as JSON does; a struct by a link.
func (r *reference) words(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return "time"
	case t == reflect.TypeFor[json.RawMessage]() || t.Kind() == reflect.Interface:
		return "JSON"
	case t == reflect.TypeFor[[]byte]():
		return "base64 text"
	case isText(t):
		return "string"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return r.words(t.Elem())
	case reflect.Slice:
		return "array of " + r.words(t.Elem())
	case reflect.Map:
		return "object of " + r.words(t.Elem())
	case reflect.Struct:
		return "[" + r.names[t] + "]"
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Float64:
		return "number"
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return "integer"
	}
	r.miss("%v has no word in JSON", t)
	return ""
}

// member is a row about one member of an object.
type member struct{ name, typ, given, allowed, meaning string }

// members describes the members of a struct; input: clients send it.
func (r *reference) members(t reflect.Type, input bool) []member {
	rules := map[string]string{}
	if input {
		params, err := ipc.Describe(t)
		if err != nil {
			r.miss("%v: %v", t, err)
		}
		for _, p := range params {
			rules[p.Name] = p.Allowed
		}
	}
	var rows []member
	for _, f := range fieldsOf(t) {
		row := member{name: "`" + f.name + "`", typ: r.words(f.typ), given: "always", allowed: r.allowed(f.typ, rules[f.name]), meaning: r.meaning(f)}
		switch {
		case f.optional:
			row.given = "optional"
		case input:
			row.given = "required"
		}
		if row.typ == "JSON" {
			row.typ = r.held(f)
		}
		rows = append(rows, row)
	}
	return rows
}

// allowed gives the rule of a tag, or a link to the type that has the values.
func (r *reference) allowed(t reflect.Type, rule string) string {
	t = core(t)
	if name, ok := r.names[t]; ok && rule == "" && t.Kind() != reflect.Struct {
		return "[" + name + "]"
	}
	for enum, name := range r.names {
		if rule != "" && rule == strings.Join(r.valuesOf(enum), ", ") {
			return "[" + name + "]"
		}
	}
	return rule
}

// valuesOf lists the constants of a type.
func (r *reference) valuesOf(t reflect.Type) []string {
	var values []string
	for _, c := range r.source(t.PkgPath()).values[t.Name()] {
		values = append(values, c.value)
	}
	return values
}

// held names the types that a JSON member can hold.
func (r *reference) held(f field) string {
	var names []string
	for _, t := range holds(f) {
		names = append(names, r.words(t))
	}
	if len(names) == 0 {
		r.miss("%v.%s can hold anything: say in holds what it holds", f.owner, f.goName)
		return "JSON"
	}
	last := len(names) - 1
	return strings.TrimPrefix(strings.Join(names[:last], ", ")+" or "+names[last], " or ")
}

// meaning is the comment of a member.
func (r *reference) meaning(f field) string {
	doc := r.source(f.owner.PkgPath()).fields[f.path()]
	if doc == "" && documented(f.owner.PkgPath()) {
		r.miss("%v.%s has no comment", f.owner, f.goName)
	}
	if rest, ok := strings.CutPrefix(doc, f.goName+" "); ok {
		doc = "`" + f.name + "` " + rest
	}
	return strings.TrimSuffix(r.prose(doc), ".")
}

// about is the comment of a type.
func (r *reference) about(t reflect.Type) string {
	doc := r.source(t.PkgPath()).docs[t.Name()]
	if doc == "" && documented(t.PkgPath()) {
		r.miss("%v has no comment", t)
	}
	if name, ok := r.names[t]; ok {
		doc = strings.Replace(doc, t.Name(), name, 1)
	}
	return r.prose(doc)
}

// more is the comment of parameters or of a result without its first sentence, which only
// names the method.
func (r *reference) more(t reflect.Type) string {
	doc := r.about(t)
	if t.PkgPath() != "navd/ipc" {
		return doc
	}
	_, rest, _ := strings.Cut(doc, ". ")
	return rest
}

// links are Go's doc links.
var links = regexp.MustCompile(`\[(\w+\.)?([A-Z]\w*)\]`)

// prose puts a comment on one line. Links to types of the reference are kept, others become
// plain words.
func (r *reference) prose(doc string) string {
	return links.ReplaceAllStringFunc(strings.Join(strings.Fields(doc), " "), func(link string) string {
		name := links.FindStringSubmatch(link)[2]
		for _, known := range r.names {
			if known == name {
				return "[" + name + "]"
			}
		}
		return name
	})
}
