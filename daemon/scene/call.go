package scene

import (
	"time"

	"navd/daemon/reply"
)

// Call is the record of one picture that models were asked about.
type Call struct {
	N        int             `json:"n"`                     // number of the picture in its episode, from 1
	Step     int             `json:"step"`                  // step it shows
	Seq      int             `json:"seq"`                   // step after which it was handed in
	Image    string          `json:"image"`                 // SHA-256 of the picture as it came, hexadecimal
	Prompt   string          `json:"prompt_hash,omitempty"` // SHA-256 of the prompt
	Attempts []reply.Attempt `json:"attempts,omitempty"`    // model calls, in their order
	Scene    *Scene          `json:"scene,omitempty"`       // what was seen; nil while it is read, and when that failed
	Failed   string          `json:"failed,omitempty"`      // why nothing was seen
	Asked    time.Time       `json:"asked"`                 // when it was handed in
	Done     time.Time       `json:"done,omitzero"`         // when it was read
}

// Picture is a picture that waits to be read, as models get it.
type Picture struct {
	MIME  string `json:"mime"`  // image/jpeg or image/png
	Bytes []byte `json:"bytes"` // encoded

	Waiter *Waiter `json:"waiter,omitempty"` // call that is answered once it was read, nil: none
}

// Waiter is a call that is answered once its picture was read.
type Waiter struct {
	Key        string `json:"key,omitempty"`         // under which the answer is stored; empty: the call has none
	Content    string `json:"content,omitempty"`     // digest of the call, when it has a key
	RangesKept *bool  `json:"ranges_kept,omitempty"` // whether the ranges that came with the picture are kept, nil: none came
}
