package knowledge

import (
	"bytes"
	"encoding/json"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/ref"
)

// Kept is one record of the history, as a line of JSONL: exactly one member is set.
type Kept struct {
	Feedback *Feedback   `json:"feedback,omitempty"`
	Proposal *Proposal   `json:"proposal,omitempty"`
	Item     *Item       `json:"item,omitempty"` // a version of it
	Attached *Attachment `json:"attached,omitempty"`
	Line     *Line       `json:"line,omitempty"` // of the log
}

// ParseKept reads a line, and refuses one that no navd writes.
func ParseKept(line []byte) (k Kept, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&k); err != nil {
		return k, fault.New(fault.Invalid, "not a record of a knowledge history: %w", err)
	}
	set := 0
	for _, is := range []bool{k.Feedback != nil, k.Proposal != nil, k.Item != nil, k.Attached != nil, k.Line != nil} {
		if is {
			set++
		}
	}
	if set != 1 {
		return k, fault.New(fault.Invalid, "the record has %d of feedback, proposal, item, attached and line; exactly one is needed", set)
	}
	return k, k.check()
}

// check refuses a record that cannot be stored or used.
func (k Kept) check() error {
	switch {
	case k.Feedback != nil:
		return hasNumber(k.Feedback.ID, "q")
	case k.Proposal != nil:
		if _, err := ParseKind(string(k.Proposal.Kind)); err != nil {
			return err
		}
		return hasNumber(k.Proposal.ID, "p")
	case k.Attached != nil:
		return hasNumber(k.Attached.Skill, Prefix)
	case k.Line != nil:
		if k.Line.N < 1 || k.Line.N > ref.MaxNumber {
			return fault.Field("n", k.Line.N, "1 or more")
		}
		return nil
	}
	i := k.Item
	if i.Version < 1 || i.Version > ref.MaxNumber {
		return fault.Field("version", i.Version, "1 or more")
	}
	if i.Status != item.Active && i.Status != item.Superseded && i.Status != item.Retired {
		return fault.Field("status", string(i.Status), "active, superseded or retired")
	}
	if err := i.Body.fits(i.Kind); err != nil {
		return err
	}
	if i.Kind == Rule && i.Status == item.Active {
		if rule, problems := Compile(*i); rule == nil {
			return fault.New(fault.Invalid, "the rule cannot go live: %s", problems[0].What).About("item", i.ID)
		}
	}
	return hasNumber(i.ID, Prefix)
}

// fits refuses a body that does not belong to a kind.
func (b Body) fits(kind Kind) error {
	if _, err := ParseKind(string(kind)); err != nil {
		return err
	}
	if (kind == Rule) != (b.Rule != nil) || (kind == Skill) != (b.Skill != nil) || kind == Memory && b.Text == "" {
		return fault.New(fault.Invalid, "not the body of a %s", kind).About("body", nil)
	}
	return nil
}

func hasNumber(id, mark string) error {
	if _, ok := ref.Number(id, mark); !ok {
		return fault.Field("id", id, mark+"1, "+mark+"2, …")
	}
	return nil
}

// Follows reports whether a record may replace a stored one: it is the same one at a later
// time, when queued feedback has an outcome, an open proposal is decided, or a skill is
// attached anew.
func (k Kept) Follows(old Kept) bool {
	switch {
	case k.Feedback != nil:
		f, was := *k.Feedback, *old.Feedback
		return was.Outcome == "" && f.Text == was.Text && f.Said.Equal(was.Said)
	case k.Proposal != nil:
		p, was := *k.Proposal, *old.Proposal
		return was.Standing == Open && p.Created.Equal(was.Created) && p.Body.Hash() == was.Body.Hash()
	case k.Attached != nil:
		return k.Attached.Since.After(old.Attached.Since)
	}
	return false
}

// Name gives the name of a record for an error.
func (k Kept) Name() string {
	switch {
	case k.Feedback != nil:
		return k.Feedback.ID
	case k.Proposal != nil:
		return k.Proposal.ID
	case k.Item != nil:
		return k.Item.Ref()
	case k.Attached != nil:
		return "the attachment of " + k.Attached.Skill
	}
	return "a line of the log"
}
