package dmn

import "strings"

// walk visits an expression and all that are in it.
func walk(e expr, visit func(expr)) {
	visit(e)
	for _, inner := range inside(e) {
		walk(inner, visit)
	}
}

// inside lists the expressions that one is made of.
func inside(e expr) []expr {
	switch e := e.(type) {
	case path:
		return []expr{e.of}
	case negative:
		return []expr{e.x}
	case binary:
		return []expr{e.a, e.b}
	case logical:
		return []expr{e.a, e.b}
	case comparison:
		return []expr{e.a, e.b}
	case membership:
		return append([]expr{e.x}, ends(e.tests)...)
	case listOf:
		return e.items
	case calling:
		return e.args
	case negation:
		return []expr{e.x}
	case toDate:
		return []expr{e.x}
	case *table:
		return e.texts()
	}
	return nil
}

// ends lists the expressions of unary tests.
func ends(tests []test) (all []expr) {
	for _, t := range tests {
		switch t := t.(type) {
		case against:
			all = append(all, t.end)
		case between:
			all = append(all, t.low, t.high)
		case same:
			all = append(all, t.x)
		case none:
			all = append(all, ends(t.of)...)
		}
	}
	return all
}

// Literal reads a text that is a value and names nothing: a string in quotes, a
// number, a boolean, a date or null. An empty text and - are null. Another text
// is false.
func Literal(text string) (Value, bool) {
	if t := strings.TrimSpace(text); t == "" || t == "-" {
		return nil, true
	}
	e, err := newDictionary(nil, nil, nil).expression(text)
	if err != nil {
		return nil, false
	}
	return fixed(e)
}
