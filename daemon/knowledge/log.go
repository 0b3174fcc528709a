package knowledge

import "time"

// Line is one line of the log of all that was done. It is never changed.
type Line struct {
	N        int       `json:"n"`
	Time     time.Time `json:"time"`
	Did      string    `json:"did"` // submitted, proposed, known, ignored, undecided, approved, rejected, rolled back
	Item     string    `json:"item,omitempty"`
	Version  int       `json:"version,omitempty"`
	Proposal string    `json:"proposal,omitempty"`
	Feedback string    `json:"feedback,omitempty"`
	By       string    `json:"by,omitempty"`
	Reason   string    `json:"reason,omitempty"`
}
