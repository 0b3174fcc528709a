package lats

import (
	"encoding/json"
	"math"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// Kind is what a ticket asks for.
type Kind string

// The kinds of tickets.
const (
	Sample   Kind = "sample"   // N completions that go on from a node
	Observe  Kind = "observe"  // what the environment says to an action
	Evaluate Kind = "evaluate" // how promising a node is
	Reflect  Kind = "reflect"  // what to learn from a failure
)

// Ticket is one thing that a search wants to know. It stays open until it is
// answered, or the search ends.
type Ticket struct {
	ID      int             `json:"ticket"` // from 1, in the order they are made
	Kind    Kind            `json:"kind"`
	Node    int             `json:"node"` // sample: the node to go on from; else the node it is about
	StateID int             `json:"state_id"`
	State   json.RawMessage `json:"state,omitempty"` // of the environment at the node StateID
	Action  *Action         `json:"action,omitempty"`
	Prompt  *Prompt         `json:"prompt,omitempty"` // all but observe
	N       int             `json:"n"`                // completions; 1 but for samples
	Retry   int             `json:"retry"`            // times that the same was asked before
	Seed    uint64          `json:"seed,omitempty"`   // for a model that takes one
}

// Prompt is what a model is asked.
type Prompt struct {
	System    string `json:"system"`
	Text      string `json:"text"`
	Schema    string `json:"schema,omitempty"`     // JSON schema of the answer; empty: it is text
	Stop      string `json:"stop,omitempty"`       // the answer ends before this text
	MaxTokens int    `json:"max_tokens,omitempty"` // of one completion
}

// Candidate is a step that was proposed as parts, rather than as text.
type Candidate struct {
	Thought string `json:"thought"`
	Action  Action `json:"action"`
}

// Answer is what came back for a ticket. Which fields count depends on the
// ticket's kind; all but observations may come with Usage.
type Answer struct {
	Texts       []string        `json:"texts,omitempty"`       // sample: completions; evaluate and reflect: the first counts
	Candidates  []Candidate     `json:"candidates,omitempty"`  // sample: instead of texts, or after them
	Value       *float64        `json:"value,omitempty"`       // evaluate: instead of a text, 0 to 1
	Observation string          `json:"observation,omitempty"` // observe
	Reward      float64         `json:"reward,omitempty"`      // observe: 0 to 1
	Done        bool            `json:"done,omitempty"`        // observe: nothing can follow
	State       json.RawMessage `json:"state,omitempty"`       // observe: what the environment needs to go on from here
	Info        json.RawMessage `json:"info,omitempty"`        // observe: kept, never judged
	Usage       reply.Usage     `json:"usage,omitzero"`
	Unasked     int             `json:"unasked,omitempty"` // of the completions: no model was asked for this many, and they take no calls
	Own         bool            `json:"own,omitempty"`     // the driver answered by itself and will go on so: later tickets reserve no calls
	Next        bool            `json:"next,omitempty"`    // sample: nothing could be read, and the driver asks somebody else from now on
	Err         *Failure        `json:"error,omitempty"`   // there is no answer
}

// Failure is why there is no answer.
type Failure struct {
	Kind fault.Kind `json:"kind"` // timeout: an observation is asked for again
	Text string     `json:"text"`
}

// FailureOf makes the failure of an error.
func FailureOf(err error) *Failure {
	f := fault.As(err)
	return &Failure{Kind: f.Kind, Text: f.Error()}
}

// check refuses an answer that no ticket of its kind can have.
func (a *Answer) check(t Ticket) error {
	switch {
	case !(a.Reward >= 0 && a.Reward <= 1):
		return fault.Field("reward", a.Reward, "0 to 1")
	case a.Value != nil && !(*a.Value >= 0 && *a.Value <= 1):
		return fault.Field("value", *a.Value, "0 to 1")
	case a.Usage.TokensIn < 0 || a.Usage.TokensOut < 0 || !(a.Usage.Cost >= 0) || math.IsInf(a.Usage.Cost, 0):
		return fault.Field("usage", a.Usage, "no negative numbers")
	case len(a.Texts)+len(a.Candidates) > t.N:
		return fault.Field("texts", len(a.Texts)+len(a.Candidates), "at most as many as the ticket asks for")
	case len(a.State) > 0 && !json.Valid(a.State), len(a.Info) > 0 && !json.Valid(a.Info):
		return fault.Field("state", string(a.State), "a JSON value, as info")
	case len(a.State) > maxState || len(a.Info) > maxState:
		return fault.New(fault.TooLarge, "state and info of an observation may have %d bytes each", maxState)
	}
	return nil
}

const maxState = 16 << 10 // bytes
