package knowledge

import (
	"slices"
	"strconv"
	"time"

	"navd/daemon/knowledge/dmn"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Standing is how a proposal stands.
type Standing string

// The standings of a proposal. A decided one stays as it is.
const (
	Open     Standing = "open"     // nobody has decided
	Approved Standing = "approved" // it is in use, or was
	Rejected Standing = "rejected" // somebody said no: the same is not proposed again
	DryRun   Standing = "dry-run"  // it was made to be looked at, and cannot be approved

	Withdrawn Standing = "withdrawn" // the feedback was taken back; when it is said again it is proposed again
)

// Proposal is a change that waits for approval: a new item, its next version, or its
// retirement.
type Proposal struct {
	ID        string    `json:"proposal"` // "p3"
	Standing  Standing  `json:"status"`
	Item      string    `json:"item,omitempty"`     // id; of a new item once it is approved
	Base      int       `json:"base,omitempty"`     // version that it changes; 0: the item is new
	Replaces  string    `json:"replaces,omitempty"` // id of the item whose place a new one takes; Base is its version
	Kind      Kind      `json:"kind"`
	Scope     Scope     `json:"scope"`
	Operation Operation `json:"operation"`
	Mode      Mode      `json:"merge_mode,omitempty"`
	Body      Body      `json:"body"` // as it will be
	Case      Case      `json:"case"`

	Check  *dmn.Report `json:"check,omitempty"`  // of a rule
	Replay *Replay     `json:"replay,omitempty"` // of a rule: what it would have done to past plans

	Feedback string    `json:"feedback,omitempty"` // that it was made of
	Author   string    `json:"author,omitempty"`   // who said that
	By       string    `json:"by"`                 // who made the proposal: local, or a model
	Prompt   string    `json:"prompt,omitempty"`   // hash of the prompt that the model had
	Turns    int       `json:"turns,omitempty"`    // that the model took
	Created  time.Time `json:"created"`
	Decided  time.Time `json:"decided,omitzero"`
	Decider  string    `json:"decided_by,omitempty"`
	Reason   string    `json:"reason,omitempty"` // of the decision
}

// Claims is what the local planner reads in the memory that the proposal makes: not what steers a
// robot for a time only, nor on a condition, which the planner does not look at. Rules and skills
// have none.
func (p Proposal) Claims() []words.Claim {
	if p.Kind != Memory || p.Operation == Delete {
		return nil
	}
	claims := words.Lasting(p.Body.Text, "")
	switch s := read(p.Body.Text); {
	case s.left != "":
		return nil
	case len(s.when) > 0:
		claims = slices.DeleteFunc(claims, func(c words.Claim) bool {
			return c.Relation == words.RelationAvoid || c.Relation == words.RelationPrefer
		})
	}
	return claims
}

// Case says why a change is proposed, for the person who decides.
type Case struct {
	Intent   string   `json:"intent"`             // what is wanted
	Existing []Known  `json:"existing,omitempty"` // what is known already that it touches
	Relation Relation `json:"relation"`
	Because  string   `json:"because"`          // why it is that relation
	Doubts   []string `json:"doubts,omitempty"` // what else it could mean, and what it could harm
	Before   string   `json:"before"`
	After    string   `json:"after"`
	Follows  []string `json:"follows_from,omitempty"` // ids of items that what is new was derived from
}

// Known is an item that a case touches, in the version that was looked at.
type Known struct {
	ID       string   `json:"id"`
	Version  int      `json:"version"`
	Title    string   `json:"title"`
	Relation Relation `json:"relation"`
}

// ProposalID is the id of proposal n: "p3".
func ProposalID(n int) string { return "p" + strconv.Itoa(n) }

// ProposalNumber reads the number out of a proposal's id; false when it is none.
func ProposalNumber(id string) (int, bool) { return ref.Number(id, "p") }

// Outcome is the result of a feedback.
type Outcome string

// The outcomes. A feedback without one is queued.
const (
	Proposed  Outcome = "proposed"   // a proposal was made of it
	Learned   Outcome = "known"      // the item was there: it rests on one more feedback now
	Ignored   Outcome = "ignored"    // it says nothing new
	Undecided Outcome = "undecided"  // a person has to say what is meant
	InUse     Outcome = "in use"     // what was made of it is in use already
	Tried     Outcome = "dry-run"    // what would be made of it is to be looked at
	TakenBack Outcome = "taken back" // by a rollback, before anything was made of it
)

// Feedback is what somebody said, from which knowledge is made.
type Feedback struct {
	ID       string    `json:"feedback"` // "q12"
	Text     string    `json:"text"`
	Kind     Kind      `json:"kind,omitempty"` // as it was asked for; empty: what it reads as
	Scope    Scope     `json:"scope"`
	Amends   string    `json:"amends,omitempty"`       // id of the item that it changes
	Relation Relation  `json:"relation,omitempty"`     // to that item
	At       int       `json:"at,omitempty"`           // row, step or statement of it, from 1
	Follows  []string  `json:"follows_from,omitempty"` // ids of items that it was derived from
	Episode  string    `json:"episode,omitempty"`
	Step     int       `json:"step_id,omitempty"`
	Author   string    `json:"author,omitempty"`
	Said     time.Time `json:"time"`
	Outcome  Outcome   `json:"outcome,omitempty"` // empty: it is queued
	Proposal string    `json:"proposal,omitempty"`
	More     []string  `json:"more_proposals,omitempty"` // when it says several things
	Item     string    `json:"item,omitempty"`
	Reason   string    `json:"reason,omitempty"` // also why it is still queued
	Tries    int       `json:"tries,omitempty"`  // of models whose answers could not be used
	Batch    string    `json:"batch,omitempty"`  // job that did it, with others
}

// FeedbackID is the id of feedback n: "q12".
func FeedbackID(n int) string { return "q" + strconv.Itoa(n) }

// FeedbackNumber reads the number out of a feedback's id; false when it is none.
func FeedbackNumber(id string) (int, bool) { return ref.Number(id, "q") }
