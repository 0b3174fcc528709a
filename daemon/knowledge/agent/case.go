package agent

import (
	"fmt"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
)

// way is what a relation lets a commit do.
type way struct {
	what       string         // the relation is, for the prompt
	operations operations     // the first is usual
	mode       knowledge.Mode // empty: none
	target     bool           // it is about an item that is there
}

type operations []knowledge.Operation

// ways are the relations with what they do. No relation at all means that the feedback
// says nothing new.
var ways = map[knowledge.Relation]way{
	"":                    {"nothing new", operations{knowledge.Ignore}, "", false},
	knowledge.Duplicate:   {"the same in other words", operations{knowledge.Ignore}, "", true},
	knowledge.Extends:     {"adds a case; give only what is added", operations{knowledge.Update}, knowledge.Extend, true},
	knowledge.Exception:   {"takes a case out of a rule; give only that case, and at: the row", operations{knowledge.Update}, knowledge.Extend, true},
	knowledge.Refines:     {"changes one row, statement or step; give that one, and at", operations{knowledge.Update}, knowledge.Refine, true},
	knowledge.Supersedes:  {"takes its place; give it whole", operations{knowledge.Update, knowledge.Create}, knowledge.Replace, true},
	knowledge.Complements: {"another side of it", operations{knowledge.Create}, "", false},
	knowledge.Unrelated:   {"something else", operations{knowledge.Create}, "", false},
	knowledge.Conflicts:   {"both cannot hold", operations{knowledge.Create}, "", false},
	knowledge.Withdraws:   {"takes it back", operations{knowledge.Delete}, "", true},
}

// relations are their names, in the order of the table.
var relations = []knowledge.Relation{
	knowledge.Duplicate, knowledge.Extends, knowledge.Exception, knowledge.Refines, knowledge.Supersedes, knowledge.Complements,
	knowledge.Unrelated, knowledge.Conflicts, knowledge.Withdraws,
}

// claim is a commit as the model wants it, with the case it makes.
type claim struct {
	knowledge.Case
	operation knowledge.Operation
	target    *shown           // nil: none
	behind    []knowledge.Item // that what is new follows from
	at        int              // row, step or statement that is meant
}

// caseFields are what a case has to say, each with what it is.
var caseFields = []struct{ name, what string }{
	{"intent", "what the person wants"},
	{"because", "why it is that relation"},
	{"before", "what holds now"},
	{"after", "what holds then"},
}

// claimOf reads the operation and the case of a commit, and refuses what the table of
// relations contradicts.
func (m *Machine) claimOf(kind knowledge.Kind, a Args) (c claim, err error) {
	if c, err = m.caseOf(a); err != nil {
		return c, err
	}
	if c.operation, err = operationOf(a.text("operation"), c.Relation); err != nil {
		return c, err
	}
	if err := modeFits(a.text("merge_mode"), c); err != nil {
		return c, err
	}
	err = m.aim(&c, kind, a)
	return c, err
}

// caseOf reads a case, and refuses one that is not whole, or that rests on what has
// changed.
func (m *Machine) caseOf(a Args) (c claim, err error) {
	fields, err := a.object("case")
	if err != nil {
		return c, err
	}
	if fields == nil {
		return c, fault.New(fault.Invalid, "there is no case").About("case", nil).WithHint("reason first: %s", caseForm)
	}
	f := Args(fields)
	for _, want := range caseFields {
		if f.text(want.name) == "" {
			return c, fault.New(fault.Invalid, "it does not say %s", want.what).About("case."+want.name, nil)
		}
	}
	c.Intent, c.Because, c.Before, c.After = f.text("intent"), f.text("because"), f.text("before"), f.text("after")
	if c.Doubts = doubts(f["self_check"]); len(c.Doubts) == 0 {
		return c, fault.New(fault.Invalid, "it does not say what else it could mean, and what it could harm").About("case.self_check", nil)
	}
	if c.Relation, err = relationOf(f.text("relation")); err != nil {
		return c, err
	}
	if err := m.existing(&c, f["existing"]); err != nil {
		return c, err
	}
	err = m.follows(&c, f["follows_from"])
	return c, err
}

// follows reads the items that what is new was derived from, by their numbers.
func (m *Machine) follows(c *claim, v any) error {
	list := listOf(v)
	for _, number := range list {
		s, err := m.current("case.follows_from", textOf(number))
		if err != nil {
			return err
		}
		c.Follows, c.behind = append(c.Follows, s.item.ID), append(c.behind, s.item)
	}
	if w := ways[c.Relation]; len(list) > 0 && !slices.Contains(w.operations, knowledge.Create) {
		return fault.New(fault.Invalid, "%s makes nothing new that could follow from something", nameOf(c.Relation)).About("case.follows_from", nil)
	}
	return nil
}

// doubts are what a self-check says, a line for each.
func doubts(v any) (lines []string) {
	for _, one := range listOf(v) {
		if line := textOf(one); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// listOf is a list, or the only value of one.
func listOf(v any) []any {
	list, is := v.([]any)
	if !is && v != nil {
		return []any{v}
	}
	return list
}

func relationOf(text string) (knowledge.Relation, error) {
	r := knowledge.Relation(strings.ToUpper(strings.TrimSpace(text)))
	if r == "NONE" {
		return "", nil
	}
	if _, known := ways[r]; !known || r == "" {
		return r, fault.Field("case.relation", text, relationNames())
	}
	return r, nil
}

func relationNames() string {
	names := make([]string, len(relations))
	for i, r := range relations {
		names[i] = string(r)
	}
	return strings.Join(names, ", ") + ", or NONE when it says nothing new"
}

// operationOf reads the operation, which the relation allows; without one it is that
// of the relation.
func operationOf(text string, r knowledge.Relation) (knowledge.Operation, error) {
	allowed := ways[r].operations
	if text == "" {
		return allowed[0], nil
	}
	op := knowledge.Operation(strings.ToUpper(text))
	if !slices.Contains(allowed, op) {
		return op, contradicts(r, string(allowed[0])).About("operation", text)
	}
	return op, nil
}

func nameOf(r knowledge.Relation) string {
	if r == "" {
		return "NONE"
	}
	return string(r)
}

// modeFits refuses a merge mode that is not that of the relation. One is needed for
// updates alone.
func modeFits(text string, c claim) error {
	want := ways[c.Relation].mode
	if text == "" || want == "" || strings.EqualFold(text, string(want)) {
		return nil
	}
	return contradicts(c.Relation, string(want)).About("merge_mode", text)
}

// contradicts is the fault of a commit that does not do what its relation does.
func contradicts(r knowledge.Relation, does string) *fault.Error {
	return fault.New(fault.Invalid, "%s goes with %s", nameOf(r), does).
		WithHint("the case and the commit contradict each other: mend the one that is wrong")
}

// existing reads the items that a case names, by the numbers that they were shown with.
func (m *Machine) existing(c *claim, v any) error {
	for _, one := range listOf(v) {
		relation, number := c.Relation, one
		if o, is := one.(map[string]any); is {
			number = o["id"]
			r, err := relationOf(Args(o).text("relation"))
			if err != nil {
				return fault.As(err).About("case.existing", textOf(one))
			}
			relation = r
		}
		s, err := m.current("case.existing", textOf(number))
		if err != nil {
			return err
		}
		c.Existing = append(c.Existing, knowledge.Known{ID: s.item.ID, Version: s.item.Version, Title: s.item.Body.Title(), Relation: relation})
	}
	return nil
}

// aim finds the item that a commit is about, and holds the case to it.
func (m *Machine) aim(c *claim, kind knowledge.Kind, a Args) (err error) {
	field := idOf[kind]
	given := a.text(field)
	w := ways[c.Relation]
	switch {
	case !w.target && given != "" && c.operation == knowledge.Create:
		return fault.New(fault.Invalid, "%s makes a new item, and has no %s", c.Relation, field).About(field, given)
	case !w.target:
		if c.operation == knowledge.Create && !m.searched[kind] {
			return fault.New(fault.Invalid, "nothing was searched for yet").About("case.existing", nil).WithHint("call search_similar_knowledge first")
		}
		return nil
	case given == "":
		return fault.New(fault.Invalid, "%s is about an item that is there", c.Relation).About(field, nil).WithHint("give its number")
	}
	if c.target, err = m.current(field, given); err != nil {
		return err
	}
	i := c.target.item
	if i.Kind != kind {
		return fault.New(fault.Invalid, "%d is a %s", c.target.number, i.Kind).About(field, given)
	}
	if at := m.o.Feedback.Scope; c.operation != knowledge.Ignore && at.Scene != "" && at != i.Scope {
		return fault.New(fault.Conflict, "%d holds %s, and the feedback speaks %s alone", c.target.number, i.Scope, at).About(field, given).WithHint("CREATE what it says of that scene")
	}
	if c.operation != knowledge.Ignore && !c.target.whole {
		return fault.New(fault.Invalid, "you have not read %d whole", c.target.number).About(field, given).WithHint("call get_knowledge_detail first")
	}
	if err := c.names(c.target); err != nil {
		return err
	}
	if text := a.text("at"); text != "" {
		if _, err := fmt.Sscan(text, &c.at); err != nil || c.at < 1 {
			return fault.Field("at", text, "number of a row, step or statement, from 1")
		}
	}
	return nil
}

// names refuses a case that does not say how the feedback stands to an item.
func (c claim) names(s *shown) error {
	if slices.ContainsFunc(c.Existing, func(k knowledge.Known) bool { return k.ID == s.item.ID && k.Relation == c.Relation }) {
		return nil
	}
	return fault.New(fault.Invalid, "the case does not say that the feedback stands to %d as %s", s.number, c.Relation).About("case.existing", nil).
		WithHint(`"existing": [{"id": %d, "relation": %q}]`, s.number, c.Relation)
}

// current gives the item of a number, and refuses one that changed since it was shown.
func (m *Machine) current(field, number string) (*shown, error) {
	s, err := m.find(field, number)
	if err != nil {
		return nil, err
	}
	now, err := m.o.Known.Item(s.item.ID)
	if err != nil {
		return nil, err
	}
	if now.Version != s.item.Version || now.Status != s.item.Status {
		return nil, fault.New(fault.Conflict, "%d has changed since you looked", s.number).About("case.existing", s.number).WithHint("call get_knowledge_detail, and make the case anew")
	}
	return s, nil
}
