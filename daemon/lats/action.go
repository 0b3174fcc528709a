package lats

import (
	"strings"
	"unicode"

	"navd/daemon/fault"
	"navd/daemon/words"
)

// ActionType is a kind of action that an environment knows.
type ActionType struct {
	Name     string `json:"name"`               // lower case, one word
	Help     string `json:"help,omitempty"`     // what it does, for the prompt
	Optional bool   `json:"optional,omitempty"` // it needs no parameter
	Terminal bool   `json:"terminal,omitempty"` // it ends a trajectory with an answer: one that failed is not tried again
}

// Action is what a node does.
type Action struct {
	Type  string `json:"type"` // lower case; empty: Param is text that names no action
	Param string `json:"param"`
}

// String writes an action as environments take it: search[red mug].
func (a Action) String() string {
	if a.Type == "" {
		return strings.ToLower(a.Param)
	}
	return a.Type + "[" + a.Param + "]"
}

// Invalid is the observation of an action that no environment takes.
func (a Action) Invalid() string { return "Invalid action: " + a.String() }

// Key is equal for two actions that do the same: it ignores the case of letters, spaces,
// quotes, articles and punctuation, but not the signs and points of numbers.
func (a Action) Key() string { return strings.ToLower(a.Type) + "[" + canonical(a.Param) + "]" }

func checkActions(types []ActionType) error {
	seen := map[string]bool{}
	for _, t := range types {
		if t.Name == "" || t.Name != strings.ToLower(t.Name) || !isWord(t.Name) || seen[t.Name] {
			return fault.Field("actions.name", t.Name, "one lower-case word, each once")
		}
		seen[t.Name] = true
	}
	return nil
}

func (o *Options) action(name string) (ActionType, bool) {
	for _, t := range o.Actions {
		if t.Name == name {
			return t, true
		}
	}
	return ActionType{}, false
}

// ends tells whether an action gives an answer. When no actions are listed, that is the one
// named finish.
func (o *Options) ends(name string) bool {
	if len(o.Actions) == 0 {
		return name == "finish"
	}
	t, _ := o.action(name)
	return t.Terminal
}

func isWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && r != '_' && r != '-'
	})
}

// canonical is the spelling of a parameter in [Action.Key].
func canonical(s string) string {
	rs := []rune(words.Plain(halfwidth(s)))
	var b strings.Builder
	for i, r := range rs {
		switch {
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r), r == '+', r == '#':
			b.WriteRune(r)
		case r == '.' && digit(rs, i-1) && digit(rs, i+1), (r == '-' || r == '−') && digit(rs, i+1) && !letter(rs, i-1):
			b.WriteRune(r)
		case r == ',' && digit(rs, i-1) && thousands(rs, i+1), r == '\'', r == '’':
		default:
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(b.String())
	kept := make([]string, 0, len(words))
	for _, w := range words {
		if w != "a" && w != "an" && w != "the" {
			kept = append(kept, w)
		}
	}
	switch {
	case len(kept) > 0:
		return strings.Join(kept, " ")
	case len(words) > 0:
		return words[len(words)-1] // only articles: "the A" is A
	}
	return strings.Join(strings.Fields(string(rs)), " ")
}

func digit(rs []rune, i int) bool { return i >= 0 && i < len(rs) && unicode.IsDigit(rs[i]) }

func letter(rs []rune, i int) bool {
	return i >= 0 && i < len(rs) && (unicode.IsLetter(rs[i]) || unicode.IsNumber(rs[i]))
}

// thousands tells whether exactly three digits begin at i.
func thousands(rs []rune, i int) bool {
	return digit(rs, i) && digit(rs, i+1) && digit(rs, i+2) && !digit(rs, i+3)
}
