package config

import (
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// Values have the types of the TOML library (string, bool, int64, float64, []any) until they
// are stored in a field. A field is a text, a switch, a number, a whole number, or a list of
// texts or whole numbers, of any named type. Only the functions of this file know these
// types.

// typeName names the type of a field for documentation.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "integer"
	case reflect.Float64:
		return "number"
	}
	return "list of " + typeName(t.Elem()) + "s"
}

// parse reads text from the environment or a flag as a value for a field of type t. Lists
// are separated by commas; an empty text is the empty list.
func parse(t reflect.Type, text string) (v any, ok bool) {
	var err error
	trimmed := strings.TrimSpace(text)
	switch t.Kind() {
	case reflect.String:
		v = text
	case reflect.Bool:
		v, err = strconv.ParseBool(trimmed)
	case reflect.Slice:
		return parseList(t.Elem(), trimmed)
	case reflect.Int, reflect.Float64:
		return parseNumber(trimmed)
	}
	return v, err == nil
}

// parseNumber reads a number as it is written in the file: 7, 0x10 and 1_000, not 07 or .5.
// One that has no room in 64 bits is a float.
func parseNumber(text string) (any, bool) {
	var line struct{ V any }
	if strings.ContainsAny(text, "#\r\n") {
		return nil, false
	}
	_, err := toml.Decode("v = "+text, &line)
	switch line.V.(type) {
	case int64, float64:
		return line.V, err == nil
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, errors.Is(err, strconv.ErrRange) || err == nil && (math.IsNaN(f) || math.Abs(f) >= math.MaxInt64)
}

func parseList(t reflect.Type, text string) (any, bool) {
	list := []any{}
	if text == "" {
		return list, true
	}
	for part := range strings.SplitSeq(text, ",") {
		v, ok := parse(t, strings.TrimSpace(part))
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
	return list, true
}

// store puts v into a field, or says what does not fit its type.
func store(f reflect.Value, v any) *offence {
	bad := &offence{index: whole, given: v, misfit: "wrong type"}
	switch f.Kind() {
	case reflect.Slice:
		return storeList(f, v)
	case reflect.Int:
		n, ok := toInt(v)
		switch number, is := toFloat(v); {
		case is && math.Abs(number) >= exactInt:
			bad.misfit = "" // its range says what is wrong
		case is:
			bad.misfit = "not allowed" // a fraction
		}
		if !ok {
			return bad
		}
		f.SetInt(int64(n))
	case reflect.Float64:
		n, ok := toFloat(v)
		if !ok {
			return bad
		}
		f.SetFloat(n)
	default:
		given := reflect.ValueOf(v)
		if !given.IsValid() || given.Kind() != f.Kind() {
			return bad
		}
		f.Set(given.Convert(f.Type()))
	}
	return nil
}

func storeList(f reflect.Value, v any) *offence {
	items, ok := v.([]any)
	if !ok {
		return &offence{index: whole, given: v, misfit: "wrong type"}
	}
	list := reflect.MakeSlice(f.Type(), len(items), len(items))
	for i, item := range items {
		if bad := store(list.Index(i), item); bad != nil {
			bad.index = i
			return bad
		}
	}
	f.Set(list)
	return nil
}

// exactInt is 2^53: every integer below it is exact as a float.
const exactInt = 1 << 53

// toInt accepts integers, including 20.0, that fit an int of this platform.
func toInt(v any) (int, bool) {
	n, ok := v.(int64)
	if f, is := v.(float64); is && f == math.Trunc(f) && math.Abs(f) < exactInt {
		n, ok = int64(f), true
	}
	return int(n), ok && int64(int(n)) == n
}

func toFloat(v any) (float64, bool) {
	if n, ok := v.(int64); ok {
		return float64(n), true
	}
	f, ok := v.(float64)
	return f, ok
}

// literal prints a field as TOML.
func literal(f reflect.Value) string {
	switch f.Kind() {
	case reflect.String:
		return strconv.Quote(f.String())
	case reflect.Bool:
		return strconv.FormatBool(f.Bool())
	case reflect.Int:
		return strconv.FormatInt(f.Int(), 10)
	case reflect.Float64:
		return number(f.Float())
	}
	parts := make([]string, f.Len())
	for i := range parts {
		parts[i] = literal(f.Index(i))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// assign copies a field to another one of its type.
func assign(to, from reflect.Value) {
	if from.Kind() == reflect.Slice {
		from = reflect.AppendSlice(reflect.MakeSlice(from.Type(), 0, from.Len()), from)
	}
	to.Set(from)
}

// number prints without an exponent: 50000000, 0.25.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
