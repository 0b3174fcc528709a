package reply

import (
	"errors"
	"time"

	"navd/daemon/fault"
)

// Image is one picture that goes with an ask.
type Image struct {
	MIME  string // image/jpeg or image/png
	Bytes []byte
	View  int // the view that it shows; -1: a grid of all shown views
}

// Ask is one question to a model, made by a pure machine. A machine returns its asks from
// Next() (Ask, bool) and takes answers with Feed(Answer); its driver makes the calls, sets
// deadlines and keeps records.
type Ask struct {
	Role   string // planner, scene, …
	System string
	Prompt string
	Images []Image
	Schema string        // JSON schema of the answer, for models that accept one
	Model  int           // index into the role's chain
	Try    int           // number of calls of this entry of the chain before this one
	Sample int           // which of several answers to the same question it is to be, from 0
	Wait   time.Duration // pause before the call, after a transport fault

	// Settings that the driver fills in from the configuration.
	Name        string  // name of the model at its provider; empty: the provider's default
	Temperature float64 // 0..2
	MaxTokens   int     // most tokens of the answer; 0: the model's own limit
	Urgent      bool    // a robot waits for the answer
}

// Answer is the result of a call: a text, or an error.
type Answer struct {
	Text  string
	Err   error // of the transport; there is no text then
	Usage Usage
	Limit string // name of the setting that bounds its tokens, for the reason of one that was cut off
}

// Unasked tells whether navd held the ask back, so that there was no call.
func (a Answer) Unasked() bool {
	f := (*fault.Error)(nil)
	return errors.As(a.Err, &f) && f.Unasked
}

// Usage is what one call used.
type Usage struct {
	TokensIn  int           `json:"tokens_in"`  // of the prompt, by the provider's count
	TokensOut int           `json:"tokens_out"` // of the answer
	Cost      float64       `json:"cost"`       // in the currency of the price table
	Took      time.Duration `json:"took_ns"`    // nanoseconds from the ask to the answer

	Cut bool `json:"cut,omitempty"` // the answer ended in its middle, at the most tokens that it may have
}
