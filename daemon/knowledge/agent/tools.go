package agent

import (
	"fmt"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// tool is what the agent can call.
type tool struct {
	name   string
	params []string // the first is what a bare text means
	whole  string   // the parameter that an object without any of them is; empty: none
	what   string
	run    func(m *Machine, a Args) (string, error)
}

// idOf is the parameter that names an item of a kind.
var idOf = map[knowledge.Kind]string{knowledge.Memory: "memory_id", knowledge.Rule: "rule_id", knowledge.Skill: "skill_id"}

var allKinds = []knowledge.Kind{knowledge.Memory, knowledge.Rule, knowledge.Skill}

// commitParams are the parameters of a commit, after what is committed.
func commitParams(what string, kind knowledge.Kind) []string {
	return []string{what, "operation", "merge_mode", idOf[kind], "at", "case"}
}

// tools are all of them. A function, because they call what lists them.
func tools() []tool {
	return []tool{
		{"search_memory", []string{"query"}, "", "memories that fit", searching(knowledge.Memory)},
		{"search_dmn_rules", []string{"query"}, "", "rules that fit", searching(knowledge.Rule)},
		{"search_skills", []string{"query"}, "", "skills that fit", searching(knowledge.Skill)},
		{"search_similar_knowledge", []string{"query", "content"}, "", "everything that fits", searching(allKinds...)},
		{"get_knowledge_detail", []string{"knowledge_id", "knowledge_type", "memory_id", "rule_id", "skill_id"}, "", "one item whole, by its number", (*Machine).detail},
		{"verify_knowledge_duplicate", []string{"content", "knowledge_type"}, "", "whether it is known already", (*Machine).verify},
		{"determine_operation", []string{"content", "knowledge_type"}, "", "what is alike, and what each relation would do; you decide", (*Machine).determine},
		{"commit_to_memory", commitParams("content", knowledge.Memory), "", "content: one statement a line", committing(knowledge.Memory, memoryBody)},
		{"commit_to_dmn_rule", commitParams("dmn_artifact_json", knowledge.Rule), "dmn_artifact_json",
			`dmn_artifact_json: {"name": "…", "hit_policy": "F", "rows": [{"when": {"target": "television"}, "then": {"forbid place": "bathroom"}}]}`,
			committing(knowledge.Rule, ruleBody)},
		{"commit_to_skill", commitParams("skill_artifact_json", knowledge.Skill), "skill_artifact_json",
			`skill_artifact_json: {"name": "find-a-sofa", "description": "…", "steps": ["…"]}`, committing(knowledge.Skill, skillBody)},
		{"attach_skills_to_agent", []string{"skill_ids", "case"}, "", "skill_ids: numbers of skills that do what is wanted already, with commas", (*Machine).attach},
	}
}

// toolLines lists the tools for the prompt.
func toolLines() string {
	var b strings.Builder
	for _, t := range tools() {
		fmt.Fprintf(&b, "%s(%s): %s\n", t.name, strings.Join(t.params, ", "), t.what)
	}
	return b.String()
}

// relationLines is the table of relations for the prompt.
func relationLines() string {
	var b strings.Builder
	for _, r := range relations {
		w := ways[r]
		fmt.Fprintf(&b, "%s: %s → operation %s", r, w.what, w.operations[0])
		if w.mode != "" {
			fmt.Fprintf(&b, ", merge_mode %s", w.mode)
		}
		if w.target {
			b.WriteString(", with the item's number")
		}
		b.WriteString("\n")
	}
	b.WriteString("NONE: a bare retry, nothing new → operation IGNORE\n")
	return b.String()
}

// caseForm is a case as a commit has it.
const caseForm = `"case": {"intent": "…", "existing": [{"id": 1, "relation": "EXTENDS"}], "relation": "EXTENDS", "because": "…", "self_check": ["…"], "before": "…", "after": "…"}`

// TurnSchema is the JSON schema of a turn, for models that take one: a call of one of
// the tools, or the final answer.
var TurnSchema = turnSchema()

func turnSchema() string {
	var names, params []string
	seen := map[string]bool{"case": true}
	for _, t := range tools() {
		names = append(names, `"`+t.name+`"`)
		for _, p := range t.params {
			if !seen[p] {
				seen[p] = true
				params = append(params, `"`+p+`":{"type":"string"}`)
			}
		}
	}
	text := `{"type":"string"}`
	return `{"type":"object","properties":{"thought":` + text + `,"action":{"type":"string","enum":[` + strings.Join(names, ",") + `]},` +
		`"action_input":{"type":"object","properties":{` + strings.Join(params, ",") + `,"case":{"type":"object","properties":{` +
		`"intent":` + text + `,"existing":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"relation":` + text + `}}},` +
		`"relation":` + text + `,"because":` + text + `,"self_check":{"type":"array","items":` + text + `},"before":` + text + `,"after":` + text + `}}}},` +
		`"final_answer":` + text + `},"required":["thought"]}`
}

// call calls the tool that a turn names, and gives what it says. What cannot be done is
// said too: the next turn can mend it.
func (m *Machine) call(t Turn) string {
	all := tools()
	n := slices.IndexFunc(all, func(o tool) bool { return o.name == t.Action })
	if n < 0 {
		names := make([]string, len(all))
		for i, o := range all {
			names[i] = o.name
		}
		return "Refused: " + fault.Field("action", t.Action, strings.Join(names, ", ")).Error()
	}
	a, err := ParseInput(t.Input, all[n].params, all[n].whole)
	said := ""
	if err == nil {
		said, err = all[n].run(m, a)
	}
	if err != nil {
		return "Refused: " + fault.As(err).Error()
	}
	return said
}

// searching is a search for items of some kinds.
func searching(kinds ...knowledge.Kind) func(*Machine, Args) (string, error) {
	return func(m *Machine, a Args) (string, error) {
		query := a.text("query") + a.text("content")
		if query == "" {
			return "", fault.New(fault.Invalid, "it is empty").About("query", nil)
		}
		found, err := m.search(query, kinds, mostFound)
		return m.list(found, "Nothing is known that fits."), err
	}
}

// mostFound is how many items a search gives.
const mostFound = 8

func (m *Machine) list(found []Found, none string) string {
	if len(found) == 0 {
		return none
	}
	var b strings.Builder
	for _, f := range found {
		s := m.show(f)
		fmt.Fprintf(&b, "likeness %.2f, %s", s.alike, m.line(s))
	}
	return b.String()
}

// detail shows one item whole, as it is now.
func (m *Machine) detail(a Args) (string, error) {
	given, field := "", "knowledge_id"
	for _, p := range []string{"knowledge_id", "skill_id", "rule_id", "memory_id"} {
		if given = a.text(p); given != "" {
			field = p
			break
		}
	}
	if given == "" {
		return "", fault.New(fault.Invalid, "it is missing").About("knowledge_id", nil).WithHint("give the number of an item")
	}
	s, err := m.find(field, given)
	if err != nil {
		return "", err
	}
	now, err := m.o.Known.Item(s.item.ID)
	if err != nil {
		return "", err
	}
	s = m.show(Found{Item: now})
	s.whole = true
	return m.line(s), nil
}

// contentOf reads what a question about knowledge is about.
func contentOf(a Args) (content string, kind knowledge.Kind, err error) {
	if content = a.text("content"); content == "" {
		return "", "", fault.New(fault.Invalid, "it is empty").About("content", nil)
	}
	kind, err = knowledge.ParseKind(a.text("knowledge_type"))
	if err != nil {
		return "", "", fault.Field("knowledge_type", a.text("knowledge_type"), knowledge.AllowedKinds)
	}
	return content, kind, nil
}

// verify says what is alike, and how much.
func (m *Machine) verify(a Args) (string, error) {
	content, kind, err := contentOf(a)
	if err != nil {
		return "", err
	}
	if kind == knowledge.Memory {
		if id := m.o.Known.Said(knowledge.Body{Text: content}, m.o.Feedback.Scope); id != "" {
			return m.sayKnown(id), nil
		}
	}
	found, err := m.search(content, []knowledge.Kind{kind}, mostFound)
	return m.list(found, "Nothing of the kind is known that is like it."), err
}

// sayKnown tells of content that was said before.
func (m *Machine) sayKnown(id string) string {
	if _, is := knowledge.ProposalNumber(id); is {
		return "The same was proposed before, and waits or was rejected: commit IGNORE with the relation NONE."
	}
	now, err := m.o.Known.Item(id)
	if err != nil {
		return "It is known."
	}
	return fmt.Sprintf("It is known as %s", m.line(m.show(Found{Item: now})))
}

// determine says what is alike, and what each relation to it would do.
func (m *Machine) determine(a Args) (string, error) {
	alike, err := m.verify(a)
	if err != nil {
		return "", err
	}
	return alike + "What each relation does:\n" + relationLines(), nil
}

// committing is a commit of a kind, whose body is read by some function.
func committing(kind knowledge.Kind, body func(*Machine, Args, claim) (knowledge.Body, error)) func(*Machine, Args) (string, error) {
	return func(m *Machine, a Args) (string, error) {
		c, err := m.claimOf(kind, a)
		if err != nil {
			return "", err
		}
		ch := Change{Operation: c.operation, Mode: ways[c.Relation].mode, Kind: kind, Case: c.Case}
		if c.target != nil {
			ch.Target = c.target.item
		}
		if c.operation == knowledge.Create || c.operation == knowledge.Update {
			add, err := body(m, a, c)
			if err != nil {
				return "", err
			}
			if ch.Body, err = m.merged(c, add); err != nil {
				return "", err
			}
		}
		if c.Relation == knowledge.Supersedes {
			ch.Operation = knowledge.Create // it takes the other's place: retire and create
		}
		return m.keep(ch)
	}
}

// keep notes a change that is fit to be made.
func (m *Machine) keep(ch Change) (string, error) {
	if ch.Operation == knowledge.Ignore && ch.Target.ID == "" && len(ch.Attach) == 0 && len(m.made) > 0 {
		return "", fault.New(fault.Conflict, "you have already made something of this feedback, so it cannot be ignored").WithHint("give the final answer")
	}
	for _, made := range m.made {
		if ch.Target.ID != "" && made.Target.ID == ch.Target.ID || ch.Operation != knowledge.Ignore && made.Body.Hash() == ch.Body.Hash() && made.Kind == ch.Kind {
			return "", fault.New(fault.Conflict, "you changed that already").WithHint("give the final answer")
		}
	}
	if len(m.made) >= maxChanges {
		return "", fault.New(fault.Conflict, "one feedback makes %d changes at most", maxChanges).WithHint("give the final answer")
	}
	m.made = append(m.made, ch)
	after := ""
	if ch.Operation == knowledge.Create || ch.Operation == knowledge.Update {
		after = " It will be:\n" + indent(ch.Body.Render())
	}
	return fmt.Sprintf("Taken: %s, %s.%s\nIf the feedback says more, go on; else give the final answer.", ch.Operation, nameOf(ch.Case.Relation), after), nil
}

// merged puts what is added into the target, and refuses what code can tell to be
// wrong: what is known already, what nobody said, a rule that cannot go live or says
// the opposite of another.
func (m *Machine) merged(c claim, add knowledge.Body) (b knowledge.Body, err error) {
	if err := m.grounded(c, add); err != nil {
		return b, err
	}
	at := m.o.Feedback.Scope
	if b = add; c.target != nil {
		at = c.target.item.Scope
		if b, err = c.target.item.Body.Merge(add, c.Relation, c.at); err != nil {
			return b, fault.New(fault.Invalid, "%s", err)
		}
	}
	if id := m.o.Known.Said(b, at); id != "" {
		return b, fault.New(fault.Conflict, "nothing would change").WithHint("%s", strings.TrimSpace(m.sayKnown(id)))
	}
	if b.Rule == nil {
		return b, nil
	}
	if rule, problems := knowledge.Compile(knowledge.Item{ID: "it", Kind: knowledge.Rule, Body: b}); rule == nil {
		return b, fault.New(fault.Invalid, "the rule cannot go live: %s", sayProblems(problems)).About("dmn_artifact_json", nil)
	}
	if report := dmn.Check(b.Rule); !report.OK {
		return b, fault.New(fault.Invalid, "rows overlap: %s", sayProblems(report.Overlaps)).About("dmn_artifact_json", nil)
	}
	return b, m.agrees(c, add)
}

func sayProblems(problems []dmn.Problem) string {
	lines := make([]string, 0, len(problems))
	for _, p := range problems[:min(len(problems), 5)] {
		lines = append(lines, p.What)
	}
	return strings.Join(lines, "; ")
}

// grounded refuses rooms and things of which neither the person nor what is changed
// speaks: the model made them up.
func (m *Machine) grounded(c claim, add knowledge.Body) error {
	said := knowledge.Mentioned(m.o.Feedback.Text)
	if c.target != nil {
		said = append(said, knowledge.Mentioned(c.target.item.Body.Render())...)
	}
	for _, i := range c.behind {
		said = append(said, knowledge.Mentioned(i.Body.Render())...)
	}
	if len(said) == 0 {
		return nil // it is about none that navd knows
	}
	text := add.Text
	if add.Rule != nil {
		text = ""
		for _, r := range add.Rule.Decisions[0].Table.Rules {
			text += strings.Join(r.When, " ") + " " + strings.Join(r.Then, " ") + "\n"
		}
	}
	if add.Skill != nil {
		text = add.Skill.Text
	}
	for _, k := range knowledge.Mentioned(text) {
		if !slices.ContainsFunc(said, k.Equal) {
			return fault.New(fault.Invalid, "it speaks of %q, and the person did not", k).WithHint("add nothing that was not said")
		}
	}
	return nil
}

// agrees refuses a rule that says the opposite of one in use, when the case does not
// say that it does.
func (m *Machine) agrees(c claim, add knowledge.Body) error {
	switch c.Relation {
	case knowledge.Conflicts, knowledge.Exception, knowledge.Refines, knowledge.Supersedes:
		return nil
	}
	found, err := m.search(m.o.Feedback.Text, []knowledge.Kind{knowledge.Rule}, mostFound)
	if err != nil {
		return err
	}
	for _, f := range found {
		m.show(f)
	}
	for _, s := range m.shown {
		if s.item.Status == item.Active && knowledge.Contradict(add, s.item.Body) {
			return fault.New(fault.Conflict, "%d says the opposite for the same case", s.number).About("case.relation", string(c.Relation)).
				WithHint("the relation is CONFLICTS, EXCEPTION, REFINES or SUPERSEDES")
		}
	}
	return nil
}

// memoryBody reads the statements of a memory.
func memoryBody(_ *Machine, a Args, _ claim) (b knowledge.Body, err error) {
	if b.Text = a.text("content"); b.Text == "" {
		return b, fault.New(fault.Invalid, "it is empty").About("content", nil)
	}
	if n := len([]rune(b.Text)); n > maxContent {
		return b, fault.New(fault.TooLarge, "it has %d letters, at most %d are taken", n, maxContent).About("content", words.Clip(b.Text, 80))
	}
	return b, nil
}

// maxContent is how long a memory of the agent may be, letters.
const maxContent = 2000

// ruleBody reads the rows of a rule.
func ruleBody(m *Machine, a Args, _ claim) (b knowledge.Body, err error) {
	o, err := a.needed("dmn_artifact_json")
	if err != nil {
		return b, err
	}
	r, err := ParseRule(o)
	if err != nil {
		return b, err
	}
	return r.Body(m.o.Feedback.Text)
}

// skillBody reads the steps of a skill. One that is there and does nearly the same is
// to be used instead of another like it.
func skillBody(m *Machine, a Args, c claim) (b knowledge.Body, err error) {
	o, err := a.needed("skill_artifact_json")
	if err != nil {
		return b, err
	}
	var old *knowledge.Guide
	if c.target != nil && c.Relation != knowledge.Supersedes {
		old = c.target.item.Body.Skill
	}
	g, err := ParseSkill(o, old)
	if err != nil {
		return b, err
	}
	b.Skill = &g
	if c.target != nil {
		return b, nil
	}
	for _, s := range m.shown {
		if s.item.Kind == knowledge.Skill && s.item.Body.Skill != nil && (s.alike >= reusable || s.item.Body.Skill.Name == g.Name) {
			return b, fault.New(fault.Conflict, "%d does it already", s.number).About("skill_artifact_json", g.Name).
				WithHint("attach_skills_to_agent uses it; EXTENDS adds steps to it")
		}
	}
	return b, nil
}

// reusable is the likeness from which on a skill is used and no other is written.
const reusable = 0.85

// attach has skills that are there used where the feedback holds.
func (m *Machine) attach(a Args) (string, error) {
	ids := a.list("skill_ids")
	if len(ids) == 0 {
		return "", fault.New(fault.Invalid, "it names no skill").About("skill_ids", nil)
	}
	c, err := m.caseOf(a)
	if err != nil {
		return "", err
	}
	if !slices.Contains([]knowledge.Relation{knowledge.Duplicate, knowledge.Complements, knowledge.Extends}, c.Relation) {
		return "", fault.Field("case.relation", string(c.Relation), "DUPLICATE, COMPLEMENTS or EXTENDS")
	}
	ch := Change{Operation: knowledge.Ignore, Kind: knowledge.Skill, Case: c.Case}
	for _, id := range ids {
		s, err := m.find("skill_ids", id)
		if err != nil {
			return "", err
		}
		if s.item.Kind != knowledge.Skill || s.item.Status != item.Active {
			return "", fault.New(fault.Invalid, "%d is no skill in use", s.number).About("skill_ids", id)
		}
		if err := c.names(s); err != nil {
			return "", err
		}
		ch.Attach = append(ch.Attach, s.item)
	}
	return m.keep(ch)
}
