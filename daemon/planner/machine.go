package planner

import "navd/daemon/reply"

// NewMachine asks a chain of models for one decision. chain names the models,
// without "local".
func NewMachine(ask reply.Ask, chain []string) *reply.Machine[Decision] {
	ask.Role, ask.Schema = "planner", Schema
	return reply.NewMachine(ask, chain, Parse)
}
