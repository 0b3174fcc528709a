package modeltest

import (
	"net/http"
	"time"
)

// Turn is how a fake answers one call.
type Turn struct {
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
func Good(text string) Turn { return Turn{kind: good, text: text} }

// Cut answers with this text and says that it ends at the token limit.
func Cut(text string) Turn { return Turn{kind: cut, text: text} }

// Empty answers with no candidate at all.
func Empty() Turn { return Turn{kind: empty} }

// Blocked holds the answer back for safety.
func Blocked() Turn { return Turn{kind: blocked} }

// BlockedPrompt holds the answer back because of the prompt.
func BlockedPrompt() Turn { return Turn{kind: blockedPrompt} }

// Huge answers with 8 MiB of text.
func Huge() Turn { return Turn{kind: huge} }

// Malformed answers with JSON that ends too early.
func Malformed() Turn { return Turn{kind: malformed} }

// Raw answers with this body as it is.
func Raw(body string) Turn { return Turn{kind: raw, text: body} }

// Truncated closes the connection in the middle of a good answer.
func Truncated() Turn { return Turn{kind: truncated} }

// Drip gives a good answer in pieces, with a pause before each.
func Drip(text string, pause time.Duration) Turn { return Turn{kind: drip, text: text, pause: pause} }

// Hang never answers; it ends when the client goes away.
func Hang() Turn { return Turn{kind: hang} }

// Reset breaks the connection off without an answer.
func Reset() Turn { return Turn{kind: reset} }

// Status refuses with this status, and repeats the key or token that it was
// shown.
func Status(code int) Turn { return Turn{kind: refuse, status: code} }

// RetryAfter refuses with this status, and that header as it is given.
func RetryAfter(code int, header string) Turn {
	return Turn{kind: refuse, status: code, after: header}
}

// RetryAt refuses with this status, and asks for a pause until a date which
// lies this long after its own.
func RetryAt(code int, later time.Duration) Turn {
	return Turn{kind: refuse, status: code, later: later}
}

// Redirect sends the client to an address outside this machine, where it must
// not go.
func Redirect() Turn { return Turn{kind: redirect, status: http.StatusTemporaryRedirect} }
