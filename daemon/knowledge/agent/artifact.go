package agent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// Rule is what a model gives of a rule: rows, or pairs of a condition and an action in
// words.
type Rule struct {
	Name     string
	Policy   dmn.Policy
	Priority int
	Rows     []RuleRow
}

// RuleRow is one row, by the names of its columns, or in words.
type RuleRow struct {
	knowledge.Row
	If, Then string
}

// ParseRule reads what a model gives of a rule:
//
//	{"name": "…", "hit_policy": "F", "priority": 50, "rows": [{"when": {"target": "television"}, "then": {"forbid place": "bathroom"}}]}
//	{"name": "…", "condition": "looking for a television", "action": "never enter the bathroom"}
//	{"name": "…", "rules": [{"condition": "…", "action": "…"}, …]}
//
// also inside of other objects. Rows stay rows: they are not run together.
func ParseRule(o map[string]any) (r Rule, err error) {
	for depth := 0; !isRule(o); depth++ { // {"artifact": {"rule": {…}}}
		inner, is := only(o)
		if !is || depth == 5 {
			return r, fault.New(fault.Invalid, "neither rows nor a condition with an action").About("dmn_artifact_json", words.Clip(textOf(o), 200)).
				WithHint(`{"name": "…", "rows": [{"when": {"target": "television"}, "then": {"forbid place": "bathroom"}}]}`)
		}
		o = inner
	}
	r = Rule{Name: Args(o).text("name"), Policy: dmn.First, Priority: knowledge.DefaultPriority}
	if p := Args(o).text("hit_policy"); p != "" {
		if r.Policy, err = dmn.ParsePolicy(p); err != nil {
			return r, err
		}
	}
	if p := Args(o).text("priority"); p != "" {
		if r.Priority, err = strconv.Atoi(p); err != nil || r.Priority < 0 || r.Priority > 100 {
			return r, fault.Field("priority", p, "0 to 100")
		}
	}
	rows := []any{o}
	for _, key := range []string{"rows", "rules"} {
		if list, is := o[key].([]any); is {
			rows = list
		}
	}
	for n, row := range rows {
		one, err := ruleRow(row)
		if err != nil {
			return r, fault.As(err).About(fmt.Sprintf("rows[%d]", n), words.Clip(textOf(row), 200))
		}
		r.Rows = append(r.Rows, one)
	}
	if len(r.Rows) == 0 {
		return r, fault.New(fault.Invalid, "there is no row").About("rows", nil)
	}
	return r, nil
}

func isRule(o map[string]any) bool {
	keys := []string{"rows", "rules", "condition", "when", "action", "then"}
	return slices.ContainsFunc(keys, func(key string) bool { _, has := o[key]; return has })
}

// only gives the only object in an object.
func only(o map[string]any) (inner map[string]any, is bool) {
	for _, v := range o {
		if m, isObject := v.(map[string]any); isObject {
			if is {
				return nil, false
			}
			inner, is = m, true
		}
	}
	return inner, is
}

// ruleRow reads a row.
func ruleRow(v any) (r RuleRow, err error) {
	o, is := v.(map[string]any)
	if !is {
		return r, fault.New(fault.Invalid, "a row is an object")
	}
	part := func(keys ...string) any {
		for _, k := range keys {
			if v, has := o[k]; has {
				return v
			}
		}
		return nil
	}
	when, then := part("when", "condition", "if", "input"), part("then", "action", "output")
	if r.If, err = cellsInto(&r.When, when, knowledge.InputName); err != nil {
		return r, err
	}
	if r.Then, err = cellsInto(&r.Row.Then, then, knowledge.OutputName); err != nil {
		return r, err
	}
	switch {
	case len(r.Row.Then) == 0 && r.Then == "":
		return r, fault.New(fault.Invalid, "it does not say what is to be done")
	case len(r.When) == 0 && r.If == "" && when != nil:
		return r, fault.New(fault.Invalid, "its condition is empty")
	case (len(r.When) > 0) != (len(r.Row.Then) > 0) && when != nil:
		return r, fault.New(fault.Invalid, "condition and action are both objects, or both words")
	}
	return r, nil
}

// cellsInto takes the cells of an object, or gives the words.
func cellsInto(cells *map[string]string, v any, spell func(string) (string, string)) (text string, err error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return strings.TrimSpace(v), nil
	case map[string]any:
		*cells = map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			spelt, kind := spell(name)
			if kind == "" {
				return "", fault.New(fault.Invalid, "rules have no %q; they have %s and %s", name, knowledge.InputNames(), knowledge.OutputNames())
			}
			if cell := cellOf(v[name], kind); cell != "" {
				(*cells)[spelt] = cell
			}
		}
		return "", nil
	}
	return "", fault.New(fault.Invalid, "a condition is an object of cells, or words")
}

// plainWords are words that are meant as a string, though they stand in no quotes.
var plainWords = regexp.MustCompile(`^[\p{L}][\p{L}\p{N} _'-]*$`)

// cellOf writes a value as a cell of S-FEEL: words of a string column get their
// quotes, a list is one of several.
func cellOf(v any, kind string) string {
	switch v := v.(type) {
	case nil:
		return ""
	case json.Number, bool:
		return fmt.Sprint(v)
	case []any:
		cells := make([]string, 0, len(v))
		for _, one := range v {
			cells = append(cells, cellOf(one, kind))
		}
		return strings.Join(slices.DeleteFunc(cells, func(c string) bool { return c == "" || c == "-" }), ", ")
	case string:
		v = strings.TrimSpace(v)
		if kind == "string" && plainWords.MatchString(v) && v != "null" {
			return strconv.Quote(v)
		}
		return v
	}
	return textOf(v)
}

// Body makes a rule of it; said is what it is made of. Words are read as those of a
// user are.
func (r Rule) Body(said string) (b knowledge.Body, err error) {
	rows := make([]knowledge.Row, len(r.Rows))
	for n, row := range r.Rows {
		if rows[n] = row.Row; row.Then == "" && row.If == "" {
			continue
		}
		text := row.Then
		if row.If != "" {
			text = "if " + row.If + ", " + row.Then
		}
		d := knowledge.Read(text, knowledge.Rule)
		if d.Kind != knowledge.Rule {
			return b, fault.New(fault.Invalid, "%s", d.Note).About(fmt.Sprintf("rows[%d]", n), text).
				WithHint(`give the cells: {"when": {"target": "television"}, "then": {"forbid place": "bathroom"}}`)
		}
		rows[n] = knowledge.RowsOf(d.Body.Rule.Decisions[0].Table)[0]
	}
	for _, row := range rows {
		for name, cell := range row.Then { // of several words, a list
			if _, kind := knowledge.OutputName(name); kind == "string" && strings.Contains(cell, `", "`) && !strings.HasPrefix(cell, "[") {
				row.Then[name] = "[" + cell + "]"
			}
		}
	}
	return knowledge.Body{Text: said, Rule: knowledge.TableOf(cmp.Or(r.Name, said), r.Policy, rows), Priority: r.Priority}, nil
}

// linked finds a link in a skill's text.
var linked = regexp.MustCompile(`\]\([^)]*\)|\bhttps?://|SKILL\.md`)

// ParseSkill reads what a model gives of a skill: {"name", "description", "steps"}.
// For an item that is there its name and description are kept, and only steps are
// wanted. A text that links to other skills is refused: each stands alone.
func ParseSkill(o map[string]any, into *knowledge.Guide) (g knowledge.Guide, err error) {
	a := Args(o)
	if inner, is := only(o); is && o["steps"] == nil {
		a = Args(inner)
	}
	steps := a["steps"]
	list, is := steps.([]any)
	if text, isText := steps.(string); isText {
		is = true
		for line := range strings.SplitSeq(text, "\n") {
			list = append(list, line)
		}
	}
	if !is {
		return g, fault.New(fault.Invalid, "it has no steps").About("steps", nil).WithHint(`{"name": "find-a-sofa", "description": "…", "steps": ["…", "…"]}`)
	}
	var lines []string
	for _, one := range list {
		line := strings.TrimSpace(stepNumber.ReplaceAllString(strings.Join(strings.Fields(textOf(one)), " "), ""))
		if line != "" {
			lines = append(lines, strconv.Itoa(len(lines)+1)+". "+line)
		}
	}
	if len(lines) == 0 {
		return g, fault.New(fault.Invalid, "it has no steps").About("steps", nil)
	}
	g = knowledge.Guide{Name: a.text("name"), Description: a.text("description"), Text: strings.Join(lines, "\n")}
	if at := linked.FindString(g.Text + " " + g.Description); at != "" {
		return g, fault.New(fault.Invalid, "it links to something else: %s", at).About("steps", nil).WithHint("say it in its own words; a skill stands alone")
	}
	if into != nil {
		g.Name, g.Description = into.Name, into.Description
		return g, nil
	}
	if why := g.Problems(); len(why) > 0 {
		return g, fault.New(fault.Invalid, "%s", strings.Join(why, "; ")).WithHint("a name is 1 to 64 lowercase letters, digits and hyphens, a description 1 to 1024 characters: what it does, and when")
	}
	return g, nil
}

var stepNumber = regexp.MustCompile(`^\d{1,3}[.)]\s+`)
