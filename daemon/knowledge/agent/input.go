package agent

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/reply"
	"navd/daemon/words"
)

// Args are the arguments of a call, as JSON has them.
type Args map[string]any

// assigned begins an argument that is written as name=value or name: value.
var assigned = regexp.MustCompile(`^[\s,;]*([A-Za-z_][A-Za-z0-9_]*)\s*[=:]\s*`)

// ParseInput reads the input of a call: a JSON object, in a fence or in quotes as
// well; name=value, with values that are quoted, JSON, or bare up to the next name; or
// a text, which is the first of the parameters. An object that has none of the
// parameters is the value of the parameter whole; empty: there is none.
func ParseInput(text string, params []string, whole string) (Args, error) {
	text = bare(text)
	if text == "" {
		return Args{}, nil
	}
	if strings.HasPrefix(text, "{") {
		return objectArgs(text, params, whole)
	}
	if a, is := namedArgs(text, params); is {
		return a, nil
	}
	first := params[0]
	if whole != "" {
		first = whole
	}
	return Args{first: text}, nil
}

// bare is a text without the fence and the quotes around it.
func bare(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "```") {
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "```"))
	}
	for _, q := range []string{"'", `"`} {
		if inside, is := strings.CutPrefix(text, q); is && strings.HasSuffix(inside, q) && len(inside) > 0 {
			inside = strings.TrimSpace(strings.TrimSuffix(inside, q))
			if strings.HasPrefix(inside, "{") {
				return unescaped(inside)
			}
			if !strings.Contains(inside, q) {
				return inside
			}
		}
	}
	return text
}

// unescaped is JSON out of quotes: its own quotes may be escaped.
func unescaped(text string) string {
	if json.Valid([]byte(text)) {
		return text
	}
	if out, err := strconv.Unquote(`"` + strings.ReplaceAll(text, "\n", `\n`) + `"`); err == nil {
		return out
	}
	return text
}

// objectArgs reads arguments out of an object.
func objectArgs(text string, params []string, whole string) (Args, error) {
	f, err := reply.Object(text)
	if err != nil {
		return nil, fault.New(fault.Invalid, "it begins like JSON, and is none: %s", fault.As(err).Message).About("action_input", words.Clip(text, 200))
	}
	if !slices.ContainsFunc(f.Keys(), func(k string) bool { return slices.Contains(params, k) }) && whole != "" {
		return Args{whole: decoded(f.Raw())}, nil
	}
	a := Args{}
	for k, v := range decoded(f.Raw()).(map[string]any) { // it is an object
		if inner, is := v.(map[string]any); is && k != whole && isArgs(inner, params) { // a model that nests its arguments
			maps.Copy(a, inner)
			continue
		}
		a[k] = v
	}
	return a, nil
}

// isArgs reports whether an object holds arguments and not a value.
func isArgs(o map[string]any, params []string) bool {
	for k := range o {
		if !slices.Contains(params, k) {
			return false
		}
	}
	return len(o) > 0
}

func decoded(raw json.RawMessage) (v any) {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return map[string]any{}
	}
	return v
}

// namedArgs reads name=value, and the next; not when the text begins with no
// parameter's name.
func namedArgs(text string, params []string) (a Args, is bool) {
	a = Args{}
	for text != "" {
		m := assigned.FindStringSubmatchIndex(text)
		if m == nil || len(a) == 0 && !slices.Contains(params, text[m[2]:m[3]]) {
			return a, len(a) > 0
		}
		name := text[m[2]:m[3]]
		value, n := valueOf(text[m[1]:], params)
		a[name], text = value, strings.TrimSpace(text[m[1]+n:])
	}
	return a, len(a) > 0
}

// valueOf reads a value, and says how much of the text it is.
func valueOf(text string, params []string) (v any, n int) {
	if text == "" {
		return "", 0
	}
	switch c := text[0]; c {
	case '{', '[':
		if end := closing(text); end > 0 {
			if v, ok := jsonValue(text[:end]); ok {
				return v, end
			}
		}
	case '"', '\'':
		for i := 1; i < len(text); i++ {
			if text[i] == '\\' {
				i++
			} else if text[i] == c && ended(text[i+1:], params) {
				return quoted(text[1:i], c), i + 1
			}
		}
	}
	for i := range text {
		if text[i] == ',' && ended(text[i:], params) {
			return strings.TrimSpace(text[:i]), i
		}
	}
	return strings.TrimSpace(text), len(text)
}

// ended reports whether a value may end here: nothing follows, or another argument.
func ended(rest string, params []string) bool {
	if rest = strings.TrimSpace(rest); rest == "" || rest == ")" {
		return true
	}
	m := assigned.FindStringSubmatch(rest)
	return rest[0] == ',' && m != nil && slices.Contains(params, m[1])
}

// quoted is what stands in quotes, its escapes undone.
func quoted(text string, quote byte) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
			switch text[i] {
			case 'n':
				b.WriteByte('\n')
				continue
			case 't':
				b.WriteByte('\t')
				continue
			case quote, '\\', '"', '\'', '/':
			default:
				b.WriteByte('\\')
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// closing gives the end of the object or list that a text begins with, 0 when it is
// not closed.
func closing(text string) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// jsonValue reads a value as JSON, or as a Python literal.
func jsonValue(text string) (v any, ok bool) {
	if json.Valid([]byte(text)) {
		return decoded(json.RawMessage(text)), true
	}
	f, err := reply.Object(`{"v": `+text+`}`, "v")
	if err != nil {
		return nil, false
	}
	return decoded(f.Raw()).(map[string]any)["v"], true
}

// text is an argument as a text.
func (a Args) text(name string) string { return textOf(a[name]) }

// textOf is a value as a text; a number or a truth value as it is written.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case json.Number, bool:
		return fmt.Sprint(v)
	}
	data, err := json.Marshal(v)
	if err != nil { // it came out of JSON
		return ""
	}
	return string(data)
}

// object is an argument that is an object, also one that is written as a text.
func (a Args) object(name string) (o map[string]any, err error) {
	switch v := a[name].(type) {
	case nil:
		return nil, nil
	case map[string]any:
		return v, nil
	case string:
		f, err := reply.Object(bare(v))
		if err != nil {
			return nil, fault.New(fault.Invalid, "it is no JSON object").About(name, words.Clip(v, 200))
		}
		return decoded(f.Raw()).(map[string]any), nil
	}
	return nil, fault.New(fault.Invalid, "it is no JSON object").About(name, words.Clip(a.text(name), 200))
}

// needed is an object that must be there.
func (a Args) needed(name string) (map[string]any, error) {
	o, err := a.object(name)
	if o == nil && err == nil {
		err = fault.New(fault.Invalid, "it is missing").About(name, nil)
	}
	return o, err
}

// list is an argument that is a list of texts: as JSON, or with commas.
func (a Args) list(name string) (out []string) {
	v := a[name]
	if s, is := v.(string); is {
		v = strings.TrimSpace(s)
		if strings.HasPrefix(s, "[") {
			if list, ok := jsonValue(s); ok {
				v = list
			}
		}
	}
	switch v := v.(type) {
	case nil:
	case []any:
		for _, one := range v {
			out = append(out, textOf(one))
		}
	default:
		out = strings.Split(textOf(v), ",")
	}
	for i := range out {
		out[i] = strings.Trim(out[i], " \t'\"`")
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}
