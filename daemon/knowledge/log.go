package knowledge

import "time"

// What lines say of skills that plans are told whole.
const (
	DidAttach = "attached"
	DidDetach = "detached"
)

// Line is one line of the log of all changes. It is never changed.
type Line struct {
	N        int       `json:"n"`
	Time     time.Time `json:"time"`
	Did      string    `json:"did"` // submitted, still queued, proposed, attached, detached, rolled back, an outcome of a feedback, or a status of a decided proposal
	Item     string    `json:"item,omitempty"`
	Version  int       `json:"version,omitempty"`
	Scene    *string   `json:"scene_id,omitempty"` // for whose plans a skill was attached or detached; "": all; none in older lines
	Proposal string    `json:"proposal,omitempty"`
	Feedback string    `json:"feedback,omitempty"`
	By       string    `json:"by,omitempty"`
	Reason   string    `json:"reason,omitempty"`
}

// Detaches tells whether a line says that an attachment was removed after it was made.
func (l Line) Detaches(a Attachment) bool {
	return l.Did == DidDetach && l.Item == a.Skill && l.Scene != nil && *l.Scene == a.Scene && l.Time.After(a.Since)
}
