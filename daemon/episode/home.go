package episode

import (
	"slices"

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

// Align adds an alignment, which counts from now on.
func (h *Home) Align(a house.Alignment) {
	a.Version = len(h.Alignments) + 1
	h.Alignments = append(h.Alignments[:len(h.Alignments):len(h.Alignments)], a)
}

// Undo marks the present alignment as undone at a step, together with those before it that
// it corrects or that were found with it.
func (h *Home) Undo(reason string, seq int) {
	h.Alignments = slices.Clone(h.Alignments)
	for i := len(h.Alignments) - 1; i >= 0; i-- {
		a := &h.Alignments[i]
		a.Undone, a.Until = reason, seq
		more := i > 0 && a.How == house.Scans && h.Alignments[i-1].How == house.Scans && h.Alignments[i-1].Undone == ""
		if a.How != house.Drift && !more {
			return
		}
	}
}

// Lies gives where the episode lies in its house, by the alignments that were not undone.
func (h *Home) Lies() (all []nav.Lie) {
	for _, a := range h.Alignments {
		if a.Undone == "" {
			all = append(all, nav.Lie{Seq: a.Seq, Frame: a.Frame})
		}
	}
	return all
}

// Root gives the present alignment as it was before corrections of drift; the zero value
// when there is none.
func (h *Home) Root() (a house.Alignment) {
	for _, a = range slices.Backward(h.Alignments) {
		if a.How != house.Drift {
			break
		}
	}
	return a
}

// Aligned gives the present alignment; false while the episode does not know where it is.
func (h *Home) Aligned() (house.Alignment, bool) {
	if h == nil || len(h.Alignments) == 0 {
		return house.Alignment{}, false
	}
	last := h.Alignments[len(h.Alignments)-1]
	return last, last.Undone == ""
}
