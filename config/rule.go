package config

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"navd/daemon/episodic"
	"navd/daemon/house"
	"navd/daemon/limits"
)

// rule says which values of the right type a key takes. In a list, Rule and text hold for
// each item. A nil function accepts everything.
type rule struct {
	limits.Rule                     // of numbers, and of texts that are names
	words       string              // what text, list or chain allow, in words
	text        func(string) bool   // checks a text
	list        func([]string) bool // checks a list as a whole
	chain       *limits.Chain       // checks a list and its items when all is read, instead of all these
	path        bool                // relative values are resolved
	secret      bool                // an error repeats no more than three words of a text
}

// between allows min..max, both included; never NaN.
func between(min, max float64, unit string) rule { return rule{Rule: limits.Range(min, max, unit)} }

// oneOf allows these texts, or a list of them.
func oneOf(names ...string) rule { return rule{Rule: limits.OneOf(names...)} }

// shared is the rule of a setting that a call can override.
func shared(setting string) rule {
	r, _ := limits.Of(setting)
	return rule{Rule: r}
}

// span gives the allowed values in words.
func (r rule) span() string { return r.words + r.String() }

// chainOf allows the chains that a rule takes.
func chainOf(c limits.Chain) rule { return rule{words: c.String(), chain: &c} }

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

// conditionLines allows conditions of the user's own, a line each.
func conditionLines() rule {
	return rule{words: "a name and flags each: " + strings.Join(episodic.Flags(), " "), text: oneLine, list: func(lines []string) bool {
		_, err := episodic.ParseConditions(lines)
		return err == nil
	}}
}

// halfLives allows half-lives of kinds of things, each kind once.
func halfLives() rule {
	return rule{words: house.LivesForm, text: func(s string) bool { _, err := house.ParseLives([]string{s}); return err == nil }, list: func(lines []string) bool {
		_, err := house.ParseLives(lines)
		return err == nil
	}}
}

// offence is a value that breaks a rule.
type offence struct {
	index  int // of the item in a list, whole for the value itself
	given  any
	misfit string // how it does not fit the field's type; "" when it fits
}

const whole = limits.Whole

// tooLong is the misfit of a list with too many entries.
const tooLong = "too long"

// check gives the first offence of a field, or nil.
func (r rule) check(f reflect.Value) *offence {
	if f.Kind() != reflect.Slice {
		return r.checkItem(f, whole)
	}
	if r.chain != nil {
		return nil // it may name what is read later, see judgeChains
	}
	if most := r.Most(); most > 0 && f.Len() > most {
		return &offence{index: whole, given: f.Interface(), misfit: tooLong}
	}
	seen := map[any]bool{}
	for i := range f.Len() {
		if bad := r.checkItem(f.Index(i), i); bad != nil {
			return bad
		}
		given := f.Index(i).Interface()
		if given == "" || seen[given] && !r.Named() {
			return &offence{index: i, given: given}
		}
		seen[given] = true
	}
	if texts, ok := f.Interface().([]string); ok && r.list != nil && !r.list(texts) {
		return &offence{index: whole, given: texts}
	}
	return nil
}

// checkChain gives the first offence of a chain, or nil.
func (r rule) checkChain(chain []string) *offence {
	at, f := r.chain.Check(chain)
	switch {
	case f == nil:
		return nil
	case at == limits.Whole:
		return &offence{index: whole, given: chain}
	}
	return &offence{index: at, given: chain[at]}
}

func (r rule) checkItem(f reflect.Value, index int) *offence {
	ok, given := true, f.Interface()
	switch f.Kind() {
	case reflect.String:
		s := f.String()
		ok, given = r.HasText(s) && (r.text == nil || r.text(s)), s
	case reflect.Int:
		ok = r.HasNumber(float64(f.Int()))
	case reflect.Float64:
		ok = r.HasNumber(f.Float())
	}
	if ok {
		return nil
	}
	return &offence{index: index, given: given}
}
