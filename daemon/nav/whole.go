package nav

import (
	"navd/daemon/fault"
	"navd/daemon/ref"
)

// whole checks that the records of a memory are complete and refer to one
// another.
func (d Delta) whole() error {
	for i, p := range d.Places {
		if int(p.ID) != i+1 {
			return fault.New(fault.Corrupt, "place %d of the episode is missing", i+1)
		}
	}
	for i, a := range d.Anchors {
		if int(a.ID) != i+1 || !d.hasPlace(a.Place) {
			return fault.New(fault.Corrupt, "anchor %d of the episode is missing or has no place", i+1)
		}
		for _, n := range a.Neighbors {
			if !d.hasAnchor(n) {
				return fault.New(fault.Corrupt, "anchor %d is linked to anchor %d, which is missing", a.ID, n)
			}
		}
	}
	for i, s := range d.Sites {
		if int(s.ID) != i+1 || !d.hasAnchor(s.Anchor) || !d.hasPlace(s.Place) || s.To < 0 || int(s.To) > len(d.Sites) {
			return fault.New(fault.Corrupt, "scan site %d of the episode is missing or refers to a missing record", i+1)
		}
	}
	if err := d.wholeVistas(); err != nil {
		return err
	}
	return d.wholeState()
}

func (d Delta) wholeState() error {
	s := d.State
	switch {
	case !d.hasPlace(s.Place) || !d.hasAnchor(s.Anchor):
		return fault.New(fault.Corrupt, "the episode's state names place %d and anchor %d, which are missing", s.Place, s.Anchor)
	case s.Counts.Plans != len(d.Sites):
		return fault.New(fault.Corrupt, "the episode has %d scan sites, its state counts %d", len(d.Sites), s.Counts.Plans)
	case !s.Pose.sound():
		return fault.New(fault.Corrupt, "the episode's state has no pose")
	}
	for _, moves := range [][]Move{s.Window, s.Spin.Held} {
		for _, mv := range moves {
			if !d.hasPlace(mv.Place) {
				return fault.New(fault.Corrupt, "the episode's window names place %d, which is missing", mv.Place)
			}
		}
	}
	return nil
}

func (d Delta) hasPlace(id ref.PlaceID) bool   { return id >= 1 && int(id) <= len(d.Places) }
func (d Delta) hasAnchor(id ref.AnchorID) bool { return id >= 1 && int(id) <= len(d.Anchors) }
