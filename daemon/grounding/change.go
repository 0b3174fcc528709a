package grounding

import (
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/reply"
)

// Action is what a proposed change does.
type Action string

// The actions.
const (
	Add       Action = "add"       // a new entry
	Same      Action = "same"      // more evidence for an entry
	Supersede Action = "supersede" // a new entry that replaces one
)

// Change is one change of the entries that a model proposes at an episode's
// end.
type Change struct {
	Action   Action            `json:"action"`
	ID       string            `json:"id,omitempty"`       // of the entry: same and supersede
	Category feedback.Category `json:"category,omitempty"` // add and supersede
	Text     string            `json:"text,omitempty"`     // add and supersede
	Evidence []string          `json:"evidence"`           // ids of the feedback it cites; never nil
	Flag     string            `json:"flag,omitempty"`     // why it cannot be made as it is; empty: it can
}

// Grounds lists what a change may refer to.
type Grounds struct {
	Entries  []string // ids of entries
	Evidence []string // ids of the episode's feedback
}

// ParseChanges reads the changes that a model proposes in its answer:
//
//	{"changes": [
//	  {"action": "add", "category": "spatial", "text": "…", "evidence": ["f1"]},
//	  {"action": "same", "id": "g3", "evidence": ["f2"]},
//	  {"action": "supersede", "id": "g1", "category": "spatial", "text": "…", "evidence": ["f4"]}]}
//
// The object may be bare, in a code fence or in prose. A change that cites no feedback, or
// refers to feedback or an entry that does not exist, is returned with a Flag, so that the
// caller can hold it back and show it.
//
// Its faults are for one retry: those of [reply.Object] when there is no such object, and
// invalid, with the path, when a field of a change is missing or has the wrong type.
func ParseChanges(answer string, known Grounds) ([]Change, error) {
	f, err := reply.Object(answer, "changes")
	if err != nil {
		return nil, err
	}
	list, err := reply.Objs(f, "changes")
	if err != nil {
		return nil, err
	}
	changes := make([]Change, 0, len(list))
	for i, fields := range list {
		c, err := readChange(fields, "changes["+strconv.Itoa(i)+"].")
		if err != nil {
			return nil, err
		}
		c.Flag = known.flag(c)
		changes = append(changes, c)
	}
	return changes, nil
}

func readChange(f reply.Fields, path string) (c Change, err error) {
	action, err := reply.String(f, "action")
	if err != nil {
		return c, err
	}
	c.Action = Action(action)
	if !slices.Contains([]Action{Add, Same, Supersede}, c.Action) {
		return c, fault.Field(path+"action", action, "add, same or supersede")
	}
	if c.Action != Add {
		if c.ID, err = reply.String(f, "id"); err != nil {
			return c, err
		}
	}
	if c.Action != Same {
		if c.Category, c.Text, err = readText(f, path); err != nil {
			return c, err
		}
	}
	c.Evidence = []string{}
	if f.Has("evidence") {
		c.Evidence, err = reply.Strings(f, "evidence")
	}
	return c, err
}

func readText(f reply.Fields, path string) (feedback.Category, string, error) {
	name, err := reply.String(f, "category")
	if err != nil {
		return "", "", err
	}
	category, err := feedback.ParseCategory(name)
	if err != nil {
		return "", "", fault.As(err).About(path+"category", name)
	}
	text, err := reply.String(f, "text")
	if err != nil {
		return "", "", err
	}
	if text = strings.TrimSpace(text); text == "" {
		return "", "", fault.Field(path+"text", text, "a text that is not blank")
	}
	return category, text, nil
}

// flag says what is wrong with a change, empty when nothing is.
func (k Grounds) flag(c Change) string {
	if c.Action != Add && !slices.Contains(k.Entries, c.ID) {
		return "no such entry: " + fault.Show(c.ID)
	}
	if len(c.Evidence) == 0 {
		return "cites nothing"
	}
	for _, id := range c.Evidence {
		if !slices.Contains(k.Evidence, id) {
			return "cites what is not there: " + fault.Show(id)
		}
	}
	if err := (lesson{text: c.Text}).check(); err != nil {
		return "no text that a user could have said"
	}
	return ""
}
