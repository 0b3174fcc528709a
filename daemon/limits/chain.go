package limits

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"navd/daemon/fault"
)

// A chain has at most this many entries, and an entry at most this many bytes.
const (
	maxChain = 8
	maxEntry = 300
)

// The entries of a chain that need no model.
const (
	Local   = "local"   // the daemon's own deterministic function
	Nearest = "nearest" // the nearest way not yet explored, a baseline of the planner
)

// Chain says what a chain may be: who is asked, in order, until one answers. An
// entry is a provider of models, alone or as PROVIDER:MODEL. The last entry may
// be one of Ends instead, which need no model and always answer.
type Chain struct {
	Providers []string // those that there are
	Ends      []string
}

// Planners gives the rule of planner.chain, which an episode may override.
func Planners(providers []string) Chain {
	return Chain{Providers: providers, Ends: []string{Local, Nearest}}
}

// form is the rule without the providers, which not every reader knows.
func (c Chain) form() string {
	return fmt.Sprintf("PROVIDER or PROVIDER:MODEL each, 1..%d of at most %d bytes; only the last may be %s",
		maxChain, maxEntry, strings.Join(c.Ends, " or "))
}

// String gives the rule as references and errors have it.
func (c Chain) String() string {
	if len(c.Providers) == 0 {
		return c.form() + "; no provider is set up"
	}
	return c.form() + "; providers: " + strings.Join(slices.Sorted(slices.Values(c.Providers)), ", ") + "; models.servers adds more"
}

// Whole is the place of a fault that no single entry has.
const Whole = -1

// Check gives the place of the first entry that the rule does not take, or Whole
// when the number of entries is wrong, and the fault; nil for a chain it takes.
func (c Chain) Check(chain []string) (int, *fault.Error) {
	for i, entry := range chain {
		if c.takes(entry, i == len(chain)-1) {
			continue
		}
		return i, c.refuse(entry)
	}
	if len(chain) == 0 || len(chain) > maxChain {
		return Whole, c.refuse(chain)
	}
	return Whole, nil
}

func (c Chain) refuse(given any) *fault.Error {
	return (&fault.Error{Kind: fault.Invalid, Message: "not allowed", Allowed: c.String()}).About("", given)
}

func (c Chain) takes(entry string, last bool) bool {
	if slices.Contains(c.Ends, entry) {
		return last
	}
	provider, model, named := strings.Cut(entry, ":")
	switch {
	case len(entry) > maxEntry || !utf8.ValidString(entry) || strings.ContainsFunc(entry, unicode.IsControl):
		return false
	case strings.TrimSpace(entry) != entry || named && strings.TrimSpace(model) == "":
		return false
	}
	return slices.Contains(c.Providers, provider)
}
