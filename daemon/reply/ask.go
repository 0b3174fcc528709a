package reply

import "time"

// Image is one picture that goes with an ask.
type Image struct {
	MIME  string // image/jpeg or image/png
	Bytes []byte
	View  int // the view it shows, -1: a grid of all shown views
}

// Ask is one question to a model, as a pure machine puts it. A machine gives
// its asks through Next() (Ask, bool) and takes answers through Feed(Answer);
// whoever drives it does the calls, the deadlines and the record.
type Ask struct {
	Role   string // planner, scene, …
	System string
	Prompt string
	Images []Image
	Schema string        // JSON schema of the wanted answer, for models that take one
	Model  int           // index into the role's chain
	Try    int           // calls of this entry of the chain before this one
	Wait   time.Duration // pause before the call, after a transport fault

	// How to ask, which the driver fills in from the configuration.
	Name        string  // of the model at its provider; empty: the provider's own choice
	Temperature float64 // 0..2
	MaxTokens   int     // of the answer; 0: the model's own limit
}

// Answer is what came back: a text, or the error that came instead.
type Answer struct {
	Text  string
	Err   error // transport: there is no text
	Usage Usage
}

// Usage is what one call used up.
type Usage struct {
	TokensIn  int           `json:"tokens_in"`  // of the prompt, by the provider's count
	TokensOut int           `json:"tokens_out"` // of the answer
	Cost      float64       `json:"cost"`       // in the currency of the price table
	Took      time.Duration `json:"took_ns"`    // nanoseconds from the ask to the answer
}
