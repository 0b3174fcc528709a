package ipc

import (
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/words"
)

// The methods of feedback.
const (
	// FeedbackAdd keeps what a user says about what the robot does, in words or by
	// category, and makes entries of it before it answers. A new statement about an
	// attribute that has one value (a colour, a name, open or closed, where one
	// object stands) takes the place of the older one, and the answer says so.
	// Other entries about the same thing stay and are named as possible conflicts.
	//
	// Example: {"episode": "EPISODE", "text": "feedback : spatial: kitchen is green"}
	FeedbackAdd Method[FeedbackParams, FeedbackResult] = "feedback.add"

	// FeedbackParse says how feedback.add would understand a text. Nothing is stored.
	//
	// Example: {"text": "s:(s: 주방은 초록색이야, p: turn left there)"}
	FeedbackParse Method[ParseParams, ParseResult] = "feedback.parse"
)

// FeedbackParams are the parameters of feedback.add. What is said comes in text,
// in either grammar, or by category in feedback.
type FeedbackParams struct {
	Episode     string        `json:"episode" min:"1" max:"128"`                // id of the episode it is about; it may have ended
	Step        *int          `json:"step,omitempty" allow:"0.."`               // step it is about, default the present one
	Instruction string        `json:"instruction,omitempty" max:"4000"`         // the order the robot followed, default that of the episode, else its goal
	Verdict     string        `json:"verdict,omitempty" max:"100"`              // Success, Failure or WiP; a verdict in the text must be the same
	Category    string        `json:"category,omitempty" max:"100"`             // for a text that names none: user_preference, spatial, procedural or general
	Text        string        `json:"text,omitempty" max:"16384"`               // "feedback : spatial: kitchen is green", "s:(u: …, s: …, p: …, g: …)" or free words
	Feedback    *ByCategory   `json:"feedback,omitempty"`                       // in place of text
	Author      string        `json:"author,omitempty" max:"200"`               // who says it
	Scope       string        `json:"scope,omitempty" allow:"scene|everywhere"` // where it holds. Default: in the episode's scene_id if it is spatial, or says where things are, how they are or what they are called; everywhere if it is something else that navd understands, but in this episode alone if it is for now ("not today") or an order without "always" or a category ("go look in the bathroom"); if it does not understand it, in the scene if it names a room or a thing, else in this episode alone. "this room" in an episode of a house means that room, as soon as it is known which it is
	Target      string        `json:"target,omitempty" max:"200"`               // it holds only while this is looked for
	Claims      []words.Claim `json:"claims,omitempty" max:"100"`               // what it tells the planner, in place of what is read from the text; for one text only
	Key         string        `json:"key,omitempty" max:"128"`                  // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p FeedbackParams) Queue() string { return p.Episode }

// ByCategory is feedback with its categories told apart.
type ByCategory struct {
	UserPreference string `json:"user_preference,omitempty" max:"16384"` // what the user likes
	Spatial        string `json:"spatial,omitempty" max:"16384"`         // how the place is
	Procedural     string `json:"procedural,omitempty" max:"16384"`      // how to do it
	General        string `json:"general,omitempty" max:"16384"`         // everything else
}

// FeedbackResult is the answer to feedback.add, stored when it is given.
type FeedbackResult struct {
	Feedback string          `json:"feedback"`          // id of the record
	IDs      []string        `json:"ids"`               // of the entries, in the order of the items
	Verdict  string          `json:"verdict,omitempty"` // the user's
	Entries  []FeedbackEntry `json:"entries"`           // what was done with each item
}

// FeedbackEntry says what was done with one item of a feedback.
type FeedbackEntry struct {
	ID         string            `json:"id"`                          // id of the entry; empty: there is none
	Action     string            `json:"action"`                      // added; merged: an entry says it already, and has more evidence now; outdated: a newer statement stays; command: it tells the robot how to move now, reversal: it takes back what was said, or allows what no one ban forbids; these stay in the record and become no entry
	Note       string            `json:"note,omitempty"`              // for the user, in the language of the text: that it was not understood, or only in part, or is a command or a reversal, and what to say or do instead; or which ban it lifts
	Category   feedback.Category `json:"category"`                    // of the item
	Text       string            `json:"text"`                        // of the item
	Evidence   int               `json:"evidence"`                    // feedbacks that the entry rests on now
	Claims     []words.Claim     `json:"claims"`                      // what it tells the planner without a model
	Superseded []string          `json:"superseded,omitempty"`        // ids of entries that it replaced
	By         string            `json:"superseded_by,omitempty"`     // id of the newer statement
	Possible   []string          `json:"possible_conflict,omitempty"` // ids of entries that may be in force with this one and say otherwise of the same thing; they stay in use. Those that contradict it and then the newest, at most 20, by number
	More       int               `json:"more,omitempty"`              // further ones
}

// ParseParams are the parameters of feedback.parse.
type ParseParams struct {
	Text    string `json:"text" max:"16384"`            // in either grammar
	Episode string `json:"episode,omitempty" max:"128"` // episode it would be said in, which tells what "here" and "this room" mean
}

// ParseResult is the answer to feedback.parse: how feedback.add would understand the text.
// Nothing is stored.
type ParseResult struct {
	Verdict  string             `json:"verdict,omitempty"`  // Success, Failure or WiP
	Items    []feedback.Item    `json:"items"`              // by category
	Claims   []words.Claim      `json:"claims"`             // what the local planner reads in them
	Notes    []string           `json:"notes,omitempty"`    // about items that are commands or not understood
	Scopes   []*grounding.Scope `json:"scopes,omitempty"`   // where the entry of each item would hold, in their order, {}: everywhere, null: no entry would be made of it; with an episode only
	Commands int                `json:"commands,omitempty"` // how many items are commands to the robot, of which no entry would be made
}
