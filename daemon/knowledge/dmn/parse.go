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
	now       token
	read      *int // tokens so far
	depth     int
	variables map[string]bool // what is in scope
	functions map[string]*function
	fields    map[string]bool // names of components
	about     bool            // ? has a meaning
}

// dictionary is what the texts of a decision may name.
type dictionary struct {
	variables map[string]bool
	functions map[string]*function
	fields    map[string]bool
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

func (d dictionary) parser(text string) (*parser, error) {
	if len(text) > maxText {
		return nil, syntax(maxText, "the text has %d bytes, at most %d are read", len(text), maxText)
	}
	if !utf8.ValidString(text) {
		return nil, syntax(0, "the text is no UTF-8")
	}
	p := &parser{lexer: lexer{text: text, names: d.names}, read: new(int), variables: d.variables, functions: d.functions, fields: d.fields}
	return p, p.advance()
}

// expression parses a whole text as an expression.
func (d dictionary) expression(text string) (expr, error) {
	p, err := d.parser(text)
	if err != nil {
		return nil, err
	}
	if p.now.kind == endToken {
		return nil, syntax(0, "the expression is empty")
	}
	e, err := p.expr()
	if err != nil {
		return nil, err
	}
	return e, p.end()
}

// tests parses a whole text as the unary tests of a cell. An empty cell lets
// everything pass.
func (d dictionary) tests(text string) ([]test, error) {
	p, err := d.parser(text)
	if err != nil {
		return nil, err
	}
	p.about = true
	if p.now.kind == endToken || strings.TrimSpace(text) == "-" {
		return []test{anything{}}, nil
	}
	if p.word("not") {
		if err := p.advance(); err != nil {
			return nil, err
		}
		of, err := p.bracketed()
		if err != nil {
			return nil, err
		}
		return []test{none{of}}, p.end()
	}
	tests, err := p.list()
	if err != nil {
		return nil, err
	}
	return tests, p.end()
}

// advance takes the next token. It fails when a text takes too many, as one does
// that has ranges and brackets in each other many times.
func (p *parser) advance() (err error) {
	if *p.read++; *p.read > maxTokens {
		return syntax(p.at, "the text is too tangled: simplify it, or make it several rows")
	}
	p.now, err = p.next()
	return err
}

func (p *parser) sign(signs ...string) bool {
	return p.now.kind == signToken && slices.Contains(signs, p.now.text)
}

func (p *parser) word(words ...string) bool {
	return p.now.kind == wordToken && slices.Contains(words, p.now.text)
}

// expect takes a sign or a word that must stand here.
func (p *parser) expect(text string) error {
	if (p.now.kind != signToken && p.now.kind != wordToken) || p.now.text != text {
		return p.unexpected("“" + text + "”")
	}
	return p.advance()
}

// end fails when something is left.
func (p *parser) end() error {
	if p.now.kind == endToken {
		return nil
	}
	if name := notSupported[p.now.text]; name != "" && p.now.kind == nameToken {
		return unsupported(p.now.at, name, "use a table")
	}
	return p.unexpected("")
}

// unexpected says what stands where something else should; nothing wanted: it may
// not stand there at all.
func (p *parser) unexpected(wanted string) error {
	there := "the end of the text"
	if p.now.kind != endToken {
		there = "“" + p.text[p.now.at:p.at] + "”"
	}
	if wanted == "" {
		return syntax(p.now.at, "%s was not expected here", there)
	}
	return syntax(p.now.at, "%s is missing before %s", wanted, there)
}

// list parses unary tests with commas between them.
func (p *parser) list() (tests []test, err error) {
	for {
		t, err := p.test()
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
		if !p.sign(",") {
			return tests, nil
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
}

// bracketed parses unary tests in round brackets.
func (p *parser) bracketed() ([]test, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	tests, err := p.list()
	if err != nil {
		return nil, err
	}
	return tests, p.expect(")")
}

// test parses one unary test.
func (p *parser) test() (test, error) {
	if p.sign("<", "<=", ">", ">=", "=", "!=") {
		op := p.now.text
		if err := p.advance(); err != nil {
			return nil, err
		}
		end, err := p.sum()
		return against{op, end}, err
	}
	if p.sign("[", "(", "]") {
		if t, is, err := p.interval(); is || err != nil {
			return t, err
		}
	}
	e, err := p.expr()
	return same{e}, err
}

// interval parses a range like [1..5). Where none stands here, it reads nothing.
func (p *parser) interval() (t test, is bool, err error) {
	before := *p
	open := !p.sign("[")
	if err := p.advance(); err != nil {
		return nil, false, err
	}
	low, err := p.sum()
	if err != nil || !p.sign("..") {
		*p = before
		return nil, false, nil
	}
	if err := p.advance(); err != nil {
		return nil, true, err
	}
	high, err := p.sum()
	if err != nil {
		return nil, true, err
	}
	if !p.sign("]", ")", "[") {
		return nil, true, p.unexpected("] or ), the end of the range,")
	}
	r := between{low, high, open, !p.sign("]")}
	return r, true, p.advance()
}
