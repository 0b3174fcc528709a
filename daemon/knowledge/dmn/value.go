package dmn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"
)

// Value is a FEEL value: [Bool], [String], [Number], [Date], [List] or [Record].
// nil is FEEL's null.
type Value interface {
	kind() string   // what it is called in problems: "a number"
	String() string // as FEEL writes it
}

// The kinds of values.
type (
	Bool   bool
	String string
	List   []Value
	Record []Field // in the order of its fields

	// Field is one named value of a [Record].
	Field struct {
		Name  string
		Value Value
	}

	// Date is a day of the calendar, without a zone.
	Date struct{ day time.Time }

	// Number is a decimal number of at most 34 digits, as IEEE 754 decimal128 has
	// them. It is never changed.
	Number struct{ d *apd.Decimal }
)

func (Bool) kind() string   { return "a boolean" }
func (String) kind() string { return "a string" }
func (List) kind() string   { return "a list" }
func (Record) kind() string { return "a record" }
func (Date) kind() string   { return "a date" }
func (Number) kind() string { return "a number" }

// kindOf names the kind of a value, null too.
func kindOf(v Value) string {
	if v == nil {
		return "null"
	}
	return v.kind()
}

// String is true or false.
func (b Bool) String() string { return strconv.FormatBool(bool(b)) }

// String is the string in quotes, with escapes.
func (s String) String() string { return string(plainJSON(string(s))) }

// String is the items in square brackets.
func (l List) String() string {
	parts := make([]string, len(l))
	for i, v := range l {
		parts[i] = Text(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// String is the fields in curly brackets.
func (r Record) String() string {
	parts := make([]string, len(r))
	for i, f := range r {
		parts[i] = f.Name + ": " + Text(f.Value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// String is the call of date that gives it.
func (d Date) String() string { return `date("` + d.text() + `")` }

func (d Date) text() string { return d.day.Format(time.DateOnly) }

// Text is a value as FEEL writes it, null too.
func Text(v Value) string {
	if v == nil {
		return "null"
	}
	return v.String()
}

// Get gives the field of a name; nil when there is none.
func (r Record) Get(name string) (Value, bool) {
	for _, f := range r {
		if f.Name == name {
			return f.Value, true
		}
	}
	return nil, false
}

// parseDate reads a day written as 2026-11-23.
func parseDate(s string) (Date, error) {
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date: write it as 2026-11-23", s)
	}
	return Date{day}, nil
}

// FromJSON reads a value from JSON. Numbers keep all digits up to 34; the fields
// of an object come in their order. A date is a string there, which becomes a
// date where an input of type date takes it.
func FromJSON(data []byte) (Value, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := decode(d)
	if err != nil {
		return nil, err
	}
	if d.More() {
		return nil, fmt.Errorf("there is more than one value")
	}
	return v, nil
}

// decode reads the next value of a decoder.
func decode(d *json.Decoder) (Value, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case nil:
		return nil, nil
	case bool:
		return Bool(t), nil
	case string:
		return String(t), nil
	case json.Number:
		return ParseNumber(t.String())
	case json.Delim:
		if t == '[' {
			return decodeList(d)
		}
		return decodeRecord(d)
	}
	return nil, fmt.Errorf("%v is no value", t)
}

func decodeList(d *json.Decoder) (Value, error) {
	list := List{}
	for d.More() {
		v, err := decode(d)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := d.Token()
	return list, err
}

func decodeRecord(d *json.Decoder) (Value, error) {
	r := Record{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := decode(d)
		if err != nil {
			return nil, err
		}
		if _, twice := r.Get(name.(string)); twice {
			return nil, fmt.Errorf("the field %q comes twice", name)
		}
		r = append(r, Field{name.(string), v})
	}
	_, err := d.Token()
	return r, err
}

// ToJSON writes a value as JSON: a number as a JSON number where a reader with
// 64-bit floating point gets all its digits, otherwise as a string; a date as a
// string; null as null.
func ToJSON(v Value) json.RawMessage {
	switch v := v.(type) {
	case Number:
		return v.json()
	case Date:
		return plainJSON(v.text())
	case List:
		return v.json()
	case Record:
		return v.json()
	}
	return json.RawMessage(Text(v)) // FEEL writes what is left as JSON does
}

func (l List) json() json.RawMessage {
	items := make([][]byte, len(l))
	for i, v := range l {
		items[i] = ToJSON(v)
	}
	return slices.Concat([]byte("["), bytes.Join(items, []byte(",")), []byte("]"))
}

func (r Record) json() json.RawMessage {
	items := make([][]byte, len(r))
	for i, f := range r {
		items[i] = slices.Concat(plainJSON(f.Name), []byte(":"), ToJSON(f.Value))
	}
	return slices.Concat([]byte("{"), bytes.Join(items, []byte(",")), []byte("}"))
}

// plainJSON writes a string with < and > as they are.
func plainJSON(s string) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string can always be written
	return bytes.TrimSpace(b.Bytes())
}

// single takes the only item of a list of one: where FEEL wants a value that is no
// list, such a list stands for its item.
func single(v Value) Value {
	if l, is := v.(List); is && len(l) == 1 {
		return l[0]
	}
	return v
}
