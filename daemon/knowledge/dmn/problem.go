package dmn

// Problem is one thing that is wrong with a model, or with one evaluation of it.
type Problem struct {
	Kind     string `json:"kind"` // one of those below
	Decision string `json:"decision,omitempty"`
	Rows     []int  `json:"rows,omitempty"` // from 1
	Column   string `json:"column,omitempty"`
	What     string `json:"what"`
	Feature  string `json:"feature,omitempty"` // with unsupported: its name
}

// The kinds of problems.
const (
	Syntax      = "syntax"      // a text cannot be read
	Unsupported = "unsupported" // a feature of DMN or FEEL that is refused
	Name        = "name"        // a name that is not known, or stands for two things
	Types       = "type"        // a value of another type than is wanted
	Outputs     = "output"      // a result that is not among the values of its output
	Hits        = "policy"      // a hit policy that is not known or does not fit
	Size        = "size"        // more of something than is allowed
	Missing     = "missing"     // an input that was not given
	Failed      = "failed"      // an evaluation without result
	Overlap     = "overlap"     // rows that match together, against the hit policy
	Dead        = "dead"        // a row that never matters
	Gap         = "gap"         // what no row matches
)
