package knowledge

import (
	"cmp"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"sort"
	"strings"

	"navd/daemon/knowledge/dmn"
	"navd/daemon/words"
)

// CompiledRule is a rule that can be evaluated. It is never changed.
type CompiledRule struct {
	Ref      string // "k3@1"
	Title    string
	Priority int
	Scope    Scope

	program *dmn.Program
	inputs  []string
	final   map[string]string // decisions that no other needs, whose outputs are carried out: by name, the output that a single value of one is
}

// Fired is a rule that wants something of a plan.
type Fired struct {
	Rule     string      `json:"rule"` // "k3@1"
	Title    string      `json:"title"`
	Priority int         `json:"priority,omitempty"`
	Matched  []dmn.Match `json:"matched,omitempty"` // rows, from 1
	Effects  []Effect    `json:"effects"`
}

// Skipped is a rule that could not be evaluated, so that it wants nothing.
type Skipped struct {
	Rule string `json:"rule"`
	Why  string `json:"why"`
}

// Ruling is what rules want of one plan.
type Ruling struct {
	Fired   []Fired   `json:"fired,omitempty"`   // the highest priority first, then by id
	Skipped []Skipped `json:"skipped,omitempty"` // that failed: an error, several rows of a unique table
	Missing []Skipped `json:"missing,omitempty"` // evaluated without an input that is not known
}

// Compile compiles a rule. When it fails, the problems are those that [dmn.Compile] finds,
// inputs that plans do not have, and outputs that plans do not obey.
func Compile(i Item) (*CompiledRule, []dmn.Problem) {
	m := i.Body.Rule
	if m == nil {
		return nil, []dmn.Problem{{Kind: dmn.Size, What: i.ID + " is no rule"}}
	}
	program, problems := dmn.Compile(m)
	if program == nil {
		return nil, problems
	}
	c := &CompiledRule{Ref: i.Ref(), Title: i.Body.Title(), Priority: i.Body.Priority, Scope: i.Scope, program: program, inputs: program.Inputs(), final: map[string]string{}}
	if problems = c.check(m); len(problems) > 0 {
		return nil, problems
	}
	return c, nil
}

// check lists the inputs of a rule that plans do not have, and the outputs that they do not
// obey, and sets final.
func (c *CompiledRule) check(m *dmn.Model) (problems []dmn.Problem) {
	for _, in := range m.Inputs {
		switch kind := inputs.kind(in.Name); {
		case kind == "":
			problems = append(problems, dmn.Problem{Kind: dmn.Name, Column: in.Name, What: fmt.Sprintf("plans have no input %q; they have %s", in.Name, InputNames())})
		case in.Type != "" && in.Type != kind:
			problems = append(problems, dmn.Problem{Kind: dmn.Types, Column: in.Name, What: fmt.Sprintf("%s is a %s", in.Name, kind)})
		}
	}
	needed := map[string]bool{}
	for _, d := range m.Decisions {
		for _, id := range d.Needs {
			needed[id] = true
		}
	}
	for _, d := range m.Decisions {
		if needed[d.ID] {
			continue
		}
		c.final[d.Name] = d.Name
		if d.Table == nil {
			problems = append(problems, outputProblem(d.Name, d.Name, d.Type)...)
			continue
		}
		if one := d.Table.Outputs[0].Name; one != "" && len(d.Table.Outputs) == 1 {
			c.final[d.Name] = one
		}
		for _, o := range d.Table.Outputs {
			problems = append(problems, outputProblem(d.Name, cmp.Or(o.Name, d.Name), o.Type)...)
		}
		if p := d.Table.Policy; p == dmn.Sum || p == dmn.Min || p == dmn.Max || p == dmn.Count {
			if outputKind(cmp.Or(d.Table.Outputs[0].Name, d.Name)) != "number" {
				problems = append(problems, dmn.Problem{Kind: dmn.Hits, Decision: d.Name, What: string(p) + " gives a number; only set range_m takes one"})
			}
		}
	}
	return append(problems, c.constants(m)...)
}

func outputProblem(decision, name, kind string) []dmn.Problem {
	want := outputKind(name)
	switch {
	case want == "":
		return []dmn.Problem{{Kind: dmn.Outputs, Decision: decision, Column: name, What: fmt.Sprintf("plans obey no output %q; they obey %s", name, OutputNames())}}
	case kind != "" && kind != want:
		return []dmn.Problem{{Kind: dmn.Types, Decision: decision, Column: name, What: fmt.Sprintf("%s takes a %s", name, want)}}
	}
	return nil
}

// constants checks the literal outputs of rows, so that a wrong direction is found before the
// rule ever fires.
func (c *CompiledRule) constants(m *dmn.Model) (problems []dmn.Problem) {
	for at, made := range literals(m) {
		if _, is := c.final[at.Decision]; is && made.err != nil {
			at.Kind, at.What = dmn.Outputs, made.err.Error()
			problems = append(problems, at)
		}
	}
	return problems
}

// Spelt are the inputs of rules that name a thing or a room, each with the spelling in which
// plans give it.
func Spelt() map[string]func(string) words.Key {
	return map[string]func(string) words.Key{"target": words.ObjectKey, "place_type": words.LabelKey}
}

// misspelt says which cells of a table name a thing or a room otherwise than plans do: they
// never match.
func misspelt(d dmn.Decision) (odd []string) {
	for i, column := range d.Table.Inputs {
		key := Spelt()[strings.TrimSpace(column.Text)]
		if key == nil {
			continue
		}
		for n, r := range d.Table.Rules {
			for _, m := range quotedText.FindAllStringSubmatch(r.When[i], -1) {
				if k := key(m[1]); !k.Unknown() && string(k) != m[1] {
					odd = append(odd, fmt.Sprintf("%s: row %d: %q never matches: plans say %q", d.Name, n+1, m[1], string(k)))
				}
			}
		}
	}
	return odd
}

var quotedText = regexp.MustCompile(`"([^"\\]*)"`)

// Oddities says what of a model can go live and yet looks like a mistake: a table without
// rows, cells that never match, and rooms that no table of names knows, which matter only
// where places have that label.
func Oddities(m *dmn.Model) (odd []string) {
	for _, d := range m.Decisions {
		if d.Table != nil && len(d.Table.Rules) == 0 {
			odd = append(odd, d.Name+": the table has no rows, and never demands anything")
		}
		if d.Table != nil {
			odd = append(odd, misspelt(d)...)
		}
	}
	rooms := words.Rooms()
	for at, made := range literals(m) {
		for _, e := range made.effects {
			if e.Place != "" && !slices.ContainsFunc(rooms, e.Place.Equal) {
				odd = append(odd, fmt.Sprintf("%s: row %d: %q is no room that navd knows, and means only places with that label", at.Decision, at.Rows[0], string(e.Place)))
			}
		}
	}
	return odd
}

// made is what a literal output demands, or why it says nothing to a plan.
type made struct {
	effects []Effect
	err     error
}

// literals gives what the literal outputs of the rows demand, each with where it stands.
func literals(m *dmn.Model) iter.Seq2[dmn.Problem, made] {
	return func(yield func(dmn.Problem, made) bool) {
		for _, d := range m.Decisions {
			if d.Table == nil {
				continue
			}
			for n, r := range d.Table.Rules {
				for i, cell := range r.Then {
					v, fixed := dmn.Literal(cell)
					if !fixed {
						continue
					}
					at := dmn.Problem{Decision: d.Name, Rows: []int{n + 1}, Column: cmp.Or(d.Table.Outputs[i].Name, d.Name)}
					effects, err := effectsOf(at.Column, v)
					if !yield(at, made{effects, err}) {
						return
					}
				}
			}
		}
	}
}

// Judge evaluates rules over a state. A rule that fails is listed and has no effect; a rule
// whose rows do not match is not listed.
func Judge(rules []*CompiledRule, s State) (r Ruling) {
	values := s.Values()
	for _, c := range rules {
		c.judge(values, &r)
	}
	sort.SliceStable(r.Fired, func(i, j int) bool { return r.Fired[i].Priority > r.Fired[j].Priority })
	return r
}

func (c *CompiledRule) judge(values map[string]dmn.Value, r *Ruling) {
	given := make(map[string]dmn.Value, len(c.inputs))
	for _, name := range c.inputs {
		if v, known := values[name]; known {
			given[name] = v
		}
	}
	result, err := c.program.Evaluate(given, "")
	if err != nil {
		r.Skipped = append(r.Skipped, Skipped{c.Ref, err.Error()})
		return
	}
	for _, p := range result.Errors {
		if p.Kind != dmn.Missing {
			r.Skipped = append(r.Skipped, Skipped{c.Ref, p.What})
			return
		}
		r.Missing = append(r.Missing, Skipped{c.Ref, p.What})
	}
	wants, err := effects(c.final, result)
	if err != nil {
		r.Skipped = append(r.Skipped, Skipped{c.Ref, err.Error()})
		return
	}
	if len(wants) == 0 {
		return
	}
	matched := slices.DeleteFunc(result.Matched, func(m dmn.Match) bool { return len(m.Rows) == 0 })
	r.Fired = append(r.Fired, Fired{Rule: c.Ref, Title: c.Title, Priority: c.Priority, Matched: matched, Effects: wants})
}
