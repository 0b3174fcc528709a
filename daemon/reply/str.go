package reply

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// closers tells which quote closes a string that begins with a quote. A curly
// one counts only in pairs, so an apostrophe in a text it quotes spoils the
// string and with it the answer, but never shortens it; so does one more
// opening quote, or a row of them would each be searched to the end.
var closers = map[rune]rune{'"': '"', '\'': '\'', '“': '”', '‘': '’', '＂': '＂'}

// quoted reports whether a string begins at pos.
func (p *parser) quoted() bool {
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	_, ok := closers[r]
	return ok
}

// str parses a string of either dialect. Line ends inside are kept: models
// write them where JSON wants an escape.
func (p *parser) str() (string, bool) {
	p.space()
	opener, size := utf8.DecodeRuneInString(p.text[p.pos:])
	closer, ok := closers[opener]
	if !ok {
		p.cut = p.cut || p.pos == len(p.text)
		return "", false
	}
	p.move(size)
	var b strings.Builder
	for p.pos < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.pos:])
		switch {
		case r == closer:
			p.move(size)
			return b.String(), true
		case r == opener:
			return "", false
		case r == '\\':
			p.move(1)
			p.escape(&b)
		default:
			p.move(size)
			b.WriteRune(r)
		}
	}
	p.cut = true
	return "", false
}

// plainEscapes are the escapes of one letter that JSON and Python have.
var plainEscapes = map[byte]string{
	'"': `"`, '\'': "'", '\\': `\`, '/': "/", '\n': "",
	'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'a': "\a", 'v': "\v",
}

// hexEscapes are the escapes by number and how many digits they take.
var hexEscapes = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// escape takes what follows a backslash. One that means nothing stays as it
// stands, as in Python.
func (p *parser) escape(b *strings.Builder) {
	if p.pos == len(p.text) {
		return
	}
	c := p.text[p.pos]
	if s, ok := plainEscapes[c]; ok {
		p.move(1)
		b.WriteString(s)
		return
	}
	if r, ok := p.hex(hexEscapes[c]); ok {
		b.WriteRune(p.pair(r))
		return
	}
	b.WriteByte('\\')
}

// hex takes the letter at pos and n hexadecimal digits behind it.
func (p *parser) hex(digits int) (rune, bool) {
	if digits == 0 || p.pos+1+digits > len(p.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(p.text[p.pos+1:p.pos+1+digits], 16, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, false
	}
	p.move(1 + digits)
	return rune(n), true
}

// pair joins a surrogate with the one that must follow; alone it is U+FFFD.
func (p *parser) pair(high rune) rune {
	if !utf16.IsSurrogate(high) {
		return high
	}
	before := p.pos
	if strings.HasPrefix(p.text[p.pos:], `\u`) {
		p.move(1)
		if low, ok := p.hex(4); ok {
			if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
				return r
			}
		}
	}
	p.pos = before
	return utf8.RuneError
}
