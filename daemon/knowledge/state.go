package knowledge

import (
	"fmt"
	"strconv"
	"strings"

	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// State is the state in which a plan begins, over which rules are evaluated. Its JSON names
// are the inputs that rules may have.
type State struct {
	Goal       string    `json:"goal"`                 // as the user says it
	Target     words.Key `json:"target"`               // the same as navd knows things: television for TV
	PlaceType  words.Key `json:"place_type,omitempty"` // empty: not known
	Heading    float64   `json:"heading"`              // where the robot faces, degrees, positive left
	Stuck      bool      `json:"stuck"`                // it goes over the same places
	ABABA      bool      `json:"ababa"`                // it goes to and fro between two
	Revisits   int       `json:"revisits"`
	Unexplored int       `json:"unexplored"` // ways that lead to something new
	Steps      int       `json:"steps"`
	Collisions int       `json:"collisions"`
	LastAction string    `json:"last_action,omitempty"`
	Battery    *float64  `json:"battery,omitempty"` // percent, when the controller tells
}

// inputs are the inputs that rules may have, with the type of each and what it is.
var inputs = terms{
	{"goal", "string", "what is looked for, as it was said"},
	{"target", "string", "the same by its usual name: television for TV"},
	{"place_type", "string", "type of the room that the robot is in, when it is known"},
	{"heading", "number", "where the robot faces, -180 to 180 degrees, positive left"},
	{"stuck", "boolean", "the robot goes over the same places"},
	{"ababa", "boolean", "the robot goes to and fro between two places"},
	{"revisits", "number", "times that it came back to a place"},
	{"unexplored", "number", "ways that lead to something new"},
	{"steps", "number", "steps of the episode"},
	{"collisions", "number", "of these, steps that ran into something"},
	{"last_action", "string", "the last step: move_forward, turn_left, turn_right, …"},
	{"battery", "number", "percent, when the controller gives it to nav.plan"},
}

// terms are the names that columns of rules may have, with type and meaning.
type terms []struct{ name, kind, what string }

func (l terms) names() string {
	names := make([]string, len(l))
	for i, t := range l {
		names[i] = t.name
	}
	return strings.Join(names, ", ")
}

// kind is the type of the term with a name; empty when there is none.
func (l terms) kind(name string) string {
	for _, t := range l {
		if t.name == name {
			return t.kind
		}
	}
	return ""
}

func (l terms) lines() string {
	var out strings.Builder
	for _, t := range l {
		fmt.Fprintf(&out, "%s (%s): %s\n", t.name, t.kind, t.what)
	}
	return out.String()
}

// InputNames lists the inputs that rules may have.
func InputNames() string { return inputs.names() }

// Values gives the state as the inputs of a rule, without those that are not known.
func (s State) Values() map[string]dmn.Value {
	v := map[string]dmn.Value{
		"goal": dmn.String(s.Goal), "target": dmn.String(s.Target), "heading": decimal(s.Heading), "stuck": dmn.Bool(s.Stuck), "ababa": dmn.Bool(s.ABABA),
		"revisits": dmn.NumberOf(s.Revisits), "unexplored": dmn.NumberOf(s.Unexplored), "steps": dmn.NumberOf(s.Steps), "collisions": dmn.NumberOf(s.Collisions),
	}
	if !s.PlaceType.Unknown() {
		v["place_type"] = dmn.String(s.PlaceType)
	}
	if s.LastAction != "" {
		v["last_action"] = dmn.String(s.LastAction)
	}
	if s.Battery != nil {
		v["battery"] = decimal(*s.Battery)
	}
	return v
}

// decimal is a finite measurement as a number, rounded to thousandths.
func decimal(f float64) dmn.Value {
	n, err := dmn.ParseNumber(strconv.FormatFloat(f, 'f', 3, 64))
	if err != nil {
		return nil
	}
	return n
}
