package dmn

import "slices"

// expr parses an expression: conditions joined by or.
func (p *parser) expr() (expr, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, syntax(p.now.at, "the expression is nested deeper than %d", maxDepth)
	}
	return p.joined("or", true, func() (expr, error) { return p.joined("and", false, p.condition) })
}

// joined parses conditions with a word between them.
func (p *parser) joined(word string, stop Bool, part func() (expr, error)) (expr, error) {
	a, err := part()
	for err == nil && p.word(word) {
		if err = p.advance(); err != nil {
			break
		}
		var b expr
		if b, err = part(); err == nil {
			a = logical{stop, a, b}
		}
	}
	return a, err
}

// condition parses a sum, and what it is compared with.
func (p *parser) condition() (expr, error) {
	a, err := p.sum()
	switch {
	case err != nil:
		return nil, err
	case p.sign("<", "<=", ">", ">=", "=", "!="):
		op := p.now.text
		if err := p.advance(); err != nil {
			return nil, err
		}
		b, err := p.sum()
		return comparison{op, a, b}, err
	case p.word("between"):
		return p.betweenOf(a)
	case p.word("in"):
		return p.memberOf(a)
	}
	return a, nil
}

func (p *parser) betweenOf(a expr) (expr, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	low, err := p.sum()
	if err != nil {
		return nil, err
	}
	if err := p.expect("and"); err != nil {
		return nil, err
	}
	high, err := p.sum()
	return logical{false, comparison{">=", a, low}, comparison{"<=", a, high}}, err
}

func (p *parser) memberOf(a expr) (expr, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.sign("(") {
		if t, is, err := p.interval(); is || err != nil {
			return membership{a, []test{t}}, err
		}
		tests, err := p.bracketed()
		return membership{a, tests}, err
	}
	t, err := p.test()
	return membership{a, []test{t}}, err
}

// sum, product and power parse arithmetic, the weakest first.
func (p *parser) sum() (expr, error) { return p.chain(p.product, "+", "-") }

func (p *parser) product() (expr, error) { return p.chain(p.power, "*", "/") }

func (p *parser) power() (expr, error) { return p.chain(p.signed, "**") }

// chain parses parts with operators between them, from left to right.
func (p *parser) chain(part func() (expr, error), signs ...string) (expr, error) {
	a, err := part()
	for err == nil && p.sign(signs...) {
		op := p.now.text
		if err = p.advance(); err != nil {
			break
		}
		var b expr
		if b, err = part(); err == nil {
			a = binary{op, a, b}
		}
	}
	return a, err
}

// signed parses a value with signs before it: a sign binds more than any operator.
func (p *parser) signed() (expr, error) {
	minus := false
	for p.sign("-") {
		minus = !minus
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	e, err := p.postfix()
	if err != nil || !minus {
		return e, err
	}
	if c, is := e.(constant); is {
		if n, is := c.value.(Number); is {
			if m, err := compute("-", NumberOf(0), n); err == nil {
				return constant{m}, nil
			}
		}
	}
	return negative{e}, nil
}

// postfix parses a value and the fields that are taken of it.
func (p *parser) postfix() (expr, error) {
	e, err := p.value()
	for err == nil && p.sign(".") {
		if err = p.advance(); err != nil {
			break
		}
		if p.now.kind != nameToken {
			return nil, p.unexpected("the name of a field")
		}
		if !p.fields[spaced(p.now.text)] {
			return nil, syntax(p.now.at, "no type has a component named %s", p.now.text)
		}
		e = path{e, p.now.text}
		err = p.advance()
	}
	if err == nil && p.sign("[") {
		return nil, unsupported(p.now.at, "a filter […]", "use an input column for what is filtered")
	}
	return e, err
}

// value parses what is no operation.
func (p *parser) value() (expr, error) {
	t := p.now
	switch t.kind {
	case numberToken:
		n, err := ParseNumber(t.text)
		if err != nil {
			return nil, syntax(t.at, "%v", err)
		}
		return constant{n}, p.advance()
	case stringToken:
		return constant{String(t.text)}, p.advance()
	case wordToken:
		return p.wordValue()
	case nameToken:
		return p.named()
	case endToken:
		return nil, p.unexpected("a value")
	}
	switch t.text {
	case "(":
		return p.inBrackets()
	case "[":
		return p.items()
	case "?":
		if !p.about {
			return nil, syntax(t.at, "? has a meaning in the cell of an input alone")
		}
		return itself{}, p.advance()
	case "@":
		return nil, unsupported(t.at, `@"…"`, `write date("2026-11-23")`)
	case "{":
		return nil, unsupported(t.at, "a context {…}", "give each value an output column of its own")
	}
	return nil, p.unexpected("")
}

func (p *parser) wordValue() (expr, error) {
	switch p.now.text {
	case "true":
		return constant{Bool(true)}, p.advance()
	case "false":
		return constant{Bool(false)}, p.advance()
	case "null":
		return constant{}, p.advance()
	case "not":
		if err := p.advance(); err != nil {
			return nil, err
		}
		if !p.sign("(") {
			return nil, p.unexpected("“(” after not")
		}
		e, err := p.inBrackets()
		return negation{e}, err
	}
	return nil, p.unexpected("")
}

func (p *parser) inBrackets() (expr, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	e, err := p.expr()
	if err != nil {
		return nil, err
	}
	if p.sign("..") {
		return nil, unsupported(p.now.at, "a range as a value", "a range stands in a cell, or after in")
	}
	return e, p.expect(")")
}

// items parses a list.
func (p *parser) items() (expr, error) {
	l := listOf{items: []expr{}}
	if err := p.advance(); err != nil {
		return nil, err
	}
	for !p.sign("]") {
		e, err := p.expr()
		if err != nil {
			return nil, err
		}
		l.items = append(l.items, e)
		if p.sign("..") {
			return nil, unsupported(p.now.at, "a range as a value", "a range stands in a cell, or after in")
		}
		if !p.sign(",") {
			break
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	return l, p.expect("]")
}

// named parses a variable or the call of a function.
func (p *parser) named() (expr, error) {
	t := p.now
	name := spaced(t.text)
	if err := p.advance(); err != nil {
		return nil, err
	}
	called := p.sign("(")
	switch {
	case called && name == "date":
		e, err := p.inBrackets()
		return toDate{e}, err
	case called && p.functions[name] != nil:
		return p.call(name)
	case p.variables[name]:
		return variable{name}, nil
	case notSupported[name] != "":
		return nil, unsupported(t.at, notSupported[name], "use a table")
	case called && slices.Contains(builtins, name):
		return nil, unsupported(t.at, "the function "+name+"()", "give what it computes as an input")
	case called:
		return nil, syntax(t.at, "there is no function %s", name)
	case p.sign(":"):
		return nil, unsupported(p.now.at, "named parameters", "give the values in the order of the parameters")
	}
	return nil, syntax(t.at, "there is no input named %s; a decision names what it uses by an informationRequirement, and a text stands in quotes", name)
}

func (p *parser) call(name string) (expr, error) {
	c := calling{name: name}
	if err := p.advance(); err != nil {
		return nil, err
	}
	for !p.sign(")") {
		e, err := p.expr()
		if err != nil {
			return nil, err
		}
		c.args = append(c.args, e)
		if !p.sign(",") {
			break
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	return c, p.expect(")")
}
