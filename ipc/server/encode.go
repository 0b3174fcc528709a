package server

import (
	"bytes"
	"encoding/json"

	"navd/ipc"
)

// answerBuffer is the first size of an answer's buffer, enough for a step.
const answerBuffer = 512

// encodeResult gives the line that answers id by result.
func encodeResult(id json.RawMessage, result any) ([]byte, error) {
	buf := bytes.NewBuffer(make([]byte, 0, answerBuffer))
	buf.WriteString(`{"jsonrpc":"2.0","id":`)
	buf.Write(id)
	buf.WriteString(`,"result":`)
	if err := encodeTo(buf, result); err != nil {
		return nil, err
	}
	buf.Truncate(buf.Len() - 1)
	buf.WriteString("}\n")
	return buf.Bytes(), nil
}

// encodeError gives the line that answers id by an error.
func encodeError(id json.RawMessage, e *ipc.Error) []byte {
	line, err := encodeLine(ipc.Response{JSONRPC: ipc.Version, ID: id, Error: e})
	if err != nil { // strings and numbers always encode; an id was read as JSON
		return []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}` + "\n")
	}
	return line
}

// encodeNameless gives the line of an error with id null.
func encodeNameless(e *ipc.Error) []byte { return encodeError(json.RawMessage("null"), e) }

// encodeLine gives v as a line.
func encodeLine(v any) ([]byte, error) {
	var buf bytes.Buffer
	err := encodeTo(&buf, v)
	return buf.Bytes(), err
}

// encodeTo appends v and a newline; < > & stay as they are.
func encodeTo(buf *bytes.Buffer, v any) error {
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
