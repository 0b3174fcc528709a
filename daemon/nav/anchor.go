package nav

import (
	"navd/daemon/event"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// setAnchor makes an anchor at the present pose, linked both ways to the one
// before, and resets what the anchor rule counts.
func (m *Memory) setAnchor() event.Event {
	s := &m.state
	a := Anchor{ID: ref.AnchorID(len(m.anchors) + 1), Pose: s.Pose, Place: s.Place, Seq: s.Seq, Neighbors: []ref.AnchorID{}}
	if s.Anchor != 0 {
		a.Neighbors = append(a.Neighbors, s.Anchor)
		m.anchors[s.Anchor-1].Neighbors = append(m.anchors[s.Anchor-1].Neighbors, a.ID)
		m.touchedAnchors.add(s.Anchor)
	}
	m.index(a)
	m.touchedAnchors.add(a.ID)
	s.Anchor, s.Forwards, s.Turned = a.ID, 0, false
	s.Counts.Anchors++
	return event.Event{Type: event.AnchorCreated, Seq: s.Seq, Place: a.Place, Anchor: a.ID}
}

// anchorDue applies the anchor rule to the step just taken. A forward counts
// only when it moved at least half its length. An anchor that is set at this step, by
// this rule or for a new place, resets the counts, this step included.
func (m *Memory) anchorDue(st Step, moved float64) bool {
	s := &m.state
	rising := st.Junction && !s.Junction
	s.Junction = st.Junction
	switch {
	case st.Action.Turn():
		s.Turned = true
	case st.Action == Forward && !m.short(moved):
		s.Forwards++
		if s.Turned || s.Forwards >= m.cfg.AnchorEvery {
			return true
		}
	}
	return rising
}

// short tells whether a forward moved less than half its length.
func (m *Memory) short(moved float64) bool { return moved < m.cfg.ForwardM/2-eps }

// enter makes a new place with its first anchor; the robot is in it from now on.
func (m *Memory) enter(t words.Key, label string, objects []string) []event.Event {
	s := &m.state
	p := Place{ID: ref.PlaceID(len(m.places) + 1), Type: t, Label: label, First: s.Seq, Last: s.Seq}
	p.see(objects, s.Seq)
	m.places, m.said = append(m.places, p), m.said+p.said()
	m.members = append(m.members, nil)
	m.keys.add()
	m.kinds.add(t)
	m.touchedPlaces.add(p.ID)
	s.Place = p.ID
	anchor := m.setAnchor()
	key := m.keys.find(p.ID)
	return []event.Event{
		{Type: event.PlaceCreated, Seq: s.Seq, Place: p.ID, Label: label, Key: key},
		{Type: event.PlaceEntered, Seq: s.Seq, Place: p.ID, Label: label, Key: key},
		anchor,
	}
}
