package ipc

import (
	"encoding/json"
	"fmt"
)

// Answer is a line of the server: a response, or a notification when Method is set. It
// shares the memory of the line.
type Answer struct {
	ID     json.RawMessage // "null" when the request could not be named
	Result json.RawMessage
	Error  *Error
	Method string
	Params json.RawMessage
}

// ParseAnswer reads a line of the server.
func ParseAnswer(line []byte) (Answer, error) {
	s := scanner{data: line, limit: hardNesting}
	var e envelope
	if s.peek() != '{' {
		return Answer{}, fmt.Errorf("an answer is an object")
	}
	if err := e.scan(&s); err != nil {
		return Answer{}, err
	}
	a := Answer{ID: e.raw[memberID], Result: e.raw[memberResult], Params: e.raw[memberParams]}
	a.Method, _ = plainText(e.raw[memberMethod])
	if raw := e.raw[memberError]; raw != nil {
		if err := a.readError(raw); err != nil {
			return Answer{}, fmt.Errorf("error of an answer: %w", err)
		}
	}
	if a.Method == "" && a.ID == nil {
		return Answer{}, fmt.Errorf("neither an answer nor a notification")
	}
	return a, nil
}

// readError reads the error member. JSON-RPC allows any data: what is not an [ErrorData] is
// left out.
func (a *Answer) readError(raw []byte) error {
	if string(raw) == "null" {
		return nil
	}
	var e struct {
		Error
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		return err
	}
	var data *ErrorData
	if err := json.Unmarshal(e.Data, &data); err == nil {
		e.Error.Data = data
	}
	a.Error = &e.Error
	return nil
}
