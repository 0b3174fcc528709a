package planner

import (
	"errors"
	"fmt"
	"time"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// Attempt is one call of a model on the way to a decision.
type Attempt struct {
	Model  string      `json:"model"`            // name of the chain entry
	Raw    string      `json:"raw,omitempty"`    // the model's answer as it came
	Reason string      `json:"reason,omitempty"` // why it was unusable; empty: it was used
	Usage  reply.Usage `json:"usage"`            // what the call used up
}

// Machine asks a chain of models for one decision. An entry whose answer was
// unusable is asked once more with a word on what was wrong; one that was out
// of reach is tried twice more with growing pauses; then comes the next entry.
// It does no call itself: its driver takes an Ask from Next, and feeds the
// Answer. After the last entry failed, Decision reports none.
type Machine struct {
	ask      reply.Ask
	chain    []string
	at       int
	again    bool // the next ask is the one retry of this entry
	faults   int  // transport faults of this entry in a row
	used     int
	wrong    string
	decision *Decision
	attempts []Attempt
}

// NewMachine prepares the asks. chain names the models, without "local".
func NewMachine(ask reply.Ask, chain []string) *Machine {
	ask.Role, ask.Schema = "planner", Schema
	return &Machine{ask: ask, chain: chain}
}

// Next gives the next question, false when there is nothing more to ask.
func (m *Machine) Next() (reply.Ask, bool) {
	if m.decision != nil || m.at >= len(m.chain) {
		return reply.Ask{}, false
	}
	ask := m.ask
	ask.Model = m.at
	if m.faults > 0 {
		ask.Wait = firstPause << (m.faults - 1)
	}
	if m.again {
		ask.Prompt += fmt.Sprintf("\n\nYour last answer could not be used: %s.\nAnswer again with the JSON object alone.", m.wrong)
	}
	return ask, true
}

// Feed takes the answer to the last ask; one that nobody asked for is ignored.
func (m *Machine) Feed(a reply.Answer) {
	if m.decision != nil || m.at >= len(m.chain) {
		return
	}
	attempt := Attempt{Model: m.chain[m.at], Raw: a.Text, Usage: a.Usage}
	d, err := usable(a)
	if err == nil {
		m.decision, m.used = &d, m.at
		m.attempts = append(m.attempts, attempt)
		return
	}
	attempt.Reason = reasonOf(err)
	m.attempts = append(m.attempts, attempt)
	switch {
	case a.Err == nil && !m.again:
		m.again, m.wrong, m.faults = true, attempt.Reason, 0
	case passing(a.Err) && m.faults < maxFaults:
		m.faults++
	default:
		m.at, m.again, m.faults = m.at+1, false, 0
	}
}

const (
	maxFaults  = 2                      // retries of an entry that is out of reach
	firstPause = 100 * time.Millisecond // before the first of them, doubled each time
)

// passing tells whether an error may be gone at the next try.
func passing(err error) bool { return fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Timeout) }

func usable(a reply.Answer) (Decision, error) {
	if a.Err != nil {
		return Decision{}, a.Err
	}
	return Parse(a.Text)
}

func reasonOf(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Error()
	}
	return err.Error()
}

// Decision gives the usable decision, false when every entry failed.
func (m *Machine) Decision() (Decision, bool) {
	if m.decision == nil {
		return Decision{}, false
	}
	return *m.decision, true
}

// Used is the chain's entry that decided.
func (m *Machine) Used() int { return m.used }

// Attempts lists every call so far, in order.
func (m *Machine) Attempts() []Attempt { return m.attempts }
