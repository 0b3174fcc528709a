package planner

// HeldOut is why advice is hidden that a lot keeps from the planner.
const HeldOut = "held out"

// Advice is the advice of past episodes for a plan, and what became of it.
type Advice struct {
	Condition string   `json:"condition"`                           // condition of the episode: C1, C2, …
	Kind      string   `json:"kind,omitempty"`                      // what the advice is based on: here, house, nowhere, elsewhere or dead end
	Advisory  string   `json:"advisory,omitempty"`                  // the advice in words, or what replaced it
	Records   []string `json:"records,omitempty"`                   // ids of the records on which the advice is based
	Sources   []string `json:"sources,omitempty"`                   // ids of the records whose advice was shown, on which its outcome is counted; none for a control arm that shows no record's advice
	Shown     bool     `json:"shown"`                               // the planner was given it
	Hidden    string   `json:"hidden,omitempty"`                    // why it was not: gate, held out, masked, in sight, none to show (a control arm had no other case), too long (for episodic.budget), or kept house (which knows the thing itself)
	Gate      string   `json:"gate,omitempty"`                      // what opened the gate: conflict, validator, alignment or explicit_grounding_failure
	Toward    *int     `json:"toward,omitempty"`                    // view that the local planner takes with it
	Without   *int     `json:"without,omitempty"`                   // view that the local planner takes without it
	Chars     int      `json:"prompt_injection_chars"`              // characters of it in the prompt of a model
	Withheld  int      `json:"memory_blocked_advisory_n,omitempty"` // advisories that were left out because following them had failed before
	Risks     []string `json:"risks,omitempty"`                     // active loop detectors
	Forwards  int      `json:"blocked_forwards"`                    // blocked forwards in the episode so far
	Revisits  int      `json:"revisits"`                            // revisits in the episode so far

	Followed bool   `json:"followed,omitempty"` // the decision followed the advice that was shown
	Override bool   `json:"override,omitempty"` // the decision is another one than without the advice
	Helped   bool   `json:"helped,omitempty"`   // the leg then led to something new
	Harmed   bool   `json:"harmed,omitempty"`   // the leg then failed, or ended in a loop
	Good     bool   `json:"good,omitempty"`     // advice was shown or held out, and the leg then led to something new
	Kept     bool   `json:"kept,omitempty"`     // the leg has ended, and was counted
	Record   string `json:"record,omitempty"`   // id of the record that was made of the leg
}
