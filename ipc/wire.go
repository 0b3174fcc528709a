package ipc

import "encoding/json"

// Version is the protocol version that every message carries.
const Version = "2.0"

// MethodCancel cancels a call in flight on the same connection, named by its id.
const MethodCancel = "$/cancel"

// MethodEvent is the method of the notifications that the server pushes.
const MethodEvent = "event"

// Request is one call. Without an ID it is a notification and gets no answer;
// an ID of null is a request.
type Request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

// Response answers the request with the same ID by either Result or Error. ID
// is null when the request was too broken to name it.
type Response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Notification is a message of the server that is not an answer.
type Notification struct {
	JSONRPC string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// Cancel are the parameters of [MethodCancel].
type Cancel struct {
	ID json.RawMessage `json:"id"` // as sent: 1 and 1.0 are two ids
}

// Cancelled is the result of [MethodCancel] sent as a request.
type Cancelled struct {
	Cancelled bool `json:"cancelled"` // whether such a call was in flight
}
