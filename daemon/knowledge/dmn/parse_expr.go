package dmn

import "slices"

// expr parses an expression: conditions joined by or.
func (p *parser) expr() expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return p.fail(syntax(p.now.at, "the expression is nested deeper than %d", maxDepth))
	}
	return p.joined("or", true, func() expr { return p.joined("and", false, p.condition) })
}

// joined parses conditions with a word between them.
func (p *parser) joined(word string, stop Bool, part func() expr) expr {
	a := part()
	for p.word(word) {
		p.advance()
		a = logical{stop, a, part()}
	}
	return a
}

// condition parses a sum, and what it is compared with.
func (p *parser) condition() expr {
	a := p.sum()
	switch {
	case p.sign("<", "<=", ">", ">=", "=", "!="):
		op := p.now.text
		p.advance()
		return comparison{op, a, p.sum()}
	case p.word("between"):
		p.advance()
		low := p.sum()
		p.expect("and")
		return logical{false, comparison{">=", a, low}, comparison{"<=", a, p.sum()}}
	case p.word("in"):
		p.advance()
		return membership{a, p.members()}
	}
	return a
}

// members parses what stands behind in.
func (p *parser) members() []test {
	if !p.sign("(") {
		return []test{p.test()}
	}
	if t, is := p.interval(); is {
		return []test{t}
	}
	return p.bracketed()
}

// sum, product and power parse arithmetic, the weakest first.
func (p *parser) sum() expr { return p.chain(p.product, "+", "-") }

func (p *parser) product() expr { return p.chain(p.power, "*", "/") }

func (p *parser) power() expr { return p.chain(p.signed, "**") }

// chain parses parts with operators between them, from left to right.
func (p *parser) chain(part func() expr, signs ...string) expr {
	a := part()
	for p.sign(signs...) {
		op := p.now.text
		p.advance()
		a = binary{op, a, part()}
	}
	return a
}

// signed parses a value with signs before it: a sign binds more than any operator.
func (p *parser) signed() expr {
	minus := false
	for ; p.sign("-"); p.advance() {
		minus = !minus
	}
	e := p.postfix()
	if !minus {
		return e
	}
	if c, is := e.(constant); is {
		if n, is := c.value.(Number); is {
			if m, err := compute("-", NumberOf(0), n); err == nil {
				return constant{m}
			}
		}
	}
	return negative{e}
}

// postfix parses a value and the fields that are taken of it.
func (p *parser) postfix() expr {
	e := p.value()
	for p.sign(".") {
		p.advance()
		if p.now.kind != nameToken {
			return p.unexpected("the name of a field")
		}
		if !p.fields[spaced(p.now.text)] {
			return p.fail(syntax(p.now.at, "no type has a component named %s", p.now.text))
		}
		e = path{e, p.now.text}
		p.advance()
	}
	if p.sign("[") {
		return p.fail(unsupported(p.now.at, "a filter […]", "use an input column for what is filtered"))
	}
	return e
}

// value parses what is no operation.
func (p *parser) value() expr {
	t := p.now
	switch t.kind {
	case numberToken:
		n, err := ParseNumber(t.text)
		if err != nil {
			return p.fail(syntax(t.at, "%v", err))
		}
		return p.constant(n)
	case stringToken:
		return p.constant(String(t.text))
	case wordToken:
		return p.wordValue()
	case nameToken:
		return p.named()
	case endToken:
		return p.unexpected("a value")
	}
	switch t.text {
	case "(":
		return p.inBrackets()
	case "[":
		return p.items()
	case "?":
		if !p.about {
			return p.fail(syntax(t.at, "? has a meaning in the cell of an input alone"))
		}
		p.advance()
		return itself{}
	case "@":
		return p.fail(unsupported(t.at, `@"…"`, `write date("2026-11-23")`))
	case "{":
		return p.fail(unsupported(t.at, "a context {…}", "give each value an output column of its own"))
	}
	return p.unexpected("")
}

// constant takes a token that is a value.
func (p *parser) constant(v Value) expr {
	p.advance()
	return constant{v}
}

func (p *parser) wordValue() expr {
	switch p.now.text {
	case "true":
		return p.constant(Bool(true))
	case "false":
		return p.constant(Bool(false))
	case "null":
		return p.constant(nil)
	case "not":
		if p.advance(); !p.sign("(") {
			return p.unexpected("“(” after not")
		}
		return negation{p.inBrackets()}
	}
	return p.unexpected("")
}

func (p *parser) inBrackets() expr {
	p.advance()
	e := p.expr()
	p.noRange()
	p.expect(")")
	return e
}

// noRange refuses a range where a value stands.
func (p *parser) noRange() {
	if p.sign("..") {
		p.fail(unsupported(p.now.at, "a range as a value", "a range stands in a cell, or after in"))
	}
}

// items parses a list.
func (p *parser) items() expr {
	l := listOf{items: []expr{}}
	p.advance()
	for !p.sign("]") {
		l.items = append(l.items, p.expr())
		if p.noRange(); !p.sign(",") {
			break
		}
		p.advance()
	}
	p.expect("]")
	return l
}

// named parses a variable or the call of a function.
func (p *parser) named() expr {
	t := p.now
	name := spaced(t.text)
	p.advance()
	called := p.sign("(")
	switch {
	case called && name == "date":
		return toDate{p.inBrackets()}
	case called && p.functions[name] != nil:
		return p.call(name)
	case p.variables[name]:
		return variable{name}
	case notSupported[name] != "":
		return p.fail(unsupported(t.at, notSupported[name], "use a table"))
	case called && slices.Contains(builtins, name):
		return p.fail(unsupported(t.at, "the function "+name+"()", "give what it computes as an input"))
	case called:
		return p.fail(syntax(t.at, "there is no function %s", name))
	case p.sign(":"):
		return p.fail(unsupported(p.now.at, "named parameters", "give the values in the order of the parameters"))
	}
	return p.fail(syntax(t.at, "there is no input named %s; a decision names what it uses by an informationRequirement, and a text stands in quotes", name))
}

func (p *parser) call(name string) expr {
	c := calling{name: name}
	p.advance()
	for !p.sign(")") {
		c.args = append(c.args, p.expr())
		if !p.sign(",") {
			break
		}
		p.advance()
	}
	p.expect(")")
	return c
}
