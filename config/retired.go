package config

import (
	"strings"

	"navd/daemon/fault"
)

// retired tells whether a name was a key once, which nothing ever read.
func retired(key string) bool {
	switch strings.TrimPrefix(key, "planner.budget.") {
	case "knowledge", "advisories", "search", "skills":
		return strings.HasPrefix(key, "planner.budget.")
	}
	return false
}

// retiredEnv is retired for the name of a variable.
func retiredEnv(name string) bool {
	return retired(strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, envPrefix), "_", ".")))
}

// gone makes the fault for a key that there is no more.
func gone(name, where string) *fault.Error {
	f := &fault.Error{Kind: fault.Invalid, Message: "there is no such setting any more, and it never did anything", Field: name}
	return f.WithHint("%s: take it out; planner.budget.context and grounding.budget share the prompt", where)
}
