package model

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"navd/daemon/fault"
)

// Schema is the part of JSON Schema that every provider takes, for the clients
// that want it in a type of their own. Nil pointers and empty values say
// nothing.
type Schema struct {
	Type        string             `json:"type"`     // object, array, string, number, integer, boolean
	Nullable    bool               `json:"nullable"` // null is allowed too
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Format      string             `json:"format"`
	Pattern     string             `json:"pattern"`
	Enum        []string           `json:"enum"`
	Properties  map[string]*Schema `json:"properties"`
	Required    []string           `json:"required"`
	Items       *Schema            `json:"items"`
	Minimum     *float64           `json:"minimum"`
	Maximum     *float64           `json:"maximum"`
	MinItems    *int64             `json:"minItems"`
	MaxItems    *int64             `json:"maxItems"`
	MinLength   *int64             `json:"minLength"`
	MaxLength   *int64             `json:"maxLength"`
}

// ReadSchema reads a JSON schema. Keywords that no provider has but that
// change what is allowed (references, alternatives) are an invalid fault;
// others that are not known are left out.
func ReadSchema(text string) (*Schema, error) {
	var node schemaNode
	if err := json.Unmarshal([]byte(text), &node); err != nil {
		return nil, fault.New(fault.Invalid, "the schema cannot be read: %s", redact(err.Error())).About("schema", text)
	}
	return node.schema("schema")
}

// schemaNode is a schema as it is written: what has another form there than in a [Schema],
// and what is not taken.
type schemaNode struct {
	Schema
	Type       json.RawMessage        `json:"type"`
	Enum       []json.RawMessage      `json:"enum"`
	Properties map[string]*schemaNode `json:"properties"`
	Items      *schemaNode            `json:"items"`

	Ref   json.RawMessage `json:"$ref"`
	AnyOf json.RawMessage `json:"anyOf"`
	OneOf json.RawMessage `json:"oneOf"`
	AllOf json.RawMessage `json:"allOf"`
	Not   json.RawMessage `json:"not"`
	Const json.RawMessage `json:"const"`
}

// schema turns a node; at is its path, for the faults.
func (n *schemaNode) schema(at string) (*Schema, error) {
	if n == nil {
		return nil, fault.Field(at, "null", "a schema")
	}
	if n.Ref != nil || n.AnyOf != nil || n.OneOf != nil || n.AllOf != nil || n.Not != nil || n.Const != nil {
		return nil, fault.New(fault.Invalid, "$ref, anyOf, oneOf, allOf, not and const are not taken").About(at, "")
	}
	s := &n.Schema
	if err := n.readType(s, at); err != nil {
		return nil, err
	}
	for _, raw := range n.Enum {
		var word string
		if json.Unmarshal(raw, &word) != nil {
			return nil, fault.Field(at+".enum", string(raw), "strings")
		}
		s.Enum = append(s.Enum, word)
	}
	var err error
	if n.Items != nil {
		if s.Items, err = n.Items.schema(at + ".items"); err != nil {
			return nil, err
		}
	}
	for name, property := range n.Properties {
		if s.Properties == nil {
			s.Properties = map[string]*Schema{}
		}
		if s.Properties[name], err = property.schema(at + "." + name); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// readType reads the type: one word, or one word and "null".
func (n *schemaNode) readType(s *Schema, at string) error {
	types := []string{"object", "array", "string", "number", "integer", "boolean"}
	var words []string
	if json.Unmarshal(n.Type, &s.Type) != nil {
		if n.Type != nil && json.Unmarshal(n.Type, &words) != nil {
			return fault.Field(at+".type", string(n.Type), strings.Join(types, ", "))
		}
		if i := slices.Index(words, "null"); i >= 0 {
			s.Nullable, words = true, slices.Delete(words, i, i+1)
		}
		if len(words) == 1 {
			s.Type = words[0]
		}
	}
	if !slices.Contains(types, s.Type) {
		return fault.Field(at+".type", string(n.Type), strings.Join(types, ", "))
	}
	return nil
}

// Schemas keeps schemas that were turned into a client library's type, so that
// each is read once. The zero value is ready, and safe for concurrent use.
type Schemas[T any] struct {
	mu   sync.Mutex // guards kept
	kept map[string]T
}

// maxSchemas bounds what is kept: asks have few schemas, and whoever makes
// them up anew must not fill the memory.
const maxSchemas = 64

// Of gives the schema that this text says, turned by convert.
func (s *Schemas[T]) Of(text string, convert func(*Schema) T) (T, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, ok := s.kept[text]; ok {
		return t, nil
	}
	read, err := ReadSchema(text)
	if err != nil {
		var none T
		return none, err
	}
	if s.kept == nil || len(s.kept) >= maxSchemas {
		s.kept = map[string]T{}
	}
	t := convert(read)
	s.kept[text] = t
	return t, nil
}
