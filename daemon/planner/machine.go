package planner

import (
	"navd/daemon/nav"
	"navd/daemon/reply"
)

// NewMachine asks a chain of models for one decision, which it reads in the words
// of the pictures, of the shown views. chain names the models, without "local".
func NewMachine(ask reply.Ask, chain []string, w nav.Wording, shown []int) *reply.Machine[Decision] {
	ask.Role, ask.Schema = "planner", SchemaIn(w)
	return reply.NewMachine(ask, chain, ParseIn(w, shown))
}
