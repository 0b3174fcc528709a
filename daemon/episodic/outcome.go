package episodic

// Outcome is what a client says of a sample that was decided with or without advice.
type Outcome struct {
	Sample    string   `json:"sample"`            // its name, the same under all conditions
	Group     string   `json:"group,omitempty"`   // samples that are alike
	Condition string   `json:"condition"`         // under which it was decided
	IDs       []string `json:"ids,omitempty"`     // records whose advice was found
	Tally     Tally    `json:"counters"`          // how it turned out
	Success   *bool    `json:"success,omitempty"` // of the sample
	Score     *float64 `json:"score,omitempty"`   // of the sample
}
