package ipc

// ExportPageParams are the parameters of navd.export.
type ExportPageParams struct {
	What   string `json:"what" allow:"grounding|episodes|episodic|knowledge|lats|houses"` // kind of what is exported
	Limit  int    `json:"limit,omitempty" allow:"1..1000"`                                // lines of a page, default 100; the records of an open episode come together, whatever it says
	Cursor string `json:"cursor,omitempty" max:"9000"`                                    // of the page before
}

// ExportPage is the result of navd.export.
type ExportPage struct {
	Lines  string `json:"lines"`            // JSONL; the same store gives the same lines
	Count  int    `json:"count"`            // how many lines
	Cursor string `json:"cursor,omitempty"` // give it back for the next page; without it this was the last
}

// ImportLinesParams are the parameters of navd.import.
type ImportLinesParams struct {
	What   string `json:"what" allow:"grounding|episodes|episodic|knowledge|lats|houses"` // kind of the lines
	Lines  string `json:"lines" min:"1" max:"25165824"`                                   // JSONL as navd.export gives it, in its order
	DryRun bool   `json:"dry_run,omitempty"`                                              // only say what would be stored
}

// ImportedLines is the result of navd.import.
type ImportedLines struct {
	Stored int `json:"stored"` // records that are new
	Same   int `json:"same"`   // records that were there
}
