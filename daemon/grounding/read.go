package grounding

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/daemon/feedback"
)

// ReadSnapshot reads a JSON file, completely or not at all. A byte order mark and any line
// ends are accepted. A key that is missing or null counts as empty, unknown keys are ignored,
// general_grounding is another name of general_grounding_rules, and verdicts may have any of
// their names.
//
// It fails with an invalid fault, with the place and the reason, for bytes that are not
// UTF-8, text that is not one JSON object, and a value of the wrong type. A null
// final_grounding gives a nil Final; a missing one also sets Open. An object with none of
// the keys sets Foreign.
func ReadSnapshot(data []byte) (Snapshot, error) {
	root, err := document(data)
	if err != nil {
		return Snapshot{}, err
	}
	s := Snapshot{
		Info: Info{root.object("expr_info").episode("episode_id")}, Steps: root.steps("grounding_per_step"),
		Stacked: root.stacks("stacked_grounding"), Final: root.final("final_grounding"),
		Scopes: read[[]Scoped](root, "scopes", "a list of objects with category, text and scope"),
	}
	_, there := root.keys["final_grounding"]
	s.Open = !there
	s.Foreign = !slices.ContainsFunc(fileParts(), func(name string) bool { _, has := root.keys[name]; return has })
	if *root.err != nil {
		return Snapshot{}, *root.err
	}
	return s, nil
}

// fileParts lists the keys of a JSON file.
func fileParts() []string {
	return []string{"expr_info", "grounding_per_step", "stacked_grounding", "final_grounding", "scopes"}
}

// utf8Text checks the bytes of a file and removes its byte order mark.
func utf8Text(data []byte) ([]byte, error) {
	if !utf8.Valid(data) {
		return nil, fault.New(fault.Invalid, "not UTF-8")
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), nil
}

// A part is one object of a file, and its path.
type part struct {
	path string
	keys map[string]json.RawMessage
	err  *error // the first fault in the file; what is read after it is not used
}

// fail keeps the first fault.
func (p part) fail(err error) {
	if *p.err == nil {
		*p.err = err
	}
}

func document(data []byte) (part, error) {
	data, err := utf8Text(data)
	if err != nil {
		return part{}, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return part{}, notJSON(data, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return part{}, fault.New(fault.Invalid, "there is text after the JSON object")
	}
	p, ok := decode[map[string]json.RawMessage](raw)
	if !ok || p == nil {
		return part{}, fault.New(fault.Invalid, "not a JSON object")
	}
	return part{keys: p, err: new(error)}, nil
}

// notJSON returns a fault with the line from which a file is not JSON.
func notJSON(data []byte, err error) error {
	at := len(data)
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok && int(bad.Offset) <= at {
		at = int(bad.Offset)
	}
	return fault.New(fault.Invalid, "not JSON from line %d on", 1+bytes.Count(data[:at], []byte("\n")))
}

// decode reads a value; ok is false if it has another type.
func decode[T any](raw json.RawMessage) (v T, ok bool) {
	ok = json.Unmarshal(raw, &v) == nil
	return v, ok
}

// read returns the value of a key; the zero value if it is missing or null.
func read[T any](p part, key, allowed string) (v T) {
	raw := p.keys[key]
	if len(raw) == 0 || string(raw) == "null" {
		return v
	}
	v, ok := decode[T](raw)
	if !ok {
		p.fail(fault.Field(p.path+key, string(raw), allowed))
	}
	return v
}

func (p part) text(key string) string { return read[string](p, key, "a string") }

func (p part) object(key string) part {
	return part{p.path + key + ".", read[map[string]json.RawMessage](p, key, "an object"), p.err}
}

// episode reads a name that is a whole number or a string.
func (p part) episode(key string) EpisodeID {
	raw := string(p.keys[key])
	if numeral(raw) {
		return EpisodeID(raw)
	}
	return EpisodeID(read[string](p, key, "a whole number or a string"))
}

func (p part) steps(key string) (steps []Step) {
	for i, keys := range read[[]map[string]json.RawMessage](p, key, "a list of objects") {
		steps = append(steps, part{p.path + key + "[" + strconv.Itoa(i) + "].", keys, p.err}.step())
	}
	return steps
}

func (p part) step() Step {
	s := Step{ID: read[int](p, "step_id", "a whole number"), Instruction: p.text("instruction")}
	if status := p.text("status"); strings.TrimSpace(status) != "" {
		v, err := feedback.ParseVerdict(status)
		if s.Status = v; err != nil {
			p.fail(fault.As(err).About(p.path+"status", status))
		}
	}
	texts := p.object("feedback")
	for _, c := range feedback.Categories() {
		*s.Feedback.Of(c) = read[*string](texts, string(c), "a string or null")
	}
	return s
}

func (p part) stacks(key string) (stacked feedback.Four[[]string]) {
	lists := p.object(key)
	for _, c := range feedback.Categories() {
		for i, text := range read[[]*string](lists, string(c), "a list of strings") {
			if text == nil {
				p.fail(fault.Field(lists.path+string(c)+"["+strconv.Itoa(i)+"]", "null", "a string"))
				break
			}
			*stacked.Of(c) = append(*stacked.Of(c), *text)
		}
	}
	return stacked
}

// final reads the final under a key; nil when it is missing or null.
func (p part) final(key string) *Final {
	f := p.object(key)
	if f.keys == nil {
		return nil
	}
	final := Final{Generated: f.text("generation_timestamp")}
	for _, c := range feedback.Categories() {
		for _, name := range contentKeys(c) {
			*final.Of(c) = both(*final.Of(c), f.object(name).text("content"))
		}
	}
	return &final
}

// contentKeys lists the keys under which a final has a category.
func contentKeys(c feedback.Category) []string {
	if c == feedback.General {
		return []string{"general_grounding_rules", "general_grounding"}
	}
	return []string{string(c) + "_grounding"}
}

// both joins two texts of one category; usually one is empty.
func both(a, b string) string {
	switch {
	case strings.TrimSpace(b) == "" || a == b:
		return a
	case strings.TrimSpace(a) == "":
		return b
	}
	return a + "\n\n" + b
}
