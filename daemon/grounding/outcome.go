package grounding

import (
	_ "embed" // the prompt
	"fmt"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/reply"
)

//go:embed prompts/final.txt
var finalPrompt string

// BuiltIn returns the prompt for finals that is used when the configuration names none.
func BuiltIn() string { return finalPrompt }

// Placeholders returns the names that a prompt for finals may use: the goal of the episode,
// its feedback, and the entries that were made from it.
func Placeholders() []string { return []string{"goal", "feedback", "entries"} }

// ParsePrompt reads a prompt for finals.
func ParsePrompt(text string) (reply.Template, error) {
	return reply.ParseTemplate("final", text, Placeholders())
}

// FinalSchema is the JSON schema of an answer.
const FinalSchema = `{"type":"object","properties":{` +
	`"user_preference_grounding":` + contentSchema + `,"spatial_grounding":` + contentSchema + `,` +
	`"procedural_grounding":` + contentSchema + `,"general_grounding_rules":` + contentSchema + `,` +
	`"changes":{"type":"array","items":{"type":"object","properties":{"action":{"type":"string","enum":["add","same","supersede"]},` +
	`"id":{"type":"string"},"category":{"type":"string"},"text":{"type":"string"},"evidence":{"type":"array","items":{"type":"string"}}},` +
	`"required":["action","evidence"]}}},` +
	`"required":["user_preference_grounding","spatial_grounding","procedural_grounding","general_grounding_rules"]}`

const contentSchema = `{"type":"object","properties":{"content":{"type":"string"}},"required":["content"]}`

// Lesson is what a final is made from: the feedback of one episode, and nothing else.
type Lesson struct {
	Goal    string
	Records []feedback.Record // not taken back, oldest first
	Entries []Entry           // with these as evidence
}

// Outcome is a model's answer to a lesson.
type Outcome struct {
	Final   Final
	Changes []Change
}

// LessonOf returns the lesson of an episode's feedback, without feedback that was taken
// back and without texts whose entry is not in use any more.
func LessonOf(goal string, records []feedback.Record, b *Book) Lesson {
	l := Lesson{Goal: goal, Records: InUse(records, b.entry)}
	seen := map[string]bool{}
	for _, r := range l.Records {
		for _, id := range r.Entries {
			if e, ok := b.entry(id); ok && !seen[id] {
				seen[id], l.Entries = true, append(l.Entries, e)
			}
		}
	}
	return l
}

// InUse returns the feedback that was not taken back, with those of its texts whose entry is
// in use, or the one that superseded it, and with the ids of these entries.
func InUse(records []feedback.Record, entry func(id string) (Entry, bool)) (all []feedback.Record) {
	for _, r := range records {
		used := r
		used.Items, used.Entries = []feedback.Item{}, []string{}
		for i, item := range r.Items[:min(len(r.Items), len(r.Entries))] {
			if e, ok := inUse(entry, r.Entries[i], r.ID); ok {
				used.Items, used.Entries = append(used.Items, item), append(used.Entries, e.ID)
			}
		}
		if r.Withdrawn.IsZero() && (len(used.Items) > 0 || len(r.Items) == 0) {
			all = append(all, used)
		}
	}
	return all
}

// entry is [Book.Get] for callers that need no reason.
func (b *Book) entry(id string) (Entry, bool) {
	e, err := b.Get(id)
	return e, err == nil
}

// inUse returns an entry, or the one that superseded it with the same feedback as evidence;
// false when none of them is active.
func inUse(entry func(id string) (Entry, bool), id, feedback string) (Entry, bool) {
	for range maxFollow {
		e, ok := entry(id)
		switch {
		case !ok || e.State == item.Retired || e.State == item.Proposed || !e.Life().Cites(feedback):
			return e, false
		case e.State == item.Active:
			return e, true
		}
		id = e.SupersededBy
	}
	return Entry{}, false
}

// maxFollow is how many entries that superseded each other are followed.
const maxFollow = 100

// Ask builds the question to a model.
func (l Lesson) Ask(t reply.Template) reply.Ask {
	var said, known strings.Builder
	for _, r := range l.Records {
		for _, item := range r.Said() {
			fmt.Fprintf(&said, "%s step %d%s, %s: %s\n", r.ID, r.Step, inBrackets(r.Verdict), item.Category, strconv.Quote(item.Text))
		}
	}
	for _, e := range l.Entries {
		fmt.Fprintf(&known, "%s %s: %s\n", e.ID, e.Category, strconv.Quote(e.Text))
	}
	system, prompt := t.Fill(map[string]string{"goal": l.Goal, "feedback": said.String(), "entries": known.String()})
	return reply.Ask{Role: "final", System: system, Prompt: prompt, Schema: FinalSchema}
}

func inBrackets(v feedback.Verdict) string {
	if v == "" {
		return ""
	}
	return " (" + string(v) + ")"
}

// NewMachine returns the machine that asks a chain of models for an outcome. chain names
// the models, without "local".
func (l Lesson) NewMachine(ask reply.Ask, chain []string) *reply.Machine[Outcome] {
	return reply.NewMachine(ask, chain, l.Parse)
}

// Parse reads a model's answer: a final (see [ParseFinal]), and the changes that it
// proposes, if any (see [ParseChanges]). A final is an invalid fault if it leaves out a
// category in which something was said, which would be lost, or if [Final.Check] refuses it.
func (l Lesson) Parse(answer string) (o Outcome, err error) {
	if o.Final, err = ParseFinal(answer); err != nil {
		return o, err
	}
	if err := o.Final.Check(); err != nil {
		return o, err
	}
	if err := l.complete(o.Final); err != nil {
		return o, err
	}
	o.Changes, err = ParseChanges(answer, l.grounds())
	if err != nil && isMissing(err) {
		if _, missing := reply.Object(answer, "changes"); missing != nil {
			return o, nil
		}
	}
	return o, err
}

// complete refuses a final that leaves a category of the feedback empty.
func (l Lesson) complete(f Final) error {
	for _, r := range l.Records {
		for _, item := range r.Items {
			if content := *f.Of(item.Category); strings.TrimSpace(content) == "" {
				return fault.Field(contentKeys(item.Category)[0]+".content", content, "what "+r.ID+" says, in the category it was said in")
			}
		}
	}
	return nil
}

// grounds returns what changes may refer to.
func (l Lesson) grounds() (g Grounds) {
	for _, r := range l.Records {
		g.Evidence = append(g.Evidence, r.ID)
	}
	for _, e := range l.Entries {
		g.Entries = append(g.Entries, e.ID)
	}
	return g
}

// Evidence returns the feedback that a change cites as evidence, each once, in the order in
// which it was given.
func (l Lesson) Evidence(c Change) (cited []feedback.Evidence) {
	for _, r := range l.Records {
		if slices.Contains(c.Evidence, r.ID) {
			cited = append(cited, r.Evidence())
		}
	}
	return cited
}
