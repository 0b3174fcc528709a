package planner

import (
	"time"

	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/reply"
)

// Plan is the record of one plan: its input, its result, and the reasons.
type Plan struct {
	ID        ref.PlanRef     `json:"plan"`                         // id, as nav.plan returned it
	N         int             `json:"n"`                            // number of the plan in its episode, from 1
	AtStep    int             `json:"at_step"`                      // step for which it was made
	Goal      string          `json:"goal"`                         // what was searched for
	Decision  Decision        `json:"decision"`                     // where to go
	Planner   string          `json:"planner"`                      // the chain entry that decided: a model, local or fallback
	Fallback  string          `json:"fallback,omitempty"`           // why the fallback was used
	Attempts  []reply.Attempt `json:"attempts,omitempty"`           // model calls, in their order
	Facing    int             `json:"facing_view"`                  // view the robot faced
	Shown     []int           `json:"shown_views"`                  // views the planner saw
	Printed   *nav.Printed    `json:"printed,omitempty"`            // what the controller said is printed on its pictures
	Labels    []nav.Glimpse   `json:"labels,omitempty"`             // what the controller knew of the views
	Options   int             `json:"options"`                      // number of ways that were considered
	Frontiers int             `json:"frontiers"`                    // of these, untried views of earlier sites
	Ways      []Way           `json:"ways,omitempty"`               // the best ways by the local planner, whoever decided
	Turns     []nav.Action    `json:"turns"`                        // actions to face the chosen view
	Stale     bool            `json:"stale,omitempty"`              // steps came while the planner was deciding
	Used      Used            `json:"used"`                         // which parts of the memory it used
	Images    []string        `json:"images,omitempty"`             // SHA-256 of each image, hexadecimal
	Advice    *Advice         `json:"advice,omitempty"`             // advice of past episodes
	Rules     *Rules          `json:"rules,omitempty"`              // what rules demanded; absent: nothing
	Record    nav.Record      `json:"discovered_context"`           // its record in the discovered-context queue
	Verified  *bool           `json:"goal_flag_verified,omitempty"` // whether the detector confirmed goal_flag
	Executed  *int            `json:"executed_view,omitempty"`      // -1: not executed
	Time      time.Time       `json:"time"`                         // when it was stored
}

// Used says which parts of the memory a plan used, and which were left out.
type Used struct {
	ContextTokens int              `json:"context_tokens"`          // tokens of the Navigation Context, estimate
	ContextHash   string           `json:"context_hash"`            // SHA-256 of its text, hexadecimal
	Dropped       []string         `json:"dropped"`                 // items left out of it to stay within its share of tokens
	SystemPrompt  nav.Prompt       `json:"system_prompt"`           // the system prompt of the planner
	PromptHash    string           `json:"prompt_hash,omitempty"`   // SHA-256 of the whole user prompt, if a model was asked
	PromptTokens  int              `json:"prompt_tokens,omitempty"` // tokens of the whole prompt, estimate
	Blocks        map[string]Block `json:"blocks,omitempty"`        // other parts, by kind: grounding is what users said; only kinds that the episode uses
	House         *FromHouse       `json:"house,omitempty"`         // what it used of the kept house
	Blind         string           `json:"blind,omitempty"`         // why no model looked at pictures that came without labels
	OwnWords      string           `json:"own_words,omitempty"`     // why a model was given navd's own angles although others are printed on the pictures
}

// FromHouse says what a plan used of the kept house.
type FromHouse struct {
	House     string    `json:"house"`               // name of the house
	Version   int       `json:"version"`             // version of the house at the beginning of the episode
	Alignment int       `json:"alignment,omitempty"` // version of the alignment; 0: the robot is not located in the house
	How       string    `json:"how,omitempty"`       // how the alignment was found
	Pose      *nav.Pose `json:"pose,omitempty"`      // pose of the robot in the house
	Spots     int       `json:"spots"`               // number of spots where the goal was seen before
	Thing     int       `json:"thing,omitempty"`     // id of the thing that the plan goes to
	Seen      int       `json:"seen,omitempty"`      // number of looks that showed it there
	AgeS      float64   `json:"age_s,omitempty"`     // seconds since the last of them
	Chance    float64   `json:"chance,omitempty"`    // chance that it is still there, 0..1
}

// Cost is what the models of one plan used.
type Cost struct {
	Calls     int     `json:"calls"`      // number of calls
	TokensIn  int     `json:"tokens_in"`  // tokens of the prompts
	TokensOut int     `json:"tokens_out"` // tokens of the answers
	Cost      float64 `json:"cost"`       // in the currency of the price table
}

// CostOf adds up the usage of attempts.
func CostOf(attempts []reply.Attempt) Cost {
	c := Cost{Calls: reply.Calls(attempts)}
	for _, a := range attempts {
		c.TokensIn += a.Usage.TokensIn
		c.TokensOut += a.Usage.TokensOut
		c.Cost += a.Usage.Cost
	}
	return c
}

// Note records what became of the plan. nil leaves a field as it is.
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
