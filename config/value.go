package config

import (
	"slices"
	"strconv"
	"strings"
)

// Values travel as TOML has them (string, bool, int64, float64, []any) until
// they are stored in a field. The functions of this file are the only ones
// that know the six field types.

// typeName names the type of the field at ptr for documentation.
func typeName(ptr any) string {
	switch ptr.(type) {
	case *string:
		return "text"
	case *bool:
		return "true or false"
	case *int:
		return "whole number"
	case *float64:
		return "number"
	case *[]int:
		return "list of whole numbers"
	}
	return "list of texts"
}

// parse reads text from the environment or a flag as a value for the field at
// ptr. Lists are comma separated; no text is the empty list.
func parse(ptr any, text string) (any, bool) {
	trimmed := strings.TrimSpace(text)
	var v any
	var err error
	switch ptr.(type) {
	case *string:
		v = text
	case *bool:
		v, err = strconv.ParseBool(trimmed)
	case *int:
		v, err = strconv.ParseInt(trimmed, 10, 64)
	case *float64:
		v, err = strconv.ParseFloat(trimmed, 64)
	case *[]int:
		return parseList(trimmed, new(int))
	case *[]string:
		return parseList(trimmed, new(string))
	}
	return v, err == nil
}

func parseList(text string, item any) (any, bool) {
	list := []any{}
	if text == "" {
		return list, true
	}
	for part := range strings.SplitSeq(text, ",") {
		v, ok := parse(item, strings.TrimSpace(part))
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
	return list, true
}

// store puts v into the field at ptr, or says what is of the wrong type.
func store(ptr, v any) *offence {
	ok := false
	switch p := ptr.(type) {
	case *string:
		*p, ok = v.(string)
	case *bool:
		*p, ok = v.(bool)
	case *int:
		*p, ok = toInt(v)
	case *float64:
		*p, ok = toFloat(v)
	case *[]int:
		return storeList(p, v)
	case *[]string:
		return storeList(p, v)
	}
	if !ok {
		return &offence{whole, v}
	}
	return nil
}

func storeList[T any](p *[]T, v any) *offence {
	items, ok := v.([]any)
	if !ok {
		return &offence{whole, v}
	}
	list := make([]T, len(items))
	for i, item := range items {
		if store(&list[i], item) != nil {
			return &offence{i, item}
		}
	}
	*p = list
	return nil
}

// toInt refuses what does not fit an int of this platform.
func toInt(v any) (int, bool) {
	n, ok := v.(int64)
	return int(n), ok && int64(int(n)) == n
}

func toFloat(v any) (float64, bool) {
	if n, ok := v.(int64); ok {
		return float64(n), true
	}
	f, ok := v.(float64)
	return f, ok
}

// literal prints the field at ptr as TOML.
func literal(ptr any) string {
	switch p := ptr.(type) {
	case *string:
		return strconv.Quote(*p)
	case *bool:
		return strconv.FormatBool(*p)
	case *int:
		return strconv.Itoa(*p)
	case *float64:
		return number(*p)
	case *[]int:
		return listLiteral(*p)
	case *[]string:
		return listLiteral(*p)
	}
	return ""
}

func listLiteral[T any](items []T) string {
	parts := make([]string, len(items))
	for i := range items {
		parts[i] = literal(&items[i])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// assign copies the field at src to the one at dst, of the same type.
func assign(dst, src any) {
	switch d := dst.(type) {
	case *string:
		*d = *src.(*string)
	case *bool:
		*d = *src.(*bool)
	case *int:
		*d = *src.(*int)
	case *float64:
		*d = *src.(*float64)
	case *[]int:
		*d = slices.Clone(*src.(*[]int))
	case *[]string:
		*d = slices.Clone(*src.(*[]string))
	}
}
