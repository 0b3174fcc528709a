package dmn

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The bounds of a model.
const (
	maxRules     = 1000
	maxColumns   = 64
	maxDecisions = 100
)

// Program is a model that can be evaluated. It is never changed and is safe for
// concurrent use.
type Program struct {
	model     *Model
	decisions []*decision // in the order of the model
	functions map[string]*function
	inputs    map[string]kind
}

// decision is one that can be evaluated.
type decision struct {
	name   string
	kind   kind
	inputs []string
	needs  []*decision
	body   expr
}

// function is one that can be called.
type function struct {
	name   string
	params []param
	body   expr
}

type param struct {
	name string
	kind kind
}

// Compile makes a model ready to be evaluated. The problems are all that is wrong
// in it, not the first alone; there is no program where there are any.
func Compile(m *Model) (*Program, []Problem) {
	c := &compiler{model: m, kinds: map[string]kind{}, functions: map[string]*function{}}
	p := c.program()
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	return p, nil
}

// compiler compiles one model.
type compiler struct {
	model     *Model
	kinds     map[string]kind // of the types that are named
	fields    []string        // names of all components
	functions map[string]*function
	problems  []Problem
	at        Problem // where the next problem is
}

// problem notes what is wrong, where the compiler is.
func (c *compiler) problem(kind, format string, args ...any) {
	p := c.at
	p.Kind, p.What = kind, fmt.Sprintf(format, args...)
	c.problems = append(c.problems, p)
}

// wrong notes the fault of a text.
func (c *compiler) wrong(text string, err error) {
	if f, is := errors.AsType[*Fault](err); is && f.Unsupported != "" {
		c.unsupported(f.Unsupported, "%s: %s is not supported; %s", clip(text), f.Unsupported, f.What)
		return
	}
	c.problem(Syntax, "%s: %v", clip(text), err)
}

// unsupported notes a feature that is refused, by its name.
func (c *compiler) unsupported(feature, format string, args ...any) {
	c.at.Feature = feature
	c.problem(Unsupported, format, args...)
	c.at.Feature = ""
}

// clip shortens a text for a problem.
func clip(text string) string {
	text = spaced(text)
	if r := []rune(text); len(r) > 60 {
		text = string(r[:59]) + "…"
	}
	return "“" + text + "”"
}

func (c *compiler) program() *Program {
	p := &Program{model: c.model, functions: c.functions, inputs: map[string]kind{}}
	if n := len(c.model.Decisions); n == 0 || n > maxDecisions {
		c.problem(Size, "the model has %d decisions, 1 to %d are allowed", n, maxDecisions)
		return nil
	}
	c.types()
	for _, in := range c.model.Inputs {
		c.at = Problem{Column: in.Name}
		p.inputs[spaced(in.Name)] = c.kindOf(in.Type)
	}
	c.at = Problem{}
	c.compileFunctions()
	c.distinct()
	byID := map[string]*decision{}
	for _, d := range c.model.Decisions {
		made := &decision{name: spaced(d.Name)}
		p.decisions, byID[d.ID] = append(p.decisions, made), made
	}
	for i, d := range c.model.Decisions {
		c.at = Problem{Decision: d.Name}
		c.decision(p, p.decisions[i], d, byID)
	}
	c.cycles(p)
	return p
}

// distinct refuses two inputs, decisions or functions of one name.
func (c *compiler) distinct() {
	seen := map[string]bool{}
	once := func(name string) {
		if name = spaced(name); seen[name] {
			c.problem(Name, "%s is the name of two inputs or decisions", clip(name))
		}
		seen[name] = true
	}
	for _, in := range c.model.Inputs {
		once(in.Name)
	}
	for _, d := range c.model.Decisions {
		once(d.Name)
	}
	for _, f := range c.model.Functions {
		once(f.Name)
	}
}

// types resolves the named types, in whatever order they come.
func (c *compiler) types() {
	named := map[string]Type{}
	for _, t := range c.model.Types {
		named[t.Name] = t
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		c.at = Problem{Column: name}
		c.kinds[name] = c.resolve(named[name], named, 0)
	}
	c.at = Problem{}
}

// resolve makes a kind of a type.
func (c *compiler) resolve(t Type, named map[string]Type, depth int) (k kind) {
	if depth > 16 {
		c.problem(Types, "the type %s is made of itself, or nested deeper than 16", clip(t.Name))
		return kind{}
	}
	of := plainType(t.Of)
	base, known := bases[of]
	switch {
	case len(t.Fields) > 0:
		k.fields = map[string]kind{}
		for _, f := range t.Fields {
			c.fields = append(c.fields, f.Name)
			k.fields[spaced(f.Name)] = c.resolve(f, named, depth+1)
		}
	case known:
		k.base = base
	default:
		under, known := named[of]
		if !known {
			c.unknownType(of)
			return kind{}
		}
		k = c.resolve(under, named, depth+1)
	}
	if t.Allowed != "" {
		k.allowed, k.said = c.values(t.Allowed), spaced(t.Allowed)
	}
	k.list = k.list || t.List
	return k
}

// values parses allowed values, which name nothing.
func (c *compiler) values(text string) []test {
	tests, err := newDictionary(nil, nil, nil).tests(text)
	if err != nil {
		c.wrong(text, err)
	}
	return tests
}

func (c *compiler) unknownType(name string) {
	if slices.Contains([]string{"time", "dateTime", "date and time", "duration", "days and time duration", "years and months duration", "dayTimeDuration", "yearMonthDuration", "context", "range"}, name) {
		c.unsupported("the type "+name, "the type %s is not supported; use string, number, boolean or date", name)
		return
	}
	c.problem(Types, "there is no type %s; string, number, boolean, date and those of the model are known", clip(name))
}

// plainType is the name of a type without the prefix of its namespace.
func plainType(name string) string {
	name = strings.TrimSpace(name)
	if at := strings.LastIndex(name, ":"); at >= 0 {
		name = name[at+1:]
	}
	return name
}

// kindOf finds the kind of a type's name.
func (c *compiler) kindOf(name string) kind {
	name = plainType(name)
	if base, known := bases[name]; known {
		return kind{base: base}
	}
	if k, known := c.kinds[name]; known {
		return k
	}
	c.unknownType(name)
	return kind{}
}

// compileFunctions compiles the business knowledge models, which may call each
// other, but not themselves.
func (c *compiler) compileFunctions() {
	for _, f := range c.model.Functions {
		made := &function{name: spaced(f.Name)}
		for _, p := range f.Parameters {
			made.params = append(made.params, param{spaced(p.Name), c.kindOf(p.Type)})
		}
		c.functions[made.name] = made
	}
	for _, f := range c.model.Functions {
		made := c.functions[spaced(f.Name)]
		c.at = Problem{Decision: f.Name}
		vars := map[string]kind{}
		for _, p := range made.params {
			vars[p.name] = p.kind
		}
		made.body = c.body(f.Text, f.Table, vars, c.functions)
	}
	c.at = Problem{}
	done := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(c.functions)) {
		if leadsBack(name, c.calls, done) {
			c.unsupported("recursion", "the function %s calls itself: recursion is not supported", name)
		}
	}
}

// calls lists the functions that a function calls.
func (c *compiler) calls(name string) (called []string) {
	if f := c.functions[name]; f != nil && f.body != nil {
		walk(f.body, func(e expr) {
			if call, is := e.(calling); is {
				called = append(called, call.name)
			}
		})
	}
	return called
}

// leadsBack reports whether a node leads to one that is on the way to it. done has the nodes
// that were visited: false for those on the way.
func leadsBack[T comparable](node T, next func(T) []T, done map[T]bool) bool {
	if ended, visited := done[node]; visited {
		return !ended
	}
	done[node] = false
	back := slices.ContainsFunc(next(node), func(n T) bool { return leadsBack(n, next, done) })
	done[node] = true
	return back
}

// decision compiles one decision.
func (c *compiler) decision(p *Program, made *decision, d Decision, byID map[string]*decision) {
	made.kind = c.kindOf(d.Type)
	vars, using := map[string]kind{}, map[string]*function{}
	for _, id := range d.Needs {
		switch {
		case byID[id] != nil:
			other := byID[id]
			made.needs = append(made.needs, other)
			vars[other.name] = c.kindOf(c.model.Decision(id).Type)
		case c.input(id) != nil:
			name := spaced(c.input(id).Name)
			made.inputs = append(made.inputs, name)
			vars[name] = p.inputs[name]
		case c.functionOf(id) != nil:
			f := c.functionOf(id)
			using[f.name] = f
		default:
			c.problem(Name, "it needs %s, and the model has no such input, decision or function", clip(id))
		}
	}
	made.body = c.body(d.Text, d.Table, vars, using)
}

func (c *compiler) input(id string) *Input {
	for i, in := range c.model.Inputs {
		if in.ID == id {
			return &c.model.Inputs[i]
		}
	}
	return nil
}

func (c *compiler) functionOf(id string) *function {
	for _, f := range c.model.Functions {
		if f.ID == id {
			return c.functions[spaced(f.Name)]
		}
	}
	return nil
}

// body compiles an expression or a table.
func (c *compiler) body(text string, t *Table, vars map[string]kind, using map[string]*function) expr {
	in := texts{compiler: c, vars: vars, dictionary: newDictionary(slices.Sorted(maps.Keys(vars)), c.fields, using)}
	switch {
	case t != nil && text != "":
		c.problem(Syntax, "it has an expression and a table, one of them is wanted")
	case t != nil:
		return in.table(t)
	case strings.TrimSpace(text) == "":
		c.problem(Syntax, "it has no expression and no table")
	default:
		e, err := in.expression(text)
		if err != nil {
			c.wrong(text, err)
		}
		return e
	}
	return nil
}

// cycles refuses decisions that need each other.
func (c *compiler) cycles(p *Program) {
	done := map[*decision]bool{}
	for _, d := range p.decisions {
		if leadsBack(d, func(d *decision) []*decision { return d.needs }, done) {
			c.at = Problem{Decision: d.name}
			c.problem(Name, "it needs itself, by the decisions that it needs")
			return
		}
	}
}
