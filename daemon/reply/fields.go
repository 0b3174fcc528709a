package reply

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"

	"navd/daemon/fault"
)

// Fields is an object in an answer. It knows its path, so that faults about nested fields
// have the whole path. The zero value has no keys.
type Fields struct {
	path string
	node *node
}

// Keys lists the keys in the order the model wrote them.
func (f Fields) Keys() []string {
	var keys []string
	if f.node != nil {
		for _, m := range f.node.members {
			keys = append(keys, m.key)
		}
	}
	return keys
}

// Has reports whether a key is there with a value other than null.
func (f Fields) Has(key string) bool {
	v := f.node.get(key)
	return v != nil && v.kind != kindNull
}

// Raw gives the object as compact JSON, keys in their order.
func (f Fields) Raw() json.RawMessage {
	if f.node == nil {
		return json.RawMessage("{}")
	}
	return f.node.json(nil)
}

// MarshalJSON gives Raw, so that an answer can be recorded as it was read.
func (f Fields) MarshalJSON() ([]byte, error) { return f.Raw(), nil }

// Bool reads a boolean. "true" in quotes is not one.
func Bool(f Fields, key string) (bool, error) {
	n, err := f.read(key, kindBool, "true or false")
	if err != nil {
		return false, err
	}
	return n.truth, nil
}

// Number reads a number in [lo, hi]. "15" in quotes is not one.
func Number(f Fields, key string, lo, hi float64) (float64, error) {
	allowed := "a number from " + short(lo) + " to " + short(hi)
	n, err := f.read(key, kindNumber, allowed)
	if err != nil {
		return 0, err
	}
	if n.number < lo || n.number > hi {
		return 0, fault.Field(join(f.path, key), n.number, allowed)
	}
	return n.number, nil
}

// String reads a string; it may be empty.
func String(f Fields, key string) (string, error) {
	n, err := f.read(key, kindString, "a string")
	if err != nil {
		return "", err
	}
	return n.text, nil
}

// Strings reads a list of strings; it may be empty.
func Strings(f Fields, key string) ([]string, error) {
	n, err := f.read(key, kindArray, "a list of strings")
	if err != nil {
		return nil, err
	}
	out := make([]string, 0, len(n.items))
	for i, item := range n.items {
		if item.kind != kindString {
			return nil, mistyped(index(join(f.path, key), i), item, "a string")
		}
		out = append(out, item.text)
	}
	return out, nil
}

// Obj reads a nested object.
func Obj(f Fields, key string) (Fields, error) {
	n, err := f.read(key, kindObject, "an object")
	if err != nil {
		return Fields{}, err
	}
	return Fields{path: join(f.path, key), node: n}, nil
}

// Objs reads a list of objects; it may be empty.
func Objs(f Fields, key string) ([]Fields, error) {
	n, err := f.read(key, kindArray, "a list of objects")
	if err != nil {
		return nil, err
	}
	out := make([]Fields, 0, len(n.items))
	for i, item := range n.items {
		path := index(join(f.path, key), i)
		if item.kind != kindObject {
			return nil, mistyped(path, item, "an object")
		}
		out = append(out, Fields{path: path, node: item})
	}
	return out, nil
}

// read returns the value of a key if it is of this kind, or else a fault "missing" or
// "mistyped", with the path, what was given and what is allowed.
func (f Fields) read(key string, want kind, allowed string) (*node, error) {
	n := f.node.get(key)
	if n == nil {
		return nil, &fault.Error{Kind: fault.Invalid, Message: "missing", Field: join(f.path, key), Allowed: allowed}
	}
	if n.kind != want {
		return nil, mistyped(join(f.path, key), n, allowed)
	}
	return n, nil
}

func mistyped(path string, n *node, allowed string) error {
	given := kindNames[n.kind]
	switch n.kind {
	case kindString:
		given += " " + fault.Show(n.text)
	case kindNumber, kindBool:
		given += " " + string(n.json(nil))
	}
	return &fault.Error{Kind: fault.Invalid, Message: "mistyped", Field: path, Given: given, Allowed: allowed}
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func bytes(n int) string { return strconv.Itoa(n) + " bytes" }

func short(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Line puts a text of a model on one line, without control characters and marks that turn
// the direction of the text around them.
func Line(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
