package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth is how deep values may be nested in an answer.
const maxDepth = 64

// A parser reads values out of a text that may hold anything else besides. It
// accepts JSON and Python literals in one grammar.
//
// Every object is parsed at most once: what came of the one at a byte is kept,
// so that a text of unclosed braces costs no more than its length. The only
// exception, an object refused for its depth, is tried again from further in,
// at most maxDepth times.
type parser struct {
	text  string
	pos   int
	depth int
	deep  bool // the failure on the way out is about depth
	done  map[int]outcome
	cut   bool // some object went on to the end of the text
	steps int  // bytes looked at, for the test that this stays linear
}

// An outcome is what parsing an object led to; node is nil when it failed.
type outcome struct {
	node *node
	end  int
}

// object parses the object at pos, which is at a brace.
func (p *parser) object() *node {
	start := p.pos
	if o, ok := p.done[start]; ok {
		p.steps++
		p.pos = o.end
		return o.node
	}
	if p.depth == maxDepth {
		p.deep = true
		return nil
	}
	p.depth++
	n := p.membersOf()
	p.depth--
	if n != nil || !p.deep {
		p.done[start] = outcome{n, p.pos}
	}
	return n
}

func (p *parser) membersOf() *node {
	n := &node{kind: kindObject}
	ok := p.elements('{', '}', func() bool {
		key, ok := p.str()
		if !ok || !p.take(':') {
			return false
		}
		v := p.value()
		n.members = append(n.members, member{key, v})
		return v != nil
	})
	if !ok {
		return nil
	}
	return n
}

func (p *parser) array() *node {
	if p.depth == maxDepth {
		p.deep = true
		return nil
	}
	p.depth++
	defer func() { p.depth-- }()
	n := &node{kind: kindArray}
	ok := p.elements('[', ']', func() bool {
		v := p.value()
		n.items = append(n.items, v)
		return v != nil
	})
	if !ok {
		return nil
	}
	return n
}

// elements reads what stands between two brackets, parted by commas, with one
// comma too many allowed at the end.
func (p *parser) elements(open, end byte, one func() bool) bool {
	if !p.take(open) {
		return false
	}
	for first := true; ; first = false {
		if p.take(end) {
			return true
		}
		if !first {
			if !p.take(',') {
				return false
			}
			if p.take(end) {
				return true
			}
		}
		if !one() {
			return false
		}
	}
}

// value parses any value; nil when there is none at pos.
func (p *parser) value() *node {
	p.space()
	if p.pos >= len(p.text) {
		p.cut = true
		return nil
	}
	switch c := p.text[p.pos]; {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case p.quoted():
		s, ok := p.str()
		if !ok {
			return nil
		}
		return &node{kind: kindString, text: s}
	}
	return p.word()
}

// word parses a number or a literal.
func (p *parser) word() *node {
	start := p.pos
	for p.pos < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.pos:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+-−._", r) {
			break
		}
		if p.pos-start > maxWord {
			return nil
		}
		p.move(size)
	}
	p.cut = p.cut || p.pos == len(p.text)
	return literal(p.text[start:p.pos])
}

// maxWord is how many bytes a number or literal may have.
const maxWord = 400

func literal(s string) *node {
	switch s {
	case "true", "True":
		return &node{kind: kindBool, truth: true}
	case "false", "False":
		return &node{kind: kindBool}
	case "null", "None":
		return &node{kind: kindNull}
	}
	switch strings.ToLower(strings.TrimLeft(s, "+-−")) {
	case "nan", "inf", "infinity":
		return &node{kind: kindNotFinite, text: s}
	}
	if n, ok := number(s); ok {
		return n
	}
	return nil
}

// take skips spaces and then c, if it comes next.
func (p *parser) take(c byte) bool {
	p.space()
	if p.pos == len(p.text) {
		p.cut = true
		return false
	}
	if p.text[p.pos] != c {
		return false
	}
	p.move(1)
	return true
}

// space skips white space of any kind, byte order marks among it.
func (p *parser) space() {
	for p.pos < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.pos:])
		if !unicode.IsSpace(r) && r != '\ufeff' && r != '\u200b' {
			return
		}
		p.move(size)
	}
}

func (p *parser) move(n int) {
	p.pos += n
	p.steps += n
}
