// Package limits says which values settings and parameters take.
//
// A [Rule] is a range or a set of names. The configuration and the calls check
// with the same rules, print them in the same notation and refuse with the same
// words. [Of] has the rules of the settings that a call can give too; nobody else
// says these.
package limits

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
)

// Rule says which values of its type something takes. The zero value takes all.
type Rule struct {
	ranged    bool
	low, high float64 // infinite when open
	names     []string
	most      int    // entries of a list, 0: any number
	text      string // for people
}

// Range takes the numbers from low to high, both included, and never NaN. An
// infinite end is open. The unit is for people and may be empty.
func Range(low, high float64, unit string) Rule {
	text := end(low) + ".." + end(high)
	return Rule{ranged: true, low: low, high: high, text: strings.TrimSpace(text + " " + unit)}
}

// end prints an end of a range without an exponent, an open one as nothing.
func end(v float64) string {
	if math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// OneOf takes these names, or numbers that are written like them.
func OneOf(names ...string) Rule {
	return Rule{names: names, text: strings.Join(names, ", ")}
}

// AtMost bounds how many entries a list of such values has.
func (r Rule) AtMost(entries int) Rule {
	r.most = entries
	return r
}

// Most is how many entries a list of such values may have, 0: any number.
func (r Rule) Most() int { return r.most }

// Parse reads a rule from a struct tag: a range "0..10", "1.." or "..5", or names
// "a|b".
func Parse(tag string) (Rule, error) {
	low, high, ranged := strings.Cut(tag, "..")
	if !ranged {
		return OneOf(strings.Split(tag, "|")...), nil
	}
	ends := [2]float64{math.Inf(-1), math.Inf(1)}
	for i, text := range []string{low, high} {
		if text == "" {
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return Rule{}, err
		}
		ends[i] = v
	}
	if !(ends[0] <= ends[1]) {
		return Rule{}, fmt.Errorf("nothing is in %s", tag)
	}
	return Range(ends[0], ends[1], ""), nil
}

// String gives the rule as references and errors have it: "0.01..10 m", "a, b",
// or nothing for a rule that takes every value.
func (r Rule) String() string { return r.text }

// Ranged reports whether the rule is a range.
func (r Rule) Ranged() bool { return r.ranged }

// Named reports whether the rule is a set of names.
func (r Rule) Named() bool { return len(r.names) > 0 }

// HasNumber reports whether the rule takes a number.
func (r Rule) HasNumber(v float64) bool {
	if r.Named() {
		return slices.Contains(r.names, strconv.FormatFloat(v, 'f', -1, 64))
	}
	return !r.ranged || r.low <= v && v <= r.high
}

// HasText reports whether the rule takes a text.
func (r Rule) HasText(s string) bool { return !r.Named() || slices.Contains(r.names, s) }

// Of names a type and what is allowed of it: "number 0.01..10 m". For a set of names it
// gives the names alone.
func (r Rule) Of(kind string) string {
	if r.Named() {
		return r.text
	}
	return strings.TrimSpace(kind + " " + r.text)
}

// Refuse is the fault for a value of the right type that the rule does not take.
func (r Rule) Refuse(given string) *fault.Error {
	message := "not allowed"
	if r.ranged {
		message = "out of range"
	}
	return &fault.Error{Kind: fault.Invalid, Message: message, Given: given, Allowed: r.text}
}
