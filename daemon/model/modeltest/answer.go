package modeltest

import "time"

// Answer is how a fake answers one call.
type Answer struct {
	kind   kind
	text   string
	status int
	after  string        // Retry-After, as it stands in the header
	later  time.Duration // Retry-After as a date, this long after the answer's
	pause  time.Duration // before each piece
}

// kind is what comes in place of a good answer.
type kind int

const (
	good kind = iota

	cut           // it says that it ends at the token limit
	empty         // no candidate at all
	blocked       // held back for safety
	blockedPrompt // held back because of the prompt
	huge          // 8 MiB of text
	malformed     // JSON that ends too early
	truncated     // the connection is closed in the middle of a good answer
	drip          // in pieces, with a pause before each
	hang          // none; it ends when the client goes away
	reset         // the connection is broken off
	refuse        // with a status; it repeats the key or token that it was shown
	redirect      // to an address outside this machine, where the client must not go
	raw           // this body as it is
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

// Raw answers with this body as it is.
func Raw(body string) Answer { return Answer{kind: raw, text: body} }

// Hang never answers; it ends when the client goes away.
func Hang() Answer { return Answer{kind: hang} }

// Status refuses with this status, and repeats the key or token that it was
// shown.
func Status(code int) Answer { return Answer{kind: refuse, status: code} }

// RetryAfter refuses with this status, and that header as it is given.
func RetryAfter(code int, header string) Answer {
	return Answer{kind: refuse, status: code, after: header}
}
