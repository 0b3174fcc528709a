package dmn

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one word of an expression.
type token struct {
	kind tokenKind
	text string // a name as it is known, a string without its quotes, an operator
	at   int    // where it begins, in bytes
}

type tokenKind int

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	stringToken
	signToken // an operator, a bracket or a comma
	wordToken // a reserved word
)

// reserved are the words that FEEL keeps for itself, of those that stand where an
// operator or a value may.
var reserved = map[string]bool{
	"true": true, "false": true, "null": true, "and": true, "or": true, "between": true, "in": true, "not": true,
}

// signs are the operators, the longer ones first.
var signs = []string{"**", "..", "<=", ">=", "!=", "<", ">", "=", "+", "-", "*", "/", "(", ")", "[", "]", "{", "}", ",", ".", "?", "@", ":"}

// lexer cuts a text into tokens. FEEL's names have blanks and signs in them
// ("Approved/Declined", "past due amount"), so where a name may begin, the longest
// of the known names that the text goes on with is the name.
type lexer struct {
	text  string
	at    int
	names names
}

// next gives the next token.
func (l *lexer) next() (token, error) {
	if err := l.skip(); err != nil {
		return token{}, err
	}
	start := l.at
	if start == len(l.text) {
		return token{kind: endToken, at: start}, nil
	}
	rest := l.text[start:]
	if name, n := l.names.longest(rest); n > 0 {
		l.at += n
		return token{nameToken, name, start}, nil
	}
	r, _ := utf8.DecodeRuneInString(rest)
	switch {
	case r == '"':
		return l.quoted()
	case isDigit(rest[0]) || (r == '.' && len(rest) > 1 && isDigit(rest[1])):
		return l.number(), nil
	case beginsName(r):
		word := rest[:identifier(rest)]
		l.at += len(word)
		if reserved[word] {
			return token{wordToken, word, start}, nil
		}
		return token{nameToken, word, start}, nil
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			l.at += len(s)
			return token{signToken, s, start}, nil
		}
	}
	return token{}, syntax(start, "%q has no meaning here", string(r))
}

// skip passes blanks and comments.
func (l *lexer) skip() error {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r) || r == '\u00a0' || r == '\ufeff':
			l.at += n
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			l.at += len(line)
		case strings.HasPrefix(rest, "/*"):
			comment, _, ended := strings.Cut(rest, "*/")
			if !ended {
				return syntax(l.at, "the comment has no end")
			}
			l.at += len(comment) + 2
		default:
			return nil
		}
	}
	return nil
}

// number reads digits with at most one point; 1..5 is a number and a sign.
func (l *lexer) number() token {
	start := l.at
	l.digits()
	if rest := l.text[l.at:]; len(rest) > 1 && rest[0] == '.' && isDigit(rest[1]) {
		l.at++
		l.digits()
	}
	return token{numberToken, l.text[start:l.at], start}
}

func (l *lexer) digits() {
	l.at = len(l.text) - len(strings.TrimLeft(l.text[l.at:], "0123456789"))
}

// quoted reads a string with its escapes.
func (l *lexer) quoted() (token, error) {
	start, s := l.at, l.text
	var b strings.Builder
	for i := start + 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			l.at = i + 1
			return token{stringToken, b.String(), start}, nil
		case '\\':
			n, err := escape(&b, s[i:], i)
			if err != nil {
				return token{}, err
			}
			i += n - 1
		default:
			b.WriteByte(s[i])
		}
	}
	return token{}, syntax(start, "the string has no closing quote")
}

// escapes are what follows a backslash in a string, but for \u and \U.
var escapes = map[byte]string{'"': `"`, '\\': `\`, '\'': "'", 'n': "\n", 't': "\t", 'r': "\r", '/': "/", 'b': "\b", 'f': "\f"}

// escape reads one escape at the beginning of s and gives its length.
func escape(b *strings.Builder, s string, at int) (int, error) {
	if len(s) < 2 {
		return 0, syntax(at, "the string has no closing quote")
	}
	if plain, ok := escapes[s[1]]; ok {
		b.WriteString(plain)
		return 2, nil
	}
	digits := map[byte]int{'u': 4, 'U': 6}[s[1]]
	if digits > 0 && len(s) >= 2+digits {
		if code, err := strconv.ParseUint(s[2:2+digits], 16, 32); err == nil && utf8.ValidRune(rune(code)) {
			b.WriteRune(rune(code))
			return 2 + digits, nil
		}
	}
	return 0, syntax(at, "a backslash stands before one of %s or a code like \\u00e9", `" \ ' n t r`)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// beginsName and isName follow the grammar rules 28 to 30 of DMN 1.3.
func beginsName(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isName(r rune) bool { return beginsName(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// identifier is the length of the plain name that a text begins with.
func identifier(s string) int { return len(s) - len(strings.TrimLeftFunc(s, isName)) }
