package lats

import (
	_ "embed"
	"fmt"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

//go:embed prompts/sample.txt
var samplePrompt string

//go:embed prompts/standard.txt
var standardPrompt string

//go:embed prompts/value.txt
var valuePrompt string

//go:embed prompts/reflect.txt
var reflectPrompt string

// Prompts are the texts of the templates of a search. The system instruction is above a line
// of three hyphens, the message below it.
//
//	sample    $actions $format $failures $trajectory $label
//	value     $format $failures $trajectory
//	reflect   $trajectory
//
// The label is the beginning of the answer: "Thought 3: ".
type Prompts struct {
	Sample  string `json:"sample"`
	Value   string `json:"value"`
	Reflect string `json:"reflect"`
}

// fill replaces empty prompts by the built-in ones for a way of sampling.
func (p *Prompts) fill(how Sampling) {
	if how == Standard {
		or(&p.Sample, standardPrompt)
	}
	or(&p.Sample, samplePrompt)
	or(&p.Value, valuePrompt)
	or(&p.Reflect, reflectPrompt)
}

// prompts are the parsed templates.
type prompts struct{ sample, value, reflect reply.Template }

func (p Prompts) parse() (t prompts, err error) {
	for _, x := range []struct {
		id, text string
		into     *reply.Template
		names    []string
	}{
		{"sample", p.Sample, &t.sample, []string{"actions", "format", "failures", "trajectory", "label"}},
		{"value", p.Value, &t.value, []string{"format", "failures", "trajectory"}},
		{"reflect", p.Reflect, &t.reflect, []string{"trajectory"}},
	} {
		if *x.into, err = reply.ParseTemplate(x.id, x.text, x.names); err != nil {
			return t, fault.New(fault.Invalid, "the prompt %s cannot be used: %w", x.id, err).About("prompts."+x.id, nil)
		}
	}
	return t, nil
}

// Trajectory writes a question and the steps to an answer, line by line: Question, and
// Thought n, Action n, Observation n for each step, without empty parts.
func Trajectory(question string, steps []Step) string {
	var b strings.Builder
	if !strings.HasPrefix(question, "Question:") {
		b.WriteString("Question: ")
	}
	b.WriteString(strings.TrimRight(question, "\n") + "\n")
	for i, s := range steps {
		for _, part := range [][2]string{{"Thought", s.Thought}, {"Action", s.Action}, {"Observation", strings.TrimRight(s.Observation, "\n")}} {
			if part[1] != "" {
				fmt.Fprintf(&b, "%s %d: %s\n", part[0], i+1, part[1])
			}
		}
	}
	return b.String()
}

func (s *Search) trajectory(id int) string { return Trajectory(s.o.Question, s.steps(id)) }

func (s *Search) steps(id int) []Step {
	var steps []Step
	for _, n := range s.path(id) {
		steps = append(steps, n.step())
	}
	return steps
}

const (
	textFormat = `Answer with the thought and one action alone, in this form:
Thought 1: what you think
Action 1: Name[parameter]`
	objectFormat = `Answer with this JSON object and nothing else:
{"thought": "what you think", "action": "the name of the action", "param": "what goes between the brackets"}`
	valueFormat = `End with this line, with a whole number from 1 to 10 in the place of S:
Thus the correctness score is S`
	scoreFormat = `Answer with this JSON object and nothing else, with a score from 1 to 10:
{"reason": "your analysis", "score": 5}`
	scoreSchema    = `{"type":"object","properties":{"reason":{"type":"string"},"score":{"type":"integer","minimum":1,"maximum":10}},"required":["reason","score"]}`
	standardFormat = `Answer with the next step in this form:
Action 1: Name[parameter]`
)

// samplePrompt asks for the next step after the round's node.
func (s *Search) samplePrompt(retry int) *Prompt {
	n := s.round.node
	v := map[string]string{
		"actions": s.o.menu(), "format": textFormat, "failures": s.failuresText(),
		"trajectory": s.trajectory(n.ID), "label": fmt.Sprintf("Thought %d: ", n.Depth+1),
	}
	p := Prompt{Stop: "\nObservation", MaxTokens: s.o.Answer}
	switch {
	case s.o.Structured:
		v["format"], v["label"], p.Stop, p.Schema = objectFormat, "", "", s.o.schema()
	case s.o.Sampling == Standard:
		v["format"] = standardFormat
	}
	if retry > 0 {
		v["format"] += "\nYour last answers had no action that could be read. Keep to the form."
	}
	p.System, p.Text = s.prompts.sample.Fill(v)
	p.Text = strings.TrimSuffix(p.Text, "\n")
	return &p
}

// menu lists the actions for the prompt.
func (o *Options) menu() string {
	if len(o.Actions) == 0 {
		return "- as the question says; the action that gives the answer is Finish[answer]"
	}
	var b strings.Builder
	for _, t := range o.Actions {
		param := "…"
		if t.Optional {
			param = ""
		}
		fmt.Fprintf(&b, "- %s%s[%s]", strings.ToUpper(t.Name[:1]), t.Name[1:], param)
		if t.Help != "" {
			b.WriteString(": " + t.Help)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (o *Options) schema() string {
	action := `{"type":"string"}`
	if len(o.Actions) > 0 {
		var names []string
		for _, t := range o.Actions {
			names = append(names, fmt.Sprintf("%q", t.Name))
		}
		action = `{"type":"string","enum":[` + strings.Join(names, ",") + `]}`
	}
	return `{"type":"object","properties":{"thought":{"type":"string"},"action":` + action +
		`,"param":{"type":"string"}},"required":["thought","action","param"]}`
}

func (s *Search) valuePrompt(n *Node) *Prompt {
	p := Prompt{MaxTokens: s.o.Answer}
	format := valueFormat
	if s.o.Structured {
		format, p.Schema = scoreFormat, scoreSchema
	}
	p.System, p.Text = s.prompts.value.Fill(map[string]string{
		"failures": s.failuresText(), "format": format, "trajectory": s.trajectory(n.ID),
	})
	return &p
}

func (s *Search) reflectPrompt(f *failure) *Prompt {
	p := Prompt{MaxTokens: s.o.Answer}
	p.System, p.Text = s.prompts.reflect.Fill(map[string]string{"trajectory": s.trajectory(f.node.ID)})
	return &p
}
