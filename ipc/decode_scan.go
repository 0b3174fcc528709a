package ipc

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner walks over JSON text without building values. It accepts RFC 8259 and nothing
// more. The caller checks that the text is UTF-8.
type scanner struct {
	data  []byte
	pos   int
	depth int
	limit int // deepest nesting allowed
}

// syntaxError says where text stops being JSON.
type syntaxError struct {
	pos     int
	what    string
	tooDeep bool
}

// Error says what is wrong and at which byte, from 1.
func (e *syntaxError) Error() string {
	if e.tooDeep {
		return e.what
	}
	return fmt.Sprintf("%s at byte %d", e.what, e.pos+1)
}

// fail makes an error about the present position.
func (s *scanner) fail(format string, args ...any) error {
	return &syntaxError{pos: s.pos, what: fmt.Sprintf(format, args...)}
}

// peek skips white space and gives the next byte without taking it; 0 at the end of the
// text.
func (s *scanner) peek() byte {
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		if c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
		s.pos++
	}
	return 0
}

// end checks that nothing but white space is left.
func (s *scanner) end() error {
	s.peek()
	if s.pos < len(s.data) {
		return s.fail("more text after the value")
	}
	return nil
}

// enter takes the bracket that opens an object or an array.
func (s *scanner) enter() error {
	if s.depth++; s.depth > s.limit {
		return &syntaxError{pos: s.pos, what: fmt.Sprintf("nested deeper than %d", s.limit), tooDeep: true}
	}
	s.pos++
	return nil
}

// more reports whether another element comes before the closing bracket. It takes the comma
// before that element, or the bracket.
func (s *scanner) more(closing byte, first bool) (bool, error) {
	c := s.peek()
	switch {
	case c == closing:
		s.pos++
		s.depth--
		return false, nil
	case first:
		return true, nil
	case c != ',':
		return false, s.fail("expected , or %c", closing)
	}
	s.pos++
	return true, nil
}

// key takes a member's name and the colon after it. Unless the name has escapes, its bytes
// are those of the text. whole is false when the name has half a surrogate pair, which is
// replaced.
func (s *scanner) key() (name []byte, whole bool, err error) {
	if s.peek() != '"' {
		return nil, false, s.fail("expected a member name")
	}
	name, escaped, err := s.text()
	if err != nil {
		return nil, false, err
	}
	whole = true
	if escaped {
		name, whole = unescape(name)
	}
	if s.peek() != ':' {
		return nil, false, s.fail("expected :")
	}
	s.pos++
	return name, whole, nil
}

// text takes a string and gives the bytes between its quotes, and whether they have escapes.
func (s *scanner) text() (raw []byte, escaped bool, err error) {
	s.pos++
	for i := s.pos; i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '"':
			raw = s.data[s.pos:i]
			s.pos = i + 1
			return raw, escaped, nil
		case c == '\\':
			n := escapeLen(s.data[i:])
			if n == 0 {
				s.pos = i
				return nil, false, s.fail("no such escape")
			}
			escaped = true
			i += n - 1
		case c < ' ':
			s.pos = i
			return nil, false, s.fail("control character in a string")
		}
	}
	s.pos = len(s.data)
	return nil, false, s.fail("string without an end")
}

// escapeLen gives the length of the escape at the front of b, in bytes; 0 for a wrong one.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if hex4(b[2:]) >= 0 {
			return 6
		}
	}
	return 0
}

// hex4 reads four hexadecimal digits; -1 for anything else.
func hex4(b []byte) rune {
	if len(b) < 4 {
		return -1
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// unescape replaces the escapes of a scanned string. ok is false when it has half a
// surrogate pair, which UTF-8 cannot express and which becomes U+FFFD.
func unescape(raw []byte) (text []byte, ok bool) {
	text, ok = make([]byte, 0, len(raw)), true
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			text = append(text, raw[i])
			i++
			continue
		}
		r, n := rune(raw[i+1]), 2
		switch r {
		case 'b':
			r = '\b'
		case 'f':
			r = '\f'
		case 'n':
			r = '\n'
		case 'r':
			r = '\r'
		case 't':
			r = '\t'
		case 'u':
			r, n = escapedRune(raw[i:])
			ok = ok && n > 0
			n = max(n, 6)
		}
		text = utf8.AppendRune(text, r)
		i += n
	}
	return text, ok
}

// escapedRune reads \uXXXX, or a surrogate pair of them, at the front of b, n bytes. n is 0
// for half a pair.
func escapedRune(b []byte) (r rune, n int) {
	r = hex4(b[2:])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if pair := utf16.DecodeRune(r, hex4(b[8:])); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 0
}

// number takes a number and gives its text.
func (s *scanner) number() ([]byte, error) {
	start := s.pos
	if s.at('-') {
		s.pos++
	}
	if s.at('0') {
		s.pos++
	} else if s.digits() == 0 {
		return nil, s.fail("expected a digit")
	}
	if s.at('.') {
		s.pos++
		if s.digits() == 0 {
			return nil, s.fail("expected a digit")
		}
	}
	if s.at('e') || s.at('E') {
		s.pos++
		if s.at('+') || s.at('-') {
			s.pos++
		}
		if s.digits() == 0 {
			return nil, s.fail("expected a digit")
		}
	}
	return s.data[start:s.pos], nil
}

func (s *scanner) at(c byte) bool { return s.pos < len(s.data) && s.data[s.pos] == c }

func (s *scanner) digits() (n int) {
	for s.pos < len(s.data) && '0' <= s.data[s.pos] && s.data[s.pos] <= '9' {
		s.pos++
		n++
	}
	return n
}

// literal takes true, false or null.
func (s *scanner) literal(word string) error {
	if len(s.data)-s.pos < len(word) || string(s.data[s.pos:s.pos+len(word)]) != word {
		return s.fail("expected a value")
	}
	s.pos += len(word)
	return nil
}

// skip takes one value of any kind and gives its text.
func (s *scanner) skip() ([]byte, error) {
	c := s.peek()
	start := s.pos
	var err error
	switch {
	case c == '{':
		err = s.skipObject()
	case c == '[':
		err = s.skipArray()
	case c == '"':
		_, _, err = s.text()
	case c == 't':
		err = s.literal("true")
	case c == 'f':
		err = s.literal("false")
	case c == 'n':
		err = s.literal("null")
	case c == '-' || '0' <= c && c <= '9':
		_, err = s.number()
	default:
		err = s.fail("expected a value")
	}
	return s.data[start:s.pos], err
}

func (s *scanner) skipObject() error {
	if err := s.enter(); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.more('}', first)
		if !more || err != nil {
			return err
		}
		if _, _, err = s.key(); err != nil {
			return err
		}
		if _, err = s.skip(); err != nil {
			return err
		}
	}
}

func (s *scanner) skipArray() error {
	if err := s.enter(); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.more(']', first)
		if !more || err != nil {
			return err
		}
		if _, err = s.skip(); err != nil {
			return err
		}
	}
}
