package ipc

import (
	"fmt"
	"reflect"
	"strconv"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/daemon/limits"
)

// rule is what a field's tags allow beyond its type.
type rule struct {
	limits.Rule        // of numbers and texts
	min, max    int    // runes, elements or members; max -1 when open
	setting     string // the setting that the field overrides, if any
	each        *rule  // for the elements of a slice or map: the same numbers and texts; its sizes are those of the tag each
}

// ruleOf reads the tags of a field, nil when there are none.
func ruleOf(tag reflect.StructTag, p *plan) (*rule, error) {
	minimum, maximum, each := tag.Get("min"), tag.Get("max"), tag.Get("each")
	values, setting, err := valuesOf(tag)
	if err != nil {
		return nil, err
	}
	if values.String() == "" && minimum == "" && maximum == "" && each == "" {
		return nil, nil
	}
	r := &rule{Rule: values, max: -1, setting: setting}
	if err := r.setSize(minimum, maximum, p); err != nil {
		return nil, err
	}
	if most := values.Most(); most > 0 {
		r.max = most
	}
	if each != "" {
		if p.elem == nil || p.elem.shape != shapeString && p.elem.shape != shapeRaw {
			return nil, fmt.Errorf("each does not apply to %v", p.typ)
		}
		r.each = &rule{Rule: values, max: -1, setting: setting}
		if err := r.each.setSize("", each, p.elem); err != nil {
			return nil, err
		}
	}
	if values.String() == "" {
		return r, nil
	}
	if r.each == nil {
		r.each = &rule{Rule: values, max: -1, setting: setting}
	}
	return r, r.suits(p)
}

// valuesOf reads which numbers or texts a field takes: from its tag allow, or from the
// setting that it overrides or is like.
func valuesOf(tag reflect.StructTag) (r limits.Rule, setting string, err error) {
	setting, allow := tag.Get("setting"), tag.Get("allow")
	from := setting + tag.Get("like")
	r, known := limits.Of(from)
	switch {
	case from != "" && (!known || allow != ""):
		return r, "", fmt.Errorf("setting: no rule of %s alone", from)
	case allow != "":
		if r, err = limits.Parse(allow); err != nil {
			return r, "", fmt.Errorf("allow: %w", err)
		}
	}
	return r, setting, nil
}

// suits refuses a rule that cannot hold for a type: a range of texts, or a rule of objects.
func (r *rule) suits(p *plan) error {
	for p.elem != nil && p.shape != shapeBytes {
		p = p.elem
	}
	switch p.shape {
	case shapeInt, shapeUint, shapeFloat:
		return nil
	case shapeString:
		if !r.Ranged() {
			return nil
		}
	}
	return fmt.Errorf("allow does not apply to %v", p.typ)
}

// element gives the rule for each element; nil when there is none.
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
	case shapeString, shapeBytes, shapeSlice, shapeMap, shapeRaw:
	default:
		return fmt.Errorf("min and max do not apply to %v", p.typ)
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

// number checks a number that was written as text.
func (r *rule) number(n float64, text []byte) *fault.Error {
	if r == nil || r.HasNumber(n) {
		return nil
	}
	return r.Refuse(shorten(text))
}

// text checks a string.
func (r *rule) text(s string) *fault.Error {
	switch {
	case r == nil:
		return nil
	case !r.HasText(s):
		return r.Refuse(fault.Show(s))
	case (r.max < 0 || len(s) <= r.max) && r.min == 0:
		return nil // no more runes than bytes
	}
	return r.size(utf8.RuneCountInString(s), "characters")
}

// of says in words what a value of a type must be.
func (r *rule) of(p *plan) string {
	switch {
	case r == nil || r.String() == "":
		return p.wants
	case p.elem != nil:
		return p.wants + " of " + r.Of(p.elem.wants)
	}
	return r.Of(p.wants)
}

// size checks a number of runes, bytes, elements or members; of names them.
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

// shortGiven is about how many bytes of a given value an error repeats.
const shortGiven = 80

// shorten cuts a JSON text for an error.
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
