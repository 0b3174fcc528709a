package planner

// Advice is what past episodes had to do with a plan.
type Advice struct {
	Condition string   `json:"condition"`                           // of the episode: C1, C2, …
	Kind      string   `json:"kind,omitempty"`                      // what the advice rests on: here, house, nowhere, elsewhere or dead end
	Advisory  string   `json:"advisory,omitempty"`                  // the advice in words, or what stood in its place
	Records   []string `json:"records,omitempty"`                   // ids of the records that the advice rests on
	Shown     bool     `json:"shown"`                               // the planner was given it
	Hidden    string   `json:"hidden,omitempty"`                    // why not: gate, held out, masked, in sight, none to show: no other case for a control arm, or kept house, which knows of the thing itself
	Gate      string   `json:"gate,omitempty"`                      // what opened the gate: conflict, validator, alignment or explicit_grounding_failure
	Toward    *int     `json:"toward,omitempty"`                    // view that the local planner takes with it
	Without   *int     `json:"without,omitempty"`                   // view that the local planner takes without it
	Chars     int      `json:"prompt_injection_chars"`              // that went into the prompt of a model
	Withheld  int      `json:"memory_blocked_advisory_n,omitempty"` // advisories that were left out, because following them led nowhere before
	Risks     []string `json:"risks,omitempty"`                     // loop detectors that were up
	Forwards  int      `json:"blocked_forwards"`                    // of the episode until then
	Revisits  int      `json:"revisits"`                            // of the episode until then

	Followed bool   `json:"followed,omitempty"` // the decision went the way of the advice that was shown
	Override bool   `json:"override,omitempty"` // and another than without it
	Helped   bool   `json:"helped,omitempty"`   // the leg then brought something
	Harmed   bool   `json:"harmed,omitempty"`   // the leg then came to nothing, or into a loop
	Kept     bool   `json:"kept,omitempty"`     // the leg has ended, and was counted
	Record   string `json:"record,omitempty"`   // id of the record that was made of the leg
}
