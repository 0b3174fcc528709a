package planner

import (
	"time"

	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/reply"
)

// Plan is the record of one plan: what went in, what came out, and why.
type Plan struct {
	ID        ref.PlanRef     `json:"plan"`                         // id, as nav.plan gave it
	N         int             `json:"n"`                            // number of the plan in its episode, from 1
	AtStep    int             `json:"at_step"`                      // step it was made for
	Goal      string          `json:"goal"`                         // what was looked for
	Decision  Decision        `json:"decision"`                     // where to go
	Planner   string          `json:"planner"`                      // the chain entry that decided: a model, local or fallback
	Fallback  string          `json:"fallback,omitempty"`           // why the fallback was used
	Attempts  []reply.Attempt `json:"attempts,omitempty"`           // model calls, in their order
	Facing    int             `json:"facing_view"`                  // view the robot faced
	Shown     []int           `json:"shown_views"`                  // views the planner saw
	Printed   *nav.Printed    `json:"printed,omitempty"`            // what the controller said is printed on its pictures
	Labels    []nav.Glimpse   `json:"labels,omitempty"`             // what the controller knew of the views
	Options   int             `json:"options"`                      // ways that were weighed
	Frontiers int             `json:"frontiers"`                    // of those, untried views of earlier sites
	Ways      []Way           `json:"ways,omitempty"`               // the ways that memory likes best, whoever decided
	Turns     []nav.Action    `json:"turns"`                        // to face the chosen view
	Stale     bool            `json:"stale,omitempty"`              // steps came while the planner thought
	Used      Used            `json:"used"`                         // what of the memory went in
	Images    []string        `json:"images,omitempty"`             // SHA-256 of each image, hexadecimal
	Advice    *Advice         `json:"advice,omitempty"`             // what past episodes had to do with it
	Rules     *Rules          `json:"rules,omitempty"`              // what rules had to do with it; absent when none wanted anything
	Record    nav.Record      `json:"discovered_context"`           // its record in the discovered-context queue
	Verified  *bool           `json:"goal_flag_verified,omitempty"` // the detector's word on goal_flag
	Executed  *int            `json:"executed_view,omitempty"`      // -1: not executed
	Time      time.Time       `json:"time"`                         // when it was stored
}

// Used says what of the memory went into a plan, and what was left out.
type Used struct {
	ContextTokens int              `json:"context_tokens"`          // estimate
	ContextHash   string           `json:"context_hash"`            // SHA-256 of the text rendering, hexadecimal
	Dropped       []string         `json:"dropped"`                 // items left out for the token share
	SystemPrompt  nav.Prompt       `json:"system_prompt"`           // the one the planner was given
	PromptHash    string           `json:"prompt_hash,omitempty"`   // of the whole user prompt, when a model was asked
	PromptTokens  int              `json:"prompt_tokens,omitempty"` // of the whole prompt, estimate
	Blocks        map[string]Block `json:"blocks,omitempty"`        // what else it was given, by kind: grounding is what users said; only kinds that the episode uses
	House         *FromHouse       `json:"house,omitempty"`         // what it had of the kept house
	Blind         string           `json:"blind,omitempty"`         // why no model looked at pictures that came without labels
	OwnWords      string           `json:"own_words,omitempty"`     // why a model was told directions in navd's words although others are printed on the pictures
}

// FromHouse says what a plan had of the kept house, and what of that it goes for.
type FromHouse struct {
	House     string    `json:"house"`               // name of the house
	Version   int       `json:"version"`             // that the episode began with
	Alignment int       `json:"alignment,omitempty"` // version of the alignment, 0: the episode does not know where it is
	How       string    `json:"how,omitempty"`       // how it came to know
	Pose      *nav.Pose `json:"pose,omitempty"`      // where the robot is in the house
	Spots     int       `json:"spots"`               // where the goal was seen before
	Thing     int       `json:"thing,omitempty"`     // the one that the plan goes to
	Seen      int       `json:"seen,omitempty"`      // looks that showed it there
	AgeS      float64   `json:"age_s,omitempty"`     // since the last of them, seconds
	Chance    float64   `json:"chance,omitempty"`    // that it is still there, 0..1
}

// Cost is what the models of one plan used up.
type Cost struct {
	Calls     int     `json:"calls"`      // of models
	TokensIn  int     `json:"tokens_in"`  // of the prompts
	TokensOut int     `json:"tokens_out"` // of the answers
	Cost      float64 `json:"cost"`       // in the currency of the price table
}

// CostOf adds up the usage of attempts.
func CostOf(attempts []reply.Attempt) Cost {
	var c Cost
	for _, a := range attempts {
		c.Calls++
		c.TokensIn += a.Usage.TokensIn
		c.TokensOut += a.Usage.TokensOut
		c.Cost += a.Usage.Cost
	}
	return c
}

// Note takes down what became of the plan; nil leaves a member as it is.
func (p *Plan) Note(verified *bool, view *int, executed *bool) {
	if verified != nil {
		p.Verified = verified
	}
	if view != nil {
		p.Executed = view
	}
	if executed != nil && !*executed {
		p.Executed = new(-1)
	}
}
