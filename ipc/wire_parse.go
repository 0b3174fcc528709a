package ipc

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"navd/daemon/fault"
)

// IsBatch reports whether a line holds an array.
func IsBatch(line []byte) bool {
	s := scanner{data: line}
	return s.peek() == '['
}

// ParseRequest reads a line, or a member of a batch, as a request nested no deeper than
// nesting. ID and Params of the request share the memory of line.
//
// The error is [CodeParse] for text that is not JSON or not UTF-8, [CodeRequest] for JSON
// that is not a request, and too_large for too much nesting. With the latter two, the
// request has its ID if that could be read, for the answer; otherwise the ID is null.
// Members that JSON-RPC does not know are ignored; a member that it knows must not be given
// twice.
func ParseRequest(line []byte, nesting int) (Request, *Error) {
	if !utf8.Valid(line) {
		return Request{ID: null()}, Errorf(CodeParse, "not UTF-8")
	}
	s := scanner{data: line, limit: nesting}
	if s.peek() != '{' {
		_, err := s.skip()
		if err == nil {
			err = s.end()
		}
		if err != nil {
			return Request{ID: null()}, parseError(err)
		}
		return Request{ID: null()}, Errorf(CodeRequest, "a request is an object")
	}
	var e envelope
	if err := e.scan(&s); err != nil {
		broken := parseError(err)
		if broken.Code == CodeParse {
			return Request{ID: null()}, broken
		}
		return Request{ID: e.answerID()}, broken
	}
	return e.request()
}

// null is the id of an answer to a request whose id could not be read.
func null() json.RawMessage { return json.RawMessage("null") }

// The members of messages that JSON-RPC knows.
const (
	memberVersion = iota
	memberID
	memberMethod
	memberParams
	memberResult
	memberError
	members
)

var memberNames = [members]string{"jsonrpc", "id", "method", "params", "result", "error"}

// envelope has the texts of a message's members.
type envelope struct {
	raw    [members][]byte
	double string // a member given twice; id, if that is one of them
}

func (e *envelope) scan(s *scanner) error {
	if err := s.enter(); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.more('}', first)
		if err != nil {
			return err
		}
		if !more {
			return s.end()
		}
		key, _, err := s.key() // a name with half a surrogate pair is unknown anyway
		if err != nil {
			return err
		}
		raw, err := s.skip()
		if err != nil {
			return err
		}
		e.keep(key, raw)
	}
}

// keep stores a member that JSON-RPC knows.
func (e *envelope) keep(key, raw []byte) {
	for i, name := range memberNames {
		if name != string(key) {
			continue
		}
		if e.raw[i] != nil && e.double != memberNames[memberID] {
			e.double = name
		}
		e.raw[i] = raw
	}
}

// request checks the members.
func (e *envelope) request() (Request, *Error) {
	r := Request{ID: e.answerID(), Params: e.raw[memberParams]}
	version, _ := plainText(e.raw[memberVersion])
	method, isText := plainText(e.raw[memberMethod])
	r.JSONRPC, r.Method = version, method
	switch {
	case e.double != "":
		return r, Errorf(CodeRequest, "%s is given twice", e.double)
	case version != Version:
		return r, Errorf(CodeRequest, `jsonrpc must be "2.0"`)
	case !isText:
		return r, Errorf(CodeRequest, "method must be a string")
	case !isID(e.raw[memberID]):
		return r, Errorf(CodeRequest, "id must be a string, a number or null")
	}
	if e.raw[memberID] == nil {
		r.ID = nil
	}
	return r, nil
}

// answerID gives the id for an answer to a broken request.
func (e *envelope) answerID() json.RawMessage {
	if id := e.raw[memberID]; id != nil && isID(id) && e.double != memberNames[memberID] {
		return id
	}
	return null()
}

// isID reports whether raw may be an id; an absent id may.
func isID(raw []byte) bool {
	if len(raw) == 0 {
		return true
	}
	c := raw[0]
	return c == '"' || c == 'n' || c == '-' || '0' <= c && c <= '9'
}

// plainText gives the string that raw stands for.
func plainText(raw []byte) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	s := scanner{data: raw}
	text, escaped, err := s.text()
	if escaped && err == nil {
		text, _ = unescape(text)
	}
	return string(text), err == nil
}

// ParseBatch gives the members of a batch (see [IsBatch]), each for [ParseRequest]. They
// share the memory of line. There must be at least one, and at most limit.
func ParseBatch(line []byte, limit, nesting int) ([]json.RawMessage, *Error) {
	if !utf8.Valid(line) {
		return nil, Errorf(CodeParse, "not UTF-8")
	}
	s := scanner{data: line, limit: nesting + 1}
	s.peek()
	if err := s.enter(); err != nil {
		return nil, parseError(err)
	}
	var members []json.RawMessage
	for {
		more, err := s.more(']', len(members) == 0)
		if err == nil && !more {
			err = s.end()
		}
		switch {
		case err != nil:
			return nil, parseError(err)
		case !more && len(members) == 0:
			return nil, Errorf(CodeRequest, "an empty batch")
		case !more:
			return members, nil
		case len(members) == limit:
			return nil, ErrorOf(fault.New(fault.TooLarge, "more than %d calls in a batch", limit).WithHint("send smaller batches, or raise socket.max_batch"))
		}
		raw, err := s.skip()
		if err != nil {
			return nil, parseError(err)
		}
		members = append(members, raw)
	}
}

// parseError puts a scanner's error on the wire.
func parseError(err error) *Error {
	var syntax *syntaxError
	if errors.As(err, &syntax) && syntax.tooDeep {
		return ErrorOf(fault.New(fault.TooLarge, "%s", syntax.what))
	}
	return Errorf(CodeParse, "%v", err)
}
