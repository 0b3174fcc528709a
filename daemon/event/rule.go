package event

// StuckRule chooses which of the three rules raises STUCK. All three are
// counted in every episode.
type StuckRule string

// The rules.
const (
	StuckProgress StuckRule = "progress" // one revisit key in the window and no progress (default)
	StuckLiteral  StuckRule = "literal"  // one place id in the last W steps that are no scan, nothing else
	StuckSite     StuckRule = "site"     // a plan within 2.5 m of an earlier scan site
)
