package agent

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/reply"
)

// items are all that is known.
type items []knowledge.Item

// itemsOf makes an item of each sentence, as users' words are read.
func itemsOf(sentences ...string) (d items) {
	for n, s := range sentences {
		draft := knowledge.Read(s, "")
		d = append(d, knowledge.Item{ID: fmt.Sprintf("k%d", n+1), Version: 1, Kind: draft.Kind, Status: item.Active, Body: draft.Body})
	}
	return d
}

func (d items) Find(_, _ string, kinds []knowledge.Kind, most int) (found []Found, err error) {
	for _, i := range d {
		if slices.Contains(kinds, i.Kind) && len(found) < most {
			found = append(found, Found{Item: i, Alike: 0.5})
		}
	}
	return found, nil
}

func (d items) Item(id string) (knowledge.Item, error) {
	for _, i := range d {
		if i.ID == id {
			return i, nil
		}
	}
	return knowledge.Item{}, knowledge.Missing(id)
}

func (d items) Said(b knowledge.Body, at knowledge.Scope) string {
	for _, i := range d {
		if i.Body.Hash() == b.Hash() && (i.Scope == at || i.Scope.Scene == "") {
			return i.ID
		}
	}
	return ""
}

// newMachine begins work on a text.
func newMachine(t testing.TB, d Known, text string, chain ...string) *Machine {
	t.Helper()
	prompt, err := ParsePrompt(BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(Options{Feedback: knowledge.Feedback{ID: "q1", Text: text}, Known: d, Prompt: prompt, Chain: append(chain, "mind")})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// plays feeds answers until there are none left or the machine is over.
func plays(m *Machine, answers ...string) (Result, error) {
	for _, a := range answers {
		if _, ok := m.Next(); !ok {
			break
		}
		m.Feed(reply.Answer{Text: a})
	}
	return m.Result()
}

const searches = `{"thought": "t", "action": "search_memory", "action_input": {"query": "sofa"}}`

// TestTurns: what a model was shown and told stands in the next prompt, and its turns
// are counted.
func TestTurns(t *testing.T) {
	d := itemsOf("the sofa stands in the den", "never enter the bathroom when looking for a television")
	m := newMachine(t, d, "the sofa is in the hall")
	ask, _ := m.Next()
	for _, want := range []string{"the sofa is in the hall", "1: memory", "2: rule", "row 1: forbid place", "You have 15 turns left"} {
		if !strings.Contains(ask.Prompt, want) {
			t.Errorf("no %q in the prompt:\n%s", want, ask.Prompt)
		}
	}
	for _, want := range []string{"commit_to_dmn_rule(dmn_artifact_json, operation, merge_mode, rule_id, at, case)", "EXTENDS: adds a case", "battery (number)", "forbid place (string)"} {
		if !strings.Contains(ask.System, want) {
			t.Errorf("no %q in the instruction:\n%s", want, ask.System)
		}
	}
	m.Feed(reply.Answer{Text: searches})
	if ask, _ = m.Next(); !strings.Contains(ask.Prompt, "Observation: likeness 0.50, 1: memory") || !strings.Contains(ask.Prompt, "14 turns left") {
		t.Error(ask.Prompt)
	}
	if _, err := plays(m, slices.Repeat([]string{searches}, 20)...); err == nil || !strings.Contains(err.Error(), "no end in 15 turns") {
		t.Error(err)
	}
}

// TestTokens: the budget of a feedback ends its turns.
func TestTokens(t *testing.T) {
	m := newMachine(t, itemsOf(), "the sofa is in the hall")
	m.o.Tokens = 100
	for range 3 {
		if _, ok := m.Next(); ok {
			m.Feed(reply.Answer{Text: searches, Usage: reply.Usage{TokensIn: 40, TokensOut: 10}})
		}
	}
	if _, err := m.Result(); err == nil || !strings.Contains(err.Error(), "100 tokens are used up") {
		t.Error(err)
	}
	if len(m.log) != 2 {
		t.Errorf("%d turns", len(m.log))
	}
}

// TestNextModel: the next of a chain goes on where one ends.
func TestNextModel(t *testing.T) {
	m := newMachine(t, itemsOf(), "the sofa is in the hall", "first")
	for _, a := range []string{searches, "prose", "more prose", // the first is asked twice for a turn
		`{"action": "commit_to_memory", "action_input": {"content": "the sofa is in the hall", "case": {"intent": "i", "relation": "UNRELATED", "because": "b", "self_check": "s", "before": "x", "after": "y"}}, "final_answer": "kept"}`,
	} {
		ask, ok := m.Next()
		if want := 0; !ok || ask.Model != want && a[0] == 'p' {
			t.Fatalf("%d %v", ask.Model, ok)
		}
		m.Feed(reply.Answer{Text: a})
	}
	r, err := m.Result()
	if err != nil || r.Model != "mind" || r.Turns != 2 || len(r.Changes) != 1 || r.Summary != "kept" {
		t.Errorf("%+v, %v", r, err)
	}
	if models := m.Attempts(); len(models) != 4 || models[3].Model != "mind" {
		t.Errorf("%+v", models)
	}
}

// TestStale: what changed while the model thought is looked at again.
func TestStale(t *testing.T) {
	d := itemsOf("the sofa stands in the den")
	m := newMachine(t, d, "the sofa stands beside the desk in the den")
	commit := `{"action": "commit_to_memory", "action_input": {"content": "it stands beside the desk", "memory_id": 1, "case": {"intent": "i", "existing": [{"id": 1, "relation": "EXTENDS"}], "relation": "EXTENDS", "because": "b", "self_check": "s", "before": "x", "after": "y"}}, "final_answer": "kept"}`
	if _, ok := m.Next(); !ok {
		t.Fatal("over")
	}
	d[0].Version = 2
	m.Feed(reply.Answer{Text: commit})
	if ask, _ := m.Next(); !strings.Contains(ask.Prompt, "1 has changed since you looked") {
		t.Error(ask.Prompt)
	}
	r, err := plays(m, `{"action": "get_knowledge_detail", "action_input": {"knowledge_id": "#1"}}`, commit)
	if err != nil || r.Changes[0].Target.Version != 2 || r.Changes[0].Body.Text != "the sofa stands in the den\nit stands beside the desk" {
		t.Errorf("%+v, %v", r, err)
	}
}

// FuzzMachine: whatever a model says, the machine comes to an end; what it gives then
// has a case, keeps what was there, and is about items that it was shown.
func FuzzMachine(f *testing.F) {
	const ends = `, "case": {"intent": "i", "existing": [{"id": 1, "relation": "EXTENDS"}], "relation": "EXTENDS", "because": "b", "self_check": ["s"], "before": "x", "after": "y"}}, "final_answer": "y"}`
	for _, s := range []string{
		searches, "Thought: t\nAction: commit_to_memory\nAction Input: content=\"a, b\", memory_id=1, case={\"relation\": \"EXTENDS\"}",
		`{"action": "commit_to_memory", "action_input": {"content": "it is red", "memory_id": 1` + ends,
		`{"action": "commit_to_dmn_rule", "action_input": {"dmn_artifact_json": {"rows": [{"when": {"target": ["sofa", "bed"]}, "then": {"stop": true}}]}, "rule_id": 2` + ends,
		`{"action": "commit_to_skill", "action_input": {"skill_artifact_json": {"name": "a", "description": "b", "steps": "1. c\n2. d"}, "skill_id": 3` + ends,
		`{"action": "attach_skills_to_agent", "action_input": {"skill_ids": [3]` + ends,
	} {
		f.Add(s, s)
	}
	d := itemsOf("the sofa stands in the den", "never enter the bathroom when looking for a television", "Cross a door:\n1. face it\n2. go")
	f.Fuzz(func(t *testing.T, one, two string) {
		m := newMachine(t, d, "the sofa is red, stop at the bed")
		r, err := plays(m, one, two, one, two, `{"final_answer": "done"}`)
		if err != nil {
			return
		}
		for _, ch := range r.Changes {
			if ch.Case.Intent == "" || ch.Case.Because == "" || len(ch.Case.Doubts) == 0 {
				t.Errorf("a change without a case: %+v", ch)
			}
			if ch.Operation != knowledge.Update {
				continue
			}
			old, err := d.Item(ch.Target.ID)
			if err != nil {
				t.Fatal(err)
			}
			if kept := strings.TrimSpace(old.Body.Text); ch.Mode == knowledge.Extend && !strings.HasPrefix(ch.Body.Text, kept) {
				t.Errorf("%q does not keep %q", ch.Body.Text, kept)
			}
		}
	})
}
