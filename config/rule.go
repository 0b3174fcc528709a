package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rule says which values of the right type a key takes. For a list, text and
// number hold for every item. A nil function passes everything.
type rule struct {
	span   string // the allowed values in words
	text   func(string) bool
	number func(float64) bool
	list   func([]string) bool // the list as a whole
	path   bool                // relative values are resolved
	names  bool                // span lists every allowed text
}

// between allows min..max, both included; never NaN.
func between(min, max float64, unit string) rule {
	span := strings.TrimSpace(number(min) + " to " + number(max) + " " + unit)
	return rule{span: span, number: func(v float64) bool { return min <= v && v <= max }}
}

// and adds a condition on numbers to a rule.
func (r rule) and(words string, ok func(float64) bool) rule {
	first := r.number
	r.span += ", " + words
	r.number = func(v float64) bool { return first(v) && ok(v) }
	return r
}

func dividesCircle(deg float64) bool {
	n := 360 / deg
	return math.Abs(n-math.Round(n)) < 1e-9
}

// oneOf allows these texts, or a list of them.
func oneOf(names ...string) rule {
	return rule{span: alternatives(names), names: true, text: func(s string) bool { return slices.Contains(names, s) }}
}

// chainOf allows a list of local and these providers, each alone or with a
// model behind a colon, with local nowhere but at the end.
func chainOf(providers []string) rule {
	return rule{
		span: "each " + local + ", " + inWords(providers) + ", or one of these with a model as in " + providers[0] + ":NAME; at least one, local last",
		text: func(s string) bool {
			provider, model, named := strings.Cut(s, ":")
			return s == local || slices.Contains(providers, provider) && oneLine(model) && named == (strings.TrimSpace(model) != "")
		},
		list: func(chain []string) bool {
			at := slices.Index(chain, local)
			return len(chain) > 0 && (at < 0 || at == len(chain)-1)
		},
	}
}

// inWords prints a, b or c.
func inWords(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// aText allows one line of valid UTF-8.
func aText() rule { return rule{text: oneLine} }

// aPath allows a path, or a list of them. The shell's ~ is refused: taken
// literally it would make a directory of that name.
func aPath() rule {
	return rule{path: true, text: func(s string) bool { return oneLine(s) && s != "~" && !strings.HasPrefix(s, "~/") }}
}

func oneLine(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// offence is a value that breaks a rule.
type offence struct {
	index int // of the item in a list, whole for the value itself
	given any
}

const whole = -1

// check gives the first offence of the field at ptr, or nil.
func (r rule) check(ptr any) *offence {
	switch p := ptr.(type) {
	case *string:
		return r.checkTexts([]string{*p}, whole)
	case *int:
		return r.checkNumbers([]float64{float64(*p)}, whole)
	case *float64:
		return r.checkNumbers([]float64{*p}, whole)
	case *[]int:
		return r.checkNumbers(floats(*p), 0)
	case *[]string:
		if bad := r.checkTexts(*p, 0); bad != nil {
			return bad
		}
		if r.list != nil && !r.list(*p) {
			return &offence{whole, *p}
		}
	}
	return nil
}

// checkTexts checks items; first is the index to report for the first.
func (r rule) checkTexts(items []string, first int) *offence {
	for i, s := range items {
		if r.text != nil && !r.text(s) || first == 0 && s == "" || slices.Contains(items[:i], s) {
			return &offence{first + i, s}
		}
	}
	return nil
}

func (r rule) checkNumbers(items []float64, first int) *offence {
	for i, v := range items {
		if r.number != nil && !r.number(v) || slices.Contains(items[:i], v) {
			return &offence{first + i, v}
		}
	}
	return nil
}

func floats(in []int) []float64 {
	out := make([]float64, len(in))
	for i, v := range in {
		out[i] = float64(v)
	}
	return out
}

// number prints without an exponent: 50000000, 0.25.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// alternatives prints "a", "b" or "c".
func alternatives(names []string) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	return b.String()
}
