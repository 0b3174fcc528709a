package dmn

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The bounds of one text.
const (
	maxText   = 4096   // bytes
	maxDepth  = 64     // brackets in brackets
	maxTokens = 50_000 // that are read, also again
)

// notSupported are the words and functions of FEEL that this evaluator refuses by
// their names, so that none is taken for a variable.
var notSupported = map[string]string{
	"if": "if … then … else", "for": "for … return", "some": "some … satisfies", "every": "every … satisfies",
	"function": "function definitions", "instance of": "instance of", "external": "external functions",
}

// builtins are FEEL's own functions, of which date and not alone are supported.
var builtins = strings.Split("date and time,time,duration,years and months duration,number,string,context,range,is,now,today,"+
	"substring,string length,upper case,lower case,substring before,substring after,replace,contains,starts with,ends with,matches,split,string join,"+
	"list contains,list replace,count,min,max,sum,mean,all,any,sublist,append,concatenate,insert before,remove,reverse,index of,union,distinct values,flatten,product,median,stddev,mode,sort,"+
	"decimal,floor,ceiling,round up,round down,round half up,round half down,abs,modulo,sqrt,log,exp,odd,even,"+
	"before,after,meets,met by,overlaps,overlaps before,overlaps after,finishes,finished by,includes,during,starts,started by,coincides,"+
	"day of year,day of week,month of year,week of year,get value,get entries,context put,context merge", ",")

// parser reads expressions and unary tests of FEEL.
type parser struct {
	lexer
	dictionary
	now   token
	err   error // the first; behind it nothing more is read
	read  *int  // tokens so far
	depth int
	about bool // ? has a meaning
}

// dictionary is what the texts of a decision may name.
type dictionary struct {
	variables map[string]bool
	functions map[string]*function
	fields    map[string]bool // names of components
	names     names
}

func newDictionary(variables, fields []string, functions map[string]*function) dictionary {
	d := dictionary{variables: map[string]bool{}, fields: map[string]bool{}, functions: functions}
	for _, v := range variables {
		d.variables[spaced(v)] = true
	}
	for _, f := range fields {
		d.fields[spaced(f)] = true
	}
	all := slices.Concat(variables, fields, builtins, []string{"instance of"})
	for name := range functions {
		all = append(all, name)
	}
	d.names = newNames(all)
	return d
}

func (d dictionary) parser(text string) *parser {
	p := &parser{lexer: lexer{text: text, names: d.names}, dictionary: d, read: new(int)}
	switch {
	case len(text) > maxText:
		p.fail(syntax(maxText, "the text has %d bytes, at most %d are read", len(text), maxText))
	case !utf8.ValidString(text):
		p.fail(syntax(0, "the text is no UTF-8"))
	}
	p.advance()
	return p
}

// expression parses a whole text as an expression. It gives that also with the fault that
// something stands behind it.
func (d dictionary) expression(text string) (expr, error) {
	p := d.parser(text)
	if p.now.kind == endToken {
		p.fail(syntax(0, "the expression is empty"))
	}
	e := p.expr()
	if p.err != nil {
		return nil, p.err
	}
	p.end()
	return e, p.err
}

// tests parses a whole text as the unary tests of a cell, as expression does. An empty cell
// lets everything pass.
func (d dictionary) tests(text string) (all []test, err error) {
	p := d.parser(text)
	p.about = true
	switch {
	case p.err == nil && (p.now.kind == endToken || strings.TrimSpace(text) == "-"):
		return []test{anything{}}, nil
	case p.word("not"):
		p.advance()
		all = []test{none{p.bracketed()}}
	default:
		all = p.list()
	}
	if p.err != nil {
		return nil, p.err
	}
	p.end()
	return all, p.err
}

// fail ends the text where something is wrong with it. It gives no expression.
func (p *parser) fail(err error) expr {
	if p.err == nil {
		p.err, p.now = err, token{kind: endToken}
	}
	return nil
}

// advance takes the next token. It fails when a text takes too many, as one does
// that has ranges and brackets in each other many times.
func (p *parser) advance() {
	if p.err != nil {
		return
	}
	if *p.read++; *p.read > maxTokens {
		p.fail(syntax(p.at, "the text is too tangled: simplify it, or make it several rows"))
		return
	}
	now, err := p.next()
	if p.now = now; err != nil {
		p.fail(err)
	}
}

func (p *parser) sign(signs ...string) bool {
	return p.now.kind == signToken && slices.Contains(signs, p.now.text)
}

func (p *parser) word(words ...string) bool {
	return p.now.kind == wordToken && slices.Contains(words, p.now.text)
}

// expect takes a sign or a word that must stand here.
func (p *parser) expect(text string) {
	if !p.sign(text) && !p.word(text) {
		p.unexpected("“" + text + "”")
	}
	p.advance()
}

// end fails when something is left.
func (p *parser) end() {
	name := notSupported[p.now.text]
	switch {
	case p.now.kind == endToken:
	case name != "" && p.now.kind == nameToken:
		p.fail(unsupported(p.now.at, name, "use a table"))
	default:
		p.unexpected("")
	}
}

// unexpected fails with what stands where something else should; nothing wanted: it may
// not stand there at all.
func (p *parser) unexpected(wanted string) expr {
	there := "the end of the text"
	if p.now.kind != endToken {
		there = "“" + p.text[p.now.at:p.at] + "”"
	}
	if wanted == "" {
		return p.fail(syntax(p.now.at, "%s was not expected here", there))
	}
	return p.fail(syntax(p.now.at, "%s is missing before %s", wanted, there))
}

// list parses unary tests with commas between them.
func (p *parser) list() (tests []test) {
	for {
		tests = append(tests, p.test())
		if !p.sign(",") {
			return tests
		}
		p.advance()
	}
}

// bracketed parses unary tests in round brackets.
func (p *parser) bracketed() []test {
	p.expect("(")
	tests := p.list()
	p.expect(")")
	return tests
}

// test parses one unary test.
func (p *parser) test() test {
	if p.sign("<", "<=", ">", ">=", "=", "!=") {
		op := p.now.text
		p.advance()
		return against{op, p.sum()}
	}
	if p.sign("[", "(", "]") {
		if t, is := p.interval(); is {
			return t
		}
	}
	return same{p.expr()}
}

// interval parses a range like [1..5). Where none stands here, it reads nothing.
func (p *parser) interval() (t test, is bool) {
	before := *p
	open := !p.sign("[")
	if p.advance(); p.err != nil {
		return nil, true
	}
	low := p.sum()
	if p.err != nil || !p.sign("..") {
		*p = before
		return nil, false
	}
	p.advance()
	high := p.sum()
	if !p.sign("]", ")", "[") {
		p.unexpected("] or ), the end of the range,")
	}
	closed := p.sign("]")
	p.advance()
	return between{low, high, open, !closed}, true
}
