package knowledge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// Effect is one thing that a rule wants of a plan.
type Effect struct {
	Do    string    `json:"do"`              // forbid, prefer, require, set, stop or say
	What  string    `json:"what,omitempty"`  // place, direction or action; of set: range_m
	Place words.Key `json:"place,omitempty"` // type of room
	Text  string    `json:"text,omitempty"`  // a direction, an action, or what is to be said
	Value float64   `json:"value,omitempty"` // of set
}

// outputs are the outputs that rules may have, with the type of each and what it does.
var outputs = terms{
	{"forbid place", "string", "type of room that the robot does not go to"},
	{"forbid direction", "string", "ahead, left, right, behind, or view 0 to view 11"},
	{"forbid action", "string", "turn_left or turn_right: turns are made the other way round"},
	{"prefer place", "string", "type of room that is worth more"},
	{"prefer direction", "string", "as with forbid"},
	{"require place", "string", "while a view shows more of this type of room, no other is taken; else it is preferred"},
	{"require direction", "string", "no other is taken, while there is something to see"},
	{"set range_m", "number", "how far a leg goes at most, metres"},
	{"stop", "boolean", "the robot stops here"},
	{"say", "string", "a text for the controller, and for the model"},
}

// OutputNames lists the outputs that rules may have.
func OutputNames() string { return outputs.names() }

// outputName is the name of an output in normal form: forbid_place becomes forbid place.
func outputName(name string) string {
	name = strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "_", " ")), " ")
	return strings.Replace(name, "range m", "range_m", 1)
}

// outputKind is the type of the output with a name; empty when there is none.
func outputKind(name string) string { return outputs.kind(outputName(name)) }

// actions are the actions that can be forbidden: the turns that bring the robot to a view.
var actions = []string{"turn_left", "turn_right"}

// sides are the directions as people say them.
var sides = []string{"ahead", "right", "behind", "left"}

// effects reads the result of a rule: the outputs of its final decisions. final has the
// name of the output for a decision that gives a single value.
func effects(final map[string]string, result dmn.Result) (all []Effect, err error) {
	for _, f := range result.Outputs {
		name, is := final[f.Name]
		if !is {
			continue
		}
		for _, v := range rows(f.Value) {
			r, is := v.(dmn.Record)
			if !is {
				r = dmn.Record{{Name: name, Value: v}}
			}
			for _, o := range r {
				made, err := effectsOf(o.Name, o.Value)
				if err != nil {
					return nil, err
				}
				all = append(all, made...)
			}
		}
	}
	return all, nil
}

// rows gives the rows of a list, or one value.
func rows(v dmn.Value) dmn.List {
	if l, is := v.(dmn.List); is {
		return l
	}
	return dmn.List{v}
}

// effectsOf reads one output; null and false give no effect.
func effectsOf(name string, v dmn.Value) (all []Effect, err error) {
	do, what, _ := strings.Cut(outputName(name), " ")
	for _, v := range rows(v) {
		e := Effect{Do: do, What: what}
		switch v := v.(type) {
		case nil:
			continue
		case dmn.Bool:
			if !v {
				continue
			}
			e.What = ""
		case dmn.Number:
			if e.Value, err = strconv.ParseFloat(v.String(), 64); err == nil && e.Value <= 0 {
				err = fmt.Errorf("%s of %s: a leg goes more than 0 metres; forbid the way, or stop, instead", outputName(name), v)
			}
		case dmn.String:
			e, err = e.of(string(v))
		default:
			err = fmt.Errorf("%s of %s: %s has no effect on a plan", name, dmn.Text(v), outputName(name))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// of sets the text of an effect.
func (e Effect) of(text string) (Effect, error) {
	switch e.What {
	case "place":
		if e.Place = words.LabelKey(text); e.Place.Unknown() {
			return e, fmt.Errorf("%q is not a type of room", text)
		}
		return e, nil
	case "direction":
		if _, err := viewsIn(text, 0); err != nil {
			return e, err
		}
	case "action":
		if !slices.Contains(actions, text) {
			return e, fmt.Errorf("%q cannot be forbidden; %s can", text, strings.Join(actions, " and "))
		}
	}
	e.Text = text
	return e, nil
}

// viewsIn gives the views in a direction, when the robot faces view facing: three of the
// twelve for ahead, right, behind and left, or the one that is named. View i lies 30·i
// degrees to the right of view 0.
func viewsIn(text string, facing int) (views []int, err error) {
	if n, is := strings.CutPrefix(strings.ToLower(strings.TrimSpace(text)), "view "); is {
		if v, err := strconv.Atoi(n); err == nil && v >= 0 && v < words.Views {
			return []int{v}, nil
		}
	}
	side := slices.Index(sides, strings.ToLower(strings.TrimSpace(text)))
	if side < 0 {
		return nil, fmt.Errorf("%q is not a direction: ahead, left, right, behind, or view 0 to view 11", text)
	}
	for i := -1; i <= 1; i++ {
		views = append(views, (facing+3*side+i+words.Views)%words.Views)
	}
	slices.Sort(views)
	return views, nil
}

// String gives the effect as text.
func (e Effect) String() string {
	switch {
	case e.What == "place":
		return e.Do + " " + string(e.Place)
	case e.Do == "set":
		return fmt.Sprintf("set %s %g", e.What, e.Value)
	case e.Text != "":
		return e.Do + " " + e.Text
	}
	return e.Do
}
