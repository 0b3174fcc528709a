package planner

import (
	"navd/daemon/nav"
	"navd/daemon/reply"
)

// NewMachine asks a chain of models for one decision, which it reads in the words
// of the pictures, of the shown views. chain names the models, without "local".
// refuse says why a decision that can be read is not taken; nil: all are.
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
