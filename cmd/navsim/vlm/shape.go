package vlm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// shape says which members an object of the interface may have. A nil shape allows
// anything.
type shape struct {
	fields map[string]*shape
	each   *shape // shape of the values of a map with any names
}

// fields returns a shape with members that may be anything.
func fields(names string) *shape {
	s := &shape{fields: map[string]*shape{}}
	for name := range strings.FieldsSeq(names) {
		s.fields[name] = nil
	}
	return s
}

// with sets the shape of one member, and returns s.
func (s *shape) with(name string, inner *shape) *shape {
	s.fields[name] = inner
	return s
}

// requestShape returns the members of GenerateContentRequest, v1beta1.
func requestShape() *shape {
	blob := fields("mimeType data displayName")
	part := fields("text fileData functionCall functionResponse executableCode codeExecutionResult thought thoughtSignature videoMetadata mediaResolution").
		with("inlineData", blob)
	content := fields("role").with("parts", part)
	schema := fields("type format title description nullable default minItems maxItems enum propertyOrdering required " +
		"minProperties maxProperties minimum maximum minLength maxLength pattern example additionalProperties ref defs")
	schema.with("items", schema).with("anyOf", schema).with("properties", &shape{each: schema})
	config := fields("temperature topP topK candidateCount maxOutputTokens stopSequences responseLogprobs logprobs presencePenalty "+
		"frequencyPenalty seed responseMimeType responseJsonSchema routingConfig audioTimestamp responseModalities mediaResolution "+
		"speechConfig thinkingConfig modelConfig enableAffectiveDialog imageConfig").with("responseSchema", schema)
	return fields("model cachedContent tools toolConfig labels safetySettings modelArmorConfig").
		with("contents", content).with("systemInstruction", content).with("generationConfig", config)
}

// decode reads a request as the service does: every member must be known, with its name in
// camel case or with underscores, and have the right type.
func decode(body []byte) (request, *refusal) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return request{}, badRequest("Invalid JSON payload received. %v", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return request{}, badRequest("Invalid JSON payload received. Expected end of input.")
	}
	if _, ok := tree.(map[string]any); !ok {
		return request{}, badRequest("Invalid JSON payload received. Root element must be a message.")
	}
	if unknown := walk(tree, requestShape(), ""); len(unknown) > 0 {
		return request{}, badRequest("%s", strings.Join(unknown, "\n"))
	}
	var req request
	if err := json.Unmarshal(marshal(tree), &req); err != nil {
		return request{}, badRequest("%s", invalidValue(err))
	}
	return req, nil
}

// walk returns errors for unknown members, and changes the names of the others to camel
// case.
func walk(v any, s *shape, path string) (unknown []string) {
	if s == nil {
		return nil
	}
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			unknown = append(unknown, walk(item, s, fmt.Sprintf("%s[%d]", path, i))...)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner, known := s.each, s.each != nil
			right := name
			if !known {
				right = camel(name)
				inner, known = s.fields[right]
			}
			if !known {
				unknown = append(unknown, unknownName(name, path))
				continue
			}
			unknown = append(unknown, walk(v[name], inner, join(path, right))...)
			if right != name {
				v[right] = v[name]
				delete(v, name)
			}
		}
	}
	return unknown
}

func unknownName(name, path string) string {
	at := ""
	if path != "" {
		at = fmt.Sprintf(" at '%s'", path)
	}
	return fmt.Sprintf("Invalid JSON payload received. Unknown name %q%s: Cannot find field.", name, at)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// camel spells snake_case as snakeCase.
func camel(name string) string {
	parts := strings.Split(name, "_")
	for i, p := range parts[1:] {
		if p != "" {
			parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}

// invalidValue says which member has a value of the wrong type.
func invalidValue(err error) string {
	var mistyped *json.UnmarshalTypeError
	if errors.As(err, &mistyped) {
		return fmt.Sprintf("Invalid value at '%s' (%s), a %s was given", mistyped.Field, mistyped.Type, mistyped.Value)
	}
	return "Invalid value: Base64 decoding failed: " + err.Error()
}
