package reply

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// kind is what a value of an answer is.
type kind int

const (
	kindObject kind = iota + 1
	kindArray
	kindString
	kindNumber
	kindBool
	kindNull
	kindNotFinite // NaN, Infinity: words models write, numbers JSON has not
)

var kindNames = map[kind]string{
	kindObject: "an object", kindArray: "a list", kindString: "a string", kindNumber: "a number",
	kindBool: "a boolean", kindNull: "null", kindNotFinite: "a number that is not finite",
}

// A node is one value of an answer, whatever dialect it was written in.
type node struct {
	kind    kind
	text    string // a string's content, a number's JSON spelling
	number  float64
	truth   bool
	items   []*node  // of a list
	members []member // of an object, in the order written
}

type member struct {
	key   string
	value *node
}

// get gives the value of a key, nil when the object has no such key.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for _, m := range n.members {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// has counts how many of these keys the object has.
func (n *node) has(keys []string) int {
	found := 0
	for _, k := range keys {
		if n.get(k) != nil {
			found++
		}
	}
	return found
}

// flaw looks for what makes a well-formed value unusable, and gives the path
// where and what: a key written twice, or a number that is not finite.
func (n *node) flaw(path string) (where, what string) {
	if n.kind == kindNotFinite {
		return path, n.text
	}
	for i, item := range n.items {
		if where, what = item.flaw(path + "[" + strconv.Itoa(i) + "]"); what != "" {
			return where, what
		}
	}
	seen := make(map[string]bool, len(n.members))
	for _, m := range n.members {
		if seen[m.key] {
			return join(path, m.key), twice
		}
		seen[m.key] = true
		if where, what = m.value.flaw(join(path, m.key)); what != "" {
			return where, what
		}
	}
	return "", ""
}

const twice = "twice"

// join appends a key to a path.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// json writes the value as JSON: keys in their order, numbers as given, nothing
// escaped that need not be.
func (n *node) json(b []byte) []byte {
	switch n.kind {
	case kindObject:
		b = append(b, '{')
		for i, m := range n.members {
			b = comma(b, i)
			b = append(quote(b, m.key), ':')
			b = m.value.json(b)
		}
		return append(b, '}')
	case kindArray:
		b = append(b, '[')
		for i, item := range n.items {
			b = item.json(comma(b, i))
		}
		return append(b, ']')
	case kindString:
		return quote(b, n.text)
	case kindNumber:
		return append(b, n.text...)
	case kindBool:
		return strconv.AppendBool(b, n.truth)
	}
	return append(b, "null"...)
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

func quote(b []byte, s string) []byte {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil { // a string always encodes
		return append(b, `""`...)
	}
	return append(b, strings.TrimSuffix(out.String(), "\n")...)
}

// equal compares values: objects without the order of keys, numbers by value.
func (n *node) equal(o *node) bool {
	if n.kind != o.kind || len(n.items) != len(o.items) || len(n.members) != len(o.members) {
		return false
	}
	for i, item := range n.items {
		if !item.equal(o.items[i]) {
			return false
		}
	}
	theirs := make(map[string]*node, len(o.members))
	for _, m := range o.members {
		theirs[m.key] = m.value
	}
	for _, m := range n.members {
		if v := theirs[m.key]; v == nil || !m.value.equal(v) {
			return false
		}
	}
	return n.truth == o.truth && n.sameScalar(o)
}

func (n *node) sameScalar(o *node) bool {
	if n.kind == kindNumber {
		return n.number == o.number
	}
	return n.text == o.text
}

// number makes a node of a number as models write them: a sign of either kind,
// the minus sign of typography, digits missing before or behind the point.
func number(s string) (*node, bool) {
	sign, digits := "", s
	switch {
	case strings.HasPrefix(s, "+"):
		digits = s[1:]
	case strings.HasPrefix(s, "-"):
		sign, digits = "-", s[1:]
	case strings.HasPrefix(s, "−"):
		sign, digits = "-", strings.TrimPrefix(s, "−")
	}
	text := sign + complete(digits)
	if digits == "" || digits[0] == '-' || !json.Valid([]byte(text)) {
		return nil, false
	}
	v, err := strconv.ParseFloat(text, 64)
	if math.IsInf(v, 0) {
		return &node{kind: kindNotFinite, text: text}, true
	}
	return &node{kind: kindNumber, text: text, number: v}, err == nil
}

// complete writes the digits that JSON wants around a point: .5 and 5. and 5.e3.
func complete(digits string) string {
	whole, fraction, ok := strings.Cut(digits, ".")
	if !ok || whole == "" && fraction == "" {
		return digits
	}
	if whole == "" {
		whole = "0"
	}
	if fraction == "" || fraction[0] == 'e' || fraction[0] == 'E' {
		fraction = "0" + fraction
	}
	return whole + "." + fraction
}
