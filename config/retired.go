package config

import (
	"strings"

	"navd/daemon/fault"
)

// retired reports whether a name was once a key, which had no effect.
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

// gone makes the fault for a retired key.
func gone(name, where string) *fault.Error {
	f := &fault.Error{Kind: fault.Invalid, Message: "this setting was removed, and never had an effect", Field: name}
	return f.WithHint("%s: remove it; planner.budget.context and grounding.budget divide the prompt", where)
}
