package ipc

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"navd/daemon/fault"
)

// rule is what a field's tags allow beyond its type.
type rule struct {
	choices  []string // allow:"a|b"
	ranged   bool     // allow:"0..10", "1..", "..5"
	low      float64  // -Inf when open
	high     float64  // +Inf when open
	min, max int      // runes, elements or members; max -1 when open
	allowed  string   // the choices or the range, for people
	each     *rule    // the same without sizes, for the elements of a slice or map
}

// ruleOf reads the tags of a field, nil when there are none.
func ruleOf(tag reflect.StructTag, p *plan) (*rule, error) {
	allow, minimum, maximum := tag.Get("allow"), tag.Get("min"), tag.Get("max")
	if allow == "" && minimum == "" && maximum == "" {
		return nil, nil
	}
	r := &rule{max: -1}
	if err := r.setSize(minimum, maximum, p); err != nil {
		return nil, err
	}
	if err := r.setAllow(allow, p); err != nil {
		return nil, err
	}
	if r.allowed != "" {
		each := *r
		each.min, each.max = 0, -1
		r.each = &each
	}
	return r, nil
}

// element gives what of a rule holds for each element, nil when nothing does.
func (r *rule) element() *rule {
	if r == nil {
		return nil
	}
	return r.each
}

func (r *rule) setSize(minimum, maximum string, p *plan) (err error) {
	if minimum == "" && maximum == "" {
		return nil
	}
	for p.shape == shapePointer {
		p = p.elem
	}
	switch p.shape {
	case shapeString, shapeBytes, shapeSlice, shapeMap:
	default:
		return fmt.Errorf("min and max count nothing in %v", p.typ)
	}
	if minimum != "" {
		if r.min, err = strconv.Atoi(minimum); err != nil {
			return fmt.Errorf("min: %w", err)
		}
	}
	if maximum != "" {
		if r.max, err = strconv.Atoi(maximum); err != nil {
			return fmt.Errorf("max: %w", err)
		}
	}
	return nil
}

func (r *rule) setAllow(allow string, p *plan) error {
	if allow == "" {
		return nil
	}
	for p.elem != nil && p.shape != shapeBytes {
		p = p.elem
	}
	low, high, ranged := strings.Cut(allow, "..")
	switch p.shape {
	case shapeString:
		ranged = false
	case shapeInt, shapeUint, shapeFloat:
	default:
		return fmt.Errorf("allow says nothing about %v", p.typ)
	}
	if !ranged {
		r.choices = strings.Split(allow, "|")
		r.allowed = strings.Join(r.choices, ", ")
		return nil
	}
	r.ranged, r.allowed = true, allow
	return r.setRange(low, high)
}

func (r *rule) setRange(low, high string) (err error) {
	if low == "" {
		low = "-Inf"
	}
	if high == "" {
		high = "+Inf"
	}
	if r.low, err = strconv.ParseFloat(low, 64); err != nil {
		return fmt.Errorf("allow: %w", err)
	}
	if r.high, err = strconv.ParseFloat(high, 64); err != nil {
		return fmt.Errorf("allow: %w", err)
	}
	if !(r.low <= r.high) {
		return fmt.Errorf("allow: nothing is in %s", r.allowed)
	}
	return nil
}

// number checks a number that was written as text.
func (r *rule) number(n float64, text []byte) *fault.Error {
	switch {
	case r == nil:
		return nil
	case r.ranged && r.low <= n && n <= r.high:
		return nil
	case r.ranged:
		return &fault.Error{Kind: fault.Invalid, Message: "out of range", Given: shorten(text), Allowed: r.allowed}
	case len(r.choices) == 0 || slices.Contains(r.choices, strconv.FormatFloat(n, 'f', -1, 64)):
		return nil
	}
	return &fault.Error{Kind: fault.Invalid, Message: "not allowed", Given: shorten(text), Allowed: r.allowed}
}

// text checks a string.
func (r *rule) text(s string) *fault.Error {
	if r == nil {
		return nil
	}
	if len(r.choices) > 0 && !slices.Contains(r.choices, s) {
		return fault.Field("", s, r.allowed)
	}
	if (r.max < 0 || len(s) <= r.max) && r.min == 0 {
		return nil // no more runes than bytes
	}
	return r.size(utf8.RuneCountInString(s), "characters")
}

// size checks how many of something there are.
func (r *rule) size(n int, of string) *fault.Error {
	if r == nil || n >= r.min && (r.max < 0 || n <= r.max) {
		return nil
	}
	message := "too long"
	if n < r.min {
		message = "too short"
	}
	return &fault.Error{Kind: fault.Invalid, Message: message, Given: fmt.Sprintf("%d %s", n, of), Allowed: r.sizes(of)}
}

// sizes says in words which sizes are allowed.
func (r *rule) sizes(of string) string {
	switch {
	case r.max < 0:
		return fmt.Sprintf("at least %d %s", r.min, of)
	case r.min == 0:
		return fmt.Sprintf("at most %d %s", r.max, of)
	}
	return fmt.Sprintf("%d..%d %s", r.min, r.max, of)
}

// shortGiven is how many bytes of a given value an error repeats, about.
const shortGiven = 80

// shorten gives JSON text for an error, cut when it is long.
func shorten(raw []byte) string {
	if len(raw) <= shortGiven {
		return string(raw)
	}
	n := shortGiven
	for n > 0 && !utf8.RuneStart(raw[n]) {
		n--
	}
	return string(raw[:n]) + "…"
}
