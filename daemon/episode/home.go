package episode

import (
	"navd/daemon/house"
	"navd/daemon/nav"
)

// HomeMode says what an episode does with its house.
type HomeMode string

// The modes.
const (
	HomeRead  HomeMode = "read"  // it is used and stays as it is
	HomeWrite HomeMode = "write" // the episode becomes part of it at its end
)

// Home is the kept house of an episode, and where the episode lies in it.
type Home struct {
	House      string            `json:"house"`                // name of the house
	Mode       HomeMode          `json:"mode"`                 // read or write
	Version    int               `json:"version"`              // of the house that it began with
	Pose       *nav.Pose         `json:"pose,omitempty"`       // where it began, as the caller said, in the house frame
	At         string            `json:"at,omitempty"`         // or the name of that start
	Alignments []house.Alignment `json:"alignments,omitempty"` // the last one counts, unless it is undone
	Merged     int               `json:"merged,omitempty"`     // version of the house that it made at its end
}

// Aligned gives the alignment that counts; false while the episode does not know where
// it is.
func (h *Home) Aligned() (house.Alignment, bool) {
	if h == nil || len(h.Alignments) == 0 {
		return house.Alignment{}, false
	}
	last := h.Alignments[len(h.Alignments)-1]
	return last, last.Undone == ""
}
