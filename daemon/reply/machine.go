package reply

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"navd/daemon/fault"
)

// Attempt is one call of a model on the way to an answer.
type Attempt struct {
	Model  string `json:"model"`            // the entry of the chain that was asked
	Raw    string `json:"raw,omitempty"`    // the model's answer, unchanged
	Reason string `json:"reason,omitempty"` // why it was unusable; empty: it was used
	Usage  Usage  `json:"usage"`            // what the call used

	Unasked bool `json:"unasked,omitempty"` // there was no call: navd held it back, for the reason given
}

// Calls gives how many attempts were calls.
func Calls(attempts []Attempt) (n int) {
	for _, a := range attempts {
		if !a.Unasked {
			n++
		}
	}
	return n
}

// Reasons lists why attempts were unusable, each with its model.
func Reasons(attempts []Attempt) (all []string) {
	for _, a := range attempts {
		if a.Reason != "" {
			all = append(all, a.Model+": "+a.Reason)
		}
	}
	return all
}

// Machine asks a chain of models for one answer that its parser can use. An entry whose
// answer was unusable is asked once more and told what was wrong. An entry that could not be
// reached is tried twice more, after growing pauses or the pause that it asked for, if that
// is short. An entry that did not answer in time is not asked again. Then the next entry is
// asked.
//
// It makes no calls itself: its driver takes an [Ask] from Next and passes the [Answer] to
// Feed.
type Machine[T any] struct {
	ask      Ask
	chain    []string
	parse    func(string) (T, error)
	at       int           // entry
	try      int           // calls of this entry so far
	again    bool          // the next ask is the retry of this entry after an unusable answer
	faults   int           // transport faults of this entry in a row
	pause    time.Duration // before the next ask
	used     int
	wrong    string
	answer   *T
	attempts []Attempt
}

// NewMachine returns a machine. chain names the models; parse reads an answer, and its error
// says what is wrong with it.
func NewMachine[T any](ask Ask, chain []string, parse func(string) (T, error)) *Machine[T] {
	return &Machine[T]{ask: ask, chain: chain, parse: parse}
}

// Next returns the next question; false when there is no more to ask.
func (m *Machine[T]) Next() (Ask, bool) {
	if m.answer != nil || m.at >= len(m.chain) {
		return Ask{}, false
	}
	ask := m.ask
	ask.Model, ask.Try, ask.Wait = m.at, m.try, m.pause
	if m.again {
		ask.Prompt += fmt.Sprintf("\n\nYour last answer could not be used: %s.\nAnswer again with the JSON object alone.", m.wrong)
	}
	return ask, true
}

// Feed takes the answer to the last ask. It ignores an answer when there is no ask.
func (m *Machine[T]) Feed(a Answer) {
	if m.answer != nil || m.at >= len(m.chain) {
		return
	}
	attempt := Attempt{Model: m.chain[m.at], Raw: a.Text, Usage: a.Usage, Unasked: a.Unasked()}
	t, err := m.usable(a)
	if err == nil {
		m.answer, m.used = &t, m.at
		m.attempts = append(m.attempts, attempt)
		return
	}
	attempt.Reason = reasonOf(err)
	if a.Usage.Cut && a.Err == nil {
		attempt.Reason += "; the answer was cut off at " + cmp.Or(a.Limit, "its limit of tokens")
	}
	m.attempts = append(m.attempts, attempt)
	m.try, m.pause = m.try+1, 0
	pause, passing := m.passing(a.Err)
	switch {
	case a.Err == nil && !m.again:
		m.again, m.wrong, m.faults = true, attempt.Reason, 0
	case passing:
		m.faults++
		m.pause = pause
	default:
		m.Skip()
	}
}

// Skip goes on to the next entry, for a driver that has no time for the pause before the next
// ask.
func (m *Machine[T]) Skip() {
	m.at, m.try, m.again, m.faults, m.pause = m.at+1, 0, false, 0, 0
}

const (
	maxFaults  = 2                      // retries of an entry that cannot be reached
	firstPause = 100 * time.Millisecond // before the first of them; doubled each time
	maxPause   = 2 * time.Second        // an entry that asks for a longer pause is skipped
)

// passing reports whether another try may succeed after an error, and how long to wait before
// it.
func (m *Machine[T]) passing(err error) (time.Duration, bool) {
	if !fault.Is(err, fault.Unavailable) || m.faults >= maxFaults {
		return 0, false
	}
	pause := max(firstPause<<m.faults, fault.As(err).After)
	return pause, pause <= maxPause
}

func (m *Machine[T]) usable(a Answer) (t T, err error) {
	if a.Err != nil {
		return t, a.Err
	}
	return m.parse(a.Text)
}

func reasonOf(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Error()
	}
	return err.Error()
}

// Answer returns what the parser read; false when every entry failed.
func (m *Machine[T]) Answer() (t T, ok bool) {
	if m.answer == nil {
		return t, false
	}
	return *m.answer, true
}

// Used returns the index of the entry that answered.
func (m *Machine[T]) Used() int { return m.used }

// Attempts lists every call so far, in order.
func (m *Machine[T]) Attempts() []Attempt { return m.attempts }
