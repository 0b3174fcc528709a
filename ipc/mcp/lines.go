package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"navd/daemon/fault"
	"navd/ipc"
)

// MaxLine is the longest line that an agent may send, in bytes without its newline; the
// daemon's socket takes as much where its settings say nothing else.
const MaxLine = 16 << 20

// maxNesting is how deep a line may nest objects and arrays, as on the daemon's socket.
const maxNesting = 64

// errLongLine is returned by next once for each line over the limit, as soon as the line
// exceeds it.
var errLongLine = errors.New("line too long")

// lineReader cuts a stream into lines. The last one needs no newline.
type lineReader struct {
	from     *bufio.Reader
	skipping bool // the rest of a long line is dropped
}

func newLineReader(from io.Reader) *lineReader {
	return &lineReader{from: bufio.NewReaderSize(from, 64<<10)}
}

// next gives the next line that is not empty. After [errLongLine] it goes on with the line
// behind the long one.
func (r *lineReader) next() (line []byte, err error) {
	for {
		part, err := r.from.ReadSlice('\n')
		more := errors.Is(err, bufio.ErrBufferFull)
		if r.skipping {
			r.skipping = more
		} else {
			line = append(line, part...)
			if len(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))) > MaxLine {
				r.skipping = more
				return nil, errLongLine
			}
		}
		switch {
		case more:
		case len(bytes.Trim(line, " \t\r\n")) > 0:
			return line, nil
		case err != nil:
			return nil, err
		default:
			line = nil
		}
	}
}

// longLine is the answer to a line over [MaxLine].
func longLine() ipc.Response {
	return refusal(nil, ipc.Errorf(ipc.CodeRequest, "a line has at most %d bytes; send less at a time", MaxLine))
}

// message reads a line. A line that is no message has an answer instead, with the id of the
// call where that could be read.
func message(line []byte) (jsonrpc.Message, *ipc.Response) {
	if ipc.IsBatch(line) && json.Valid(line) {
		return nil, new(refusal(nil, ipc.Errorf(ipc.CodeRequest, "a batch is not allowed, the protocol has none since 2025-06-18; send each message on a line of its own")))
	}
	r, broken := ipc.ParseRequest(line, maxNesting)
	if broken != nil {
		if isAnswer(line) {
			return &jsonrpc.Response{}, nil
		}
		return nil, new(refusal(r.ID, explained(broken)))
	}
	id, allowed := callID(r.ID)
	if !allowed {
		return nil, new(refusal(r.ID, ipc.Errorf(ipc.CodeRequest, "id: not allowed, given %s, allowed a string, or a whole number of at most 15 digits; a notification has none", clip(string(r.ID), 80))))
	}
	return &jsonrpc.Request{ID: id, Method: r.Method, Params: r.Params}, nil
}

// explained is what is wrong with a line, with what a line has to be.
func explained(e *ipc.Error) *ipc.Error {
	what, code := e.Message, ipc.CodeRequest
	if e.Code == ipc.CodeParse {
		what, code = "not JSON in UTF-8: "+what, ipc.CodeParse
	}
	return ipc.Errorf(code, `%s; allowed is one message a line, like {"jsonrpc":"2.0","id":1,"method":"ping"}`, what)
}

// isAnswer reports whether a line answers something. navd asks nothing, so nobody waits for
// it; an error as the answer to it could go to and fro for ever.
func isAnswer(line []byte) bool {
	var m map[string]json.RawMessage
	return json.Unmarshal(line, &m) == nil && m["method"] == nil && (m["result"] != nil || m["error"] != nil)
}

// callID reads the id of a call; a notification has none. A fraction and a number beyond
// maxID would come back as another one.
func callID(raw json.RawMessage) (id jsonrpc.ID, allowed bool) {
	if raw == nil {
		return id, true
	}
	var v any
	if json.Unmarshal(raw, &v) != nil || v == nil {
		return id, false
	}
	if n, is := v.(float64); is && (n != math.Trunc(n) || math.Abs(n) > maxID) {
		return id, false
	}
	id, err := jsonrpc.MakeID(v)
	return id, err == nil
}

// maxID is the largest number that is an id, of 15 digits.
const maxID = 1e15 - 1

// refusal is an answer to a line that is no message.
func refusal(id json.RawMessage, e *ipc.Error) ipc.Response {
	if id == nil {
		id = json.RawMessage("null")
	}
	return ipc.Response{JSONRPC: ipc.Version, ID: id, Error: e}
}

// twice is the answer to a call with the id of a call that has no answer yet. Its own id is
// null, so that nobody takes it for the answer of the other.
func twice(id jsonrpc.ID) ipc.Response {
	return refusal(nil, ipc.Errorf(ipc.CodeRequest, "id: a call with this id has no answer yet, given %s; give each call an id of its own", fault.Show(id.Raw())))
}
