package daemon

import (
	"navd/daemon/grounding"
	"navd/daemon/knowledge"
	"navd/daemon/words"
)

// memo is what code reads of a memory.
type memo struct {
	statement grounding.Statement
	stated    bool
	claims    []words.Claim
}

// memoOf reads a memory, or what a rule says that always holds.
func memoOf(b knowledge.Body) (s memo) {
	if b.Skill == nil && (b.Rule == nil || b.Always()) {
		s.statement, s.stated = grounding.ParseStatement(b.Text)
		s.claims = words.Lasting(b.Text, "")
	}
	return s
}

// opposes tells whether two memories cannot both be true: they give one attribute two
// values, or one says that a thing is where the other says that it is not, or to go where
// the other says not to.
func (s memo) opposes(o memo) bool {
	if s.stated && o.stated && s.statement.Subject == o.statement.Subject && s.statement.Attribute == o.statement.Attribute {
		return s.statement.Value != o.statement.Value
	}
	for _, a := range s.claims {
		for _, b := range o.claims {
			if a.Subject == b.Subject && a.Object == b.Object && a.Polarity == -b.Polarity && a.Relation != words.RelationCalled && a.Weight == b.Weight {
				return true
			}
		}
	}
	return false
}
