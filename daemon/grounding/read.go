package grounding

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/daemon/feedback"
)

// ReadSnapshot reads a JSON file, all of it or nothing. A byte order mark and
// any line ends do no harm. A key that is missing or null counts as empty, keys
// of no meaning here are passed over, general_grounding is another name of
// general_grounding_rules, and verdicts are read by all their names.
//
// It fails with a fault that says where and what: invalid for bytes that are no
// UTF-8, text that is no JSON or no object or goes on behind it, and a value of
// the wrong type. A null final_grounding gives a nil Final; one that is not
// there also sets Open.
func ReadSnapshot(data []byte) (Snapshot, error) {
	root, err := document(data)
	if err != nil {
		return Snapshot{}, err
	}
	var s Snapshot
	info, err := root.object("expr_info")
	if err != nil {
		return Snapshot{}, err
	}
	if s.Info.Episode, err = info.episode("episode_id"); err != nil {
		return Snapshot{}, err
	}
	if s.Steps, err = root.steps("grounding_per_step"); err != nil {
		return Snapshot{}, err
	}
	if s.Stacked, err = root.stacks("stacked_grounding"); err != nil {
		return Snapshot{}, err
	}
	s.Final, err = root.final("final_grounding")
	_, there := root.keys["final_grounding"]
	s.Open = !there
	if err != nil {
		return Snapshot{}, err
	}
	if s.Scopes, err = read[[]Scoped](root, "scopes", "a list of objects with category, text and scope"); err != nil {
		return Snapshot{}, err
	}
	return s, nil
}

// utf8Text checks the bytes of a file and takes its byte order mark away.
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
		return part{}, fault.New(fault.Invalid, "text behind the JSON object")
	}
	p, ok := decode[map[string]json.RawMessage](raw)
	if !ok || p == nil {
		return part{}, fault.New(fault.Invalid, "not a JSON object")
	}
	return part{keys: p}, nil
}

// notJSON says in which line a file stops being JSON.
func notJSON(data []byte, err error) error {
	at := len(data)
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok && int(bad.Offset) <= at {
		at = int(bad.Offset)
	}
	return fault.New(fault.Invalid, "not JSON from line %d on", 1+bytes.Count(data[:at], []byte("\n")))
}

// decode reads a value if it is of the type that is wanted.
func decode[T any](raw json.RawMessage) (v T, ok bool) {
	return v, json.Unmarshal(raw, &v) == nil
}

// read gives the value of a key, the zero value where it is missing or null.
func read[T any](p part, key, allowed string) (v T, err error) {
	raw := p.keys[key]
	if len(raw) == 0 || string(raw) == "null" {
		return v, nil
	}
	v, ok := decode[T](raw)
	if !ok {
		return v, fault.Field(p.path+key, string(raw), allowed)
	}
	return v, nil
}

func (p part) object(key string) (part, error) {
	keys, err := read[map[string]json.RawMessage](p, key, "an object")
	return part{p.path + key + ".", keys}, err
}

// episode reads a name that is a whole number or a string.
func (p part) episode(key string) (EpisodeID, error) {
	raw := string(p.keys[key])
	if numeral(raw) {
		return EpisodeID(raw), nil
	}
	name, err := read[string](p, key, "a whole number or a string")
	return EpisodeID(name), err
}

func (p part) steps(key string) ([]Step, error) {
	list, err := read[[]map[string]json.RawMessage](p, key, "a list of objects")
	if err != nil {
		return nil, err
	}
	var steps []Step
	for i, keys := range list {
		step, err := part{p.path + key + "[" + strconv.Itoa(i) + "].", keys}.step()
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

func (p part) step() (s Step, err error) {
	if s.ID, err = read[int](p, "step_id", "a whole number"); err != nil {
		return s, err
	}
	if s.Instruction, err = read[string](p, "instruction", "a string"); err != nil {
		return s, err
	}
	status, err := read[string](p, "status", "a string")
	if err != nil {
		return s, err
	}
	if strings.TrimSpace(status) != "" {
		if s.Status, err = feedback.ParseVerdict(status); err != nil {
			return s, fault.As(err).About(p.path+"status", status)
		}
	}
	texts, err := p.object("feedback")
	if err != nil {
		return s, err
	}
	for _, c := range feedback.Categories() {
		if *s.Feedback.Of(c), err = read[*string](texts, string(c), "a string or null"); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (p part) stacks(key string) (stacked feedback.Four[[]string], err error) {
	lists, err := p.object(key)
	if err != nil {
		return stacked, err
	}
	for _, c := range feedback.Categories() {
		texts, err := read[[]*string](lists, string(c), "a list of strings")
		if err != nil {
			return stacked, err
		}
		for i, text := range texts {
			if text == nil {
				return stacked, fault.Field(lists.path+string(c)+"["+strconv.Itoa(i)+"]", "null", "a string")
			}
			*stacked.Of(c) = append(*stacked.Of(c), *text)
		}
	}
	return stacked, nil
}

// final reads the final under a key; nil when it is missing or null.
func (p part) final(key string) (*Final, error) {
	f, err := p.object(key)
	if err != nil || f.keys == nil {
		return nil, err
	}
	var final Final
	if final.Generated, err = read[string](f, "generation_timestamp", "a string"); err != nil {
		return nil, err
	}
	for _, c := range feedback.Categories() {
		for _, name := range contentKeys(c) {
			content, err := f.object(name)
			if err != nil {
				return nil, err
			}
			text, err := read[string](content, "content", "a string")
			if err != nil {
				return nil, err
			}
			*final.Of(c) = both(*final.Of(c), text)
		}
	}
	return &final, nil
}

// contentKeys lists the keys under which a final has a category.
func contentKeys(c feedback.Category) []string {
	if c == feedback.General {
		return []string{"general_grounding_rules", "general_grounding"}
	}
	return []string{string(c) + "_grounding"}
}

// both joins two texts of one category, of which one is mostly empty.
func both(a, b string) string {
	switch {
	case strings.TrimSpace(b) == "" || a == b:
		return a
	case strings.TrimSpace(a) == "":
		return b
	}
	return a + "\n\n" + b
}
