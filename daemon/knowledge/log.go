package knowledge

import "time"

// Line is one line of the log of all changes. It is never changed.
type Line struct {
	N        int       `json:"n"`
	Time     time.Time `json:"time"`
	Did      string    `json:"did"` // submitted, still queued, proposed, attached, detached, rolled back, an outcome of a feedback, or a status of a decided proposal
	Item     string    `json:"item,omitempty"`
	Version  int       `json:"version,omitempty"`
	Proposal string    `json:"proposal,omitempty"`
	Feedback string    `json:"feedback,omitempty"`
	By       string    `json:"by,omitempty"`
	Reason   string    `json:"reason,omitempty"`
}
