package modeltest

import (
	"net/http"
	"time"
)

// Answer is how a fake answers one call.
type Answer struct {
	kind   kind
	text   string
	status int
	after  string        // Retry-After, as it stands in the header
	later  time.Duration // Retry-After as a date, this long after the answer's
	pause  time.Duration
}

type kind int

const (
	good kind = iota
	cut
	empty
	blocked
	blockedPrompt
	huge
	malformed
	truncated
	drip
	hang
	reset
	refuse
	redirect
	raw
)

// The tokens that every good answer says it used. Thinking counts as output.
const (
	TokensIn  = 11
	TokensOut = 12
	thinking  = 5
)

// Good answers with this text.
func Good(text string) Answer { return Answer{kind: good, text: text} }

// Cut answers with this text and says that it ends at the token limit.
func Cut(text string) Answer { return Answer{kind: cut, text: text} }

// Empty answers with no candidate at all.
func Empty() Answer { return Answer{kind: empty} }

// Blocked holds the answer back for safety.
func Blocked() Answer { return Answer{kind: blocked} }

// BlockedPrompt holds the answer back because of the prompt.
func BlockedPrompt() Answer { return Answer{kind: blockedPrompt} }

// Huge answers with 8 MiB of text.
func Huge() Answer { return Answer{kind: huge} }

// Malformed answers with JSON that ends too early.
func Malformed() Answer { return Answer{kind: malformed} }

// Raw answers with this body as it is.
func Raw(body string) Answer { return Answer{kind: raw, text: body} }

// Truncated closes the connection in the middle of a good answer.
func Truncated() Answer { return Answer{kind: truncated} }

// Drip gives a good answer in pieces, with a pause before each.
func Drip(text string, pause time.Duration) Answer {
	return Answer{kind: drip, text: text, pause: pause}
}

// Hang never answers; it ends when the client goes away.
func Hang() Answer { return Answer{kind: hang} }

// Reset breaks the connection off without an answer.
func Reset() Answer { return Answer{kind: reset} }

// Status refuses with this status, and repeats the key or token that it was
// shown.
func Status(code int) Answer { return Answer{kind: refuse, status: code} }

// RetryAfter refuses with this status, and that header as it is given.
func RetryAfter(code int, header string) Answer {
	return Answer{kind: refuse, status: code, after: header}
}

// RetryAt refuses with this status, and asks for a pause until a date which
// lies this long after its own.
func RetryAt(code int, later time.Duration) Answer {
	return Answer{kind: refuse, status: code, later: later}
}

// Redirect sends the client to an address outside this machine, where it must
// not go.
func Redirect() Answer { return Answer{kind: redirect, status: http.StatusTemporaryRedirect} }
