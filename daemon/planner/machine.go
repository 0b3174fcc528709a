package planner

import (
	"navd/daemon/nav"
	"navd/daemon/reply"
)

// NewMachine returns the machine that asks a chain of models for one decision, read by
// [ParseIn] with w and shown. chain names the models, without "local". refuse, if not nil,
// returns an error for a readable decision that cannot be used.
func NewMachine(ask reply.Ask, chain []string, w nav.Wording, shown []int, refuse func(Decision) error) *reply.Machine[Decision] {
	ask.Role, ask.Schema = "planner", SchemaIn(w)
	parse := ParseIn(w, shown)
	return reply.NewMachine(ask, chain, func(text string) (Decision, error) {
		d, err := parse(text)
		if err == nil && refuse != nil {
			err = refuse(d)
		}
		return d, err
	})
}
