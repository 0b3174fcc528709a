package grounding

import (
	"errors"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/reply"
)

// ParseFinal reads a final from a model's answer, bare, in a code fence or in prose: an
// object with any of the keys of [Final], each with an object that has a content. A key that
// is missing or null counts as empty, and general_grounding is another name of
// general_grounding_rules. Generated stays empty: the caller sets the time.
//
// Its faults are for one retry: invalid when there is no such object or a value has the
// wrong type, conflict when there are two different ones, too_large above [reply.Limit].
func ParseFinal(answer string) (Final, error) {
	f, err := finalObject(answer)
	if err != nil {
		return Final{}, err
	}
	var final Final
	for _, c := range feedback.Categories() {
		for _, key := range contentKeys(c) {
			text, err := content(f, key)
			if err != nil {
				return Final{}, err
			}
			*final.Of(c) = both(*final.Of(c), text)
		}
	}
	return final, nil
}

// finalObject finds the object that has all the keys, or else the one that has all the keys
// that the answer has. When there is none, its fault names all the keys.
func finalObject(answer string) (found reply.Fields, err error) {
	var keys, every []string
	for _, c := range feedback.Categories() {
		names := contentKeys(c)
		keys, every = append(keys, names[0]), append(every, names...)
	}
	found, missing := reply.Object(answer, keys...)
	if missing == nil || !isMissing(missing) {
		return found, missing
	}
	for _, key := range every {
		f, err := reply.Object(answer, key)
		switch {
		case err != nil && !isMissing(err):
			return reply.Fields{}, err
		case err != nil:
		case len(found.Keys()) == 0:
			found = f
		case string(found.Raw()) != string(f.Raw()):
			return reply.Fields{}, fault.New(fault.Conflict, "two answers that differ").WithHint("answer with one object")
		}
	}
	if len(found.Keys()) == 0 {
		return reply.Fields{}, missing
	}
	return found, nil
}

// isMissing reports whether a search failed because no object has the key, and not because
// of the value.
func isMissing(err error) bool {
	e, ok := errors.AsType[*fault.Error](err)
	return ok && e.Kind == fault.Invalid && e.Message != "given twice" && e.Message != "not a finite number"
}

// content reads one category of a final; empty when it is missing.
func content(f reply.Fields, key string) (string, error) {
	if !f.Has(key) {
		return "", nil
	}
	c, err := reply.Obj(f, key)
	if err != nil || !c.Has("content") {
		return "", err
	}
	return reply.String(c, "content")
}
